import { failure } from '#shared/failure.ts'
import { openFile, WEB_BOUNDS } from './file-reader.adapter.ts'

const PREVIEW_ROWS = 20
/** Enough to see what a cell is; a million characters are no sight. */
const LONGEST_CELL = 500
/** Whoever waits for it holds a transaction open. */
const WITHIN_MS = 15_000
const AT_ONCE = 3
/** So many more wait for their turn. */
const MOST_WAITING = 5
let atWork = 0
const waiting: (() => void)[] = []

/**
 * How a file that was handed over reads, and its first rows.
 * @throws FileNotReadable; Unavailable while many others wait to have theirs looked at
 */
export const previewOf = async (bytes: Buffer) => {
  if (bytes.length === 0) throw failure('FileNotReadable', { why: 'it is empty.' })
  await turn()
  try {
    return await preview(bytes)
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

const preview = async (bytes: Buffer) => {
  const file = await openFile({ bytes }, { bounds: WEB_BOUNDS, withinMs: WITHIN_MS })
  try {
    const first: { Line: number; Cells: string[] }[] = []
    for await (const { rows } of file.rows()) {
      for (const { line, cells } of rows.slice(0, PREVIEW_ROWS - first.length))
        first.push({ Line: line, Cells: cells.map((cell) => cell.slice(0, LONGEST_CELL)) })
      if (first.length >= PREVIEW_ROWS) break
    }
    const { headings, readAs } = file
    return { Format: readAs.Format, Encoding: readAs.Encoding, Delimiter: readAs.Delimiter, Columns: headings, Rows: first }
  } finally {
    file.close()
  }
}
