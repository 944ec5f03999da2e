import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { tagsOf, useStoredUser } from '#ui/stored-user.ts'
import { ConnectionsTab } from './connections-tab.part.tsx'
import { OwnDomains } from './domains-tab.part.tsx'
import { venueWords } from './venues.messages.ts'

/** What the open venue is linked with: everything for those who may see its settings, with its tills; for others what they may link, and the domains they may register. */
const ConnectionsPage = () => {
  const say = useSay(venueWords)
  const user = useStoredUser()
  const tags = tagsOf(user)
  return (
    <Page title={say('connectionsTitle')}>
      {user && <ConnectionsTab venueId={user.VenueId} />}
      {user && !tags.includes('can_editsettings') && tags.includes('can_linkpayment') && <OwnDomains venueId={user.VenueId} />}
    </Page>
  )
}

export default ConnectionsPage
