import { setImmediate as breathe } from 'node:timers/promises'
import type { OpenFile } from './file-reader.adapter.ts'
import type { FileRow } from './file-table.rules.ts'

/** What the signal of a run is aborted with where somebody stops it. */
export class Stopped extends Error {}

/** How the rows of a file are gone through. */
export interface RowReading {
  /** Cells that take the place of those in the file, by line. */
  corrections?: ReadonlyMap<number, readonly string[]>
  signal?: AbortSignal
}

/**
 * The rows of a file from the first on, corrected.
 * @param onProgress hears how much of the file was gone through, 0 to 1
 */
export async function* rowsOf(file: OpenFile, { corrections, signal }: RowReading, onProgress?: (part: number) => void): AsyncGenerator<readonly FileRow[]> {
  for await (const { rows, part } of file.rows()) {
    signal?.throwIfAborted()
    yield corrections?.size ? rows.map((row) => correctedRow(row, file.headings, corrections)) : rows
    onProgress?.(part)
    // Others wait for this process too.
    await breathe()
  }
}

const correctedRow = (row: FileRow, headings: readonly string[], corrections: ReadonlyMap<number, readonly string[]>): FileRow => {
  const cells = corrections.get(row.line)
  return cells ? { line: row.line, cells: headings.map((_, i) => cells[i] ?? '') } : row
}
