import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Query } from '#platform/database/sql.ts'
import { numbers } from '#platform/database/sql-arrays.ts'

type Fragment = Query<readonly unknown[]>

// The rollup's rows of a year (grain 3) are kept with every sale: everything (dimension 1), classes sold and wasted (5, 9), products sold and
// wasted (13, 20). These numbers are written out: a plan that is kept knows no values, and would choose as if they could be any.

/**
 * Whether a product exists for the holder of a scope: it was sold, wasted or delivered at one of their locations, or rung up there as no
 * sale and sold nowhere. For whoever has every location, all products do. For a few products: each is looked up by itself.
 * @param productId a column of the statement this stands in
 */
export const isSeenProduct = (scope: VenueScope, productId: Fragment): Fragment => {
  const { sql, venueId, allLocations } = scope
  if (allLocations) return sql`true`
  const lines = sql`
    select true from sale_line n where n.venue_id = ${venueId} and n.product_id = ${productId} and n.location_id = any(${grantedTo(scope)}::int[]) limit 1`
  // Of what was sold somewhere no lines are looked through: there may be a million of them.
  return sql`(${isTraded(scope, productId)} or coalesce(case when (${soldAt(scope, productId, sql``)}) then false else (${lines}) end, false))`
}

/** Sold, wasted or delivered at a granted location. */
const isTraded = (scope: VenueScope, productId: Fragment): Fragment => {
  const { sql, venueId } = scope
  const granted = grantedTo(scope)
  return sql`coalesce(
    (${soldAt(scope, productId, sql`and y.location_id = any(${granted}::int[])`)}),
    (select true from stock_movement m where m.venue_id = ${venueId} and m.product_id = ${productId} and m.location_id = any(${granted}::int[]) limit 1),
    false)`
}

/** Looks a product up in each year that locations traded in, until it is found. With a limit it stays that, whatever the planner thinks of it. */
const soldAt = ({ sql, venueId }: VenueScope, productId: Fragment, where: Fragment): Fragment => sql`
  select true from rollup y cross join lateral (
    select from rollup r where r.venue_id = ${venueId} and r.grain = 3 and r.dim in (13, 20) and r.location_id = y.location_id and r.period = y.period
      and r.key = ${productId} limit 1) as found
  where y.venue_id = ${venueId} and y.grain = 3 and y.dim = 1 ${where} limit 1`

/**
 * The same for a list of all products, but for those that are no sale: what was ever sold at the locations is read once, from the keys of
 * an index.
 * @param productId a column of the statement this stands in
 */
export const isAmongSeen = (scope: VenueScope, productId: Fragment): Fragment => {
  const { sql, venueId, allLocations } = scope
  if (allLocations) return sql`true`
  const granted = grantedTo(scope)
  return sql`(
    ${productId} in (select r.key from rollup r where r.venue_id = ${venueId} and r.grain = 3 and r.dim in (13, 20) and r.location_id = any(${granted}::int[]))
    or ${productId} in (select m.product_id from stock_movement m where m.venue_id = ${venueId} and m.location_id = any(${granted}::int[])))`
}

/**
 * Whether a supplier exists for the holder of a scope: a product of theirs does, or they have none yet, so that somebody can say which are theirs.
 * @param supplierId a column of the statement this stands in
 */
export const isSeenSupplier = (scope: VenueScope, supplierId: Fragment): Fragment => {
  const { sql, venueId, allLocations } = scope
  if (allLocations) return sql`true`
  const theirs = sql`from product_supplier o where o.venue_id = ${venueId} and o.supplier_id = ${supplierId}`
  return sql`coalesce((select true ${theirs} and ${isTraded(scope, sql`o.product_id`)} limit 1), not exists (select ${theirs}))`
}

/**
 * Whether a class of products exists for the holder of a scope: something of it was sold or wasted at one of their locations.
 * @param classId a column of the statement this stands in
 */
export const isSeenClass = (scope: VenueScope, classId: Fragment): Fragment => {
  const { sql, venueId, allLocations } = scope
  if (allLocations) return sql`true`
  return sql`${classId} in (
    select r.key from rollup r where r.venue_id = ${venueId} and r.grain = 3 and r.dim in (5, 9) and r.location_id = any(${grantedTo(scope)}::int[]))`
}

const grantedTo = ({ locations }: VenueScope) => numbers(locations.map(({ locationId }) => locationId))
