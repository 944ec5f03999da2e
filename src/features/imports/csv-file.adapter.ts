import { failure } from '#shared/failure.ts'
import { BrokenCsv, CsvReader, type CsvRecord } from './csv-records.rules.ts'
import {
  type Encoding,
  type FileRow,
  headingsOf,
  type ReadingBounds,
  type ReadingSettings,
  rowUnder,
  type TableHead,
  tooWide,
  UNBOUNDED,
} from './file-table.rules.ts'
import { encodingIn, type Opens, textOf } from './text-file.adapter.ts'

export interface Csv extends TableHead {
  /** The rows in pieces, read as they are asked for: a file of any length takes little memory. */
  rows(): AsyncGenerator<FileRow[]>
}

const SAMPLE_BYTES = 64 * 1024
const PIECE_ROWS = 500

/**
 * Opens a CSV whose encoding and delimiter nobody told: UTF-8 with or without BOM, UTF-16 of either order, CP932.
 * @throws FileNotReadable
 */
export const openCsv = async (opens: Opens, settings: ReadingSettings = {}, bounds: ReadingBounds = UNBOUNDED): Promise<Csv> => {
  const encoding = await encodingIn(opens, settings.encoding)
  const delimiter = settings.delimiter ?? delimiterOf(await beginningOf(opens, encoding))
  let headings: string[] | undefined
  for await (const [header] of recordsIn(opens, encoding, delimiter)) {
    if (!header) continue
    headings = headingsOf(header.cells)
    break
  }
  if (!headings) throw failure('FileNotReadable', { why: 'it is empty.' })
  return {
    headings,
    readAs: { Format: 'csv', Encoding: encoding, Delimiter: delimiter, Sheet: null },
    rows: () => rowsUnder(headings, recordsIn(opens, encoding, delimiter), bounds.rows),
  }
}

async function* rowsUnder(headings: readonly string[], pieces: AsyncIterable<CsvRecord[]>, most: number): AsyncGenerator<FileRow[]> {
  let read = 0
  for await (const records of pieces) {
    if (records.length === 0) continue
    const rows = read === 0 ? records.slice(1) : records
    read += records.length
    if (read > most + 1) throw failure('FileNotReadable', { why: `it has more than ${most.toLocaleString('en')} rows. Split it into several files.` })
    yield rows.filter(({ cells }) => cells.some((cell) => cell !== '')).map(({ line, cells }) => rowUnder(headings, line, cells))
  }
}

async function* recordsIn(opens: Opens, encoding: Encoding, delimiter: string): AsyncGenerator<CsvRecord[]> {
  const reader = new CsvReader(delimiter)
  const bytes = opens()
  try {
    for await (const text of textOf(bytes, encoding)) yield* piecesOf(reader.read(text))
    yield* piecesOf(reader.end())
  } catch (error) {
    throw error instanceof BrokenCsv ? failure('FileNotReadable', { why: whyOf(error) }) : error
  } finally {
    bytes.destroy()
  }
}

function* piecesOf(records: CsvRecord[]): Generator<CsvRecord[]> {
  for (const { line, cells } of records) {
    const why = tooWide(line, cells.length)
    if (why) throw failure('FileNotReadable', { why })
  }
  if (records.length <= PIECE_ROWS) yield records
  else for (let at = 0; at < records.length; at += PIECE_ROWS) yield records.slice(at, at + PIECE_ROWS)
}

const whyOf = ({ why, line }: BrokenCsv): string =>
  why === 'QuoteNotClosed'
    ? `a quotation mark that opens in line ${line} is never closed.`
    : `line ${line} is longer than a million characters. A quotation mark may be missing.`

const beginningOf = async (opens: Opens, encoding: Encoding): Promise<string> => {
  const bytes = opens()
  let text = ''
  try {
    for await (const piece of textOf(bytes, encoding)) {
      text += piece
      if (text.length >= SAMPLE_BYTES) break
    }
  } finally {
    bytes.destroy()
  }
  return text.slice(0, SAMPLE_BYTES)
}

/** The mark that parts the first lines most often and each alike; a comma where nothing tells. */
export const delimiterOf = (text: string): string => {
  const lines = text
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, 20)
  const whole = text.length >= SAMPLE_BYTES && lines.length > 1 ? lines.slice(0, -1) : lines
  const scores = [',', ';', '\t', '|'].map((mark) => {
    const counts = whole.map((line) => line.split(mark).length - 1)
    const [first = 0] = counts
    return { mark, score: first === 0 ? 0 : first + counts.filter((count) => count === first).length * 100 }
  })
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).mark
}
