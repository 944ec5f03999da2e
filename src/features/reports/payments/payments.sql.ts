import type { PaymentPlaces } from '#features/reports/kit/card-payments.sql.ts'
import type { Span } from '#features/reports/kit/period.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'

export interface PayoutRow {
  payoutId: string
  arrivesOn: string
  locationId: number | null
  currency: string
  amount: number
  status: string
  payments: number
  /** How many payouts there are in all. */
  all: number
}

const MOST_PAYOUTS = 500

/** Payouts that arrive in a span, the newest first, at most 500 of them, and how many payments each pays out. */
export const payoutsIn = async ({ sql, venueId }: VenueScope, { locationIds, nowhere }: PaymentPlaces, { from, to }: Span): Promise<PayoutRow[]> =>
  sql<PayoutRow[]>`
    select payout_id as "payoutId", arrives_on as "arrivesOn", location_id as "locationId", currency, amount, status, payments, count(*) over () as "all"
    from payout where venue_id = ${venueId} and arrives_on between ${from}::date and ${to}::date
      and (location_id = any(${[...locationIds]}::int[]) or location_id is null and ${nowhere})
    order by arrives_on desc, payout_id limit ${MOST_PAYOUTS}`

/** Disputes that wait for an answer with when the first is due, the rates of the house's fee, and whether anything is or was linked. */
export interface PaymentsStanding {
  disputes: number
  answerBy: Date | null
  percentHundredths: number
  fixedMinor: number
  linked: boolean
}

/** What holds whatever the range. */
export const paymentsStanding = async ({ sql, venueId }: VenueScope, { locationIds, nowhere }: PaymentPlaces): Promise<PaymentsStanding> => {
  const [row] = await sql<PaymentsStanding[]>`
    select o.n as disputes, o.first as "answerBy", exists (select from link where venue_id = ${venueId} and provider = 'Stripe') as linked,
      coalesce((s.value->>'percentHundredths')::bigint, 0) as "percentHundredths", coalesce((s.value->>'fixedMinor')::bigint, 0) as "fixedMinor"
    from (
      select count(*) as n, min(d.answer_by) as first from payment_dispute d
      join payment p on p.venue_id = ${venueId} and p.payment_id = d.payment_id and p.provider = d.provider
      where d.venue_id = ${venueId} and d.status in ('needs_response', 'warning_needs_response')
        and (p.location_id = any(${[...locationIds]}::int[]) or p.location_id is null and ${nowhere})) o
    left join venue_setting s on s.venue_id = ${venueId} and s.section = 'payment'`
  return row ?? { disputes: 0, answerBy: null, percentHundredths: 0, fixedMinor: 0, linked: false }
}
