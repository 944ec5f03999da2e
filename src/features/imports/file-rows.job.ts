import { setImmediate as breathe } from 'node:timers/promises'
import type { OpenFile } from './file-reader.adapter.ts'
import type { FileRow } from './file-table.rules.ts'

/** What the signal of a run is aborted with where somebody stops it. */
export class Stopped extends Error {}

/** How the rows of a file are gone through. */
export interface RowReading {
  /** Cells that take the place of those in the file, by line. */
  corrections?: ReadonlyMap<number, readonly string[]>
  /** Rows that are no sales, by the heading of a column and what it says. */
  mapping?: { Columns: unknown; Skip?: Readonly<Record<string, readonly string[]>> | undefined }
  signal?: AbortSignal
}

/**
 * The rows of a file from the first on, corrected.
 * @param onProgress hears how much of the file was gone through, 0 to 1
 */
export async function* rowsOf(file: OpenFile, reading: RowReading, onProgress?: (part: number) => void): AsyncGenerator<readonly FileRow[]> {
  const { corrections, signal } = reading
  const isLeftOut = leavesOut(file.headings, reading.mapping?.Skip)
  for await (const { rows, part } of file.rows()) {
    signal?.throwIfAborted()
    const corrected = corrections?.size ? rows.map((row) => correctedRow(row, file.headings, corrections)) : rows
    yield isLeftOut ? corrected.filter((row) => !isLeftOut(row)) : corrected
    onProgress?.(part)
    // Others wait for this process too.
    await breathe()
  }
}

const correctedRow = (row: FileRow, headings: readonly string[], corrections: ReadonlyMap<number, readonly string[]>): FileRow => {
  const cells = corrections.get(row.line)
  return cells ? { line: row.line, cells: headings.map((_, i) => cells[i] ?? '') } : row
}

/** Tells which rows are no sales; undefined where all are. */
const leavesOut = (headings: readonly string[], skip: Readonly<Record<string, readonly string[]>> = {}): ((row: FileRow) => boolean) | undefined => {
  const told = Object.entries(skip).flatMap(([heading, values]) =>
    headings.includes(heading) ? [{ at: headings.indexOf(heading), values: new Set(values) }] : [],
  )
  return told.length === 0 ? undefined : ({ cells }) => told.some(({ at, values }) => values.has((cells[at] ?? '').trim()))
}
