import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { ToldProduct } from './deliverect-api.adapter.ts'

/** Products of a location as Deliverect is told them, and their categories. */
export interface ProductList {
  products: ToldProduct[]
  categories: { name: string; posCategoryId: string }[]
}

const SOLD_DAYS = 90

/** What a location sold in the last 90 days: at its list price, or where it has none, at the last price it was sold for. */
export const productList = async ({ sql, venueId, now }: VenueScope, locationId: number): Promise<ProductList> => {
  const since = new Date(now.getTime() - SOLD_DAYS * 86_400_000).toISOString().slice(0, 10)
  const rows = await sql<{ plu: string; name: string; price: number; category: string }[]>`
    select p.plu, p.name, coalesce(p.list_price, s.price)::float8 as price, coalesce(nullif(c.category, ''), nullif(c.product_group, ''), c.department) as category
    from product p
    join product_class c on c.venue_id = ${venueId} and c.class_id = p.class_id
    cross join lateral (
      select n.unit_price as price from sale_line n
      where n.venue_id = ${venueId} and n.product_id = p.product_id and n.location_id = ${locationId} and n.business_date >= ${since} and n.kind = 1 and n.counts
        and n.qty > 0
      order by n.business_date desc, n.sale_id desc, n.line_no limit 1) s
    where p.venue_id = ${venueId} and p.plu <> '' and coalesce(p.list_price, s.price) >= 0
    order by p.plu`
  const names = [...new Set(rows.map(({ category }) => category))].sort()
  return {
    products: rows.map(({ plu, name, price, category }) => ({
      plu,
      name: name || plu,
      price,
      productType: 1,
      posProductId: plu,
      posCategoryIds: category === '' ? [] : [category],
    })),
    categories: names.filter((name) => name !== '').map((name) => ({ name, posCategoryId: name })),
  }
}
