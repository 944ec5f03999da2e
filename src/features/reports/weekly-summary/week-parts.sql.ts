import type { Span } from '#features/reports/kit/period.rules.ts'
import { POINTS_ROW, type Points, pointsInBuckets, pointsOfSpans } from '#features/reports/kit/points-by-day.sql.ts'
import { classesOf } from '#features/sums/reading/breakdown-rows.sql.ts'
import { groupsMediaAndWastage } from '#features/sums/reading/groups-media-wastage.sql.ts'
import { eachRow } from '#features/sums/reading/readings.rules.ts'
import { atTimes, counted, type Slice } from '#features/sums/reading/slice.sql.ts'
import { tendersTaken } from '#features/sums/reading/tenders.sql.ts'
import { DIM, type Dim } from '#features/sums/rollup.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'

/** What a part of the week came to on a day: net sales of a group, what was paid with a media, what was wasted at cost, or points. */
export interface PartOfDay {
  day: string
  /** A group's name, '' for none; the key of a media; `wastage`. */
  name: string
  /** Minor units, or points. */
  amount: number
}

/** What a week tells beside its sales. */
export interface Parts {
  /** Their sum is the net sales. */
  groups: PartOfDay[]
  wastage: PartOfDay[]
  media: PartOfDay[]
  /** Points that sales gave and used, by the names in POINTS_ROW. */
  points: PartOfDay[]
}

/** What the parts came to over each of some spans of a week, groups as they were when it was sold, from the days of the rollup. */
export const wholeParts = async (scope: VenueScope, slice: Slice, spans: readonly Span[]): Promise<Parts[]> => {
  const [rows, points] = await Promise.all([groupsMediaAndWastage(scope, slice, spans), pointsOfSpans(scope, slice, spans)])
  return spans.map(({ from: day }, i) => {
    const own = (dim: Dim) => rows.filter((row) => row.span === i && row.dim === dim)
    return {
      groups: own(DIM.class).flatMap(({ name, amount }) => (amount === 0 ? [] : [{ day, name, amount }])),
      wastage: [{ day, name: 'wastage', amount: own(DIM.wastage)[0]?.amount ?? 0 }],
      media: own(DIM.media).flatMap(({ name, n, amount }) => (n === 0 && amount === 0 ? [] : [{ day, name, amount }])),
      points: pointsOn(day, points[i]),
    }
  })
}

const pointsOn = (day: string, points: Points = { accrued: 0, redeemed: 0 }): PartOfDay[] => POINTS_ROW.map((name) => ({ day, name, amount: points[name] }))

/** Net sales by group in a part of a day, from the lines. */
export const groupsInPart = async (scope: VenueScope, slice: Slice, day: string): Promise<PartOfDay[]> => {
  if (slice.locationIds.length === 0) return []
  const { sql, venueId } = scope
  return sql<PartOfDay[]>`
    select s.business_date as day, coalesce(c.sales_group, '') as name, sum(l.amount - l.surcharge)::bigint as amount
    from sale s join sale_line l on l.venue_id = ${venueId} and l.sale_id = s.sale_id and l.counts
    left join product_class c on c.venue_id = ${venueId} and c.class_id = l.class_id
    where s.venue_id = ${venueId} and s.location_id = any(${slice.locationIds as number[]}::int[]) and s.business_date = ${day}
      and s.kind in ${counted(scope)} ${atTimes(scope, slice, 's.')} group by 1, 2 order by 1, 2`
}

/** What was written off in a part of a day, from the lines. */
export const wastageInPart = async (scope: VenueScope, slice: Slice, day: string): Promise<PartOfDay[]> => {
  if (slice.locationIds.length === 0) return []
  const { sql, venueId } = scope
  return sql<PartOfDay[]>`
    select s.business_date as day, 'wastage' as name, coalesce(sum(l.cost), 0)::bigint as amount
    from sale s join sale_line l on l.venue_id = ${venueId} and l.sale_id = s.sale_id and l.wastage and not l.voided
    where s.venue_id = ${venueId} and s.location_id = any(${slice.locationIds as number[]}::int[]) and s.business_date = ${day}
      and s.kind in ${counted(scope)} ${atTimes(scope, slice, 's.')} group by 1`
}

/** What was paid with each media in a part of a day. */
export const mediaInPart = async (scope: VenueScope, slice: Slice, day: string): Promise<PartOfDay[]> =>
  (await tendersTaken(scope, slice, { from: day, to: day }, 'none')).map(({ mediaKey, net }) => ({ day, name: String(mediaKey), amount: net }))

/** Points of the sales in a part of a day. */
export const pointsInPart = async (scope: VenueScope, slice: Slice, day: string): Promise<PartOfDay[]> => {
  const points: Points = { accrued: 0, redeemed: 0 }
  const text = await pointsInBuckets(scope, slice, { from: day, to: day }, 'day')
  eachRow({ sums: POINTS_ROW, texts: [text] }, (row) => {
    for (const [i, name] of POINTS_ROW.entries()) points[name] += row[i + 2] as number
  })
  return pointsOn(day, points)
}

/** The group of each of the venue's classes; '' for none. */
export const groupsOfClasses = async (scope: VenueScope): Promise<Map<number, string>> =>
  new Map((await classesOf(scope)).map(({ classId, group }) => [classId, group]))
