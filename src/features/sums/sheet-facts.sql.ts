import { METHODS } from '#features/till/till.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Query } from '#platform/database/sql.ts'
import { CODE_DIM } from './rollup.rules.ts'

type Fragment = Query<readonly unknown[]>

/**
 * Sales `s`, each with the session it belongs to: of those its till had open at that moment on the same trading day, the one opened last; none: 0.
 * A sale of the next trading day is on a sheet of its own, so that the sheets of a range add up to its sales.
 */
const withSession = ({ sql, venueId }: VenueScope, sales: Fragment): Fragment => sql`
  (with s as materialized (
      select s.sale_id, s.location_id, s.business_date, s.terminal_key, s.closed_at, s.kind, s.counter_of, s.undoes, s.order_type, s.n, s.covers, s.discount, s.refund from ${sales}), o as materialized (
      select o.location_id, o.terminal_key, o.business_date, o.opened_at, o.closed_at, o.session_id
      from (select distinct location_id, business_date from s) k join till_session o on o.venue_id = ${venueId} and o.location_id = k.location_id
        and o.business_date = k.business_date)
    select distinct on (s.sale_id) s.*, coalesce(o.session_id, 0) as session_id
    from s left join o on o.location_id = s.location_id and o.terminal_key = s.terminal_key and o.business_date = s.business_date
      and o.opened_at <= s.closed_at and (o.closed_at is null or o.closed_at >= s.closed_at)
    order by s.sale_id, o.opened_at desc, o.session_id desc) s`

/**
 * Of a group of entries, whether any is left when those are set aside whose import was undone: a till that sold nothing else has no sheet. A sale that
 * counts again is the one it was before.
 */
const isAnyLeft = ({ sql }: VenueScope): Fragment => sql`count(*) filter (where s.kind <> 5 and not s.undoes) > count(*) filter (where s.kind = 5 and s.undoes)`

/** The method of the media `d`, as `methodOf` says it. */
export const methodOfMedia = ({ sql }: VenueScope): Fragment =>
  sql`case when d.detail->>'Method' = any(${[...METHODS]}::text[]) then d.detail->>'Method' else 'Other' end`

const sign = ({ sql }: VenueScope): Fragment => sql`(case when s.kind = 5 then -1 else 1 end)`

/** Rows of `sheet_taken` from the payments themselves, in the order of its columns. @param sales a from-list that has the sales as `s` */
export const takenFacts = (scope: VenueScope, sales: Fragment): Fragment => takenOf(scope, withSession(scope, sales))

/** Rows of `sheet_sold` from the sales themselves, in the order of its columns. @param sales a from-list that has the sales as `s` */
export const soldFacts = (scope: VenueScope, sales: Fragment): Fragment => soldOf(scope, withSession(scope, sales))

/** Both for a statement that begins with `once`: each sale's session is looked for once, where days are read as somebody waits. */
export const factsTogether = (scope: VenueScope, sales: Fragment): { once: Fragment; taken: Fragment; sold: Fragment } => {
  const { sql } = scope
  const once = sql`with once as materialized (select * from ${withSession(scope, sales)})`
  return { once, taken: takenOf(scope, sql`once s`), sold: soldOf(scope, sql`once s`) }
}

/** @param sales a from-list that has sales with their sessions as `s` */
const takenOf = (scope: VenueScope, sales: Fragment): Fragment => {
  const { sql, venueId } = scope
  return sql`
    select s.location_id, s.business_date, s.terminal_key, s.session_id, ${methodOfMedia(scope)} as method,
      sum(${sign(scope)})::int as n, sum(p.net)::bigint as net, sum(p.cash_out)::bigint as cash_out,
      sum(${sign(scope)} * greatest(-${sign(scope)} * p.net, 0))::bigint as refunds, sum(p.tip)::bigint as tips
    from ${sales} join sale_payment p on p.venue_id = ${venueId} and p.sale_id = s.sale_id
    join dimension_key d on d.venue_id = ${venueId} and d.dim = ${CODE_DIM.media} and d.key = p.media_key
    where s.kind in (1, 2, 5)
    group by 1, 2, 3, 4, 5 having ${isAnyLeft(scope)}`
}

/** @param sales a from-list that has sales with their sessions as `s` */
const soldOf = (scope: VenueScope, sales: Fragment): Fragment => {
  const { sql, venueId } = scope
  // A void is taken back where the import that brought it is undone.
  const isVoidUndone = sql`s.kind = 5 and s.undoes and exists (select from sale v where v.venue_id = ${venueId} and v.sale_id = s.counter_of and v.kind = 3)`
  return sql`
    select s.location_id, s.business_date, s.terminal_key, s.session_id,
      coalesce(sum(s.n) filter (where s.kind <> 4), 0)::int as receipts, coalesce(sum(s.n) filter (where s.order_type = 3), 0)::int as delivery,
      coalesce(sum(s.n) filter (where s.order_type = 2), 0)::int as takeaway, count(*) filter (where s.kind = 4)::int as no_sales,
      coalesce(sum(s.covers * ${sign(scope)}) filter (where s.kind in (1, 2, 5)), 0)::int as covers,
      coalesce(sum(s.discount) filter (where s.kind in (1, 2, 5)), 0)::bigint as discounts,
      coalesce(sum(s.refund) filter (where s.kind in (1, 2, 5)), 0)::bigint as refunds, (count(*) filter (where s.kind = 3) - count(*) filter (where ${isVoidUndone}))::int as voids,
      min(s.closed_at) as first_at, max(s.closed_at) as last_at
    from ${sales}
    where s.kind in (1, 2, 3, 4, 5)
    group by 1, 2, 3, 4 having ${isAnyLeft(scope)}`
}
