import { tagNames } from '#shared/tag-names.messages.ts'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { tagsOf, useStoredUser } from '#ui/stored-user.ts'
import styles from './connections.module.css'
import { ConnectionsTab } from './connections-tab.part.tsx'
import { OwnDomains } from './domains-tab.part.tsx'
import type { Provider } from './venue-config.contract.ts'
import layout from './venue-part.module.css'
import { venueWords } from './venues.messages.ts'

/** What the open venue is linked with, and its tills, for those who may see its settings; for others what they may link, and the domains they may register. */
const ConnectionsPage = () => {
  const say = useSay(venueWords)
  const user = useStoredUser()
  const maySee = tagsOf(user).includes('can_editsettings')
  return (
    <Page title={say('connectionsTitle')} sheet>
      {user && maySee ? <ConnectionsTab venueId={user.VenueId} /> : <MayLink tags={tagsOf(user)} />}
      {user && !maySee && tagsOf(user).includes('can_linkpayment') && <OwnDomains venueId={user.VenueId} />}
    </Page>
  )
}

export default ConnectionsPage

const LINKED_BY: Readonly<Record<string, readonly Provider[]>> = {
  can_linkpayment: ['Stripe', 'Deliverect', 'Tyro', 'Marketplace'],
  can_linkdeputy: ['Deputy'],
  can_linkinvolv: ['Involv'],
  can_linkshopify: ['Shopify'],
}
/** Providers with a screen of their own. */
const SCREENS: Readonly<Partial<Record<Provider, string>>> = {
  Stripe: '/stripe/connect',
  Deputy: '/deputy/connect',
  Involv: '/involv/connect',
  Shopify: '/shopify/connect',
  Marketplace: '/venue/connections/marketplace',
}

/** The call that tells what is linked is for those who may change settings; whoever may link is told what, and where. */
const MayLink = ({ tags }: { tags: readonly string[] }) => {
  const say = useSay(venueWords)
  const sayTag = useSay(tagNames)
  const providers = tags.flatMap((tag) => LINKED_BY[tag] ?? [])
  return (
    <section className={`${layout.part} ${styles.mayLink}`}>
      <h2>{say('mayLink')}</h2>
      <ul>
        {providers.map((provider) => {
          const screen = SCREENS[provider]
          return <li key={provider}>{screen ? <Go to={screen}>{provider}</Go> : provider}</li>
        })}
      </ul>
      <p className="hint">{say('connectionsFor', { tag: sayTag('can_editsettings') })}</p>
    </section>
  )
}
