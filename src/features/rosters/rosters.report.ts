import type { ScopeLocation, VenueScope } from '#platform/access/venue-scope.ts'
import { addDays, daysIn, everyDay, instantIn, isoWeekday } from '#shared/day.ts'
import { failure } from '#shared/failure.ts'
import { groupBy } from '#shared/group-by.ts'
import { toMajor } from '#shared/money.ts'
import { isFor, type PayOn, type Sheet, type Shift, type Work, worksOf } from './attendance.rules.ts'
import { hoursOf, STATE, sourceName, TIMESHEET_STATES, whoOf } from './roster.rules.ts'
import { payOf, sheetsIn, shiftsIn } from './roster-facts.sql.ts'
import { type Person, peopleOf, templatesOf } from './roster-lists.sql.ts'
import type { RosterQuery, WireRoster, WireTemplate, WireTimesheet } from './rosters.contract.ts'

const MOST_DAYS = 1096

/** @throws RangeBackwards, RangeTooLong */
const checkDays = ({ FromDate, ToDate }: RosterQuery): void => {
  if (FromDate > ToDate) throw failure('RangeBackwards')
  if (daysIn(FromDate, ToDate) > MOST_DAYS) throw failure('RangeTooLong', { limit: '3 years' })
}

/** Where whoever asks may see: the location they name, or theirs; what is in no location yet is seen by those who have all. */
const placesIn = (scope: VenueScope, { LocationId }: RosterQuery): Map<number, ScopeLocation | undefined> => {
  const places = scope.chosenLocations(LocationId === undefined ? undefined : [LocationId])
  const known = new Map<number, ScopeLocation | undefined>(places.map((place) => [place.locationId, place]))
  if (scope.allLocations && LocationId === undefined) known.set(0, undefined)
  return known
}

interface Told {
  scope: VenueScope
  places: Map<number, ScopeLocation | undefined>
  people: Map<number, Person>
  payOn: PayOn
}

const told = async (scope: VenueScope, query: RosterQuery): Promise<Told> => {
  checkDays(query)
  const places = placesIn(scope, query)
  const people = await peopleOf(scope)
  return {
    scope,
    places,
    people: new Map(people.map((person) => [person.personId, person])),
    payOn: await payOf(
      scope,
      people.map(({ personId }) => personId),
    ),
  }
}

const isAsked = ({ places, people }: Told, { EmployeeId }: RosterQuery, { locationId, personId }: { locationId: number; personId: number | null }): boolean =>
  places.has(locationId) && (EmployeeId === undefined || people.get(personId ?? 0)?.employeeId === EmployeeId)

/** Planned shifts of a range. @throws RangeBackwards, RangeTooLong, LocationNotFound */
export const rosterList = async (scope: VenueScope, query: RosterQuery): Promise<WireRoster[]> => {
  const known = await told(scope, query)
  const shifts = await shiftsIn(scope, query.FromDate, query.ToDate)
  return shifts
    .filter((shift) => isAsked(known, query, shift))
    .map((shift) => {
      const person = known.people.get(shift.personId ?? 0)
      const clock = clockAt(known, shift.locationId)
      return {
        RosterId: shift.id,
        LocationId: shift.locationId || null,
        EmployeeId: person?.employeeId ?? null,
        EmployeeName: person?.name ?? null,
        Area: shift.area,
        Date: shift.day,
        Start: clock(shift.from),
        End: clock(shift.to),
        BreakMinutes: shift.breakMinutes,
        Hours: hoursOf(shift.minutes),
        Cost: scope.tags.includes('can_viewtimesheet') ? money(known, shift.locationId, shift.cost ?? planned(shift, known.payOn)) : null,
        Published: shift.published,
        Open: shift.personId === null,
        Source: sourceName(shift.source),
      }
    })
}

const planned = ({ personId, day, minutes }: Shift, payOn: PayOn): number | null => {
  const pay = personId === null ? null : payOn(personId, day)
  return pay && !pay.perWeek ? Math.round((minutes * pay.amount) / 60) : null
}

const clockAt = ({ places, scope }: Told, locationId: number) => {
  const zone = places.get(locationId)?.timeZone ?? scope.locations[0]?.timeZone ?? 'UTC'
  return (at: number): string => instantIn(new Date(at), zone)
}

const money = ({ places, scope }: Told, locationId: number, minor: number | null): number | null =>
  minor === null ? null : toMajor(minor, places.get(locationId)?.currency ?? scope.venue.currency)

/**
 * Who worked in a range. What was claimed and what the till's clock says of the same time is one timesheet, so that hours add up to T & A.
 * @throws RangeBackwards, RangeTooLong, LocationNotFound
 */
export const timesheetList = async (scope: VenueScope, query: RosterQuery): Promise<WireTimesheet[]> => {
  const known = await told(scope, query)
  const [from, to] = [addDays(query.FromDate, -1), addDays(query.ToDate, 1)]
  const [shifts, sheets] = await Promise.all([shiftsIn(scope, from, to), sheetsIn(scope, from, to)])
  const isIn = (one: { day: string; locationId: number; sheets: readonly Sheet[] }) =>
    one.day >= query.FromDate && one.day <= query.ToDate && isAsked(known, query, { locationId: one.locationId, personId: one.sheets[0]?.personId ?? null })
  const who = ({ personId }: { personId: number | null }) =>
    whoOf(known.people.get(personId ?? 0) ?? { personId: personId ?? 0, employeeId: null, sameAs: null })
  const shiftsOf = groupBy(
    shifts.filter(({ personId }) => personId !== null),
    who,
  )
  const works = [...groupBy(sheets, who)].flatMap(([one, own]) =>
    [...worksOf(own, known.payOn), ...own.filter(({ state, isLeave }) => state === STATE.discarded && !isLeave).map(discarded)].map((work) => ({
      work,
      shift: shiftsOf.get(one)?.find((shift) => isFor(shift, work)),
    })),
  )
  return works
    .filter(({ work }) => isIn(work))
    .sort((a, b) => a.work.from - b.work.from)
    .map(({ work, shift }) => wireTimesheet(known, work, shift))
}

const discarded = (sheet: Sheet): Work => ({ ...sheet, sheets: [sheet], payable: 0, cost: null, isOpen: false })

const wireTimesheet = (known: Told, work: Work, shift: Shift | undefined): WireTimesheet => {
  const [first] = work.sheets as readonly [Sheet, ...Sheet[]]
  const person = known.people.get(first.personId)
  const clock = clockAt(known, work.locationId)
  const hours = (minutes: number | null) => (minutes === null ? null : hoursOf(minutes))
  return {
    TimesheetId: first.id,
    LocationId: work.locationId || null,
    EmployeeId: person?.employeeId ?? null,
    EmployeeName: person?.name ?? '',
    Date: work.day,
    Start: clock(work.from),
    End: work.to === null ? null : clock(work.to),
    BreakMinutes: first.breakMinutes,
    Claimed: hours(work.claimed),
    Actual: hours(work.actual),
    Approved: hours(work.approved),
    Hours: hoursOf(work.payable),
    Cost: money(known, work.locationId, work.cost),
    State: work.isOpen ? 'Open' : (TIMESHEET_STATES[first.state - 1] ?? 'Submitted'),
    RosterId: shift?.id ?? null,
    Source: sourceName(first.source),
  }
}

/** Templates of the weekdays in a range. @throws RangeBackwards, RangeTooLong, LocationNotFound */
export const templateList = async (scope: VenueScope, query: RosterQuery): Promise<WireTemplate[]> => {
  checkDays(query)
  const places = placesIn(scope, query)
  const days = daysIn(query.FromDate, query.ToDate) >= 7 ? [1, 2, 3, 4, 5, 6, 7] : everyDay(query.FromDate, query.ToDate).map(isoWeekday)
  const templates = await templatesOf(scope)
  return templates.filter(({ LocationId, Weekday }) => places.has(LocationId) && days.includes(Weekday))
}
