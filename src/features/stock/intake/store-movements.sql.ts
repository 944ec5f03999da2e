import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import { moments, numbers, texts } from '#platform/database/sql-arrays.ts'
import { tradingTime } from '#shared/trading-day.ts'
import { openingOf } from './cellar-clock.rules.ts'
import { type CellarPlace, lockCellar, placesOf } from './cellar-places.sql.ts'
import { keepFirstCounts } from './first-counts.sql.ts'
import { keepSinceCounts } from './stock-latest.sql.ts'
import { costOfMove, isSameMove, type StockMove } from './stock-moves.rules.ts'
import type { ExpectedAt } from './store-count.sql.ts'

/** Who tells of movements. */
export interface MovementTeller {
  source: 'till' | 'file' | 'screen'
  /** The person who entered it. */
  notedBy?: number | null
}

export type MoveStatus = 'accepted' | 'duplicate' | 'conflict'

/**
 * Stores movements that are not there yet: a transfer as one at each of its two locations. One told again under its number is a duplicate, or a conflict where it says something
 * else; one without a number is always a further one.
 * @param moves judged: their products and locations exist
 * @returns what became of each, in their order
 */
export const storeMovements = async (scope: VenueScope, teller: MovementTeller, moves: readonly StockMove[], expectedAt: ExpectedAt): Promise<MoveStatus[]> => {
  if (moves.length === 0) return []
  const locationIds = moves.flatMap(({ locationId, otherLocationId }) => [locationId, ...(otherLocationId === null ? [] : [otherLocationId])])
  await lockCellar(scope, locationIds)
  const there = await movesTold(scope, moves)
  const fresh: StockMove[] = []
  const statuses = moves.map((move): MoveStatus => {
    const before = move.toldId === null ? undefined : there.get(nameOf(move))
    if (before) return isSameMove(before, move) ? 'duplicate' : 'conflict'
    there.set(nameOf(move), move)
    fresh.push(move)
    return 'accepted'
  })
  const places = await placesOf(scope, locationIds)
  const costs = await costsOf(scope, fresh, expectedAt, places)
  const rows = fresh.flatMap((move, i) => {
    const row = { ...move, cost: move.cost ?? costs[i] ?? 0 }
    return move.otherLocationId === null ? [row] : [row, otherEndOf(row, move.otherLocationId, places)]
  })
  await addMoves(scope, teller, rows)
  await keepFirstCounts(
    scope,
    rows.map(({ locationId, productId, day }) => ({ locationId, productId, day })),
  )
  await keepSinceCounts(scope, rows)
  return statuses
}

type Row = StockMove & { cost: number }

const nameOf = ({ locationId, toldId }: StockMove): string => `${locationId} ${toldId}`

/** What arrives, or what is missing where it came from: it has no number of its own, since numbers are the sender's. */
const otherEndOf = (row: Row, locationId: number, places: ReadonlyMap<number, CellarPlace>): Row => {
  const calendar = places.get(locationId)?.calendar ?? []
  const day = row.at === null ? row.day : tradingTime(row.at.getTime(), calendar).businessDate
  return { ...row, locationId, day, otherLocationId: row.locationId, qty: -row.qty, cost: -row.cost, toldId: null }
}

const movesTold = async ({ sql, venueId }: VenueScope, moves: readonly StockMove[]): Promise<Map<string, StockMove>> => {
  const told = moves.filter(({ toldId }) => toldId !== null)
  if (told.length === 0) return new Map()
  const rows = await sql<StockMove[]>`
    select m.kind, m.location_id as "locationId", m.product_id as "productId", m.day, m.at, m.qty, m.reason, m.told_id as "toldId", m.other_location_id as "otherLocationId"
    from unnest(${numbers(told.map(({ locationId }) => locationId))}::int[], ${texts(told.map(({ toldId }) => toldId))}::text[]) as w(location_id, told_id)
    join stock_movement m on m.venue_id = ${venueId} and m.location_id = w.location_id and m.told_id = w.told_id`
  return new Map(rows.map((row) => [nameOf(row), row]))
}

/** What each is worth at the average cost of its place and moment; nothing where no cost is known. */
const costsOf = async (scope: VenueScope, moves: readonly StockMove[], expectedAt: ExpectedAt, places: ReadonlyMap<number, CellarPlace>): Promise<number[]> => {
  const groups = new Map<string, StockMove[]>()
  const keyOf = ({ locationId, day, at }: StockMove) => `${locationId} ${day} ${at?.getTime() ?? ''}`
  for (const move of moves) groups.set(keyOf(move), [...(groups.get(keyOf(move)) ?? []), move])
  const costs = new Map<StockMove, number>()
  for (const [first, ...others] of groups.values()) {
    if (!first) continue
    const together = [first, ...others]
    const at = first.at ?? new Date(openingOf(first.day, places.get(first.locationId)?.calendar ?? []))
    const products = [...new Set(together.map(({ productId }) => productId))]
    const expected = await expectedAt(scope, { locationId: first.locationId, day: first.day, at }, products)
    for (const move of together) costs.set(move, costOfMove(move.qty, expected.get(move.productId)?.averageCost ?? null))
  }
  return moves.map((move) => costs.get(move) ?? 0)
}

const addMoves = async ({ sql, venueId }: VenueScope, { source, notedBy = null }: MovementTeller, rows: readonly Row[]): Promise<void> => {
  if (rows.length === 0) return
  const all = (field: 'locationId' | 'productId' | 'kind' | 'qty' | 'cost' | 'otherLocationId') => numbers(rows.map((row) => row[field]))
  await sql`
    insert into stock_movement (venue_id, movement_id, location_id, product_id, day, kind, qty, cost, at, reason, source, told_id, other_location_id, noted_by)
    select ${venueId}::int, w.id, w.location_id, w.product_id, w.day, w.kind, w.qty, w.cost, w.at, w.reason, ${source}, w.told_id, w.other_location_id, ${notedBy}::int
    from unnest(${numbers(rows.map(() => newFactId()))}::bigint[], ${all('locationId')}::int[], ${all('productId')}::int[], ${texts(rows.map(({ day }) => day))}::date[],
      ${all('kind')}::smallint[], ${all('qty')}::bigint[], ${all('cost')}::bigint[], ${moments(rows.map(({ at }) => at?.getTime() ?? null))}::timestamptz[],
      ${texts(rows.map(({ reason }) => reason))}::text[], ${texts(rows.map(({ toldId }) => toldId))}::text[], ${all('otherLocationId')}::int[])
      as w(id, location_id, product_id, day, kind, qty, cost, at, reason, told_id, other_location_id)
    returning 1`
}
