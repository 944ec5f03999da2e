import { afterAll, beforeAll, expect, it } from 'vitest'
import { type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import type { Visitor } from '#tests/visitor.ts'

const NOW = new Date()

let app: StartedApp
let room: StaffRoom
let manager: Visitor
let front: number

beforeAll(async () => {
  app = await startApp({ sample: false })
  room = await staffRoom(app, 'The Rate')
  front = room.locationIds[0] ?? 0
  manager = await room.at('rater', ['can_editsettings', 'can_viewloyalty'])
})
afterAll(() => app.close())

const change = (Config: object, by = manager) => by.call('POST', `/venue/${room.venueId}/config`, { body: { Config } })
const sell = (LoyaltyCard: string) =>
  storeTrade(app.database, room.venueId, front, [plainSale(NOW.toISOString(), 1000, { LoyaltyCard, Points: undefined })], NOW)
const pointsOf = async (card: string) => (await manager.call<{ Points: number }>('GET', `/loyalty/${card}/points`)).body.Points

it('a changed rate counts for sales that arrive from then on, and those that are here keep their points', async () => {
  await change({ PointsPerDollar: 1 })
  await sell('R1')
  await change({ PointsPerDollar: 3.5 })
  expect(await pointsOf('R1')).toBe(10)
  await sell('R1')
  expect(await pointsOf('R1')).toBe(45)
})

it('each product group has one rate, and what is wrong is told by its name', async () => {
  const twice = [
    { ProductGroup: 'Beer', PointsPerDollar: 1 },
    { ProductGroup: 'Beer', PointsPerDollar: 2 },
  ]
  const fieldOf = async (Config: object) => {
    const { status, body } = await change(Config)
    return [status, body.ResponseStatus?.Errors[0]?.FieldName]
  }
  expect(await fieldOf({ PointsRates: twice })).toEqual([400, 'Config.PointsRates'])
  expect(await fieldOf({ PointsPerDollar: 0.00001 })).toEqual([400, 'Config.PointsPerDollar'])
  expect(await fieldOf({ PointsExpireMonths: 121 })).toEqual([400, 'Config.PointsExpireMonths'])
})

it('rates are changed by whoever may change settings, and by nobody who may only change cards', async () => {
  const editor = await room.at('card.editor', ['can_viewloyalty', 'can_editloyalty'])
  expect((await change({ PointsPerDollar: 9 }, editor)).status).toBe(403)
  const { body } = await editor.call<{ Config: { PointsPerDollar: number } }>('GET', `/venue/${room.venueId}/config`)
  expect(body.Config.PointsPerDollar).toBe(3.5)
})
