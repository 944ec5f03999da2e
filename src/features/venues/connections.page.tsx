import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { tagsOf, useStoredUser } from '#ui/stored-user.ts'
import { ConnectionsTab } from './connections-tab.part.tsx'
import { venueWords } from './venues.messages.ts'
import './venues.css'

/** What the open venue is linked with, and its tills; for those who may see its settings. */
const ConnectionsPage = () => {
  const say = useSay(venueWords)
  const user = useStoredUser()
  const maySee = tagsOf(user).includes('can_editsettings')
  return (
    <Page title={say('connectionsTitle')} sheet>
      {user && maySee ? <ConnectionsTab venueId={user.VenueId} /> : <p className="hint venue-part">{say('connectionsFor')}</p>}
    </Page>
  )
}

export default ConnectionsPage
