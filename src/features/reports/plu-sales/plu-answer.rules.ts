import { elapsedPart, type Reference } from '#features/reports/kit/comparison.rules.ts'
import { changeOf } from '#features/reports/kit/figures.rules.ts'
import { freshnessAt, type LocationFreshness } from '#features/reports/kit/freshness.rules.ts'
import { noDataBefore } from '#features/reports/kit/no-data.rules.ts'
import type { Span } from '#features/reports/kit/period.rules.ts'
import type { Clocked } from '#features/reports/kit/sales-plan.rules.ts'
import { totalOf } from '#features/sums/reading/sold.rules.ts'
import { RUN, RUN_COUNT } from '#features/sums/running-totals.rules.ts'
import { DecimalMembers } from '#shared/json-decimals.ts'
import { JsonPieces, type JsonWriter } from '#shared/json-text.ts'
import { byPlu, COMPARED, isAnything, netIn, PLU_FIGURES, type PluFigure, pluDecimals, pluSteps, ranksOf } from './plu-figures.rules.ts'
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
  /** How fresh each location's figures are. */
  freshness: readonly LocationFreshness[]
  scope: { now: Date; currency: string }
}

/** Puts the answer together. It is written as it is made: fifty thousand rows of objects would cost more than everything before. */
export const pluAnswer = (parts: Parts): JsonPieces<PluAnswer> => {
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
  const head = {
    FromDate: range.from,
    ToDate: range.to,
    Currency: currency,
    Count: order.length,
    Columns: ['Plu', 'Name', 'Class', 'Supplier', 'Rank', ...PLU_FIGURES, ...(before ? COMPARED : [])],
    Classes: classes,
    Suppliers: menu.suppliers.map(({ supplierId, name }) => ({ SupplierId: supplierId, Name: name })),
    // What is sold stands under its class of today, of which nothing may have been sold yet.
    Groups: [...new Set([...menu.groups, ...classes.map(({ Group }) => Group)])].sort(),
    Locations: places.map((place) => ({
      ...freshnessAt(parts.freshness, place.locationId),
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
  }
  const written = { net: netIn(total, 0), currency: currency ?? scope.currency, isMixed: currency === null }
  return new JsonPieces(4096, function* (json) {
    json.begin(head)
    yield* writeRows(json, parts, order, shown, written)
    json.end()
  })
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
  const decimals = pluDecimals(currency)
  const steps = new Float64Array(PLU_FIGURES.length)
  return (sums: Float64Array): PluFigures => {
    pluSteps(steps, sums, 0, all, isMixed)
    const valueAt = (i: number) => (Number.isNaN(steps[i]) ? null : (steps[i] as number) / 10 ** (decimals[i] as number))
    return Object.fromEntries(PLU_FIGURES.map((figure, i) => [figure, valueAt(i)])) as Record<PluFigure, number | null>
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

function* writeRows(
  json: JsonWriter,
  { products, whole, before, references, freshness }: Parts,
  order: readonly number[],
  shown: readonly number[],
  { net, currency, isMixed }: Written,
): Generator<undefined, void> {
  const ranges = references.map(({ from }) => ({ FromDate: from }))
  const decimals = pluDecimals(currency)
  const members = new DecimalMembers(Array(3 + decimals.length).fill(''), [0, 0, 0, ...decimals])
  const steps = new Float64Array(3 + decimals.length)
  const figures = steps.subarray(3)
  const ranks = ranksOf(order, products.length, (i) => netIn(whole, i * RUN_COUNT))
  const isKnown = noDataBefore(ranges, freshness) === undefined
  const beforeRow = before && comparedWriter(json, products, { whole, before, currency, isMixed, isKnown })
  yield* json.longList('Rows', shown, (i) => {
    const product = products[i] as Parts['products'][number]
    json.row([product.plu, product.name], () => {
      steps[0] = product.classId
      steps[1] = product.supplierId ?? Number.NaN
      steps[2] = ranks[i] as number
      pluSteps(figures, whole, i * RUN_COUNT, net, isMixed)
      json.decimals(members, steps)
      beforeRow?.(i)
    })
  })
}

interface ComparedSums {
  whole: Float64Array
  before: Float64Array
  currency: string
  isMixed: boolean
  /** What is compared with does not begin before the first sale. */
  isKnown: boolean
}

/** Writes what a product was in the range compared with, in the order of COMPARED. */
const comparedWriter = (json: JsonWriter, products: Parts['products'], { whole, before, currency, isMixed, isKnown }: ComparedSums) => {
  const [quantity, money] = [4, pluDecimals(currency)[PLU_FIGURES.indexOf('Net')] as number]
  const members = new DecimalMembers(Array(COMPARED.length).fill(''), [quantity, money, money, 1, 0])
  const steps = new Float64Array(COMPARED.length)
  const some = [...products.keys()].filter((i) => isAnything(before, i * RUN_COUNT))
  const standing = new Standing(products, some, (i) => netIn(before, i * RUN_COUNT))
  return (i: number): void => {
    const at = i * RUN_COUNT
    const [now, then] = [netIn(whole, at), netIn(before, at)]
    const change = changeOf('Net', now, then, before[at + RUN.n] as number)
    steps[0] = Math.round(before[at + RUN.qty] as number) + 0
    steps[1] = isMixed ? Number.NaN : Math.round(then) + 0
    steps[2] = isMixed || !isKnown ? Number.NaN : Math.round(now - then) + 0
    steps[3] = isMixed || !isKnown || change?.ratio === undefined ? Number.NaN : Math.round(change.ratio * 1000) + 0
    steps[4] = standing.rank(i) ?? Number.NaN
    json.decimals(members, steps)
  }
}
