/** The words of rosters, timesheets and punches, as they are stored and as the wire has them. */

/** Where a shift or a timesheet came from; stored by its place from 1 on. */
export const SOURCES = ['Till', 'File', 'Deputy'] as const
export type Source = (typeof SOURCES)[number]
export const SOURCE = { till: 1, file: 2, deputy: 3 } as const
export const sourceName = (source: number): Source => SOURCES[source - 1] ?? 'File'

/** Stored by its place from 1 on. */
export const PUNCH_KINDS = ['In', 'Out', 'BreakStart', 'BreakEnd'] as const
export const PUNCH = { in: 1, out: 2, breakStart: 3, breakEnd: 4 } as const

/** Stored by its place from 1 on. */
export const TIMESHEET_STATES = ['Open', 'Submitted', 'Approved', 'Discarded'] as const
export const STATE = { open: 1, submitted: 2, approved: 3, discarded: 4 } as const

/** What there is to look at on a day of somebody: bits of `attendance_day.marks`. */
export const MARK = {
  /** Clocked in and not out. */
  open: 1,
  /** Clocked out and not in. */
  noStart: 2,
  /** A published shift nobody came to, without leave. */
  absent: 4,
  overlapping: 8,
  unplanned: 16,
  /** Worked, and nobody approved it. */
  notApproved: 32,
  /** A shift nobody has yet. */
  toPlan: 64,
} as const

/** A person as a source names them, with the employee or the other person they are. */
export interface Identity {
  personId: number
  employeeId: number | null
  sameAs: number | null
}

/** Who works: an employee by their id; somebody without one by the person's id below zero; 0 is nobody. */
export const whoOf = ({ personId, employeeId, sameAs }: Identity): number => employeeId ?? -(sameAs ?? personId)

/** Minutes as the wire has hours: decimals with two places. */
export const hoursOf = (minutes: number): number => Math.round((minutes * 100) / 60) / 100
