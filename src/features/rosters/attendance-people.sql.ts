import { isSeenEmployee } from '#platform/access/seen-employees.ts'
import { userNames } from '#platform/access/user-names.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import { instantIn } from '#shared/day.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { toMajor } from '#shared/money.ts'
import { nameKey } from '#shared/name-key.ts'
import type { AttendancePerson } from './attendance-people.contract.ts'
import { lockAttendance, recountPeople } from './count-attendance.sql.ts'
import { currencyAt, payChanges, writeRates } from './pay-rates.sql.ts'
import { hoursOf, type Identity, sourceName, whoOf } from './roster.rules.ts'

interface Employee {
  EmployeeId: number
  Name: string
}

interface EmployeeWithEmail extends Employee {
  email: string | null
}

/** Employees who may be matched: those the reader may see. */
export const employeesOf = (scope: VenueScope): Promise<EmployeeWithEmail[]> => {
  const { sql, venueId } = scope
  return sql<EmployeeWithEmail[]>`
    select e.employee_id as "EmployeeId", e.display_name as "Name", e.email from employee e where e.venue_id = ${venueId} and ${isSeenEmployee(scope)} order by 2, 1`
}

interface PersonRow {
  personId: number
  source: number
  code: string
  name: string
  employeeId: number | null
  sameAs: number | null
  settled: boolean
  home: number | null
  email: string | null
  settledAt: Date | null
  settledBy: number | null
}

/** Whether somebody is the reader's to see and to price: they belong to a granted location, or belong nowhere yet and worked at one. */
const isSeenPerson = ({ sql, venueId, locations, allLocations }: VenueScope) => {
  if (allLocations) return sql`true`
  const granted = numbers(locations.map(({ locationId }) => locationId))
  return sql`(p.home_location_id = any(${granted}::int[]) or (p.home_location_id is null and exists (
    select 1 from attendance_day a where a.venue_id = ${venueId} and a.who = coalesce(p.employee_id, -coalesce(p.same_as, p.person_id))
      and a.location_id = any(${granted}::int[]))))`
}

/** Everybody whom a source names and the reader may see, those nobody has matched first. */
export const attendancePeopleOf = async (scope: VenueScope, employees: readonly EmployeeWithEmail[], only?: number): Promise<AttendancePerson[]> => {
  const { sql, venueId, now } = scope
  const [people, worked, rates] = await Promise.all([
    sql<PersonRow[]>`
      select p.person_id as "personId", p.source, p.code, p.name, p.employee_id as "employeeId", p.same_as as "sameAs", p.settled, p.home_location_id as home,
        p.email, p.settled_at as "settledAt", p.settled_by as "settledBy" from roster_person p
      where p.venue_id = ${venueId} and ${isSeenPerson(scope)} ${only === undefined ? sql`` : sql`and p.person_id = ${only}`} order by p.settled, p.name, p.person_id`,
    sql<{ who: number; minutes: number }[]>`
      select a.who, sum(a.payable)::int as minutes from attendance_day a
      where a.venue_id = ${venueId} and a.day > ${now}::date - 28 and a.day <= ${now}::date + 1 group by 1`,
    sql<{ personId: number; fromDay: string; perWeek: boolean; amount: number }[]>`
      select r.person_id as "personId", r.from_day as "fromDay", r.per_week as "perWeek", r.amount from pay_rate r
      where r.venue_id = ${venueId} order by r.from_day desc, r.person_id`,
  ])
  const minutesOf = new Map(worked.map(({ who, minutes }) => [who, minutes]))
  const byId = new Map(employees.map((one) => [one.EmployeeId, one]))
  const named = await userNames(
    sql,
    people.flatMap(({ settledBy }) => settledBy ?? []),
  )
  const mayMatch = scope.tags.includes('can_editsettings')
  return people.map((person) => ({
    PersonId: person.personId,
    Who: whoOf(person),
    Name: person.name,
    Code: person.code,
    Source: sourceName(person.source),
    EmployeeId: person.employeeId,
    SameAs: person.sameAs,
    EmployeeName: byId.get(person.employeeId ?? 0)?.Name ?? null,
    Matched: person.settled,
    Confirmed: person.settledAt ? { By: named.get(person.settledBy ?? 0) ?? '', At: instantIn(person.settledAt, scope.locations[0]?.timeZone ?? 'UTC') } : null,
    Email: mayMatch ? person.email : null,
    Suggested: person.settled ? null : suggestionFor(person, employees, people, mayMatch),
    HomeLocationId: person.home,
    Hours: hoursOf(minutesOf.get(whoOf(person)) ?? 0),
    Rates: rates
      .filter(({ personId }) => personId === person.personId)
      .map(({ fromDay, perWeek, amount }) => ({
        FromDay: fromDay,
        Per: perWeek ? ('Week' as const) : ('Hour' as const),
        Amount: toMajor(amount, currencyAt(scope, person.home)),
      })),
  }))
}

/** One of them. @throws NotFound */
export const attendancePerson = async (scope: VenueScope, employees: readonly EmployeeWithEmail[], personId: number): Promise<AttendancePerson> => {
  const [person] = await attendancePeopleOf(scope, employees, personId)
  if (!person) throw failure('NotFound')
  return person
}

/** By the e-mail, for whoever may see it, else by the name. */
const suggestionFor = (
  person: PersonRow,
  employees: readonly EmployeeWithEmail[],
  people: readonly PersonRow[],
  byEmail: boolean,
): AttendancePerson['Suggested'] => {
  const key = nameKey(person.name)
  const isSameEmail = ({ email }: EmployeeWithEmail) => byEmail && email !== null && person.email !== null && nameKey(email) === nameKey(person.email)
  const isSameName = ({ Name }: EmployeeWithEmail) => nameKey(Name) === key
  const employee = employees.find((one) => isSameEmail(one) && isSameName(one)) ?? employees.find(isSameEmail) ?? employees.findLast(isSameName)
  if (employee) {
    const Same = !isSameEmail(employee) ? 'Name' : isSameName(employee) ? 'NameAndEmail' : 'Email'
    return { EmployeeId: employee.EmployeeId, Name: employee.Name, PersonId: null, Same }
  }
  const other = people.find((one) => one.source !== person.source && one.sameAs === null && nameKey(one.name) === key)
  return other ? { EmployeeId: null, PersonId: other.personId, Name: other.name, Same: 'Name' } : null
}

/** What is said of a person; what is left out stays. */
interface Said {
  EmployeeId?: number | null | undefined
  SameAs?: number | null | undefined
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
  const before = await attendancePerson(scope, employees, personId)
  const home = said.HomeLocationId === undefined ? before.HomeLocationId : said.HomeLocationId
  refuse(scope, said, employees, home)
  const same = said.SameAs ? await otherPerson(scope, personId, said.SameAs) : undefined
  const identity: Identity = {
    personId,
    employeeId: same ? same.employeeId : said.EmployeeId === undefined ? (said.SameAs === null ? null : before.EmployeeId) : said.EmployeeId,
    sameAs: same ? (same.sameAs ?? same.personId) : said.SameAs === undefined && said.EmployeeId === undefined ? before.SameAs : null,
  }
  const isSaid = said.EmployeeId !== undefined || said.SameAs !== undefined
  await sql`
    update roster_person set employee_id = ${identity.employeeId}, same_as = ${identity.sameAs}, settled = settled or ${isSaid}, home_location_id = ${home},
      settled_at = case when ${isSaid} then ${scope.now} else settled_at end, settled_by = case when ${isSaid} then ${sayerOf(scope)} else settled_by end
    where venue_id = ${venueId} and person_id = ${personId}`
  await sql`update roster_person set employee_id = ${identity.employeeId} where venue_id = ${venueId} and same_as = ${personId}`
  if (said.Rates) await writeRates(scope, personId, said.Rates, currencyAt(scope, home))
  await recountPeople(scope, [whoOf({ personId, employeeId: before.EmployeeId, sameAs: before.SameAs }), whoOf(identity)])
  const after = await attendancePerson(scope, employees, personId)
  await writeDown(scope, before, after)
  return after
}

/** Who says something; null for what nobody says. */
const sayerOf = ({ holder }: VenueScope): number | null => {
  if (holder.kind === 'admin') return holder.userId
  return holder.kind === 'person' ? (holder.impersonator?.userId ?? holder.userId) : null
}

/** The person somebody is said to be the same as. @throws ValidationFailed */
const otherPerson = async (scope: VenueScope, personId: number, other: number): Promise<Identity> => {
  const { sql, venueId } = scope
  const [found] = await sql<Identity[]>`
    select p.person_id as "personId", p.employee_id as "employeeId", p.same_as as "sameAs" from roster_person p where p.venue_id = ${venueId} and p.person_id = ${other} and ${isSeenPerson(scope)}`
  const [named] = await sql<{ n: number }[]>`select count(*)::int as n from roster_person p where p.venue_id = ${venueId} and p.same_as = ${personId}`
  if (!found || other === personId || found.sameAs === personId) throw fieldFailure('SameAs', 'Choose another person from the list.')
  if (named && named.n > 0) throw fieldFailure('SameAs', 'Other people are matched to this person. Match them first.')
  return found
}

const refuse = ({ locations }: VenueScope, { EmployeeId, SameAs, Rates = [] }: Said, employees: readonly EmployeeWithEmail[], home: number | null): void => {
  if (EmployeeId !== undefined && SameAs !== undefined) throw fieldFailure('SameAs', 'Send either EmployeeId or SameAs, not both.')
  if (EmployeeId !== undefined && EmployeeId !== null && !employees.some((one) => one.EmployeeId === EmployeeId))
    throw fieldFailure('EmployeeId', 'There is no such employee at this venue. Choose one from the list.')
  if (home !== null && !locations.some(({ locationId }) => locationId === home)) throw failure('LocationNotFound')
  if (new Set(Rates.map(({ FromDay }) => FromDay)).size < Rates.length) throw fieldFailure('Rates', 'Two rates start on the same day. Keep one of them.')
  if (home === null && Rates.some(({ Per }) => Per === 'Week'))
    throw fieldFailure('HomeLocationId', 'A weekly salary counts at the person’s own location. Choose that location too.')
}

/** What the trail keeps: who it is, where they belong, and from which days rates hold that changed; not what somebody earns. */
const writeDown = async (scope: VenueScope, before: AttendancePerson, after: AttendancePerson): Promise<void> => {
  const isSame = before.EmployeeId === after.EmployeeId && before.SameAs === after.SameAs && before.Matched === after.Matched
  const matched = { Employees: after.EmployeeId, SameAs: after.SameAs === null ? null : await nameOf(scope, after.SameAs) }
  if (!isSame) await scope.audit({ action: 'attendance.person-matched', subject: before.Name, detail: matched })
  const paid = payChanges(scope, before, after)
  if (Object.keys(paid).length > 0) await scope.audit({ action: 'attendance.rates-changed', subject: after.EmployeeName ?? before.Name, detail: paid })
}

const nameOf = async ({ sql, venueId }: VenueScope, personId: number): Promise<string | null> =>
  (await sql<{ name: string }[]>`select p.name from roster_person p where p.venue_id = ${venueId} and p.person_id = ${personId}`)[0]?.name ?? null
