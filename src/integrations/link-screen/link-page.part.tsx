import { type ReactNode, useState } from 'react'
import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useUrlState } from '#ui/url-state.ts'
import { useAskAgain, useCall } from '#ui/use-call.ts'
import { BackFromProvider } from './back-from-provider.part.tsx'
import { BeginLink } from './begin-link.part.tsx'
import { EndLink } from './end-link.part.tsx'
import { LinkTable } from './link-table.part.tsx'
import type { LinkedAt, Place } from './linked-provider.part.ts'

/**
 * Linking a provider for the venue or a location, and what came of it.
 * @param more what the provider's screen has below, once something is linked
 */
export const LinkPage = ({ at, more }: { at: LinkedAt; more?: (venueId: number) => ReactNode }) => {
  const say = useSay(at.words)
  const user = useStoredUser()
  const venueId = user?.VenueId ?? 0
  const { data, error } = useCall(at.calls.links, { params: { id: venueId } }, { everySeconds: 30, fresh: true })
  const askAgain = useAskAgain(at.calls.links, { params: { id: venueId } })
  const [beginning, setBeginning] = useState<Place>()
  const [url, change] = useUrlState()
  const [ending, setEnding] = useState<Place>()
  const locations = user?.Config?.Locations ?? []
  const places: Place[] = [
    { locationId: null, name: user?.Venues.find((one) => one.VenueId === venueId)?.Name ?? '' },
    ...locations.map(({ LocationId, Name }) => ({ locationId: LocationId, name: Name })),
  ]
  const own = new Set(data?.Links.filter(({ Status }) => Status === 'Linked').map(({ LocationId }) => LocationId))
  const ofPlace = (place: Place) => data?.Links.find(({ LocationId }) => LocationId === place.locationId)
  // The venue's link is used wherever a location has none of its own.
  const linked = own.has(null) ? locations.length : own.size
  // Whoever comes from Connections has chosen the place there.
  const asked = data?.Ready ? places.find(({ locationId }) => url.begin === String(locationId ?? 'venue') && !own.has(locationId)) : undefined
  const begun = beginning ?? asked
  const close = () => {
    setBeginning(undefined)
    if (url.begin) change({ begin: undefined }, 'replace')
  }
  return (
    <Page title={say('title')} lead={data && <p className="hint">{say('linkedCount', { linked, all: locations.length })}</p>}>
      <BackFromProvider at={at} venueId={venueId} places={places} links={data?.Links ?? []} onLinked={() => void askAgain()} onAgain={setBeginning} />
      {error && <Failed error={error} onRetry={askAgain} />}
      {!data && !error && <Waiting rows={4} />}
      {data && !data.Ready && <p className="callout warn">{say('notSetUp', { settings: at.settings })}</p>}
      {data && <LinkTable at={at} links={data.Links} places={places} canLink={data.Ready} onBegin={setBeginning} onEnd={setEnding} />}
      {data && data.Links.length > 0 && more?.(venueId)}
      {begun && <BeginLink at={at} place={begun} shop={ofPlace(begun)?.AccountEnds ?? ''} onClose={close} />}
      {ending && (
        <EndLink provider={at.provider} calls={at.calls} venueId={venueId} place={ending} onDone={() => void askAgain()} onClose={() => setEnding(undefined)} />
      )}
    </Page>
  )
}
