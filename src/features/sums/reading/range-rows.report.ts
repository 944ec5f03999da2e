import type { AskedBreakdown } from '#features/reports/kit/asked-breakdown.rules.ts'
import { type Part, sliceOf } from '#features/reports/kit/asked-trade.rules.ts'
import { BARE_KIND, emptyRow, type Kind, PLU_KIND } from '#features/reports/kit/breakdown-kinds.rules.ts'
import { rowKeyOf } from '#features/reports/kit/class-tree.rules.ts'
import { coarsestFor, piecesOf } from '#features/reports/kit/period.rules.ts'
import { MEASURES } from '#features/sums/rollup.rules.ts'
import { DIMENSIONS, dimensionKey, dimOf, eachTotal, RUN, RUN_COUNT, type SignedTotals, SUMMED_DIMS } from '#features/sums/running-totals.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { itemsIn, keptSums, receiptSums, type Wanted } from './breakdown-rows.sql.ts'
import { addSold } from './product-sums.sql.ts'
import { type ColumnMap, RowTally } from './row-tally.rules.ts'
import { piecesBeside } from './run-plan.rules.ts'
import { type TotalsSlice, totalsFor } from './running-totals.sql.ts'
import { noneSold } from './sold.rules.ts'

/** Sums of a breakdown's rows, by location. */
export type Rows = RowTally<number, number>

const kindsOf = ({ dimension, byPlu, kind }: AskedBreakdown): Kind[] => (byPlu ? [PLU_KIND] : dimension === 'gpmargins' ? [kind, BARE_KIND] : [kind])

/** Rows by location, over all the parts. */
export const rowsIn = async (scope: VenueScope, asked: AskedBreakdown, parts: readonly Part[]): Promise<Rows> => {
  const kinds = kindsOf(asked)
  const rows: Rows = new RowTally(emptyRow(kinds))
  await Promise.all(parts.map((part) => (asked.byPlu ? addItems(scope, asked, part, rows) : addRows(scope, asked, part, kinds, rows))))
  return rows
}

const addRows = async (scope: VenueScope, asked: AskedBreakdown, part: Part, kinds: readonly Kind[], rows: Rows): Promise<void> => {
  const slice = sliceOf(asked, part)
  const isKept = !asked.hours && part.untilMinute === undefined
  const isTotalled = areTotalled(kinds)
  const kept = isKept && isTotalled ? await totalsFor(scope, DIMENSIONS, slice, part.span) : []
  const rowOf = rowKeyOf({ ...asked, tree: await asked.tree })
  for (const { locationId, totals } of kept) addTotals(totals, kinds, asked.keys, (key, sums, lies) => rows.plus(locationId, rowOf(key), sums, 0, lies))
  const wanted = kinds.map((kind): Wanted => ({ kind, keys: asked.keys, shape: 'rows' }))
  const readings = isKept
    ? await Promise.all(
        (isTotalled ? piecesBeside(kept, slice.weekdays) : [wholeOf(slice, part)]).map((rest) =>
          keptSums(
            scope,
            { ...slice, locationIds: rest.locationIds },
            wanted.map((one) => ({ ...one, pieces: rest.pieces })),
          ),
        ),
      )
    : [await receiptSums(scope, slice, part.span, wanted)]
  for (const [i, { lies }] of kinds.entries()) {
    const positions = lies.map(([position]) => position)
    for (const reading of readings) if (reading[i]) rows.add(reading[i], positions, (locationId) => locationId, rowOf)
  }
}

/** Whether some kinds are among the running totals; what has few keys or few rows is not: its years, months and days are read as quickly. */
const areTotalled = (kinds: readonly Kind[]): boolean => kinds.every(({ dim }) => SUMMED_DIMS.includes(dim))

/** All of a part, out of the rollup. */
const wholeOf = ({ locationIds, weekdays }: TotalsSlice, { span }: Part) => ({
  locationIds,
  pieces: piecesOf(span, coarsestFor('none', weekdays !== undefined)),
})

/** Adds a location's running totals to its rows. */
const addTotals = (
  totals: readonly SignedTotals[],
  kinds: readonly Kind[],
  keys: readonly number[] | undefined,
  add: (key: number, sums: Float64Array, lies: ColumnMap) => void,
): void => {
  const wanted = keys && new Set(keys)
  const liesIn = new Map(kinds.map((kind) => [kind.dim as number, liesOf(kind)]))
  // Keys of a dimension stand together.
  let [dimStart, dimEnd, lies] = [0, 0, undefined as ColumnMap | undefined]
  eachTotal(DIMENSIONS, totals, (both, sums) => {
    if (both >= dimEnd) {
      const dim = dimOf(both)
      dimStart = dimensionKey(dim, 0)
      dimEnd = dimensionKey(dim + 1, 0)
      lies = liesIn.get(dim)
    }
    if (lies && (!wanted || wanted.has(both - dimStart))) add(both - dimStart, sums, lies)
  })
}

/** How the sums of a dimension go into a row. */
const liesOf = ({ lies }: Kind): ColumnMap => ({
  from: Int32Array.from(lies, ([, measure]) => MEASURES.indexOf(measure)),
  to: Int32Array.from(lies, ([position]) => position),
})

const addItems = async (scope: VenueScope, asked: AskedBreakdown, part: Part, rows: Rows): Promise<void> => {
  const productIds = await itemsIn(scope, asked.keys ?? [])
  const slice = sliceOf(asked, part)
  const itself = (one: number) => one
  if (asked.hours || part.untilMinute !== undefined) {
    const positions = PLU_KIND.lies.map(([position]) => position)
    const [reading] = await receiptSums(scope, slice, part.span, [{ kind: PLU_KIND, keys: productIds, shape: 'rows' }])
    if (reading) rows.add(reading, positions, itself, itself)
    return
  }
  const sold = noneSold(part.locationIds, Float64Array.from(productIds).sort())
  await addSold(scope, slice, part.span, sold)
  const lies = liesOf(PLU_KIND)
  const measures = new Float64Array(MEASURES.length)
  for (const [locationId, { keys, sums }] of sold) {
    for (const [i, productId] of keys.entries()) {
      putMeasures(measures, sums, i * RUN_COUNT)
      rows.plus(locationId, productId, measures, 0, lies)
    }
  }
}

/** What an item sold as the measures of a dimension; its amount is made of the others. */
const putMeasures = (measures: Float64Array, sums: Float64Array, at: number): void => {
  const of = (name: keyof typeof RUN) => sums[at + RUN[name]] as number
  const amount = of('gross') - of('promotion') - of('discount') - of('refund') + of('surcharge')
  for (const [i, measure] of MEASURES.entries()) measures[i] = measure === 'amount' ? amount : measure in RUN ? of(measure as keyof typeof RUN) : 0
}
