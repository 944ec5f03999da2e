import type { Span } from '#features/reports/kit/period.rules.ts'
import { DIM, GRAIN } from '#features/sums/rollup.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import type { Slice } from './slice.sql.ts'

/** What a sales group, a media, or wastage came to over a span, in minor units. */
interface SpanPart {
  /** The span's place among those asked for. */
  span: number
  /** DIM.class for a group, DIM.media, or DIM.wastage. */
  dim: number
  /** The group, '' for none; the key of the media; '' for wastage. */
  name: string
  n: number
  /** Net sales of a group, what was paid with a media, what was wasted at cost. */
  amount: number
}

/**
 * Net sales by group, what was paid with each media, and wastage over each of some spans of a few days. Span by span (offset 0): put together freely, the planner
 * reads all days of the venue for them. Classes are added up before their groups are looked up: there are hundreds, and rows of them tens of thousands.
 */
export const groupsMediaAndWastage = ({ sql, venueId }: VenueScope, { locationIds }: Slice, spans: readonly Span[]): Promise<SpanPart[]> => {
  const asked = sql`unnest(${texts(spans.map(({ from }) => from))}::date[], ${texts(spans.map(({ to }) => to))}::date[]) with ordinality as u(first, last, place)`
  const within = sql`venue_id = ${venueId} and grain = ${GRAIN.day} and location_id = any(${locationIds as number[]}::int[]) and period between u.first and u.last`
  return sql<SpanPart[]>`
    select u.place::int - 1 as span, r.dim, case r.dim when ${DIM.class} then coalesce(c.sales_group, '') else '' end as name,
      sum(r.n)::int as n, sum(r.amount)::bigint as amount
    from ${asked} cross join lateral (
      select dim, key, sum(n) as n, sum((case dim when ${DIM.class} then amount - surcharge else cost end)::float8) as amount
      from rollup where dim = any(${numbers([DIM.class, DIM.wastage])}::smallint[]) and ${within} group by dim, key offset 0) r
    left join product_class c on r.dim = ${DIM.class} and c.venue_id = ${venueId} and c.class_id = r.key
    group by 1, 2, 3
    union all
    select u.place::int - 1, r.dim, r.key::text, sum(r.n)::int, sum(r.net::float8)::bigint
    from ${asked} cross join lateral (select dim, key, n, net from rollup_tender where dim = ${DIM.media} and ${within} offset 0) r
    group by 1, 2, 3 order by 1, 2, 3`
}
