import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import { numbers } from '#platform/database/sql-arrays.ts'

/** A line of a saved list. */
export interface SavedLine {
  productId: number
  packs: number
}

/** An order list that is not made yet, as somebody saved it. */
export interface SavedList {
  savedId: string
  version: number
  locationId: number
  supplierId: number
  supplier: string
  note: string
  savedAt: Date
  savedBy: string | null
}

/** Orders of a venue are made, saved and thrown away one after the other, in the scope's transaction. */
export const lockOrders = async ({ sql, venueId }: VenueScope): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`stock orders ${venueId}`}, 0))`
}

/** Saved lists of locations, by supplier. */
export const savedAt = async ({ sql, venueId }: VenueScope, locationIds: readonly number[]): Promise<SavedList[]> => sql<SavedList[]>`
  select o.saved_id::text as "savedId", o.version, o.location_id as "locationId", o.supplier_id as "supplierId", s.name as supplier, o.note, o.saved_at as "savedAt",
    (select e.display_name from employee e where e.venue_id = ${venueId} and e.user_id = o.saved_by limit 1) as "savedBy"
  from saved_order o join venue_supplier s on s.venue_id = ${venueId} and s.supplier_id = o.supplier_id
  where o.venue_id = ${venueId} and o.location_id = any(${numbers(locationIds)}::int[]) order by s.name, o.saved_id`

/** A line of a saved list with its product. */
export interface ListedSavedLine extends SavedLine {
  savedId: string
  plu: string
  name: string
}

export const savedLinesAt = async ({ sql, venueId }: VenueScope, locationIds: readonly number[]): Promise<ListedSavedLine[]> => sql<ListedSavedLine[]>`
  select l.saved_id::text as "savedId", l.product_id as "productId", l.packs, p.plu, p.name
  from saved_order o join saved_order_line l on l.venue_id = ${venueId} and l.saved_id = o.saved_id
  join product p on p.venue_id = ${venueId} and p.product_id = l.product_id
  where o.venue_id = ${venueId} and o.location_id = any(${numbers(locationIds)}::int[]) order by p.name, p.plu`

/** What is saved of a list. */
export interface ListToSave {
  /** The list it takes the place of. */
  savedId: string | undefined
  locationId: number
  supplierId: number
  note: string
  savedBy: number | null
  lines: readonly SavedLine[]
}

/** Saves a list, in place of the one that was there. */
export const storeSaved = async ({ sql, venueId, now }: VenueScope, { savedId, locationId, supplierId, note, savedBy, lines }: ListToSave): Promise<void> => {
  const id = savedId ?? newFactId()
  if (savedId === undefined)
    await sql`
      insert into saved_order (venue_id, saved_id, location_id, supplier_id, note, saved_by, saved_at)
      values (${venueId}, ${id}::bigint, ${locationId}, ${supplierId}, ${note}, ${savedBy}::int, ${now})`
  else {
    await sql`
      update saved_order set version = version + 1, note = ${note}, saved_by = ${savedBy}::int, saved_at = ${now}
      where venue_id = ${venueId} and saved_id = ${id}::bigint`
    await sql`delete from saved_order_line where venue_id = ${venueId} and saved_id = ${id}::bigint`
  }
  await sql`
    insert into saved_order_line (venue_id, saved_id, product_id, packs)
    select ${venueId}::int, ${id}::bigint, w.* from unnest(${numbers(lines.map(({ productId }) => productId))}::int[], ${numbers(lines.map(({ packs }) => packs))}::int[]) as w
    returning 1`
}

/** Takes a saved list away. */
export const deleteSaved = async ({ sql, venueId }: VenueScope, savedId: string): Promise<void> => {
  await sql`delete from saved_order_line where venue_id = ${venueId} and saved_id = ${savedId}::bigint`
  await sql`delete from saved_order where venue_id = ${venueId} and saved_id = ${savedId}::bigint`
}
