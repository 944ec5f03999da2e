import { type Dimension, type Kind, MOST_ROW_CELLS, mainOf, type RowSums, type SplitBy } from '#features/reports/kit/breakdown-kinds.rules.ts'
import { type Comparison, elapsedPart, type Reference } from '#features/reports/kit/comparison.rules.ts'
import { moneyOf, type SumRows } from '#features/reports/kit/figure-steps.rules.ts'
import { FigureWriter } from '#features/reports/kit/figure-writer.rules.ts'
import { noSums, SUM, SUM_COUNT } from '#features/reports/kit/figures.rules.ts'
import { freshnessAt, type LocationFreshness } from '#features/reports/kit/freshness.rules.ts'
import type { Span, Unit } from '#features/reports/kit/period.rules.ts'
import type { AnsweredLocation } from '#features/reports/kit/sales-answer.rules.ts'
import type { Clocked, PlannedPeriod } from '#features/reports/kit/sales-plan.rules.ts'
import type { Tally } from '#features/reports/kit/tally.rules.ts'
import type { RowTally } from '#features/sums/reading/row-tally.rules.ts'
import { DecimalMembers, KeptTexts } from '#shared/json-decimals.ts'
import { JsonPieces, type JsonWriter } from '#shared/json-text.ts'
import { BesideWriter, besides, percentOf, shareSteps } from './breakdown-beside.rules.ts'
import type { AnyBreakdown } from './sales-breakdown.contract.ts'

/** What a row is called; '' is what nobody assigned. */
export interface RowName {
  name: string
  path: readonly string[]
  plu?: string
}

/** Everything an answer is made of. */
interface Parts {
  dimension: Dimension
  kind: Kind
  splitBy: SplitBy | undefined
  byPlu: boolean
  byLocation: boolean
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
  series: RowTally<number, string> | undefined
  names: ReadonlyMap<number, RowName>
  compared: { kind: Comparison; references: readonly Reference[]; tally: Tally; rows: RowTally<number, number> } | undefined
  /** All sales, where the totals are something else. */
  base: Tally | undefined
  /** How fresh each location's figures are. */
  freshness: readonly LocationFreshness[]
  currency: string
  now: Date
}

/** What is found out once: whether rows of single locations are told. */
interface Written extends Parts {
  withLocations: boolean
}

/** Puts the answer together; every total and share is made here, of unrounded sums. */
export const breakdownAnswer = <A extends AnyBreakdown>(parts: Parts): JsonPieces<A> => {
  const { dimension, splitBy, kind, byPlu, range, unit, places, periods, now } = parts
  const keys = unassignedLast(parts)
  const cells = places.reduce((sum, { locationId }) => sum + parts.rows.countAt(locationId), 0)
  const head = {
    Dimension: dimension,
    By: byPlu ? 'plu' : (splitBy ?? kind.level ?? null),
    Figure: kind.figure,
    Interval: unit,
    FromDate: range.from,
    ToDate: range.to,
    Periods: periods.map(({ period, from, to, partial, state }) => ({ Period: period, FromDate: from, ToDate: to, Partial: partial, State: state })),
    Proof: proofOf(parts, keys),
    AsAt: now.toISOString(),
  }
  const written: Written = { ...parts, withLocations: parts.byLocation || cells <= MOST_ROW_CELLS }
  const ofPlace = periods.length + (written.withLocations ? keys.length : 0)
  return new JsonPieces(BYTES_OF_HEAD + ofPlace * BYTES_OF_ROW, function* (json) {
    json.begin(head)
    yield* json.longList('Locations', places, (place) => writeLocation(json, written, place, keys))
    json.name('Totals')
    yield* writeTotals(json, written, keys)
    json.name('Compare')
    yield* writeCompared(json, written, keys)
    json.end()
  })
}

/** About what is written before the first place, and what a row or a period is as JSON. */
const [BYTES_OF_HEAD, BYTES_OF_ROW] = [16_384, 600]

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

const writeLocation = (json: JsonWriter, parts: Written, place: AnsweredLocation, keys: readonly number[]): void => {
  const { totals, rows, kind, periods, withLocations, names } = parts
  const { locationId, currency } = place
  const figures = new FigureWriter(json, currency, false, kind.figures)
  const beside = new BesideWriter(json, parts, ['Share'], currency)
  const total = mainOf(kind, totals.whole(locationId))
  const whole = rows.totalAt(locationId)
  json.object({ ...freshnessAt(parts.freshness, place.locationId), ...besides(parts, whole, currency) }, () => {
    figures.write(totals.sums, totals.rowOf(locationId, 0))
    figures.byPeriod({ sums: totals.sums, first: totals.rowOf(locationId, 1), stride: SUM_COUNT, count: periods.length })
    if (!withLocations) {
      json.raw(',"Rows":null')
      return
    }
    const own = keys.filter((key) => rows.has(locationId, key))
    json.list('Rows', own, (key) => {
      const row = rows.of(locationId, key)
      writeHead(json, key, names.get(key)?.name)
      beside.write(row, shareSteps(mainOf(kind, row), total))
      figures.write(row, 0)
      json.end()
    })
  })
}

const KEY = new DecimalMembers(['Key'], [0])
const WORDS = new KeptTexts([',"Name":', ',"Unassigned":true', ',"Unassigned":false', ',"Plu":', ',"ByPeriod":null'])
const [NAME, IS_UNASSIGNED, IS_ASSIGNED, PLU, NO_PERIODS] = [0, 1, 2, 3, 4]
const key = new Float64Array(1)

/** Begins the object of a row, at every place and over all. Written piece by piece: made as a text first it took longer than its figures. */
const writeHead = (json: JsonWriter, rowKey: number, name = ''): void => {
  key[0] = rowKey
  json.beginDecimals(KEY, key)
  json.kept(WORDS, NAME)
  json.text(name || UNASSIGNED)
  json.kept(WORDS, name === '' ? IS_UNASSIGNED : IS_ASSIGNED)
}

/** An object of some members as JSON that others may follow. */
const beginning = (members: object): string => JSON.stringify(members).slice(0, -1)

/** Totals of all locations, and the rows over all of them. */
function* writeTotals(json: JsonWriter, parts: Written, keys: readonly number[]): Generator<undefined, void> {
  const { totals, rows, series, kind, periods, names } = parts
  const currency = currencyOf(parts)
  const ids = idsOf(parts)
  const figures = new FigureWriter(json, currency ?? parts.currency, currency === null, parts.kind.figures)
  const whole = sumOver(totals, ids)
  const [total, base] = [mainOf(kind, whole), baseOf(parts, ids)]
  const beside = new BesideWriter(json, parts, ['Share', 'OfSales'], currency)
  const all = rows.totalOver(ids)
  const isItem = parts.byPlu || parts.splitBy === 'plu'
  const ofSales = (part: number): number => (base === null ? Number.NaN : shareSteps(part, base))
  json.begin({ Currency: currency, OfSales: currency === null ? null : percentOf(ofSales(total)), ...besides(parts, all, currency) })
  figures.write(whole, 0)
  figures.byPeriod({ sums: totals.over(ids), first: SUM_COUNT, stride: SUM_COUNT, count: periods.length })
  const writePath = pathWriter(json, names)
  yield* json.longList('Rows', keys, (key) => {
    const row = rows.over(ids, key)
    const name = names.get(key)
    const main = mainOf(kind, row)
    writeHead(json, key, name?.name)
    if (isItem) {
      json.kept(WORDS, PLU)
      json.text(name?.plu ?? '')
    }
    writePath(name?.path ?? NO_PATH)
    beside.write(row, shareSteps(main, total), ofSales(main))
    figures.write(row, 0)
    if (series) figures.byPeriod(seriesRows(series, key, periods))
    else json.kept(WORDS, NO_PERIODS)
    json.end()
  })
  json.end()
}

/** The sums of a row in each period, one after the other. */
const seriesRows = (series: RowTally<number, string>, key: number, periods: readonly PlannedPeriod[]): SumRows => {
  const rows = periods.map(({ period }) => series.of(key, period).slice())
  const stride = rows[0]?.length ?? 0
  const sums = new Float64Array(rows.length * stride)
  for (const [i, row] of rows.entries()) sums.set(row, i * stride)
  return { sums, first: 0, stride, count: rows.length }
}

/** Writes paths as members: each is made as JSON once for all the items of its class. */
const pathWriter = (json: JsonWriter, names: Parts['names']): ((path: readonly string[]) => void) => {
  const known = new Set([NO_PATH])
  for (const { path } of names.values()) known.add(path)
  const paths = [...known]
  const places = new Map(paths.map((path, i) => [path, i]))
  const texts = new KeptTexts(paths.map((path) => `,"Path":${JSON.stringify(path)}`))
  return (path) => json.kept(texts, places.get(path) ?? 0)
}
const NO_PATH: readonly string[] = []

/** What a row is a share of beside its own total: the sales it is taken off or put on. */
const baseOf = ({ kind, base, totals }: Parts, ids: readonly number[]): number | null => {
  const sums = sumOver(base ?? totals, ids)
  const at = (position: number) => sums[position] as number
  if (kind.figure === 'Promotions' || kind.figure === 'Discounts') return at(SUM.gross)
  if (kind.figure === 'Surcharges') return at(SUM.amount) - at(SUM.surcharge)
  return kind.figure === 'Cost' ? at(SUM.amount) - at(SUM.tax) : null
}

function* writeCompared(json: JsonWriter, parts: Written, keys: readonly number[]): Generator<undefined, void> {
  const { compared, places, periods, range, clocks } = parts
  if (!compared) {
    json.value(null)
    return
  }
  const { kind, references, tally, rows } = compared
  const ids = idsOf(parts)
  const currency = currencyOf(parts)
  const figures = new FigureWriter(json, currency ?? parts.currency, currency === null, parts.kind.figures)
  const beside = new BesideWriter(json, parts, [], currency)
  json.begin({
    Kind: kind,
    Ranges: references.map(({ from, to }) => ({ FromDate: from, ToDate: to })),
    SameElapsedPart: references.some((reference) => clocks.some(({ day }) => elapsedPart(reference, range, day).whole !== reference)),
  })
  json.list('Locations', places, ({ locationId, currency: own }) => {
    const whole = rows.totalAt(locationId)
    json.object({ LocationId: locationId, ...besides(parts, whole, own) }, () =>
      new FigureWriter(json, own, false, parts.kind.figures).write(tally.sums, tally.rowOf(locationId, 0)),
    )
  })
  json.name('Totals')
  const all = rows.totalOver(ids)
  json.begin({ Currency: currency, ...besides(parts, all, currency) })
  figures.write(sumOver(tally, ids), 0)
  figures.byPeriod({ sums: tally.over(ids), first: SUM_COUNT, stride: SUM_COUNT, count: periods.length })
  yield* json.longList('Rows', keys, (key) => {
    const row = rows.over(ids, key)
    json.raw(beginning({ Key: key }))
    beside.write(row)
    figures.write(row, 0)
    json.end()
  })
  json.end()
  json.end()
}
