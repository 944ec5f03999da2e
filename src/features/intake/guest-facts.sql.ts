import type { Query } from '#platform/sql.ts'
import type { VenueScope } from '#platform/venue-scope.ts'
import { COVER_SUMS, type CoverSum, type GuestBasis, kindOfPlace } from './guest-pack.rules.ts'

type Fragment = Query<readonly unknown[]>

/** Whose guests are asked about: places, days, and perhaps only up to a minute of the trading day. */
export interface GuestSlice {
  locationIds: readonly number[]
  from: string
  to: string
  untilMinute?: number | undefined
}

const salesOf = ({ sql, venueId }: VenueScope, { locationIds, from, to, untilMinute }: GuestSlice): Fragment => sql`
  from sale s where s.venue_id = ${venueId} and s.location_id = any(${locationIds as number[]}::int[]) and s.business_date between ${from} and ${to}
    ${untilMinute === undefined ? sql`` : sql`and s.local_minute <= ${untilMinute}`}`

/**
 * Covers of a slice by location, day and hour, straight from the sales: numbers parted by commas, rows by semicolons; location, day since
 * 1970-01-01, local hour, then COVER_SUMS.
 */
export const coversByHour = async (scope: VenueScope, slice: GuestSlice, basis: GuestBasis): Promise<string> => {
  const { sql, venueId } = scope
  const places = await sql<{ classId: number; group: string; department: string }[]>`
    select class_id as "classId", sales_group as "group", department from product_class where venue_id = ${venueId}`
  const classesOf = (kind: 'food' | 'beverage') =>
    places.filter(({ group, department }) => kindOfPlace(basis, group, department) === kind).map(({ classId }) => classId)
  const lineNet = sql`(l.gross - l.promotion - l.discount - l.refund)`
  const ofClasses = (kind: 'food' | 'beverage') => sql`coalesce(sum(${lineNet}) filter (where l.class_id = any(${classesOf(kind)}::int[])), 0)`
  const sums: Record<CoverSum, Fragment> = {
    n: sql`sum(n)`,
    net: sql`sum(net)`,
    food: sql`sum(food)`,
    beverage: sql`sum(beverage)`,
    units: sql`sum(units)`,
    reservedUnits: sql`sum(case when reserved then units else 0 end)`,
    tableN: sql`sum(case when is_table then n else 0 end)`,
    patrons: sql`sum(case when is_table then customers else 0 end)`,
    tableNet: sql`sum(case when is_table then net else 0 end)`,
    tableFood: sql`sum(case when is_table then food else 0 end)`,
    tableBeverage: sql`sum(case when is_table then beverage else 0 end)`,
    reservedN: sql`sum(case when reserved then n else 0 end)`,
    reservedPatrons: sql`sum(case when reserved and is_table then customers else 0 end)`,
    reservedTableNet: sql`sum(case when reserved and is_table then net else 0 end)`,
  }
  const listed = COVER_SUMS.map((name) => sums[name]).reduce((all, one) => sql`${all}, ${one}`)
  const [row] = await sql<{ numbers: string | null }[]>`
    select string_agg(concat_ws(',', numbers), ';') as numbers from (
      select concat_ws(',', location_id, business_date - date '1970-01-01', local_hour, ${listed}) as numbers from (
        select s.location_id, s.business_date, s.local_hour, s.n, s.customers, s.amount - s.surcharge as net, s.covers <> 0 as is_table,
          s.reservation is not null as reserved, of_lines.*
        from (select s.* ${salesOf(scope, slice)} and s.kind in (1, 2, 5)) s cross join lateral (
          select ${ofClasses('food')} as food, ${ofClasses('beverage')} as beverage, coalesce(sum(l.qty * l.cover_units), 0) as units
          from sale_line l where l.venue_id = ${venueId} and l.sale_id = s.sale_id and l.counts) of_lines
      ) one group by location_id, business_date, local_hour
    ) hours`
  return row?.numbers ?? ''
}

/** A card that came on a day; its number is 0 where nobody gave it one yet. */
export interface CardDay {
  locationId: number
  day: string
  card: string
  memberNo: number
}

/** Which cards came on which days of a slice, straight from the sales; one whose sales were all taken back did not come. */
export const cardDays = (scope: VenueScope, slice: GuestSlice): Promise<CardDay[]> => scope.sql<CardDay[]>`
  select c.location_id as "locationId", c.business_date as day, c.card_number as card, coalesce(m.member_no, 0) as "memberNo"
  from (
    select s.location_id, s.business_date, s.card_number ${salesOf(scope, slice)} and s.kind in (1, 5) and s.card_number is not null
    group by s.location_id, s.business_date, s.card_number having sum(s.n) > 0
  ) c left join member_number m on m.venue_id = ${scope.venueId} and m.card_number = c.card_number`
