import { daysAsked } from '#features/reports/kit/days-asked.report.ts'
import { freshnessOf } from '#features/sums/reading/freshness.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { toMajor } from '#shared/money.ts'
import type { PaymentsAnswer } from './payments.contract.ts'
import { type PaymentSums, paymentSums, paymentsStanding, payoutsIn } from './payments.sql.ts'

/**
 * Card payments of a range. Those told of no location are for whoever holds all locations and asks for all.
 * @throws RangeBackwards, RangeTooLong, LocationNotFound
 */
export const paymentsReport = async (
  scope: VenueScope,
  query: { FromDate: string; ToDate: string; Locations?: readonly number[] | undefined },
): Promise<PaymentsAnswer> => {
  const { range, places, clocks } = await daysAsked(scope, query)
  const asked = { locationIds: places.map(({ locationId }) => locationId), nowhere: scope.allLocations && query.Locations === undefined }
  const [freshness, sums, payouts, standing] = await Promise.all([
    freshnessOf(scope, places, clocks),
    paymentSums(scope, asked, range),
    payoutsIn(scope, asked, range),
    paymentsStanding(scope, asked),
  ])
  const nameOf = (locationId: number | null) => places.find((place) => place.locationId === locationId)?.name ?? null
  const currencies = [...new Set([...places.map(({ currency }) => currency), ...sums.map(({ currency }) => currency)])]
  return {
    FromDate: range.from,
    ToDate: range.to,
    Locations: freshness,
    Days: sums.map((one) => ({
      Day: one.day,
      LocationId: one.locationId,
      Location: nameOf(one.locationId),
      Currency: one.currency,
      ...figuresOf([one], one.currency),
    })),
    Payouts: payouts.map((one) => ({
      PayoutId: one.payoutId,
      ArrivesOn: one.arrivesOn,
      LocationId: one.locationId,
      Location: nameOf(one.locationId),
      Currency: one.currency,
      Amount: toMajor(one.amount, one.currency),
      Status: one.status,
      Payments: one.payments,
    })),
    OpenDisputes: standing.disputes,
    Linked: standing.linked,
    Totals: currencies.map((Currency) => ({
      Currency,
      ...figuresOf(
        sums.filter(({ currency }) => currency === Currency),
        Currency,
      ),
    })),
    AsAt: scope.now.toISOString(),
  }
}

const figuresOf = (sums: readonly PaymentSums[], currency: string) => {
  const count = (key: 'payments' | 'failed') => sums.reduce((sum, one) => sum + one[key], 0)
  const money = (key: Exclude<keyof PaymentSums, 'day' | 'locationId' | 'currency'>) =>
    toMajor(
      sums.reduce((sum, one) => sum + one[key], 0),
      currency,
    )
  return {
    Payments: count('payments'),
    Volume: money('volume'),
    Refunds: money('refunds'),
    Disputed: money('disputed'),
    OurFee: money('ourFee'),
    OurFeeTaken: money('ourFeeTaken'),
    ProviderFee: money('providerFee'),
    Net: money('net'),
    Failed: count('failed'),
    FailedAmount: money('failedAmount'),
  }
}
