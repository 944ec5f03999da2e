import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers } from '#platform/database/sql-arrays.ts'

/** What a product is bought as. */
export interface Supply {
  productId: number
  supplierId: number
  supplierCode: string
  /** Ten-thousandths of a unit in a pack; null where nobody told. */
  packSize: number | null
  /** Packs. */
  orderMinimum: number
  /** Days from order to delivery, the product's own or its supplier's; null where nobody told. */
  leadDays: number | null
  /** Minor units a pack is listed at; null where nobody told. */
  packCost: number | null
}

/** How a supplier delivers. */
export interface Supplier {
  supplierId: number
  name: string
  email: string
  leadDays: number | null
  /** HH:MM; orders after it go out the next day. */
  orderBy: string | null
  /** Minor units below which it charges for delivery. */
  orderMinimum: number | null
}

/** What every product with a supplier is bought as. */
export const suppliesOf = async ({ sql, venueId }: VenueScope): Promise<Map<number, Supply>> => {
  const [found] = await sql<{ rows: string | null }[]>`
    select json_agg(json_build_array(x.product_id, x.supplier_id, x.supplier_code, x.pack_size, coalesce(x.order_minimum, 1), coalesce(x.lead_days, s.lead_days),
      x.pack_cost) order by x.product_id, x.supplier_id)::text as rows
    from product_supplier x join venue_supplier s on s.venue_id = ${venueId} and s.supplier_id = x.supplier_id where x.venue_id = ${venueId}`
  const supplies = new Map<number, Supply>()
  for (const [productId, supplierId, supplierCode, packSize, orderMinimum, leadDays, packCost] of JSON.parse(found?.rows ?? '[]') as Row[])
    supplies.set(productId, { productId, supplierId, supplierCode, packSize, orderMinimum, leadDays, packCost })
  return supplies
}

/** A supply as it comes over, without the names of its values: they take longer than the rest. */
type Row = [
  productId: number,
  supplierId: number,
  supplierCode: string,
  packSize: number | null,
  orderMinimum: number,
  leadDays: number | null,
  packCost: number | null,
]

/** The suppliers of the venue by their number. */
export const suppliersOf = async ({ sql, venueId }: VenueScope): Promise<Map<number, Supplier>> => {
  const rows = await sql<Supplier[]>`
    select supplier_id as "supplierId", name, order_email as email, lead_days as "leadDays", to_char(order_by, 'HH24:MI') as "orderBy", order_minimum as "orderMinimum"
    from venue_supplier where venue_id = ${venueId} order by name, supplier_id`
  return new Map(rows.map((supplier) => [supplier.supplierId, supplier]))
}

/** Between which quantities a location keeps a product, in ten-thousandths of a unit. */
export interface Level {
  locationId: number
  productId: number
  least: number | null
  most: number | null
}

export const levelsOf = async ({ sql, venueId }: VenueScope, locationIds: readonly number[]): Promise<Level[]> =>
  sql<Level[]>`
    select location_id as "locationId", product_id as "productId", least, most from stock_level
    where venue_id = ${venueId} and location_id = any(${numbers(locationIds)}::int[])`

/** What is still to come of open orders, in ten-thousandths of a unit. */
export const onOrder = async (
  { sql, venueId }: VenueScope,
  locationIds: readonly number[],
): Promise<{ locationId: number; productId: number; qty: number }[]> =>
  sql<{ locationId: number; productId: number; qty: number }[]>`
    select o.location_id as "locationId", l.product_id as "productId", sum(greatest(0, l.packs * l.pack_size - l.arrived))::bigint as qty
    from stock_order o join stock_order_line l on l.venue_id = ${venueId} and l.order_id = o.order_id
    where o.venue_id = ${venueId} and o.location_id = any(${numbers(locationIds)}::int[]) and o.closed_at is null group by 1, 2`
