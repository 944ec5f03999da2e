import { MARK, SOURCE, STATE } from './roster.rules.ts'

/** A planned shift. Moments in milliseconds, lengths in minutes, as everywhere here; location 0 is an area not matched yet. */
export interface Shift {
  id: string
  source: number
  code: string
  locationId: number
  day: string
  personId: number | null
  from: number
  to: number
  breakMinutes: number
  minutes: number
  published: boolean
}

/** A timesheet, or what punches of a till came to. */
export interface Sheet {
  id: string
  source: number
  code: string
  locationId: number
  day: string
  personId: number
  from: number
  to: number | null
  breakMinutes: number
  claimed: number | null
  actual: number | null
  approved: number | null
  /** Minor units, where the source says it. */
  cost: number | null
  state: number
  isLeave: boolean
  noStart: boolean
  shiftCode: string | null
}

/** What a person costs on a day: minor units by the hour, or on a salary, whose days are spread without their hours. */
export type Pay = { perWeek: boolean; amount: number } | null
export type PayOn = (personId: number, day: string) => Pay

/** One spell of work: what was claimed and approved of it, with the punches of the same time. */
export interface Work {
  locationId: number
  day: string
  sheets: readonly Sheet[]
  from: number
  to: number | null
  claimed: number | null
  actual: number | null
  approved: number | null
  /** What is paid: what was approved, else the smaller of claimed and actual, of those that are known. */
  payable: number
  /** null: nobody has said what the person costs. */
  cost: number | null
  isOpen: boolean
  noStart: boolean
}

/** What a day of somebody comes to at a location. */
export interface AttendanceDay {
  locationId: number
  day: string
  rostered: number
  drafted: number
  claimed: number
  actual: number
  payable: number
  onLeave: number
  cost: number
  unpriced: number
  late: number
  beyond: number
  marks: number
  dueAt: number | null
}

export interface Facts {
  shifts: readonly Shift[]
  sheets: readonly Sheet[]
}

const MINUTE_MS = 60_000

/** What facts of one person come to, by location and day. @param facts of neighbouring days too: a night's punches may begin on another day than its shift */
export const attendanceOf = ({ shifts, sheets }: Facts, payOn: PayOn): AttendanceDay[] => {
  const days = new Map<string, AttendanceDay>()
  const at = ({ locationId, day }: { locationId: number; day: string }): AttendanceDay => {
    const known = days.get(`${locationId} ${day}`) ?? { ...NOTHING, locationId, day }
    days.set(`${locationId} ${day}`, known)
    return known
  }
  const works = worksOf(sheets, payOn)
  for (const sheet of sheets) if (sheet.isLeave && sheet.state !== STATE.discarded) at(sheet).onLeave += leaveMinutes(sheet)
  for (const work of works) addWork(at(work), work, payOn)
  for (const work of overlapping(works)) at(work).marks |= MARK.overlapping
  for (const shift of shifts) {
    const day = at(shift)
    if (shift.published) day.rostered += shift.minutes
    else day.drafted += shift.minutes
    if (shift.published) addOutcome(day, shift, works, sheets)
  }
  for (const day of days.values())
    day.beyond = beyondOf(
      shifts.filter((one) => one.published && one.day === day.day && one.locationId === day.locationId),
      works,
    )
  for (const work of works) if (!work.noStart && !shifts.some((shift) => isFor(shift, work))) at(work).marks |= MARK.unplanned
  return [...days.values()]
}

/** Shifts that nobody has yet, in a row of their own. */
export const openShiftDays = (shifts: readonly Shift[]): AttendanceDay[] => {
  const days = new Map<string, AttendanceDay>()
  for (const { locationId, day, minutes, published } of shifts) {
    const known = days.get(`${locationId} ${day}`) ?? { ...NOTHING, locationId, day, marks: MARK.toPlan }
    days.set(`${locationId} ${day}`, known)
    if (published) known.rostered += minutes
    else known.drafted += minutes
  }
  return [...days.values()]
}

const NOTHING = {
  rostered: 0,
  drafted: 0,
  claimed: 0,
  actual: 0,
  payable: 0,
  onLeave: 0,
  cost: 0,
  unpriced: 0,
  late: 0,
  beyond: 0,
  marks: 0,
  dueAt: null,
}

const leaveMinutes = ({ approved, claimed, actual }: Sheet): number => approved ?? claimed ?? actual ?? 0

const addWork = (day: AttendanceDay, work: Work, payOn: PayOn): void => {
  day.claimed += work.claimed ?? 0
  day.actual += work.actual ?? 0
  day.payable += work.payable
  if (work.cost === null) day.unpriced += isSalaried(work, payOn) ? 0 : work.payable
  else day.cost += work.cost
  if (work.isOpen) day.marks |= MARK.open
  if (work.noStart) day.marks |= MARK.noStart
  if (work.payable > 0 && work.approved === null) day.marks |= MARK.notApproved
}

const isSalaried = ({ sheets, day }: Work, payOn: PayOn): boolean => payOn(sheets[0]?.personId ?? 0, day)?.perWeek === true

/** Late, or nobody came: held against whatever was worked, at another location too, where the person is lent. */
const addOutcome = (day: AttendanceDay, shift: Shift, works: readonly Work[], sheets: readonly Sheet[]): void => {
  const own = works.filter((work) => isFor(shift, work))
  if (own.length === 0) {
    const isOnLeave = sheets.some((sheet) => sheet.isLeave && sheet.state !== STATE.discarded && sheet.day === shift.day)
    if (isOnLeave) return
    day.marks |= MARK.absent
    day.dueAt = Math.min(day.dueAt ?? Number.POSITIVE_INFINITY, shift.from)
    return
  }
  const begun = Math.min(...own.map(beginningOf))
  day.late = Math.max(day.late, Math.floor((begun - shift.from) / MINUTE_MS), 0)
}

/** What is paid beyond the shifts of a day that were worked, each spell once however many shifts it covers; nothing while one is open. */
const beyondOf = (shifts: readonly Shift[], works: readonly Work[]): number => {
  const worked = shifts.filter((shift) => works.some((work) => isFor(shift, work)))
  const own = works.filter((work) => worked.some((shift) => isFor(shift, work)))
  if (own.some(({ isOpen, noStart }) => isOpen || noStart)) return 0
  return own.reduce((sum, { payable }) => sum + payable, 0) - worked.reduce((sum, { minutes }) => sum + minutes, 0)
}

/** When somebody began by the clock, or else by what they say. */
const beginningOf = ({ sheets, from }: Work): number => {
  const punched = sheets.filter(({ source, noStart }) => source === SOURCE.till && !noStart)
  return punched.length > 0 ? Math.min(...punched.map((sheet) => sheet.from)) : from
}

/** So near to a shift a punch alone is taken to be of it. */
const NEAR_MS = 4 * 60 * MINUTE_MS

/** Whether work is what a shift planned: as its source says, or by overlapping it. */
export const isFor = (shift: Shift, { sheets, from, to, noStart }: Work): boolean => {
  const said = sheets.find(({ shiftCode }) => shiftCode !== null)
  if (said) return said.source === shift.source && said.shiftCode === shift.code
  if (noStart) return from > shift.from && from <= shift.to + NEAR_MS
  return from < shift.to && (to ?? from + NEAR_MS) > shift.from
}

/** Claims with the punches of their time, and punches nobody claimed. */
export const worksOf = (sheets: readonly Sheet[], payOn: PayOn): Work[] => {
  const counted = sheets.filter(({ isLeave, state }) => !isLeave && state !== STATE.discarded)
  const claims = counted.filter(({ source }) => source !== SOURCE.till)
  const spellsOfClaim = new Map<Sheet, Sheet[]>(claims.map((claim) => [claim, []]))
  const alone: Sheet[] = []
  for (const spell of counted.filter(({ source }) => source === SOURCE.till)) {
    const claim = claims.filter((one) => isSamePlace(one, spell)).sort((a, b) => overlapOf(b, spell) - overlapOf(a, spell))[0]
    if (claim && overlapOf(claim, spell) > 0) spellsOfClaim.get(claim)?.push(spell)
    else alone.push(spell)
  }
  const works = [...claims.map((claim) => workOf([claim, ...(spellsOfClaim.get(claim) ?? [])])), ...alone.map((spell) => workOf([spell]))]
  return works.map((work) => ({ ...work, cost: costOf(work, payOn) })).sort((a, b) => a.from - b.from)
}

const isSamePlace = (one: Sheet, other: Sheet): boolean => one.locationId === other.locationId || one.locationId === 0

/** How long two sheets lie over each other, in milliseconds; one that is still open counts as its first minute. */
const overlapOf = (one: { from: number; to: number | null }, other: { from: number; to: number | null }): number =>
  Math.min(one.to ?? one.from + MINUTE_MS, other.to ?? other.from + MINUTE_MS) - Math.max(one.from, other.from)

const workOf = (sheets: readonly Sheet[]): Omit<Work, 'cost'> => {
  const [first] = sheets as readonly [Sheet, ...Sheet[]]
  const spells = sheets.filter(({ source }) => source === SOURCE.till)
  const isUnended = sheets.some(({ to }) => to === null)
  const known = spells.flatMap(({ actual }) => (actual === null ? [] : [actual]))
  const actual = known.length > 0 ? known.reduce((sum, minutes) => sum + minutes, 0) : first.actual
  const { claimed, approved } = first
  const given = [claimed, actual].filter((minutes) => minutes !== null)
  return {
    locationId: first.locationId,
    day: first.day,
    sheets,
    from: first.from,
    to: first.to,
    claimed,
    actual,
    approved,
    payable: approved ?? (given.length > 0 && !(isUnended && claimed === null) ? Math.min(...given) : 0),
    isOpen: isUnended && approved === null,
    noStart: approved === null && claimed === null && sheets.some(({ noStart }) => noStart),
  }
}

/** What work costs: as its source says, else its hours at what the person costs on that day, to the nearest minor unit. */
const costOf = ({ sheets, payable, day }: Omit<Work, 'cost'>, payOn: PayOn): number | null => {
  const told = sheets.find(({ cost }) => cost !== null)?.cost
  if (told !== undefined && told !== null) return told
  const pay = payOn(sheets[0]?.personId ?? 0, day)
  return pay && !pay.perWeek ? Math.round((payable * pay.amount) / 60) : payable === 0 ? 0 : null
}

const overlapping = (works: readonly Work[]): Work[] => {
  const ended = works.filter(({ to, noStart }) => to !== null && !noStart)
  return ended.filter((work) => ended.some((other) => other !== work && overlapOf(work, other) >= MINUTE_MS))
}

/**
 * The part of a weekly salary that falls on a day: what seven days come to is the week to the cent.
 * @param weekday 1 = Monday
 */
export const salaryOfDay = (week: number, weekday: number): number => Math.floor((week * weekday) / 7) - Math.floor((week * (weekday - 1)) / 7)
