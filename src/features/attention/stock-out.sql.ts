import { productDaysOf } from '#features/sums/reading/product-days.sql.ts'
import { counted } from '#features/sums/reading/slice.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import { addDays } from '#shared/day.ts'
import type { PlaceNow } from './place-now.rules.ts'

/** A product that may run out before more of it comes. Quantities are ten-thousandths of a unit. */
export interface LowProduct {
  locationId: number
  productId: number
  plu: string
  name: string
  unit: string
  onHand: number
  /** What it takes on each ISO weekday that it is sold on. */
  weekdays: Partial<Record<string, number>>
  /** Until more of it is there: of what is on its way, or would be ordered today. */
  daysToWait: number
  /** The last count or delivery. */
  since: string
}

/** What was counted longer ago is not judged: nobody knows what is there. */
const COUNTED_WITHIN_DAYS = 35
/** The days before today that say how a product sells, and on how many of them the location has to have traded. */
const RATE_DAYS = 28
const LEAST_DAYS = 14
const MOST = 500

/**
 * Products of which there is less than their busiest weekday takes as often as there are days to wait: what is on hand is the last count, what moved since and what sales took,
 * by the glass too. Wastage at the till lowers what is on hand and is no part of what it sells.
 */
export const lowProducts = async (scope: VenueScope, places: readonly PlaceNow[], today: string): Promise<LowProduct[]> => {
  const { sql, venueId } = scope
  const ids = places.map(({ locationId }) => locationId)
  const ofRate = sql`day between ${addDays(today, -RATE_DAYS)}::date and ${today}::date - 1`
  return sql<LowProduct[]>`
    with spec as materialized (
      select distinct on (product_id) product_id, unit, stocked, volume, parts from product_spec
      where venue_id = ${venueId} and from_day <= ${today} order by product_id, from_day desc),
    item as materialized (
      select k.location_id, k.product_id, k.counted_day, k.counted_at, k.counted_qty + k.moved as qty, greatest(k.counted_day, k.last_received) as since,
        coalesce(x.lead_days, v.lead_days) as lead_days, coalesce(s.unit, '') as unit
      from stock_latest k join product_supplier x on x.venue_id = ${venueId} and x.product_id = k.product_id
      join venue_supplier v on v.venue_id = ${venueId} and v.supplier_id = x.supplier_id
      left join spec s on s.product_id = k.product_id
      where k.venue_id = ${venueId} and k.location_id = any(${numbers(ids)}::int[]) and k.counted_day > ${today}::date - ${COUNTED_WITHIN_DAYS}::int
        and coalesce(x.lead_days, v.lead_days) is not null and coalesce(s.stocked, true)),
    taken_by as materialized (
      select p.product_id as sold_id, p.product_id as product_id, 1::float8 as per from (select distinct product_id from item) p
      where not exists (select from spec s where s.product_id = p.product_id and s.parts <> '[]')
      union all
      select s.product_id, (t.part->>'product')::int, coalesce((t.part->>'qty')::float8 / 10000, (t.part->>'volume')::float8 / i.volume) / (1 - coalesce((t.part->>'loss')::float8, 0) / 10000)
      from spec s cross join lateral jsonb_array_elements(s.parts) as t(part) left join spec i on i.product_id = (t.part->>'product')::int),
    taken as materialized (
      select d.location_id, t.product_id, d.day, sum(d.qty * t.per) as qty, sum(d.qty * t.per) filter (where not d.is_wasted) as sold
      from (${productDaysOf(scope, ids, addDays(today, 1 - COUNTED_WITHIN_DAYS), today)}) d join taken_by t on t.sold_id = d.product_id group by 1, 2, 3),
    used as (
      select i.location_id, i.product_id, sum(d.qty) as qty from item i join taken d on d.location_id = i.location_id and d.product_id = i.product_id and d.day > i.counted_day
      group by 1, 2),
    traded as (
      select location_id, extract(isodow from day)::int as weekday, count(*) as days, sum(count(*)) over (partition by location_id) as all_days from trading_day_state
      where venue_id = ${venueId} and location_id = any(${numbers(ids)}::int[]) and ${ofRate} group by 1, 2),
    rate as (
      select d.location_id, d.product_id, json_object_agg(d.weekday, d.qty / t.days) as weekdays, max(d.qty / t.days) as most
      from (select location_id, product_id, extract(isodow from day)::int as weekday, sum(sold) as qty from taken where ${ofRate} group by 1, 2, 3) d
      join traded t on t.location_id = d.location_id and t.weekday = d.weekday where d.qty > 0 and t.all_days >= ${LEAST_DAYS} group by 1, 2),
    after_count as (
      select c.location_id, c.counted_at, l.product_id, sum(l.qty)::float8 as qty
      from (select distinct location_id, counted_day, counted_at from item) c
      join sale s on s.venue_id = ${venueId} and s.location_id = c.location_id and s.business_date = c.counted_day and s.closed_at > c.counted_at and s.kind in ${counted(scope)}
      join sale_line l on l.venue_id = ${venueId} and l.sale_id = s.sale_id and (l.counts or (l.wastage and not l.voided)) group by 1, 2, 3),
    used_that_day as (
      select i.location_id, i.product_id, sum(a.qty * t.per) as qty from item i join taken_by t on t.product_id = i.product_id
      join after_count a on a.location_id = i.location_id and a.counted_at = i.counted_at and a.product_id = t.sold_id group by 1, 2),
    coming as (
      select o.location_id, l.product_id, min(o.due_on) as due_on from stock_order o join stock_order_line l on l.venue_id = ${venueId} and l.order_id = o.order_id
      where o.venue_id = ${venueId} and o.location_id = any(${numbers(ids)}::int[]) and o.closed_at is null and l.arrived < l.packs * l.pack_size and o.due_on >= ${today}::date
      group by 1, 2),
    judged as (
      select i.*, i.qty - coalesce(u.qty, 0) - coalesce(a.qty, 0) as on_hand, r.weekdays, r.most, least(i.lead_days, coalesce(c.due_on - ${today}::date, i.lead_days)) as days_to_wait
      from item i join rate r on r.location_id = i.location_id and r.product_id = i.product_id
      left join used u on u.location_id = i.location_id and u.product_id = i.product_id
      left join used_that_day a on a.location_id = i.location_id and a.product_id = i.product_id
      left join coming c on c.location_id = i.location_id and c.product_id = i.product_id)
    select j.location_id as "locationId", j.product_id as "productId", p.plu, p.name, j.unit, round(j.on_hand)::bigint as "onHand", j.weekdays, j.days_to_wait as "daysToWait", j.since
    from judged j join product p on p.venue_id = ${venueId} and p.product_id = j.product_id
    where j.on_hand >= 0 and j.on_hand < j.most * j.days_to_wait order by j.on_hand / j.most, p.plu, j.location_id limit ${MOST}`.execute()
}
