import { elapsedPart, type Reference } from '#features/reports/kit/comparison.rules.ts'
import { changeOf } from '#features/reports/kit/figures.rules.ts'
import { freshnessAt, type LocationFreshness } from '#features/reports/kit/freshness.rules.ts'
import { noDataBefore } from '#features/reports/kit/no-data.rules.ts'
import type { Span } from '#features/reports/kit/period.rules.ts'
import type { Clocked } from '#features/reports/kit/sales-plan.rules.ts'
import { type Sold, totalOf } from '#features/sums/reading/sold.rules.ts'
import { RUN, RUN_COUNT } from '#features/sums/running-totals.rules.ts'
import { decimalsOf } from '#shared/money.ts'
import { byPlu, COMPARED, isAnything, netIn, PLU_FIGURES, type PluFigure, pluValues, QUANTITY_STEPS, ranksOf } from './plu-figures.rules.ts'
import type { PluAnswer, PluFigures, PluQuery } from './plu-sales.contract.ts'
import { Standing } from './standing.rules.ts'

interface Parts {
  query: PluQuery
  range: Span
  places: readonly { locationId: number; name: string; currency: string; timeZone: string; active: boolean }[]
  clocks: readonly Clocked[]
  references: readonly Reference[]
  menu: {
    classes: ReadonlyMap<number, { classId: number; group: string; department: string; productGroup: string; category: string }>
    suppliers: readonly { supplierId: number; name: string }[]
    groups: readonly string[]
  }
  products: readonly { plu: string; name: string; classId: number; supplierId: number | null }[]
  /** Sums of all products by location. */
  sold: ReadonlyMap<number, Float64Array>
  /** Sums by product, a row of RUN_COUNT for each. */
  whole: Float64Array
  before: Float64Array | undefined
  /** The same by location, for the detail. */
  soldAt: Sold
  beforeAt: Sold | undefined
  /** How fresh each location's figures are. */
  freshness: readonly LocationFreshness[]
  scope: { now: Date; currency: string }
}

/** Puts the answer together. Rows are lists of values: of fifty thousand products, objects would be three times as long. */
export const pluAnswer = (parts: Parts): PluAnswer => {
  const { query, range, menu, products, whole, before, references, clocks, scope } = parts
  const places = parts.places.filter(({ active, locationId }) => active || query.Locations !== undefined || isAnything(parts.sold.get(locationId) ?? NONE, 0))
  const currencies = [...new Set(places.map(({ currency }) => currency))]
  const currency = currencies.length > 1 ? null : (currencies[0] ?? scope.currency)
  const order = ranked(products, whole)
  const total = totalOf(whole)
  const totalBefore = before && totalOf(before)
  const figures = figuresIn(currency ?? scope.currency, netIn(total, 0), currency === null)
  const shown = query.Limit === undefined ? order : order.slice(0, query.Limit)
  const classes = classesOf(menu.classes, products, shown)
  return {
    FromDate: range.from,
    ToDate: range.to,
    Currency: currency,
    Count: order.length,
    Columns: [
      'Plu',
      'Name',
      ...(query.View === 'detail' ? (['Location'] as const) : []),
      'Class',
      'Supplier',
      'Rank',
      ...PLU_FIGURES,
      ...(before ? COMPARED : []),
    ],
    Classes: classes,
    Suppliers: menu.suppliers.map(({ supplierId, name }) => ({ SupplierId: supplierId, Name: name })),
    // What is sold stands under its class of today, of which nothing may have been sold yet.
    Groups: [...new Set([...menu.groups, ...classes.map(({ Group }) => Group)])].sort(),
    Locations: places.map((place) => ({
      ...(freshnessAt(parts.freshness, place.locationId) as LocationFreshness),
      ...figuresIn(place.currency, netIn(total, 0), currency === null)(parts.sold.get(place.locationId) ?? NONE),
    })),
    Totals: figures(total),
    Compare: totalBefore
      ? {
          Kind: query.Compare ?? 'none',
          Ranges: references.map(({ from, to }) => ({ FromDate: from, ToDate: to })),
          SameElapsedPart: references.some((reference) => clocks.some(({ day }) => elapsedPart(reference, range, day).whole !== reference)),
          Totals: figuresIn(currency ?? scope.currency, netIn(totalBefore, 0), currency === null)(totalBefore),
        }
      : null,
    AsAt: scope.now.toISOString(),
    Rows: rowsOf({ ...parts, places }, order, shown, { net: netIn(total, 0), currency: currency ?? scope.currency, isMixed: currency === null }),
  }
}

const NONE = new Float64Array(RUN_COUNT)

/** The products that sold or were given back, those that took most first; those that took the same by their PLU. */
const ranked = (products: Parts['products'], sums: Float64Array): number[] => {
  const order: number[] = []
  const nets = new Float64Array(products.length)
  for (let i = 0; i < products.length; i += 1) {
    nets[i] = netIn(sums, i * RUN_COUNT)
    if (isAnything(sums, i * RUN_COUNT)) order.push(i)
  }
  return order.sort((a, b) => (nets[b] as number) - (nets[a] as number) || byPlu(products[a]?.plu ?? '', products[b]?.plu ?? ''))
}

/** Makes the figures of one row of sums. */
const figuresIn = (currency: string, all: number, isMixed: boolean) => {
  const valuesAt = pluValues(currency, all, isMixed)
  return (sums: Float64Array): PluFigures => {
    const values = valuesAt(sums, 0)
    return Object.fromEntries(PLU_FIGURES.map((figure, i) => [figure, values[i] as number | null])) as Record<PluFigure, number | null>
  }
}

const classesOf = (classes: Parts['menu']['classes'], products: Parts['products'], shown: readonly number[]): PluAnswer['Classes'] => {
  const used = new Set(shown.map((i) => products[i]?.classId))
  return [...classes.values()]
    .filter(({ classId }) => used.has(classId))
    .map(({ classId, group, department, productGroup, category }) => ({
      ClassId: classId,
      Group: group,
      Department: department,
      ProductGroup: productGroup,
      Category: category,
    }))
}

interface Written {
  net: number
  currency: string
  isMixed: boolean
}

/** A list for each product, in detail for each location that sold it, in the order of the answer's Columns. */
const rowsOf = (parts: Parts, order: readonly number[], shown: readonly number[], { net, currency, isMixed }: Written): PluAnswer['Rows'] => {
  const { query, products, whole, before } = parts
  const valuesAt = pluValues(currency, net, isMixed)
  const ranks = ranksOf(order, products.length, (i) => netIn(whole, i * RUN_COUNT))
  const beforeOf = before && comparedIn(parts, before, currency, isMixed)
  const rowOf = (i: number, now: Float64Array, then: Float64Array | undefined, place?: Parts['places'][number]): PluAnswer['Rows'][number] => {
    const { plu, name, classId, supplierId } = products[i] as Parts['products'][number]
    const at = place ? [place.locationId] : []
    const row: PluAnswer['Rows'][number] = [plu, name, ...at, classId, supplierId, ranks[i] as number, ...valuesAt(now, i * RUN_COUNT)]
    if (beforeOf && then) row.push(...beforeOf(i, now, then, place?.locationId))
    return row
  }
  if (query.View !== 'detail') return shown.map((i) => rowOf(i, whole, before))
  return shown.flatMap((i) =>
    parts.places.flatMap((place) => {
      const now = parts.soldAt.get(place.locationId)?.sums
      return now && isAnything(now, i * RUN_COUNT) ? [rowOf(i, now, parts.beforeAt?.get(place.locationId)?.sums, place)] : []
    }),
  )
}

/** What a product was in the range compared with, in the order of COMPARED: its figures there, its rank among all. */
const comparedIn = ({ products, references, freshness }: Parts, before: Float64Array, currency: string, isMixed: boolean) => {
  const ranges = references.map(({ from }) => ({ FromDate: from }))
  // There is no change against a time before the first sale.
  const isKnownAt = new Map(freshness.map((one) => [one.LocationId, noDataBefore(ranges, [one]) === undefined]))
  const isKnownOfAll = noDataBefore(ranges, freshness) === undefined
  const some = [...products.keys()].filter((i) => isAnything(before, i * RUN_COUNT))
  const money = 10 ** decimalsOf(currency)
  const standing = new Standing(products, some, (i) => netIn(before, i * RUN_COUNT))
  return (i: number, nowSums: Float64Array, thenSums: Float64Array, locationId: number | undefined): (number | null)[] => {
    const at = i * RUN_COUNT
    const [now, then] = [netIn(nowSums, at), netIn(thenSums, at)]
    const ratio = changeOf('Net', now, then, thenSums[at + RUN.n] as number)?.ratio
    const isKnown = locationId === undefined ? isKnownOfAll : isKnownAt.get(locationId) !== false
    return [
      rounded(thenSums[at + RUN.qty] as number, QUANTITY_STEPS),
      isMixed ? null : rounded(then, money),
      isMixed || !isKnown ? null : rounded(now - then, money),
      isMixed || !isKnown || ratio === undefined ? null : rounded(ratio * 1000, 10),
      standing.rank(i) ?? null,
    ]
  }
}

/** A figure of so many steps that may not be whole, as after an average; never minus zero. @param steps how many of them are one */
const rounded = (value: number, steps: number): number => (Math.round(value) + 0) / steps
