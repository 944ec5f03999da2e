import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { VenueSettings } from './venue-settings.part.tsx'
import { venueWords } from './venues.messages.ts'

/** The open venue's settings. */
const VenueSettingsPage = () => {
  const say = useSay(venueWords)
  const venueId = useStoredUser()?.VenueId
  return (
    <Page title={say('settingsTitle')} sheet>
      {venueId ? <VenueSettings venueId={venueId} /> : null}
    </Page>
  )
}

export default VenueSettingsPage
