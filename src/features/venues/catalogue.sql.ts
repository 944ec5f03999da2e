import { isSeenClass, isSeenSupplier } from '#features/sums/reading/seen-products.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'

/** Of a sale's line: no sale. */
const NON_SALE = 2

/** Categories with the groups they are in; of those with fewer locations, what was sold there. */
export const categoriesOf = async (venue: VenueScope) => {
  const rows = await named(venue, 'category', 'product_group')
  return rows.map(({ name, within }) => ({ Name: name, ProductGroups: within }))
}

/** Product groups with the departments they are in; the same. */
export const productGroupsOf = async (venue: VenueScope) => {
  const rows = await named(venue, 'product_group', 'department')
  return rows.map(({ name, within }) => ({ Name: name, Departments: within }))
}

const named = async (venue: VenueScope, level: 'category' | 'product_group', above: 'product_group' | 'department') => {
  const { sql, venueId } = venue
  const names = level === 'category' ? sql`c.category` : sql`c.product_group`
  const parents = above === 'product_group' ? sql`c.product_group` : sql`c.department`
  return sql<{ name: string; within: string[] }[]>`
    select ${names} as name, array_agg(distinct ${parents}) filter (where ${parents} <> '') as within
    from product_class c
    where c.venue_id = ${venueId} and ${names} <> '' and ${isSeenClass(venue, sql`c.class_id`)}
    group by ${names} order by ${names}`.then((rows) => rows.map(({ name, within }) => ({ name, within: within ?? [] })))
}

/** What was rung up as no sale the last time it was, at the holder's locations. */
export const nonSalesOf = async ({ sql, venueId, locations }: VenueScope) => {
  const ids = locations.map(({ locationId }) => locationId)
  return sql<{ Plu: string; Name: string }[]>`
    select p.plu as "Plu", p.name as "Name" from product p join lateral (
      select l.kind from sale_line l
      where l.venue_id = ${venueId} and l.product_id = p.product_id and l.location_id = any(${ids}::int[]) order by l.business_date desc, l.sale_id desc, l.line_no desc limit 1
    ) as last on true
    where p.venue_id = ${venueId} and last.kind = ${NON_SALE} order by p.name, p.plu`
}

/** Who the venue buys from, under the names it knows them by; of those with fewer locations, whose products are there, or who have none yet. */
export const suppliersOf = async (venue: VenueScope): Promise<{ SupplierId: number; Name: string }[]> => {
  const { sql, venueId } = venue
  const rows = await sql<{ supplier_id: number; name: string }[]>`
    select s.supplier_id, s.name from venue_supplier s where s.venue_id = ${venueId} and ${isSeenSupplier(venue, sql`s.supplier_id`)}
    order by lower(s.name), s.supplier_id`
  return rows.map(({ supplier_id, name }) => ({ SupplierId: supplier_id, Name: name }))
}
