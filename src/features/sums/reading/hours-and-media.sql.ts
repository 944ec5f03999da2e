import type { Piece, Span } from '#features/reports/kit/period.rules.ts'
import type { HourSums, MediaSums } from '#features/reports/kit/sales-answer.rules.ts'
import { DIM, MEASURES } from '#features/sums/rollup.rules.ts'
import { dimensionKey, dimOf, eachTotal, HOURS_AND_MEDIA, hourIn, keyIn } from '#features/sums/running-totals.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { eachRow } from './readings.rules.ts'
import { piecesBeside } from './run-plan.rules.ts'
import { type TotalsSlice, totalsFor } from './running-totals.sql.ts'
import { listed, readingsOf, rollupRows } from './slice.sql.ts'

const COLUMNS = ['n', 'customers', 'amount', 'surcharge'] as const
const AT = { n: 0, customers: 1, amount: 2, surcharge: 3 } as const satisfies Record<(typeof COLUMNS)[number], number>
/** In the order of COLUMNS. */
type Sums = Float64Array
/** Where each of them lies in a running total. */
const POSITIONS = COLUMNS.map((name) => MEASURES.indexOf(name))
/** Sums by location and by key of a running total. */
type Found = Map<number, Map<number, Sums>>

/**
 * How a range's trade lay over the hours of the day, and what people paid with, by location: from running totals wherever they are kept,
 * else from rows of the rollup.
 */
export const hoursAndMedia = async (scope: VenueScope, slice: TotalsSlice, range: Span): Promise<{ hours: HourSums[]; media: MediaSums[] }> => {
  const [ranges, names] = await Promise.all([totalsFor(scope, HOURS_AND_MEDIA, slice, range), mediaNames(scope)])
  const found: Found = new Map()
  for (const { locationId, totals } of ranges) {
    eachTotal(HOURS_AND_MEDIA, totals, (key, row) => {
      const into = sumsAt(found, locationId, key)
      for (let i = 0; i < into.length; i += 1) into[i] = (into[i] as number) + (row[POSITIONS[i] as number] as number)
    })
  }
  const beside = piecesBeside(ranges, slice.weekdays)
  await Promise.all(beside.map(({ locationIds, pieces }) => addRows(scope, { ...slice, locationIds }, pieces, found)))
  return answerOf(found, names)
}

const sumsAt = (found: Found, locationId: number, key: number): Sums => {
  const keys = known(found, locationId, () => new Map<number, Sums>())
  return known(keys, key, () => new Float64Array(COLUMNS.length))
}

const known = <T>(map: Map<number, T>, key: number, make: () => T): T => {
  const there = map.get(key)
  if (there !== undefined) return there
  const made = make()
  map.set(key, made)
  return made
}

const answerOf = (found: Found, names: ReadonlyMap<number, string>): { hours: HourSums[]; media: MediaSums[] } => {
  const [hours, media]: [HourSums[], MediaSums[]] = [[], []]
  for (const [locationId, keys] of found) {
    for (const [of, sums] of keys) {
      if (sums[AT.n] === 0 && sums[AT.customers] === 0 && sums[AT.amount] === 0) continue
      const [dim, key, n, amount] = [dimOf(of), keyIn(of), sums[AT.n] as number, sums[AT.amount] as number]
      if (dim === DIM.media) media.push({ locationId, mediaKey: key, name: names.get(key) ?? '', n, amount })
      if (dim !== DIM.weekdayHour) continue
      hours.push({ locationId, localHour: key, n, customers: sums[AT.customers] as number, amount, surcharge: sums[AT.surcharge] as number })
    }
  }
  return { hours, media }
}

/** Open months and single days. */
const addRows = async (scope: VenueScope, slice: TotalsSlice, pieces: readonly Piece[], found: Found): Promise<void> => {
  const dims = [DIM.media, DIM.weekdayHour]
  const readings = await readingsOf(
    scope,
    dims.map((dim) => ({ sums: COLUMNS, rows: rowsOf(scope, slice, pieces, dim) })),
  )
  for (const [i, dim] of dims.entries()) {
    eachRow(readings[i] ?? { sums: COLUMNS, texts: [] }, ([locationId, key, ...values]) => {
      const into = sumsAt(found, locationId as number, dimensionKey(dim, dim === DIM.weekdayHour ? hourIn(key as number) : (key as number)))
      for (const [at, value] of values.entries()) into[at] = (into[at] as number) + value
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
