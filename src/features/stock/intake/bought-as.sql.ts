import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import type { BoughtAs } from './judged-product.rules.ts'

/** What these products are bought as, of those somebody supplies. */
export const boughtAs = async ({ sql, venueId }: VenueScope, productIds: readonly number[]): Promise<Map<number, BoughtAs>> => {
  const rows = await sql<(BoughtAs & { productId: number })[]>`
    select x.product_id as "productId", x.supplier_id as "supplierId", x.supplier_code as "supplierCode", x.pack_size as "packSize", x.order_minimum as "orderMinimum",
      x.lead_days as "leadDays"
    from product_supplier x where x.venue_id = ${venueId} and x.product_id = any(${numbers(productIds)}::int[])`
  return new Map(rows.map(({ productId, ...row }) => [productId, row]))
}

/** Keeps what products are bought as. One that had no supplier gets this one, which is written down: its keys open the product. */
export const storeBuying = async (scope: VenueScope, products: readonly (BoughtAs & { productId: number })[]): Promise<void> => {
  if (products.length === 0) return
  const { sql, venueId } = scope
  const sorted = [...products].sort((one, other) => one.productId - other.productId)
  const all = (field: 'productId' | 'supplierId' | 'packSize' | 'orderMinimum' | 'leadDays') => numbers(sorted.map((row) => row[field]))
  const before = await boughtAs(
    scope,
    sorted.map(({ productId }) => productId),
  )
  await sql`
    insert into product_supplier (venue_id, product_id, supplier_id, supplier_code, pack_size, order_minimum, lead_days)
    select ${venueId}::int, w.* from unnest(${all('productId')}::int[], ${all('supplierId')}::int[], ${texts(sorted.map(({ supplierCode }) => supplierCode))}::text[],
      ${all('packSize')}::bigint[], ${all('orderMinimum')}::int[], ${all('leadDays')}::smallint[]) as w
    on conflict (venue_id, product_id) do update set supplier_id = excluded.supplier_id, supplier_code = excluded.supplier_code, pack_size = excluded.pack_size,
      order_minimum = excluded.order_minimum, lead_days = excluded.lead_days
    returning 1`
  const added = new Map<number, number>()
  for (const { productId, supplierId } of sorted) if (!before.has(productId)) added.set(supplierId, (added.get(supplierId) ?? 0) + 1)
  for (const [supplierId, count] of added)
    await scope.audit({ action: 'supplier.products', subject: String(supplierId), detail: { SupplierId: supplierId, Added: count, Removed: 0 } })
}
