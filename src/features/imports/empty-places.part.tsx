import { venueAdmin } from '#features/venues/venue-admin.contract.ts'
import { shownVenue } from '#ui/api.ts'
import { useSay } from '#ui/language.tsx'
import { useCall, useSend } from '#ui/use-call.ts'
import { importWords } from './import.messages.ts'
import part from './import-part.module.css'
import { takeUpLocations } from './import-run-view.part.tsx'

/** Locations that an import made and that nothing refers to: each can be removed. Nothing where there are none. */
export const EmptyPlaces = () => {
  const say = useSay(importWords)
  const params = { id: shownVenue() }
  const { data, refetch } = useCall(venueAdmin.emptyLocations, { params }, { fresh: true })
  const remove = useSend(venueAdmin.removeLocation, { onDone: () => Promise.all([refetch(), takeUpLocations()]) })
  if (!data || data.Locations.length === 0) return null
  return (
    <section className={part.part} aria-label={say('emptyPlaces')}>
      <h2>{say('emptyPlaces')}</h2>
      <p className="hint">{say('emptyPlacesHint')}</p>
      <ul className={part.places}>
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
