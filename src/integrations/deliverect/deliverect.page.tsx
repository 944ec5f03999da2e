import { useState } from 'react'
import { EndLink } from '#integrations/link-screen/end-link.part.tsx'
import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useUrlState } from '#ui/url-state.ts'
import { useCall } from '#ui/use-call.ts'
import { type DeliverectPlace, deliverectCalls } from './deliverect.contract.ts'
import { ChannelsOfDeliverect } from './deliverect-channels.part.tsx'
import { ListedOrders, UnlinkedOrders } from './deliverect-orders.part.tsx'
import { PlacesOfDeliverect } from './deliverect-places.part.tsx'
import { SendProducts } from './deliverect-products.part.tsx'
import { deliverectWords } from './deliverect-screen.messages.ts'
import { LinkDeliverect } from './link-deliverect.form.tsx'

/** What is asked about a location. */
interface Asked {
  what: 'link' | 'end' | 'products'
  place: DeliverectPlace
}

/** Each location's link with Deliverect, what its channels take, and the orders that need somebody. */
const DeliverectPage = () => {
  const say = useSay(deliverectWords)
  const venueId = useStoredUser()?.VenueId ?? 0
  const { data, error, refetch } = useCall(deliverectCalls.overview, { params: { id: venueId } }, { everySeconds: 20, fresh: true })
  const [url, change] = useUrlState()
  const [chosen, setChosen] = useState<Asked>()
  // Whoever comes from Connections has chosen the location there.
  const named = data?.Locations.find(({ LocationId, DeliverectId }) => String(LocationId) === url.location && DeliverectId === null)
  const asked = chosen ?? (named && { what: 'link', place: named })
  const close = () => {
    setChosen(undefined)
    if (url.location) change({ location: undefined }, 'replace')
  }
  const linked = data?.Locations.filter(({ DeliverectId }) => DeliverectId !== null) ?? []
  const dialog = { venueId, onDone: () => void refetch(), onClose: close }
  return (
    <Page title={say('title')} lead={data && <p className="hint">{say('linkedCount', { linked: linked.length, all: data.Locations.length })}</p>}>
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {!data && !error && <Waiting rows={4} />}
      {data && !data.Connected && <p className="callout warn">{say('notConnected')}</p>}
      {data && <PlacesOfDeliverect places={data.Locations} canSend={data.Connected} onAsk={(what, place) => setChosen({ what, place })} />}
      {data && <UnlinkedOrders unlinked={data.Unlinked} />}
      {data && linked.length > 0 && <ListedOrders orders={data.Orders} places={data.Locations} />}
      {data && linked.length > 0 && <ChannelsOfDeliverect venueId={venueId} channels={data.Channels} places={linked} onDone={() => void refetch()} />}
      {asked?.what === 'link' && <LinkDeliverect place={asked.place} {...dialog} />}
      {asked?.what === 'end' && (
        <EndLink
          provider="Deliverect"
          calls={{ endPlace: deliverectCalls.end }}
          venueId={venueId}
          place={{ locationId: asked.place.LocationId, name: asked.place.Location }}
          onDone={dialog.onDone}
          onClose={dialog.onClose}
        />
      )}
      {asked?.what === 'products' && <SendProducts place={asked.place} {...dialog} />}
    </Page>
  )
}

export default DeliverectPage
