import { afterAll, beforeAll, expect, it } from 'vitest'
import { type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { InvoiceList, Receipt } from './invoices.contract.ts'

const NOW = new Date('2026-11-20T10:04:00Z')

let app: StartedApp
let room: StaffRoom
let manager: Visitor
let teller: Visitor
let front: number

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => NOW })
  room = await staffRoom(app, 'The Receipt')
  front = room.locationIds[0] ?? 0
  manager = await room.at('both', ['can_viewsales', 'can_viewloyalty', 'can_editsettings'])
  teller = await room.at('sales.only', ['can_viewsales'])
  await manager.call('POST', `/venue/${room.venueId}/config`, { body: { Config: { PointsPerDollar: 2 } } })
  const sell = (changes: object) => storeTrade(app.database, room.venueId, front, [plainSale('2026-11-20T19:00:00+11:00', 1000, changes)], NOW)
  await sell({ LoyaltyCard: '6001234567', Points: { Accrued: 10, Redeemed: 3 } })
  await sell({ LoyaltyCard: '6007654321', Points: undefined })
  await sell({ Points: undefined })
})
afterAll(() => app.close())

const receipts = async (by: Visitor) => {
  const { body } = await by.call<InvoiceList>('GET', '/sales/invoices?Date=2026-11-20')
  const found = await Promise.all(body.Invoices.map(({ SaleId }) => by.call<Receipt>('GET', `/sales/invoices/${SaleId}`)))
  return found
    .map(({ body: { Card, PointsAccrued, PointsRedeemed, PointsSource } }) => ({ Card, PointsAccrued, PointsRedeemed, PointsSource }))
    .sort((a, b) => String(a.Card).localeCompare(String(b.Card)))
}

it('a receipt says how many points, on which card, and whether the till sent them or they were worked out', async () => {
  expect(await receipts(manager)).toEqual([
    { Card: '•••4321', PointsAccrued: 20, PointsRedeemed: 0, PointsSource: 'Computed' },
    { Card: '•••4567', PointsAccrued: 10, PointsRedeemed: 3, PointsSource: 'Till' },
    { Card: null, PointsAccrued: 0, PointsRedeemed: 0, PointsSource: null },
  ])
})

it('whoever may not see loyalty is told neither points nor where they come from', async () => {
  const unseen = { PointsAccrued: null, PointsRedeemed: null, PointsSource: null }
  expect(await receipts(teller)).toEqual([
    { Card: '•••4321', ...unseen },
    { Card: '•••4567', ...unseen },
    { Card: null, ...unseen },
  ])
})
