import type { VenueScope } from '#platform/access/venue-scope.ts'

interface Span {
  from: string
  to: string
}

/** Sums of a trading day at a location, in minor units. */
export interface PaymentSums {
  day: string
  locationId: number | null
  currency: string
  payments: number
  volume: number
  refunds: number
  disputed: number
  ourFee: number
  ourFeeTaken: number
  providerFee: number
  net: number
  failed: number
  failedAmount: number
}

/** Which payments are asked for: those of locations, and with `nowhere` those told of none too. */
export interface Places {
  locationIds: readonly number[]
  nowhere: boolean
}

/**
 * What card payments came to by trading day and location. The house's fee is rounded for each payment; the percentage in hundredths of a
 * percent and what is fixed in minor units, as the venue's payment info has them.
 */
export const paymentSums = async ({ sql, venueId }: VenueScope, { locationIds, nowhere }: Places, { from, to }: Span): Promise<PaymentSums[]> => {
  const here = sql`(location_id = any(${[...locationIds]}::int[]) or location_id is null and ${nowhere})`
  return sql<PaymentSums[]>`
    with fee as (
      select coalesce(max((value->>'percentHundredths')::bigint), 0) as percent, coalesce(max((value->>'fixedMinor')::bigint), 0) as fixed
      from venue_setting where venue_id = ${venueId} and section = 'payment'
    ), moved as (
      select business_date, location_id, currency,
        count(*) filter (where kind = 'charge') as payments,
        sum(amount) filter (where kind = 'charge') as volume,
        sum(amount) filter (where kind = 'refund') as refunds,
        sum(amount) filter (where kind = 'dispute') as disputed,
        sum((amount * fee.percent + 5000) / 10000 + fee.fixed) filter (where kind = 'charge') as our_fee,
        sum(our_fee) as our_fee_taken, sum(fee - our_fee) as provider_fee, sum(net) as net
      from payment_entry, fee where venue_id = ${venueId} and kind <> 'payout' and business_date between ${from}::date and ${to}::date and ${here}
      group by 1, 2, 3
    ), failed as (
      select business_date, location_id, currency, count(*) as failed, sum(amount) as amount
      from payment where venue_id = ${venueId} and status = 'failed' and business_date between ${from}::date and ${to}::date and ${here}
      group by 1, 2, 3
    )
    select coalesce(m.business_date, f.business_date) as day, coalesce(m.location_id, f.location_id) as "locationId", coalesce(m.currency, f.currency) as currency,
      coalesce(m.payments, 0) as payments, coalesce(m.volume, 0)::bigint as volume, coalesce(m.refunds, 0)::bigint as refunds,
      coalesce(m.disputed, 0)::bigint as disputed, coalesce(m.our_fee, 0)::bigint as "ourFee", coalesce(m.our_fee_taken, 0)::bigint as "ourFeeTaken",
      coalesce(m.provider_fee, 0)::bigint as "providerFee", coalesce(m.net, 0)::bigint as net, coalesce(f.failed, 0) as failed,
      coalesce(f.amount, 0)::bigint as "failedAmount"
    from moved m full join failed f on f.business_date = m.business_date and f.currency = m.currency and coalesce(f.location_id, 0) = coalesce(m.location_id, 0)
    order by 1 desc, 2 nulls last, 3`
}

export interface PayoutRow {
  payoutId: string
  arrivesOn: string
  locationId: number | null
  currency: string
  amount: number
  status: string
  payments: number
}

const MOST_PAYOUTS = 500

/** Payouts that arrive in a span, and how many payments each pays out. */
export const payoutsIn = async ({ sql, venueId }: VenueScope, { locationIds, nowhere }: Places, { from, to }: Span): Promise<PayoutRow[]> => sql<PayoutRow[]>`
  select p.payout_id as "payoutId", p.arrives_on as "arrivesOn", p.location_id as "locationId", p.currency, p.amount, p.status,
    (select count(*) from payment_entry e where e.venue_id = ${venueId} and e.provider = p.provider and e.payout_id = p.payout_id and e.kind = 'charge') as payments
  from payout p where p.venue_id = ${venueId} and p.arrives_on between ${from}::date and ${to}::date
    and (p.location_id = any(${[...locationIds]}::int[]) or p.location_id is null and ${nowhere})
  order by p.arrives_on desc, p.payout_id limit ${MOST_PAYOUTS}`

/** Disputes that wait for an answer, and whether anything is or was linked. */
export const paymentsStanding = async ({ sql, venueId }: VenueScope, { locationIds, nowhere }: Places): Promise<{ disputes: number; linked: boolean }> => {
  const [row] = await sql<{ disputes: number; linked: boolean }[]>`
    select (select count(*) from payment_dispute d join payment p on p.venue_id = ${venueId} and p.payment_id = d.payment_id and p.provider = d.provider
        where d.venue_id = ${venueId} and d.status in ('needs_response', 'warning_needs_response')
          and (p.location_id = any(${[...locationIds]}::int[]) or p.location_id is null and ${nowhere})) as disputes,
      exists (select from link where venue_id = ${venueId} and provider = 'Stripe') as linked`
  return row ?? { disputes: 0, linked: false }
}
