import { afterAll, beforeAll, expect, it } from 'vitest'
import { type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { Movement } from './movements.contract.ts'

/** A Sunday evening in Sydney. */
const NOW = new Date('2026-11-22T10:04:00Z')
let app: StartedApp
let room: StaffRoom
let head: Visitor
let reader: Visitor
let bar: Visitor
let front: number
let back: number

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => NOW })
  room = await staffRoom(app, 'Movements')
  ;[front = 0, back = 0] = room.locationIds
  await app.database.inVenue(room.venueId, async (sql) => {
    await sql`insert into venue_supplier (venue_id, supplier_id, name) values (${room.venueId}, 901, 'Southern Cross')`
  })
  head = await room.at('movements-head', ['can_viewstock', 'can_editstock', 'can_viewaudit'])
  reader = await room.at('movements-reader', ['can_viewstock'])
  bar = await room.at('movements-bar', ['can_viewstock', 'can_editstock'], [front])
  expect((await head.call('PUT', '/stock/products', { body: { Products: [{ Plu: 'GIN', Name: 'Coastal Gin', Unit: 'bottle' }] } })).status).toBe(200)
  const invoice = { LocationId: front, Supplier: 'Southern Cross', Invoice: 'A-1', ReceivedOn: '2026-11-20', Lines: [{ Plu: 'GIN', Quantity: 12, Cost: 480 }] }
  expect((await head.call('POST', '/stock/invoices', { body: invoice })).status).toBe(200)
})
afterAll(() => app.close())

interface Answer {
  Status?: string
  ResponseStatus?: { ErrorCode: string; Errors: { FieldName: string; ErrorCode: string; Message: string }[] }
}
let made = 0
const enter = (more: object = {}, by = head) =>
  by.call<Answer>('POST', '/stock/movements', {
    body: { Number: `move-${made++}`, LocationId: front, Kind: 'Wastage', Plu: 'GIN', Quantity: 2, Day: '2026-11-21', Reason: 'breakage', ...more },
  })
const undo = (MovementId: string, LocationId = front, by = head) => by.call<Answer>('POST', '/stock/movements/reversals', { body: { LocationId, MovementId } })
const listed = async (locationId = front, by = head) =>
  (await by.call<{ Movements: Movement[] }>('GET', `/stock/movements?LocationId=${locationId}`)).body.Movements
const left = async (locationId = front) => (await listed(locationId)).reduce((sum, { Quantity }) => sum + Quantity, 0)
const wrong = ({ status, body }: { status: number; body: Answer }) => [
  status,
  ...(body.ResponseStatus?.Errors ?? []).map(({ FieldName, ErrorCode }) => `${FieldName} ${ErrorCode}`),
]

it('a write-off is listed with who, when, why and what it cost; sent again it is the same one, and said otherwise it is refused', async () => {
  expect((await enter({ Number: 'first' })).body).toEqual({ Status: 'accepted' })
  expect((await enter({ Number: 'first' })).body).toEqual({ Status: 'duplicate' })
  expect(wrong(await enter({ Number: 'first', Quantity: 3 }))).toEqual([400, 'Number Conflict'])
  const all = await listed()
  expect(all).toHaveLength(1)
  expect(all[0]).toMatchObject({
    Kind: 'Wastage',
    Plu: 'GIN',
    Name: 'Coastal Gin',
    Unit: 'bottle',
    Quantity: -2,
    Cost: -80,
    At: null,
    Day: '2026-11-21',
    Reason: 'breakage',
    Source: 'screen',
    IsReversal: false,
    IsReversed: false,
    MayReverse: true,
  })
  expect(all[0]?.By).toBeTruthy()
  expect(JSON.stringify((await head.call('GET', '/audit?Limit=5')).body)).toContain('stock.movement')
})

it('two sendings at once are one movement', async () => {
  const before = await left()
  const both = await Promise.all([enter({ Number: 'twice' }), enter({ Number: 'twice' })])
  expect(both.map(({ body }) => body.Status).sort()).toEqual(['accepted', 'duplicate'])
  expect(await left()).toBe(before - 2)
})

it('it is taken back once, by a further movement of the same moment and cost', async () => {
  await enter({ Number: 'mistake', Quantity: 1.5 })
  const [mistake] = await listed()
  const before = await left()
  const id = mistake?.MovementId ?? ''
  const both = await Promise.all([undo(id), undo(id)])
  expect(both.map(({ body }) => body.Status).sort()).toEqual(['accepted', 'duplicate'])
  expect(await left()).toBe(before + 1.5)
  const [back, there] = await listed()
  expect([back, there]).toMatchObject([
    { Quantity: 1.5, Cost: 60, Day: '2026-11-21', IsReversal: true, MayReverse: false },
    { MovementId: id, IsReversed: true, MayReverse: false },
  ])
  expect(wrong(await undo(back?.MovementId ?? ''))).toEqual([400, 'MovementId Invalid'])
  expect((await undo('1')).status).toBe(404)
  expect(JSON.stringify((await head.call('GET', '/audit?Limit=5')).body)).toContain('stock.movement-undone')
})

it('a transfer needs both locations, arrives at the other, and is taken back where it left from', async () => {
  const transfer = { Kind: 'Transfer', Reason: undefined, Quantity: 3, ToLocationId: back }
  expect((await enter(transfer, bar)).status).toBe(404)
  expect((await enter({ ...transfer, Number: 'over' })).body).toEqual({ Status: 'accepted' })
  const [sent] = await listed()
  const [came] = await listed(back)
  expect(sent).toMatchObject({ Kind: 'Transfer', Quantity: -3, OtherLocationId: back, MayReverse: true })
  expect(came).toMatchObject({ Kind: 'Transfer', Quantity: 3, OtherLocationId: front, MayReverse: false })
  // Whoever holds one of the two sees that it left, not where to, and does not take it back.
  expect((await listed(front, bar))[0]).toMatchObject({ Quantity: -3, OtherLocationId: null, MayReverse: false })
  expect((await undo(sent?.MovementId ?? '', front, bar)).status).toBe(404)
  expect(wrong(await undo(came?.MovementId ?? '', back))).toEqual([400, 'MovementId Invalid'])
  expect((await undo(sent?.MovementId ?? '')).body).toEqual({ Status: 'accepted' })
  expect(await left(back)).toBe(0)
  expect(await listed(back)).toMatchObject([{ IsReversal: true, MayReverse: false }, { MayReverse: false }])
})

it.each([
  ['a quantity of 0', { Quantity: 0 }, 'Quantity Invalid'],
  ['a write-off below zero', { Quantity: -1 }, 'Quantity Invalid'],
  ['five decimals', { Quantity: 0.00001 }, 'Quantity Invalid'],
  ['an unknown product', { Plu: 'NOPE' }, 'Plu ProductNotFound'],
  ['no reason', { Reason: undefined }, 'Reason Missing'],
  ['an adjustment without a reason', { Kind: 'Adjustment', Quantity: -1, Reason: undefined }, 'Reason Missing'],
  ['neither moment nor day', { Day: undefined }, 'At Invalid'],
  ['both moment and day', { At: '2026-11-21T10:00:00Z' }, 'At Invalid'],
  ['a day next year', { Day: '2027-11-21' }, 'Day Invalid'],
  ['a transfer to nowhere', { Kind: 'Transfer', Reason: undefined }, 'ToLocationId Missing'],
])('refuses %s, and stores nothing', async (_, more, told) => {
  const before = await listed()
  expect(wrong(await enter(more))).toEqual([400, told])
  expect(await listed()).toEqual(before)
})

it('a transfer does not go to where it is, and readers and strangers to the location change nothing', async () => {
  expect(wrong(await enter({ Kind: 'Transfer', Reason: undefined, ToLocationId: front }))).toEqual([400, 'ToLocationId Invalid'])
  expect((await enter({}, reader)).status).toBe(403)
  expect((await enter({ LocationId: back }, bar)).status).toBe(404)
  expect((await bar.call('GET', `/stock/movements?LocationId=${back}`)).status).toBe(404)
  expect((await listed(front, reader))[0]?.MayReverse).toBe(false)
})

it('a transfer goes to no location with another currency, since what it is worth is never converted silently', async () => {
  await app.database.inVenue(room.venueId, (sql) => sql`update location set currency = 'JPY' where venue_id = ${room.venueId} and location_id = ${back}`)
  const before = (await listed(back)).length
  expect(wrong(await enter({ Kind: 'Transfer', Reason: undefined, ToLocationId: back }))).toEqual([400, 'ToLocationId Invalid'])
  expect((await listed(back)).length).toBe(before)
})
