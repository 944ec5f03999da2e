import { MOVEMENT } from '#features/stock/movements.rules.ts'
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

/** What arrived of a product at a location: something that moved on a day, or a count at a moment. */
export interface Touched extends Pair {
  day?: string
  countedAt?: Date
}

/**
 * Writes that there was nothing at the opening of the day of a first delivery, where a product had neither been counted nor sold nor moved before. Nobody told such a count, so
 * it goes again once an earlier fact arrives: it must follow from what is known alone.
 */
export const keepFirstCounts = async (scope: VenueScope, touched: readonly Touched[]): Promise<void> => {
  if (touched.length === 0) return
  const places = await placesOf(
    scope,
    touched.map(({ locationId }) => locationId),
  )
  const moved = await firstMovesOf(scope, pairsOf(touched))
  const early = pairsOf(touched.filter((one) => isEarly(one, moved.get(keyOf(one)), places)))
  if (early.length === 0) return
  const known = (await countsOf(scope, early)).map((one): Known => ({ ...one, ...(moved.get(keyOf(one)) ?? UNMOVED) }))
  const due = known.map((one) => ({ ...one, day: dayOf(one, places) }))
  const gone = due.filter(({ firstId, firstBefore, day }) => firstId !== null && firstBefore !== day)
  const wanted = due.flatMap(({ locationId, productId, day, firstBefore }) => (day !== null && firstBefore !== day ? [{ locationId, productId, day }] : []))
  await removeFirst(scope, gone)
  const sold = await soldBefore(scope, wanted)
  const empty = wanted.filter((one) => !sold.has(keyOf(one)))
  for (const together of groupsOf(empty)) await addFirst(scope, places, together)
  await lookUpLatestCounts(scope, [...gone, ...empty])
}

const keyOf = ({ locationId, productId }: Pair): string => `${locationId} ${productId}`

const UNMOVED = { movedOn: null, cameIn: false }
type FirstMove = Pick<Known, 'movedOn' | 'cameIn'>

/** Nothing that comes after the first day something moved changes what was there before it: that is so of almost all that arrives. */
const isEarly = ({ locationId, day, countedAt }: Touched, first: FirstMove | undefined, places: ReadonlyMap<number, CellarPlace>): boolean => {
  if (!first?.movedOn) return false
  if (day !== undefined) return day <= first.movedOn
  return countedAt !== undefined && countedAt.getTime() < openingOf(first.movedOn, places.get(locationId)?.calendar ?? [])
}

const dayOf = ({ locationId, movedOn, cameIn, countedAt }: Known, places: ReadonlyMap<number, CellarPlace>): string | null => {
  const calendar = places.get(locationId)?.calendar ?? []
  return emptyAtOpeningOf({ movedOn, cameIn, countedAt: countedAt?.getTime() ?? null }, (day) => openingOf(day, calendar))
}

const firstMovesOf = async ({ sql, venueId }: VenueScope, pairs: readonly Pair[]): Promise<Map<string, FirstMove>> => {
  const rows = await sql<(Pair & FirstMove)[]>`
    select w.location_id as "locationId", w.product_id as "productId", f.day as "movedOn", (
        select bool_or(m.qty > 0 and m.kind in (${MOVEMENT.purchase}::smallint, ${MOVEMENT.transfer}::smallint)) from stock_movement m
        where m.venue_id = ${venueId} and m.product_id = w.product_id and m.location_id = w.location_id and m.day = f.day) as "cameIn"
    from unnest(${numbers(pairs.map(({ locationId }) => locationId))}::int[], ${numbers(pairs.map(({ productId }) => productId))}::int[]) as w(location_id, product_id)
    cross join lateral (
      select m.day from stock_movement m where m.venue_id = ${venueId} and m.product_id = w.product_id and m.location_id = w.location_id order by m.day limit 1
    ) as f`
  return new Map(rows.map((row) => [keyOf(row), row]))
}

const countsOf = async ({ sql, venueId }: VenueScope, pairs: readonly Pair[]): Promise<Omit<Known, keyof FirstMove>[]> => {
  const [products, locations] = [numbers(pairs.map(({ productId }) => productId)), numbers(pairs.map(({ locationId }) => locationId))]
  return sql<Omit<Known, keyof FirstMove>[]>`
    select w.location_id as "locationId", w.product_id as "productId", k.counted_at as "countedAt", k.first_id::text as "firstId", k.first_day + 1 as "firstBefore"
    from unnest(${locations}::int[], ${products}::int[]) as w(location_id, product_id)
    left join lateral (
      select min(c.counted_at) filter (where c.source <> 'first') as counted_at, max(c.count_id) filter (where c.source = 'first') as first_id,
        max(c.day) filter (where c.source = 'first') as first_day
      from stock_count_line l join stock_count c on c.venue_id = ${venueId} and c.count_id = l.count_id and c.location_id = w.location_id
      where l.venue_id = ${venueId} and l.product_id = w.product_id
    ) as k on true`
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
    with wanted as (
      select * from unnest(${numbers(wanted.map(({ locationId }) => locationId))}::int[], ${numbers(wanted.map(({ productId }) => productId))}::int[],
        ${texts(wanted.map(({ day }) => day))}::date[]) as w(location_id, product_id, day)
    ), taker as (
      select s.product_id as taken_by, (p.part->>'product')::int as product_id from product_spec s cross join lateral jsonb_array_elements(s.parts) as p(part)
      where s.venue_id = ${venueId} and s.parts <> '[]'
    ), seller as (
      select w.location_id, w.product_id, w.day, w.product_id as id from wanted w
      union select w.location_id, w.product_id, w.day, t.taken_by from wanted w join taker t on t.product_id = w.product_id
    )
    select distinct n.location_id as "locationId", n.product_id as "productId" from seller n where exists (
      select from sale_line l where l.venue_id = ${venueId} and l.product_id = n.id and l.location_id = n.location_id and l.business_date < n.day
        and (l.counts or l.wastage) and not l.voided)`
  return new Set(rows.map(keyOf))
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
