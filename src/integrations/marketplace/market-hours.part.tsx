import { SaveBar } from '#ui/draft.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { timeTyped, useTypedTime } from '#ui/time-field.tsx'
import styles from './market-hours.module.css'
import { marketplaceWords } from './marketplace.messages.ts'
import { closesNextDay, type Opening, overlappingOpenings } from './opening-hours.rules.ts'
import { type MarketPlace, useWeekdays } from './place.part.ts'
import { type KeptSettings, useSettings } from './use-settings.part.ts'

interface HoursProps {
  place: MarketPlace
  there: KeptSettings
  onRenew: () => Promise<unknown>
}

const WEEK = [1, 2, 3, 4, 5, 6, 7]
const USUAL = { Opens: '11:00', Closes: '21:00' }

/** When the location is open, weekday by weekday. */
export const MarketHours = (props: HoursProps) => {
  const say = useSay(marketplaceWords)
  const { draft, change, bar } = useSettings(props)
  const openings = draft.OpeningHours
  const set = (OpeningHours: Opening[]) => change({ OpeningHours })
  const on = (weekday: number) => openings.filter(({ Weekday }) => Weekday === weekday)
  const others = (weekday: number) => openings.filter(({ Weekday }) => Weekday !== weekday)
  const put = (weekday: number, hours: readonly Opening[]) => set([...others(weekday), ...hours].sort((a, b) => a.Weekday - b.Weekday))
  const copy = (from: number, to: number) =>
    put(
      to,
      on(from).map((opening) => ({ ...opening, Weekday: to })),
    )
  return (
    <>
      <p className={`hint ${styles.about}`}>{say('hoursAbout', { place: props.place.name })}</p>
      <ul className={styles.week}>
        {WEEK.map((weekday) => (
          <Day
            key={weekday}
            weekday={weekday}
            hours={on(weekday)}
            all={openings}
            onChange={(hours) => put(weekday, hours)}
            onCopy={(from) => copy(from, weekday)}
          />
        ))}
      </ul>
      <SaveBar {...bar} />
    </>
  )
}

interface DayProps {
  weekday: number
  hours: readonly Opening[]
  all: readonly Opening[]
  onChange: (hours: readonly Opening[]) => void
  onCopy: (from: number) => void
}

const Day = ({ weekday, hours, all, onChange, onCopy }: DayProps) => {
  const say = useSay(marketplaceWords)
  const nameOf = useWeekdays()
  const day = nameOf(weekday)
  const before = weekday > 1 ? all.filter(({ Weekday }) => Weekday === weekday - 1) : []
  const isSame = sameHours(before, hours)
  const first = all.filter(({ Weekday }) => Weekday === 1)
  const copyFrom = weekday > 2 && !isSame && before.length > 0 && !sameHours(before, first) ? [1, weekday - 1] : [1]
  return (
    <li className={styles.day}>
      <h2>{day}</h2>
      <div className={styles.hours}>
        {hours.length === 0 && <span className={styles.closed}>{say('closedDay')}</span>}
        {hours.map((opening, at) => (
          <OpeningRow
            // biome-ignore lint/suspicious/noArrayIndexKey: an opening has nothing but its place.
            key={at}
            at={at}
            opening={opening}
            all={all}
            onChange={(changed) => onChange(hours.map((one, i) => (i === at ? { ...one, ...changed } : one)))}
            onRemove={() => onChange(hours.filter((_, i) => i !== at))}
          />
        ))}
      </div>
      <div className={styles.acts}>
        <button type="button" className="text-btn" aria-label={say('addHours', { day })} onClick={() => onChange([...hours, nextOpening(weekday, hours)])}>
          {say('add')}
        </button>
        {weekday > 1 &&
          copyFrom.map((from) =>
            sameHours(
              all.filter(({ Weekday }) => Weekday === from),
              hours,
            ) ? null : (
              <button key={from} type="button" className="text-btn" aria-label={say('sameAsFor', { day, other: nameOf(from) })} onClick={() => onCopy(from)}>
                {say('sameAs', { day: nameOf(from) })}
              </button>
            ),
          )}
      </div>
    </li>
  )
}

const sameHours = (a: readonly Opening[], b: readonly Opening[]): boolean => {
  const written = (hours: readonly Opening[]) => hours.map(({ Opens, Closes }) => `${Opens} ${Closes}`).join()
  return written(a) === written(b)
}

/** After a lunch comes an evening. */
const nextOpening = (Weekday: number, hours: readonly Opening[]): Opening => {
  const last = hours.at(-1)
  return last && last.Closes < '18:00' && !closesNextDay(last) ? { Weekday, Opens: '18:00', Closes: '22:00' } : { Weekday, ...USUAL }
}

interface OpeningProps {
  at: number
  opening: Opening
  all: readonly Opening[]
  onChange: (changed: Partial<Opening>) => void
  onRemove: () => void
}

const OpeningRow = ({ at, opening, all, onChange, onRemove }: OpeningProps) => {
  const say = useSay(marketplaceWords)
  const nameOf = useWeekdays()
  const { Weekday, Opens, Closes } = opening
  const day = nameOf(Weekday)
  const isWhole = hasTimes(opening)
  const whole = all.filter(hasTimes)
  const mine = whole.indexOf(opening)
  const rival = isWhole ? whole.find((other, i) => i !== mine && overlappingOpenings([other, opening]) !== undefined) : undefined
  const complaint = !isWhole ? say('wrongTime') : rival && say('overlap', { day: nameOf(rival.Weekday), opens: rival.Opens, closes: rival.Closes })
  const note = isWhole && closesNextDay(opening) ? say(Opens === Closes ? 'wholeDay' : 'afterMidnight', { day: nameOf((Weekday % 7) + 1), closes: Closes }) : ''
  const time = (field: 'Opens' | 'Closes') => (
    <TimeInput
      label={say(field === 'Opens' ? 'opensAt' : 'closesAt', { day, n: at + 1 })}
      isWrong={complaint !== undefined}
      value={opening[field]}
      onChange={(time) => onChange({ [field]: time })}
    />
  )
  return (
    <div className={styles.opening}>
      {time('Opens')}
      <span>{say('to')}</span>
      {time('Closes')}
      <button type="button" className="btn" aria-label={say('removeHours', { day, opens: Opens, closes: Closes })} onClick={onRemove}>
        <Icon name="close" />
      </button>
      {complaint ? (
        <p className={styles.wrong}>
          <Icon name="attention" /> {complaint}
        </p>
      ) : (
        note && <p className={styles.note}>{note}</p>
      )}
    </div>
  )
}

const hasTimes = ({ Opens, Closes }: Opening): boolean => timeTyped(Opens) !== undefined && timeTyped(Closes) !== undefined

interface TimeInputProps {
  label: string
  value: string
  isWrong: boolean
  onChange: (time: string) => void
}

const TimeInput = ({ label, value, isWrong, onChange }: TimeInputProps) => {
  const { change, input } = useTypedTime(value, onChange)
  return <input aria-label={label} aria-invalid={isWrong ? true : undefined} {...input} onChange={(event) => change(event.target.value)} />
}
