import { CODE_DIM } from '#features/sums/rollup.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { SoldRow, TakenRow } from './sheet-rows.rules.ts'

interface Asked {
  locationIds: readonly number[]
  from: string
  to: string
  /** Of one till alone. */
  terminalKey?: number | undefined
}

/**
 * The session a sale belongs to: of those its till had open at that moment on the same trading day, the one opened last.
 * A sale of the next trading day is on a sheet of its own, so that the sheets of a range add up to its sales.
 */
const sessionOf = ({ sql, venueId }: VenueScope) => sql`
  left join lateral (select o.session_id from till_session o where o.venue_id = ${venueId} and o.location_id = s.location_id
    and o.terminal_key = s.terminal_key and o.business_date = s.business_date and o.opened_at <= s.closed_at
    and (o.closed_at is null or o.closed_at >= s.closed_at) order by o.opened_at desc limit 1) t on true`

const soldIn = (scope: VenueScope, { locationIds, from, to, terminalKey }: Asked) => {
  const { sql, venueId } = scope
  const till = terminalKey === undefined ? sql`` : sql`and s.terminal_key = ${terminalKey}`
  return sql`s.venue_id = ${venueId} and s.location_id = any(${[...locationIds]}::int[]) and s.business_date between ${from} and ${to} ${till}`
}

const sign = ({ sql }: VenueScope) => sql`(case when s.kind = 5 then -1 else 1 end)`

/** What was taken on each sheet by method; from the payments themselves. */
export const takenOnSheets = async (scope: VenueScope, asked: Asked): Promise<TakenRow[]> => {
  const { sql, venueId } = scope
  const rows = await sql<TakenRow[]>`
    select t.session_id::text as "sessionId", s.location_id as "locationId", s.terminal_key as "terminalKey", s.business_date as day,
      coalesce(d.detail->>'Method', 'Other') as method, sum(${sign(scope)})::int as n, sum(p.net)::bigint as net, sum(p.cash_out)::bigint as "cashOut",
      sum(${sign(scope)} * greatest(-${sign(scope)} * p.net, 0))::bigint as refunds, sum(p.tip)::bigint as tips
    from sale s join sale_payment p on p.venue_id = ${venueId} and p.sale_id = s.sale_id
    join dimension_key d on d.venue_id = ${venueId} and d.dim = ${CODE_DIM.media} and d.key = p.media_key
    ${sessionOf(scope)}
    where ${soldIn(scope, asked)} and s.kind in (1, 2, 5)
    group by 1, 2, 3, 4, 5`
  return [...rows]
}

/** What was sold on each sheet. */
export const soldOnSheets = async (scope: VenueScope, asked: Asked): Promise<SoldRow[]> => {
  const { sql } = scope
  const rows = await sql<SoldRow[]>`
    select t.session_id::text as "sessionId", s.location_id as "locationId", s.terminal_key as "terminalKey", s.business_date as day,
      sum(s.n) filter (where s.kind <> 4)::int as receipts, coalesce(sum(s.n) filter (where s.order_type = 3), 0)::int as delivery,
      coalesce(sum(s.n) filter (where s.order_type = 2), 0)::int as takeaway, count(*) filter (where s.kind = 4)::int as "noSales",
      coalesce(sum(s.covers * ${sign(scope)}) filter (where s.kind in (1, 2, 5)), 0)::int as covers,
      coalesce(sum(s.discount) filter (where s.kind in (1, 2, 5)), 0)::bigint as discounts,
      coalesce(sum(s.refund) filter (where s.kind in (1, 2, 5)), 0)::bigint as refunds, count(*) filter (where s.kind = 3)::int as voids,
      min(s.closed_at) as "firstAt", max(s.closed_at) as "lastAt"
    from sale s ${sessionOf(scope)}
    where ${soldIn(scope, asked)} and s.kind in (1, 2, 3, 4, 5)
    group by 1, 2, 3, 4`
  return [...rows]
}
