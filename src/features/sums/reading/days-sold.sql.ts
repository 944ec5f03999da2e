import { SUM } from '#features/reports/kit/figures.rules.ts'
import type { Span } from '#features/reports/kit/period.rules.ts'
import { DIM, GRAIN } from '#features/sums/rollup.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { texts } from '#platform/database/sql-arrays.ts'
import { eachRow, type Reading } from './readings.rules.ts'
import { salesInBuckets } from './sales-sums.sql.ts'
import { counted, number, sumOf } from './slice.sql.ts'

/** Visits what each place sold on each day of a span: its number, the day since 1970-01-01, sales, and net in minor units. */
export const eachDaySold = async (
  scope: VenueScope,
  locationIds: readonly number[],
  span: Span,
  visit: (locationId: number, day: number, n: number, net: number) => void,
): Promise<void> => {
  const add = (reading: Reading) => {
    const at = (which: number) => reading.sums.findIndex((name) => SUM[name] === which) + 2
    const [n, amount, surcharge] = [at(SUM.n), at(SUM.amount), at(SUM.surcharge)]
    if (n < 2 || amount < 2) return
    eachRow(reading, (row) => visit(row[0] as number, row[1] as number, row[n] as number, (row[amount] as number) - (row[surcharge] as number)))
  }
  const readings = await salesInBuckets(scope, { locationIds }, [{ grain: 'day', less: false, ...span }], 'day')
  for (const reading of readings) add(reading)
}

/** What a place sold in an hour of a day. */
export interface HourSold {
  locationId: number
  day: string
  /** 0 to 23, the hour that comes twice in one. */
  hour: number
  net: number
}

/** Net sales of some days by the hour. */
export const hoursSold = (scope: VenueScope, locationIds: readonly number[], days: readonly string[]): Promise<HourSold[]> => {
  const { sql, venueId } = scope
  return sql<HourSold[]>`
    select location_id as "locationId", period as day, key % 100 as hour, ${sumOf(scope, sql`amount - surcharge`)} as net from rollup
    where venue_id = ${venueId} and grain = ${number(scope, GRAIN.day)} and dim = ${number(scope, DIM.weekdayHour)}
      and location_id = any(${locationIds as number[]}::int[]) and period = any(${texts(days)}::date[]) group by 1, 2, 3`
}

/** What places had sold on some days by a minute of the trading day, from the sales themselves. */
export const soldUntil = (
  scope: VenueScope,
  locationIds: readonly number[],
  days: readonly string[],
  minute: number,
): Promise<{ locationId: number; day: string; net: number }[]> => {
  const { sql, venueId } = scope
  return sql<{ locationId: number; day: string; net: number }[]>`
    select location_id as "locationId", business_date as day, ${sumOf(scope, sql`amount - surcharge`)} as net from sale
    where venue_id = ${venueId} and location_id = any(${locationIds as number[]}::int[]) and business_date = any(${texts(days)}::date[])
      and kind in ${counted(scope)} and local_minute <= ${minute} group by 1, 2`
}
