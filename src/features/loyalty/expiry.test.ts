import { afterAll, beforeAll, expect, it } from 'vitest'
import { type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import type { Visitor } from '#tests/visitor.ts'

/** A Friday evening in Sydney. */
const NOW = new Date('2026-11-20T10:04:00Z')

interface Preview {
  Before: string
  Cards: number
  Points: number
  ByMonth: { Month: string; Cards: number; Points: number }[]
  Next: { Day: string; Cards: number; Points: number } | null
  Done: { At: string; By: string | null; Cards: number; Points: number }[]
  MayExpire: boolean
}

let app: StartedApp
let room: StaffRoom
let manager: Visitor
let front: number

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => NOW })
  room = await staffRoom(app, 'The Sleeper')
  front = room.locationIds[0] ?? 0
  manager = await room.at('expirer', ['can_viewloyalty', 'can_editloyalty', 'can_editsettings'])
})
afterAll(() => app.close())

const preview = async (by = manager) => (await by.call<Preview>('GET', '/loyalty/expiry')).body
const used = (LoyaltyCard: string, day: string, Accrued: number) => {
  const at = `${day}T12:00:00+11:00`
  return storeTrade(app.database, room.venueId, front, [plainSale(at, 1000, { LoyaltyCard, Points: { Accrued, Redeemed: 0 } })], new Date(at))
}
const balance = async (card: string) => (await manager.call<{ Points: number }>('GET', `/loyalty/${card}/points`)).body.Points

it('the preview tells what would expire by the month of the last use, what is due next month, and afterwards who confirmed it', async () => {
  expect(await preview()).toMatchObject({ Months: null, ByMonth: [], Next: null, MayExpire: true })
  await manager.call('POST', `/venue/${room.venueId}/config`, { body: { Config: { PointsExpireMonths: 12 } } })
  await used('E1', '2025-03-04', 10)
  await used('E2', '2025-03-30', 20)
  await used('E3', '2025-11-19', 40)
  await used('E4', '2025-11-30', 80)
  await used('E5', '2025-12-01', 160)
  const seen = await preview()
  expect(seen).toMatchObject({ Before: '2025-11-20', Cards: 3, Points: 70, MayExpire: true, Done: [] })
  expect(seen.ByMonth).toEqual([
    { Month: '2025-03', Cards: 2, Points: 30 },
    { Month: '2025-11', Cards: 1, Points: 40 },
  ])
  // On 1 December what was last used in November is due too.
  expect(seen.Next).toEqual({ Day: '2026-12-01', Cards: 4, Points: 150 })
  const { Before, Cards, Points } = seen
  expect((await manager.call('POST', '/loyalty/expiry', { body: { Before, Cards, Points } })).status).toBe(200)
  expect([await balance('E1'), await balance('E4')]).toEqual([0, 80])
  const after = await preview()
  expect(after).toMatchObject({ Cards: 0, ByMonth: [], Next: { Day: '2026-12-01', Points: 80 } })
  expect(after.Done).toEqual([{ At: expect.stringMatching(/^2026-11-20T10:04/), By: expect.stringMatching(/expirer/i), Cards: 3, Points: 70 }])
})

it('whoever may only see, or has not every location, sees the preview and is told that they cannot expire', async () => {
  const viewer = await room.at('expiry.viewer', ['can_viewloyalty'])
  const partly = await room.at('expiry.partly', ['can_viewloyalty', 'can_editloyalty'], [front])
  expect([(await preview(viewer)).MayExpire, (await preview(partly)).MayExpire]).toEqual([false, false])
  const { Before, Cards, Points } = await preview(partly)
  const body = { Before, Cards, Points }
  expect((await viewer.call('POST', '/loyalty/expiry', { body })).status).toBe(403)
  expect((await partly.call('POST', '/loyalty/expiry', { body })).status).toBe(403)
})
