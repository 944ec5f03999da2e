import { afterAll, beforeAll, expect, it } from 'vitest'
import { handIn } from '#tests/roster-house.ts'
import { outcome, type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { AttendanceAnswer } from './time-attendance.contract.ts'

const NOW = new Date('2026-11-22T10:04:00Z')
const [MON, TUE, SUN] = ['2026-11-09', '2026-11-10', '2026-11-15']
let app: StartedApp
let room: StaffRoom
let front: number
let back: number
let owner: Visitor
let backOnly: Visitor

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => NOW })
  room = await staffRoom(app, 'The Roster')
  ;[front = 0, back = 0] = room.locationIds
  await app.database.house`update venue set show_time_and_attendance_module = true where venue_id = ${room.venueId}`
  owner = await room.at('owner', ['can_viewsales', 'can_viewtimesheet', 'can_editsettings'])
  backOnly = await room.at('back-only', ['can_viewsales', 'can_viewtimesheet', 'can_editsettings'], [back])
  const worked = (name: string, day: string, cost: number) => ({
    name,
    day,
    start: `${day}T09:00:00+11:00`,
    end: `${day}T17:00:00+11:00`,
    claimed: 480,
    cost,
  })
  await handIn(app.database, room.venueId, front, NOW, [worked('Mo', MON, 33_000)])
  await handIn(app.database, room.venueId, back, NOW, [worked('Ines', TUE, 5_000)])
  await storeTrade(app.database, room.venueId, front, [plainSale(`${MON}T18:00:00+11:00`, 110_000)], NOW)
  await storeTrade(app.database, room.venueId, back, [plainSale(`${TUE}T18:00:00+11:00`, 27_500)], NOW)
})
afterAll(() => app.close())

const path = () => `/venue/${room.venueId}/config/settings`
const set = (Settings: object, by = owner) => by.call('POST', path(), { body: { Settings } })
interface SettingsAnswer {
  Settings: { WageTargetPercent: number | null; WageTargets: { LocationId: number; Percent: number }[] }
}
const settings = async (by = owner) => (await by.call<SettingsAnswer>('GET', path())).body.Settings
const report = async (more = '', by = owner) => (await by.call<AttendanceAnswer>('GET', `/reports/time-attendance?FromDate=${MON}&ToDate=${SUN}${more}`)).body
interface Weekly {
  Blocks: { Block: string; Rows: { Key: string; Total: number | null; Days: (number | null)[] }[] }[]
}
const weekly = async () =>
  (await owner.call<Weekly>('GET', `/reports/weekly-summary?FromDate=${MON}&ToDate=${SUN}`)).body.Blocks.find(({ Block }) => Block === 'wages')?.Rows ?? []

it('there is none until somebody sets one', async () => {
  expect(await settings()).toMatchObject({ WageTargetPercent: null, WageTargets: [] })
  expect((await report()).Totals).toMatchObject({ WagePercent: 30.4, TargetPercent: null, OnTarget: null })
  expect((await weekly()).map(({ Key }) => Key)).toEqual(['Wages', 'WagePercent', 'HoursPaid', 'HoursRostered'])
})

it('of the venue is held against wages in T & A and Weekly Summary, by day and in all', async () => {
  expect((await set({ WageTargetPercent: 30 })).status).toBe(200)
  const { Totals, Columns } = await report()
  expect(Totals).toMatchObject({ WagePercent: 30.4, TargetPercent: 30, OnTarget: 0.4 })
  expect(Columns.map(({ OnTarget }) => OnTarget).slice(0, 3)).toEqual([3, -10, null])
  const rows = await weekly()
  expect(rows.map(({ Key }) => Key)).toEqual(['Wages', 'WagePercent', 'TargetPercent', 'OnTarget', 'HoursPaid', 'HoursRostered'])
  expect(rows.find(({ Key }) => Key === 'OnTarget')).toMatchObject({ Total: Totals.OnTarget, Days: Columns.map(({ OnTarget }) => OnTarget) })
  expect(rows.find(({ Key }) => Key === 'TargetPercent')).toMatchObject({ Total: 30, Days: Columns.map(({ TargetPercent }) => TargetPercent) })
})

it('of a location counts there, and in all by its part of the sales', async () => {
  expect((await set({ WageTargets: [{ LocationId: back, Percent: 25 }] })).status).toBe(200)
  expect((await report(`&Locations=${back}`)).Totals).toMatchObject({ WagePercent: 20, TargetPercent: 25, OnTarget: -5 })
  expect((await report(`&Locations=${front}`)).Totals).toMatchObject({ TargetPercent: 30, OnTarget: 3 })
  expect((await report()).Totals).toMatchObject({ TargetPercent: 29, OnTarget: 1.4 })
  expect((await weekly()).find(({ Key }) => Key === 'TargetPercent')?.Total).toBe(29)
})

it('is set by whoever may edit settings, at the granted locations alone; others stay and are not told', async () => {
  expect((await set({ WageTargets: [{ LocationId: front, Percent: 33 }] })).status).toBe(200)
  expect((await settings(backOnly)).WageTargets).toEqual([])
  expect(outcome(await set({ WageTargets: [{ LocationId: front, Percent: 1 }] }, backOnly))).toEqual([404, 'LocationNotFound'])
  expect((await set({ WageTargets: [{ LocationId: back, Percent: 22.5 }] }, backOnly)).status).toBe(200)
  expect((await settings()).WageTargets).toEqual([
    { LocationId: front, Percent: 33 },
    { LocationId: back, Percent: 22.5 },
  ])
  const viewer = await room.at('viewer', ['can_viewtimesheet'])
  expect([(await set({ WageTargetPercent: 1 }, viewer)).status, (await viewer.call('GET', path())).status]).toEqual([403, 403])
})

it('is refused where it is no percentage', async () => {
  for (const Settings of [
    { WageTargetPercent: 0 },
    { WageTargetPercent: 100.1 },
    { WageTargetPercent: 30.25 },
    { WageTargets: [{ LocationId: back, Percent: -3 }] },
    {
      WageTargets: [
        { LocationId: back, Percent: 3 },
        { LocationId: back, Percent: 4 },
      ],
    },
  ])
    expect(outcome(await set(Settings))).toEqual([400, 'ValidationFailed'])
})

it('is written down by the names of the locations', async () => {
  const told = (await room.audit('venue.settings-changed')).map(({ detail }) => detail)
  expect(told[0]).toEqual({ WageTargetPercent: ['', '30'] })
  expect(told[1]).toEqual({ WageTargets: ['[]', '["Back Bar 25 %"]'] })
})

it('is not told to somebody who sees the roster alone', async () => {
  const planner = await room.at('planner', ['can_viewroster'])
  expect((await report('', planner)).Totals).toMatchObject({ WagePercent: null, TargetPercent: null, OnTarget: null })
})
