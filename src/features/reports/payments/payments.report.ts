import { arrivalsOf } from '#features/reports/kit/arrivals.rules.ts'
import { feeRatesIn, type NotArrived, notArrived, type PaymentSums, paymentSums } from '#features/reports/kit/card-payments.sql.ts'
import { daysAsked } from '#features/reports/kit/days-asked.report.ts'
import { linkedPlaces } from '#features/reports/kit/linked-places.sql.ts'
import { freshnessOf } from '#features/sums/reading/freshness.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { instantIn } from '#shared/day.ts'
import { toMajor } from '#shared/money.ts'
import type { PaymentsAnswer } from './payment-sums.rules.ts'
import { paymentsStanding, payoutsIn } from './payments.sql.ts'

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
  const [freshness, sums, open, payouts, standing, rates, linked] = await Promise.all([
    freshnessOf(scope, places, clocks),
    paymentSums(scope, asked, range),
    notArrived(scope, asked, range),
    payoutsIn(scope, asked, range),
    paymentsStanding(scope, asked),
    feeRatesIn(scope, range),
    linkedPlaces(scope, places),
  ])
  const nameOf = (locationId: number | null) => places.find((place) => place.locationId === locationId)?.name ?? null
  const currencies = [...new Set([...places.map(({ currency }) => currency), ...sums.map(({ currency }) => currency)])]
  const placed = (of: readonly PaymentSums[]) => {
    const [{ locationId, currency }] = of as [PaymentSums]
    return { LocationId: locationId, Location: nameOf(locationId), Currency: currency, ...figuresOf(of, currency) }
  }
  return {
    FromDate: range.from,
    ToDate: range.to,
    Locations: freshness,
    CompleteFrom: linked.flatMap(({ locationId, known }) => (known ? [{ LocationId: locationId, Location: nameOf(locationId) ?? '', Day: known.from }] : [])),
    Days: sums.map((one) => ({ Day: one.day, ...placed([one]) })),
    Places: groupsOf(sums)
      .map(placed)
      .sort((a, b) => (a.LocationId ?? Number.POSITIVE_INFINITY) - (b.LocationId ?? Number.POSITIVE_INFINITY)),
    Arrivals: currencies.flatMap((currency) => placesOfMoney(sums, open, currency)),
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
    PayoutCount: payouts[0]?.all ?? 0,
    OpenDisputes: standing.disputes,
    AnswerBy: standing.answerBy && instantIn(standing.answerBy, places[0]?.timeZone ?? 'UTC'),
    PercentageFee: standing.percentHundredths / 100,
    FixedFee: toMajor(standing.fixedMinor, places[0]?.currency ?? scope.venue.currency),
    FeeRates: rates.map(({ fromDay, percentHundredths, fixedMinor }) => ({
      FromDay: fromDay > range.from ? fromDay : null,
      PercentageFee: percentHundredths / 100,
      FixedFee: toMajor(fixedMinor, places[0]?.currency ?? scope.venue.currency),
    })),
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

const groupsOf = (sums: readonly PaymentSums[]): PaymentSums[][] => {
  const groups = new Map<string, PaymentSums[]>()
  for (const one of sums) {
    const key = `${one.locationId} ${one.currency}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()]
}

const placesOfMoney = (sums: readonly PaymentSums[], notThere: readonly NotArrived[], currency: string): PaymentsAnswer['Arrivals'] => {
  const own = sums.filter((one) => one.currency === currency)
  if (own.length === 0) return []
  const arrivals = arrivalsOf(
    own,
    notThere.filter((one) => one.currency === currency),
  )
  return arrivals.map(({ where, payoutId, status, arrivesOn, payments, net }) => ({
    Where: where,
    PayoutId: payoutId,
    Status: status,
    ArrivesOn: arrivesOn,
    Currency: currency,
    Payments: payments,
    Net: toMajor(net, currency),
  }))
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
    Other: money('other'),
    OurFee: money('ourFee'),
    OurFeeTaken: money('ourFeeTaken'),
    ProviderFee: money('providerFee'),
    Fees: toMajor(
      sums.reduce((sum, one) => sum + one.ourFeeTaken + one.providerFee, 0),
      currency,
    ),
    Net: money('net'),
    Failed: count('failed'),
    FailedAmount: money('failedAmount'),
  }
}
