import { Choose } from '#ui/field.tsx'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useUrlState } from '#ui/url-state.ts'
import { useCall } from '#ui/use-call.ts'
import { MarketHours } from './market-hours.part.tsx'
import { MarketMenu } from './market-menu.part.tsx'
import { MarketNow } from './market-now.part.tsx'
import { MarketSettings } from './market-settings.part.tsx'
import { marketplace } from './marketplace.contract.ts'
import { marketplaceWords } from './marketplace.messages.ts'
import styles from './marketplace.module.css'
import { type MarketPlace, paramsOf } from './place.part.ts'
import { StorefrontPreview } from './storefront-preview.part.tsx'

const TABS = ['settings', 'hours', 'menu', 'preview'] as const
type Tab = (typeof TABS)[number]

/** How the locations of the open venue appear on their marketplace, one at a time. */
const MarketplacePage = () => {
  const say = useSay(marketplaceWords)
  const user = useStoredUser()
  const [url, change] = useUrlState()
  const locations = user?.Config?.Locations ?? []
  const chosen = locations.find(({ LocationId }) => String(LocationId) === url.location) ?? locations[0]
  const place = chosen && { venueId: user?.VenueId ?? 0, locationId: chosen.LocationId, name: chosen.Name }
  return (
    <Page title={say('title')} sheet>
      {locations.length > 1 && place && (
        <div className={styles.where}>
          <Choose
            small
            label={say('location')}
            value={String(place.locationId)}
            options={locations.map(({ LocationId, Name }) => [String(LocationId), Name] as const)}
            onChange={(location) => change({ location })}
          />
        </div>
      )}
      {place ? (
        <AtPlace key={`${place.venueId} ${place.locationId}`} place={place} tab={TABS.find((tab) => tab === url.tab) ?? 'settings'} />
      ) : (
        <p>{say('noLocations')}</p>
      )}
    </Page>
  )
}

export default MarketplacePage

const AtPlace = ({ place, tab }: { place: MarketPlace; tab: Tab }) => {
  const say = useSay(marketplaceWords)
  const settings = useCall(marketplace.settings, paramsOf(place))
  const shown = useCall(marketplace.preview, paramsOf(place), { everySeconds: 20 })
  const error = settings.error ?? shown.error
  const renew = () => Promise.all([settings.refetch(), shown.refetch()])
  if (error) return <Failed error={error} onRetry={() => void renew()} />
  if (!settings.data || !shown.data) return <Waiting rows={8} />
  const at = { place, there: settings.data, shown: shown.data, onRenew: renew }
  return (
    <>
      <MarketNow {...at} />
      <nav className={styles.tabs} aria-label={say('tabs')}>
        {TABS.map((one) => (
          <Go key={one} change={{ tab: one === 'settings' ? undefined : one }} {...(one === tab ? { 'aria-current': 'page' as const } : {})}>
            {say(`tab-${one}`)}
          </Go>
        ))}
      </nav>
      {tab === 'settings' && <MarketSettings {...at} />}
      {tab === 'hours' && <MarketHours {...at} />}
      {tab === 'menu' && <MarketMenu {...at} />}
      {tab === 'preview' && <StorefrontPreview isPublished={settings.data.Settings.Enabled} shown={shown.data} />}
    </>
  )
}
