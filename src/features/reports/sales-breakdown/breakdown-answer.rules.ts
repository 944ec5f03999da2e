import { type JsonText, JsonWriter } from '#shared/json-text.ts'
import { type Comparison, elapsedPart, type Reference } from '../comparison.rules.ts'
import { instantIn } from '../day.rules.ts'
import { FigureWriter, moneyOf } from '../figure-steps.rules.ts'
import { noSums, SUM } from '../figures.rules.ts'
import type { Span, Unit } from '../period.rules.ts'
import { type Place, SILENT_AFTER_MINUTES } from '../sales-summary/sales-answer.rules.ts'
import type { Clocked, PlannedPeriod } from '../sales-summary/sales-plan.rules.ts'
import type { Tally } from '../sales-summary/tally.rules.ts'
import { type Dimension, type Kind, mainOf, ROW, ROW_LENGTH, type RowSums } from './breakdown-kinds.rules.ts'
import type { RowTally } from './row-tally.rules.ts'
import type { BreakdownAnswer } from './sales-breakdown.contract.ts'

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
  byPlu: boolean
  /** Only these keys are asked for. */
  keys: readonly number[] | undefined
  range: Span
  unit: Unit
  places: readonly Place[]
  clocks: readonly Clocked[]
  periods: readonly PlannedPeriod[]
  totals: Tally
  rows: RowTally<number, number>
  series: RowTally<number, string> | undefined
  names: ReadonlyMap<number, RowName>
  compared: { kind: Comparison; references: readonly Reference[]; tally: Tally; rows: RowTally<number, number>; periods: readonly PlannedPeriod[] } | undefined
  /** All sales, where the totals are something else. */
  base: Tally | undefined
  fresh: readonly { locationId: number; lastSaleAt: Date | null; lastReceivedAt: Date | null }[]
  trading: ReadonlySet<number>
  currency: string
  now: Date
}

/** Puts the answer together; every total and share is made here, of unrounded sums. */
export const breakdownAnswer = (parts: Parts): JsonText<BreakdownAnswer> => {
  const { dimension, kind, byPlu, range, unit, places, periods, now } = parts
  const json = new JsonWriter(16_384)
  const keys = rankedKeys(parts)
  const head = {
    Dimension: dimension,
    By: byPlu ? 'plu' : (kind.level ?? null),
    Figure: kind.figure,
    Interval: unit,
    FromDate: range.from,
    ToDate: range.to,
    Periods: periods.map(({ period, from, to, partial, state }) => ({ Period: period, FromDate: from, ToDate: to, Partial: partial, State: state })),
    Proof: proofOf(parts, keys),
    AsAt: now.toISOString(),
  }
  json.object(head, () => {
    json.list('Locations', places, (place) => writeLocation(json, parts, place, keys))
    json.name('Totals')
    writeTotals(json, parts, keys)
    json.name('Compare')
    writeCompared(json, parts, keys)
  })
  return json.done()
}

/** The same list every time, by which the rows over it are known. */
const idsOf = ({ places }: Parts): number[] => {
  const known = idsKnown.get(places) ?? places.map(({ locationId }) => locationId)
  idsKnown.set(places, known)
  return known
}
const idsKnown = new WeakMap<readonly Place[], number[]>()

/** One currency, or null for several. */
const currencyOf = ({ places, currency }: Parts): string | null => {
  const all = new Set(places.map((place) => place.currency))
  return all.size > 1 ? null : (places[0]?.currency ?? currency)
}

/** Rows from the largest down; what nobody assigned comes last. */
const rankedKeys = (parts: Parts): number[] => {
  const ids = idsOf(parts)
  const all = new Set([...parts.rows.keys(), ...(parts.compared?.rows.keys() ?? [])])
  const ranked = [...all].map((key) => ({ key, last: isUnassigned(parts, key) ? 1 : 0, size: mainOf(parts.kind, parts.rows.over(ids, key)) }))
  return ranked.sort((a, b) => a.last - b.last || b.size - a.size || a.key - b.key).map(({ key }) => key)
}

const isUnassigned = ({ names }: Parts, key: number): boolean => (names.get(key)?.name ?? '') === ''

const UNASSIGNED = 'Unassigned'

const sumOver = (tally: Tally, ids: readonly number[], column = 0): RowSums => {
  const sums = noSums()
  tally.sumInto(sums, ids, column)
  return sums
}

const ratio = (part: number, whole: number): number | null => (whole === 0 || Number.isNaN(part) || Number.isNaN(whole) ? null : percent(part / whole))

/** To a tenth of a percent, half away from zero. */
const percent = (value: number): number => {
  const size = Math.round(Math.abs(value) * 1000) / 10
  return value < 0 && size !== 0 ? -size : size
}

/** What the rows add up to, beside the Sales Summary; only where they should be all of it. */
const proofOf = (parts: Parts, keys: readonly number[]): BreakdownAnswer['Proof'] => {
  const currency = currencyOf(parts)
  if (parts.keys !== undefined || !parts.kind.ofSales || currency === null) return null
  const ids = idsOf(parts)
  const rows = keys.reduce((sum, key) => sum + mainOf(parts.kind, parts.rows.over(ids, key)), 0)
  const total = mainOf(parts.kind, sumOver(parts.totals, ids))
  return { Figure: parts.kind.figure, Rows: moneyOf(rows, currency), SalesSummary: moneyOf(total, currency), Holds: rows === total }
}

/** Counts, and of GP margins what there is besides the figures. */
const besides = (parts: Parts, row: RowSums, currency: string | null) => ({
  Count: numberOf(row[ROW.count]),
  ...(parts.dimension === 'gpmargins' ? marginsOf(row, currency) : {}),
})

const numberOf = (value: number | undefined): number | null => (value === undefined || Number.isNaN(value) ? null : value + 0)

const marginsOf = (row: RowSums, currency: string | null) => {
  const at = (position: number) => row[position] as number
  const bare = at(ROW.bareAmount) - at(ROW.bareTax)
  const sold = at(SUM.amount) - at(SUM.tax) - bare
  const cost = at(SUM.cost)
  const money = (minor: number) => (currency === null ? null : moneyOf(minor, currency))
  return {
    CostedSales: money(sold),
    CostedProfit: money(sold - cost),
    MarginPercent: currency === null || sold <= 0 ? null : percent((sold - cost) / sold),
    MarkupPercent: currency === null || cost <= 0 ? null : percent((sold - cost) / cost),
    NoCostCount: numberOf(at(ROW.bareCount)),
    NoCostSales: money(bare),
  }
}

/** The total of all rows, for what totals have besides the figures. */
const allRows = ({ rows }: Parts, keys: readonly number[], ids: readonly number[]): RowSums => {
  const sum = new Float64Array(ROW_LENGTH)
  for (const key of keys) {
    const row = rows.over(ids, key)
    for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] as number) + (row[i] as number)
  }
  return sum
}

const writeLocation = (json: JsonWriter, parts: Parts, place: Place, keys: readonly number[]): void => {
  const { totals, rows, kind, periods } = parts
  const { locationId, currency } = place
  const figures = new FigureWriter(json, currency)
  const own = keys.filter((key) => rows.rowsAt(locationId).has(key))
  const total = mainOf(kind, totals.whole(locationId))
  json.object({ ...placeAnswer(parts, place), ...besides(parts, allRows(parts, own, [locationId]), currency) }, () => {
    figures.write(totals.sums, totals.rowOf(locationId, 0))
    writePeriods(json, periods, (i) => figures.write(totals.sums, totals.rowOf(locationId, i + 1)))
    json.list('Rows', own, (key) => {
      const row = rows.of(locationId, key)
      json.object({ ...rowHead(parts, key), Share: ratio(mainOf(kind, row), total), ...besides(parts, row, currency) }, () => figures.write(row, 0))
    })
  })
}

const rowHead = (parts: Parts, key: number) => {
  const unassigned = isUnassigned(parts, key)
  return { Key: key, Name: unassigned ? UNASSIGNED : (parts.names.get(key)?.name ?? ''), Unassigned: unassigned }
}

const writePeriods = (json: JsonWriter, periods: readonly PlannedPeriod[], write: (i: number) => void): void => {
  json.list('Periods', periods, ({ period }, i) => json.object({ Period: period }, () => write(i)))
}

const placeAnswer = ({ clocks, fresh, trading, now }: Parts, { locationId, name, currency, timeZone }: Place) => {
  const heard = fresh.find((one) => one.locationId === locationId)
  return {
    LocationId: locationId,
    Name: name,
    Currency: currency,
    TimeZone: timeZone,
    Today: clocks.find((clock) => clock.locationId === locationId)?.day ?? '',
    LastSaleAt: heard?.lastSaleAt ? instantIn(heard.lastSaleAt, timeZone) : null,
    LastReceivedAt: heard?.lastReceivedAt ? instantIn(heard.lastReceivedAt, timeZone) : null,
    Silent: trading.has(locationId) && now.getTime() - (heard?.lastReceivedAt?.getTime() ?? 0) > SILENT_AFTER_MINUTES * 60_000,
  }
}

/** Totals of all locations, and the rows over all of them. */
const writeTotals = (json: JsonWriter, parts: Parts, keys: readonly number[]): void => {
  const { totals, rows, series, kind, periods, names } = parts
  const currency = currencyOf(parts)
  const ids = idsOf(parts)
  const figures = new FigureWriter(json, currency ?? parts.currency, currency === null)
  const whole = sumOver(totals, ids)
  const [total, base] = [mainOf(kind, whole), baseOf(parts, ids)]
  const share = (part: number, of: number) => (currency === null ? null : ratio(part, of))
  json.object({ Currency: currency, ...besides(parts, allRows(parts, keys, ids), currency) }, () => {
    figures.write(whole, 0)
    writePeriods(json, periods, (i) => figures.write(sumOver(totals, ids, i + 1), 0))
    json.list('Rows', keys, (key) => {
      const row = rows.over(ids, key)
      const name = names.get(key)
      const head = {
        ...rowHead(parts, key),
        ...(parts.byPlu ? { Plu: name?.plu ?? '' } : {}),
        Path: name?.path ?? [],
        Share: share(mainOf(kind, row), total),
        OfSales: base === null ? null : share(mainOf(kind, row), base),
        ...besides(parts, row, currency),
      }
      json.object(head, () => {
        figures.write(row, 0)
        if (series) writePeriods(json, periods, (i) => figures.write(series.of(key, periods[i]?.period ?? ''), 0))
        else {
          json.name('Periods')
          json.value(null)
        }
      })
    })
  })
}

/** What a row is a share of beside its own total: the sales it is taken off or put on. */
const baseOf = ({ kind, base, totals }: Parts, ids: readonly number[]): number | null => {
  const sums = sumOver(base ?? totals, ids)
  const at = (position: number) => sums[position] as number
  if (kind.figure === 'Promotions' || kind.figure === 'Discounts') return at(SUM.gross)
  if (kind.figure === 'Surcharges') return at(SUM.amount) - at(SUM.surcharge)
  return kind.figure === 'Cost' ? at(SUM.amount) - at(SUM.tax) : null
}

const writeCompared = (json: JsonWriter, parts: Parts, keys: readonly number[]): void => {
  const { compared, places, range, clocks } = parts
  if (!compared) {
    json.value(null)
    return
  }
  const { kind, references, tally, rows, periods } = compared
  const before: Parts = { ...parts, rows }
  const ids = idsOf(parts)
  const currency = currencyOf(parts)
  const figures = new FigureWriter(json, currency ?? parts.currency, currency === null)
  const head = {
    Kind: kind,
    Ranges: references.map(({ from, to }) => ({ FromDate: from, ToDate: to })),
    SameElapsedPart: references.some((reference) => clocks.some(({ day }) => elapsedPart(reference, range, day).whole !== reference)),
  }
  json.object(head, () => {
    json.list('Locations', places, ({ locationId, currency: own }) => {
      json.object({ LocationId: locationId, ...besides(before, allRows(before, keys, [locationId]), own) }, () =>
        new FigureWriter(json, own).write(tally.sums, tally.rowOf(locationId, 0)),
      )
    })
    json.name('Totals')
    json.object({ Currency: currency, ...besides(before, allRows(before, keys, ids), currency) }, () => {
      figures.write(sumOver(tally, ids), 0)
      writePeriods(json, periods, (i) => figures.write(sumOver(tally, ids, i + 1), 0))
      json.list('Rows', keys, (key) => {
        const row = rows.over(ids, key)
        json.object({ Key: key, ...besides(before, row, currency) }, () => figures.write(row, 0))
      })
    })
  })
}
