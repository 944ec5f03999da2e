import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import type { CatalogueProduct, KnownProduct } from './catalogue.rules.ts'
import { keyOfPath, type NamesWanted } from './names.rules.ts'
import { addNewNames, knownNames } from './names.sql.ts'

/** The venue's products by PLU, of those that are named. */
export const catalogueOf = async ({ sql, venueId }: VenueScope, plus: readonly string[]): Promise<Map<string, KnownProduct>> => {
  const rows = await sql<(Omit<KnownProduct, 'place'> & Record<'a' | 'b' | 'c' | 'd', string | null>)[]>`
    select p.product_id as "productId", p.plu, p.name, p.list_price as "listPrice", p.cost, p.barcode, p.mapped, c.sales_group as a, c.department as b, c.product_group as c,
      c.category as d
    from product p left join product_class c on c.venue_id = ${venueId} and c.class_id = p.class_id
    where p.venue_id = ${venueId} and p.plu = any(${texts([...new Set(plus)])}::text[])`
  return new Map(rows.map(({ a, b, c, d, ...row }) => [row.plu, { ...row, place: [a ?? '', b ?? '', c ?? '', d ?? ''] }]))
}

/**
 * Writes products as they are to stand in the venue's list, new ones too. One that a person placed keeps its place.
 * @returns their ids by PLU
 */
export const storeCatalogue = async (scope: VenueScope, products: readonly CatalogueProduct[]): Promise<Map<string, number>> => {
  if (products.length === 0) return new Map()
  const { sql, venueId } = scope
  const wanted: NamesWanted = { subjects: new Map(), products: new Map(), places: new Map(products.map(({ place }) => [keyOfPath(place), place])) }
  const names = await knownNames(scope, wanted)
  await addNewNames(scope, wanted, names)
  // In one order, as intake of sales adds them, so that none waits in a circle.
  const sorted = [...products].sort((one, other) => (one.plu < other.plu ? -1 : 1))
  const rows = await sql<{ plu: string; productId: number }[]>`
    insert into product as p (venue_id, plu, name, class_id, list_price, cost, barcode)
    select ${venueId}::int, w.* from unnest(${texts(sorted.map(({ plu }) => plu))}::text[], ${texts(sorted.map(({ name }) => name))}::text[],
      ${numbers(sorted.map(({ place }) => names.classes.get(keyOfPath(place)) ?? 0))}::int[], ${numbers(sorted.map(({ listPrice }) => listPrice))}::bigint[],
      ${numbers(sorted.map(({ cost }) => cost))}::bigint[], ${texts(sorted.map(({ barcode }) => barcode))}::text[]) as w
    on conflict (venue_id, plu) do update set name = excluded.name, class_id = case when p.mapped then p.class_id else excluded.class_id end,
      list_price = excluded.list_price, cost = excluded.cost, barcode = excluded.barcode
    returning p.plu, p.product_id as "productId"`
  return new Map(rows.map(({ plu, productId }) => [plu, productId]))
}
