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

/** Net sales by group, what was paid with each media, and wastage over each of some spans of a few days. */
export const groupsMediaAndWastage = ({ sql, venueId }: VenueScope, { locationIds }: Slice, spans: readonly Span[]): Promise<SpanPart[]> => {
  const dims = [DIM.class, DIM.media, DIM.wastage]
  return sql<SpanPart[]>`
    select u.place::int - 1 as span, r.dim, case r.dim when ${DIM.class} then coalesce(c.sales_group, '') when ${DIM.media} then r.key::text else '' end as name,
      sum(r.n)::int as n, sum((case r.dim when ${DIM.class} then r.amount - r.surcharge when ${DIM.wastage} then r.cost else r.amount end)::float8)::bigint as amount
    from unnest(${texts(spans.map(({ from }) => from))}::date[], ${texts(spans.map(({ to }) => to))}::date[]) with ordinality as u(first, last, place)
    join rollup r on r.venue_id = ${venueId} and r.grain = ${GRAIN.day} and r.dim = any(${numbers(dims)}::smallint[])
      and r.location_id = any(${locationIds as number[]}::int[]) and r.period between u.first and u.last
    left join product_class c on r.dim = ${DIM.class} and c.venue_id = ${venueId} and c.class_id = r.key
    group by 1, 2, 3`
}
