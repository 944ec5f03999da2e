import styles from '#integrations/link-screen/link-screen.module.css'
import { CallError } from '#ui/call-error.ts'
import { Tick } from '#ui/field.tsx'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Failed } from '#ui/states.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useCall, useSend } from '#ui/use-call.ts'
import { useVenueMoment } from '#ui/use-moment.ts'
import { type DeputySales, deputyCalls } from './deputy.contract.ts'
import { deputySalesWords } from './deputy-sales.messages.ts'

/** Whether Deputy is told what was sold by the hour, for each link. */
export const SalesToDeputy = ({ venueId }: { venueId: number }) => {
  const say = useSay(deputySalesWords)
  const { data, error, refetch } = useCall(deputyCalls.sales, { params: { id: venueId } })
  const change = useSend(deputyCalls.tellSales, { quiet: true, onDone: () => void refetch() })
  // Who may not see all locations is told so by the areas above.
  if (error instanceof CallError && error.code === 'NotPermitted') return null
  if (error) return <Failed error={error} onRetry={() => refetch()} />
  if (!data || data.Links.length === 0) return null
  return (
    <section className={styles.part} aria-label={say('title')}>
      <h2>{say('title')}</h2>
      <p className="note">{say('about')}</p>
      {data.Links.map((link) => (
        <TellSales
          key={link.LocationId}
          link={link}
          onChange={(On) => change.mutate({ params: { id: venueId }, body: { On, ...(link.LocationId === null ? {} : { LocationId: link.LocationId }) } })}
        />
      ))}
      <Refusal error={change.error} />
    </section>
  )
}

const TellSales = ({ link, onChange }: { link: DeputySales['Links'][number]; onChange: (on: boolean) => void }) => {
  const say = useSay(deputySalesWords)
  const locations = useStoredUser()?.Config?.Locations ?? []
  const nameOf = (id: number | null) => locations.find(({ LocationId }) => LocationId === id)?.Name ?? say('wholeVenue')
  const moment = useVenueMoment()
  const areas = link.Areas.map(({ LocationId, Area }) => say('goesTo', { place: nameOf(LocationId), area: Area }))
  return (
    <div>
      <Tick checked={link.On} onChange={onChange}>
        {say('tell', { place: nameOf(link.LocationId) })}
      </Tick>
      <p className="hint">{areas.length > 0 ? areas.join(' ') : say('noArea')}</p>
      {link.On && link.RefusedAt && <p className="note">{say('refusedAt', { when: moment(link.RefusedAt) })}</p>}
      {link.On && link.ToldAt && <p className="hint">{say('toldAt', { when: moment(link.ToldAt) })}</p>}
    </div>
  )
}
