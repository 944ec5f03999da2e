import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AttendancePerson } from '#features/rosters/attendance-people.contract.ts'
import type { AttendanceAnswer } from '#features/rosters/time-attendance.contract.ts'
import { sheetOf, workbook } from '#tests/bad-files.ts'
import { type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { RateImportOutcome } from './rate-import.contract.ts'
import type { RateMapping } from './rate-mapping.rules.ts'

const NOW = new Date('2026-11-22T10:04:00Z')
let app: StartedApp
let room: StaffRoom
let head: Visitor
let front: number
let back: number

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => NOW })
  room = await staffRoom(app, 'Rates from files')
  ;[front = 0, back = 0] = room.locationIds
  await app.database.house`update venue set show_time_and_attendance_module = true where venue_id = ${room.venueId}`
  head = await room.at('head', ['can_editsettings', 'can_viewtimesheet', 'can_viewaudit'])
  const hours = [
    'Employee,EmployeeCode,Date,Start,End',
    'Leo Marsh,E1,2026-11-10,09:00,17:00',
    'Leo Marsh,E1,2026-11-18,09:00,17:00',
    'Sam Hale,,2026-11-18,10:00,14:00',
  ].join('\n')
  for (const [file, LocationId] of [
    [hours, front],
    ['Employee,Date,Start,End\nKim Lee,2026-11-18,10:00,12:00\nPat,2026-11-18,10:00,12:00\n', back],
  ] as const) {
    const { body } = await head.call<{ FileId: string; Guess: { Mapping: object } }>('POST', '/attendance/imports/files?Name=hours.csv', octets(file))
    await head.call('POST', '/attendance/imports/runs', { body: { FileId: body.FileId, Kind: 'Timesheets', Mapping: body.Guess.Mapping, LocationId } })
  }
})
afterAll(() => app.close())

const octets = (body: string | Buffer) => ({ body, headers: { 'content-type': 'application/octet-stream' } })
type Refused = { ResponseStatus?: { ErrorCode: string; Errors: { FieldName: string }[] } }
const bring = async (file: string | Buffer, Check = false, Mapping?: RateMapping, by = head, name = 'rates.csv') => {
  const { body } = await by.call<{ FileId: string; Guess: { Mapping: RateMapping } }>('POST', `/attendance/rates/files?Name=${name}`, octets(file))
  return by.call<RateImportOutcome & Refused>('POST', '/attendance/rates/runs', {
    body: { FileId: body.FileId, Mapping: Mapping ?? body.Guess.Mapping, Check },
  })
}
const people = async () => (await head.call<{ People: AttendancePerson[] }>('GET', '/attendance/people')).body.People
const rates = async (name: string) => (await people()).find(({ Name }) => Name === name)?.Rates
const costs = async (day: string) => {
  const { body } = await head.call<AttendanceAnswer>('GET', `/reports/time-attendance?FromDate=${day}&ToDate=${day}`)
  return Object.fromEntries(body.Rows.map(({ Name, Cost }) => [Name, Cost]))
}

const FILE = 'Name,Effective From,Hourly rate\nLeo Marsh,01/11/2026,30\nLeo Marsh,15/11/2026,32.50\nsam  hale,15/11/2026,"28,00"\n'
const MAPPING: RateMapping = { Columns: { Employee: 'Name', From: 'Effective From', Rate: 'Hourly rate' }, DateFormat: 'D/M/YYYY', DecimalMark: '.' }

it('foretells what would change, stores nothing then, and imports it once: again it changes nothing', async () => {
  const file = FILE.replace('"28,00"', '28.00')
  const { body } = await bring(file, true)
  expect(body).toMatchObject({ Check: true, RowsRead: 3, New: 3, Changed: 0, Unchanged: 0, RowsRejected: 0 })
  expect(body.Changes[1]).toEqual({ Line: 3, Name: 'Leo Marsh', FromDay: '2026-11-15', Per: 'Hour', Amount: 32.5, Currency: 'AUD', Before: null })
  expect(await rates('Leo Marsh')).toEqual([])
  expect((await bring(file)).body).toMatchObject({ New: 3 })
  const stored = [await rates('Leo Marsh'), await rates('Sam Hale')]
  expect(stored).toEqual([
    [
      { FromDay: '2026-11-15', Per: 'Hour', Amount: 32.5 },
      { FromDay: '2026-11-01', Per: 'Hour', Amount: 30 },
    ],
    [{ FromDay: '2026-11-15', Per: 'Hour', Amount: 28 }],
  ])
  expect((await bring(file)).body).toMatchObject({ New: 0, Changed: 0, Unchanged: 3, Changes: [] })
  expect([await rates('Leo Marsh'), await rates('Sam Hale')]).toEqual(stored)
  expect(await costs('2026-11-10')).toMatchObject({ 'Leo Marsh': 240 })
  expect(await costs('2026-11-18')).toMatchObject({ 'Leo Marsh': 260, 'Sam Hale': 112 })
})

it('another amount from the same day replaces it and says what it was; rates the file does not name stay', async () => {
  const { body } = await bring('Employee,From,Rate\nLeo Marsh,2026-11-15,33\n')
  expect(body).toMatchObject({ New: 0, Changed: 1, Changes: [{ Amount: 33, Before: { Per: 'Hour', Amount: 32.5 } }] })
  expect(await rates('Leo Marsh')).toHaveLength(2)
  expect(await costs('2026-11-18')).toMatchObject({ 'Leo Marsh': 264, 'Sam Hale': 112 })
  expect(await costs('2026-11-10')).toMatchObject({ 'Leo Marsh': 240 })
})

it('reads workbooks, and finds people by their number', async () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const rows = [
    ['Employee number', 'From', 'Rate', 'Per'],
    ['E1', '2026-11-20', '35', 'hour'],
  ].map((cells) => `<row>${cells.map(cell).join('')}</row>`)
  expect((await bring(await workbook({ sheet: sheetOf(rows) }), false, undefined, head, 'rates.xlsx')).body).toMatchObject({ New: 1, RowsRejected: 0 })
  expect((await rates('Leo Marsh'))?.[0]).toEqual({ FromDay: '2026-11-20', Per: 'Hour', Amount: 35 })
})

it('names wrong rows with the reason, and imports the right ones', async () => {
  const file = [
    'Employee,From,Rate,Per',
    'Pat,2026-11-16,25,',
    'Nobody Known,2026-11-16,25,',
    ',2026-11-16,25,',
    'Pat,31.02.2026,25,',
    'Pat,2026-11-17,plenty,',
    'Pat,2026-11-17,-3,',
    'Pat,2026-11-17,25.005,',
    'Pat,2026-11-17,1000,week',
    'Pat,2026-11-17,25,fortnight',
    'Pat,2026-11-16,26,',
  ].join('\n')
  const { body } = await bring(file)
  expect(body).toMatchObject({ RowsRead: 10, New: 1, RowsRejected: 9 })
  expect(body.WrongRows.map(({ Line, Errors }) => [Line, Errors.map(({ ErrorCode }) => ErrorCode)])).toEqual([
    [3, ['NoSuchEmployee']],
    [4, ['Missing']],
    [5, ['NotUnderstood']],
    [6, ['NotMoney']],
    [7, ['NotMoney']],
    [8, ['TooPrecise']],
    [9, ['NoHome']],
    [10, ['NotUnderstood']],
    [11, ['Repeated']],
  ])
  expect(await rates('Pat')).toEqual([{ FromDay: '2026-11-16', Per: 'Hour', Amount: 25 }])
})

it('two people of one name are not guessed between', async () => {
  const { body } = await head.call<{ FileId: string; Guess: { Mapping: object } }>(
    'POST',
    '/attendance/imports/files?Name=more.csv',
    octets('Employee,EmployeeCode,Date,Start,End\nSam Hale,E7,2026-11-18,10:00,12:00\n'),
  )
  await head.call('POST', '/attendance/imports/runs', { body: { FileId: body.FileId, Kind: 'Timesheets', Mapping: body.Guess.Mapping, LocationId: front } })
  const outcome = (await bring('Employee,EmployeeCode,From,Rate\nSam Hale,,2026-11-20,40\nSam Hale,E7,2026-11-20,41\n')).body
  expect(outcome).toMatchObject({ New: 1, RowsRejected: 1, WrongRows: [{ Line: 2, Errors: [{ ErrorCode: 'SeveralEmployees' }] }] })
})

it('prices only who belongs to a granted location, or worked at one', async () => {
  const here = await room.at('here', ['can_editsettings', 'can_viewtimesheet'], [back])
  const { body } = await bring('Employee,From,Rate\nKim Lee,2026-11-16,27\nLeo Marsh,2026-11-16,99\n', false, undefined, here)
  expect(body).toMatchObject({ New: 1, RowsRejected: 1, WrongRows: [{ Line: 3, Errors: [{ ErrorCode: 'NoSuchEmployee' }] }] })
  expect((await rates('Leo Marsh'))?.some(({ Amount }) => Amount === 99)).toBe(false)
})

it('refuses what cannot be read as rates, too many rows, files of others, and whoever may not see timesheets and change settings', async () => {
  const { status, body } = await bring('Employee,From\nPat,2026-11-16\n')
  expect([status, body.ResponseStatus?.ErrorCode, body.ResponseStatus?.Errors[0]?.FieldName]).toEqual([400, 'ValidationFailed', 'Mapping.Columns.Rate'])
  const long = await bring(`Employee,From,Rate\n${'Pat,2026-11-16,25\n'.repeat(2001)}`)
  expect([long.status, long.body.ResponseStatus?.ErrorCode]).toEqual([413, 'TooLarge'])
  const { body: mine } = await head.call<{ FileId: string }>('POST', '/attendance/rates/files?Name=mine.csv', octets(FILE))
  const run = (by: Visitor) => by.call('POST', '/attendance/rates/runs', { body: { FileId: mine.FileId, Mapping: MAPPING } })
  const here = await room.at('there', ['can_editsettings', 'can_viewtimesheet'], [back])
  expect((await run(here)).status).toBe(404)
  for (const tags of [['can_editsettings'], ['can_viewtimesheet']] as const) expect((await run(await room.at(`only-${tags[0]}`, [...tags]))).status).toBe(403)
})

it('is written down by file and by person, without what anybody earns', async () => {
  await bring('Employee,From,Rate\nPat,2026-11-21,77.77\n', false, undefined, head, 'secret-rates.csv')
  const { body } = await head.call<object>('GET', '/audit?Limit=2')
  expect(JSON.stringify(body)).toMatch(/attendance\.rates-imported[\s\S]*secret-rates\.csv[\s\S]*attendance\.rates-changed[\s\S]*2026-11-21/)
  expect(JSON.stringify(body)).not.toContain('77.77')
})
