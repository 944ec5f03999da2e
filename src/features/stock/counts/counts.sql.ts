import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers } from '#platform/database/sql-arrays.ts'

/** A committed count with what it differed by. Costs are minor units. */
export interface CountRow {
  countId: string
  locationId: number
  section: string
  countedAt: Date
  day: string
  note: string
  source: string
  /** Who committed it; null for a till. */
  by: string | null
  products: number
  differing: number
  /** In minor units; null where no variance has a cost. */
  cost: number | null
}

interface Asked {
  from: string
  to: string
  countId?: string
}

/** Counts of locations, the latest first. The zeros that products begin with are left out. */
export const countsAt = async ({ sql, venueId }: VenueScope, locationIds: readonly number[], { from, to, countId }: Asked): Promise<CountRow[]> =>
  sql<CountRow[]>`
    select c.count_id::text as "countId", c.location_id as "locationId", c.section, c.counted_at as "countedAt", c.day, c.note, c.source, (select e.display_name from employee e where e.venue_id = ${venueId} and e.user_id = c.committed_by limit 1) as by,
      count(*)::int as products, (count(*) filter (where l.expected is not null and l.expected <> l.qty))::int as differing,
      sum(round((l.qty - l.expected)::numeric * l.average_cost / 100000000))::bigint as cost
    from stock_count c join stock_count_line l on l.venue_id = ${venueId} and l.count_id = c.count_id
    where c.venue_id = ${venueId} and c.location_id = any(${numbers(locationIds)}::int[]) and c.source <> 'first' and c.day between ${from} and ${to}
      and ${countId === undefined ? sql`true` : sql`c.count_id = ${countId}::bigint`}
    group by c.count_id, c.location_id, c.section, c.counted_at, c.day, c.note, c.source, c.committed_by order by c.counted_at desc, c.count_id desc limit 500`

/** A line of a count with its product. */
export interface CountLineRow {
  productId: number
  plu: string
  name: string
  qty: number
  expected: number | null
  averageCost: number | null
}

export const countLines = async ({ sql, venueId }: VenueScope, countId: string): Promise<CountLineRow[]> =>
  sql<CountLineRow[]>`
    select l.product_id as "productId", p.plu, p.name, l.qty, l.expected, l.average_cost as "averageCost"
    from stock_count_line l join product p on p.venue_id = ${venueId} and p.product_id = l.product_id
    where l.venue_id = ${venueId} and l.count_id = ${countId}::bigint order by p.name, p.plu`

/** Products of the venue by their PLUs. */
export const productsNamed = async ({ sql, venueId }: VenueScope, plus: readonly string[]): Promise<Map<string, { productId: number; name: string }>> => {
  const rows = await sql<{ productId: number; plu: string; name: string }[]>`
    select product_id as "productId", plu, name from product where venue_id = ${venueId} and plu = any(${plus as string[]}::text[])`
  return new Map(rows.map(({ plu, ...product }) => [plu, product]))
}
