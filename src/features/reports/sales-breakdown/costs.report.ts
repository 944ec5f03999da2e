import { type AskedTrade, checkTimes, idsOf, type Part, partsOf, sliceOf } from '#features/reports/kit/asked-trade.rules.ts'
import { BARE_KIND, KINDS, type Kind, kindOfTotals, sumsOf } from '#features/reports/kit/breakdown-kinds.rules.ts'
import { inColumns } from '#features/reports/kit/by-period.rules.ts'
import { averagedOver, elapsedPart } from '#features/reports/kit/comparison.rules.ts'
import { moneyOf } from '#features/reports/kit/figure-steps.rules.ts'
import { noSums, SUM } from '#features/reports/kit/figures.rules.ts'
import { coarsestFor, piecesOf } from '#features/reports/kit/period.rules.ts'
import {
  columnOf,
  comparedColumnOf,
  type PlannedPeriod,
  periodsOf,
  referenceBuckets,
  repeatedIn,
  withRepeatedHours,
} from '#features/reports/kit/sales-plan.rules.ts'
import { Tally } from '#features/reports/kit/tally.rules.ts'
import { keptSums, receiptSums } from '#features/sums/reading/breakdown-rows.sql.ts'
import { freshnessOf } from '#features/sums/reading/freshness.sql.ts'
import { bucketsIn, eachRow, type Reading } from '#features/sums/reading/readings.rules.ts'
import { type BucketBy, keepPlans } from '#features/sums/reading/slice.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { toMajor } from '#shared/money.ts'
import { checkSwitchedOn, tradeAsked } from './breakdown-asked.report.ts'
import { commissionsInCosts } from './cost-commissions.report.ts'
import type { CostIn } from './cost-days.rules.ts'
import { paymentFeesInCosts } from './cost-payment-fees.report.ts'
import { stockInCosts } from './cost-stock.report.ts'
import { type CostWages, wagesInCosts } from './cost-wages.report.ts'
import { costsOf, type Elsewhere } from './costs.rules.ts'
import { type BreakdownQuery, type CostsAnswer, NOT_KEPT } from './sales-breakdown.contract.ts'
import { salesIn } from './sales-breakdown.report.ts'

/** Sums of sales and of wastage, by location and period. */
interface Both {
  sales: Tally
  wastage: Tally
}

/**
 * What sales cost: goods and wastage, and what is left, by location and period.
 * @throws SwitchedOff, RangeBackwards, RangeTooLong, BreakdownTimesTooLong, LocationNotFound, ValidationFailed
 */
export const costsReport = async (scope: VenueScope, query: BreakdownQuery): Promise<CostsAnswer> => {
  checkSwitchedOn(scope)
  const asked = await tradeAsked(scope, query, false)
  checkTimes(asked)
  keepPlans(scope)
  const { range, unit, clocks } = asked
  const planned = periodsOf(range, unit, scope.venue.weekStart, clocks)
  const [sold, wasted, compared, freshness, wages, fees, stock, commission, bare] = await Promise.all([
    ...bothIn(scope, asked, { span: range, locationIds: idsOf(asked) }, unit),
    comparedWith(scope, asked),
    freshnessOf(scope, asked.places, clocks),
    wagesInCosts(scope, asked, query.Locations),
    paymentFeesInCosts(scope, asked, query.Locations),
    stockInCosts(scope, asked),
    commissionsInCosts(scope, asked),
    soldWithoutCost(scope, asked),
  ])
  const periods = unit === 'hour' ? withRepeatedHours(planned, bucketsIn([...sold, ...wasted])) : planned
  const both = bothFor(asked, periods)
  const column = columnOf(unit, scope.venue.weekStart)
  for (const reading of sold) both.sales.add(reading, column)
  for (const reading of wasted) both.wastage.add(reading, column)
  const places = asked.places.filter(
    ({ active, locationId }) =>
      active ||
      query.Locations !== undefined ||
      both.sales.has(locationId) ||
      [wages, fees, stock, commission].some((cost) => Boolean(cost?.now([locationId]))),
  )
  const ids = places.map(({ locationId }) => locationId)
  const currencies = new Set(places.map(({ currency }) => currency))
  const currency = currencies.size > 1 ? null : (places[0]?.currency ?? scope.venue.currency)
  const beside: Beside = { wages: told(wages), fees: told(fees), stock: told(stock), commission: told(commission) }
  const besideCompared: Beside = {
    wages: { ...beside.wages, of: wages?.compared },
    fees: { ...beside.fees, of: fees?.compared },
    stock: { ...beside.stock, of: stock.compared },
    commission: { ...beside.commission, of: commission.compared },
  }
  // Areas and payments without a location are in the totals alone.
  const everywhere = [...ids, 0]
  return {
    Interval: unit,
    FromDate: range.from,
    ToDate: range.to,
    Periods: periods.map(({ period, from, to, partial, state }) => ({ Period: period, FromDate: from, ToDate: to, Partial: partial, State: state })),
    Locations: freshness
      .filter(({ LocationId }) => ids.includes(LocationId))
      .map((place) => ({ ...place, ...costsOver(both, beside, [place.LocationId], place.Currency, periods) })),
    Totals: { Currency: currency, ...costsOver(both, beside, everywhere, currency, periods) },
    NoCostSales: currency === null ? null : moneyOf(bare, currency),
    NotKept: NOT_KEPT.filter((part) => part === 'OtherCosts' || !beside[SOURCE_OF[part]].isNeeded),
    DeliveryChannels: commission.channels,
    ...besideWages(wages, currency),
    Compare:
      compared.length > 0
        ? {
            Kind: asked.compare,
            Ranges: asked.references.map(({ from, to }) => ({ FromDate: from, ToDate: to })),
            SameElapsedPart: asked.references.some((reference) => clocks.some(({ day }) => elapsedPart(reference, range, day).whole !== reference)),
            Totals: {
              Currency: currency,
              ...costsOver(bothCompared(asked, compared, periods), besideCompared, everywhere, currency, periods),
            },
          }
        : null,
    AsAt: scope.now.toISOString(),
  }
}

const bothFor = (asked: AskedTrade, periods: readonly PlannedPeriod[]): Both => {
  const columns = periods.map(({ period }) => period)
  return { sales: new Tally(idsOf(asked), columns, noSums()), wastage: new Tally(idsOf(asked), columns, noSums()) }
}

const bothIn = (scope: VenueScope, asked: AskedTrade, part: Part, by: BucketBy): [Promise<Reading[]>, Promise<Reading[]>] => [
  salesIn(scope, asked, part, by),
  wastageIn(scope, asked, part, by),
]

const wastageIn = async (scope: VenueScope, asked: AskedTrade, part: Part, by: BucketBy): Promise<Reading[]> => {
  const wanted = { kind: kindOfTotals(KINDS.wastage), keys: undefined, shape: { buckets: by } }
  const slice = sliceOf(asked, part)
  const fromReceipts = asked.hours !== undefined || by === 'hour' || part.untilMinute !== undefined
  const readings = fromReceipts
    ? await receiptSums(scope, slice, part.span, [wanted])
    : await keptSums(scope, slice, [{ ...wanted, pieces: piecesOf(part.span, coarsestFor(by, asked.weekdays !== undefined)) }])
  return readings.map((reading) => ({ ...reading, sums: sumsOf(KINDS.wastage) }))
}

/** What was sold without a cost, told as GP margins tells it, and what it was sold for before discounts. */
const BARE: Kind = { ...BARE_KIND, lies: [...BARE_KIND.lies, [SUM.gross, 'gross']] }
const [BARE_AMOUNT, BARE_TAX, BARE_SURCHARGE, BARE_SURCHARGE_TAX, BARE_GROSS] = [3, 4, 5, 6, 7]

/** Net sales without tax of what was sold without a cost, in minor units; surcharges alone are nothing that has a cost. */
const soldWithoutCost = async (scope: VenueScope, asked: AskedTrade): Promise<number> => {
  const part = { span: asked.range, locationIds: idsOf(asked) }
  const wanted = { kind: BARE, keys: undefined, shape: 'rows' as const }
  const slice = sliceOf(asked, part)
  const pieces = piecesOf(part.span, coarsestFor('none', asked.weekdays !== undefined))
  const readings = asked.hours ? await receiptSums(scope, slice, part.span, [wanted]) : await keptSums(scope, slice, [{ ...wanted, pieces }])
  let [sold, gross] = [0, 0]
  for (const reading of readings) {
    eachRow(reading, (row) => {
      const at = (position: number) => row[position] as number
      sold += at(BARE_AMOUNT) - at(BARE_SURCHARGE) - at(BARE_TAX) + at(BARE_SURCHARGE_TAX)
      gross += at(BARE_GROSS)
    })
  }
  return gross === 0 ? 0 : sold
}

/** What was read of a reference, and the range's column each bucket of it is laid against. */
interface Compared {
  sold: readonly Reading[]
  wasted: readonly Reading[]
  column: (bucket: number) => string | undefined
}

const comparedWith = (scope: VenueScope, asked: AskedTrade): Promise<Compared[]> => {
  const questions = asked.references.flatMap((reference) => {
    const column = comparedColumnOf(asked.unit, scope.venue.weekStart, asked.range, reference)
    const by = referenceBuckets(asked.unit, reference)
    return partsOf(asked, reference).map(async (part) => {
      const [sold, wasted] = await Promise.all(bothIn(scope, asked, part, part.untilMinute === undefined || by === 'hour' ? by : 'day'))
      return { sold, wasted, column }
    })
  })
  return Promise.all(questions)
}

/** The references' sums laid against the range's columns. */
const bothCompared = (asked: AskedTrade, compared: readonly Compared[], periods: readonly PlannedPeriod[]): Both => {
  const both = bothFor(asked, periods)
  for (const tally of [both.sales, both.wastage]) tally.leaveOut(repeatedIn(periods))
  for (const { sold, wasted, column } of compared) {
    for (const reading of sold) both.sales.add(reading, column)
    for (const reading of wasted) both.wastage.add(reading, column)
  }
  const over = averagedOver(asked.compare, asked.references)
  both.sales.divideBy(over)
  both.wastage.divideBy(over)
  return both
}

/** A cost of some cells that does not come from sales, and whether sums with it are told; nothing for a reader who may not see it. */
interface Told {
  of: CostIn | undefined
  isNeeded: boolean
}
type Beside = Record<keyof Elsewhere, Told>

const SOURCE_OF = { Wages: 'wages', PaymentFees: 'fees', StockAdjustments: 'stock', DeliveryCommission: 'commission' } as const

const told = (cost: { now: CostIn } | undefined): Told => ({ of: cost?.now, isNeeded: cost !== undefined && cost.now([]) !== null })

const costsOver = (
  both: Both,
  { wages, fees, stock, commission }: Beside,
  ids: readonly number[],
  currency: string | null,
  periods: readonly PlannedPeriod[],
) => {
  const places = ids.filter((id) => id !== 0)
  const [sold, wasted] = [noSums(), noSums()]
  const at = (column: number) => {
    both.sales.sumInto(sold, places, column)
    both.wastage.sumInto(wasted, places, column)
    const period = periods[column - 1]?.period
    const costOf = ({ of, isNeeded }: Told) => ({ cost: of?.(ids, period), isNeeded })
    return costsOf(sold, wasted, currency, { wages: costOf(wages), fees: costOf(fees), stock: costOf(stock), commission: costOf(commission) })
  }
  const whole = at(0)
  const cells = periods.map((_, i) => at(i + 1))
  return { ...whole, ByPeriod: inColumns(whole, cells) }
}

const besideWages = (wages: CostWages | undefined, currency: string | null) => ({
  ...(wages ? { UnpricedHours: wages.unpriced } : {}),
  ...(wages?.unplaced && currency !== null ? { UnplacedWages: toMajor(wages.unplaced, currency) } : {}),
})
