import { isAmongSeen, isSeenSupplier } from '#features/sums/reading/seen-products.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { texts } from '#platform/database/sql-arrays.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import type { Product } from './supplier-products.contract.ts'

/** A product of the venue. */
export interface SuppliedProduct {
  productId: number
  plu: string
  name: string
}

/** The venue's products that a supplier supplies, by PLU, as far as they exist for the holder. */
export const productsOf = async (scope: VenueScope, supplierId: number): Promise<SuppliedProduct[]> => {
  const { sql, venueId } = scope
  return sql<SuppliedProduct[]>`
    select p.product_id as "productId", p.plu, p.name from product_supplier x join product p on p.venue_id = ${venueId} and p.product_id = x.product_id
    where x.venue_id = ${venueId} and x.supplier_id = ${supplierId} and ${isAmongSeen(scope, sql`x.product_id`)} order by p.plu`
}

/** What a list of products is narrowed to. */
interface NarrowedProducts {
  /** All of these stand in name or PLU, in any case. */
  words: readonly string[]
  group: string | undefined
  supplierId: number | undefined
  isFree: boolean
}

/** The venue's products that exist for the holder, with whose they are, by PLU, and how many match in all. */
export const listProducts = async (scope: VenueScope, { words, group, supplierId, isFree }: NarrowedProducts, after: string | undefined, limit: number) => {
  const { sql, venueId } = scope
  const matching = sql`
    from product p
    left join product_class c on c.venue_id = ${venueId} and c.class_id = p.class_id
    left join product_supplier x on x.venue_id = ${venueId} and x.product_id = p.product_id
    left join venue_supplier s on s.venue_id = ${venueId} and s.supplier_id = x.supplier_id
    where p.venue_id = ${venueId} and ${isAmongSeen(scope, sql`p.product_id`)}
      and ${words.length === 0 ? sql`true` : sql`(select bool_and(strpos(lower(p.name || ' ' || p.plu), lower(w)) > 0) from unnest(${texts(words)}::text[]) as w)`}
      and ${group === undefined ? sql`true` : sql`c.product_group = ${group}`}
      and ${supplierId === undefined ? sql`true` : sql`x.supplier_id = ${supplierId}`}
      and ${isFree ? sql`x.supplier_id is null` : sql`true`}`
  const rows = await sql<Product[]>`
    select p.plu as "Plu", p.name as "Name", coalesce(c.product_group, '') as "ProductGroup", x.supplier_id as "SupplierId", s.name as "SupplierName"
    ${matching} and ${after === undefined ? sql`true` : sql`p.plu > ${after}`} order by p.plu limit ${limit}`
  const [count] = await sql<{ total: number }[]>`select count(*)::int as total ${matching}`
  return { rows, total: count?.total ?? 0 }
}

/**
 * A supplier on the venue's list.
 * @throws NotFound, also for one whose products are all at locations that are not the holder's
 */
export const supplierNamed = async (scope: VenueScope, supplierId: number): Promise<string> => {
  const { sql, venueId } = scope
  const [supplier] = await sql<{ name: string }[]>`
    select s.name from venue_supplier s where s.venue_id = ${venueId} and s.supplier_id = ${supplierId} and ${isSeenSupplier(scope, sql`s.supplier_id`)}`
  if (!supplier) throw failure('NotFound')
  return supplier.name
}

/**
 * Says which products a supplier supplies: these and no others. Products that do not exist for the holder stay as they are.
 * @throws ValidationFailed for a PLU the venue does not have, or that another supplier supplies
 */
export const setProductsOf = async (scope: VenueScope, supplierId: number, plus: readonly string[]): Promise<void> => {
  const { sql, venueId } = scope
  const wanted = [...new Set(plus)]
  const known = await sql<{ product_id: number; plu: string; supplier_id: number | null }[]>`
    select p.product_id, p.plu, x.supplier_id from product p
    left join product_supplier x on x.venue_id = ${venueId} and x.product_id = p.product_id
    where p.venue_id = ${venueId} and p.plu = any(${texts(wanted)}::text[]) and ${isAmongSeen(scope, sql`p.product_id`)}`
  const missing = wanted.find((plu) => !known.some((product) => product.plu === plu))
  if (missing !== undefined) throw fieldFailure('Plus', `This venue has no product with the PLU ${missing}.`, 'ProductNotFound')
  const taken = known.find(({ supplier_id }) => supplier_id !== null && supplier_id !== supplierId)
  if (taken) throw fieldFailure('Plus', `The product with the PLU ${taken.plu} belongs to another supplier.`, 'Taken')
  const ids = known.map(({ product_id }) => product_id)
  const removed = await sql`
    delete from product_supplier d where d.venue_id = ${venueId} and d.supplier_id = ${supplierId} and d.product_id <> all(${ids}::int[])
      and ${isAmongSeen(scope, sql`d.product_id`)}`
  const added = await sql`
    insert into product_supplier (venue_id, product_id, supplier_id) select ${venueId}::int, w.id, ${supplierId}::int from unnest(${ids}::int[]) as w(id)
    on conflict (venue_id, product_id) do nothing returning 1`
  if (removed.count + added.count > 0)
    await scope.audit({
      action: 'supplier.products',
      subject: String(supplierId),
      detail: { SupplierId: supplierId, Added: added.count, Removed: removed.count },
    })
}
