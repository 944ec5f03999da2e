import type { VenueScope } from '#platform/access/venue-scope.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { previewOf } from './file-preview.adapter.ts'
import { openFile, WEB_BOUNDS } from './file-reader.adapter.ts'
import { rowsOf } from './file-rows.job.ts'
import type { Encoding, FileRow } from './file-table.rules.ts'
import { type FileKind, fileNamed, keepFile, keptFile } from './import-files.sql.ts'

const WITHIN_MS = 15_000

interface Settings {
  Encoding?: Encoding | undefined
  Delimiter?: string | undefined
  Sheet?: string | undefined
}

interface Limits {
  /** The most rows that are read. */
  most: number
  /** What is wrong with the mapping for a file with these headings. */
  complaints(headings: readonly string[]): readonly { code: string; field: string; message: string }[]
}

/** The table of a file that is read whole. */
export interface ReadTable {
  name: string
  headings: readonly string[]
  rows: readonly FileRow[]
}

type Preview = Awaited<ReturnType<typeof previewOf>>

interface Uploaded {
  bytes?: Buffer | undefined
}

/** The stages of a call that stores an uploaded file and answers its first rows with a guessed mapping. Reading takes seconds, so no transaction is open meanwhile. */
export const uploadOf = <M>(kind: FileKind, guess: (columns: readonly string[], rows: string[][]) => M) => ({
  prepare: async () => undefined,
  ask: (_: undefined, { bytes = Buffer.alloc(0) }: Uploaded) => previewOf(bytes),
  finish: async ({ venue, query, bytes = Buffer.alloc(0) }: Uploaded & { venue: VenueScope; query: { Name: string } }, _: undefined, preview: Preview) => {
    const FileId = await keepFile(venue, kind, query.Name, bytes)
    const rows = preview.Rows.map(({ Cells }) => Cells)
    return { FileId, FileName: query.Name, ...preview, Guess: { Mapping: guess(preview.Columns, rows) } }
  },
})

/** An uploaded file, open for `readTable`. @throws NotFound, FileNotReadable */
export const openTable = async (scope: VenueScope, kind: FileKind, fileId: string): Promise<{ name: string; open: number }> => ({
  name: await fileNamed(scope, kind, fileId),
  open: await keptFile(scope, kind, fileId),
})

/**
 * The rows of an open file, which is closed. Call this outside a transaction.
 * @throws FileNotReadable, TooLarge, ValidationFailed for the first complaint about the mapping
 */
export const readTable = async (
  { name, open }: { name: string; open: number },
  { Encoding, Delimiter, Sheet }: Settings,
  { most, complaints }: Limits,
): Promise<ReadTable> => {
  const settings = { encoding: Encoding, delimiter: Delimiter, sheet: Sheet }
  const file = await openFile({ file: open }, { settings, bounds: WEB_BOUNDS, withinMs: WITHIN_MS })
  try {
    const [complaint] = complaints(file.headings)
    if (complaint) throw fieldFailure(`Mapping.Columns.${complaint.field}`, complaint.message, complaint.code)
    const rows: FileRow[] = []
    for await (const piece of rowsOf(file, {})) {
      if (rows.length + piece.length > most) throw failure('TooLarge', { limit: `${most.toLocaleString('en')} rows` })
      rows.push(...piece)
    }
    return { name, headings: file.headings, rows }
  } finally {
    file.close()
  }
}
