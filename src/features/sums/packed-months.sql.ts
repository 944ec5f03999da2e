import type { VenueScope } from '#platform/access/venue-scope.ts'
import { packNumbers } from '#platform/database/packed-numbers.ts'
import type { Query } from '#platform/database/sql.ts'
import { MONTH_FORMAT, MONTH_LAYOUT, type MonthLayout, monthFormatOf } from './packed-month.rules.ts'
import { DIM, GRAIN } from './rollup.rules.ts'
import { lockRollup } from './rollup-lock.sql.ts'

type Fragment = Query<readonly unknown[]>

/** A location's month that is over and not packed. */
export interface UnpackedMonth {
  locationId: number
  /** Its first day. */
  month: string
}

/** The months that are over by a day and have trade, but are not packed, or in another format, or by weeks that begin on another day than the venue's do now. */
export const unpackedMonths = ({ sql, venueId, venue }: VenueScope, upTo: string): Promise<UnpackedMonth[]> => sql<UnpackedMonth[]>`
  select distinct location_id as "locationId", date_trunc('month', day::timestamp)::date as month from trading_day_state t
  where venue_id = ${venueId} and day < date_trunc('month', ${upTo}::date + interval '1 day')::date and not exists (select from packed_month p
    where p.venue_id = ${venueId} and p.location_id = t.location_id and p.month = date_trunc('month', t.day::timestamp)::date
    and p.format = ${MONTH_FORMAT} and p.week_start = ${venue.weekStart}) order by 1, 2`

/**
 * Packs a month from the rows of its days; tills of the location wait meanwhile, for a few milliseconds.
 * @param layout another one than this version's is for tests of what a version before or after wrote
 */
export const packMonth = async (scope: VenueScope, { locationId, month }: UnpackedMonth, layout = MONTH_LAYOUT): Promise<void> => {
  const { sql, venueId, venue } = scope
  await lockRollup(scope, locationId)
  await sql`delete from packed_month where venue_id = ${venueId} and location_id = ${locationId} and month = ${month}`
  const [found] = await sql<{ days: string | null }[]>`select ${daysOf(scope, locationId, month, layout)} as days`
  const { days, weeks, members } = packed(found?.days ?? '', venue.weekStart, layout)
  await sql`
    insert into packed_month (venue_id, location_id, month, week_start, day_sums, week_sums, member_sums, format)
    values (${venueId}, ${locationId}, ${month}, ${venue.weekStart}, ${days}, ${weeks}, ${members}, ${monthFormatOf(layout)}) returning 1`
}

/** Takes a packed month away that says something else than the rows of its days. */
export const dropWrongPack = async (scope: VenueScope, locationId: number, month: string): Promise<boolean> => {
  const { sql, venueId } = scope
  const [kept] = await sql<(Packed & { weekStart: number; rows: string | null })[]>`
    select day_sums as days, week_sums as weeks, member_sums as members, week_start as "weekStart", ${daysOf(scope, locationId, month)} as rows
    from packed_month where venue_id = ${venueId} and location_id = ${locationId} and month = ${month} and format = ${MONTH_FORMAT}`
  if (!kept) return false
  const right = packed(kept.rows ?? '', kept.weekStart)
  if (right.days === kept.days && right.weeks === kept.weeks && right.members === kept.members) return false
  // Not one that was made anew meanwhile.
  await sql`
    delete from packed_month where venue_id = ${venueId} and location_id = ${locationId} and month = ${month}
      and (day_sums, week_sums, member_sums) = (${kept.days}, ${kept.weeks}, ${kept.members})`
  return true
}

/** A month as it is kept: its days, each its number since 1970-01-01 and its sums, its weeks under their first day in the month, and what members spent by the day. */
interface Packed {
  days: string
  weeks: string
  members: string
}

/** @param text its days as `daysOf` tells them */
const packed = (text: string, weekStart: number, { sums, members: named }: MonthLayout = MONTH_LAYOUT): Packed => {
  const days = text === '' ? [] : text.split(';').map((row) => row.split(',').map(Number))
  const places = named.map((name) => 1 + Object.keys(sums).indexOf(name))
  const members = days.map((row) => [0, ...places].map((place) => row[place] as number))
  return { days: packNumbers(days.flat()), weeks: packNumbers(weeksOf(days, weekStart).flat()), members: packNumbers(members.flat()) }
}

/** 1970-01-01 was a Thursday: so many days after a Monday. */
const THURSDAY = 3

const weeksOf = (days: readonly (readonly number[])[], weekStart: number): number[][] => {
  const weeks = new Map<number, number[]>()
  for (const [day, ...sums] of days as [number, ...number[]][]) {
    const begins = day - ((day + THURSDAY + 8 - weekStart) % 7)
    const week = weeks.get(begins)
    if (week) for (const [i, sum] of sums.entries()) week[i + 1] = (week[i + 1] as number) + sum
    else weeks.set(begins, [day, ...sums])
  }
  return [...weeks.values()]
}

/** The days of a month as one text: days since 1970-01-01 and the sums of the layout, separated by commas, days by semicolons. */
const daysOf = ({ sql, venueId }: VenueScope, locationId: number, month: string, layout = MONTH_LAYOUT): Fragment => {
  const rows = (dim: number) => sql`select * from rollup where venue_id = ${venueId} and grain = ${GRAIN.day} and dim = ${dim} and location_id = ${locationId}
    and period >= ${month}::date and period < ${month}::date + interval '1 month'`
  const sums = Object.values(layout.sums)
    .map(([from, measure]) => sql`coalesce(${sql(`${from}.${measure}`)}, 0)`)
    .reduce((all, next) => sql`${all}, ${next}`)
  return sql`
    (select string_agg(concat_ws(',', period - date '1970-01-01', ${sums}), ';' order by period)
    from (${rows(DIM.total)}) t full join (${rows(DIM.besideTotal)}) b using (period))`
}
