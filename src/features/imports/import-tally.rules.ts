import type { WireSale } from '#features/intake/sale.contract.ts'
import type { Status } from '#features/intake/standing.rules.ts'
import type { FieldError } from '#shared/failure.ts'
import { tradingTime } from '#shared/trading-day.ts'
import type { RowError } from './file-table.rules.ts'
import type { ImportMapping } from './import-mapping.rules.ts'
import type { ImportPlace } from './import-places.rules.ts'
import { wrongLinesOf } from './import-rows.rules.ts'
import type { RightSale, WrongSale } from './import-sales.rules.ts'

/** What a file came to, so far or in the end. */
export interface ImportCounts {
  rowsRead: number
  /** Sales stored, or that would be. */
  accepted: number
  /** Of those: their lines, and the names of their locations, a hundred at most. */
  lines: number
  locations: string[]
  /** Sales stored before. */
  duplicates: number
  rowsRejected: number
  /** Of the accepted sales, in minor units by currency. */
  totals: Record<string, number>
  firstDay: string | null
  lastDay: string | null
  /** The accepted sales by month, such as 2026-11, with what they come to in minor units by currency. */
  months: Record<string, { sales: number; totals: Record<string, number> }>
  /** Names of locations that were made, or would be. */
  newLocations: string[]
  /** Names of locations the venue does not have and that were not to be made. */
  missingLocations: string[]
  /** Order numbers that stand in several rows, each of which was to be a sale of its own: refused. */
  sharedNumbers: number
  /** What those rows come to, in minor units by currency. */
  sharedTotals: Record<string, number>
}

/** What nothing comes to. */
export const NOTHING_COUNTED: Readonly<ImportCounts> = {
  rowsRead: 0,
  accepted: 0,
  lines: 0,
  locations: [],
  duplicates: 0,
  rowsRejected: 0,
  totals: {},
  firstDay: null,
  lastDay: null,
  months: {},
  newLocations: [],
  missingLocations: [],
  sharedNumbers: 0,
  sharedTotals: {},
}

/** A row that is wrong, as it stands in the file. */
export interface WrongRow {
  line: number
  cells: readonly string[]
  errors: RowError[]
}

interface Outcome {
  index: number
  status: Status
  errors: FieldError[]
}

/** Counts what becomes of a file's sales and hands over the rows that are wrong. */
export class ImportTally {
  readonly counts: ImportCounts = structuredClone(NOTHING_COUNTED)
  readonly #mapping: ImportMapping
  readonly #onWrongRows: (rows: readonly WrongRow[]) => Promise<void> | void

  constructor(mapping: ImportMapping, onWrongRows: (rows: readonly WrongRow[]) => Promise<void> | void = () => {}) {
    this.#mapping = mapping
    this.#onWrongRows = onWrongRows
  }

  /** Rows that are no sale. */
  async reject(sales: readonly WrongSale[]): Promise<void> {
    const rows = sales.flatMap(({ rows: own, wrong }) => own.map(({ line, cells }) => ({ line, cells, errors: wrong.get(line) ?? [] })))
    this.counts.rowsRejected += rows.length
    if (rows.length > 0) await this.#onWrongRows(rows)
  }

  /** What intake answered to each sale of a batch. */
  async settle(batch: readonly RightSale[], outcomes: readonly Outcome[]): Promise<void> {
    const refused: WrongSale[] = []
    for (const { index, status, errors } of outcomes) {
      const made = batch[index]
      if (!made) throw new Error(`There is no sale ${index} in the batch.`)
      if (status === 'accepted' || status === 'replaced') this.#accept(made.sale, made.place)
      else if (status === 'duplicate' || status === 'stale') this.counts.duplicates += 1
      else refused.push({ rows: made.rows, wrong: wrongLinesOf(made.rows, errors, this.#mapping) })
    }
    await this.reject(refused)
  }

  #accept(sale: WireSale, { name, currency, timeZone, dayStart }: ImportPlace): void {
    const { counts } = this
    counts.accepted += 1
    counts.lines += sale.Lines?.length ?? 0
    if (!counts.locations.includes(name) && counts.locations.length < MOST_NAMES) counts.locations.push(name)
    counts.totals[currency] = (counts.totals[currency] ?? 0) + (sale.Totals?.Total ?? 0)
    const { businessDate } = tradingTime(Date.parse(sale.ClosedAt), [{ fromDay: '0001-01-01', timeZone, dayStartMinutes: minutesOf(dayStart) }])
    this.#addToMonth(businessDate.slice(0, 7), currency, sale.Totals?.Total ?? 0)
    if (counts.firstDay === null || businessDate < counts.firstDay) counts.firstDay = businessDate
    if (counts.lastDay === null || businessDate > counts.lastDay) counts.lastDay = businessDate
  }

  #addToMonth(name: string, currency: string, total: number): void {
    const { months } = this.counts
    if (months[name] === undefined && Object.keys(months).length >= MOST_MONTHS) return
    const month = months[name] ?? { sales: 0, totals: {} }
    months[name] = month
    month.sales += 1
    month.totals[currency] = (month.totals[currency] ?? 0) + total
  }
}

const MOST_NAMES = 100
/** Whoever has more reads the wrong column as a date. */
const MOST_MONTHS = 600

/** HH:MM as minutes. */
export const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

/** Rows that wait for their batch, of all locations together. */
const MOST_WAITING_ROWS = 20_000

/** Gathers sales by their location and hands them on a batch at a time. */
export const batchesByPlace = (most: number, send: (batch: RightSale[]) => Promise<void>) => {
  const waiting = new Map<ImportPlace, RightSale[]>()
  let rows = 0
  const hand = async (place: ImportPlace, batch: RightSale[]): Promise<void> => {
    waiting.delete(place)
    rows -= batch.reduce((sum, sale) => sum + sale.rows.length, 0)
    await send(batch)
  }
  const rest = async (): Promise<void> => {
    for (const [place, batch] of [...waiting]) await hand(place, batch)
  }
  return {
    add: async (sale: RightSale): Promise<void> => {
      const batch = waiting.get(sale.place) ?? []
      waiting.set(sale.place, batch)
      rows += sale.rows.length
      if (batch.push(sale) >= most) await hand(sale.place, batch)
      else if (rows > MOST_WAITING_ROWS) await rest()
    },
    rest,
  }
}
