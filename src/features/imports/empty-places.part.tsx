import { venueAdmin } from '#features/venues/venue-admin.contract.ts'
import { shownVenue } from '#ui/api.ts'
import { useSay } from '#ui/language.tsx'
import { RemovableList } from '#ui/removable-list.tsx'
import { useCall, useSend } from '#ui/use-call.ts'
import { importWords } from './import.messages.ts'
import { takeUpLocations } from './import-run-view.part.tsx'

/** Locations that an import made and that nothing refers to: each can be removed. Nothing where there are none. */
export const EmptyPlaces = () => {
  const say = useSay(importWords)
  const params = { id: shownVenue() }
  const { data, refetch } = useCall(venueAdmin.emptyLocations, { params }, { fresh: true })
  const remove = useSend(venueAdmin.removeLocation, { onDone: () => Promise.all([refetch(), takeUpLocations()]) })
  if (!data || data.Locations.length === 0) return null
  const rows = data.Locations.map(({ LocationId, Name }) => ({ id: LocationId, name: Name, remove: say('removePlace', { name: Name }) }))
  return (
    <RemovableList
      title={say('emptyPlaces')}
      hint={say('emptyPlacesHint')}
      rows={rows}
      isBusy={remove.isPending}
      onRemove={(locationId) => remove.mutate({ params: { ...params, locationId } })}
    />
  )
}
