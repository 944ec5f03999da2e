import { connections } from '#integrations/connections.contract.ts'
import { Failed, Waiting } from '#ui/states.tsx'
import { tagsOf, useStoredUser } from '#ui/stored-user.ts'
import { useCall } from '#ui/use-call.ts'
import { useConnections } from './connection-context.part.ts'
import { Needs } from './connection-needs.part.tsx'
import { LinksTable } from './connection-table.part.tsx'
import { isFirstRun, needsOf, rowsByProvider } from './connections.rules.ts'
import { FirstLinks } from './connections-first-run.part.tsx'
import { Tills } from './till-heartbeats.part.tsx'
import { venueConfig } from './venue-config.contract.ts'

/** What is linked and what waits for somebody; for those who may see settings, also when each till was heard last. */
export const ConnectionsTab = ({ venueId }: { venueId: number }) => {
  const user = useStoredUser()
  const seesTills = tagsOf(user).includes('can_editsettings') || user?.Roles.includes('Admin') === true
  const links = useCall(connections.list, { params: { id: venueId } }, { everySeconds: 30 })
  const config = useCall(venueConfig.connections, { params: { id: venueId } }, { everySeconds: 60, enabled: seesTills })
  const places = useCall(venueConfig.locationsConfig, { params: { id: venueId } })
  const locations = places.data?.Locations ?? []
  const context = useConnections({ venueId, answer: links.data, places: locations, onChanged: () => void links.refetch() })
  const error = links.error ?? places.error
  if (error) return <Failed error={error} onRetry={() => Promise.all([links.refetch(), places.refetch()])} />
  if (!links.data || !places.data) return <Waiting rows={7} />
  const trading = locations.filter(({ Active, LocationId }) => Active || links.data.Links.some((link) => link.LocationId === LocationId))
  const groups = rowsByProvider(
    links.data,
    trading.map(({ LocationId }) => LocationId),
  )
  return (
    <>
      <Needs needs={needsOf(links.data, Date.now())} context={context} />
      {isFirstRun(links.data) ? <FirstLinks groups={groups} context={context} /> : <LinksTable groups={groups} context={context} />}
      {config.data && <Tills config={config.data.Config} nameOf={(id) => context.placeName(id)} />}
    </>
  )
}
