import type { FileRow, ReadingBounds, ReadingSettings, TableHead } from './file-table.rules.ts'
import type { Sampled } from './guess/file-sample.rules.ts'

/** Where the bytes of a file are: under a name, or in a file that is open, which whoever reads it closes. */
export type FileSource = { path: string } | { file: number }

/** Where the program that reads a file finds it open. */
export const OPEN_FILE = 4

/** What the program that reads a file is asked, one thing after the other. */
export type Asked =
  | { settings: ReadingSettings; bounds: ReadingBounds }
  | { rows: 'first' | 'next' }
  /** Rows from all over the file; what was reached by then where that takes longer. */
  | { sample: { withinMs: number } }

/** Rows, and how much of the file is read with them, 0 to 1. */
export interface RowsRead {
  rows: readonly FileRow[]
  part: number
}

/** What it answers. `refused` is the sentence of a file that cannot be read, `failed` a fault of the program itself. */
export type Answered = { head: TableHead } | RowsRead | { sampled: Sampled } | { ended: true } | { refused: string } | { failed: string }
