import * as z from 'zod/mini'
import { RANGE, WRITTEN } from '#features/reports/kit/filter.rules.ts'
import { FRESHNESS } from '#features/reports/kit/freshness.rules.ts'
import { contract, operation, report } from '#shared/endpoint.ts'
import { Day, LocationList } from '#shared/fields.ts'
import { PUNCH_KINDS, SOURCES, TIMESHEET_STATES } from './roster.rules.ts'
import { attendanceTable, daysTable, payrollTable } from './time-attendance-table.rules.ts'

/** null: to those who may not see it, or where nobody has said it. */
const Known = z.nullable(z.number())

/** Decimal hours, and what they cost in major units. */
const FIGURES = { Roster: z.number(), Claimed: Known, Actual: Known, Hours: Known, Cost: Known } as const

export const EXCEPTIONS = ['NoShow', 'StillIn', 'NoPunchOut', 'NoPunchIn', 'Overlapping', 'Late', 'LongerThanPlan', 'Unplanned', 'ToPlan'] as const
export type ExceptionKind = (typeof EXCEPTIONS)[number]

/** Who somebody is here: an employee, somebody without an account, nobody known yet, or nobody at all. */
const PERSON_STATES = ['Employee', 'Known', 'NotMatched', 'OpenShift'] as const

const WHO = {
  /** null while the area is not matched to a location. */
  LocationId: z.nullable(z.int()),
  Location: z.nullable(z.string()),
  /** What a row is asked for by. */
  Who: z.int(),
  EmployeeId: z.nullable(z.int()),
  Name: z.string(),
} as const

const Cell = z.object({ Weekday: z.int(), ...FIGURES, Exceptions: z.array(z.enum(EXCEPTIONS)) })

const Row = z.object({
  ...WHO,
  Person: z.enum(PERSON_STATES),
  /** Where they belong, where it is another location. */
  LentFrom: z.nullable(z.string()),
  Salaried: z.boolean(),
  ...FIGURES,
  /** In hours: claimed − roster, actual − roster, claimed − actual, hours − roster. */
  ClaimedOnRoster: Known,
  ActualOnRoster: Known,
  ClaimedOnActual: Known,
  HoursOnRoster: Known,
  Weekdays: z.array(Cell),
})
export type AttendanceRow = z.output<typeof Row>

const AGAINST_SALES = {
  /** Net sales without GST, before surcharges. */
  Sales: Known,
  /** Wages in percent of these sales. */
  WagePercent: Known,
  /** Sales for each hour to pay; null where some people alone are asked for, as it then says nothing. */
  SalesPerHour: Known,
  /** WagePercent that is aimed at: of several locations each by its part of the sales; null where some people alone are asked for. */
  TargetPercent: Known,
  /** WagePercent less its target, in percentage points. */
  OnTarget: Known,
} as const

const Column = z.object({
  Weekday: z.int(),
  /** The only day of it in a range of a week or less. */
  Date: z.nullable(Day),
  /** Not over yet somewhere. */
  Open: z.boolean(),
  ...FIGURES,
  ...AGAINST_SALES,
})

const Exception = z.object({
  Kind: z.enum(EXCEPTIONS),
  ...WHO,
  Day,
  /** On the location's clock: planned, and by the clock or as claimed. */
  From: z.nullable(z.string()),
  To: z.nullable(z.string()),
  In: z.nullable(z.string()),
  Out: z.nullable(z.string()),
  Roster: z.number(),
  Hours: z.number(),
  /** How late, or how much longer than planned. */
  Minutes: z.int(),
  /** The other location of an overlap. */
  AlsoAt: z.nullable(z.string()),
})
export type AttendanceException = z.output<typeof Exception>

const AttendanceAnswer = z.object({
  FromDate: Day,
  ToDate: Day,
  Locations: z.array(z.object(FRESHNESS)),
  /** Null if the locations have several currencies. Money is then not added up. */
  Currency: z.nullable(z.string()),
  /** Minutes a punch may differ from the roster. */
  Tolerance: z.int(),
  /** Whether claimed, actual, hours and wages are told. */
  SeesTimesheets: z.boolean(),
  /** Everybody who has anything in the range, whoever is asked for. */
  People: z.array(z.object({ Who: z.int(), Name: z.string() })),
  /** In the order of the venue's week. */
  Columns: z.array(Column),
  /** Open shifts come last and are in no total. */
  Rows: z.array(Row),
  Totals: z.object({
    ...FIGURES,
    HoursOnRoster: Known,
    ...AGAINST_SALES,
    /** Hours to pay whose price nobody has said. */
    Unpriced: Known,
    /** Days of people with hours nobody has approved. */
    NotApproved: Known,
    /** Hours of people and areas that are not matched yet. */
    NotMatched: Known,
    Leave: Known,
  }),
  Counts: z.object(Object.fromEntries(EXCEPTIONS.map((kind) => [kind, z.int()])) as Record<ExceptionKind, z.ZodMiniInt>),
  /** The latest first, at most 60. */
  Exceptions: z.array(Exception),
  /** The last day before the range, or else after it, on which there is anything; null where there is nothing at all. */
  Nearest: z.nullable(Day),
  AsAt: z.string(),
})
export type AttendanceAnswer = z.output<typeof AttendanceAnswer>

const AttendanceDays = z.object({
  FromDate: Day,
  ToDate: Day,
  Locations: z.array(z.object(FRESHNESS)),
  Currency: z.nullable(z.string()),
  Days: z.array(z.object({ Day, ...WHO, ...FIGURES, Exceptions: z.array(z.enum(EXCEPTIONS)) })),
  Totals: z.object(FIGURES),
  /** There are more than the thousand that are listed. */
  IsCut: z.boolean(),
  AsAt: z.string(),
})
export type AttendanceDays = z.output<typeof AttendanceDays>

const Facts = z.object({
  Day,
  ...WHO,
  Person: z.enum(PERSON_STATES),
  Currency: z.string(),
  ...FIGURES,
  /** What the hours are paid by, where it is one rate. */
  Rate: Known,
  Shifts: z.array(
    z.object({
      RosterId: z.string(),
      Start: z.string(),
      End: z.string(),
      BreakMinutes: z.int(),
      Hours: z.number(),
      Area: z.nullable(z.string()),
      Published: z.boolean(),
      Source: z.enum(SOURCES),
    }),
  ),
  /** Each spell of work: what was claimed, what the clock says, what is paid. */
  Works: z.array(
    z.object({
      TimesheetId: z.string(),
      Start: z.string(),
      End: z.nullable(z.string()),
      BreakMinutes: z.int(),
      Claimed: Known,
      Actual: Known,
      Approved: Known,
      Hours: z.number(),
      Cost: Known,
      State: z.enum(TIMESHEET_STATES),
      ApprovedBy: z.string(),
      ApprovedAt: z.nullable(z.string()),
      Note: z.string(),
      Source: z.enum(SOURCES),
      /** By the till's clock. */
      Clocked: z.array(z.object({ Start: z.string(), End: z.nullable(z.string()), BreakMinutes: z.int(), Hours: Known })),
    }),
  ),
  Leave: z.array(z.object({ TimesheetId: z.string(), Hours: z.number(), Source: z.enum(SOURCES) })),
  Punches: z.array(z.object({ PunchId: z.string(), Kind: z.enum(PUNCH_KINDS), At: z.string(), Till: z.string(), Location: z.string() })),
})
export type AttendanceFacts = z.output<typeof Facts>

const PayrollAnswer = z.object({
  FromDate: Day,
  ToDate: Day,
  Locations: z.array(z.object(FRESHNESS)),
  Currency: z.nullable(z.string()),
  Rows: z.array(
    z.object({
      EmployeeId: z.nullable(z.int()),
      Name: z.string(),
      Location: z.nullable(z.string()),
      Day,
      Start: z.string(),
      End: z.nullable(z.string()),
      BreakMinutes: z.int(),
      Claimed: Known,
      Actual: Known,
      Hours: z.number(),
      Approved: z.boolean(),
      Cost: Known,
      Source: z.enum(SOURCES),
    }),
  ),
  Totals: z.object({ Hours: z.number(), Cost: Known }),
  /** Spells left out since nobody clocked out of them, or in. */
  LeftOut: z.int(),
  AsAt: z.string(),
})
export type PayrollAnswer = z.output<typeof PayrollAnswer>

const WHOLE = z
  .pipe(z.string().check(z.regex(/^-?\d{1,10}$/, 'must be a whole number')), z.transform(Number))
  .check(z.minimum(-2147483648), z.maximum(2147483647))
const MOST_WHO = 500
/** People by their Who, separated by commas. */
const WhoList = z
  .pipe(
    z.string().check(z.regex(/^-?\d{1,10}(,-?\d{1,10})*$/, 'must be whole numbers separated by commas')),
    z.transform((text: string) => [...new Set(text.split(',').map(Number))]),
  )
  .check(
    z.maxLength(MOST_WHO),
    z.refine((all) => all.every((who) => who !== 0 && Math.abs(who) < 2 ** 31), 'must name people by their Who'),
  )
const ASKED = {
  ...RANGE,
  Locations: z.optional(LocationList),
  Employees: z.optional(WhoList),
  Drafts: z.optional(z.enum(['true', 'false'])),
  ...WRITTEN,
} as const
export interface AttendanceQuery {
  FromDate: string
  ToDate: string
  Locations?: readonly number[] | undefined
  /** Everybody where nobody is named. */
  Employees?: readonly number[] | undefined
  Drafts?: 'true' | 'false' | undefined
}

/** Time and attendance: roster, claimed, actual and hours to pay, against sales. */
export const timeAttendance = contract({
  timeAttendance: report({
    path: '/reports/time-attendance',
    summary:
      'Rostered, claimed, actual and paid hours of everybody by weekday, with wages against sales and what to check before payroll. Without can_viewtimesheet the answer has only the roster, without can_viewsales no sales.',
    access: { anyOf: ['can_viewtimesheet', 'can_viewroster'] },
    query: z.object(ASKED),
    response: AttendanceAnswer,
    table: attendanceTable,
    example: { as: 'owner', query: { FromDate: '2026-11-16', ToDate: '2026-11-22' } },
  }),
  timeAttendanceDays: report({
    path: '/reports/time-attendance/days',
    summary: 'The days behind a figure of T & A, one row for each person and day. Their total is the figure. At most 1,000 rows.',
    access: { anyOf: ['can_viewtimesheet', 'can_viewroster'] },
    query: z.object({
      ...ASKED,
      Who: z.optional(WHOLE),
      Weekday: z.optional(z.pipe(z.string().check(z.regex(/^[1-7]$/, 'must be a weekday from 1 (Monday) to 7')), z.transform(Number))),
    }),
    response: AttendanceDays,
    table: daysTable,
    example: { as: 'owner', query: { FromDate: '2026-11-16', ToDate: '2026-11-22', Weekday: '5' } },
  }),
  timeAttendanceFacts: operation({
    method: 'GET',
    path: '/reports/time-attendance/shifts',
    summary: 'The shifts, timesheets and punches of one person on one day, with their totals. LocationId 0 means work that is not matched with a location yet.',
    access: ['can_viewtimesheet'],
    query: z.object({ LocationId: WHOLE, Who: WHOLE, Day }),
    response: Facts,
    example: { as: 'owner', query: { LocationId: 1, Who: 0, Day: '2026-11-20' } },
  }),
  payroll: report({
    path: '/reports/payroll',
    summary: 'Every paid stretch of work, for a payroll program. Unresolved shifts are left out.',
    access: ['can_viewtimesheet'],
    query: z.object({ ...RANGE, Locations: z.optional(LocationList), Employees: z.optional(WhoList), ...WRITTEN }),
    response: PayrollAnswer,
    table: payrollTable,
    example: { as: 'owner', query: { FromDate: '2026-11-16', ToDate: '2026-11-22' } },
  }),
})
