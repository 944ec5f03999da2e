import { type AskedTrade, idsOf } from '#features/reports/kit/asked-trade.rules.ts'
import { type PaymentSums, paymentSums } from '#features/reports/kit/card-payments.sql.ts'
import type { Span } from '#features/reports/kit/period.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { comparedCost, costByColumn } from './cost-days.report.ts'
import { type CostIn, type CostOfDay, isAskedDay, unknownCost } from './cost-days.rules.ts'

export interface CostFees {
  now: CostIn
  compared: CostIn
}

/**
 * What was taken for card payments in the range and in what it is compared with, the same as Payments tells; nothing for a reader who may not see
 * Payments. Nobody knows it by the hour or a part of the day. Where no payment of these days is known, or one is in another currency, neither are the fees.
 */
export const paymentFeesInCosts = async (scope: VenueScope, asked: AskedTrade, named: readonly number[] | undefined): Promise<CostFees | undefined> => {
  if (!scope.tags.includes('can_viewpayments')) return undefined
  const locationIds = [...idsOf(asked), ...(scope.allLocations && named === undefined ? [0] : [])]
  const feesIn = (ids: readonly number[], span: Span) => paymentSums(scope, { locationIds: ids.filter((id) => id !== 0), nowhere: ids.includes(0) }, span)
  const sums = (await feesIn(locationIds, asked.range)).filter(({ day }) => isAskedDay(asked, day))
  if (asked.hours || sums.length === 0 || !sums.every((one) => isOwnCurrency(scope, asked, one))) return { now: unknownCost, compared: unknownCost }
  return {
    now: costByColumn(scope, asked, sums.map(feeOf)),
    compared: await comparedCost(scope, asked, locationIds, async (ids, span) =>
      (await feesIn(ids, span)).filter((one) => isOwnCurrency(scope, asked, one)).map(feeOf),
    ),
  }
}

const feeOf = ({ locationId, day, ourFeeTaken, providerFee }: PaymentSums): CostOfDay => ({ locationId: locationId ?? 0, day, cost: ourFeeTaken + providerFee })

const isOwnCurrency = ({ venue }: VenueScope, { places }: AskedTrade, { locationId, currency }: PaymentSums): boolean =>
  currency === (places.find((place) => place.locationId === locationId)?.currency ?? venue.currency)
