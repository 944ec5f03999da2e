import { implement } from '#platform/web/implement.ts'
import { factsReport, payrollReport } from './attendance-facts.report.ts'
import { timeAttendance } from './time-attendance.contract.ts'
import { attendanceDaysReport, attendanceReport } from './time-attendance.report.ts'

export const timeAttendanceImplementation = implement(timeAttendance, {
  timeAttendance: ({ venue, query }) => attendanceReport(venue, query),
  timeAttendanceDays: ({ venue, query }) => attendanceDaysReport(venue, query),
  timeAttendanceFacts: ({ venue, query }) => factsReport(venue, query),
  payroll: ({ venue, query }) => payrollReport(venue, query),
})
