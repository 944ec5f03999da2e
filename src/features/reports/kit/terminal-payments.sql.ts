import type { VenueScope } from '#platform/access/venue-scope.ts'

/** Locations and the terminals' business days. */
export interface TerminalDays {
  locationIds: readonly number[]
  from: string
  to: string
}

/** Maximum number of days between a payment and its reversal. */
const REVERSED_WITHIN_DAYS = 7

/**
 * Returns a subquery of the approved payments at card terminals, in cents; `payments` is 1, and -1 for a reversal. Tyro names no original, so a
 * reversal takes back an earlier approved payment of the same terminal, card and amount, whatever sign its own amounts carry. Without one it adds
 * only the settlement and fee that Tyro reports.
 */
export const approvedPayments = ({ sql, venueId }: VenueScope, { locationIds, from, to }: TerminalDays) => {
  const counted = (name: string) => sql`case when p.is_reversal then coalesce(-o.${sql(name)}, 0) else p.${sql(name)} end as ${sql(name)}`
  const sameCard = sql`m.venue_id = ${venueId} and m.provider = p.provider and m.account_id = p.account_id and m.terminal = p.terminal
    and m.card is not distinct from p.card and m.last4 is not distinct from p.last4 and abs(m.total) = abs(p.total) and m.status = 'APPROVED'
    and m.business_date between p.business_date - ${REVERSED_WITHIN_DAYS}::int and p.business_date`
  return sql`(
    select p.location_id, p.business_date, p.terminal, coalesce(o.is_refund, p.is_refund) as is_refund, p.settlement, p.fee,
      case when not p.is_reversal then 1 when o.payment_id is null then 0 else -1 end as payments,
      ${counted('sale')}, ${counted('refund')}, ${counted('tip')}, ${counted('cash_out')}, ${counted('surcharge')}, ${counted('donation')}, ${counted('total')}
    from terminal_payment p left join lateral (
      select m.* from terminal_payment m where p.is_reversal and ${sameCard} and not m.is_reversal and m.local_at <= p.local_at
      order by m.local_at, m.payment_id limit 1 offset (
        select count(*) from terminal_payment m where ${sameCard} and m.is_reversal and (m.local_at, m.payment_id) < (p.local_at, p.payment_id))
    ) o on true
    where p.venue_id = ${venueId} and p.location_id = any(${[...locationIds]}::int[]) and p.business_date between ${from}::date and ${to}::date
      and p.status = 'APPROVED')`
}
