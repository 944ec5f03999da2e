import { lazy, Suspense } from 'react'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { Waiting } from '#ui/states.tsx'
import { tagsOf, useStoredUser } from '#ui/stored-user.ts'
import { useUrlState } from '#ui/url-state.ts'
import { seesWholeVenue, WholeVenue } from '#ui/whole-venue.tsx'
import { GeneralTab } from './general-tab.part.tsx'
import { LocationsTab } from './locations-tab.part.tsx'
import { PaymentTab } from './payment-tab.part.tsx'
import { SettingsTab } from './settings-tab.part.tsx'
import styles from './venue-settings.module.css'
import { venueWords } from './venues.messages.ts'

const PointsTab = lazy(async () => ({ default: (await import('./points-tab.part.tsx')).PointsTab }))
const ConnectionsTab = lazy(async () => ({ default: (await import('./connections-tab.part.tsx')).ConnectionsTab }))
const SuppliersTab = lazy(async () => ({ default: (await import('./suppliers-tab.part.tsx')).SuppliersTab }))
const DomainsTab = lazy(async () => ({ default: (await import('./domains-tab.part.tsx')).DomainsTab }))

const TABS = ['general', 'points', 'locations', 'payment', 'connections', 'settings', 'suppliers', 'domains'] as const
type Tab = (typeof TABS)[number]

/** Everything a venue is set up with, a tab each; the tab stands in the address. */
export const VenueSettings = ({ venueId }: { venueId: number }) => {
  const say = useSay(venueWords)
  const [url] = useUrlState()
  const user = useStoredUser()
  const isAdmin = user?.Roles.includes('Admin') ?? false
  const mayLink = isAdmin || tagsOf(user).includes('can_linkpayment')
  const tabs = TABS.filter((tab) => (tab === 'payment' ? isAdmin : tab === 'domains' ? mayLink : tab === 'suppliers' ? seesWholeVenue(user) : true))
  const chosen: Tab = tabs.find((tab) => tab === url.tab) ?? 'general'
  return (
    <>
      <nav className={styles.tabs} aria-label={say('tabs')}>
        {tabs.map((tab) => (
          <Go key={tab} change={{ tab: tab === 'general' ? undefined : tab }} {...(tab === chosen ? { 'aria-current': 'page' as const } : {})}>
            {say(`tab-${tab}`)}
          </Go>
        ))}
      </nav>
      <Suspense fallback={<Waiting rows={8} />}>
        {chosen === 'general' && (
          <WholeVenue>
            <GeneralTab key={venueId} venueId={venueId} />
          </WholeVenue>
        )}
        {chosen === 'points' && (
          <WholeVenue>
            <PointsTab key={venueId} venueId={venueId} />
          </WholeVenue>
        )}
        {chosen === 'locations' && <LocationsTab key={venueId} venueId={venueId} />}
        {chosen === 'payment' && <PaymentTab key={venueId} venueId={venueId} />}
        {chosen === 'connections' && <ConnectionsTab key={venueId} venueId={venueId} />}
        {chosen === 'settings' && <SettingsTab key={venueId} venueId={venueId} />}
        {chosen === 'suppliers' && <SuppliersTab key={venueId} venueId={venueId} />}
        {chosen === 'domains' && <DomainsTab key={venueId} venueId={venueId} />}
      </Suspense>
    </>
  )
}
