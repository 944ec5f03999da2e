import { afterAll, beforeAll, expect, it } from 'vitest'
import { type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { TillStaff } from './till-staff.contract.ts'

const NOW = new Date('2026-11-20T10:04:00Z')

let app: StartedApp
let room: StaffRoom
let viewer: Visitor
let front: number
let back: number

const sell = async (at: number, time: string, ClerkName: string, changes: object = {}) => {
  const sale = plainSale(`${time}+11:00`, 1000, { ClerkId: ClerkName, ClerkName, ...changes })
  await storeTrade(app.database, room.venueId, at, [sale], NOW)
  return sale.SaleId
}
const asked = async (LocationId: number, Day: string, by = viewer) => {
  const { status, body } = await by.call<TillStaff>('GET', `/loyalty/tillstaff?LocationId=${LocationId}&Day=${Day}`)
  return { status, people: body.People?.map(({ Name, From, To }) => `${Name} ${From.slice(11, 16)}–${To.slice(11, 16)}`) }
}

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => NOW })
  room = await staffRoom(app, 'The Tills')
  ;[front = 0, back = 0] = room.locationIds
  viewer = await room.at('looker', ['can_viewloyalty'], [front])
  for (const time of ['2026-11-18T17:26:00', '2026-11-18T19:40:00', '2026-11-19T00:31:00']) await sell(front, time, 'Oskar Lund')
  const first = await sell(front, '2026-11-18T18:10:00', 'Sam Whitlock')
  await sell(front, '2026-11-18T23:50:00', 'Sam Whitlock', { Type: 'Void', OriginalSaleId: first, Lines: undefined, Tenders: undefined, Totals: undefined })
  await sell(back, '2026-11-18T12:00:00', 'Hana Sato')
  await sell(front, '2026-11-19T12:00:00', 'Jade Hollis')
})
afterAll(() => app.close())

it('names everybody who rang up receipts on the trading day, from the first to the last, past midnight too', async () => {
  expect((await asked(front, '2026-11-18')).people).toEqual(['Oskar Lund 17:26–00:31', 'Sam Whitlock 18:10–18:10'])
  expect((await asked(front, '2026-11-19')).people).toEqual(['Jade Hollis 12:00–12:00'])
  expect((await asked(front, '2026-11-17')).people).toEqual([])
})

it('says nothing of a location that was not granted, nor to somebody who may not see cards', async () => {
  expect((await asked(back, '2026-11-18')).status).toBe(404)
  const seller = await room.at('seller', ['can_viewsales'])
  expect((await asked(front, '2026-11-18', seller)).status).toBe(403)
  const all = await room.at('everywhere', ['can_viewloyalty'])
  expect((await asked(back, '2026-11-18', all)).people).toEqual(['Hana Sato 12:00–12:00'])
})
