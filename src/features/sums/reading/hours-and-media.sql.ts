import { coarsestFor, type Piece, piecesOf, type Span } from '#features/reports/kit/period.rules.ts'
import type { HourSums, MediaSums } from '#features/reports/kit/sales-answer.rules.ts'
import { DIM } from '#features/sums/rollup.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { eachRow } from './readings.rules.ts'
import { listed, readingsOf, rollupRows, type Slice } from './slice.sql.ts'

const COLUMNS = ['n', 'customers', 'amount', 'surcharge'] as const

/** How a range's trade lay over the hours of the day, and what people paid with, by location. */
export const hoursAndMedia = async (scope: VenueScope, slice: Slice, range: Span): Promise<{ hours: HourSums[]; media: MediaSums[] }> => {
  const pieces = piecesOf(range, coarsestFor('none', slice.weekdays !== undefined))
  const read = (dim: HourOrMedia) => ({ sums: COLUMNS, rows: rowsOf(scope, slice, pieces, dim) })
  const [[byMedia, byHour], names] = await Promise.all([readingsOf(scope, [read(DIM.media), read(DIM.weekdayHour)]), mediaNames(scope)])
  const media: MediaSums[] = []
  eachRow(byMedia ?? NOTHING, ([locationId = 0, mediaKey = 0, n = 0, , amount = 0]) => {
    if (n !== 0 || amount !== 0) media.push({ locationId, mediaKey, name: names.get(mediaKey) ?? '', n, amount })
  })
  const hours: HourSums[] = []
  eachRow(byHour ?? NOTHING, ([locationId = 0, localHour = 0, n = 0, customers = 0, amount = 0, surcharge = 0]) => {
    if (n !== 0 || customers !== 0 || amount !== 0) hours.push({ locationId, localHour, n, customers, amount, surcharge })
  })
  return { hours, media }
}

type HourOrMedia = typeof DIM.media | typeof DIM.weekdayHour
const NOTHING = { sums: COLUMNS, texts: [] }

const rowsOf = (scope: VenueScope, slice: Slice, pieces: readonly Piece[], dim: HourOrMedia) => {
  const { sql } = scope
  // The key of an hour tells its weekday, whatever the grain.
  const where = dim === DIM.weekdayHour && slice.weekdays ? sql`and key / 1000 = any(${slice.weekdays as number[]}::int[])` : sql``
  const sums = COLUMNS.map((name) => sql`sum(${sql(name)}::float8)::bigint as ${sql(name)}`)
  const bucket = dim === DIM.weekdayHour ? sql`key % 1000` : sql`key`
  return sql`select location_id, ${bucket} as bucket, ${listed(scope, sums)}
    from (${rollupRows(scope, slice, pieces, { dim, columns: COLUMNS, where })}) as piece group by location_id, ${bucket}`
}

const mediaNames = async ({ sql, venueId }: VenueScope): Promise<Map<number, string>> => {
  const rows = await sql<{ key: number; name: string }[]>`select key, name from dimension_key where venue_id = ${venueId} and dim = ${DIM.media}`
  return new Map(rows.map(({ key, name }) => [key, name]))
}
