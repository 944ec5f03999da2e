import { type AnyProvider, isLinkedBySigningIn, type ListedLink, type ListedProvider } from '#integrations/connections.contract.ts'

/** The screen that links a provider, and the permission it takes. */
export const LINK_SCREENS: Readonly<Record<AnyProvider, string>> = {
  Stripe: '/stripe/connect',
  Deputy: '/deputy/connect',
  Shopify: '/shopify/connect',
  Involv: '/involv/connect',
  Deliverect: '/venue/connections/deliverect',
  Tyro: '/venue/connections/tyro',
  Marketplace: '/venue/connections/marketplace',
}

/** Whether nothing was ever linked or published. */
export const isFirstRun = ({ Links, Storefronts }: Answer): boolean => Links.length + Storefronts.length === 0

/** In the order in which Connections lists them. */
const ORDER: readonly AnyProvider[] = ['Stripe', 'Deputy', 'Shopify', 'Deliverect', 'Tyro', 'Marketplace', 'Involv']

/** Where a place is linked: the screen of the provider, which asks at once whether to go there. */
export const linkTarget = (provider: AnyProvider, place: number | null): string =>
  `${LINK_SCREENS[provider]}?${isLinkedBySigningIn(provider) ? `begin=${place ?? 'venue'}` : `location=${place}`}`

export interface Answer {
  Providers: readonly ListedProvider[]
  Links: readonly ListedLink[]
  AllLocations: boolean
  Storefronts: readonly { LocationId: number; Name: string }[]
  Unmatched: { People: number; Areas: number } | null
  Orders: readonly { Provider: 'Shopify' | 'Deliverect'; NoSales: number; LeftByTill: number }[]
}

/** A provider at a place; null is the whole venue. Without a link nothing was ever linked there. */
export interface PlaceRow {
  place: number | null
  link: ListedLink | undefined
  /** What the storefront of the place is called, where it publishes one. */
  storefront?: string | undefined
}

/** A provider with its rows; none where it is not set up on this server. */
export interface ProviderRows {
  provider: ListedProvider
  rows: PlaceRow[]
}

/** The rows of every provider: those that are set up first. Involv is left out while it is not. */
export const rowsByProvider = (answer: Answer, locationIds: readonly number[]): ProviderRows[] =>
  [...answer.Providers]
    .sort((a, b) => Number(b.Ready) - Number(a.Ready) || ORDER.indexOf(a.Provider) - ORDER.indexOf(b.Provider))
    .map((provider) => ({ provider, rows: rowsOf(provider, answer, locationIds) }))
    .filter(({ provider, rows }) => provider.Provider !== 'Involv' || rows.length > 0)

const rowsOf = (provider: ListedProvider, { Links, AllLocations, Storefronts }: Answer, locationIds: readonly number[]): PlaceRow[] => {
  if (provider.Provider === 'Marketplace')
    return locationIds.map((place) => ({ place, link: undefined, storefront: Storefronts.find(({ LocationId }) => LocationId === place)?.Name }))
  const links = Links.filter((link) => link.Provider === provider.Provider)
  if (links.length === 0 && !provider.Ready) return []
  const ofVenue = links.filter(({ LocationId }) => LocationId === null)
  const isVenueLinked = ofVenue.some(isOpen)
  const isByVenue = AllLocations && provider.Scope === 'venue' && !links.some((link) => link.LocationId !== null && isOpen(link))
  const places = locationIds.flatMap((place) => {
    const own = links.filter(({ LocationId }) => LocationId === place)
    return own.length > 0 || isVenueLinked || isByVenue ? rowsFor(place, own) : [{ place, link: undefined }]
  })
  const venue = ofVenue.length === 0 && isByVenue ? [{ place: null, link: undefined }] : rowsFor(null, ofVenue)
  return [...venue, ...places].sort((a, b) => rank(a) - rank(b))
}

const rowsFor = (place: number | null, links: readonly ListedLink[]): PlaceRow[] => links.map((link) => ({ place, link }))

/** Whether something is linked, well or not. */
export const isOpen = ({ Status }: Pick<ListedLink, 'Status'>): boolean => Status === 'Linked' || Status === 'Needs attention'

const RANK: Readonly<Record<ListedLink['Status'], number>> = { 'Needs attention': 0, Linked: 1, Disconnecting: 2, 'Not linked': 3 }
const statusOf = ({ link, storefront }: PlaceRow): ListedLink['Status'] => link?.Status ?? (storefront === undefined ? 'Not linked' : 'Linked')
const rank = (row: PlaceRow): number => RANK[statusOf(row)]

/** How a link stands, as one word or two. */
export type Standing = ListedLink['Status'] | 'noPayouts' | 'noCharges' | 'published'

export const standingOf = ({ link, storefront }: Pick<PlaceRow, 'link' | 'storefront'>): Standing => {
  if (!link) return storefront === undefined ? 'Not linked' : 'published'
  if (link.Status === 'Linked' && link.Ready && !link.Ready.Charges) return 'noCharges'
  if (link.Status === 'Linked' && link.Ready && !link.Ready.Payouts) return 'noPayouts'
  return link.Status
}

/** What a person has to do about a link. */
export type Need =
  | { what: 'attention' | 'stuck' | 'noCharges' | 'noPayouts'; link: ListedLink }
  | { what: 'domain'; link: ListedLink; domain: string }
  | { what: 'rows'; link: ListedLink; count: number }
  | { what: 'people' | 'areas'; count: number }
  | { what: 'leftByTill' | 'noSales'; provider: 'Shopify' | 'Deliverect'; count: number }

const DAY_MS = 86_400_000

/** Everything that waits for somebody, the worst first: trouble that passes by itself does not, until it has lasted for a day. */
export const needsOf = ({ Links, Unmatched, Orders }: Answer, nowMs: number): Need[] => [
  ...Links.filter(({ Status }) => Status === 'Needs attention').map((link) => ({ what: 'attention' as const, link })),
  ...Orders.flatMap(({ Provider, LeftByTill }) => (LeftByTill > 0 ? [{ what: 'leftByTill' as const, provider: Provider, count: LeftByTill }] : [])),
  ...Links.filter((link) => link.Status === 'Linked' && isStuck(link, nowMs)).map((link) => ({ what: 'stuck' as const, link })),
  ...Links.flatMap((link) => {
    const standing = standingOf({ link })
    return standing === 'noCharges' || standing === 'noPayouts' ? [{ what: standing, link }] : []
  }),
  ...Links.flatMap((link) => link.RefusedDomains.map((domain) => ({ what: 'domain' as const, link, domain }))),
  ...Orders.flatMap(({ Provider, NoSales }) => (NoSales > 0 ? [{ what: 'noSales' as const, provider: Provider, count: NoSales }] : [])),
  ...Links.flatMap((link) => (link.UnreadableRows.length > 0 ? [{ what: 'rows' as const, link, count: link.UnreadableRows.length }] : [])),
  ...(Unmatched?.People ? [{ what: 'people' as const, count: Unmatched.People }] : []),
  ...(Unmatched?.Areas ? [{ what: 'areas' as const, count: Unmatched.Areas }] : []),
]

const isStuck = ({ Trouble, TroubleSince }: ListedLink, nowMs: number): boolean =>
  Trouble === 'endless' || (Trouble !== null && TroubleSince !== null && nowMs - Date.parse(TroubleSince) > DAY_MS)

/** What the reader chose to see; '' is everything. */
export interface LinkFilter {
  provider: string
  location: string
  state: string
}

export const EVERYTHING: LinkFilter = { provider: '', location: '', state: '' }
export const LINK_STATES = ['Needs attention', 'Linked', 'Disconnecting', 'Not linked'] as const satisfies readonly ListedLink['Status'][]

/** The whole venue belongs to each of its locations: its link is used there. */
const isAt = (place: number | null, location: string): boolean => location === '' || place === null || String(place) === location

/** The rows the reader chose to see, and the providers that have any. Of the whole list a provider that is not set up stays, with no rows. */
export const filteredRows = (groups: readonly ProviderRows[], { provider: name, location, state }: LinkFilter): ProviderRows[] =>
  groups
    .filter(({ provider }) => name === '' || provider.Provider === name)
    .map(({ provider, rows }) => ({ provider, rows: rows.filter((row) => isAt(row.place, location) && (state === '' || statusOf(row) === state)), was: rows }))
    .filter(({ rows, was }) => rows.length > 0 || (was.length === 0 && state === ''))
    .map(({ provider, rows }) => ({ provider, rows }))

/** What waits for somebody there. Whatever state is looked at, nothing that waits is hidden. */
export const filteredNeeds = (needs: readonly Need[], { provider, location }: LinkFilter): Need[] =>
  needs.filter((need) => (provider === '' || providerOf(need) === provider) && isAt('link' in need ? need.link.LocationId : null, location))

/** Whose screen puts it right. */
export const providerOf = (need: Need): AnyProvider => ('link' in need ? need.link.Provider : 'provider' in need ? need.provider : 'Deputy')

/** How many places are in each state. */
export const countsOf = (groups: readonly ProviderRows[]): Record<ListedLink['Status'], number> => {
  const counts = { Linked: 0, 'Needs attention': 0, Disconnecting: 0, 'Not linked': 0 }
  for (const { rows } of groups) for (const row of rows) counts[statusOf(row)] += 1
  return counts
}

/** A domain payments are taken on: Stripe knows it, refused it somewhere, or is told of it once it is linked. */
export interface DomainRow {
  domain: string
  shown: string
  state: 'Kept' | 'Registered' | 'Refused'
}

export const domainRows = ({ Domains, Links }: { Domains: readonly { Domain: string; Shown: string }[]; Links: readonly ListedLink[] }): DomainRow[] => {
  const accounts = Links.filter((link) => link.Provider === 'Stripe' && isOpen(link))
  return Domains.map(({ Domain, Shown }) => {
    const isRefused = accounts.some(({ RefusedDomains }) => RefusedDomains.includes(Domain))
    return { domain: Domain, shown: Shown, state: isRefused ? 'Refused' : accounts.some(({ Status }) => Status === 'Linked') ? 'Registered' : 'Kept' }
  })
}
