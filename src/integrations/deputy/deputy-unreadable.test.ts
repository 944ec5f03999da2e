import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Link } from '#integrations/link.contract.ts'
import { daysAgo, freshDeputy, DEPUTY_HOST as HOST, span } from '#tests/deputy-house.ts'
import { LinkHouse } from '#tests/link-house.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { DeputyBooks } from './deputy-books.fake.ts'

let house: LinkHouse
let owner: Visitor
let books: DeputyBooks

beforeAll(async () => {
  house = await LinkHouse.open('Unreadable House')
  await house.app.database.house`update venue set show_time_and_attendance_module = true where venue_id = ${house.room.venueId}`
  owner = await house.room.at('rosterer', ['can_linkdeputy', 'can_viewtimesheet', 'can_viewroster'])
})
afterAll(() => house.close())
beforeEach(async () => {
  books = await freshDeputy(house)
})

const RANGE = `FromDate=${daysAgo(85)}&ToDate=${daysAgo(-60)}`
const count = async (what: 'Rosters' | 'Timesheets') => (await owner.call<Record<string, unknown[]>>('GET', `/${what}?${RANGE}`)).body[what]?.length
const link = async () => (await owner.call<{ Links: Link[] }>('GET', `/venue/${house.room.venueId}/deputytokens`)).body.Links[0]
const linked = async () => {
  await house.linkDeputy(owner, HOST)
  await house.work()
}
const again = async () => {
  await owner.call('POST', '/oauth/check', { body: { Provider: 'Deputy' } })
  await house.work()
}

it('rows that cannot be read are left out and named at the link, and all others are read', async () => {
  books.roster(11, 21, span(2, '09:00', '17:00'))
  const wrong = books.roster(11, 22, span(2, '09:00', '17:00'), { StartTime: 'nine' })
  books.roster(11, 23, span(1, '09:00', '17:00'))
  const sheet = books.timesheet(11, 21, span(2, '09:00', '17:00'), { Employee: null })
  books.timesheet(11, 22, span(2, '09:00', '17:00'))
  books.put('OperationalUnit', { Id: 14, OperationalUnitName: 17 })
  await linked()
  expect([await count('Rosters'), await count('Timesheets')]).toEqual([2, 1])
  expect(await link()).toMatchObject({ Status: 'Linked', Trouble: null, UnreadableRows: ['OperationalUnit/14', `Roster/${wrong.Id}`, `Timesheet/${sheet.Id}`] })
  expect((await link())?.LastSync).not.toBeNull()
})

it('one that is mended is read and not named any more, wherever its day lies; neither is one that was deleted', async () => {
  const old = books.roster(11, 21, span(60, '09:00', '17:00'), { StartTime: 'nine' })
  const gone = books.timesheet(11, 22, span(50, '09:00', '17:00'), { Date: 'yesterday' })
  // The stand-in finds rows by their day: the provider tells of this one all the same.
  books.put('Timesheet', { Id: gone.Id, Date: `${daysAgo(50)}T00:00:00+11:00`, StartTime: null })
  await linked()
  expect((await link())?.UnreadableRows).toEqual([`Roster/${old.Id}`, `Timesheet/${gone.Id}`])
  await again()
  expect((await link())?.UnreadableRows).toHaveLength(2)
  const mended = books.things.Roster.get(old.Id) as Record<string, unknown>
  mended.StartTime = Date.parse(span(60, '09:00', '17:00')[0]) / 1000
  books.delete('Timesheet', gone.Id)
  await again()
  expect([(await link())?.UnreadableRows, await count('Rosters'), await count('Timesheets')]).toEqual([[], 1, 0])
})

it('a row that was read before and cannot be read any more stays as it was: it is not taken for deleted', async () => {
  const row = books.roster(11, 21, span(2, '09:00', '17:00'))
  await linked()
  expect(await count('Rosters')).toBe(1)
  books.put('Roster', { Id: row.Id, EndTime: 'late' })
  await house.perform('links.hourly')
  await house.work()
  expect([await count('Rosters'), (await link())?.UnreadableRows]).toEqual([1, [`Roster/${row.Id}`]])
})

it('a row that could not be read is named also where the reading is cut off after its page', async () => {
  for (let n = 0; n < 250; n += 1) books.roster(11, 21, span(60, '09:00', '17:00'), n === 5 ? { StartTime: 'nine' } : {})
  house.deputy.standIn.failNext({ route: `/${HOST}/api/v1/resource/Roster/QUERY`, skip: 1, delayMs: 1500 })
  const { database } = house.app
  const { venueId } = house.room
  const inVenue = (statement: string) => database.inVenue(venueId, (sql) => sql.unsafe(statement))
  const reading = linked()
  await expect.poll(async () => (await inVenue('select 1 from link_sync where after is not null')).length, { timeout: 5000 }).toBe(1)
  await inVenue("update link_lease set holder = 'another process'")
  await reading
  expect(await count('Rosters')).toBeLessThan(249)
  await inVenue('update link_lease set holder = null')
  await again()
  expect([await count('Rosters'), (await link())?.UnreadableRows.length]).toEqual([249, 1])
})

it('pages go on after rows that cannot be read, and an answer without a single id is trouble', async () => {
  for (let n = 0; n < 450; n += 1) books.roster(11, 21, span(3, '09:00', '17:00'), n % 200 === 199 ? { StartTime: 'nine' } : {})
  await linked()
  expect([await count('Rosters'), (await link())?.UnreadableRows.length]).toEqual([448, 2])
  house.deputy.standIn.failNext({ route: `/${HOST}/api/v1/resource/Company/QUERY`, status: 200, body: '[{"Name":"No id"}]' })
  await again()
  expect(await link()).toMatchObject({ Trouble: 'unreadable' })
})
