import { closeSync } from 'node:fs'
import { failure } from '#shared/failure.ts'
import { type OpenFile, openFile, SALES_BOUNDS, WEB_BOUNDS } from './file-reader.adapter.ts'
import type { FileRow, ReadingBounds } from './file-table.rules.ts'
import { fileOf } from './nameless-file.adapter.ts'

const PREVIEW_ROWS = 20
/** Enough to see what a cell is; a million characters are no sight. */
const LONGEST_CELL = 500
const WITHIN_MS = 15_000
/** How long the whole of a file is gone through for what its columns hold. */
const SAMPLE_MS = 6_000
const LEAST_SAMPLE_MS = 300
/** Kept for the piece that is being read when that ends. */
const SPARE_MS = 4_000
const AT_ONCE = 3
/** So many more wait for their turn. */
const MOST_WAITING = 5
let atWork = 0
const waiting: (() => void)[] = []

/**
 * How a file that was handed over reads, and its first rows.
 * @throws FileNotReadable; Unavailable while many others wait to have theirs looked at
 */
export const previewOf = (bytes: Buffer) => inTurn(fileOf(bytes), WEB_BOUNDS, preview)

/**
 * The same of a file of sales that lies open, with rows from all over it.
 * @throws as previewOf
 */
export const sampledPreviewOf = (open: number) =>
  inTurn(open, SALES_BOUNDS, async (file, leftMs) => {
    const sample = await file.sample(Math.max(LEAST_SAMPLE_MS, Math.min(SAMPLE_MS, leftMs() - SPARE_MS)))
    return { preview: { ...headOf(file), Rows: shownRows(sample.rows) }, sample }
  })

const inTurn = async <T>(open: number, bounds: ReadingBounds, look: (file: OpenFile, leftMs: () => number) => Promise<T>): Promise<T> => {
  await turn().catch((error: unknown) => {
    closeSync(open)
    throw error
  })
  try {
    const endsAt = performance.now() + WITHIN_MS
    const file = await openFile({ file: open }, { bounds, withinMs: WITHIN_MS })
    try {
      return await look(file, () => endsAt - performance.now())
    } finally {
      file.close()
    }
  } finally {
    const next = waiting.shift()
    if (next) next()
    else atWork -= 1
  }
}

/** Waits until one of the few readers is free; whoever gives way hands it on. */
const turn = async (): Promise<void> => {
  if (atWork < AT_ONCE) {
    atWork += 1
    return
  }
  if (waiting.length >= MOST_WAITING) throw failure('Unavailable', {}, [], 2)
  await new Promise<void>((resolve) => waiting.push(resolve))
}

const preview = async (file: OpenFile) => {
  const first: FileRow[] = []
  for await (const { rows } of file.rows()) {
    first.push(...rows.slice(0, PREVIEW_ROWS - first.length))
    if (first.length >= PREVIEW_ROWS) break
  }
  return { ...headOf(file), Rows: shownRows(first) }
}

const headOf = ({ headings, readAs: { Format, Encoding, Delimiter } }: OpenFile) => ({ Format, Encoding, Delimiter, Columns: headings })

const shownRows = (rows: readonly FileRow[]) =>
  rows.slice(0, PREVIEW_ROWS).map(({ line, cells }) => ({ Line: line, Cells: cells.map((cell) => cell.slice(0, LONGEST_CELL)) }))
