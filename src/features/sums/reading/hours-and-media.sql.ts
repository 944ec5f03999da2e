import { coarsestFor, piecesOf, type Span } from '#features/reports/kit/period.rules.ts'
import type { HourSums, MediaSums } from '#features/reports/kit/sales-answer.rules.ts'
import { CODE_DIM, DIM } from '#features/sums/rollup.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { eachRow } from './readings.rules.ts'
import { type Fragment, listed, readingsOf, rollupRows, type Slice } from './slice.sql.ts'

const HOUR = ['n', 'customers', 'amount', 'surcharge'] as const
const MEDIA = ['n', 'net'] as const

/** How a range's trade lay over the hours of the day, and what people paid with, by location. */
export const hoursAndMedia = async (scope: VenueScope, slice: Slice, range: Span): Promise<{ hours: HourSums[]; media: MediaSums[] }> => {
  const { sql } = scope
  const pieces = piecesOf(range, coarsestFor('none', slice.weekdays !== undefined))
  // The key of an hour tells its weekday, whatever the grain.
  const where = slice.weekdays ? sql`and key / 1000 = any(${slice.weekdays as number[]}::int[])` : sql``
  const byHour = summed(scope, HOUR, sql`key % 1000`, rollupRows(scope, slice, pieces, { dim: DIM.weekdayHour, columns: HOUR, where }))
  const byMedia = summed(scope, MEDIA, sql`key`, rollupRows(scope, slice, pieces, { dim: DIM.media, columns: MEDIA }))
  const [[hourSums, mediaSums], names] = await Promise.all([
    readingsOf(scope, [
      { sums: HOUR, rows: byHour },
      { sums: ['n', 'amount'], rows: sql`select location_id, bucket, n, net as amount from (${byMedia}) as m` },
    ]),
    mediaNames(scope),
  ])
  const media: MediaSums[] = []
  eachRow(mediaSums ?? NOTHING, ([locationId = 0, mediaKey = 0, n = 0, amount = 0]) => {
    if (n !== 0 || amount !== 0) media.push({ locationId, mediaKey, name: names.get(mediaKey) ?? '', n, amount })
  })
  const hours: HourSums[] = []
  eachRow(hourSums ?? NOTHING, ([locationId = 0, localHour = 0, n = 0, customers = 0, amount = 0, surcharge = 0]) => {
    if (n !== 0 || customers !== 0 || amount !== 0) hours.push({ locationId, localHour, n, customers, amount, surcharge })
  })
  return { hours, media }
}

const NOTHING = { sums: HOUR, texts: [] }

/** Rows added up by location and bucket. */
const summed = (scope: VenueScope, columns: readonly string[], bucket: Fragment, rows: Fragment): Fragment => {
  const { sql } = scope
  const sums = columns.map((name) => sql`sum(${sql(name)}::float8)::bigint as ${sql(name)}`)
  return sql`select location_id, ${bucket} as bucket, ${listed(scope, sums)} from (${rows}) as piece group by location_id, ${bucket}`
}

const mediaNames = async ({ sql, venueId }: VenueScope): Promise<Map<number, string>> => {
  const rows = await sql<{ key: number; name: string }[]>`select key, name from dimension_key where venue_id = ${venueId} and dim = ${CODE_DIM.media}`
  return new Map(rows.map(({ key, name }) => [key, name]))
}
