import { LONGEST_ROW } from './file-table.rules.ts'

/** A row of a CSV: the line it begins in, and its cells. */
export interface CsvRecord {
  line: number
  cells: string[]
}

/** Why a text is no CSV. */
export class BrokenCsv extends Error {
  readonly why: 'QuoteNotClosed' | 'RowTooLong'
  /** Where the row begins. */
  readonly line: number

  constructor(why: BrokenCsv['why'], line: number) {
    super(why)
    this.why = why
    this.line = line
  }
}

const LONG_BEGINNING = 100_000

/**
 * Reads CSV as it comes, piece by piece: quoted cells may hold delimiters, line ends and doubled quotes; a quote inside a
 * cell that does not begin with one, such as 5" of pipe, is taken as it is. Lines end in LF or CRLF, or in CR where a file
 * knows no LF; empty ones are left out.
 */
export class CsvReader {
  readonly #delimiter: string
  #lineEnd: '\n' | '\r' | undefined
  #rest = ''
  #line = 1

  constructor(delimiter: string) {
    this.#delimiter = delimiter
  }

  /**
   * The rows that are complete with this piece of text.
   * @throws BrokenCsv
   */
  read(text: string): CsvRecord[] {
    return this.#records(this.#rest + text, false)
  }

  /**
   * The last row, which need not end in a line end.
   * @throws BrokenCsv
   */
  end(): CsvRecord[] {
    return this.#records(this.#rest, true)
  }

  #records(text: string, isAll: boolean): CsvRecord[] {
    const records: CsvRecord[] = []
    this.#lineEnd ??= lineEndOf(text, isAll)
    const lineEnd = this.#lineEnd ?? '\n'
    let quote = text.indexOf('"')
    let at = 0
    while (at < text.length) {
      const found = text.indexOf(lineEnd, at)
      if (found < 0 && !isAll) break
      const end = found < 0 ? text.length : found
      if (quote >= 0 && quote < at) quote = text.indexOf('"', at)
      if (quote < 0 || quote > end) {
        const cells = withoutReturn(text.slice(at, end), lineEnd)
        if (cells !== '') records.push({ line: this.#line, cells: cells.split(this.#delimiter) })
        at = end + 1
        this.#line += 1
        continue
      }
      const row = quotedRow(text, at, this.#delimiter, lineEnd)
      if (row === undefined && isAll) throw new BrokenCsv('QuoteNotClosed', this.#line)
      if (row === undefined || (row.next > text.length && !isAll)) break
      records.push({ line: this.#line, cells: row.cells })
      this.#line += row.lines
      at = row.next
    }
    this.#rest = text.slice(at)
    if (this.#rest.length > LONGEST_ROW) throw new BrokenCsv('RowTooLong', this.#line)
    return records
  }
}

/** CR counts only where a long beginning knows no LF. */
const lineEndOf = (text: string, isAll: boolean): '\n' | '\r' | undefined => {
  if (text.includes('\n')) return '\n'
  return text.includes('\r') && (isAll || text.length > LONG_BEGINNING) ? '\r' : undefined
}

const withoutReturn = (text: string, lineEnd: string): string => (lineEnd === '\n' && text.endsWith('\r') ? text.slice(0, -1) : text)

interface QuotedRow {
  cells: string[]
  /** Where the next row begins; beyond the text's end where the line end is not there yet. */
  next: number
  lines: number
}

/** A row with quotes in it; undefined where a quote is not closed as far as the text goes. */
const quotedRow = (text: string, from: number, delimiter: string, lineEnd: string): QuotedRow | undefined => {
  const cells: string[] = []
  let lines = 1
  for (let at = from; ; ) {
    let cell = ''
    if (text[at] === '"') {
      const close = closingQuote(text, at + 1)
      if (close < 0) return undefined
      const quoted = text.slice(at + 1, close)
      cell = quoted.includes('"') ? quoted.replaceAll('""', '"') : quoted
      if (quoted.includes(lineEnd)) lines += quoted.split(lineEnd).length - 1
      at = close + 1
    }
    const end = endOfCell(text, at, delimiter, lineEnd)
    cell += text.slice(at, end)
    if (text[end] === delimiter) {
      cells.push(cell)
      at = end + 1
      continue
    }
    cells.push(withoutReturn(cell, lineEnd))
    return { cells, next: end + 1, lines }
  }
}

/** The quote that ends a cell: one that is not doubled. */
const closingQuote = (text: string, from: number): number => {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at
  return -1
}

const endOfCell = (text: string, from: number, delimiter: string, lineEnd: string): number => {
  let at = from
  while (at < text.length && text[at] !== delimiter && text[at] !== lineEnd) at += 1
  return at
}
