import { hash } from 'node:crypto'
import * as z from 'zod/mini'
import { STATE } from '#features/rosters/roster.rules.ts'
import type { SheetFromSource, ShiftFromSource } from '#features/rosters/store-rosters.sql.ts'
import { type CalendarEntry, tradingTime } from '#shared/trading-day.ts'

/** What is asked for in one page. Deputy would give 500; with all it tells beside each shift they would come to more than an answer may have, 1 MB. */
export const ROWS_A_PAGE = 200

const ENDPOINT = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.(au|eu|uk|us|na)\.deputy\.com$/

/** A customer's server as Deputy names it, with or without https; nothing where it is none of Deputy's. */
export const endpointIn = (written: string): string | undefined => {
  const host = written
    .trim()
    .toLowerCase()
    .replace(/^https:\/\//, '')
    .replace(/\/$/, '')
  return ENDPOINT.test(host) ? host : undefined
}

const Id = z.int().check(z.minimum(1))
/** An id, or none: Deputy writes 0 or null. */
const NoId = z.optional(z.nullable(z.int()))
const Name = z.optional(z.nullable(z.string()))
const Flag = z.optional(z.nullable(z.boolean()))
const Seconds = z.int().check(z.minimum(0), z.maximum(10_000_000_000))
const Decimal = z.optional(z.nullable(z.number()))

export const Company = z.object({ Id, CompanyName: Name, TradingName: Name, Active: Flag })
export const Area = z.object({ Id, Company: NoId, OperationalUnitName: Name, Active: Flag })
export const Employee = z.object({ Id, DisplayName: Name, FirstName: Name, LastName: Name, Active: Flag, Contact: NoId })
export const Contact = z.object({ Id, Email1: Name })
export const Roster = z.object({
  Id,
  Date: z.string().check(z.regex(/^\d{4}-\d\d-\d\d/)),
  StartTime: Seconds,
  EndTime: Seconds,
  Mealbreak: Name,
  TotalTime: Decimal,
  Cost: Decimal,
  OperationalUnit: NoId,
  Employee: NoId,
  Published: Flag,
  ShiftTemplate: NoId,
})
export const Timesheet = z.object({
  Id,
  Date: z.string().check(z.regex(/^\d{4}-\d\d-\d\d/)),
  StartTime: Seconds,
  EndTime: z.optional(z.nullable(Seconds)),
  Mealbreak: Name,
  TotalTime: Decimal,
  Cost: Decimal,
  OperationalUnit: NoId,
  Employee: Id,
  Roster: NoId,
  IsInProgress: Flag,
  IsLeave: Flag,
  TimeApproved: Flag,
  TimeApprover: NoId,
  Discarded: Flag,
  RealTime: Flag,
  EmployeeComment: Name,
  SupervisorComment: Name,
})
export type Roster = z.output<typeof Roster>
export type Timesheet = z.output<typeof Timesheet>

/** What things of a customer's server are called here: the ids of two servers are alike. */
export const codeOf = (endpoint: string, id: number): string => `${endpoint}/${id}`

/** What is known here of the areas and people that rows name, by Deputy's ids. */
export interface Known {
  endpoint: string
  areas: ReadonlyMap<number, { areaId: number; locationId: number | null }>
  people: ReadonlyMap<number, number>
  /** Of everybody, for who approved something. */
  names: ReadonlyMap<number, string>
  /** Of the location of an area. */
  calendarOf(locationId: number): readonly CalendarEntry[] | undefined
  /** Of the currency in which Deputy's costs are. */
  decimals: number
}

/** A length that Deputy writes as a time of day. */
const minutesOf = (written: string | null | undefined): number => {
  const [, hours = '0', minutes = '0'] = /T(\d\d):(\d\d)/.exec(written ?? '') ?? []
  return Number(hours) * 60 + Number(minutes)
}

const minor = (cost: number | null | undefined, decimals: number): number | null =>
  cost === null || cost === undefined ? null : Math.round(cost * 10 ** decimals)

/** By our trading day where the place is known, else by the day Deputy says. */
const dayOf = (row: { Date: string; StartTime: number }, locationId: number | null, known: Known): string => {
  const calendar = locationId === null ? undefined : known.calendarOf(locationId)
  return calendar ? tradingTime(row.StartTime * 1000, calendar).businessDate : row.Date.slice(0, 10)
}

const hashed = <T extends object>(row: T): T & { content: string } => ({ ...row, content: hash('sha256', JSON.stringify(row), 'hex') })

/** A planned shift; nothing where it has no length. */
export const shiftOf = (row: Roster, known: Known): ShiftFromSource | undefined => {
  if (row.EndTime <= row.StartTime) return undefined
  const area = known.areas.get(row.OperationalUnit ?? 0)
  const locationId = area?.locationId ?? null
  const whole = Math.round((row.EndTime - row.StartTime) / 60)
  const breakMinutes = Math.min(minutesOf(row.Mealbreak), whole)
  return hashed({
    code: codeOf(known.endpoint, row.Id),
    locationId,
    areaId: area?.areaId ?? null,
    personId: row.Employee ? (known.people.get(row.Employee) ?? null) : null,
    day: dayOf(row, locationId, known),
    from: row.StartTime * 1000,
    to: row.EndTime * 1000,
    breakMinutes,
    minutes: typeof row.TotalTime === 'number' && row.TotalTime >= 0 ? Math.round(row.TotalTime * 60) : whole - breakMinutes,
    cost: minor(row.Cost, known.decimals),
    published: row.Published === true,
  })
}

/**
 * What somebody worked, or is working.
 * @param before what was handed in and clocked before somebody approved it, where we have it: the approved time stands over it in Deputy
 */
export const sheetOf = (row: Timesheet, known: Known, before: { claimed: number | null; actual: number | null } | undefined): SheetFromSource | undefined => {
  const personId = known.people.get(row.Employee)
  if (personId === undefined) return undefined
  const area = known.areas.get(row.OperationalUnit ?? 0)
  const locationId = area?.locationId ?? null
  const isRunning = row.IsInProgress === true || !row.EndTime || row.EndTime < row.StartTime
  const whole = isRunning ? 0 : Math.round(((row.EndTime ?? 0) - row.StartTime) / 60)
  const breakMinutes = isRunning ? 0 : Math.min(minutesOf(row.Mealbreak), whole)
  const total = isRunning ? null : typeof row.TotalTime === 'number' && row.TotalTime >= 0 ? Math.round(row.TotalTime * 60) : whole - breakMinutes
  const isApproved = row.TimeApproved === true && !isRunning
  return hashed({
    code: codeOf(known.endpoint, row.Id),
    locationId,
    areaId: area?.areaId ?? null,
    personId,
    day: dayOf(row, locationId, known),
    from: row.StartTime * 1000,
    to: isRunning ? null : (row.EndTime ?? 0) * 1000,
    breakMinutes,
    claimed: isApproved ? (before?.claimed ?? total) : total,
    // One that was clocked as it was worked; the others were written down afterwards.
    actual: row.RealTime !== true ? null : isApproved ? (before?.actual ?? total) : total,
    approved: isApproved ? total : null,
    cost: isRunning ? null : minor(row.Cost, known.decimals),
    state: row.Discarded ? STATE.discarded : isRunning ? STATE.open : isApproved ? STATE.approved : STATE.submitted,
    isLeave: row.IsLeave === true,
    approvedBy: isApproved ? (known.names.get(row.TimeApprover ?? 0) ?? '') : '',
    note: (row.SupervisorComment || row.EmployeeComment || '').slice(0, 1000),
    shiftCode: row.Roster ? codeOf(known.endpoint, row.Roster) : null,
  })
}
