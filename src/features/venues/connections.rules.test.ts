import { describe, expect, it } from 'vitest'
import type { ListedLink, ListedProvider } from '#integrations/connections.contract.ts'
import {
  type Answer,
  countsOf,
  domainRows,
  EVERYTHING,
  filteredNeeds,
  filteredRows,
  linkTarget,
  needsOf,
  rowsByProvider,
  standingOf,
} from './connections.rules.ts'

const NOW = Date.parse('2026-11-22T10:00:00Z')
const HOUR = 3_600_000
const ago = (hours: number) => new Date(NOW - hours * HOUR).toISOString()

const provider = (Provider: ListedProvider['Provider'], more: Partial<ListedProvider> = {}): ListedProvider => ({
  Provider,
  MayLink: true,
  Ready: true,
  Missing: [],
  Scope: 'venue',
  ...more,
})
const link = (Provider: ListedLink['Provider'], LocationId: number | null, more: Partial<ListedLink> = {}): ListedLink => ({
  Provider,
  LocationId,
  Status: 'Linked',
  AccountName: 'An account',
  AccountEnds: '1234',
  LinkedAt: ago(900),
  LinkedBy: null,
  LastSync: ago(1),
  Trouble: null,
  TroubleSince: null,
  NextTry: null,
  Ready: null,
  FirstDay: null,
  Fetched: null,
  Scopes: [],
  UnreadableRows: [],
  RefusedDomains: [],
  ...more,
})
const answer = (Providers: ListedProvider[], Links: ListedLink[] = [], more: Partial<Answer> = {}): Answer => ({
  Providers,
  Links,
  AllLocations: true,
  Storefronts: [],
  Unmatched: null,
  Orders: [],
  ...more,
})
const PLACES = [1, 2, 3]
const placesOf = (given: Answer) => rowsByProvider(given, PLACES).map(({ provider: { Provider }, rows }) => [Provider, rows.map(({ place }) => place)])

describe('rows', () => {
  it('are one for the venue where nothing is linked, and one for each location where that was chosen or is the only way', () => {
    const all = [provider('Stripe'), provider('Deputy', { Scope: 'location' }), provider('Tyro', { Scope: 'location' }), provider('Marketplace')]
    expect(placesOf(answer(all))).toEqual([
      ['Stripe', [null]],
      ['Deputy', PLACES],
      ['Tyro', PLACES],
      ['Marketplace', PLACES],
    ])
  })

  it('are one for each location for whoever has not all of them, since they cannot link the venue', () => {
    expect(placesOf(answer([provider('Stripe')], [], { AllLocations: false }))).toEqual([['Stripe', PLACES]])
  })

  it('leave out locations that the link of the venue covers, and show those with a link of their own', () => {
    expect(placesOf(answer([provider('Stripe')], [link('Stripe', null), link('Stripe', 2)]))).toEqual([['Stripe', [null, 2]]])
    expect(placesOf(answer([provider('Stripe')], [link('Stripe', null, { Status: 'Not linked' }), link('Stripe', 2)]))).toEqual([['Stripe', [2, null, 1, 3]]])
  })

  it('begin with what needs somebody and end with what is not linked; both links of a place that was linked anew are shown', () => {
    const links = [link('Stripe', 1), link('Stripe', 2, { Status: 'Needs attention' }), link('Stripe', 3, { Status: 'Disconnecting' }), link('Stripe', 3)]
    expect(placesOf(answer([provider('Stripe')], links))).toEqual([['Stripe', [2, 1, 3, 3]]])
    const groups = rowsByProvider(answer([provider('Stripe')], links), PLACES)
    expect(countsOf(groups)).toEqual({ Linked: 2, 'Needs attention': 1, Disconnecting: 1, 'Not linked': 0 })
  })

  it('are none where a provider is not set up, which stands last; nobody hears of Involv then', () => {
    const unset = { Ready: false, Missing: ['X_CLIENT_ID'] }
    expect(placesOf(answer([provider('Shopify', unset), provider('Involv', unset), provider('Deputy')]))).toEqual([
      ['Deputy', [null]],
      ['Shopify', []],
    ])
    // What was linked before stays in sight.
    expect(placesOf(answer([provider('Involv', unset)], [link('Involv', 1)]))[0]).toEqual(['Involv', [1, 2, 3]])
  })

  it('of a marketplace say which location publishes', () => {
    const given = answer([provider('Marketplace')], [], { Storefronts: [{ LocationId: 2, Name: 'Bistro to go' }] })
    const [group] = rowsByProvider(given, PLACES)
    expect(group?.rows.map(({ place, storefront }) => [place, storefront])).toEqual([
      [1, undefined],
      [2, 'Bistro to go'],
      [3, undefined],
    ])
    expect(standingOf({ link: undefined, storefront: 'Bistro to go' })).toBe('published')
  })
})

describe('what needs somebody', () => {
  const needs = (links: ListedLink[], more: Partial<Answer> = {}) => needsOf(answer([], links, more), NOW).map(({ what }) => what)

  it('is what was refused, at once, and what passes by itself only after a day', () => {
    expect(needs([link('Stripe', 1, { Trouble: 'silent', TroubleSince: ago(23) })])).toEqual([])
    expect(needs([link('Stripe', 1, { Trouble: 'silent', TroubleSince: ago(25) })])).toEqual(['stuck'])
    expect(needs([link('Stripe', 1, { Trouble: 'endless', TroubleSince: ago(1) })])).toEqual(['stuck'])
    expect(needs([link('Stripe', 1, { Status: 'Needs attention', Trouble: 'refused', TroubleSince: ago(1) })])).toEqual(['attention'])
    expect(needs([link('Stripe', 1, { Status: 'Disconnecting', Trouble: 'silent', TroubleSince: ago(99) })])).toEqual([])
  })

  it('is an account that is not finished, a domain that was refused, and who is nobody here, the worst first', () => {
    const links = [
      link('Stripe', 1, { Ready: { Charges: true, Payouts: false, Details: true }, RefusedDomains: ['pay.example.com'] }),
      link('Stripe', 2, { Ready: { Charges: false, Payouts: false, Details: false } }),
      link('Stripe', 3, { Status: 'Needs attention', Ready: { Charges: true, Payouts: false, Details: true } }),
    ]
    expect(needs(links, { Unmatched: { People: 2, Areas: 0 } })).toEqual(['attention', 'noPayouts', 'noCharges', 'domain', 'people'])
    expect(needs([], { Unmatched: { People: 0, Areas: 1 } })).toEqual(['areas'])
  })

  it('is orders that no till takes, those that are no sales, and what of a link could not be read', () => {
    const orders = { Orders: [{ Provider: 'Deliverect' as const, NoSales: 1, LeftByTill: 2 }] }
    const links = [link('Deputy', null, { UnreadableRows: ['Roster/4'] }), link('Stripe', 1, { Status: 'Needs attention' })]
    expect(needs(links, orders)).toEqual(['attention', 'leftByTill', 'noSales', 'rows'])
    expect(needs([], { Orders: [{ Provider: 'Shopify', NoSales: 0, LeftByTill: 0 }] })).toEqual([])
  })
})

it('where one signs in the place is asked about there, elsewhere its location is named', () => {
  expect([linkTarget('Stripe', null), linkTarget('Stripe', 3), linkTarget('Tyro', 2)]).toEqual([
    '/stripe/connect?begin=venue',
    '/stripe/connect?begin=3',
    '/venue/connections/tyro?location=2',
  ])
})

it('a domain is kept, known to Stripe, or refused by an account', () => {
  const Domains = [{ Domain: 'pay.example.com', Shown: 'pay.example.com' }]
  const state = (...Links: ListedLink[]) => domainRows({ Domains, Links })[0]?.state
  expect(state()).toBe('Kept')
  expect(state(link('Deputy', 1))).toBe('Kept')
  expect(state(link('Stripe', 1, { Status: 'Not linked' }))).toBe('Kept')
  expect(state(link('Stripe', 1))).toBe('Registered')
  expect(state(link('Stripe', 1), link('Stripe', 2, { RefusedDomains: ['pay.example.com'] }))).toBe('Refused')
})

describe('what the reader chose to see', () => {
  const links = [link('Stripe', 1), link('Stripe', 2, { Status: 'Needs attention', Trouble: 'refused', TroubleSince: ago(1) }), link('Deputy', null)]
  const given = answer([provider('Stripe'), provider('Deputy'), provider('Shopify', { Ready: false, Missing: ['SHOPIFY_CLIENT_ID'] })], links, {
    Unmatched: { People: 2, Areas: 0 },
  })
  const seen = (chosen: Partial<typeof EVERYTHING>) =>
    filteredRows(rowsByProvider(given, PLACES), { ...EVERYTHING, ...chosen }).map(({ provider: { Provider }, rows }) => [
      Provider,
      rows.map(({ place }) => place),
    ])
  const needs = (chosen: Partial<typeof EVERYTHING>) => filteredNeeds(needsOf(given, NOW), { ...EVERYTHING, ...chosen }).map(({ what }) => what)

  it('is everything where nothing was chosen', () => {
    expect(seen({})).toEqual([
      ['Stripe', [2, 1, 3]],
      ['Deputy', [null]],
      ['Shopify', []],
    ])
  })

  it('is one provider, one state, or a location with the links of the whole venue that are used there', () => {
    expect(seen({ provider: 'Deputy' })).toEqual([['Deputy', [null]]])
    expect(seen({ state: 'Not linked' })).toEqual([['Stripe', [3]]])
    expect(seen({ location: '1', state: 'Linked' })).toEqual([
      ['Stripe', [1]],
      ['Deputy', [null]],
    ])
    expect(seen({ state: 'Disconnecting' })).toEqual([])
  })

  it('keeps what waits for somebody at that provider and location, whatever state is looked at', () => {
    expect(needs({ state: 'Linked' })).toEqual(['attention', 'people'])
    expect(needs({ provider: 'Deputy' })).toEqual(['people'])
    expect(needs({ location: '1' })).toEqual(['people'])
    expect(needs({ location: '2' })).toEqual(['attention', 'people'])
  })
})
