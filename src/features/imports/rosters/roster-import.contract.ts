import * as z from 'zod/mini'
import { FILE_AS_READ, LARGEST_FILE_BYTES, WrongRow } from '#features/imports/import.contract.ts'
import { contract, operation } from '#shared/endpoint.ts'
import { FactId, FileName, IdNumber } from '#shared/fields.ts'
import { FILE_KINDS, RosterMapping } from './roster-mapping.rules.ts'

const access = ['can_editsettings'] as const

/** More rows take a file of their own: all of it is stored in one go. */
export const MOST_ROWS = 10_000

const Outcome = z.object({
  Check: z.boolean(),
  RowsRead: z.int(),
  New: z.int(),
  Changed: z.int(),
  Unchanged: z.int(),
  RowsRejected: z.int(),
  /** Hours of the rows that are right. */
  Hours: z.number(),
  /** The first thousand that are wrong. */
  WrongRows: z.array(WrongRow),
})
export type RosterImportOutcome = z.output<typeof Outcome>

const EXAMPLE_FILE = 'Employee,Date,Start,End,Break,Hours\nEdie Cole,2026-11-20,16:00,00:00,30,7.5\n'

/** Rosters and timesheets from files: handed over, mapped, checked, brought in. */
export const rosterImports = contract({
  uploadRosterFile: operation({
    method: 'POST',
    path: '/attendance/imports/files',
    summary:
      'Upload a CSV or XLSX file of rosters or timesheets of up to 20 MB, which can be gzipped, and see its contents. It is kept for a week. Nothing is imported yet.',
    access,
    rawBody: true,
    bodyLimit: LARGEST_FILE_BYTES,
    query: z.object({ Name: FileName }),
    response: z.object({ ...FILE_AS_READ, Guess: z.object({ Mapping: RosterMapping }) }),
    example: { as: 'owner', query: { Name: 'roster.csv' }, body: EXAMPLE_FILE },
  }),
  importRosters: operation({
    method: 'POST',
    path: '/attendance/imports/runs',
    summary: `Check a file of rosters or timesheets, or import its right rows, at most ${MOST_ROWS.toLocaleString('en')}. Importing the same rows again changes nothing. A changed row replaces the old one.`,
    access,
    strict: true,
    body: z.object({
      FileId: FactId,
      Kind: z.enum(FILE_KINDS),
      Mapping: RosterMapping,
      /** Where rows are that name no location. */
      LocationId: IdNumber,
      /** Only look: nothing is stored. */
      Check: z.optional(z.boolean()),
    }),
    response: Outcome,
    example: {
      as: 'owner',
      body: {
        FileId: '{roster-file}',
        Kind: 'Timesheets',
        Mapping: { Columns: { Employee: 'Employee', Date: 'Date', Start: 'Start', End: 'End', Break: 'Break', Claimed: 'Hours' } },
        LocationId: 1,
        Check: true,
      },
    },
  }),
})
