import { afterAll, beforeAll, expect, it } from 'vitest'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import type { Order, OrderAnswer } from './orders.contract.ts'
import type { SavedOrder } from './saved-orders.contract.ts'

/** A Monday morning in Sydney, 09:00. */
const NOW = new Date('2026-11-22T22:00:00Z')

let app: StartedApp
let owner: Visitor
let manager: Visitor
beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
  manager = await signedIn(app.url, 'manager', 'harbour-and-vine')
  await app.database.inVenue(1, (sql) => sql`insert into venue_supplier (venue_id, supplier_id, name) values (1, 2, 'Coastline Wine') returning 1`)
  const product = (Plu: string, Supplier: string) => ({ Plu, Name: Plu, Unit: 'bottle', Supplier, PackSize: 24, LeadDays: 3, PackCost: 12.5 })
  await ok('PUT', '/stock/products', {
    Products: [product('S-TONIC', 'Wharf Brewing'), product('S-SODA', 'Wharf Brewing'), product('S-WINE', 'Coastline Wine')],
  })
}, 120_000)
afterAll(() => app.close())

const ok = async <T>(method: string, path: string, body?: unknown, who = owner): Promise<T> => {
  const answer = await who.call<T>(method, path, body === undefined ? {} : { body })
  expect(answer.status, JSON.stringify(answer.body)?.slice(0, 800)).toBe(method === 'DELETE' ? 204 : 200)
  return answer.body as T
}
const refused = async (status: number, method: string, path: string, body?: unknown, who = owner): Promise<string> => {
  const answer = await who.call<{ ResponseStatus: { Errors?: { Message: string }[]; Message: string } }>(method, path, body === undefined ? {} : { body })
  expect(answer.status).toBe(status)
  return (answer.body.ResponseStatus.Errors ?? []).map(({ Message }) => Message).join(' ')
}
const PATH = '/stock/saved-orders'
const saved = async (who = owner) => (await ok<{ Saved: SavedOrder[] }>('GET', `${PATH}?Locations=1`, undefined, who)).Saved
const save = (Lines: object[], more: object = {}) => ({ LocationId: 1, Lines, ...more })
const known = ({ SavedId, Version }: SavedOrder) => ({ SavedId, Version })
const only = async (): Promise<SavedOrder> => {
  const [list] = await saved()
  if (!list) throw new Error('Nothing is saved.')
  return list
}
const dropAll = async () => {
  for (const { SavedId } of await saved()) await ok('DELETE', `${PATH}/${SavedId}`)
}

it('an edited list is kept for each supplier with who saved it and when, and colleagues with the right see it; nothing is on order of it', async () => {
  const Lines = [
    { Plu: 'S-TONIC', Packs: 6 },
    { Plu: 'S-SODA', Packs: 0 },
    { Plu: 'S-WINE', Packs: 2 },
  ]
  await ok('PUT', PATH, save(Lines, { Notes: [{ SupplierId: 1, Note: 'By the back door' }] }))
  const lists = await saved(manager)
  expect(lists.map(({ Supplier, Packs, Cost, SavedBy, SavedAt, Version, Note }) => ({ Supplier, Packs, Cost, SavedBy, SavedAt, Version, Note }))).toEqual([
    { Supplier: 'Coastline Wine', Packs: 2, Cost: 25, SavedBy: expect.any(String), SavedAt: NOW.toISOString(), Version: 1, Note: '' },
    { Supplier: 'Wharf Brewing', Packs: 6, Cost: 75, SavedBy: expect.any(String), SavedAt: NOW.toISOString(), Version: 1, Note: 'By the back door' },
  ])
  expect(lists[1]?.Lines.map(({ Plu, Packs, PackSize }) => [Plu, Packs, PackSize])).toEqual([
    ['S-SODA', 0, 24],
    ['S-TONIC', 6, 24],
  ])
  const open = await ok<{ Orders: Order[] }>('GET', '/stock/orders?State=open&Locations=1')
  expect(open.Orders).toEqual([])
  await dropAll()
})

it('a list is not written over what somebody else saved, changed or made meanwhile: each is told in a sentence, and the list stays', async () => {
  const tonic = (Packs: number) => [{ Plu: 'S-TONIC', Packs }]
  await ok('PUT', PATH, save(tonic(6)))
  const first = await only()
  expect(await refused(409, 'PUT', PATH, save(tonic(1)), manager)).toMatch(
    / already saved a list for Wharf Brewing\. Continue that list, or delete it first\.$/,
  )
  await ok('PUT', PATH, save(tonic(7), { Known: [known(first)] }), manager)
  const second = await only()
  expect([second.SavedId, second.Version, second.Packs]).toEqual([first.SavedId, 2, 7])
  expect(await refused(409, 'PUT', PATH, save(tonic(5), { Known: [known(first)] }))).toMatch(/ has changed the list for Wharf Brewing\./)
  expect(await refused(409, 'DELETE', `${PATH}/${first.SavedId}?Version=1`)).toMatch(/ has changed the list for Wharf Brewing\./)
  expect(await refused(409, 'POST', '/stock/orders', { LocationId: 1, Lines: tonic(6), Known: [known(first)] })).toMatch(/ has changed the list/)
  expect((await only()).Packs).toBe(7)
  await ok('DELETE', `${PATH}/${second.SavedId}?Version=2`)
  expect(await refused(409, 'PUT', PATH, save(tonic(5), { Known: [known(second)] }))).toBe(
    'The list you were editing is gone, because someone ordered or deleted it.',
  )
  expect(await saved()).toEqual([])
})

it('made, a list becomes an order with its note once, however many make it at the same moment', async () => {
  await ok('PUT', PATH, save([{ Plu: 'S-TONIC', Packs: 6 }], { Notes: [{ SupplierId: 1, Note: 'Ring the bell' }] }))
  const list = await only()
  const body = { LocationId: 1, Lines: [{ Plu: 'S-TONIC', Packs: 6 }], Notes: [{ SupplierId: 1, Note: list.Note }], Known: [known(list)] }
  const answers = await Promise.all([owner, manager, owner].map((who) => who.call<{ Orders: Order[] }>('POST', '/stock/orders', { body })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const [order] = answers.find(({ status }) => status === 200)?.body.Orders ?? []
  expect(order).toMatchObject({ Note: 'Ring the bell', Packs: 6 })
  expect(await saved()).toEqual([])
  const told = await ok<OrderAnswer>('GET', `/stock/orders/list?OrderId=${order?.OrderId}`)
  expect(told.Lines.map(({ Plu, Packs }) => [Plu, Packs])).toEqual([['S-TONIC', 6]])
})

it('is refused whole for what cannot be ordered, and nothing is kept', async () => {
  expect(
    await refused(
      400,
      'PUT',
      PATH,
      save([
        { Plu: 'S-TONIC', Packs: 1 },
        { Plu: 'NO', Packs: 1 },
      ]),
    ),
  ).toBe('This venue has no product with the PLU NO.')
  expect(await refused(400, 'PUT', PATH, save([{ Plu: 'S-TONIC', Packs: -1 }]))).toContain('cannot be less than 0')
  expect(await saved()).toEqual([])
})
