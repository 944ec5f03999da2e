import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { tagsOf, useStoredUser } from '#ui/stored-user.ts'
import { useConnected } from './connection-context.part.ts'
import { linkFilters, useLinkFilter } from './connection-filters.part.tsx'
import { ConnectionsTab } from './connections-tab.part.tsx'
import { OwnDomains } from './domains-tab.part.tsx'
import { venueWords } from './venues.messages.ts'

/** What the open venue is linked with: everything for those who may see its settings, with its tills; for others what they may link, and the domains they may register. */
const ConnectionsPage = () => {
  const say = useSay(venueWords)
  const user = useStoredUser()
  const connected = useConnected(user?.VenueId ?? 0)
  const [filter] = useLinkFilter()
  const tags = tagsOf(user)
  return (
    <Page title={say('connectionsTitle')} filters={linkFilters(connected)} filterCount={Object.values(filter).filter((value) => value !== '').length}>
      {user && <ConnectionsTab venueId={user.VenueId} filter={filter} />}
      {user && !tags.includes('can_editsettings') && tags.includes('can_linkpayment') && <OwnDomains venueId={user.VenueId} />}
    </Page>
  )
}

export default ConnectionsPage
