import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AttendanceAnswer } from '#features/rosters/time-attendance.contract.ts'
import { sheetOf, workbook } from '#tests/bad-files.ts'
import { type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { RosterImportOutcome } from './roster-import.contract.ts'
import type { RosterMapping } from './roster-mapping.rules.ts'

const NOW = new Date('2026-11-22T10:04:00Z')
let app: StartedApp
let room: StaffRoom
let head: Visitor
let front: number
let back: number

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => NOW })
  room = await staffRoom(app, 'Rosters from files')
  ;[front = 0, back = 0] = room.locationIds
  await app.database.house`update venue set show_time_and_attendance_module = true where venue_id = ${room.venueId}`
  head = await room.at('head', ['can_editsettings', 'can_viewtimesheet'])
})
afterAll(() => app.close())

const upload = async (by: Visitor, name: string, file: string | Buffer) => {
  const { status, body } = await by.call<{ FileId: string; Guess: { Mapping: RosterMapping } }>('POST', `/attendance/imports/files?Name=${name}`, {
    body: file,
    headers: { 'content-type': 'application/octet-stream' },
  })
  expect(status).toBe(200)
  return body
}
const bring = async (
  file: string | Buffer,
  Kind: 'Rosters' | 'Timesheets',
  more: { Check?: boolean; Mapping?: RosterMapping; LocationId?: number } = {},
  by = head,
  name = 'shifts.csv',
) => {
  const { FileId, Guess } = await upload(by, name, file)
  return by.call<RosterImportOutcome & { ResponseStatus?: { ErrorCode: string; Errors: { FieldName: string }[] } }>('POST', '/attendance/imports/runs', {
    body: { FileId, Kind, Mapping: Guess.Mapping, LocationId: front, ...more },
  })
}
const told = async (day: string) => {
  const { body } = await head.call<AttendanceAnswer>('GET', `/reports/time-attendance?FromDate=${day}&ToDate=${day}`)
  return body.Rows.map(({ Name, Location, Roster, Claimed, Hours, Cost }) => [Name, Location, Roster, Claimed, Hours, Cost])
}

const ROSTER = 'Employee,Date,Start,End,Break\nLeo Marsh,20/11/2026,16:00,00:00,30\nSam,20/11/2026,11:00,17:00,0:30\n,21/11/2026,18:00,22:00,\n'

it('foretells what would happen, imports it once, and changes what changed', async () => {
  expect((await bring(ROSTER, 'Rosters', { Check: true })).body).toMatchObject({ Check: true, RowsRead: 3, New: 3, Hours: 17 })
  expect(await told('2026-11-20')).toEqual([])
  expect((await bring(ROSTER, 'Rosters')).body).toMatchObject({ New: 3, Changed: 0, Unchanged: 0, RowsRejected: 0 })
  expect((await bring(ROSTER, 'Rosters')).body).toMatchObject({ New: 0, Changed: 0, Unchanged: 3 })
  expect(await told('2026-11-20')).toEqual([
    ['Leo Marsh', 'Front Bar', 7.5, 0, 0, 0],
    ['Sam', 'Front Bar', 5.5, 0, 0, 0],
  ])
  expect((await bring(ROSTER.replace('17:00', '18:00'), 'Rosters')).body).toMatchObject({ New: 0, Changed: 1, Unchanged: 2 })
  expect((await told('2026-11-20'))[1]).toEqual(['Sam', 'Front Bar', 6.5, 0, 0, 0])
})

it('takes timesheets: claimed, approved and what they cost, leave apart, at the location a row names', async () => {
  const file = [
    'Staff,Location,Date,Start,Finish,Unpaid Break,Hours,Approved,Cost,Leave',
    'Leo Marsh,,2026-11-19,16:00,01:00,30,8.5,8.25,293.13,',
    'Sam,Back Bar,2026-11-19,09:00,12:00,,,,90,',
    'Kim,,2026-11-19,09:00,17:00,0,8,,,Annual',
  ].join('\n')
  expect((await bring(file, 'Timesheets')).body).toMatchObject({ New: 3, RowsRejected: 0 })
  expect(await told('2026-11-19')).toEqual([
    ['Kim', 'Front Bar', 0, 0, 0, 0],
    ['Leo Marsh', 'Front Bar', 0, 8.5, 8.25, 293.13],
    ['Sam', 'Back Bar', 0, 3, 3, 90],
  ])
})

it('reads workbooks too', async () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const rows = [
    ['Employee', 'Date', 'Start', 'End', 'Break', 'Hours'],
    ['Pat', '2026-11-18', '09:00', '12:00', '0', '3'],
  ].map((cells) => `<row>${cells.map(cell).join('')}</row>`)
  const book = await workbook({ sheet: sheetOf(rows) })
  expect((await bring(book, 'Timesheets', {}, head, 'book.xlsx')).body).toMatchObject({ New: 1, RowsRejected: 0 })
})

it('leaves wrong rows out, each with a clear reason, and imports the right ones', async () => {
  const file = [
    'Employee,Location,Date,Start,End,Break,Hours',
    'Ann,,2026-11-17,09:00,12:00,,3',
    'Ann,,2026-11-17,09:00,13:00,,4',
    ',,2026-11-17,09:00,12:00,,3',
    'Bob,Nowhere,2026-11-17,09:00,12:00,,3',
    'Bob,,31.02.2026,25:00,,,',
    'Bob,,2026-11-17,09:00,12:00,4:00,3',
    'Bob,,2026-11-17,09:00,12:00,,many',
  ].join('\n')
  const mapping = {
    Columns: { Employee: 'Employee', Location: 'Location', Date: 'Date', Start: 'Start', End: 'End', Break: 'Break', Claimed: 'Hours' },
  } as const
  const { body } = await bring(file, 'Timesheets', { Mapping: mapping })
  expect(body).toMatchObject({ RowsRead: 7, New: 1, RowsRejected: 6 })
  expect(body.WrongRows.map(({ Line, Errors }) => [Line, Errors.map(({ ErrorCode }) => ErrorCode)]).sort()).toEqual([
    [3, ['Repeated']],
    [4, ['Missing']],
    [5, ['NoSuchLocation']],
    [6, ['NotUnderstood', 'NotUnderstood', 'Missing']],
    [7, ['BreakTooLong']],
    [8, ['NotHours']],
  ])
})

it('refuses what cannot be read as shifts, and imports nothing', async () => {
  const { status, body } = await bring('Employee,Date\nAnn,2026-11-16\n', 'Rosters')
  expect([status, body.ResponseStatus?.ErrorCode, body.ResponseStatus?.Errors[0]?.FieldName]).toEqual([400, 'ValidationFailed', 'Mapping.Columns.Start'])
  const long = `Employee,Date,Start,End\n${Array.from({ length: 10_001 }, (_, i) => `P${i},2026-11-16,09:00,12:00`).join('\n')}\n`
  const tooLong = await bring(long, 'Rosters')
  expect([tooLong.status, tooLong.body.ResponseStatus?.ErrorCode]).toEqual([413, 'TooLarge'])
  expect(await told('2026-11-16')).toEqual([])
})

it('keeps a file to those who may see all locations, or brought it', async () => {
  const { FileId, Guess } = await upload(head, 'mine.csv', ROSTER)
  const here = await room.at('here', ['can_editsettings'], [back])
  const body = { FileId, Kind: 'Rosters', Mapping: Guess.Mapping, LocationId: back }
  expect((await here.call('POST', '/attendance/imports/runs', { body })).status).toBe(404)
  expect((await bring(ROSTER, 'Rosters', { LocationId: front }, here)).status).toBe(404)
})
