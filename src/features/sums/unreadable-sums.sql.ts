import type { VenueScope } from '#platform/access/venue-scope.ts'
import { UnsoundSums } from '#shared/stored-sums.ts'
import { basisName, guestBasis, layMembers } from './guest-pack.rules.ts'
import { differenceAt, type Mismatch } from './mismatch.rules.ts'
import { DIM } from './rollup.rules.ts'
import { RUN_END } from './totals-reader.rules.ts'

/**
 * Takes away the stored texts of sums that are cut short. A report that meets one is answered without stored sums, and so takes longer every time; and only the months
 * of changed days are compared every night. Mostly told by lengths, in SQL: nothing is computed anew.
 */
export const dropUnreadable = async (scope: VenueScope): Promise<Mismatch[]> => {
  await scope.sql.withoutTimeLimit()
  return [...(await unreadableGuests(scope)), ...(await unreadableTotals(scope))]
}

interface Found {
  locationId: number
  month: string
}

const mismatchesOf = (rows: readonly Found[], dim: number): Mismatch[] =>
  [...new Map(rows.map((row) => [`${row.locationId} ${row.month}`, row])).values()].map(({ locationId, month }) => differenceAt(locationId, month, dim))

/** Who came is looked through text by text, since its numbers are of any width. */
const unreadableGuests = async (scope: VenueScope): Promise<Mismatch[]> => {
  const { sql, venueId, venue } = scope
  const rows = await sql<(Found & { isCut: boolean; visitDays: string })[]>`
    select location_id as "locationId", month, visit_days as "visitDays", (${isCutWords(scope, 'patron_days')} or ${isCutWords(scope, 'item_days')}
      or ${isCutWords(scope, 'table_days')} or ${isCutBits(scope, 'visitors')}) as "isCut"
    from packed_guests where venue_id = ${venueId} and basis = ${basisName(guestBasis(venue.dayparts))} order by 1, 2`
  const cut = rows.filter(({ isCut, visitDays }) => isCut || !areMembers(visitDays))
  for (const { locationId, month } of cut) await sql`delete from packed_guests where venue_id = ${venueId} and location_id = ${locationId} and month = ${month}`
  return mismatchesOf(cut, DIM.total)
}

const areMembers = (text: string): boolean => {
  const bytes = Buffer.from(text, 'base64')
  try {
    layMembers(bytes, new Int32Array(bytes.length), 0, () => undefined)
    return true
  } catch (error) {
    if (error instanceof UnsoundSums) return false
    throw error
  }
}

const unreadableTotals = async ({ sql, venueId }: VenueScope): Promise<Mismatch[]> => {
  const rows = await sql<Found[]>`
    delete from running_total where venue_id = ${venueId} and format <> '' and right(sums, 1) <> ${RUN_END}
    returning location_id as "locationId", date_trunc('month', day::timestamp)::date as month`
  return mismatchesOf(rows, DIM.product)
}

/** Whether a text of `packNumbers` is not as long as its head says. */
const isCutWords = (scope: VenueScope, column: string) => {
  const byte = byteOf(scope, column)
  return cutWhere(scope, column, scope.sql`8 + (${byte(4)} + 256 * ${byte(5)} + 65536 * ${byte(6)}) * ${byte(0)}`)
}

/** The same of `packBits`. */
const isCutBits = (scope: VenueScope, column: string) => {
  const byte = byteOf(scope, column)
  return cutWhere(scope, column, scope.sql`4 + ${byte(0)} + 256 * ${byte(1)} + 65536 * ${byte(2)}`)
}

/** A byte of a head, which lies in the first eight characters: six bytes, and in twelve the words'. */
const byteOf =
  ({ sql }: VenueScope, column: string) =>
  (at: number) =>
    sql`get_byte(decode(substr(${sql(column)}, 1, ${at < 3 ? 8 : 12}), 'base64'), ${at}::int)`

const cutWhere = ({ sql }: VenueScope, column: string, bytes: ReturnType<VenueScope['sql']>) => sql`
  case when ${sql(column)} !~ '^[A-Za-z0-9+/]{6}[A-Za-z0-9+/=]{2}' or length(${sql(column)}) % 4 <> 0 then true
    else length(${sql(column)}) <> (${bytes} + 2) / 3 * 4 end`
