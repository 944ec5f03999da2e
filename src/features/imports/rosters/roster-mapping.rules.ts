import * as z from 'zod/mini'
import { columnsByHeading, type HeadingWords } from '#features/imports/guess/heading-words.rules.ts'
import { dateIn, isFormat, timeIn } from '#features/imports/import-cells.rules.ts'
import { sentText, shortText } from '#shared/fields.ts'

/** What a column of a file of rosters or timesheets can hold. */
export const ROSTER_FIELDS = [
  'Employee',
  'EmployeeCode',
  'Location',
  'Date',
  'Start',
  'End',
  'Break',
  'Claimed',
  'Actual',
  'Approved',
  'Cost',
  'Leave',
  'ShiftId',
] as const
export type RosterField = (typeof ROSTER_FIELDS)[number]

/** A file is one or the other. */
export const FILE_KINDS = ['Rosters', 'Timesheets'] as const
export type FileKind = (typeof FILE_KINDS)[number]

const Format = shortText(40, 1).check(z.refine(isFormat, 'must be a format such as D/M/YYYY or HH:mm'))

/** How the columns of a file become shifts or timesheets. */
export const RosterMapping = z.object({
  /** Field → the heading of its column. */
  Columns: z.partialRecord(z.enum(ROSTER_FIELDS), sentText(200, 1)),
  DateFormat: z.optional(Format),
  TimeFormat: z.optional(Format),
  DecimalMark: z.optional(z.enum(['.', ','])),
  Delimiter: z.optional(z.enum([',', ';', '\t', '|'])),
  Encoding: z.optional(z.enum(['utf-8', 'utf-16le', 'utf-16be', 'cp932', 'windows-1252'])),
  Sheet: z.optional(sentText(100, 1)),
})
export type RosterMapping = z.output<typeof RosterMapping>

const WORDS: HeadingWords<RosterField> = [
  [
    'EmployeeCode',
    'employeeid employeeno employeenumber employeecode staffid staffno staffcode payrollid clerkid 従業員番号 従業員id 社員番号 社員id スタッフ番号',
  ],
  ['Employee', 'employee employeename name staff staffname teammember person worker fullname 従業員 従業員名 氏名 名前 スタッフ'],
  ['Location', 'location store site venue workplace 店舗 店舗名 勤務地'],
  ['Date', 'date day shiftdate workdate 日付 勤務日 年月日'],
  ['Start', 'start starttime from in clockin timein begin 開始 開始時刻 出勤 出勤時刻'],
  ['End', 'end endtime to finish finishtime out clockout timeout 終了 終了時刻 退勤 退勤時刻'],
  ['Break', 'break breakminutes breaks unpaidbreak mealbreak meal 休憩 休憩時間 休憩(分)'],
  ['Approved', 'approved approvedhours approvedtime 承認 承認時間'],
  ['Claimed', 'claimed claimedhours hours totalhours submitted total worked 申告 申告時間 時間 勤務時間'],
  ['Actual', 'actual actualhours clocked clockedhours 実績 実働 実働時間'],
  ['Cost', 'cost wage wages wagecost labourcost laborcost pay 人件費 給与 金額'],
  ['Leave', 'leave leavetype absence 休暇 休暇区分'],
  ['ShiftId', 'shiftid id timesheetid rosterid reference シフトid id番号'],
]

const DATES = ['YYYY-MM-DD', 'YYYY/M/D', 'YYYYMMDD', 'YYYY年M月D日', 'D/M/YYYY', 'M/D/YYYY', 'D.M.YYYY', 'D-M-YYYY', 'D/M/YY', 'M/D/YY']
const TIMES = ['HH:mm', 'HH:mm:ss', 'h:mm A', 'h:mmA', 'H時mm分']

/** What the columns of a file seem to be, by their headings and their first rows. */
export const guessedRosterMapping = (headings: readonly string[], rows: readonly (readonly string[])[]): RosterMapping => {
  const Columns = columnsByHeading(WORDS, headings)
  const cells = (field: RosterField) => rows.map((row) => (row[headings.indexOf(Columns[field] ?? '')] ?? '').trim()).filter((cell) => cell !== '')
  const first = (formats: readonly string[], field: RosterField, read: typeof dateIn) =>
    cells(field).length === 0 ? undefined : formats.find((format) => cells(field).every((cell) => read(cell, format) !== undefined))
  const [date, time] = [first(DATES, 'Date', dateIn), first(TIMES, 'Start', timeIn)]
  return { Columns, ...(date ? { DateFormat: date } : {}), ...(time ? { TimeFormat: time } : {}) }
}

const NEEDED: readonly RosterField[] = ['Date', 'Start', 'End']

/** Why a mapping cannot make shifts of a file: the field, and a sentence. Empty when it can. */
export const rosterMappingComplaints = (
  { Columns }: RosterMapping,
  headings: readonly string[],
): { code: 'NoColumn' | 'NotMapped' | 'NoEmployee'; field: RosterField; message: string }[] => [
  ...(Object.entries(Columns) as [RosterField, string][])
    .filter(([, heading]) => !headings.includes(heading))
    .map(([field, heading]) => ({ code: 'NoColumn' as const, field, message: `The file has no column "${heading}" for ${field}.` })),
  ...NEEDED.filter((field) => Columns[field] === undefined).map((field) => ({
    code: 'NotMapped' as const,
    field,
    message: `No column is mapped to ${field}.`,
  })),
  ...(Columns.Employee === undefined && Columns.EmployeeCode === undefined
    ? [{ code: 'NoEmployee' as const, field: 'Employee' as const, message: 'No column is mapped to Employee or EmployeeCode.' }]
    : []),
]
