import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import { addDays } from '#shared/day.ts'
import { openingOf } from './cellar-clock.rules.ts'
import { type Pair, pairsOf } from './cellar-pairs.rules.ts'
import { type CellarPlace, placesOf } from './cellar-places.sql.ts'
import { emptyAtOpeningOf } from './first-counts.rules.ts'
import { lookUpLatestCounts } from './stock-latest.sql.ts'

interface Known extends Pair {
  movedOn: string | null
  cameIn: boolean
  countedAt: Date | null
  /** The first count that stands, and the day after it. */
  firstId: string | null
  firstBefore: string | null
}

interface Empty extends Pair {
  /** The day at whose opening there was nothing. */
  day: string
}

/**
 * Writes that there was nothing at the opening of the day of a first delivery, where a product had neither been counted nor sold nor moved before. Nobody told such a count, so
 * it goes again once an earlier fact arrives: it must follow from what is known alone.
 */
export const keepFirstCounts = async (scope: VenueScope, touched: readonly Pair[]): Promise<void> => {
  const pairs = pairsOf(touched)
  if (pairs.length === 0) return
  const places = await placesOf(
    scope,
    pairs.map(({ locationId }) => locationId),
  )
  const known = await knownOf(scope, pairs)
  const due = known.map((one) => ({ ...one, day: dayOf(one, places) }))
  const gone = due.filter(({ firstId, firstBefore, day }) => firstId !== null && firstBefore !== day)
  const wanted = due.flatMap(({ locationId, productId, day, firstBefore }) => (day !== null && firstBefore !== day ? [{ locationId, productId, day }] : []))
  await removeFirst(scope, gone)
  const sold = await soldBefore(scope, wanted)
  const empty = wanted.filter(({ locationId, productId }) => !sold.has(`${locationId} ${productId}`))
  for (const together of groupsOf(empty)) await addFirst(scope, places, together)
  await lookUpLatestCounts(scope, [...gone, ...empty])
}

const dayOf = ({ locationId, movedOn, cameIn, countedAt }: Known, places: ReadonlyMap<number, CellarPlace>): string | null => {
  const calendar = places.get(locationId)?.calendar ?? []
  return emptyAtOpeningOf({ movedOn, cameIn, countedAt: countedAt?.getTime() ?? null }, (day) => openingOf(day, calendar))
}

const knownOf = async ({ sql, venueId }: VenueScope, pairs: readonly Pair[]): Promise<Known[]> => {
  const products = numbers([...new Set(pairs.map(({ productId }) => productId))])
  const locations = numbers([...new Set(pairs.map(({ locationId }) => locationId))])
  return sql<Known[]>`
    with counted as (
      select c.location_id, l.product_id, min(c.counted_at) filter (where c.source <> 'first') as counted_at, max(c.count_id) filter (where c.source = 'first') as first_id,
        max(c.day) filter (where c.source = 'first') as first_day
      from stock_count_line l join stock_count c on c.venue_id = ${venueId} and c.count_id = l.count_id and c.location_id = any(${locations}::int[])
      where l.venue_id = ${venueId} and l.product_id = any(${products}::int[]) group by c.location_id, l.product_id
    )
    select w.location_id as "locationId", w.product_id as "productId", m.day as "movedOn", coalesce(m.came_in, false) as "cameIn", k.counted_at as "countedAt",
      k.first_id::text as "firstId", k.first_day + 1 as "firstBefore"
    from unnest(${numbers(pairs.map(({ locationId }) => locationId))}::int[], ${numbers(pairs.map(({ productId }) => productId))}::int[]) as w(location_id, product_id)
    left join counted k on k.location_id = w.location_id and k.product_id = w.product_id
    left join lateral (
      select m.day, bool_or(m.qty > 0 and m.kind in (1, 3)) as came_in from stock_movement m
      where m.venue_id = ${venueId} and m.product_id = w.product_id and m.location_id = w.location_id group by m.day order by m.day limit 1
    ) as m on true`
}

const removeFirst = async ({ sql, venueId }: VenueScope, gone: readonly Known[]): Promise<void> => {
  if (gone.length === 0) return
  await sql`
    delete from stock_count_line l using unnest(${numbers(gone.map(({ firstId }) => firstId))}::bigint[], ${numbers(gone.map(({ productId }) => productId))}::int[]) as w(id, product_id)
    where l.venue_id = ${venueId} and l.count_id = w.id and l.product_id = w.product_id`
}

/** Products that were sold at a location before a day, as themselves or as a part of something. */
const soldBefore = async ({ sql, venueId }: VenueScope, wanted: readonly Empty[]): Promise<Set<string>> => {
  if (wanted.length === 0) return new Set()
  const rows = await sql<Pair[]>`
    with taker as (
      select s.product_id as taken_by, (p.part->>'product')::int as product_id from product_spec s cross join lateral jsonb_array_elements(s.parts) as p(part)
      where s.venue_id = ${venueId} and s.parts <> '[]'
    )
    select w.location_id as "locationId", w.product_id as "productId"
    from unnest(${numbers(wanted.map(({ locationId }) => locationId))}::int[], ${numbers(wanted.map(({ productId }) => productId))}::int[],
      ${texts(wanted.map(({ day }) => day))}::date[]) as w(location_id, product_id, day)
    where exists (
      select from (select w.product_id as id union select t.taken_by from taker t where t.product_id = w.product_id) as n
      join sale_line l on l.venue_id = ${venueId} and l.product_id = n.id and l.location_id = w.location_id and l.business_date < w.day
      where (l.counts or l.wastage) and not l.voided)`
  return new Set(rows.map(({ locationId, productId }) => `${locationId} ${productId}`))
}

/** Products of one location and day, each group in one count. */
const groupsOf = (empty: readonly Empty[]): Empty[][] => {
  const groups = new Map<string, Empty[]>()
  for (const one of empty) groups.set(`${one.locationId} ${one.day}`, [...(groups.get(`${one.locationId} ${one.day}`) ?? []), one])
  return [...groups.values()]
}

/** One count for all products that a location first received on a day; it is as of the last moment of the day before, so that deliveries of the day come after it. */
const addFirst = async ({ sql, venueId }: VenueScope, places: ReadonlyMap<number, CellarPlace>, empty: readonly Empty[]): Promise<void> => {
  const [first] = empty
  if (!first) return
  const { locationId, day } = first
  const before = addDays(day, -1)
  const at = new Date(openingOf(day, places.get(locationId)?.calendar ?? []) - 1)
  const [there] = await sql<{ id: string }[]>`
    select c.count_id::text as id from stock_count c where c.venue_id = ${venueId} and c.location_id = ${locationId} and c.source = 'first' and c.day = ${before}::date limit 1`
  const countId = there?.id ?? newFactId()
  if (!there)
    await sql`
      insert into stock_count (venue_id, count_id, location_id, counted_at, day, source)
      values (${venueId}, ${countId}::bigint, ${locationId}, ${at}, ${before}, 'first')`
  await sql`
    insert into stock_count_line (venue_id, count_id, product_id, qty)
    select ${venueId}::int, ${countId}::bigint, w.id, 0 from unnest(${numbers(empty.map(({ productId }) => productId))}::int[]) as w(id)
    returning 1`
}
