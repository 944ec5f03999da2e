import { reportNotes, weekdayName } from '#features/reports/kit/report-table.rules.ts'
import type { Column, Table, TableWords } from '#shared/endpoint.ts'
import { numberText } from '#shared/money.ts'
import { attendanceWords } from './attendance.messages.ts'
import type { AttendanceAnswer, AttendanceDays, PayrollAnswer } from './time-attendance.contract.ts'

const HOURS = ['Roster', 'Claimed', 'Actual', 'Hours'] as const
const DIFFERENCES = ['ClaimedOnRoster', 'ActualOnRoster', 'ClaimedOnActual', 'HoursOnRoster'] as const

type Word = keyof (typeof attendanceWords)['en']
const wording = (texts: TableWords) => (key: Word, values?: Record<string, string | number>) => texts.say(attendanceWords, key, values)

/** Everybody with roster, claimed, actual and hours by weekday and together. */
export const attendanceTable = (answer: AttendanceAnswer, _query: unknown, texts: TableWords): Table => {
  const say = wording(texts)
  const shown = answer.SeesTimesheets ? HOURS : (['Roster'] as const)
  const isSeveral = answer.Locations.length > 1
  const columns: Column[] = [
    { key: 'Name', title: say('employee'), kind: 'text' },
    { key: 'EmployeeId', title: say('employeeId'), kind: 'text' },
    ...(isSeveral ? [{ key: 'Location', title: say('location'), kind: 'text' as const }] : []),
    ...answer.Columns.flatMap(({ Weekday }) =>
      shown.map(
        (what): Column => ({
          key: `${what}${Weekday}`,
          title: say('of', { weekday: weekdayName(Weekday, texts.language), what: say(what) }),
          kind: 'quantity',
        }),
      ),
    ),
    ...shown.map((what): Column => ({ key: what, title: say(what), kind: 'quantity' })),
    ...(answer.SeesTimesheets
      ? [...DIFFERENCES.map((what): Column => ({ key: what, title: say(what), kind: 'quantity' })), { key: 'Cost', title: say('Cost'), kind: 'money' as const }]
      : []),
  ]
  const { Unpriced, TargetPercent, WagePercent, OnTarget } = answer.Totals
  const number = (value: number) => numberText(value, texts.language, 1)
  return {
    title: say('title'),
    notes: [
      ...reportNotes(answer, {}, texts),
      ...(answer.SeesTimesheets ? [] : [say('rosterOnly')]),
      ...(TargetPercent === null || WagePercent === null || OnTarget === null
        ? []
        : [
            say('targetNote', {
              wages: number(WagePercent),
              target: number(TargetPercent),
              difference: `${OnTarget > 0 ? '+' : ''}${number(OnTarget)}`.replace('-', '−'),
            }),
          ]),
      ...(Unpriced ? [say('unpricedNote', { hours: numberText(Unpriced, texts.language, 2) })] : []),
    ],
    columns,
    rows: answer.Rows.map((row) => ({
      Name: row.Person === 'OpenShift' ? say('openShift') : row.Name,
      EmployeeId: row.EmployeeId === null ? null : String(row.EmployeeId),
      Location: row.Location ?? say('noLocation'),
      ...byWeekday(row.Weekdays),
      ...Object.fromEntries([...HOURS, ...DIFFERENCES, 'Cost' as const].map((what) => [what, row[what]])),
    })),
    totals: {
      Name: null,
      ...byWeekday(answer.Columns),
      ...Object.fromEntries([...HOURS, 'Cost' as const].map((what) => [what, answer.Totals[what]])),
      HoursOnRoster: answer.Totals.HoursOnRoster,
    },
  }
}

const byWeekday = (cells: readonly ({ Weekday: number } & { [K in (typeof HOURS)[number]]: number | null })[]): Record<string, number | null> =>
  Object.fromEntries(cells.flatMap((cell) => HOURS.map((what) => [`${what}${cell.Weekday}`, cell[what]])))

/** The days behind a figure, one a row. */
export const daysTable = (answer: AttendanceDays, _query: unknown, texts: TableWords): Table => {
  const say = wording(texts)
  return {
    title: say('daysTitle'),
    notes: reportNotes(answer, {}, texts),
    columns: [
      { key: 'Day', title: say('day'), kind: 'date' },
      { key: 'Location', title: say('location'), kind: 'text' },
      { key: 'Name', title: say('employee'), kind: 'text' },
      ...HOURS.map((what): Column => ({ key: what, title: say(what), kind: 'quantity' })),
      { key: 'Cost', title: say('Cost'), kind: 'money' },
      { key: 'Exceptions', title: say('exceptions'), kind: 'text' },
    ],
    rows: answer.Days.map(({ Who, EmployeeId: _, LocationId: __, Exceptions, ...row }) => ({
      ...row,
      Location: row.Location ?? say('noLocation'),
      Name: Who === 0 ? say('openShift') : row.Name,
      Exceptions: Exceptions.map((kind) => say(`kind.${kind}`)).join(', ') || null,
    })),
    totals: { Day: null, ...answer.Totals },
  }
}

/** What is paid, a spell of work a row, for a payroll program. */
export const payrollTable = (answer: PayrollAnswer, _query: unknown, texts: TableWords): Table => {
  const say = wording(texts)
  const clock = (moment: string | null) => moment?.slice(0, 16).replace('T', ' ') ?? null
  return {
    title: say('payrollTitle'),
    notes: [
      ...reportNotes(answer, {}, texts),
      ...(answer.LeftOut > 0 ? [say(answer.LeftOut === 1 ? 'leftOut.one' : 'leftOut.other', { n: answer.LeftOut })] : []),
    ],
    columns: [
      { key: 'EmployeeId', title: say('employeeId'), kind: 'text' },
      { key: 'Name', title: say('employee'), kind: 'text' },
      { key: 'Location', title: say('location'), kind: 'text' },
      { key: 'Day', title: say('day'), kind: 'date' },
      { key: 'Start', title: say('start'), kind: 'text' },
      { key: 'End', title: say('end'), kind: 'text' },
      { key: 'BreakMinutes', title: say('breakMinutes'), kind: 'count' },
      { key: 'Claimed', title: say('Claimed'), kind: 'quantity' },
      { key: 'Actual', title: say('Actual'), kind: 'quantity' },
      { key: 'Hours', title: say('Hours'), kind: 'quantity' },
      { key: 'Approved', title: say('approved'), kind: 'text' },
      { key: 'Cost', title: say('Cost'), kind: 'money' },
      { key: 'Source', title: say('source'), kind: 'text' },
    ],
    rows: answer.Rows.map((row) => ({
      ...row,
      EmployeeId: row.EmployeeId === null ? null : String(row.EmployeeId),
      Location: row.Location ?? say('noLocation'),
      Start: clock(row.Start),
      End: clock(row.End),
      Approved: say(row.Approved ? 'yes' : 'no'),
      Source: say(`source.${row.Source}`),
    })),
    totals: { EmployeeId: null, Hours: answer.Totals.Hours, Cost: answer.Totals.Cost },
  }
}
