import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import { countArrivals, type Delivery, type OpenLine } from './arrivals.rules.ts'
import { lockOrders } from './saved-orders.sql.ts'

/** A line of an order: packs of ten-thousandths of a unit, and what a pack costs in minor units. */
export interface OrderLine {
  productId: number
  packs: number
  packSize: number
  packCost: number | null
}

/** An order as it is made. */
export interface OrderFacts {
  locationId: number
  supplierId: number
  madeOn: string
  dueOn: string | null
  note: string
  madeBy: number | null
  lines: readonly OrderLine[]
}

/** Makes orders, numbered one after the other within the venue. */
export const storeOrders = async (scope: VenueScope, orders: readonly OrderFacts[]): Promise<{ orderId: string; number: number }[]> => {
  const { sql, venueId } = scope
  await lockOrders(scope)
  const [last] = await sql<{ number: number }[]>`select coalesce(max(number), 0)::int as number from stock_order where venue_id = ${venueId}`
  const made = orders.map((order, i) => ({ ...order, orderId: newFactId(), number: (last?.number ?? 0) + i + 1 }))
  for (const { orderId, number, locationId, supplierId, madeOn, dueOn, note, madeBy, lines } of made) {
    await sql`
      insert into stock_order (venue_id, order_id, number, location_id, supplier_id, made_on, due_on, note, made_by)
      values (${venueId}, ${orderId}::bigint, ${number}, ${locationId}, ${supplierId}, ${madeOn}, ${dueOn}::date, ${note}, ${madeBy}::int)`
    const all = (field: 'productId' | 'packs' | 'packSize' | 'packCost') => numbers(lines.map((line) => line[field]))
    await sql`
      insert into stock_order_line (venue_id, order_id, product_id, packs, pack_size, pack_cost)
      select ${venueId}::int, ${orderId}::bigint, w.* from unnest(${all('productId')}::int[], ${all('packs')}::int[], ${all('packSize')}::bigint[], ${all('packCost')}::bigint[]) as w
      returning 1`
  }
  return made.map(({ orderId, number }) => ({ orderId, number }))
}

/** An order with what its lines come to. */
export interface Order {
  orderId: string
  number: number
  locationId: number
  supplierId: number
  supplier: string
  email: string
  madeOn: string
  dueOn: string | null
  note: string
  closedAt: Date | null
  packs: number
  /** Minor units; null where a line has no cost. */
  cost: number | null
  /** Lines of which not all has arrived. */
  waiting: number
}

/** Orders of locations, the newest first; only those that are waited for, or all. */
export const ordersAt = async (scope: VenueScope, locationIds: readonly number[], onlyOpen: boolean, orderId?: string): Promise<Order[]> => {
  const { sql, venueId } = scope
  return sql<Order[]>`
    select o.order_id::text as "orderId", o.number, o.location_id as "locationId", o.supplier_id as "supplierId", s.name as supplier, s.order_email as email,
      o.made_on as "madeOn", o.due_on as "dueOn", o.note, o.closed_at as "closedAt", sum(l.packs)::int as packs,
      case when bool_or(l.pack_cost is null) then null else sum(l.packs * l.pack_cost)::bigint end as cost,
      (count(*) filter (where l.arrived < l.packs * l.pack_size))::int as waiting
    from stock_order o
    join stock_order_line l on l.venue_id = ${venueId} and l.order_id = o.order_id
    left join venue_supplier s on s.venue_id = ${venueId} and s.supplier_id = o.supplier_id
    where o.venue_id = ${venueId} and o.location_id = any(${numbers(locationIds)}::int[]) and ${onlyOpen ? sql`o.closed_at is null` : sql`true`}
      and ${orderId === undefined ? sql`true` : sql`o.order_id = ${orderId}::bigint`}
    group by o.order_id, o.number, o.location_id, o.supplier_id, s.name, s.order_email, o.made_on, o.due_on, o.note, o.closed_at
    order by o.number desc limit 500`
}

/** A line of an order with its product. */
export interface ListedLine extends OrderLine {
  plu: string
  name: string
  supplierCode: string
  arrived: number
}

/** The lines of an order, by the supplier's codes. */
export const orderLines = async ({ sql, venueId }: VenueScope, orderId: string): Promise<ListedLine[]> =>
  sql<ListedLine[]>`
    select l.product_id as "productId", l.packs, l.pack_size as "packSize", l.pack_cost as "packCost", l.arrived, p.plu, p.name, coalesce(x.supplier_code, '') as "supplierCode"
    from stock_order_line l join product p on p.venue_id = ${venueId} and p.product_id = l.product_id
    left join product_supplier x on x.venue_id = ${venueId} and x.product_id = l.product_id
    where l.venue_id = ${venueId} and l.order_id = ${orderId}::bigint order by "supplierCode", p.name, p.plu`

/** Says that no more of an order is coming. Whether it was still waited for. */
export const closeOrder = async ({ sql, venueId, now }: VenueScope, orderId: string, closedBy: number | null): Promise<boolean> => {
  const closed = await sql`
    update stock_order set closed_at = ${now}, closed_by = ${closedBy}::int where venue_id = ${venueId} and order_id = ${orderId}::bigint and closed_at is null`
  return closed.count > 0
}

/** Counts what a supplier delivered to a location to its open orders, and closes those of which all has arrived. Called where deliveries are stored, in their transaction. */
export const noteArrivals = async (scope: VenueScope, supplierId: number, locationId: number, deliveries: readonly Delivery[]): Promise<void> => {
  const { sql, venueId, now } = scope
  const lines = await sql<OpenLine[]>`
    select o.order_id::text as "orderId", l.product_id as "productId", o.made_on as "madeOn", l.packs * l.pack_size as ordered, l.arrived
    from stock_order o join stock_order_line l on l.venue_id = ${venueId} and l.order_id = o.order_id
    where o.venue_id = ${venueId} and o.location_id = ${locationId} and o.supplier_id = ${supplierId} and o.closed_at is null order by o.number`
  const changed = countArrivals(lines, deliveries)
  if (changed.length === 0) return
  await sql`
    update stock_order_line l set arrived = w.arrived from unnest(${texts(changed.map(({ orderId }) => orderId))}::bigint[],
      ${numbers(changed.map(({ productId }) => productId))}::int[], ${numbers(changed.map(({ arrived }) => arrived))}::bigint[]) as w(order_id, product_id, arrived)
    where l.venue_id = ${venueId} and l.order_id = w.order_id and l.product_id = w.product_id`
  await sql`
    update stock_order o set closed_at = ${now} where o.venue_id = ${venueId} and o.order_id = any(${texts([...new Set(changed.map(({ orderId }) => orderId))])}::bigint[])
      and not exists (select from stock_order_line l where l.venue_id = ${venueId} and l.order_id = o.order_id and l.arrived < l.packs * l.pack_size)`
}
