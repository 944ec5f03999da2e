import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import { lockCellar } from './cellar-places.sql.ts'
import { keepFirstCounts } from './first-counts.sql.ts'
import { keepLatestCount, keepSinceCounts } from './stock-latest.sql.ts'

/** What should be there of a product at a moment, and what a unit of it cost on average. */
export interface Expectation {
  /** Ten-thousandths of a unit; null where it was not counted before. */
  qty: number | null
  /** Of a unit, in ten-thousandths of a minor unit; null where no cost is known. */
  averageCost: number | null
}

/** Tells what should be there of products at a location and moment, whose trading day is named with it. */
export type ExpectedAt = (
  scope: VenueScope,
  moment: { locationId: number; day: string; at: Date },
  productIds: readonly number[],
) => Promise<ReadonlyMap<number, Expectation>>

/** A count as it is committed, whole. */
export interface CountFacts {
  locationId: number
  section: string
  countedAt: Date
  /** The trading day it was counted on. */
  day: string
  source: 'till' | 'file' | 'screen'
  /** The sender's own number of it, which names it for ever at its location; null where it has none. */
  toldId: string | null
  note: string
  /** The person who committed it. */
  committedBy: number | null
  /** Each product once; ten-thousandths of a unit, not below zero. */
  lines: readonly { productId: number; qty: number }[]
}

export interface CountOutcome {
  status: 'accepted' | 'duplicate' | 'conflict'
  countId: string
}

/**
 * Commits a count with what should have been there, and makes it the latest of its products where it is. One sent again under its number is a duplicate, or a conflict where
 * it says something else.
 */
export const storeCount = async (scope: VenueScope, count: CountFacts, expectedAt: ExpectedAt): Promise<CountOutcome> => {
  await lockCellar(scope, [count.locationId])
  const before = count.toldId === null ? undefined : await countTold(scope, count.locationId, count.toldId)
  if (before) return { status: isSameCount(before, count) ? 'duplicate' : 'conflict', countId: before.countId }
  const productIds = count.lines.map(({ productId }) => productId)
  const expected = await expectedAt(scope, { locationId: count.locationId, day: count.day, at: count.countedAt }, productIds)
  const countId = newFactId()
  await addCount(scope, countId, count, expected)
  await keepLatestCount(scope, countId)
  const counted = productIds.map((productId) => ({ locationId: count.locationId, productId, countedAt: count.countedAt }))
  await keepFirstCounts(scope, counted)
  await keepSinceCounts(scope, counted)
  return { status: 'accepted', countId }
}

interface Told extends Pick<CountFacts, 'section' | 'countedAt' | 'note' | 'lines'> {
  countId: string
}

const countTold = async ({ sql, venueId }: VenueScope, locationId: number, toldId: string): Promise<Told | undefined> => {
  const [head] = await sql<Omit<Told, 'lines'>[]>`
    select c.count_id::text as "countId", c.section, c.counted_at as "countedAt", c.note from stock_count c
    where c.venue_id = ${venueId} and c.location_id = ${locationId} and c.told_id = ${toldId}`
  if (!head) return undefined
  const lines = await sql<{ productId: number; qty: number }[]>`
    select l.product_id as "productId", l.qty from stock_count_line l where l.venue_id = ${venueId} and l.count_id = ${head.countId}::bigint`
  return { ...head, lines }
}

const isSameCount = (one: Told, other: CountFacts): boolean => {
  const there = new Map(one.lines.map(({ productId, qty }) => [productId, qty]))
  const isSameHead = one.section === other.section && one.note === other.note && one.countedAt.getTime() === other.countedAt.getTime()
  return isSameHead && there.size === other.lines.length && other.lines.every(({ productId, qty }) => there.get(productId) === qty)
}

const addCount = async ({ sql, venueId }: VenueScope, countId: string, count: CountFacts, expected: ReadonlyMap<number, Expectation>): Promise<void> => {
  const { locationId, section, countedAt, day, source, toldId, note, committedBy, lines } = count
  await sql`
    insert into stock_count (venue_id, count_id, location_id, section, counted_at, day, source, told_id, note, committed_by)
    values (${venueId}, ${countId}::bigint, ${locationId}, ${section}, ${countedAt}, ${day}, ${source}, ${toldId}, ${note}, ${committedBy}::int)`
  const of = (field: keyof Expectation) => numbers(lines.map(({ productId }) => expected.get(productId)?.[field] ?? null))
  await sql`
    insert into stock_count_line (venue_id, count_id, product_id, qty, expected, average_cost)
    select ${venueId}::int, ${countId}::bigint, w.* from unnest(${numbers(lines.map(({ productId }) => productId))}::int[],
      ${numbers(lines.map(({ qty }) => qty))}::bigint[], ${of('qty')}::bigint[], ${of('averageCost')}::bigint[]) as w
    returning 1`
}
