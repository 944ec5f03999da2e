import { type Dimension, type Kind, MOST_ROW_CELLS, mainOf, type RowSums, type SplitBy } from '#features/reports/kit/breakdown-kinds.rules.ts'
import { type Comparison, elapsedPart, type Reference } from '#features/reports/kit/comparison.rules.ts'
import { moneyOf, type SumRows } from '#features/reports/kit/figure-steps.rules.ts'
import { netExTaxOf, noSums, SUM, SUM_COUNT } from '#features/reports/kit/figures.rules.ts'
import { FigureMaker } from '#features/reports/kit/figures-of.rules.ts'
import { freshnessAt, type LocationFreshness } from '#features/reports/kit/freshness.rules.ts'
import type { Span, Unit } from '#features/reports/kit/period.rules.ts'
import type { AnsweredLocation } from '#features/reports/kit/sales-answer.rules.ts'
import { type Clocked, type PlannedPeriod, periodsAnswer } from '#features/reports/kit/sales-plan.rules.ts'
import type { Tally } from '#features/reports/kit/tally.rules.ts'
import type { RowTally } from '#features/sums/reading/row-tally.rules.ts'
import { besides, shareOf } from './breakdown-beside.rules.ts'
import type { AnyBreakdown } from './sales-breakdown.contract.ts'

/** What a row is called; '' is what nobody assigned. */
export interface RowName {
  name: string
  path: readonly string[]
  plu?: string
}

/** Sums of rows by location, each under its row and period. */
export type RowSeries = RowTally<number, string>

/** What the sums of a row in one period are found by. */
export const cellOf = (key: number, period: string): string => `${key} ${period}`

/** Everything an answer is made of. */
interface Parts {
  dimension: Dimension
  kind: Kind
  splitBy: SplitBy | undefined
  byPlu: boolean
  byLocation: boolean
  /** One row is asked for, with its periods at any length. */
  isOneRow: boolean
  /** Only these keys are asked for. */
  keys: readonly number[] | undefined
  range: Span
  unit: Unit
  places: readonly AnsweredLocation[]
  clocks: readonly Clocked[]
  periods: readonly PlannedPeriod[]
  totals: Tally
  rows: RowTally<number, number>
  /** The keys of all rows, of those compared too, as `ranked` has them. */
  rowKeys: ArrayLike<number>
  series: RowSeries | undefined
  names: ReadonlyMap<number, RowName>
  compared: { kind: Comparison; references: readonly Reference[]; tally: Tally; rows: RowTally<number, number> } | undefined
  /** All sales, where the totals are something else. */
  base: Tally | undefined
  /** How fresh each location's figures are. */
  freshness: readonly LocationFreshness[]
  currency: string
  now: Date
}

/** Puts the answer together; every total and share is made here, of unrounded sums. */
export const breakdownAnswer = <A extends AnyBreakdown>(parts: Parts): A => {
  const { dimension, splitBy, kind, byPlu, range, unit, places, periods, now } = parts
  const keys = unassignedLast(parts)
  const cells = places.reduce((sum, { locationId }) => sum + parts.rows.countAt(locationId), 0)
  const isAllowed = (count: number) => parts.byLocation || count <= MOST_ROW_CELLS
  const series = parts.isOneRow || isAllowed(cells * periods.length) ? parts.series : undefined
  const Totals = totalsAnswer(parts, keys)
  return {
    Dimension: dimension,
    By: byPlu ? 'plu' : (splitBy ?? kind.level ?? null),
    Figure: kind.figure,
    Interval: unit,
    FromDate: range.from,
    ToDate: range.to,
    Periods: periodsAnswer(periods),
    Proof: Totals[kind.figure] === null ? null : proofOf(parts, keys),
    AsAt: now.toISOString(),
    Locations: places.map((place) => locationAnswer({ ...parts, series }, place, isAllowed(cells) ? keys : undefined)),
    Totals,
    Compare: comparedAnswer(parts, keys),
  } as unknown as A
}

/** The same list every time, by which the rows over it are known. */
const idsOf = ({ places }: Pick<Parts, 'places'>): number[] => {
  const known = idsKnown.get(places) ?? places.map(({ locationId }) => locationId)
  idsKnown.set(places, known)
  return known
}
const idsKnown = new WeakMap<readonly AnsweredLocation[], number[]>()

/** One currency, or null for several. */
const currencyOf = ({ places, currency }: Parts): string | null => {
  const all = new Set(places.map((place) => place.currency))
  return all.size > 1 ? null : (places[0]?.currency ?? currency)
}

/** The keys of rows from the largest down; equal ones stay in the order of their keys. */
export const ranked = ({ kind, rows, places }: Pick<Parts, 'kind' | 'rows' | 'places'>, rowKeys: readonly number[]): Int32Array => {
  const ids = idsOf({ places })
  const keys = new Int32Array(rowKeys).sort()
  const sizes = new Float64Array(keys.length)
  for (let i = 0; i < keys.length; i += 1) sizes[i] = mainOf(kind, rows.over(ids, keys[i] as number))
  const order = keys.map((_, i) => i).sort((a, b) => (sizes[b] as number) - (sizes[a] as number) || a - b)
  return order.map((i) => keys[i] as number)
}

/** What nobody assigned comes last. */
const unassignedLast = ({ names, rowKeys }: Parts): number[] => {
  const [keys, unassigned]: [number[], number[]] = [[], []]
  for (let i = 0; i < rowKeys.length; i += 1) {
    const key = rowKeys[i] as number
    if (names.get(key)?.name) keys.push(key)
    else unassigned.push(key)
  }
  return [...keys, ...unassigned]
}

const UNASSIGNED = 'Unassigned'

const sumOver = (tally: Tally, ids: readonly number[]): RowSums => {
  const sums = noSums()
  tally.sumInto(sums, ids, 0)
  return sums
}

/** What the rows add up to, beside the Sales Summary; only where they should be all of it. */
const proofOf = (parts: Parts, keys: readonly number[]): AnyBreakdown['Proof'] => {
  const currency = currencyOf(parts)
  if (parts.keys !== undefined || !parts.kind.ofSales || currency === null) return null
  const ids = idsOf(parts)
  const rows = keys.reduce((sum, key) => sum + mainOf(parts.kind, parts.rows.over(ids, key)), 0)
  const total = mainOf(parts.kind, sumOver(parts.totals, ids))
  return { Figure: parts.kind.figure, Rows: moneyOf(rows, currency), SalesSummary: moneyOf(total, currency), Holds: rows === total }
}

/** @param keys undefined where rows of single locations are not told */
const locationAnswer = (parts: Parts, { locationId, currency }: AnsweredLocation, keys: readonly number[] | undefined) => {
  const { totals, rows, series, kind, periods, names } = parts
  const figures = new FigureMaker(currency, { only: kind.figures })
  const total = mainOf(kind, totals.whole(locationId))
  return {
    ...freshnessAt(parts.freshness, locationId),
    ...besides(parts, rows.totalAt(locationId), currency),
    ...figures.of(totals.sums, totals.rowOf(locationId, 0)),
    ByPeriod: figures.byPeriod({ sums: totals.sums, first: totals.rowOf(locationId, 1), stride: SUM_COUNT, count: periods.length }),
    Rows:
      keys
        ?.filter((key) => rows.has(locationId, key))
        .map((key) => {
          const row = rows.of(locationId, key)
          const head = { ...headOf(key, names.get(key)?.name), Share: shareOf(mainOf(kind, row), total) }
          const ByPeriod = series ? figures.byPeriod(seriesRows(periods, (period) => series.of(locationId, cellOf(key, period)))) : null
          return Object.assign(head, besides(parts, row, currency), figures.of(row), { ByPeriod })
        }) ?? null,
  }
}

/** What a row begins with, at every place and over all. */
const headOf = (Key: number, name = '') => ({ Key, Name: name || UNASSIGNED, Unassigned: name === '' })

/** Totals of all locations, and the rows over all of them. */
const totalsAnswer = (parts: Parts, keys: readonly number[]) => {
  const { totals, rows, series, kind, periods, names } = parts
  const currency = currencyOf(parts)
  const ids = idsOf(parts)
  const figures = new FigureMaker(currency ?? parts.currency, { isMixed: currency === null, only: kind.figures })
  const whole = sumOver(totals, ids)
  const [total, base] = [mainOf(kind, whole), baseOf(parts, ids)]
  const isItem = parts.byPlu || parts.splitBy === 'plu'
  const shareIn = (part: number, of: number | null) => (currency === null || of === null ? null : shareOf(part, of))
  return {
    Currency: currency,
    OfSales: shareIn(total, base),
    ...besides(parts, rows.totalOver(ids), currency),
    ...figures.of(whole),
    ByPeriod: figures.byPeriod({ sums: totals.over(ids), first: SUM_COUNT, stride: SUM_COUNT, count: periods.length }),
    Rows: keys.map((key) => {
      const row = rows.over(ids, key)
      const name = names.get(key)
      const main = mainOf(kind, row)
      return Object.assign(
        headOf(key, name?.name),
        isItem ? { Plu: name?.plu ?? '' } : {},
        { Path: name?.path ?? [], Share: shareIn(main, total), OfSales: shareIn(main, base) },
        besides(parts, row, currency),
        figures.of(row),
        { ByPeriod: series ? figures.byPeriod(seriesRows(periods, (period) => series.over(ids, cellOf(key, period)))) : null },
      )
    }),
  }
}

/** The sums of a row in each period, one after the other. */
const seriesRows = (periods: readonly PlannedPeriod[], sumsOf: (period: string) => RowSums): SumRows => {
  const rows = periods.map(({ period }) => sumsOf(period).slice())
  const stride = rows[0]?.length ?? 0
  const sums = new Float64Array(rows.length * stride)
  for (const [i, row] of rows.entries()) sums.set(row, i * stride)
  return { sums, first: 0, stride, count: rows.length }
}

/** What a row is a share of beside its own total: the sales it is taken off or put on. */
const baseOf = ({ kind, base, totals }: Parts, ids: readonly number[]): number | null => {
  const sums = sumOver(base ?? totals, ids)
  const at = (position: number) => sums[position] as number
  if (kind.figure === 'Promotions' || kind.figure === 'Discounts') return at(SUM.gross)
  if (kind.figure === 'Surcharges') return at(SUM.amount) - at(SUM.surcharge)
  return kind.figure === 'Cost' ? netExTaxOf(sums) : null
}

const comparedAnswer = (parts: Parts, keys: readonly number[]) => {
  const { compared, places, periods, range, clocks, kind: of } = parts
  if (!compared) return null
  const { kind, references, tally, rows } = compared
  const ids = idsOf(parts)
  const currency = currencyOf(parts)
  const figures = new FigureMaker(currency ?? parts.currency, { isMixed: currency === null, only: of.figures })
  return {
    Kind: kind,
    Ranges: references.map(({ from, to }) => ({ FromDate: from, ToDate: to })),
    SameElapsedPart: references.some((reference) => clocks.some(({ day }) => elapsedPart(reference, range, day).whole !== reference)),
    Locations: places.map(({ locationId, currency: own }) => ({
      LocationId: locationId,
      ...besides(parts, rows.totalAt(locationId), own),
      ...new FigureMaker(own, { only: of.figures }).of(tally.sums, tally.rowOf(locationId, 0)),
    })),
    Totals: {
      Currency: currency,
      ...besides(parts, rows.totalOver(ids), currency),
      ...figures.of(sumOver(tally, ids)),
      ByPeriod: figures.byPeriod({ sums: tally.over(ids), first: SUM_COUNT, stride: SUM_COUNT, count: periods.length }),
      Rows: keys.map((key) => {
        const row = rows.over(ids, key)
        return Object.assign({ Key: key }, besides(parts, row, currency), figures.of(row))
      }),
    },
  }
}
