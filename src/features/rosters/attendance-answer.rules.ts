import type { LocationFreshness } from '#features/reports/kit/freshness.rules.ts'
import { addDays, daysIn, everyDay, isoWeekday } from '#shared/day.ts'
import { groupBy } from '#shared/group-by.ts'
import { toMajor } from '#shared/money.ts'
import { salaryOfDay } from './attendance.rules.ts'
import { hoursOf, type Identity, whoOf } from './roster.rules.ts'
import {
  type AttendanceAnswer,
  type AttendanceDays,
  type AttendanceException,
  type AttendanceRow,
  EXCEPTIONS,
  type ExceptionKind,
} from './time-attendance.contract.ts'
import { onTarget, targetOf, type WageTargets } from './wage-target.rules.ts'

/** Minutes and minor units. */
export interface Sums {
  rostered: number
  claimed: number
  actual: number
  payable: number
  cost: number
}

interface Weekday extends Sums {
  locationId: number
  who: number
  weekday: number
  onLeave: number
  unpriced: number
  notApproved: number
}

interface DayOfSomebody extends Sums {
  locationId: number
  day: string
  who: number
  exceptions: number
}

/** The part of a salary that falls on a day. */
export interface Salary {
  who: number
  locationId: number
  day: string
  cost: number
}

/** What every answer about attendance goes by. */
export interface Answering {
  asked: { locationIds: readonly number[]; from: string; to: string; drafts: boolean; whos?: readonly number[] | undefined }
  places: readonly { locationId: number; name: string; timeZone: string; currency: string }[]
  clocks: readonly { day: string }[]
  currency: string | null
  seesTimesheets: boolean
  scope: {
    now: Date
    venue: { currency: string; weekStart: number }
    locations: readonly { locationId: number; name: string; timeZone: string; currency: string }[]
  }
  people: readonly (Identity & { name: string; settled: boolean; homeLocationId: number | null })[]
  freshness: LocationFreshness[]
  tolerance: number
  targets: WageTargets
}

/** Sales without tax in minor units, by ISO weekday and location. */
export type SoldByWeekday = ReadonlyMap<number, ReadonlyMap<number, number>>

interface Read {
  /** Of everybody, whoever is asked for. */
  sums: readonly Weekday[]
  salaried: readonly Salary[]
  /** undefined to those who may not see them. */
  sold: SoldByWeekday | undefined
  counts: readonly number[]
  marked: readonly DayOfSomebody[]
  exceptions: AttendanceException[]
  nearest: string | null
}

/** Names of exceptions by their bits. @param seesTimesheets otherwise only what is to be planned is told */
export const kindsOf = (bits: number, seesTimesheets: boolean): ExceptionKind[] =>
  EXCEPTIONS.filter((kind, i) => bits & (1 << i) && (seesTimesheets || kind === 'ToPlan'))

/** The days of each weekly salary in a range, up to today. @param rates the latest of each person first */
export const salaryDays = (
  rates: readonly (Identity & { home: number | null; fromDay: string; perWeek: boolean; amount: number })[],
  { locationIds, from, to }: { locationIds: readonly number[]; from: string; to: string },
  today: string,
): Salary[] => {
  const last = to < today ? to : today
  return [...groupBy(rates, ({ personId }) => personId).values()].flatMap((own) => {
    const [{ home }] = own as unknown as readonly [(typeof own)[number]]
    if (home === null || !locationIds.includes(home)) return []
    return everyDay(from, last).flatMap((day) => {
      const rate = own.find(({ fromDay }) => fromDay <= day)
      return rate?.perWeek ? [{ who: whoOf(rate), locationId: home, day, cost: salaryOfDay(rate.amount, isoWeekday(day)) }] : []
    })
  })
}

/** The day the latest of some clocks is in. */
export const latestDay = (clocks: readonly { day: string }[]): string | undefined =>
  clocks
    .map(({ day }) => day)
    .sort()
    .at(-1)

/** Who somebody is, for every row that names them. */
export const namer = ({ people, scope }: Pick<Answering, 'people'> & { scope: Pick<Answering['scope'], 'locations'> }) => {
  // Whoever others are the same as gives the name.
  const byWho = groupBy(
    [...people].sort((a, b) => Number(a.sameAs !== null) - Number(b.sameAs !== null)),
    whoOf,
  )
  return (who: number, locationId: number) => {
    const own = byWho.get(who) ?? []
    const [first] = own
    const home = own.find(({ homeLocationId }) => homeLocationId !== null)?.homeLocationId
    const place = (id: number | null | undefined) => scope.locations.find((one) => one.locationId === id)?.name ?? null
    const Person: AttendanceRow['Person'] = who === 0 ? 'OpenShift' : who > 0 ? 'Employee' : own.some(({ settled }) => settled) ? 'Known' : 'NotMatched'
    return {
      LocationId: locationId || null,
      Location: place(locationId),
      Who: who,
      EmployeeId: who > 0 ? who : null,
      Name: first?.name ?? '',
      Person,
      LentFrom: home !== null && home !== undefined && home !== locationId ? place(home) : null,
    }
  }
}

/** Wire figures of sums; what the reader may not see is null. */
export const figuresOf = ({ seesTimesheets, currency }: Pick<Answering, 'seesTimesheets' | 'currency'>, { rostered, claimed, actual, payable, cost }: Sums) => {
  const seen = (minutes: number) => (seesTimesheets ? hoursOf(minutes) : null)
  return {
    Roster: hoursOf(rostered),
    Claimed: seen(claimed),
    Actual: seen(actual),
    Hours: seen(payable),
    Cost: seesTimesheets && currency !== null ? toMajor(cost, currency) : null,
  }
}

const NONE: Sums = { rostered: 0, claimed: 0, actual: 0, payable: 0, cost: 0 }

export const added = (all: readonly Sums[]): Sums =>
  all.reduce<Sums>(
    (sum, one) => ({
      rostered: sum.rostered + one.rostered,
      claimed: sum.claimed + one.claimed,
      actual: sum.actual + one.actual,
      payable: sum.payable + one.payable,
      cost: sum.cost + one.cost,
    }),
    NONE,
  )

/** The report, of what was read. */
export const attendanceAnswer = (answering: Answering, read: Read): AttendanceAnswer => {
  const { asked, scope, currency, seesTimesheets, freshness, tolerance } = answering
  const sums = withSalaries(
    read.sums.filter(({ who }) => !asked.whos || asked.whos.includes(who)),
    read.salaried,
  )
  const people = sums.filter(({ who }) => who !== 0)
  const total = added(people)
  const seen = (value: number) => (seesTimesheets ? value : null)
  const nameOf = namer(answering)
  const unmatched = people.filter(({ who, locationId }) => locationId === 0 || nameOf(who, locationId).Person === 'NotMatched')
  return {
    FromDate: asked.from,
    ToDate: asked.to,
    Locations: freshness,
    Currency: currency,
    Tolerance: tolerance,
    SeesTimesheets: seesTimesheets,
    People: peopleIn(answering, read.sums),
    Columns: columnsOf(answering, people, read.sold),
    Rows: rowsOf(answering, sums, read),
    Totals: {
      ...figuresOf(answering, total),
      HoursOnRoster: seen(hoursOf(total.payable - total.rostered)),
      ...againstSales(answering, total, read.sold && [...read.sold.values()]),
      Unpriced: seen(hoursOf(people.reduce((sum, { unpriced }) => sum + unpriced, 0))),
      NotApproved: seen(people.reduce((sum, { notApproved }) => sum + notApproved, 0)),
      NotMatched: seen(hoursOf(unmatched.reduce((sum, { payable }) => sum + payable, 0))),
      Leave: seen(hoursOf(people.reduce((sum, { onLeave }) => sum + onLeave, 0))),
    },
    Counts: Object.fromEntries(
      EXCEPTIONS.map((kind, i) => [kind, seesTimesheets || kind === 'ToPlan' ? (read.counts[i] ?? 0) : 0]),
    ) as AttendanceAnswer['Counts'],
    Exceptions: read.exceptions,
    Nearest: read.nearest,
    AsAt: scope.now.toISOString(),
  }
}

/** Everybody of the range by name, as far as the reader sees them. */
const peopleIn = (answering: Answering, sums: readonly Weekday[]): AttendanceAnswer['People'] => {
  const nameOf = namer(answering)
  const seen = sums.filter(({ who, rostered }) => who !== 0 && (answering.seesTimesheets || rostered > 0))
  return [...new Set(seen.map(({ who }) => who))]
    .map((who) => ({ Who: who, Name: nameOf(who, 0).Name }))
    .sort((a, b) => a.Name.localeCompare(b.Name) || a.Who - b.Who)
}

const withSalaries = (sums: readonly Weekday[], salaried: readonly Salary[]): Weekday[] => {
  const all = new Map(sums.map((one) => [`${one.locationId} ${one.who} ${one.weekday}`, { ...one }]))
  for (const { who, locationId, day, cost } of salaried) {
    const weekday = isoWeekday(day)
    const key = `${locationId} ${who} ${weekday}`
    const known = all.get(key) ?? { ...NONE, locationId, who, weekday, onLeave: 0, unpriced: 0, notApproved: 0 }
    all.set(key, { ...known, cost: known.cost + cost })
  }
  return [...all.values()]
}

const againstSales = ({ asked, currency, places, targets }: Answering, { cost, payable }: Sums, days: readonly ReadonlyMap<number, number>[] | undefined) => {
  if (days === undefined || currency === null) return { Sales: null, WagePercent: null, SalesPerHour: null, TargetPercent: null, OnTarget: null }
  const each = places.map(({ locationId }) => ({ locationId, sold: days.reduce((sum, day) => sum + (day.get(locationId) ?? 0), 0) }))
  const sold = each.reduce((sum, one) => sum + one.sold, 0)
  const WagePercent = sold > 0 ? Math.round((cost * 1000) / sold) / 10 : null
  const TargetPercent = asked.whos ? null : targetOf(targets, each)
  return {
    Sales: toMajor(sold, currency),
    WagePercent,
    SalesPerHour: payable > 0 && !asked.whos ? toMajor(Math.round((sold * 60) / payable), currency) : null,
    TargetPercent,
    OnTarget: onTarget(WagePercent, TargetPercent),
  }
}

/** The weekdays of the range in the order of the venue's week. */
const columnsOf = (answering: Answering, people: readonly Weekday[], sold: SoldByWeekday | undefined): AttendanceAnswer['Columns'] => {
  const { asked, scope, clocks } = answering
  const days = everyDay(asked.from, daysIn(asked.from, asked.to) < 7 ? asked.to : addDays(asked.from, 6))
  const isWeek = daysIn(asked.from, asked.to) <= 7
  const order = (weekday: number) => (weekday - scope.venue.weekStart + 7) % 7
  const today = clocks.map(({ day }) => day).sort()[0]
  return days
    .map((day) => ({ day, weekday: isoWeekday(day) }))
    .sort((a, b) => (isWeek ? a.day.localeCompare(b.day) : order(a.weekday) - order(b.weekday)))
    .map(({ day, weekday }) => {
      const sums = added(people.filter((one) => one.weekday === weekday))
      return {
        Weekday: weekday,
        Date: isWeek ? day : null,
        Open: isWeek && today !== undefined && day >= today,
        ...figuresOf(answering, sums),
        ...againstSales(answering, sums, sold && [sold.get(weekday) ?? new Map()]),
      }
    })
}

/** A row for everybody at each location, by name; who is not matched and open shifts come last. */
const rowsOf = (answering: Answering, sums: readonly Weekday[], { salaried, marked }: Read): AttendanceRow[] => {
  const nameOf = namer(answering)
  const { seesTimesheets } = answering
  const marks = groupBy(marked, ({ locationId, who }) => `${locationId} ${who}`)
  const order = { Employee: 0, Known: 0, NotMatched: 1, OpenShift: 2 } as const
  return [...groupBy(sums, ({ locationId, who }) => `${locationId} ${who}`).entries()]
    .map(([key, own]): AttendanceRow => {
      const [{ locationId, who }] = own as unknown as readonly [Weekday]
      const total = added(own)
      const difference = (one: number, other: number, isThere: boolean) => (seesTimesheets && isThere && who !== 0 ? hoursOf(one - other) : null)
      const { rostered, claimed, actual, payable } = total
      return {
        ...nameOf(who, locationId),
        Salaried: salaried.some((one) => one.who === who && one.locationId === locationId),
        ...figuresOf(answering, total),
        ClaimedOnRoster: difference(claimed, rostered, claimed > 0),
        ActualOnRoster: difference(actual, rostered, actual > 0),
        ClaimedOnActual: difference(claimed, actual, claimed > 0 && actual > 0),
        HoursOnRoster: difference(payable, rostered, true),
        Weekdays: own
          .map((one) => ({
            Weekday: one.weekday,
            ...figuresOf(answering, one),
            Exceptions: kindsOf(
              (marks.get(key) ?? []).filter(({ day }) => isoWeekday(day) === one.weekday).reduce((bits, { exceptions }) => bits | exceptions, 0),
              seesTimesheets,
            ),
          }))
          .sort((a, b) => a.Weekday - b.Weekday),
      }
    })
    .filter(({ Weekdays, Roster }) => seesTimesheets || Roster > 0 || Weekdays.some(({ Roster: hours }) => hours > 0))
    .sort(
      (a, b) =>
        (a.LocationId ?? Number.POSITIVE_INFINITY) - (b.LocationId ?? Number.POSITIVE_INFINITY) ||
        order[a.Person] - order[b.Person] ||
        a.Name.localeCompare(b.Name) ||
        a.Who - b.Who,
    )
}

/** The days behind a figure, of what was read. @param most so many are listed */
export const daysAnswer = (answering: Answering, rows: readonly DayOfSomebody[], salaried: readonly Salary[], most: number): AttendanceDays => {
  const { asked, scope, currency, freshness, seesTimesheets } = answering
  const all = new Map(rows.slice(0, most).map((row) => [`${row.locationId} ${row.who} ${row.day}`, { ...row }]))
  for (const { who, locationId, day, cost } of rows.length > most ? [] : salaried) {
    const key = `${locationId} ${who} ${day}`
    const known = all.get(key) ?? { ...NONE, locationId, who, day, exceptions: 0 }
    all.set(key, { ...known, cost: known.cost + cost })
  }
  const listed = [...all.values()].sort((a, b) => a.day.localeCompare(b.day) || a.locationId - b.locationId)
  const nameOf = namer(answering)
  return {
    FromDate: asked.from,
    ToDate: asked.to,
    Locations: freshness,
    Currency: currency,
    Days: listed.map((row) => {
      const { Person: _, LentFrom: __, ...who } = nameOf(row.who, row.locationId)
      return { Day: row.day, ...who, ...figuresOf(answering, row), Exceptions: kindsOf(row.exceptions, seesTimesheets) }
    }),
    Totals: figuresOf(answering, added(listed)),
    IsCut: rows.length > most,
    AsAt: scope.now.toISOString(),
  }
}
