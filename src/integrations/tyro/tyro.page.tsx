import { useState } from 'react'
import { EndLink } from '#integrations/link-screen/end-link.part.tsx'
import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { tagsOf, useStoredUser } from '#ui/stored-user.ts'
import { useUrlState } from '#ui/url-state.ts'
import { useCall } from '#ui/use-call.ts'
import { LinkTyro } from './link-tyro.form.tsx'
import { type TyroPlaces, tyroCalls } from './tyro.contract.ts'
import { DaysOfTerminals } from './tyro-days.part.tsx'
import { PlacesOfTyro } from './tyro-places.part.tsx'
import { tyroWords } from './tyro-screen.messages.ts'

const SETTINGS = 'TYRO_CLIENT_ID, TYRO_CLIENT_SECRET, TOKEN_KEYS'

type Place = TyroPlaces['Places'][number]

/** Each location's link with its card terminals, and what the terminals took by day beside the till. */
const TyroPage = () => {
  const say = useSay(tyroWords)
  const user = useStoredUser()
  const venueId = user?.VenueId ?? 0
  const { data, error, refetch } = useCall(tyroCalls.tyroPlaces, { params: { id: venueId } }, { everySeconds: 20, fresh: true })
  const [url, change] = useUrlState()
  const [linking, setLinking] = useState<Place>()
  const [ending, setEnding] = useState<Place>()
  // Whoever comes from Connections has chosen the location there.
  const asked = data?.Places.find(({ LocationId, TyroId }) => String(LocationId) === url.location && TyroId === null)
  const chosen = linking ?? asked
  const closeLinking = () => {
    setLinking(undefined)
    if (url.location) change({ location: undefined }, 'replace')
  }
  const linked = data?.Places.filter(({ TyroId }) => TyroId !== null).length ?? 0
  const isReading = data?.Places.some(({ TyroId, Fetched }) => TyroId !== null && Fetched !== null) ?? false
  return (
    <Page title={say('title')} lead={data && <p className="hint">{say('linkedCount', { linked, all: data.Places.length })}</p>}>
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {!data && !error && <Waiting rows={4} />}
      {data && !data.Ready && <p className="callout warn">{say('notSetUp', { settings: SETTINGS })}</p>}
      {data && <PlacesOfTyro places={data.Places} canRead={data.Ready} onLink={setLinking} onEnd={setEnding} onRead={() => void refetch()} />}
      {data &&
        linked > 0 &&
        (tagsOf(user).includes('can_viewpayments') ? <DaysOfTerminals isReading={isReading} /> : <p className="note">{say('needsPayments')}</p>)}
      {chosen && <LinkTyro key={chosen.LocationId} venueId={venueId} place={chosen} onDone={() => void refetch()} onClose={closeLinking} />}
      {ending && (
        <EndLink
          provider="Tyro"
          calls={{ endPlace: tyroCalls.endTyro }}
          venueId={venueId}
          place={{ locationId: ending.LocationId, name: ending.Location }}
          onDone={() => void refetch()}
          onClose={() => setEnding(undefined)}
        />
      )}
    </Page>
  )
}

export default TyroPage
