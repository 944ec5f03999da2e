import type { VenueScope } from '#platform/access/venue-scope.ts'

const DAYS_LOCK = 0x706179

/** Adds up anew what card payments come to on these trading days; in the transaction in which one of them changed. */
export const recountPaymentDays = async ({ sql, venueId }: VenueScope, days: readonly string[]): Promise<void> => {
  if (days.length === 0) return
  const theirs = sql`venue_id = ${venueId} and business_date = any(${[...new Set(days)]}::date[])`
  // Two accounts may have payments of the same day: whoever adds up second must see what the first stored.
  await sql`select pg_advisory_xact_lock(${DAYS_LOCK}, ${venueId})`
  await sql`delete from payment_day where ${theirs} returning 1`
  await sql`
    with fee as (${ratesByDay(sql, venueId)}), one as (
      select business_date, location_id, currency, kind, amount, fee, our_fee, net from payment_entry where ${theirs} and kind <> 'payout'
      union all
      select business_date, location_id, currency, 'failed', amount, 0, 0, 0 from payment where ${theirs} and status = 'failed'
    )
    insert into payment_day (venue_id, business_date, location_id, currency, payments, volume, refunds, disputed, other, fee_percent, fee_fixed, our_fee,
      our_fee_taken, provider_fee, net, failed, failed_amount)
    select ${venueId}::int, business_date, coalesce(location_id, 0), currency, count(*) filter (where kind = 'charge'),
      coalesce(sum(amount) filter (where kind = 'charge'), 0), coalesce(sum(amount) filter (where kind = 'refund'), 0),
      coalesce(sum(amount) filter (where kind = 'dispute'), 0), coalesce(sum(amount) filter (where kind not in ('charge', 'refund', 'dispute', 'fee', 'failed')), 0),
      coalesce(max(fee.percent), 0), coalesce(max(fee.fixed), 0), coalesce(sum((amount * fee.percent + 5000) / 10000 + fee.fixed) filter (where kind = 'charge'), 0), sum(our_fee),
      sum(one.fee - our_fee) - coalesce(sum(amount) filter (where kind = 'fee'), 0), sum(net), count(*) filter (where kind = 'failed'),
      coalesce(sum(amount) filter (where kind = 'failed'), 0)
    from one left join fee on one.business_date >= fee.from_day and one.business_date < fee.to_day group by business_date, coalesce(location_id, 0), currency
    returning 1`
}

/** Trading days whose fee of ours was worked out by other rates than they have. */
export const daysByOldRates = async ({ sql, venueId }: VenueScope): Promise<string[]> => {
  const rows = await sql<{ day: string }[]>`
    with fee as (${ratesByDay(sql, venueId)})
    select distinct business_date as day from payment_day left join fee on business_date >= fee.from_day and business_date < fee.to_day
    where venue_id = ${venueId} and (fee_percent, fee_fixed) is distinct from (coalesce(fee.percent, 0), coalesce(fee.fixed, 0))`
  return rows.map(({ day }) => day)
}

/** Our rates by the days on which they hold, `to_day` not among them. */
const ratesByDay = (sql: VenueScope['sql'], venueId: number) => sql`
  select from_day, coalesce(lead(from_day) over (order by from_day), 'infinity'::date) as to_day, percent_hundredths as percent, fixed_minor as fixed
  from payment_fee where venue_id = ${venueId}`
