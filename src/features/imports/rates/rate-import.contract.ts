import * as z from 'zod/mini'
import { FILE_AS_READ, LARGEST_FILE_BYTES, WrongRow } from '#features/imports/import.contract.ts'
import { contract, operation } from '#shared/endpoint.ts'
import { Day, FactId, FileName } from '#shared/fields.ts'
import { RateMapping } from './rate-mapping.rules.ts'

const access = ['can_viewtimesheet', 'can_editsettings'] as const

/** More rows take a file of their own: all of it is stored in one go. */
export const MOST_RATE_ROWS = 2000

const PER = z.enum(['Hour', 'Week'])

const Outcome = z.object({
  Check: z.boolean(),
  RowsRead: z.int(),
  New: z.int(),
  Changed: z.int(),
  Unchanged: z.int(),
  RowsRejected: z.int(),
  /** What is new or changes, in the order of the file; the first thousand. Amounts in major units. */
  Changes: z.array(
    z.object({
      Line: z.int(),
      Name: z.string(),
      FromDay: Day,
      Per: PER,
      Amount: z.number(),
      Currency: z.string(),
      /** What holds from this day so far; null where nothing begins on it. */
      Before: z.nullable(z.object({ Per: PER, Amount: z.number() })),
    }),
  ),
  /** The first thousand that are wrong. */
  WrongRows: z.array(WrongRow),
})
export type RateImportOutcome = z.output<typeof Outcome>

/** Pay rates from files: handed over, mapped, checked, imported. */
export const rateImports = contract({
  uploadRateFile: operation({
    method: 'POST',
    path: '/attendance/rates/files',
    summary:
      'Upload a CSV or XLSX file of pay rates of up to 20 MB, which can be gzipped, and see its contents. It is kept for a week. Nothing is imported yet.',
    access,
    rawBody: true,
    bodyLimit: LARGEST_FILE_BYTES,
    query: z.object({ Name: FileName }),
    response: z.object({ ...FILE_AS_READ, Guess: z.object({ Mapping: RateMapping }) }),
    example: { as: 'owner', query: { Name: 'rates.csv' }, body: 'Employee,From,Rate\nEdie Cole,2026-11-23,31.50\n' },
  }),
  importRates: operation({
    method: 'POST',
    path: '/attendance/rates/runs',
    summary: `Check a file of pay rates, or import its right rows, at most ${MOST_RATE_ROWS.toLocaleString('en')}. A rate applies from its first day. Importing the same rows again changes nothing. Another amount for the same first day replaces the old one. No rate is removed.`,
    access,
    strict: true,
    body: z.object({
      FileId: FactId,
      Mapping: RateMapping,
      /** Only look: nothing is stored. */
      Check: z.optional(z.boolean()),
    }),
    response: Outcome,
    example: {
      as: 'owner',
      body: { FileId: '{rate-file}', Mapping: { Columns: { Employee: 'Employee', From: 'From', Rate: 'Rate' } }, Check: true },
    },
  }),
})
