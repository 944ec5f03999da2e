import type { Span } from '#features/reports/kit/period.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers } from '#platform/database/sql-arrays.ts'

/** What a channel kept of the orders of a trading day at a location, in minor units. */
export interface ChannelDay {
  locationId: number
  day: string
  channel: number
  /** As its location at Deliverect calls it; empty where nobody told. */
  name: string
  orders: number
  /** Orders of which nobody said what the channel takes. */
  unpriced: number
  amount: number
  cost: number
}

/** Whether what a channel keeps of its orders was ever known at these locations. */
export const isCommissionKnown = async ({ sql, venueId }: VenueScope, locationIds: readonly number[]): Promise<boolean> => {
  const [row] = await sql<{ there: boolean }[]>`
    select exists (select from deliverect_order o where o.venue_id = ${venueId} and o.location_id = any(${numbers(locationIds)}::int[]) and o.commission is not null) as there`
  return row?.there ?? false
}

/** What ordering channels kept of the orders that count, by location, trading day and channel. */
export const commissionDays = async ({ sql, venueId }: VenueScope, locationIds: readonly number[], { from, to }: Span): Promise<ChannelDay[]> => sql<
  ChannelDay[]
>`
  select o.location_id as "locationId", o.business_date::text as day, o.channel, coalesce(max(c.name), '') as name, count(*)::int as orders,
    count(*) filter (where o.commission is null)::int as unpriced, sum(o.total)::float8 as amount, coalesce(sum(o.commission), 0)::float8 as cost
  from deliverect_order o left join channel_commission c on c.venue_id = ${venueId} and c.location_id = o.location_id and c.channel = o.channel
  where o.venue_id = ${venueId} and o.location_id = any(${numbers(locationIds)}::int[]) and o.business_date between ${from}::date and ${to}::date
    and o.is_known and not o.is_cancelled and not o.is_test and o.reasons = '[]'
  group by o.location_id, o.business_date, o.channel order by o.location_id, o.channel, o.business_date`
