import { tillStaff } from '#features/loyalty/till-staff.contract.ts'
import { dayText } from '#shared/cell-text.ts'
import { instantIn } from '#shared/day.ts'
import { numberText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useCall } from '#ui/use-call.ts'
import { evidenceOnce } from './found.rules.ts'
import type { Evidence, ListedCard } from './fraud.contract.ts'
import { fraudWords } from './fraud.messages.ts'
import styles from './on-shift.module.css'
import { type Clock, clockOf, type OnShift, onShift, placeOn, usesOn } from './on-shift.rules.ts'

const MOST_SHOWN = 5

/** Who was at the tills when the card was used, on one clock with the uses. */
export const StaffOnShift = ({ card, locationId }: { card: ListedCard; locationId: number }) => {
  const say = useSay(fraudWords)
  const { language } = useLanguage()
  const uses = usesOn(evidenceOnce(card.Hits), locationId, card.Day)
  const { data } = useCall(tillStaff.tillStaff, { query: { LocationId: locationId, Day: card.Day } }, { enabled: uses.length > 0 })
  const people = data ? onShift(data, uses) : []
  const [first] = people
  if (!first) return null
  const clock = clockOf(people, uses)
  const n = (value: number) => numberText(value, language)
  return (
    <section className={styles.shift} aria-labelledby="on-shift">
      <h3 id="on-shift">
        {say('onShift')} <small>{dayText(card.Day, language)}</small>
      </h3>
      <ul>
        {people.slice(0, MOST_SHOWN).map((person) => (
          <Person key={`${person.name} ${person.from}`} person={person} uses={uses} clock={clock} locationId={locationId} />
        ))}
      </ul>
      <Hours clock={clock} locationId={locationId} />
      <p className={styles.keys} aria-hidden="true">
        <span>{say('atTill')}</span>
        <span className={styles.useKey}>{say('cardUsed')}</span>
      </p>
      {people.length > MOST_SHOWN && <p className="note">{say.count('moreOnShift', people.length - MOST_SHOWN)}</p>}
      <p className={styles.said}>
        <b>{say('usesInside', { n: n(first.inside), all: n(uses.length), name: first.name })}</b> {say('shiftNote')}
      </p>
    </section>
  )
}

const Person = ({ person, uses, clock, locationId }: { person: OnShift; uses: readonly Evidence[]; clock: Clock; locationId: number }) => {
  const say = useSay(fraudWords)
  const { language } = useLanguage()
  const time = useTime(locationId)
  const n = (value: number) => numberText(value, language)
  return (
    <li>
      <p>
        <b>{person.name}</b>{' '}
        <span>
          {time(person.from)} – {time(person.to)}
        </span>
      </p>
      <p className={styles.lane} aria-hidden="true">
        <span style={{ left: `${placeOn(clock, person.from)}%`, right: `${100 - placeOn(clock, person.to)}%` }} />
        {uses.map(({ SaleId, At, Operator }) => (
          <i key={SaleId} className={Operator === person.name ? styles.own : undefined} style={{ left: `${placeOn(clock, Date.parse(At))}%` }} />
        ))}
      </p>
      <small>{say('personUses', { inside: n(person.inside), all: n(uses.length), rung: n(person.rungUp) })}</small>
    </li>
  )
}

/** The first and the last hour, and what lies between at even steps. */
const Hours = ({ clock, locationId }: { clock: Clock; locationId: number }) => {
  const time = useTime(locationId)
  const hours = Math.round((clock.to - clock.from) / 3_600_000)
  const step = Math.max(1, Math.ceil(hours / 6))
  const at = Array.from({ length: Math.floor(hours / step) + 1 }, (_, i) => clock.from + i * step * 3_600_000)
  return (
    <ol className={styles.hours} aria-hidden="true">
      {at.map((moment) => (
        <li key={moment} style={{ left: `${placeOn(clock, moment)}%` }}>
          {time(moment).slice(0, 2)}
        </li>
      ))}
    </ol>
  )
}

/** Times on the clock of the location. */
const useTime = (locationId: number) => {
  const zone = useStoredUser()?.Config?.Locations.find(({ LocationId }) => LocationId === locationId)?.TimeZone ?? 'UTC'
  return (moment: number): string => instantIn(new Date(moment), zone).slice(11, 16)
}
