import { useState } from 'react'
import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useCall } from '#ui/use-call.ts'
import { BackFromStripe } from './back-from-stripe.part.tsx'
import { BeginLink } from './begin-link.part.tsx'
import { EndLink } from './end-link.part.tsx'
import { LinkTable } from './link-table.part.tsx'
import { paymentTokens } from './stripe.contract.ts'
import { stripeWords } from './stripe-connect.messages.ts'

/** A place that can be linked: a location, or with null the whole venue. */
export interface Place {
  locationId: number | null
  name: string
}

/** Linking Stripe for the venue or a location, and what came of it. */
const StripePage = () => {
  const say = useSay(stripeWords)
  const user = useStoredUser()
  const venueId = user?.VenueId ?? 0
  const { data, error, refetch } = useCall(paymentTokens.links, { params: { id: venueId } }, { everySeconds: 30 })
  const [beginning, setBeginning] = useState<Place>()
  const [ending, setEnding] = useState<Place>()
  const places: Place[] = [
    { locationId: null, name: say('wholeVenue') },
    ...(user?.Config?.Locations ?? []).map(({ LocationId, Name }) => ({ locationId: LocationId, name: Name })),
  ]
  const linked = data?.Links.filter(({ LocationId, Status }) => LocationId !== null && Status === 'Linked').length ?? 0
  return (
    <Page title={say('title')} lead={data && <p className="hint">{say('linkedCount', { linked, all: places.length - 1 })}</p>}>
      <BackFromStripe venueId={venueId} places={places} links={data?.Links ?? []} onLinked={() => void refetch()} onAgain={setBeginning} />
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {!data && !error && <Waiting rows={4} />}
      {data && !data.Ready && <p className="callout warn">{say('notSetUp', { settings: 'STRIPE_CLIENT_ID, STRIPE_SECRET_KEY' })}</p>}
      {data && <LinkTable links={data.Links} places={places} canLink={data.Ready} onBegin={setBeginning} onEnd={setEnding} />}
      {beginning && <BeginLink place={beginning} onClose={() => setBeginning(undefined)} />}
      {ending && <EndLink venueId={venueId} place={ending} onDone={() => void refetch()} onClose={() => setEnding(undefined)} />}
    </Page>
  )
}

export default StripePage
