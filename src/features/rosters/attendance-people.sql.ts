import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { decimalsOf, toMajor } from '#shared/money.ts'
import { nameKey } from '#shared/name-key.ts'
import type { AttendancePerson } from './attendance-people.contract.ts'
import { lockAttendance, recountPersons } from './count-attendance.sql.ts'
import { sourceName, whoOf } from './roster.rules.ts'

interface Employee {
  EmployeeId: number
  Name: string
}

/** Employees who may be matched. */
export const employeesOf = ({ sql, venueId }: VenueScope): Promise<Employee[]> => sql<Employee[]>`
  select e.employee_id as "EmployeeId", e.display_name as "Name" from employee e where e.venue_id = ${venueId} order by 2, 1`

interface PersonRow {
  personId: number
  source: number
  code: string
  name: string
  employeeId: number | null
  settled: boolean
  home: number | null
}

/** Everybody whom a source names, those nobody has matched first. */
export const attendancePeopleOf = async (scope: VenueScope, employees: readonly Employee[], only?: number): Promise<AttendancePerson[]> => {
  const { sql, venueId } = scope
  const [people, rates] = await Promise.all([
    sql<PersonRow[]>`
      select p.person_id as "personId", p.source, p.code, p.name, p.employee_id as "employeeId", p.settled, p.home_location_id as home from roster_person p
      where p.venue_id = ${venueId} ${only === undefined ? sql`` : sql`and p.person_id = ${only}`} order by p.settled, p.name, p.person_id`,
    sql<{ personId: number; fromDay: string; perWeek: boolean; amount: number }[]>`
      select r.person_id as "personId", r.from_day as "fromDay", r.per_week as "perWeek", r.amount from pay_rate r
      where r.venue_id = ${venueId} order by r.from_day desc`,
  ])
  const byId = new Map(employees.map((one) => [one.EmployeeId, one]))
  const byName = new Map(employees.map((one) => [nameKey(one.Name), one]))
  return people.map((person) => ({
    PersonId: person.personId,
    Name: person.name,
    Code: person.code,
    Source: sourceName(person.source),
    EmployeeId: person.employeeId,
    EmployeeName: byId.get(person.employeeId ?? 0)?.Name ?? null,
    Matched: person.settled,
    Suggested: person.settled ? null : (byName.get(nameKey(person.name)) ?? null),
    HomeLocationId: person.home,
    Rates: rates
      .filter(({ personId }) => personId === person.personId)
      .map(({ fromDay, perWeek, amount }) => ({
        FromDay: fromDay,
        Per: perWeek ? ('Week' as const) : ('Hour' as const),
        Amount: toMajor(amount, currencyAt(scope, person.home)),
      })),
  }))
}

const currencyAt = ({ locations, venue }: VenueScope, locationId: number | null): string =>
  locations.find((one) => one.locationId === locationId)?.currency ?? venue.currency

/** What is said of a person; what is left out stays. */
interface Said {
  EmployeeId?: number | null | undefined
  HomeLocationId?: number | null | undefined
  Rates?: readonly { FromDay: string; Per: 'Hour' | 'Week'; Amount: number }[] | undefined
}

/**
 * Says who somebody is and what they cost, and counts their hours anew.
 * @throws NotFound, LocationNotFound, ValidationFailed
 */
export const matchPerson = async (scope: VenueScope, personId: number, said: Said): Promise<AttendancePerson> => {
  const { sql, venueId } = scope
  await lockAttendance(scope)
  const employees = await employeesOf(scope)
  const [before] = await attendancePeopleOf(scope, employees, personId)
  if (!before) throw failure('NotFound')
  const home = said.HomeLocationId === undefined ? before.HomeLocationId : said.HomeLocationId
  refuse(scope, said, employees, home)
  const employeeId = said.EmployeeId === undefined ? before.EmployeeId : said.EmployeeId
  await sql`
    update roster_person set employee_id = ${employeeId}, settled = settled or ${said.EmployeeId !== undefined}, home_location_id = ${home}
    where venue_id = ${venueId} and person_id = ${personId}`
  if (said.Rates) await writeRates(scope, personId, said.Rates, currencyAt(scope, home))
  await recountPersons(scope, [personId], [whoOf({ personId, employeeId: before.EmployeeId }), whoOf({ personId, employeeId })])
  const [after] = await attendancePeopleOf(scope, employees, personId)
  if (!after) throw failure('NotFound')
  await scope.audit({ action: 'attendance.person-matched', subject: before.Name, detail: changes(before, after) })
  return after
}

const refuse = ({ locations }: VenueScope, { EmployeeId, Rates = [] }: Said, employees: readonly Employee[], home: number | null): void => {
  if (EmployeeId !== undefined && EmployeeId !== null && !employees.some((one) => one.EmployeeId === EmployeeId))
    throw fieldFailure('EmployeeId', 'There is no such employee at this venue. Choose one from the list.')
  if (home !== null && !locations.some(({ locationId }) => locationId === home)) throw failure('LocationNotFound')
  if (new Set(Rates.map(({ FromDay }) => FromDay)).size < Rates.length) throw fieldFailure('Rates', 'Two rates begin on the same day. Keep one of them.')
  if (home === null && Rates.some(({ Per }) => Per === 'Week'))
    throw fieldFailure('HomeLocationId', 'A weekly salary counts at the location where the person belongs. Choose that location too.')
}

const writeRates = async ({ sql, venueId }: VenueScope, personId: number, rates: NonNullable<Said['Rates']>, currency: string): Promise<void> => {
  await sql`delete from pay_rate where venue_id = ${venueId} and person_id = ${personId}`
  if (rates.length === 0) return
  const amounts = rates.map(({ Amount }) => Math.round(Amount * 10 ** decimalsOf(currency)))
  await sql`
    insert into pay_rate (venue_id, person_id, from_day, per_week, amount)
    select ${venueId}, ${personId}, u.day, u.per = 'Week', u.amount
    from unnest(${texts(rates.map(({ FromDay }) => FromDay))}::date[], ${texts(rates.map(({ Per }) => Per))}::text[], ${numbers(amounts)}::bigint[]) as u(day, per, amount)
    returning 1`
}

/** What the trail keeps: who it is, and that rates changed, not what somebody earns. */
const changes = (before: AttendancePerson, after: AttendancePerson): Record<string, string | number | null> => ({
  ...(before.EmployeeId === after.EmployeeId ? {} : { EmployeeId: after.EmployeeId }),
  ...(before.HomeLocationId === after.HomeLocationId ? {} : { HomeLocationId: after.HomeLocationId }),
  ...(JSON.stringify(before.Rates) === JSON.stringify(after.Rates) ? {} : { Rates: after.Rates.length }),
})
