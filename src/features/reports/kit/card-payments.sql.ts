import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Span } from './period.rules.ts'

/** Sums of a trading day at a location, in minor units. */
export interface PaymentSums {
  day: string
  /** null: told of no location. */
  locationId: number | null
  currency: string
  payments: number
  volume: number
  refunds: number
  disputed: number
  /** Moved the balance at the provider and is neither payment, refund, dispute, fee nor payout. */
  other: number
  ourFee: number
  ourFeeTaken: number
  providerFee: number
  net: number
  failed: number
  failedAmount: number
}

/** Which payments are asked for: those of locations, and with `nowhere` those told of none too. */
export interface PaymentPlaces {
  locationIds: readonly number[]
  nowhere: boolean
}

/** The house's fee by the days on which its rates hold, `to_day` not among them: percent in hundredths of a percent, what is fixed in minor units. */
export const feeRates = ({ sql, venueId }: VenueScope) => sql`(
  select from_day, coalesce(lead(from_day) over (order by from_day), 'infinity'::date) as to_day, percent_hundredths as percent, fixed_minor as fixed
  from payment_fee where venue_id = ${venueId}) as rates`

/** What card payments came to by trading day and location, the newest day first. The house's fee is rounded for each payment. */
export const paymentSums = async (scope: VenueScope, { locationIds, nowhere }: PaymentPlaces, { from, to }: Span): Promise<PaymentSums[]> => {
  const { sql, venueId } = scope
  const rows = await sql<(PaymentSums & { isOld: boolean })[]>`
    select business_date as day, nullif(location_id, 0) as "locationId", currency, payments, volume, refunds, disputed, other, our_fee as "ourFee",
      our_fee_taken as "ourFeeTaken", provider_fee as "providerFee", net, failed, failed_amount as "failedAmount",
      (fee_percent, fee_fixed) is distinct from (coalesce(rates.percent, 0), coalesce(rates.fixed, 0)) as "isOld"
    from payment_day left join ${feeRates(scope)} on business_date >= rates.from_day and business_date < rates.to_day
    where venue_id = ${venueId} and business_date between ${from}::date and ${to}::date and location_id = any(${[...locationIds, ...(nowhere ? [0] : [])]}::int[])
    order by 1 desc, 2 nulls last, 3`
  const old = rows.filter(({ isOld }) => isOld)
  const fees = old.length > 0 ? await feesByRates(scope, [...new Set(old.map(({ day }) => day))]) : undefined
  return rows.map(({ isOld, ...row }) => (isOld ? { ...row, ourFee: fees?.get(keyOf(row)) ?? 0 } : row))
}

const keyOf = ({ day, locationId, currency }: Pick<PaymentSums, 'day' | 'locationId' | 'currency'>) => `${day} ${locationId ?? 0} ${currency}`

/** The house's fee of days that were added up by other rates than they have; the next reading of the account adds them up anew. */
const feesByRates = async (scope: VenueScope, days: readonly string[]): Promise<Map<string, number>> => {
  const { sql, venueId } = scope
  const rows = await sql<{ day: string; locationId: number | null; currency: string; fee: number }[]>`
    select business_date as day, location_id as "locationId", currency, sum((amount * rates.percent + 5000) / 10000 + rates.fixed)::bigint as fee
    from payment_entry join ${feeRates(scope)} on business_date >= rates.from_day and business_date < rates.to_day where venue_id = ${venueId} and business_date = any(${[...days]}::date[]) and kind = 'charge' group by 1, 2, 3`
  return new Map(rows.map((row) => [keyOf(row), row.fee]))
}

/** The house's fee of one payment by the rates of its day; amounts in minor units, the percentage in hundredths of a percent. */
export interface FeeByRates {
  percentHundredths: number
  fixedMinor: number
  fee: number
}

export const feeByRates = async (scope: VenueScope, day: string, amount: number): Promise<FeeByRates> => {
  const [row] = await scope.sql<FeeByRates[]>`
    select rates.percent as "percentHundredths", rates.fixed as "fixedMinor", (${amount}::bigint * rates.percent + 5000) / 10000 + rates.fixed as fee
    from ${feeRates(scope)} where ${day}::date >= rates.from_day and ${day}::date < rates.to_day`
  return row ?? { percentHundredths: 0, fixedMinor: 0, fee: 0 }
}

/** The rates that hold on days of a span, the earliest first. */
export const feeRatesIn = async (
  scope: VenueScope,
  { from, to }: Span,
): Promise<{ fromDay: string; percentHundredths: number; fixedMinor: number }[]> => scope.sql`
  select rates.from_day as "fromDay", rates.percent as "percentHundredths", rates.fixed as "fixedMinor" from ${feeRates(scope)}
  where rates.from_day <= ${to}::date and rates.to_day > ${from}::date order by 1`

/** What of a range has not reached the bank: `payoutId` null is still at the provider. */
export interface NotArrived {
  payoutId: string | null
  /** As the provider names it; null where there is no payout yet. */
  status: string | null
  arrivesOn: string | null
  currency: string
  payments: number
  net: number
}

/** What of the payments of a range has not arrived: on its way by payout, and not paid out yet, in minor units. */
export const notArrived = async ({ sql, venueId }: VenueScope, { locationIds, nowhere }: PaymentPlaces, { from, to }: Span): Promise<NotArrived[]> => {
  const asked = sql`e.venue_id = ${venueId} and e.kind <> 'payout' and e.business_date between ${from}::date and ${to}::date
    and (e.location_id = any(${[...locationIds]}::int[]) or e.location_id is null and ${nowhere})`
  // Payout by payout, so that a plan kept for any range never looks through all payments of a long one.
  return sql<NotArrived[]>`
    select p.payout_id as "payoutId", p.status, p.arrives_on as "arrivesOn", x.currency, x.payments, x.net
    from payout p cross join lateral (
      select e.currency, count(*) filter (where e.kind = 'charge') as payments, sum(e.net)::bigint as net from payment_entry e
      where e.provider = p.provider and e.payout_id = p.payout_id and ${asked} group by e.currency) x
    where p.venue_id = ${venueId} and p.status <> 'paid'
    union all
    select null, null, null, e.currency, count(*) filter (where e.kind = 'charge'), sum(e.net)::bigint from payment_entry e where e.payout_id is null and ${asked} group by e.currency
    order by 3 nulls last, 1`
}
