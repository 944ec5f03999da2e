import type { AttendanceAnswer } from './time-attendance.contract.ts'

/** T & A as it is kept on a device for the time without a connection: hours and wages of all together, and nobody by name. */
export const withoutPeople = (answer: AttendanceAnswer): AttendanceAnswer => ({ ...answer, People: [], Rows: [], Exceptions: [] })

/** Whether anybody was rostered or worked. */
export const hasHours = ({ Rows, Totals }: Pick<AttendanceAnswer, 'Rows' | 'Totals'>): boolean =>
  Rows.length > 0 || [Totals.Roster, Totals.Hours, Totals.Claimed, Totals.Actual].some((hours) => (hours ?? 0) > 0)

/** Whether people were left out of an answer: there are hours, and nobody has them. */
export const leavesPeopleOut = (answer: AttendanceAnswer): boolean => answer.People.length === 0 && hasHours(answer)
