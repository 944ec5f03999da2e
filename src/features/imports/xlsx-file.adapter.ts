import { failure } from '#shared/failure.ts'
import { type FileRow, headingsOf, LONGEST_ROW, type ReadingBounds, rowUnder, type TableHead, tooWide, UNBOUNDED } from './file-table.rules.ts'
import { cellText, columnOf } from './xlsx-cells.rules.ts'
import { type WorkbookHead, workbookHead } from './xlsx-head.adapter.ts'
import { type XlsxParts, xlsxParts } from './xlsx-parts.adapter.ts'

export interface Workbook extends TableHead {
  rows(): AsyncGenerator<FileRow[]>
}

/** A row of a sheet: its number, and its cells up to the last that is not empty. */
interface SheetRow {
  line: number
  cells: string[]
  characters: number
}

/** Excel has no more. */
const MOST_ROWS = 1_048_576
const MOST_CELLS = 20_000_000
const MOST_CHARACTERS = 200_000_000
const PIECE_ROWS = 500

/**
 * Opens the first sheet of a workbook, or the named one; dates and numbers become the texts a CSV would have. Its rows are
 * read as they are asked for. Columns without a heading have one by their place, if a cell of the first rows stands there.
 * @throws FileNotReadable
 */
export const openXlsx = async (bytes: Buffer, sheetName?: string, bounds: ReadingBounds = UNBOUNDED): Promise<Workbook> => {
  const parts = await xlsxParts(bytes)
  const head = await workbookHead(parts, sheetName)
  for await (const [first, ...others] of sheetRows(parts, head, bounds)) {
    if (!first) continue
    const width = Math.max(first.cells.length, ...others.map(({ cells }) => cells.length))
    const headings = headingsOf(padded(first.cells, width))
    return {
      headings,
      readAs: { Format: 'xlsx', Encoding: null, Delimiter: null, Sheet: sheetName ?? null },
      rows: () => rowsUnder(headings, sheetRows(parts, head, bounds)),
    }
  }
  throw failure('FileNotReadable', { why: 'the sheet is empty.' })
}

async function* rowsUnder(headings: readonly string[], sheet: AsyncIterable<SheetRow[]>): AsyncGenerator<FileRow[]> {
  let isFirst = true
  for await (const piece of sheet) {
    const rows = isFirst ? piece.slice(1) : piece
    isFirst = false
    yield rows.map(({ line, cells }) => rowUnder(headings, line, padded(cells, headings.length)))
  }
}

const padded = (cells: readonly string[], width: number): string[] => Array.from({ length: Math.max(width, cells.length) }, (_, place) => cells[place] ?? '')

/** The rows of a sheet that are not empty, a piece at a time. */
async function* sheetRows(parts: XlsxParts, head: WorkbookHead, bounds: ReadingBounds): AsyncGenerator<SheetRow[]> {
  const rows = new SheetRows(head, Math.min(MOST_ROWS, bounds.rows))
  for await (const _ of parts.read(head.sheet, rows)) while (rows.isPiece) yield rows.take()
  while (rows.isRest) yield rows.take()
}

/** Gathers rows from the XML of a sheet, and refuses while it is read what would take too much room. */
class SheetRows {
  readonly #head: WorkbookHead
  readonly #mostRows: number
  #done: SheetRow[] = []
  /** Characters of the rows that are done and not taken. */
  #held = 0
  #cells = 0
  #characters = 0
  #row: SheetRow = { line: 0, cells: [], characters: 0 }
  #cell = { column: 0, type: '', style: '', value: '' }
  #isValue = false
  #isReading = false

  constructor(head: WorkbookHead, mostRows: number) {
    this.#head = head
    this.#mostRows = mostRows
  }

  get isPiece(): boolean {
    return this.#done.length >= PIECE_ROWS || this.#held > LONGEST_ROW
  }

  get isRest(): boolean {
    return this.#done.length > 0
  }

  take(): SheetRow[] {
    let [rows, characters] = [0, 0]
    while (rows < Math.min(PIECE_ROWS, this.#done.length) && characters <= LONGEST_ROW) {
      characters += this.#done[rows]?.characters ?? 0
      rows += 1
    }
    this.#held -= characters
    return this.#done.splice(0, rows)
  }

  open(name: string, attributes: Record<string, string>): void {
    if (name === 'row') this.#beginRow(attributes.r)
    else if (name === 'c') this.#beginCell(attributes)
    else if (name === 'rPh') this.#isReading = true
    else if (name === 'v' || name === 't') this.#isValue = !this.#isReading
  }

  text(text: string): void {
    if (this.#isValue) this.#cell.value += text
  }

  close(name: string): void {
    this.#isValue = false
    if (name === 'c') this.#endCell()
    else if (name === 'rPh') this.#isReading = false
    else if (name === 'row' && this.#row.cells.length > 0) {
      this.#done.push(this.#row)
      this.#held += this.#row.characters
    }
  }

  #beginRow(number: string | undefined): void {
    const line = number === undefined ? this.#row.line + 1 : Number(number)
    if (!(line > this.#row.line)) throw damaged('its rows are not in order')
    if (line > this.#mostRows) throw unreadable(`it has more than ${this.#mostRows.toLocaleString('en')} rows. Split it into several files.`)
    this.#row = { line, cells: [], characters: 0 }
    this.#cell.column = 0
  }

  #beginCell({ r, t = '', s = '' }: Record<string, string>): void {
    const column = r === undefined ? this.#cell.column + 1 : columnOf(r)
    if (column === undefined || column <= this.#cell.column) throw damaged('its cells are not in order')
    this.#cell = { column, type: t, style: s, value: '' }
  }

  #endCell(): void {
    const { column, type, style, value } = this.#cell
    const text = cellText(type, style, value, this.#head)
    if (text === undefined) throw damaged('the text of a cell is missing')
    // What is empty but has a colour or a frame is no part of the table.
    if (text === '') return
    const { line, cells } = this.#row
    const why = tooWide(line, column)
    if (why) throw unreadable(why)
    this.#count(text.length)
    while (cells.length < column - 1) cells.push('')
    cells.push(text)
  }

  #count(characters: number): void {
    this.#cells += 1
    this.#characters += characters
    this.#row.characters += characters
    if (this.#row.characters > LONGEST_ROW) throw unreadable(`line ${this.#row.line} is longer than a million characters.`)
    if (this.#cells > MOST_CELLS) throw unreadable(`it has more than ${MOST_CELLS.toLocaleString('en')} cells. Split it into several files.`)
    if (this.#characters > MOST_CHARACTERS)
      throw unreadable(`it has more than ${MOST_CHARACTERS.toLocaleString('en')} characters. Split it into several files.`)
  }
}

const unreadable = (why: string) => failure('FileNotReadable', { why })
const damaged = (how: string) => unreadable(`it is a damaged workbook: ${how}.`)
