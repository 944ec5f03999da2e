import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addDays } from '#shared/day.ts'

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
export const approvedPayments = (scope: VenueScope, { locationIds, from, to }: TerminalDays) => {
  const { sql, venueId } = scope
  const counted = (name: string) => sql`case when p.is_reversal then coalesce(-o.${sql(name)}, 0) else p.${sql(name)} end as ${sql(name)}`
  return sql`(
    select p.location_id, p.business_date, p.terminal, coalesce(o.is_refund, p.is_refund) as is_refund, p.settlement, p.fee,
      case when not p.is_reversal then 1 when o.payment_id is null then 0 else -1 end as payments,
      ${counted('sale')}, ${counted('refund')}, ${counted('tip')}, ${counted('cash_out')}, ${counted('surcharge')}, ${counted('donation')}, ${counted('total')}
    from terminal_payment p
      left join ${reversedPayments(scope, { locationIds, from: addDays(from, -REVERSED_WITHIN_DAYS), to })} r on p.is_reversal and r.provider = p.provider and r.payment_id = p.payment_id
      left join terminal_payment o on o.venue_id = ${venueId} and o.provider = r.provider and o.payment_id = r.reversed_id
        and o.business_date >= p.business_date - ${REVERSED_WITHIN_DAYS}::int
    where p.venue_id = ${venueId} and p.location_id = any(${[...locationIds]}::int[]) and p.business_date between ${from}::date and ${to}::date
      and p.status = 'APPROVED')`
}

/**
 * Returns a subquery of the reversals, each with the latest earlier payment that no other reversal took back. Payments of a card that are not
 * reversed count up and reversals count down: a reversal belongs to the payment before it that counted up to the same number. Tyro may
 * flag the reversal of a sale as a refund, so amounts decide before the flag.
 */
const reversedPayments = ({ sql, venueId }: VenueScope, { locationIds, from, to }: TerminalDays) => {
  const approved = (row: string) => sql`${sql(row)}.venue_id = ${venueId} and ${sql(row)}.location_id = any(${[...locationIds]}::int[])
    and ${sql(row)}.business_date between ${from}::date and ${to}::date and ${sql(row)}.status = 'APPROVED'`
  const card = sql`provider, account_id, terminal, card, last4, amount, of_refund`
  const inTime = sql`order by local_at, is_reversal, payment_id`
  return sql`(
    select provider, payment_id, case when is_reversal and level > 0 then lag(payment_id) over (partition by ${card}, level ${inTime}) end as reversed_id
    from (
      select open.*, case when is_reversal then coalesce(lag(standing) over (partition by ${card} ${inTime}), 0) else standing end as level
      from (
        select counted.*, net - least(0, min(net) over (partition by ${card} ${inTime})) as standing
        from (
          select one.*, sum(case when is_reversal then -1 else 1 end) over (partition by ${card} ${inTime}) as net
          from (
            select m.provider, m.account_id, m.terminal, m.card, m.last4, abs(m.total) as amount, m.local_at, m.is_reversal,
              case when m.refund <> 0 then true when m.sale <> 0 then false else m.is_refund end as of_refund,
              m.payment_id
            from terminal_payment m where ${approved('m')} and (m.terminal, abs(m.total)) in (
              select v.terminal, abs(v.total) from terminal_payment v where ${approved('v')} and v.is_reversal)
          ) one
        ) counted
      ) open
    ) leveled)`
}
