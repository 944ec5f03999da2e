import { useSay } from '#ui/language.tsx'
import { RemovableList } from '#ui/removable-list.tsx'
import { useCall, useSend } from '#ui/use-call.ts'
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
