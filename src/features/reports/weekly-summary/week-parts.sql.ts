import type { Piece, Span } from '#features/reports/kit/period.rules.ts'
import { POINTS_ROW, type Points, pointsInBuckets, pointsOfSpans } from '#features/reports/kit/points-by-day.sql.ts'
import { classesOf } from '#features/sums/reading/breakdown-rows.sql.ts'
import { eachRow } from '#features/sums/reading/readings.rules.ts'
import { piecesBeside } from '#features/sums/reading/run-plan.rules.ts'
import { totalsForEach } from '#features/sums/reading/running-totals.sql.ts'
import { atTimes, counted, listed, number, rollupRows, type Slice, sumOf, together } from '#features/sums/reading/slice.sql.ts'
import { tendersTaken } from '#features/sums/reading/tenders.sql.ts'
import { DIM, type Dim, MEASURES } from '#features/sums/rollup.rules.ts'
import { dimOf, eachTotal, keyIn, WEEK_DIMS, WEEK_PARTS } from '#features/sums/running-totals.rules.ts'
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

/** The groups of the venue's classes. */
export class ClassGroups {
  /** By class; '' is none. */
  readonly nameOf: ReadonlyMap<number, string>
  /** Every name once, none first. */
  readonly names: readonly string[]
  readonly #places: ReadonlyMap<number, number>

  constructor(nameOf: ReadonlyMap<number, string>) {
    this.nameOf = nameOf
    this.names = [...new Set(['', ...nameOf.values()])]
    const places = new Map(this.names.map((name, place) => [name, place]))
    this.#places = new Map([...nameOf].map(([classId, name]) => [classId, places.get(name) ?? 0]))
  }

  /** The place of a class's group among the names. */
  placeOf(classId: number): number {
    return this.#places.get(classId) ?? 0
  }
}

/** The parts before they are told of a day: groups by their place among the names. */
interface PartSums {
  groups: Float64Array
  wastage: number
  media: Map<number, { n: number; net: number }>
}

const noParts = ({ names }: ClassGroups): PartSums => ({ groups: new Float64Array(names.length), wastage: 0, media: new Map() })

/** What the parts came to over each of some spans, groups as they were when it was sold: from running totals wherever they are kept, else from rows of the rollup. */
export const wholeParts = async (scope: VenueScope, slice: Slice, spans: readonly Span[], groupsKnown: Promise<ClassGroups>): Promise<Parts[]> => {
  const [ranges, classGroups, points] = await Promise.all([totalsForEach(scope, WEEK_PARTS, slice, spans), groupsKnown, pointsOfSpans(scope, slice, spans)])
  // The end of one day is what the next begins with.
  const read = new Map<string, PartSums>()
  const sumsOf = (text: string): PartSums => {
    const sums = read.get(text) ?? sumsIn(text, classGroups)
    read.set(text, sums)
    return sums
  }
  return Promise.all(
    spans.map(async (span, i) => {
      const own = ranges[i] ?? []
      const sums = noParts(classGroups)
      for (const { sums: text, sign } of own.flatMap(({ totals }) => totals)) addParts(sums, sumsOf(text), sign)
      const beside = await Promise.all(piecesBeside(own, undefined).map(({ locationIds, pieces }) => rowsBeside(scope, { locationIds }, pieces)))
      for (const row of beside.flat()) addRow(sums, classGroups, row)
      return { ...partsOn(span.from, sums, classGroups), points: pointsOn(span.from, points[i]) }
    }),
  )
}

const pointsOn = (day: string, points: Points = { accrued: 0, redeemed: 0 }): PartOfDay[] => POINTS_ROW.map((name) => ({ day, name, amount: points[name] }))

const partsOn = (day: string, { groups, wastage, media }: PartSums, { names }: ClassGroups): Omit<Parts, 'points'> => ({
  groups: names.flatMap((name, place) => (groups[place] === 0 ? [] : [{ day, name, amount: groups[place] as number }])),
  wastage: [{ day, name: 'wastage', amount: wastage }],
  media: [...media].flatMap(([key, { n, net }]) => (n === 0 && net === 0 ? [] : [{ day, name: String(key), amount: net }])),
})

const addParts = (sums: PartSums, { groups, wastage, media }: PartSums, sign: 1 | -1): void => {
  for (const [place, amount] of groups.entries()) sums.groups[place] = (sums.groups[place] as number) + sign * amount
  sums.wastage += sign * wastage
  for (const [key, { n, net }] of media) addTaken(sums, key, sign * n, sign * net)
}

const addTaken = ({ media }: PartSums, key: number, n: number, net: number): void => {
  const taken = media.get(key) ?? { n: 0, net: 0 }
  media.set(key, { n: taken.n + n, net: taken.net + net })
}

/** What a key of a dimension came to, money in minor units. */
interface PartRow {
  dim: number
  key: number
  n: number
  amount: number
  surcharge: number
  cost: number
}

const addRow = (sums: PartSums, classGroups: ClassGroups, { dim, key, n, amount, surcharge, cost }: PartRow): void => {
  if (dim === DIM.wastage) sums.wastage += cost
  if (dim === DIM.class) addToGroup(sums, classGroups.placeOf(key), amount - surcharge)
  if (dim === DIM.media) addTaken(sums, key, n, amount)
}

const addToGroup = ({ groups }: PartSums, place: number, net: number): void => {
  groups[place] = (groups[place] as number) + net
}

const COLUMNS = ['n', 'amount', 'surcharge', 'cost'] as const
const [N, AMOUNT, SURCHARGE, COST] = COLUMNS.map((name) => MEASURES.indexOf(name)) as [number, number, number, number]

/** What a text comes to. A week reads sixty of them, of some hundred classes each: nothing is made for a class. */
const sumsIn = (text: string, classGroups: ClassGroups): PartSums => {
  const sums = noParts(classGroups)
  eachTotal(WEEK_PARTS, [{ sums: text, sign: 1 }], (both, row) => {
    const dim = dimOf(both)
    if (dim === DIM.class) addToGroup(sums, classGroups.placeOf(keyIn(both)), (row[AMOUNT] as number) - (row[SURCHARGE] as number))
    else if (dim === DIM.wastage) sums.wastage += row[COST] as number
    else if (dim === DIM.media) addTaken(sums, keyIn(both), row[N] as number, row[AMOUNT] as number)
  })
  return sums
}

/** Open months and single days. */
const rowsBeside = (scope: VenueScope, slice: Slice, pieces: readonly Piece[]) => {
  const { sql } = scope
  const sums = COLUMNS.map((name) => sql`${sumOf(scope, sql`${sql(name)}`)} as ${sql(name)}`)
  const read = (dim: Dim) => sql`
    select ${number(scope, dim)} as dim, key, ${listed(scope, sums)} from (${rollupRows(scope, slice, pieces, { dim, columns: COLUMNS })}) as piece group by key`
  return sql<PartRow[]>`${together(scope, WEEK_DIMS.map(read))}`
}

export const groupsOfClasses = async (scope: VenueScope): Promise<ClassGroups> =>
  new ClassGroups(new Map((await classesOf(scope)).map(({ classId, group }) => [classId, group])))

/** Net sales by group in a part of a day, from the lines. */
export const groupsInPart = async (scope: VenueScope, slice: Slice, day: string): Promise<PartOfDay[]> => {
  if (slice.locationIds.length === 0) return []
  const { sql, venueId } = scope
  return sql<PartOfDay[]>`
    select s.business_date as day, coalesce(c.sales_group, '') as name, sum(l.amount - l.surcharge)::bigint as amount
    from sale s join sale_line l on l.venue_id = ${venueId} and l.sale_id = s.sale_id and l.counts
    left join product_class c on c.venue_id = ${venueId} and c.class_id = l.class_id
    where s.venue_id = ${venueId} and s.location_id = any(${slice.locationIds as number[]}::int[]) and s.business_date = ${day}
      and s.kind in ${counted(scope)} ${atTimes(scope, slice, 's.')} group by 1, 2`
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
