import { afterAll, beforeAll, expect, it } from 'vitest'
import { operations } from '#app/operations.ts'
import { type AnyOperation, ruleOf } from '#shared/endpoint.ts'
import type { Tag } from '#shared/permissions.ts'
import { type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import type { Visitor } from '#tests/visitor.ts'
import { LINK_TAGS, SIGN_IN_TAGS } from './link.contract.ts'

const LINKING: readonly Tag[] = [...new Set(Object.values(LINK_TAGS))]
const PROVIDERS = ['STRIPE_', 'DEPUTY_', 'INVOLV_', 'SHOPIFY_', 'TYRO_', 'DELIVERECT_', 'TOKEN_KEYS']

let app: StartedApp
let here: StaffRoom
let linker: Visitor
let ofOne: Visitor
let noTags: Visitor
let foreign: number

beforeAll(async () => {
  app = await startApp({ sample: false, unset: PROVIDERS })
  here = await staffRoom(app, 'House without providers')
  foreign = (await staffRoom(app, 'House elsewhere')).locationIds[0] ?? 0
  linker = await here.at('linker', [...LINKING, 'can_viewloyalty', 'can_editloyalty'])
  ofOne = await here.at('links-one', [...LINKING], [here.locationIds[0] ?? 0])
  noTags = await here.at('links-nothing', [])
})
afterAll(() => app.close())

const takesLinkTag = ({ access }: AnyOperation): boolean => {
  const rule = ruleOf(access)
  const tags = Array.isArray(rule) ? rule : ((rule as { anyOf?: readonly string[] }).anyOf ?? [])
  return tags.some((tag) => (LINKING as readonly string[]).includes(tag))
}
const calls = operations.map(({ operation }) => operation).filter(takesLinkTag)
const nameOf = ({ method, path }: AnyOperation) => `${method} ${path}`
const placeOf = ({ placeParam, locationParam }: AnyOperation) => placeParam ?? locationParam
const pathOf = (operation: AnyOperation, location: string | number): string =>
  operation.path.replace(/:(\w+)/g, (_, name: string) => String(name === placeOf(operation) ? location : name === 'id' ? here.venueId : 'pay.example.com'))
const answers = async (who: Visitor, operation: AnyOperation, location: string | number, body?: object, query = '') =>
  (await who.call(operation.method, `${pathOf(operation, location)}${query}`, operation.method === 'POST' ? { body: body ?? {} } : {})).status

it('every call with a location in its path says so in its contract', () => {
  expect(calls.filter((operation) => /location/.test(operation.path) && placeOf(operation) === undefined).map(nameOf)).toEqual([])
})

it('a call about a location refuses by tag, then by path, whatever the body is', async () => {
  const places = calls.filter((operation) => placeOf(operation) !== undefined)
  expect(places.length).toBeGreaterThan(20)
  for (const operation of places)
    for (const location of [foreign, 'none', 0])
      expect([nameOf(operation), await answers(noTags, operation, location), await answers(linker, operation, location)]).toEqual([nameOf(operation), 403, 404])
})

it('a call about all locations refuses a caller who holds one of them, whatever the body is', async () => {
  const all = calls.filter(({ wholeVenue }) => wholeVenue)
  expect(all.length).toBeGreaterThan(15)
  for (const operation of all) expect([nameOf(operation), await answers(ofOne, operation, 0)]).toEqual([nameOf(operation), 403])
})

it('an exchange refuses a wrong body before a provider that is not set up', async () => {
  const exchanges = calls.filter(({ path, method }) => method === 'POST' && /tokens$/.test(path))
  expect(exchanges).toHaveLength(10)
  const [location = 0] = here.locationIds
  const code = { AuthorizationCode: 'a-code' }
  for (const operation of exchanges) {
    const sent = [
      {},
      { ...code, RedirectURI: 'https://evil.example/back' },
      { ...code, RedirectUri: 'nowhere' },
      { ...code, Unknown: 1 },
      { ...code, VenueId: 999_999 },
    ]
    if (/shopify/.test(operation.path)) sent.push({ ...code, Shop: 'evil.example' } as never)
    const statuses: number[] = []
    for (const body of sent) statuses.push(await answers(linker, operation, location, body))
    expect([nameOf(operation), statuses, await answers(linker, operation, location, code)]).toEqual([nameOf(operation), sent.map(() => 400), 503])
  }
})

it('a sign-in that begins refuses a wrong address or shop before a provider that is not set up', async () => {
  const back = `${app.settings.publicUrl}/stripe/connect`
  const start = async (body: object) => (await linker.call('POST', '/oauth/start', { body })).status
  for (const Provider of Object.keys(SIGN_IN_TAGS)) {
    expect([Provider, await start({ Provider }), await start({ Provider, RedirectURI: 'https://evil.example/' })]).toEqual([Provider, 400, 400])
    expect([Provider, await start({ Provider, RedirectURI: back, LocationId: foreign }), await start({ Provider, RedirectURI: back })]).toEqual([
      Provider,
      404,
      503,
    ])
  }
  expect(await start({ Provider: 'Shopify', RedirectURI: back, ShopUrl: 'evil.example' })).toBe(400)
  const [location = 0] = here.locationIds
  for (const operation of calls.filter(({ path }) => path.endsWith('shopifyauthurls'))) {
    const shop = operation.path === '/shopify/shopifyauthurls'
    const query = (redirectUrl: string, shopifyURL: string) => `?${new URLSearchParams({ redirectUrl, ...(shop ? { shopifyURL } : {}) })}`
    const asked = [query('https://evil.example/', 'a.myshopify.com'), query(back, 'a.myshopify.com'), ...(shop ? [query(back, 'evil.example')] : [])]
    const statuses: number[] = []
    for (const one of asked) statuses.push(await answers(linker, operation, location, undefined, one))
    expect([nameOf(operation), statuses]).toEqual([nameOf(operation), shop ? [400, 503, 400] : [400, 503]])
  }
})
