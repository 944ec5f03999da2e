import { productDaysOf } from '#features/sums/reading/product-days.sql.ts'
import { counted } from '#features/sums/reading/slice.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import { addDays } from '#shared/day.ts'
import type { PlaceNow } from './place-now.rules.ts'

/** Products of a location that run out before more of them comes. */
export interface RunningOut {
  locationId: number
  products: number
  /** Quantities in ten-thousandths of a unit. */
  first: { productId: number; plu: string; name: string; unit: string; onHand: number; perDay: number; leadDays: number; since: string }[]
}

/** What was counted longer ago is not judged: nobody knows what is there. */
const COUNTED_WITHIN_DAYS = 35
/** The days before today that say how a product sells, and on how many of them the location has to have traded. */
const RATE_DAYS = 28
const LEAST_DAYS = 14
const SHOWN = 5

/**
 * What lasts for fewer days, at the rate of the last four weeks, than an order made today takes, or one that is on its way: what is on hand is the last count, what moved since
 * and what sales took, by the glass too. PLU Reorders is more exact: it goes by weekdays and leaves out days without stock.
 */
export const runningOut = async (scope: VenueScope, places: readonly PlaceNow[], today: string): Promise<RunningOut[]> => {
  const { sql, venueId } = scope
  const ids = places.map(({ locationId }) => locationId)
  const firstOfRate = addDays(today, -RATE_DAYS)
  const rows = await sql<RunningOut[]>`
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
      select d.location_id, t.product_id, d.day, sum(d.qty * t.per) as qty
      from (${productDaysOf(scope, ids, addDays(today, 1 - COUNTED_WITHIN_DAYS), today)}) d join taken_by t on t.sold_id = d.product_id group by 1, 2, 3),
    used as (
      select i.location_id, i.product_id, sum(d.qty) filter (where d.day > i.counted_day) as since_count,
        sum(d.qty) filter (where d.day between ${firstOfRate}::date and ${today}::date - 1) as in_rate
      from item i join taken d on d.location_id = i.location_id and d.product_id = i.product_id group by 1, 2),
    after_count as (
      select c.location_id, c.counted_at, l.product_id, sum(l.qty)::float8 as qty
      from (select distinct location_id, counted_day, counted_at from item) c
      join sale s on s.venue_id = ${venueId} and s.location_id = c.location_id and s.business_date = c.counted_day and s.closed_at > c.counted_at and s.kind in ${counted(scope)}
      join sale_line l on l.venue_id = ${venueId} and l.sale_id = s.sale_id and (l.counts or (l.wastage and not l.voided)) group by 1, 2, 3),
    used_that_day as (
      select i.location_id, i.product_id, sum(a.qty * t.per) as qty from item i join taken_by t on t.product_id = i.product_id
      join after_count a on a.location_id = i.location_id and a.counted_at = i.counted_at and a.product_id = t.sold_id group by 1, 2),
    traded as (
      select location_id, count(*) as days from trading_day_state
      where venue_id = ${venueId} and location_id = any(${numbers(ids)}::int[]) and day between ${firstOfRate}::date and ${today}::date - 1 group by 1),
    coming as (
      select o.location_id, l.product_id, min(o.due_on) as due_on from stock_order o join stock_order_line l on l.venue_id = ${venueId} and l.order_id = o.order_id
      where o.venue_id = ${venueId} and o.location_id = any(${numbers(ids)}::int[]) and o.closed_at is null and l.arrived < l.packs * l.pack_size and o.due_on >= ${today}::date
      group by 1, 2),
    judged as (
      select i.*, i.qty - coalesce(u.since_count, 0) - coalesce(a.qty, 0) as on_hand, u.in_rate / d.days as per_day,
        least(i.lead_days, coalesce(c.due_on - ${today}::date, i.lead_days)) as days_to_wait
      from item i join used u using (location_id, product_id) join traded d on d.location_id = i.location_id and d.days >= ${LEAST_DAYS}
      left join used_that_day a on a.location_id = i.location_id and a.product_id = i.product_id
      left join coming c on c.location_id = i.location_id and c.product_id = i.product_id
      where u.in_rate > 0),
    short as (
      select j.*, row_number() over (partition by location_id order by on_hand / per_day, product_id) as place, count(*) over (partition by location_id) as products
      from judged j where on_hand >= 0 and on_hand < per_day * days_to_wait)
    select s.location_id as "locationId", max(s.products)::int as products,
      json_agg(json_build_object('productId', s.product_id, 'plu', p.plu, 'name', p.name, 'unit', s.unit, 'onHand', round(s.on_hand), 'perDay', s.per_day, 'leadDays', s.days_to_wait,
        'since', s.since) order by s.place) as first
    from short s join product p on p.venue_id = ${venueId} and p.product_id = s.product_id where s.place <= ${SHOWN} group by 1`
  return [...rows]
}
