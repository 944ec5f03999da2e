import { Failed, Waiting } from '#ui/states.tsx'
import { tagsOf, useStoredUser } from '#ui/stored-user.ts'
import { useCall } from '#ui/use-call.ts'
import { useConnected, useConnections } from './connection-context.part.ts'
import { isFiltered, NothingListed } from './connection-filters.part.tsx'
import { Needs } from './connection-needs.part.tsx'
import { LinksTable } from './connection-table.part.tsx'
import { EVERYTHING, filteredNeeds, filteredRows, isFirstRun, needsOf } from './connections.rules.ts'
import { FirstLinks } from './connections-first-run.part.tsx'
import { Tills } from './till-heartbeats.part.tsx'
import { venueConfig } from './venue-config.contract.ts'

/** What is linked and what waits for somebody; for those who may see settings, also when each till last sent data. */
export const ConnectionsTab = ({ venueId, filter = EVERYTHING }: { venueId: number; filter?: typeof EVERYTHING }) => {
  const user = useStoredUser()
  const seesTills = tagsOf(user).includes('can_editsettings') || user?.Roles.includes('Admin') === true
  const config = useCall(venueConfig.connections, { params: { id: venueId } }, { everySeconds: 60, enabled: seesTills })
  const { answer, places, groups, error, isWaiting, askAgain } = useConnected(venueId)
  const context = useConnections({ venueId, answer, places, onChanged: () => void askAgain() })
  if (error) return <Failed error={error} onRetry={askAgain} />
  if (!answer || isWaiting) return <Waiting rows={7} />
  const listed = filteredRows(groups, filter)
  return (
    <>
      <Needs needs={filteredNeeds(needsOf(answer, Date.now()), filter)} context={context} />
      {isFirstRun(answer) ? (
        <FirstLinks groups={groups} context={context} />
      ) : listed.length === 0 && isFiltered(filter) ? (
        <NothingListed />
      ) : (
        <LinksTable groups={listed} context={context} />
      )}
      {config.data && !isFiltered(filter) && <Tills config={config.data.Config} nameOf={(id) => context.placeName(id)} />}
    </>
  )
}
