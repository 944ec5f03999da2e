import { LinkPage } from '#integrations/link-screen/link-page.part.tsx'
import type { LinkedAt, SignedReturn } from '#integrations/link-screen/linked-provider.part.ts'
import { OrderPlaces } from '#integrations/online-orders/order-places.part.tsx'
import { useSay } from '#ui/language.tsx'
import { shopifyTokens } from './shopify.contract.ts'
import { shopifyWords } from './shopify-connect.messages.ts'
import { ScopesCell } from './shopify-scopes.part.tsx'

const NAMES: Readonly<Record<string, keyof SignedReturn>> = { shop: 'Shop', hmac: 'Hmac', timestamp: 'Timestamp', host: 'Host' }
/** What the call has fields of its own for. */
const ELSEWHERE = ['code', 'state']

/** All that Shopify signed goes along: without any part of it the signature would not fit. */
const returned = (sent: URLSearchParams): SignedReturn => {
  const signed: SignedReturn = {}
  const rest = new URLSearchParams()
  for (const [name, value] of sent) {
    const field = NAMES[name]
    if (field) signed[field] = value
    else if (!ELSEWHERE.includes(name)) rest.append(name, value)
  }
  return rest.size === 0 ? signed : { ...signed, Rest: rest.toString() }
}

/** Linking a shop of Shopify for the venue or a location, and saying where its orders count. */
const ShopifyPage = () => {
  const say = useSay(shopifyWords)
  const at: LinkedAt = {
    provider: 'Shopify',
    path: '/shopify/connect',
    calls: shopifyTokens,
    words: shopifyWords,
    settings: 'SHOPIFY_CLIENT_ID, SHOPIFY_CLIENT_SECRET, TOKEN_KEYS',
    remembered: { uri: 'ShopifyRedirectUri', location: 'ShopifyLocationId' },
    asksShop: { label: say('shop'), hint: say('shopHint') },
    returned,
    column: { title: say('access'), Cell: ScopesCell },
  }
  return <LinkPage at={at} more={(venueId) => <OrderPlaces provider="Shopify" venueId={venueId} />} />
}

export default ShopifyPage
