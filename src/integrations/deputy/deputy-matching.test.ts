import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { AttendancePerson } from '#features/rosters/attendance-people.contract.ts'
import { freshDeputy, DEPUTY_HOST as HOST, span } from '#tests/deputy-house.ts'
import { LinkHouse } from '#tests/link-house.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { DeputyArea } from './deputy.contract.ts'
import type { DeputyBooks } from './deputy-books.fake.ts'

let house: LinkHouse
let owner: Visitor
let books: DeputyBooks

beforeAll(async () => {
  house = await LinkHouse.open('Matched House')
  await house.app.database.house`update venue set show_time_and_attendance_module = true where venue_id = ${house.room.venueId}`
  owner = await house.room.at('Robin Vale', ['can_linkdeputy', 'can_viewtimesheet', 'can_editsettings'])
  await house.app.database.inVenue(
    house.room.venueId,
    (sql) => sql`
      insert into employee (venue_id, first_name, surname, display_name, email)
      values (${house.room.venueId}, 'Daniel', 'Reyes', 'Daniel Reyes', 'D.Reyes@House.example'), (${house.room.venueId}, 'Grace', 'Okafor', 'Grace Okafor', 'grace@house.example'),
        (${house.room.venueId}, 'Sam', 'Whitlock', 'Sam Whitlock', null) returning 1`,
  )
})
afterAll(() => house.close())

const STAFF = [
  [31, 'Dan Reyes', 'd.reyes@house.example'],
  [32, 'Grace Okafor', 'grace@house.example'],
  [33, 'Sam Whitlock', null],
  [34, 'Bar casual 3', null],
] as const
beforeEach(async () => {
  books = await freshDeputy(house)
  books.put('Company', { Id: 1, CompanyName: 'Somewhere', Active: true })
  books.put('OperationalUnit', { Id: 11, Company: 1, OperationalUnitName: 'Bar', Active: true })
  for (const [Id, DisplayName, Email1] of STAFF) {
    if (Email1) books.put('Contact', { Id: Id + 100, Email1 })
    books.put('Employee', { Id, DisplayName, Active: true, Contact: Email1 ? Id + 100 : null })
    books.timesheet(11, Id, span(2, '09:00', '17:00'))
  }
})

const people = async (who = owner): Promise<Map<string, AttendancePerson>> =>
  new Map((await who.call<{ People: AttendancePerson[] }>('GET', '/attendance/people')).body.People.map((one) => [one.Name, one]))
const link = async () => {
  await house.linkDeputy(owner, HOST)
  await house.work()
}

it('people have the e-mail that Deputy has, and are suggested by it, by their name or by both', async () => {
  await link()
  const all = await people()
  expect(STAFF.map(([, name]) => [name, all.get(name)?.Email, all.get(name)?.Suggested?.Name, all.get(name)?.Suggested?.Same])).toEqual([
    ['Dan Reyes', 'd.reyes@house.example', 'Daniel Reyes', 'Email'],
    ['Grace Okafor', 'grace@house.example', 'Grace Okafor', 'NameAndEmail'],
    ['Sam Whitlock', null, 'Sam Whitlock', 'Name'],
    ['Bar casual 3', null, undefined, undefined],
  ])
  books.put('Contact', { Id: 132, Email1: 'g.okafor@house.example' })
  await owner.call('POST', '/oauth/check', { body: { Provider: 'Deputy' } })
  await house.work()
  expect((await people()).get('Grace Okafor')).toMatchObject({ Email: 'g.okafor@house.example', Suggested: { Same: 'Name' } })
})

it('a role at Deputy that may not see contacts leaves e-mails out, and everything else is read', async () => {
  house.deputy.install(HOST).denied.add('Contact')
  await link()
  const all = await people()
  expect([all.size, all.get('Dan Reyes')?.Email, all.get('Grace Okafor')?.Suggested?.Same]).toEqual([4, null, 'Name'])
  house.deputy.install(HOST).denied.clear()
})

it('whoever may not match people sees no e-mail and no suggestion made by one', async () => {
  await link()
  const viewer = await house.room.at('viewer', ['can_viewtimesheet'])
  const all = await people(viewer)
  expect([all.get('Dan Reyes')?.Email, all.get('Dan Reyes')?.Suggested, all.get('Grace Okafor')?.Suggested?.Same]).toEqual([null, null, 'Name'])
})

it('a match says who confirmed it and when, and a later one says who did last', async () => {
  await link()
  const { PersonId, Confirmed, Suggested } = (await people()).get('Grace Okafor') as AttendancePerson
  expect(Confirmed).toBeNull()
  await owner.call('POST', `/attendance/people/${PersonId}`, { body: { HomeLocationId: house.room.locationIds[0] } })
  expect((await people()).get('Grace Okafor')?.Confirmed).toBeNull()
  await owner.call('POST', `/attendance/people/${PersonId}`, { body: { EmployeeId: Suggested?.EmployeeId } })
  const said = (await people()).get('Grace Okafor')?.Confirmed
  expect([said?.By, said?.At]).toEqual([expect.stringMatching(/Robin Vale/), expect.stringMatching(/^\d{4}-\d\d-\d\d.\d\d:\d\d/)])
  const other = await house.room.at('Kim Lee', ['can_viewtimesheet', 'can_editsettings'])
  await other.call('POST', `/attendance/people/${PersonId}`, { body: { EmployeeId: null } })
  expect((await people()).get('Grace Okafor')?.Confirmed?.By).toMatch(/Kim Lee/)
})

it('an area says who placed it and when, and nothing once it is nowhere again', async () => {
  await link()
  const bar = async () =>
    (await owner.call<{ Areas: DeputyArea[] }>('GET', `/venue/${house.room.venueId}/deputyareas`)).body.Areas.find(({ Area }) => Area === 'Bar')
  const place = async (LocationId: number | null) => {
    const AreaId = (await bar())?.AreaId
    await owner.call('POST', `/venue/${house.room.venueId}/deputyareas`, { body: { Areas: [{ AreaId, LocationId }] } })
    return (await bar())?.Confirmed
  }
  expect((await bar())?.Confirmed).toBeNull()
  expect((await place(house.room.locationIds[0] ?? 0))?.By).toMatch(/Robin Vale/)
  expect(await place(null)).toBeNull()
})
