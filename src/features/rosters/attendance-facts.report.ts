import { freshnessOf } from '#features/sums/reading/freshness.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addDays, instantIn } from '#shared/day.ts'
import { failure } from '#shared/failure.ts'
import { groupBy } from '#shared/group-by.ts'
import { toMajor } from '#shared/money.ts'
import { attendanceOf, openShiftDays, type Sheet, type Work, worksOf } from './attendance.rules.ts'
import { added, figuresOf, namer } from './attendance-answer.rules.ts'
import { type DayFacts, factsOf, punchesBetween } from './day-facts.sql.ts'
import { hoursOf, type Identity, PUNCH_KINDS, SOURCE, STATE, sourceName, TIMESHEET_STATES, whoOf } from './roster.rules.ts'
import { type ListedSheet, payOf, sheetsIn } from './roster-facts.sql.ts'
import { peopleOf } from './roster-lists.sql.ts'
import type { AttendanceFacts, AttendanceQuery, PayrollAnswer } from './time-attendance.contract.ts'
import { understood } from './time-attendance.report.ts'

const HOUR_MS = 3_600_000

interface FactsQuery {
  LocationId: number
  Who: number
  Day: string
}

/** The shifts, timesheets and punches of somebody on a day. @throws SwitchedOff, LocationNotFound, NotFound where there is no such person */
export const factsReport = async (scope: VenueScope, { LocationId, Who, Day }: FactsQuery): Promise<AttendanceFacts> => {
  await understood(scope, { FromDate: Day, ToDate: Day, ...(LocationId === 0 ? {} : { Locations: [LocationId] }) })
  if (LocationId === 0 && !scope.allLocations) throw failure('LocationNotFound')
  const people = await peopleOf(scope)
  const personIds = people.filter((person) => whoOf(person) === Who).map(({ personId }) => personId)
  if (Who !== 0 && personIds.length === 0) throw failure('NotFound')
  const facts = (await factsOf(scope, [{ who: Who, personIds, days: [-2, -1, 0, 1, 2].map((days) => addDays(Day, days)) }])).get(Who) as DayFacts
  const place = scope.locations.find((one) => one.locationId === LocationId)
  const zone = place?.timeZone ?? scope.locations[0]?.timeZone ?? 'UTC'
  const currency = place?.currency ?? scope.venue.currency
  const clock = (at: number) => instantIn(new Date(at), zone)
  const isHere = (one: { locationId: number; day: string }) => one.locationId === LocationId && one.day === Day
  const works = facts.works.filter(isHere)
  const shifts = facts.shifts.filter(isHere)
  const day = (Who === 0 ? openShiftDays(shifts) : attendanceOf(facts, facts.payOn)).filter(isHere)
  const pay = facts.payOn(works[0]?.sheets[0]?.personId ?? personIds[0] ?? 0, Day)
  const moments = [...works, ...shifts].flatMap(({ from, to }) => [from, to ?? from])
  const nameOf = namer({ scope, people })
  const { LentFrom: _, ...who } = nameOf(Who, LocationId)
  const isTold = pay && !pay.perWeek && works.every(({ sheets }) => sheets.every(({ cost }) => cost === null))
  const listed = new Map(facts.sheets.map((sheet) => [sheet.id, sheet]))
  return {
    Day,
    ...who,
    Currency: currency,
    ...figuresOf({ seesTimesheets: true, currency }, added(day)),
    Rate: isTold ? toMajor(pay.amount, currency) : null,
    Shifts: shifts.map((shift) => ({
      RosterId: shift.id,
      Start: clock(shift.from),
      End: clock(shift.to),
      BreakMinutes: shift.breakMinutes,
      Hours: hoursOf(shift.minutes),
      Area: shift.area,
      Published: shift.published,
      Source: sourceName(shift.source),
    })),
    Works: works.map((work) => toldWork(work, listed, clock, currency)),
    Leave: facts.sheets
      .filter((sheet) => isHere(sheet) && sheet.isLeave && sheet.state !== STATE.discarded)
      .map(({ id, approved, claimed, actual, source }) => ({
        TimesheetId: id,
        Hours: hoursOf(approved ?? claimed ?? actual ?? 0),
        Source: sourceName(source),
      })),
    Punches: (moments.length === 0 || LocationId === 0
      ? []
      : await punchesBetween(scope, personIds, [LocationId], Math.min(...moments) - 4 * HOUR_MS, Math.max(...moments) + 4 * HOUR_MS)
    ).map(({ code, kind, at, till }) => ({
      PunchId: code,
      Kind: PUNCH_KINDS[kind - 1] ?? 'In',
      At: clock(at.getTime()),
      Till: till,
      Location: place?.name ?? '',
    })),
  }
}

const hoursKnown = (minutes: number | null): number | null => (minutes === null ? null : hoursOf(minutes))

const toldWork = (work: Work, listed: ReadonlyMap<string, ListedSheet>, clock: (at: number) => string, currency: string): AttendanceFacts['Works'][number] => {
  const [first] = work.sheets as readonly [Sheet, ...Sheet[]]
  const sheet = listed.get(first.id)
  return {
    TimesheetId: first.id,
    Start: clock(work.from),
    End: work.to === null ? null : clock(work.to),
    BreakMinutes: first.breakMinutes,
    Claimed: hoursKnown(work.claimed),
    Actual: hoursKnown(work.actual),
    Approved: hoursKnown(work.approved),
    Hours: hoursOf(work.payable),
    Cost: work.cost === null ? null : toMajor(work.cost, currency),
    State: work.isOpen ? 'Open' : (TIMESHEET_STATES[first.state - 1] ?? 'Submitted'),
    ApprovedBy: sheet?.approvedBy ?? '',
    ApprovedAt: sheet?.approvedAt ? clock(sheet.approvedAt.getTime()) : null,
    Note: sheet?.note ?? '',
    Source: sourceName(first.source),
    Clocked: work.sheets
      .filter(({ source }) => source === SOURCE.till)
      .map(({ from, to, breakMinutes, actual }) => ({
        Start: clock(from),
        End: to === null ? null : clock(to),
        BreakMinutes: breakMinutes,
        Hours: hoursKnown(actual),
      })),
  }
}

/** Every spell of work that is paid, by person and day. @throws SwitchedOff, RangeBackwards, RangeTooLong, LocationNotFound */
export const payrollReport = async (scope: VenueScope, query: AttendanceQuery): Promise<PayrollAnswer> => {
  const known = await understood(scope, query)
  const { asked, places, clocks, currency } = known
  const [people, freshness, sheets] = await Promise.all([
    peopleOf(scope),
    freshnessOf(scope, places, clocks),
    sheetsIn(scope, addDays(asked.from, -1), addDays(asked.to, 1)),
  ])
  const payOn = await payOf(
    scope,
    people.map(({ personId }) => personId),
  )
  const { works, leftOut } = paid(sheets, people, payOn, asked)
  const nameOf = namer({ scope, people })
  const rows = works.map(({ who, work }) => {
    const { EmployeeId, Name, Location } = nameOf(who, work.locationId)
    const zone = scope.locations.find(({ locationId }) => locationId === work.locationId)?.timeZone ?? scope.locations[0]?.timeZone ?? 'UTC'
    const clock = (at: number) => instantIn(new Date(at), zone)
    const [first] = work.sheets as readonly [Sheet, ...Sheet[]]
    return {
      EmployeeId,
      Name,
      Location,
      Day: work.day,
      Start: clock(work.from),
      End: work.to === null ? null : clock(work.to),
      BreakMinutes: first.breakMinutes,
      Claimed: hoursKnown(work.claimed),
      Actual: hoursKnown(work.actual),
      Hours: hoursOf(work.payable),
      Approved: work.approved !== null,
      Cost: work.cost === null || currency === null ? null : toMajor(work.cost, currency),
      Source: sourceName(first.source),
    }
  })
  const cost = works.reduce((sum, { work }) => sum + (work.cost ?? 0), 0)
  return {
    FromDate: asked.from,
    ToDate: asked.to,
    Locations: freshness,
    Currency: currency,
    Rows: rows.sort((a, b) => a.Name.localeCompare(b.Name) || a.Day.localeCompare(b.Day) || a.Start.localeCompare(b.Start)),
    Totals: { Hours: hoursOf(works.reduce((sum, { work }) => sum + work.payable, 0)), Cost: currency === null ? null : toMajor(cost, currency) },
    LeftOut: leftOut,
    AsAt: scope.now.toISOString(),
  }
}

type PaidWork = { who: number; work: Work }

const paid = (
  sheets: readonly Sheet[],
  people: readonly Identity[],
  payOn: DayFacts['payOn'],
  { locationIds, from, to, whos }: { locationIds: readonly number[]; from: string; to: string; whos?: readonly number[] | undefined },
): { works: PaidWork[]; leftOut: number } => {
  const whoOfPerson = new Map(people.map((person) => [person.personId, whoOf(person)]))
  const all = [...groupBy(sheets, ({ personId }) => whoOfPerson.get(personId) ?? -personId)]
    .filter(([who]) => !whos || whos.includes(who))
    .flatMap(([who, own]) =>
      worksOf(own, payOn)
        .filter(({ day, locationId }) => day >= from && day <= to && locationIds.includes(locationId))
        .map((work): PaidWork => ({ who, work })),
    )
  const works = all.filter(({ work }) => !work.isOpen && !work.noStart)
  return { works, leftOut: all.length - works.length }
}
