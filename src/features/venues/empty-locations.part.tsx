import { useSay } from '#ui/language.tsx'
import { useCall, useSend } from '#ui/use-call.ts'
import styles from './empty-locations.module.css'
import { venueAdmin } from './venue-admin.contract.ts'
import { venueWords } from './venues.messages.ts'

/** Locations that an import made and that nothing refers to: each can be removed. Nothing where there are none. */
export const EmptyLocations = ({ venueId, onRemoved }: { venueId: number; onRemoved: () => unknown }) => {
  const say = useSay(venueWords)
  const params = { id: venueId }
  const { data, refetch } = useCall(venueAdmin.emptyLocations, { params }, { fresh: true })
  const remove = useSend(venueAdmin.removeLocation, {
    onDone: () => {
      onRemoved()
      return refetch()
    },
  })
  if (!data || data.Locations.length === 0) return null
  return (
    <section className={styles.empty} aria-label={say('emptyPlaces')}>
      <h2>{say('emptyPlaces')}</h2>
      <p className="hint">{say('emptyPlacesHint')}</p>
      <ul>
        {data.Locations.map(({ LocationId, Name }) => (
          <li key={LocationId}>
            <b>{Name}</b>
            <button type="button" className="btn" disabled={remove.isPending} onClick={() => remove.mutate({ params: { ...params, locationId: LocationId } })}>
              {say('removePlace', { name: Name })}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
