import * as z from 'zod/mini'
import { contract, operation } from '#shared/endpoint.ts'
import { Day, Id } from '#shared/fields.ts'
import { SOURCES, TIMESHEET_STATES } from './roster.rules.ts'

/** Decimals with two places; null where it is not known. */
const Hours = z.number()
const Known = z.nullable(z.number())

const Roster = z.object({
  RosterId: z.string(),
  /** null while the area is not matched to a location. */
  LocationId: z.nullable(z.int()),
  EmployeeId: z.nullable(z.int()),
  /** As the source names them where they are not matched; null for an open shift. */
  EmployeeName: z.nullable(z.string()),
  Area: z.nullable(z.string()),
  /** The trading day the shift starts on. */
  Date: Day,
  Start: z.string(),
  End: z.string(),
  BreakMinutes: z.int(),
  Hours,
  /** In major units; null where nobody has said it, and to those who may not see timesheets. */
  Cost: Known,
  Published: z.boolean(),
  Open: z.boolean(),
  Source: z.enum(SOURCES),
})
export type WireRoster = z.output<typeof Roster>

const Timesheet = z.object({
  TimesheetId: z.string(),
  LocationId: z.nullable(z.int()),
  EmployeeId: z.nullable(z.int()),
  EmployeeName: z.string(),
  Date: Day,
  Start: z.string(),
  /** null: still at work, or never clocked out. */
  End: z.nullable(z.string()),
  BreakMinutes: z.int(),
  /** Hours handed in, by the clock, and approved. */
  Claimed: Known,
  Actual: Known,
  Approved: Known,
  /** What is paid: approved, else the smaller of claimed and actual; nothing of a timesheet that is open or discarded. */
  Hours,
  Cost: Known,
  State: z.enum(TIMESHEET_STATES),
  RosterId: z.nullable(z.string()),
  Source: z.enum(SOURCES),
})
export type WireTimesheet = z.output<typeof Timesheet>

const Template = z.object({
  TemplateId: z.string(),
  LocationId: z.int(),
  Name: z.string(),
  Area: z.nullable(z.string()),
  /** 1 = Monday. */
  Weekday: z.int(),
  /** On the wall clock, HH:MM. */
  Start: z.string(),
  End: z.string(),
  BreakMinutes: z.int(),
})
export type WireTemplate = z.output<typeof Template>

const RANGE = { FromDate: Day, ToDate: Day, LocationId: z.optional(Id) } as const
const OF_EMPLOYEE = { ...RANGE, EmployeeId: z.optional(Id) } as const
export type RosterQuery = { FromDate: string; ToDate: string; LocationId?: number | undefined; EmployeeId?: number | undefined }

const example = { as: 'owner', query: { FromDate: '2026-11-16', ToDate: '2026-11-22' } } as const

/** Rosters and timesheets, as they came from tills, files and linked providers. */
export const rosters = contract({
  rosterTemplates: operation({
    method: 'GET',
    path: '/RosterTemplates',
    summary: 'Repeating shifts on the weekdays of a range of at most three years.',
    access: ['can_viewroster'],
    query: z.object(RANGE),
    response: z.object({ RosterTemplates: z.array(Template) }),
    example,
  }),
  rosters: operation({
    method: 'GET',
    path: '/Rosters',
    summary: 'Planned shifts of a range of at most three years, by the trading day they start on. Drafts and open shifts are included.',
    access: ['can_viewroster'],
    query: z.object(OF_EMPLOYEE),
    response: z.object({ Rosters: z.array(Roster) }),
    example,
  }),
  timesheets: operation({
    method: 'GET',
    path: '/Timesheets',
    summary:
      'Time worked in a range of at most three years, by the trading day it started on: claimed, clocked, approved and paid hours. Leave is not included.',
    access: ['can_viewtimesheet'],
    query: z.object(OF_EMPLOYEE),
    response: z.object({ Timesheets: z.array(Timesheet) }),
    example,
  }),
})
