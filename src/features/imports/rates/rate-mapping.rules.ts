import * as z from 'zod/mini'
import { columnsByHeading, type HeadingWords } from '#features/imports/guess/heading-words.rules.ts'
import { dateIn, isFormat } from '#features/imports/import-cells.rules.ts'
import { sentText, shortText } from '#shared/fields.ts'

/** What a column of a file of pay rates can hold. */
export const RATE_FIELDS = ['Employee', 'EmployeeCode', 'From', 'Rate', 'Per'] as const
export type RateField = (typeof RATE_FIELDS)[number]

/** How the columns of a file become rates. */
export const RateMapping = z.object({
  /** Field → the heading of its column. */
  Columns: z.partialRecord(z.enum(RATE_FIELDS), sentText(200, 1)),
  DateFormat: z.optional(shortText(40, 1).check(z.refine(isFormat, 'must be a format such as D/M/YYYY'))),
  DecimalMark: z.optional(z.enum(['.', ','])),
  Delimiter: z.optional(z.enum([',', ';', '\t', '|'])),
  Encoding: z.optional(z.enum(['utf-8', 'utf-16le', 'utf-16be', 'cp932', 'windows-1252'])),
  Sheet: z.optional(sentText(100, 1)),
})
export type RateMapping = z.output<typeof RateMapping>

const WORDS: HeadingWords<RateField> = [
  ['EmployeeCode', 'employeeid employeeno employeenumber employeecode staffid staffno staffcode payrollid clerkid 従業員番号 従業員id 社員番号 スタッフ番号'],
  ['Employee', 'employee employeename name staff staffname teammember person worker fullname 従業員 従業員名 氏名 名前 スタッフ'],
  ['From', 'from fromday startdate effective effectivefrom effectivedate since validfrom start date 適用開始日 適用日 開始日 日付'],
  ['Rate', 'rate payrate hourlyrate amount pay wage salary baserate 時給 賃率 単価 金額 給与'],
  ['Per', 'per unit period paytype type basis 単位 区分'],
]

const DATES = ['YYYY-MM-DD', 'YYYY/M/D', 'D/M/YYYY', 'M/D/YYYY', 'D.M.YYYY', 'YYYY年M月D日'] as const

/** What the columns of a file seem to be, by their headings and their first rows. */
export const guessedRateMapping = (headings: readonly string[], rows: readonly (readonly string[])[]): RateMapping => {
  const Columns = columnsByHeading(WORDS, headings)
  const cells = rows.map((row) => (row[headings.indexOf(Columns.From ?? '')] ?? '').trim()).filter((cell) => cell !== '')
  const date = cells.length === 0 ? undefined : DATES.find((format) => cells.every((cell) => dateIn(cell, format) !== undefined))
  return { Columns, ...(date ? { DateFormat: date } : {}) }
}

/** Why a mapping cannot make rates of a file: the field, and a sentence. Empty when it can. */
export const rateMappingComplaints = (
  { Columns }: RateMapping,
  headings: readonly string[],
): { code: 'NoColumn' | 'NotMapped' | 'NoEmployee'; field: RateField; message: string }[] => [
  ...(Object.entries(Columns) as [RateField, string][])
    .filter(([, heading]) => !headings.includes(heading))
    .map(([field, heading]) => ({ code: 'NoColumn' as const, field, message: `The file has no column "${heading}" for ${field}.` })),
  ...(['From', 'Rate'] as const)
    .filter((field) => Columns[field] === undefined)
    .map((field) => ({ code: 'NotMapped' as const, field, message: `No column is mapped to ${field}.` })),
  ...(Columns.Employee === undefined && Columns.EmployeeCode === undefined
    ? [{ code: 'NoEmployee' as const, field: 'Employee' as const, message: 'No column is mapped to Employee or EmployeeCode.' }]
    : []),
]
