import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Schedule, ScheduleRun } from '#features/delivery/schedules/schedules.contract.ts'
import { beginDue } from '#features/delivery/schedules/schedules-due.job.ts'
import { MailServer } from '#tests/mail-server.ts'
import { type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTradeAt } from '#tests/stored-trade.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { AttentionAnswer } from './attention.contract.ts'

/** Friday evening in Sydney, the next morning after the day closed, and an hour before noon. */
const EVENING = new Date('2026-11-20T10:04:00Z')
const MORNING = new Date('2026-11-20T18:20:00Z')
const NOON = new Date('2026-11-21T00:00:00Z')

const mailServer = new MailServer()
let clock = EVENING
let app: StartedApp
let room: StaffRoom
let owner: Visitor & { colleague: { employeeId: number } }
let front: number

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => clock, environment: { SMTP_URL: await mailServer.start() } })
  room = await staffRoom(app, 'The Post')
  ;[front = 0] = room.locationIds
  owner = await room.at('post-owner', [], 'all', ['Owner'])
  await storeTradeAt(app, room.venueId, front, [sale('12:00', 5000), sale('12:30', 7000, { SaleId: 'changed', Revision: 1 })], EVENING)
}, 60_000)
afterAll(async () => {
  await app.close()
  await mailServer.stop()
})

const sale = (time: string, cents: number, more: object = {}) => plainSale(`2026-11-20T${time}:00+11:00`, cents, more)
const listed = async () => (await owner.call<AttentionAnswer>('GET', '/attention')).body.Items?.filter(({ Kind }) => Kind === 'Restated')
const sent = (id: string, runs: number) =>
  vi.waitFor(
    async () => {
      const { body } = await owner.call<{ Runs: ScheduleRun[] }>('GET', `/reports/schedules/${id}/runs`)
      expect(body.Runs?.flatMap(({ Mails }) => Mails.map(({ State }) => State))).toEqual(Array.from({ length: runs }, () => 'sent'))
    },
    { timeout: 25_000, interval: 200 },
  )

it('a day that changed after it was mailed is listed with by how much, until it was mailed again', async () => {
  const { body } = await owner.call<Schedule>('POST', '/reports/schedules', {
    body: {
      Name: 'Yesterday',
      Path: '/reports/sales',
      Search: 'range=yesterday&cmp=none',
      Report: { Path: '/sales/interval', Query: { Date: '2026-11-19', View: 'detail' } },
      ...{ Every: 'day', OnDay: 0, Language: 'en', Attachment: 'none', SkipEmpty: false, Recipients: [owner.colleague.employeeId] },
    },
  })
  const id = (body as Schedule).ScheduleId
  clock = MORNING
  await beginDue(app.database, room.venueId, MORNING)
  await sent(id, 1)
  clock = NOON
  expect(await listed()).toEqual([])
  await storeTradeAt(app, room.venueId, front, [sale('13:00', 1250), sale('12:30', 6000, { SaleId: 'changed', Revision: 2 })], NOON)
  expect(await listed()).toMatchObject([
    {
      ...{ LocationId: front, Currency: 'AUD', Day: '2026-11-20', Schedule: 'Yesterday', Changes: 2, Amount: 2.5 },
      ...{ MailedAt: '2026-11-21T05:20:00+11:00', At: '2026-11-21T11:00:00+11:00' },
    },
  ])
  // Somebody else hears of the changed day as well, but not what the owner calls their schedule.
  const other = await room.at('post-other', ['can_viewdashboard', 'can_viewsales'])
  const told = (await other.call<AttentionAnswer>('GET', '/attention')).body.Items?.filter(({ Kind }) => Kind === 'Restated')
  expect(told).toMatchObject([{ Day: '2026-11-20', Schedule: null, Changes: 2 }])
  expect(JSON.stringify(told)).not.toContain('Yesterday')
  clock = new Date(NOON.getTime() + 60_000)
  await owner.call('POST', `/reports/schedules/${id}/again`, { body: { Date: '2026-11-20' } })
  await sent(id, 2)
  expect(await listed()).toEqual([])
}, 60_000)
