import * as z from 'zod/mini'
import { contract, operation } from '#shared/endpoint.ts'
import { FactId, sentText, shortText } from '#shared/fields.ts'
import { MOST_COLUMNS } from './file-table.rules.ts'
import { ImportMapping } from './import-mapping.rules.ts'

export const MEGABYTE = 1024 * 1024
export const LARGEST_FILE_BYTES = 20 * MEGABYTE
export const WRONG_ROWS_PAGE = 100

const MappingName = shortText(100, 1)
const access = ['can_editsettings'] as const

export const Complaint = z.object({ FieldName: z.string(), ErrorCode: z.string(), Message: z.string() })

const Totals = z.array(z.object({ Currency: z.string(), Total: z.number() }))

/** Why sales stay: voided or corrected since; refunded since; of runs undone long ago also Corrects, those that corrected or voided an earlier sale. */
const Staying = z.object({ Reason: z.enum(['Changed', 'Refunded', 'Corrects']), Sales: z.int() })

/** How undoing a run went, or goes. */
const Undo = z.object({
  Status: z.enum(['waiting', 'running', 'done', 'failed']),
  /** 0 to 1. */
  Progress: z.number(),
  By: z.nullable(z.string()),
  /** When it ended. */
  At: z.nullable(z.string()),
  /** Sales that were taken back, and what they came to. */
  Sales: z.int(),
  Totals,
  /** Sales that were left as they are. */
  Stayed: z.array(Staying),
})

const Run = z.object({
  RunId: z.string(),
  /** null for a file of the command line. */
  FileId: z.nullable(z.string()),
  FileName: z.string(),
  MappingName: z.string(),
  /** Only looked at, nothing stored. */
  Check: z.boolean(),
  AllOrNothing: z.boolean(),
  /** refused: rows were wrong and all or nothing was asked for, or a check found SharedNumbers; stopped: somebody stopped it, and what was stored by then stays; failed: the file or the mapping makes no sales. */
  Status: z.enum(['waiting', 'running', 'done', 'refused', 'stopped', 'failed']),
  /** How much of it is done, 0 to 1; it never decreases. */
  Progress: z.number(),
  /** Check: the file is read and checked. Store: its sales are stored. null once the run has ended. */
  Phase: z.nullable(z.enum(['Check', 'Store'])),
  /** Up to now, until the run has ended; so are Accepted, Duplicates and Totals. */
  RowsRead: z.int(),
  /** Of these, how many were checked or stored in this phase; 0 while the file is read to its end first. */
  RowsDone: z.int(),
  /** Sales stored, or that would be. */
  Accepted: z.int(),
  /** Of those: their lines, and the names of their locations, a hundred at most. */
  Lines: z.int(),
  Locations: z.array(z.string()),
  /** Sales stored before. */
  Duplicates: z.int(),
  /** Rows that are wrong; they can be corrected and brought in after. */
  RowsRejected: z.int(),
  /** Of the accepted sales, by currency. */
  Totals,
  /** Trading days of the first and the last accepted sale. */
  FirstDay: z.nullable(z.string()),
  LastDay: z.nullable(z.string()),
  /** The accepted sales by month, such as 2026-11. */
  Months: z.array(z.object({ Month: z.string(), Sales: z.int(), Totals: z.array(z.object({ Currency: z.string(), Total: z.number() })) })),
  /** Names of locations that were made, or would be. */
  NewLocations: z.array(z.string()),
  /** Names the file has, the venue does not, and that were not to be made; 100 at most. */
  MissingLocations: z.array(z.string()),
  /** Order numbers that stand in several rows, each of which was to be a sale of its own: none of those rows is imported. */
  SharedNumbers: z.int(),
  /** What those rows come to, by currency. */
  SharedTotals: Totals,
  Failure: z.nullable(z.object({ ErrorCode: z.string(), Message: z.string(), Errors: z.array(Complaint) })),
  /** null: nobody asked for it. */
  Undo: z.nullable(Undo),
  StartedBy: z.nullable(z.string()),
  StartedAt: z.string(),
  FinishedAt: z.nullable(z.string()),
})
export type ImportRun = z.output<typeof Run>

/** Cells that take the place of those in the file, by line. */
export const Correction = z.object({ Line: z.int(), Cells: z.array(sentText(10_000)).check(z.maxLength(MOST_COLUMNS)) })

/** A run with what it was asked to do, so that it can be asked again with rows corrected. */
const RunInFull = z.extend(Run, { Mapping: ImportMapping, Corrections: z.array(Correction), Columns: z.array(z.string()) })
export type ImportRunInFull = z.output<typeof RunInFull>

/** A row as it stands in the file, by its line, and what is wrong with it. */
export const WrongRow = z.object({
  Line: z.int(),
  Cells: z.array(z.string()),
  Errors: z.array(z.object({ ErrorCode: z.string(), Column: z.string(), Message: z.string() })),
})
export type ImportWrongRow = z.output<typeof WrongRow>

/** A file that was handed over, as it was read. */
export const FILE_AS_READ = {
  FileId: z.string(),
  FileName: z.string(),
  Format: z.enum(['csv', 'xlsx']),
  Encoding: z.nullable(z.string()),
  Delimiter: z.nullable(z.string()),
  Columns: z.array(z.string()),
  /** The first rows. */
  Rows: z.array(z.object({ Line: z.int(), Cells: z.array(z.string()) })),
} as const

/** Which page of wrong rows is wanted. */
export const WrongRowsPage = z.object({
  /** The last line of the page before. */
  After: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'must be a line number')), z.transform(Number))),
})

const EXAMPLE_MAPPING = { Columns: { Date: 'Day', Name: 'Item', Net: 'Total' }, Defaults: { Location: 'Harbour Bar' } }

/** Sales from files that were handed over: mapped, checked, brought in, corrected. */
export const imports = contract({
  mappings: operation({
    method: 'GET',
    path: '/imports/mappings',
    summary: 'The saved mappings, latest first, and those that come with Daybook.',
    access,
    response: z.object({ Mappings: z.array(z.object({ Name: z.string(), Mapping: ImportMapping, BuiltIn: z.boolean() })) }),
    example: { as: 'owner' },
  }),
  keepMapping: operation({
    method: 'PUT',
    path: '/imports/mappings',
    summary: 'Save a mapping by name for the next file. A mapping with the same name is replaced.',
    access,
    strict: true,
    body: z.object({ Name: MappingName, Mapping: ImportMapping }),
    example: { as: 'owner', body: { Name: 'Monthly export', Mapping: EXAMPLE_MAPPING } },
  }),
  forgetMapping: operation({
    method: 'DELETE',
    path: '/imports/mappings',
    summary: 'Delete a mapping. Sales imported with it stay.',
    access,
    query: z.object({ Name: MappingName }),
    example: { as: 'owner', query: { Name: '{import-mapping}' } },
  }),
  startRun: operation({
    method: 'POST',
    path: '/imports/runs',
    summary: 'Check a file, or import it. The answer says how to follow the run. Wrong rows are kept for correction, and a second import changes nothing.',
    access,
    strict: true,
    bodyLimit: 2 * MEGABYTE,
    body: z.object({
      FileId: FactId,
      /** What the mapping is called, to be read in the list of runs. */
      MappingName: z.optional(MappingName),
      Mapping: ImportMapping,
      /** Only look: nothing is stored. */
      Check: z.optional(z.boolean()),
      /** Nothing is stored unless every row is right. */
      AllOrNothing: z.optional(z.boolean()),
      /** With those of the run before, where it goes on from one. */
      Corrections: z.optional(z.array(Correction).check(z.maxLength(1000))),
    }),
    response: Run,
    example: { as: 'owner', body: { FileId: '{import-file}', Mapping: EXAMPLE_MAPPING, Check: true } },
  }),
  runs: operation({
    method: 'GET',
    path: '/imports/runs',
    summary: 'The imported files, newest first.',
    access,
    response: z.object({ Runs: z.array(Run) }),
    example: { as: 'owner' },
  }),
  run: operation({
    method: 'GET',
    path: '/imports/runs/:runId',
    summary: 'The progress or result of a run, and its options.',
    access,
    params: z.object({ runId: FactId }),
    response: RunInFull,
    example: { as: 'owner', params: { runId: '{import-run}' } },
  }),
  undoOutlook: operation({
    method: 'GET',
    path: '/imports/runs/:runId/undo',
    summary:
      'What undoing an import would do now: how many sales it would take back, what they come to, their days and locations, for how many of them an earlier sale counts again that they corrected or voided, and how many stay and why.',
    access,
    params: z.object({ runId: FactId }),
    response: z.object({
      Sales: z.int(),
      Totals,
      FirstDay: z.nullable(z.string()),
      LastDay: z.nullable(z.string()),
      Locations: z.array(z.string()),
      /** Of those: corrections and voids of earlier sales, which count again as they were before. */
      CountAgain: z.int(),
      Stay: z.array(Staying),
    }),
    example: { as: 'owner', params: { runId: '{import-run}' } },
  }),
  undoRun: operation({
    method: 'POST',
    path: '/imports/runs/:runId/undo',
    summary:
      'Undo an import: its sales are taken back on their own days, and earlier sales that it corrected or voided count again. Those changed since then stay. The same file can be imported again. Undoing twice changes nothing.',
    access,
    params: z.object({ runId: FactId }),
    response: Run,
    example: { as: 'owner', params: { runId: '{import-run}' } },
  }),
  stopRun: operation({
    method: 'POST',
    path: '/imports/runs/:runId/stop',
    summary:
      'Stop a run that is going on. What was stored by then stays; importing the file again goes on from there, and undoing takes it back. A run that has ended stays as it is.',
    access,
    params: z.object({ runId: FactId }),
    response: Run,
    example: { as: 'owner', params: { runId: '{import-run}' } },
  }),
  wrongRows: operation({
    method: 'GET',
    path: '/imports/runs/:runId/rows',
    summary: `The wrong rows of a run, each with its line and the reason, ${WRONG_ROWS_PAGE} at a time.`,
    access,
    params: z.object({ runId: FactId }),
    query: WrongRowsPage,
    response: z.object({ Columns: z.array(z.string()), Rows: z.array(WrongRow), More: z.boolean() }),
    example: { as: 'owner', params: { runId: '{import-run}' } },
  }),
  wrongRowsFile: operation({
    method: 'GET',
    path: '/imports/runs/:runId/rows.csv',
    summary: 'The wrong rows as CSV, each with its reason. Once corrected, the file can be imported as it is.',
    access,
    answersFile: true,
    params: z.object({ runId: FactId }),
    example: { as: 'owner', params: { runId: '{import-run}' } },
  }),
})
