import { DIM, MEASURES } from '#features/intake/rollup.rules.ts'
import { dimensionKey, dimOf, eachRun, HOURS_AND_MEDIA, hourIn, keyIn } from '#features/intake/running-totals.rules.ts'
import type { VenueScope } from '#platform/venue-scope.ts'
import type { Piece, Span } from '../period.rules.ts'
import { eachRow } from '../readings.rules.ts'
import { piecesBeside } from '../run-plan.rules.ts'
import { type TotalsSlice, totalsFor } from '../running-totals.sql.ts'
import { listed, readingsOf, rollupRows } from '../slice.sql.ts'
import type { HourSums, MediaSums } from './sales-answer.rules.ts'

const COLUMNS = ['n', 'customers', 'amount', 'surcharge'] as const
type Sums = Record<(typeof COLUMNS)[number], number>
/** Where each of them lies in a running total. */
const POSITIONS = COLUMNS.map((name) => [name, MEASURES.indexOf(name)] as const)

/**
 * How a range's trade lay over the hours of the day, and what people paid with, by location: from running totals wherever they are kept,
 * else from rows of the rollup.
 */
export const hoursAndMedia = async (scope: VenueScope, slice: TotalsSlice, range: Span): Promise<{ hours: HourSums[]; media: MediaSums[] }> => {
  const [ranges, names] = await Promise.all([totalsFor(scope, HOURS_AND_MEDIA, slice, range), mediaNames(scope)])
  const found = new Map<number, Map<number, Sums>>()
  const sumsAt = (locationId: number, key: number): Sums => {
    const keys = found.get(locationId) ?? new Map<number, Sums>()
    const sums = keys.get(key) ?? { n: 0, customers: 0, amount: 0, surcharge: 0 }
    found.set(locationId, keys.set(key, sums))
    return sums
  }
  for (const { locationId, totals } of ranges) {
    for (const { sums, sign } of totals) {
      eachRun(HOURS_AND_MEDIA, sums, (key, row) => {
        const into = sumsAt(locationId, key)
        for (const [name, position] of POSITIONS) into[name] += sign * (row[position] as number)
      })
    }
  }
  const beside = piecesBeside(ranges, slice.weekdays)
  await Promise.all(beside.map(({ locationIds, pieces }) => addRows(scope, { ...slice, locationIds }, pieces, sumsAt)))
  return told(found, names)
}

const told = (found: ReadonlyMap<number, ReadonlyMap<number, Sums>>, names: ReadonlyMap<number, string>) => {
  const all = [...found].flatMap(([locationId, keys]) => [...keys].map(([key, sums]) => ({ locationId, dim: dimOf(key), key: keyIn(key), ...sums })))
  const some = all.filter(({ n, customers, amount }) => n !== 0 || customers !== 0 || amount !== 0)
  return {
    hours: some.filter(({ dim }) => dim === DIM.weekdayHour).map(({ dim: _, key, ...sums }): HourSums => ({ localHour: key, ...sums })),
    media: some
      .filter(({ dim }) => dim === DIM.media)
      .map(({ locationId, key, n, amount }): MediaSums => ({ locationId, mediaKey: key, name: names.get(key) ?? '', n, amount })),
  }
}

/** Open months and single days. */
const addRows = async (scope: VenueScope, slice: TotalsSlice, pieces: readonly Piece[], sumsAt: (locationId: number, key: number) => Sums): Promise<void> => {
  const dims = [DIM.media, DIM.weekdayHour]
  const readings = await readingsOf(
    scope,
    dims.map((dim) => ({ sums: COLUMNS, rows: rowsOf(scope, slice, pieces, dim) })),
  )
  for (const [i, dim] of dims.entries()) {
    eachRow(readings[i] ?? { sums: COLUMNS, texts: [] }, ([locationId, key, ...values]) => {
      const into = sumsAt(locationId as number, dimensionKey(dim, dim === DIM.weekdayHour ? hourIn(key as number) : (key as number)))
      for (const [at, name] of COLUMNS.entries()) into[name] += values[at] as number
    })
  }
}

const rowsOf = (scope: VenueScope, slice: TotalsSlice, pieces: readonly Piece[], dim: typeof DIM.media | typeof DIM.weekdayHour) => {
  const { sql } = scope
  // The key of an hour tells its weekday, whatever the grain.
  const where = dim === DIM.weekdayHour && slice.weekdays ? sql`and key / 1000 = any(${slice.weekdays as number[]}::int[])` : sql``
  const sums = COLUMNS.map((name) => sql`sum(${sql(name)}::float8)::bigint as ${sql(name)}`)
  return sql`select location_id, key as bucket, ${listed(scope, sums)}
    from (${rollupRows(scope, slice, pieces, { dim, columns: COLUMNS, where })}) as piece group by location_id, key`
}

const mediaNames = async ({ sql, venueId }: VenueScope): Promise<Map<number, string>> => {
  const rows = await sql<{ key: number; name: string }[]>`select key, name from dimension_key where venue_id = ${venueId} and dim = ${DIM.media}`
  return new Map(rows.map(({ key, name }) => [key, name]))
}
