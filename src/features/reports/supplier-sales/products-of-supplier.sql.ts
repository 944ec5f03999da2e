import type { VenueScope } from '#platform/access/venue-scope.ts'

/** The products a supplier supplies to the venue, by their number. */
export const productsOfSupplier = async ({ sql, venueId }: VenueScope, supplierId: number): Promise<Map<number, { plu: string; name: string }>> => {
  const rows = await sql<{ product_id: number; plu: string; name: string }[]>`
    select p.product_id, p.plu, p.name from product_supplier x join product p on p.venue_id = ${venueId} and p.product_id = x.product_id
    where x.venue_id = ${venueId} and x.supplier_id = ${supplierId}`
  return new Map(rows.map(({ product_id, plu, name }) => [product_id, { plu, name }]))
}
