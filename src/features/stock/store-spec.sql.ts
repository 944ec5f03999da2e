import type { VenueScope } from '#platform/access/venue-scope.ts'
import { booleans, numbers, texts } from '#platform/database/sql-arrays.ts'
import type { Part, Spec, Specs } from './spec.rules.ts'
import { changedRows, isSameSpec, type SpecChange } from './spec-change.rules.ts'
import { readSpecs } from './specs.sql.ts'

/** Keeps others from changing what the venue's products are until this transaction ends; taken before what they are is read and judged. */
export const lockSpecs = async ({ sql, venueId }: VenueScope): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`product specs ${venueId}`}, 0))`
}

/**
 * Says what a product is from a day on; what is left out stays. A value that was missing is filled in for the past.
 * Judge it by `wrongInSpec` first.
 */
export const setSpec = async (scope: VenueScope, productId: number, fromDay: string, change: SpecChange): Promise<void> => {
  await lockSpecs(scope)
  const before = await readSpecs(scope)
  await writeSpecs(scope, before, new Map([[productId, changedRows(before.get(productId) ?? [], productId, fromDay, change)]]))
}

/**
 * Stores the rows of products that differ from those that were read, under `lockSpecs`.
 * @param after all rows of each product that changed, by `changedRows`
 */
export const writeSpecs = async (scope: VenueScope, before: Specs, after: Specs): Promise<void> => {
  const { sql, venueId, holder, now } = scope
  const changed = [...after].flatMap(([productId, rows]) => rows.filter((row) => isNew(row, before.get(productId))).map((row) => ({ productId, ...row })))
  if (changed.length === 0) return
  const setBy = holder.kind === 'person' || holder.kind === 'admin' ? holder.userId : null
  const all = (field: 'unit' | 'beverage' | 'container' | 'tariffItem' | 'fromDay') => texts(changed.map((row) => row[field]))
  await sql`
    insert into product_spec (venue_id, product_id, from_day, unit, stocked, volume, abv, beverage, container, draught, tariff_item, sticks, tobacco, parts, set_at, set_by)
    select ${venueId}::int, w.id, w.day, w.unit, w.stocked, w.volume, w.abv, w.beverage, w.container, w.draught, w.tariff_item, w.sticks, w.tobacco, w.parts::jsonb, ${now}, ${setBy}::int
    from unnest(${numbers(changed.map(({ productId }) => productId))}::int[], ${all('fromDay')}::date[], ${all('unit')}::text[],
      ${booleans(changed.map(({ stocked }) => stocked))}::boolean[], ${numbers(changed.map(({ volume }) => volume))}::bigint[],
      ${numbers(changed.map(({ abv }) => abv))}::int[], ${all('beverage')}::text[], ${all('container')}::text[],
      ${booleans(changed.map(({ draught }) => draught))}::boolean[], ${all('tariffItem')}::text[],
      ${numbers(changed.map(({ sticks }) => sticks))}::int[], ${numbers(changed.map(({ tobacco }) => tobacco))}::bigint[],
      ${texts(changed.map(({ parts }) => JSON.stringify(parts.map(partRow))))}::text[])
      as w(id, day, unit, stocked, volume, abv, beverage, container, draught, tariff_item, sticks, tobacco, parts)
    on conflict (venue_id, product_id, from_day) do update set unit = excluded.unit, stocked = excluded.stocked, volume = excluded.volume, abv = excluded.abv,
      beverage = excluded.beverage, container = excluded.container, draught = excluded.draught, tariff_item = excluded.tariff_item, sticks = excluded.sticks, tobacco = excluded.tobacco, parts = excluded.parts,
      set_at = excluded.set_at, set_by = excluded.set_by
    returning 1`
}

const isNew = (row: Spec, before: readonly Spec[] = []): boolean => {
  const there = before.find(({ fromDay }) => fromDay === row.fromDay)
  return !there || !isSameSpec(row, there)
}

const partRow = ({ productId, volume, qty, loss }: Part) => ({
  product: productId,
  ...(volume === null ? {} : { volume }),
  ...(qty === null ? {} : { qty }),
  ...(loss === 0 ? {} : { loss }),
})
