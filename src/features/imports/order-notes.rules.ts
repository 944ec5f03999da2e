import { MOST_LINES } from '#features/intake/sale.contract.ts'
import { PAIR_PARTS, type PairsAside } from './pairs-aside.rules.ts'

/** What is known of a row whose order has rows elsewhere too, or more than a sale may have. */
export interface RowNote {
  /** How many rows its order has in all, MOST_LINES + 1 where those are more. */
  rows: number
  /** No row of its order comes before it. */
  isFirst: boolean
  /** Rows of its order lie so far apart that none is waited for. */
  isFar: boolean
  /** The orders that it is put aside with: those that begin near it in the file, which are most often of the same days. */
  part: number
}

/** What is known of a run: rows of one order that follow each other. */
export interface RunNote extends RowNote {
  /** Its first row, the first of the file being 0. */
  begins: number
}

/** Notes on disk: written in any order, read in the order of the file, those of a span of rows together. A span is a part of the pairs, by its rest. */
export class OrderNotes {
  readonly #pairs: PairsAside
  readonly #span: number

  /** @param rows how many rows the file has */
  constructor(pairs: PairsAside, rows: number) {
    this.#pairs = pairs
    this.#span = Math.max(1, Math.ceil(rows / PAIR_PARTS))
  }

  put({ begins, rows, isFirst, isFar, part }: RunNote): void {
    this.#pairs.put(begins * PAIR_PARTS + Math.floor(begins / this.#span), part * PART + (isFirst ? FIRST : 0) + (isFar ? FAR : 0) + rows)
  }

  /** Goes through the file from its first row on. */
  reader(): NoteReader {
    return new NoteReader(this.#spans(), this.#span)
  }

  *#spans(): Generator<Span> {
    for (const pairs of this.#pairs.parts()) {
      const from = ((pairs[0] ?? 0) % PAIR_PARTS) * this.#span
      const notes = new Float64Array(this.#span)
      for (let at = 0; at < pairs.length; at += 2) notes[Math.floor((pairs[at] ?? 0) / PAIR_PARTS) - from] = pairs[at + 1] ?? 0
      yield { from, notes }
    }
  }
}

interface Span {
  from: number
  /** Of each row, 0 where there is none. */
  notes: Float64Array
}

/** The notes of a file's rows, one row after the other. */
export class NoteReader {
  readonly #spans: Iterator<Span>
  readonly #length: number
  #span: Span | undefined
  #row = 0
  #run: { order: string; note: RowNote | undefined } = { order: '', note: undefined }

  constructor(spans: Iterator<Span>, length: number) {
    this.#spans = spans
    this.#length = length
    this.#span = this.#nextSpan()
  }

  /**
   * To be asked of each row, in the order of the file.
   * @param order '' where the row has no order
   * @returns undefined where all rows of the order follow each other
   */
  noteOf(order: string): RowNote | undefined {
    const row = this.#row
    this.#row += 1
    if (order === '') return undefined
    if (order === this.#run.order) return this.#run.note
    const note = this.#noteAt(row)
    this.#run = { order, note: note?.isFirst ? { ...note, isFirst: false } : note }
    return note
  }

  #noteAt(row: number): RowNote | undefined {
    while (this.#span && row >= this.#span.from + this.#length) this.#span = this.#nextSpan()
    const number = (this.#span && row >= this.#span.from && this.#span.notes[row - this.#span.from]) || 0
    if (number === 0) return undefined
    return { rows: number % FAR, isFar: number % FIRST >= FAR, isFirst: number % PART >= FIRST, part: Math.floor(number / PART) }
  }

  #nextSpan(): Span | undefined {
    const next = this.#spans.next()
    return next.done ? undefined : next.value
  }
}

const FAR = 2 ** 13
const FIRST = 2 ** 14
const PART = 2 ** 15
if (MOST_LINES + 1 >= FAR) throw new Error('The rows of an order need more room in a note.')
