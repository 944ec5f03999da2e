import * as z from 'zod/mini'
import {
  Complaint,
  Correction,
  FILE_AS_READ,
  LARGEST_FILE_BYTES,
  MEGABYTE,
  WRONG_ROWS_PAGE,
  WrongRow,
  WrongRowsPage,
} from '#features/imports/import.contract.ts'
import { contract, operation } from '#shared/endpoint.ts'
import { FactId, FileName, IdNumber } from '#shared/fields.ts'
import { CardMapping } from './card-mapping.rules.ts'

const access = ['can_editloyalty'] as const

const Run = z.object({
  RunId: z.string(),
  FileId: z.nullable(z.string()),
  FileName: z.string(),
  /** Only looked at, nothing stored. */
  Check: z.boolean(),
  /** failed: the file or the mapping makes no cards. */
  Status: z.enum(['waiting', 'running', 'done', 'failed']),
  /** How much of it is done, 0 to 1. */
  Progress: z.number(),
  RowsRead: z.int(),
  /** Cards that were made, or would be. */
  New: z.int(),
  /** Cards there already of which something changed, or would: whose they are, or opening points on a card without any. */
  Changed: z.int(),
  Unchanged: z.int(),
  /** Rows that are wrong; they can be corrected and brought in after. */
  RowsRejected: z.int(),
  /** Cards that bring points along. */
  OpeningCards: z.int(),
  /** The points they bring along, together. */
  OpeningPoints: z.int(),
  /** Where those points are posted; null where the file has no column of points. */
  LocationId: z.nullable(z.int()),
  Failure: z.nullable(z.object({ ErrorCode: z.string(), Message: z.string(), Errors: z.array(Complaint) })),
  StartedBy: z.nullable(z.string()),
  StartedAt: z.string(),
  FinishedAt: z.nullable(z.string()),
})
export type CardImportRun = z.output<typeof Run>

/** A run with what it was asked to do, so that it can be asked again with rows corrected. */
const RunInFull = z.extend(Run, { Mapping: CardMapping, Corrections: z.array(Correction), Columns: z.array(z.string()) })
export type CardImportRunInFull = z.output<typeof RunInFull>

const EXAMPLE_FILE = 'Card number,Name,E-mail,Points\n7007001,Ada Lee,ada@example.com,250\n7007002,Noor Haddad,,0\n7007003,Sam Ito,sam(at)example,12.5\n'
const EXAMPLE_MAPPING = { Columns: { CardNumber: 'Card number', Name: 'Name', Email: 'E-mail' } }

/** Loyalty cards from files: handed over, mapped, checked, brought in, corrected. */
export const cardImports = contract({
  uploadFile: operation({
    method: 'POST',
    path: '/loyalty/imports/files',
    summary: 'Upload a CSV or XLSX file of cards of up to 20 MB, which can be gzipped, and see its contents. It is kept for a week. Nothing is imported yet.',
    access,
    rawBody: true,
    bodyLimit: LARGEST_FILE_BYTES,
    query: z.object({ Name: FileName }),
    response: z.object({
      ...FILE_AS_READ,
      /** What the columns seem to be. */
      Guess: z.object({ Mapping: CardMapping }),
    }),
    example: { as: 'owner', query: { Name: 'members.csv' }, body: EXAMPLE_FILE },
  }),
  startRun: operation({
    method: 'POST',
    path: '/loyalty/imports/runs',
    summary:
      'Check a file of cards, or import it. An existing card gets the details in its row and keeps its points. Opening points go only to cards whose points have never changed, so a second import changes nothing.',
    access,
    strict: true,
    bodyLimit: 2 * MEGABYTE,
    body: z.object({
      FileId: FactId,
      Mapping: CardMapping,
      /** Where opening points are posted; needed where the file has them and more than one location could be meant. */
      LocationId: z.optional(IdNumber),
      /** Only look: nothing is stored. */
      Check: z.optional(z.boolean()),
      /** With those of the run before, where it goes on from one. */
      Corrections: z.optional(z.array(Correction).check(z.maxLength(1000))),
    }),
    response: Run,
    example: { as: 'owner', body: { FileId: '{card-file}', Mapping: EXAMPLE_MAPPING, Check: true } },
  }),
  runs: operation({
    method: 'GET',
    path: '/loyalty/imports/runs',
    summary: 'Files of cards that were imported, newest first.',
    access,
    response: z.object({ Runs: z.array(Run) }),
    example: { as: 'owner' },
  }),
  run: operation({
    method: 'GET',
    path: '/loyalty/imports/runs/:runId',
    summary: 'The progress or result of a run, and its options.',
    access,
    params: z.object({ runId: FactId }),
    response: RunInFull,
    example: { as: 'owner', params: { runId: '{card-run}' } },
  }),
  wrongRows: operation({
    method: 'GET',
    path: '/loyalty/imports/runs/:runId/rows',
    summary: `The wrong rows of a run, each with its line and the reason, ${WRONG_ROWS_PAGE} at a time.`,
    access,
    params: z.object({ runId: FactId }),
    query: WrongRowsPage,
    response: z.object({ Columns: z.array(z.string()), Rows: z.array(WrongRow), More: z.boolean() }),
    example: { as: 'owner', params: { runId: '{card-run}' } },
  }),
  wrongRowsFile: operation({
    method: 'GET',
    path: '/loyalty/imports/runs/:runId/rows.csv',
    summary: 'The wrong rows as CSV, each with its reason. Once corrected, the file can be imported as it is.',
    access,
    answersFile: true,
    params: z.object({ runId: FactId }),
    example: { as: 'owner', params: { runId: '{card-run}' } },
  }),
})
