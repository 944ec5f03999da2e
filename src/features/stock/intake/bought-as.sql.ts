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

/** Keeps what products are bought as. One that comes to a supplier, or leaves one, is written down: a supplier's keys open its products. */
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
  const moved = new Map<number, { Added: number; Removed: number }>()
  const note = (supplierId: number, what: 'Added' | 'Removed') => {
    const counts = moved.get(supplierId) ?? { Added: 0, Removed: 0 }
    moved.set(supplierId, { ...counts, [what]: counts[what] + 1 })
  }
  for (const { productId, supplierId } of sorted) {
    const had = before.get(productId)?.supplierId
    if (had !== supplierId) note(supplierId, 'Added')
    if (had !== undefined && had !== supplierId) note(had, 'Removed')
  }
  for (const [supplierId, counts] of moved)
    await scope.audit({ action: 'supplier.products', subject: String(supplierId), detail: { SupplierId: supplierId, ...counts } })
}
