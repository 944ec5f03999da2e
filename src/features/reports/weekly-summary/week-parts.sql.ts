import { DIM, GRAIN } from '#features/intake/rollup.rules.ts'
import type { VenueScope } from '#platform/venue-scope.ts'
import type { Span } from '../period.rules.ts'
import { atTimes, counted, type Slice, sumOf } from '../slice.sql.ts'

/** What a part of the week came to on a day: a group's net sales, or what was wasted at cost. */
export interface PartOfDay {
  day: string
  name: string
  /** Minor units. */
  amount: number
}

/**
 * Net sales by day and group, as the groups were when it was sold; '' is no group. Their sum is the net sales. A class is looked up once for all
 * locations, not for each row.
 */
export const groupDays = async (scope: VenueScope, { locationIds }: Slice, { from, to }: Span): Promise<PartOfDay[]> => {
  if (locationIds.length === 0) return []
  const { sql, venueId } = scope
  return sql<PartOfDay[]>`
    with by_class as materialized (
      select period, key, ${sumOf(scope, sql`(amount - surcharge)`)} as amount from rollup
      where venue_id = ${venueId} and grain = ${GRAIN.day} and dim = ${DIM.class} and location_id = any(${locationIds as number[]}::int[])
        and period between ${from} and ${to} group by period, key)
    select r.period as day, coalesce(c.sales_group, '') as name, sum(r.amount)::bigint as amount
    from by_class r left join product_class c on c.venue_id = ${venueId} and c.class_id = r.key group by 1, 2 having sum(r.amount) <> 0`
}

/** The same of a part of a day, from the lines. */
export const groupsInPart = async (scope: VenueScope, slice: Slice, day: string): Promise<PartOfDay[]> => {
  if (slice.locationIds.length === 0) return []
  const { sql, venueId } = scope
  return sql<PartOfDay[]>`
    select s.business_date as day, coalesce(c.sales_group, '') as name, sum(l.amount - l.surcharge)::bigint as amount
    from sale s join sale_line l on l.venue_id = ${venueId} and l.sale_id = s.sale_id and l.counts
    left join product_class c on c.venue_id = ${venueId} and c.class_id = l.class_id
    where s.venue_id = ${venueId} and s.location_id = any(${slice.locationIds as number[]}::int[]) and s.business_date = ${day}
      and s.kind in ${counted(scope)} ${atTimes(scope, slice, 's.')} group by 1, 2`
}

/** What was written off by day, at cost. */
export const wastageDays = async (scope: VenueScope, { locationIds }: Slice, { from, to }: Span): Promise<PartOfDay[]> => {
  if (locationIds.length === 0) return []
  const { sql, venueId } = scope
  return sql<PartOfDay[]>`
    select period as day, 'wastage' as name, sum(cost)::bigint as amount from rollup
    where venue_id = ${venueId} and grain = ${GRAIN.day} and dim = ${DIM.wastage} and location_id = any(${locationIds as number[]}::int[])
      and period between ${from} and ${to} group by 1`
}

/** The same of a part of a day, from the lines. */
export const wastageInPart = async (scope: VenueScope, slice: Slice, day: string): Promise<PartOfDay[]> => {
  if (slice.locationIds.length === 0) return []
  const { sql, venueId } = scope
  return sql<PartOfDay[]>`
    select s.business_date as day, 'wastage' as name, coalesce(sum(l.cost), 0)::bigint as amount
    from sale s join sale_line l on l.venue_id = ${venueId} and l.sale_id = s.sale_id and l.wastage and not l.voided
    where s.venue_id = ${venueId} and s.location_id = any(${slice.locationIds as number[]}::int[]) and s.business_date = ${day}
      and s.kind in ${counted(scope)} ${atTimes(scope, slice, 's.')} group by 1`
}
