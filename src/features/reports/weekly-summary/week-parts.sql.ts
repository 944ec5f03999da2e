import { DIM, type Dim, MEASURES } from '#features/intake/rollup.rules.ts'
import { dimOf, eachRun, keyIn, WEEK_DIMS, WEEK_PARTS } from '#features/intake/running-totals.rules.ts'
import type { VenueScope } from '#platform/venue-scope.ts'
import { tendersTaken } from '../media-summary/tenders.sql.ts'
import type { Piece, Span } from '../period.rules.ts'
import { piecesBeside } from '../run-plan.rules.ts'
import { totalsForEach } from '../running-totals.sql.ts'
import { atTimes, counted, listed, number, rollupRows, type Slice, sumOf, together } from '../slice.sql.ts'

/** What a part of the week came to on a day: net sales of a group, what was paid with a media, or what was wasted at cost. */
export interface PartOfDay {
  day: string
  /** A group's name, '' for none; the key of a media; `wastage`. */
  name: string
  /** Minor units. */
  amount: number
}

/** What a week tells beside its sales. */
export interface Parts {
  /** Their sum is the net sales. */
  groups: PartOfDay[]
  wastage: PartOfDay[]
  media: PartOfDay[]
}

/** The same before it is told of a day. */
interface PartSums {
  groups: Map<string, number>
  wastage: number
  media: Map<number, { n: number; net: number }>
}

/** What the parts came to over each of some spans, groups as they were when it was sold: from running totals wherever they are kept, else from rows of the rollup. */
export const wholeParts = async (
  scope: VenueScope,
  slice: Slice,
  spans: readonly Span[],
  groupsKnown: Promise<ReadonlyMap<number, string>>,
): Promise<Parts[]> => {
  const [ranges, groupOf] = await Promise.all([totalsForEach(scope, WEEK_PARTS, slice, spans), groupsKnown])
  // The end of one day is what the next begins with.
  const read = new Map<string, PartRow[]>()
  const rowsOf = (text: string): PartRow[] => {
    const rows = read.get(text) ?? rowsIn(text)
    read.set(text, rows)
    return rows
  }
  return Promise.all(
    spans.map(async (span, i) => {
      const own = ranges[i] ?? []
      const sums: PartSums = { groups: new Map(), wastage: 0, media: new Map() }
      for (const { sums: text, sign } of own.flatMap(({ totals }) => totals)) for (const row of rowsOf(text)) addPart(sums, groupOf, row, sign)
      const beside = await Promise.all(piecesBeside(own, undefined).map(({ locationIds, pieces }) => rowsBeside(scope, { locationIds }, pieces)))
      for (const row of beside.flat()) addPart(sums, groupOf, row, 1)
      return partsOn(span.from, sums)
    }),
  )
}

const partsOn = (day: string, { groups, wastage, media }: PartSums): Parts => ({
  groups: [...groups].flatMap(([name, amount]) => (amount === 0 ? [] : [{ day, name, amount }])),
  wastage: [{ day, name: 'wastage', amount: wastage }],
  media: [...media].flatMap(([key, { n, net }]) => (n === 0 && net === 0 ? [] : [{ day, name: String(key), amount: net }])),
})

/** What a key of a dimension came to, money in minor units. */
interface PartRow {
  dim: number
  key: number
  n: number
  amount: number
  surcharge: number
  cost: number
}

const addPart = (sums: PartSums, groupOf: ReadonlyMap<number, string>, { dim, key, n, amount, surcharge, cost }: PartRow, sign: 1 | -1): void => {
  if (dim === DIM.wastage) sums.wastage += sign * cost
  if (dim === DIM.class) {
    const name = groupOf.get(key) ?? ''
    sums.groups.set(name, (sums.groups.get(name) ?? 0) + sign * (amount - surcharge))
  }
  if (dim === DIM.media) {
    const taken = sums.media.get(key) ?? { n: 0, net: 0 }
    sums.media.set(key, { n: taken.n + sign * n, net: taken.net + sign * amount })
  }
}

const COLUMNS = ['n', 'amount', 'surcharge', 'cost'] as const
const [N, AMOUNT, SURCHARGE, COST] = COLUMNS.map((name) => MEASURES.indexOf(name)) as [number, number, number, number]

const rowsIn = (text: string): PartRow[] => {
  const rows: PartRow[] = []
  eachRun(WEEK_PARTS, [{ sums: text, sign: 1 }], (both, row) => {
    const of = (measure: number) => row[measure] as number
    rows.push({ dim: dimOf(both), key: keyIn(both), n: of(N), amount: of(AMOUNT), surcharge: of(SURCHARGE), cost: of(COST) })
  })
  return rows
}

/** Open months and single days. */
const rowsBeside = (scope: VenueScope, slice: Slice, pieces: readonly Piece[]) => {
  const { sql } = scope
  const sums = COLUMNS.map((name) => sql`${sumOf(scope, sql`${sql(name)}`)} as ${sql(name)}`)
  const read = (dim: Dim) => sql`
    select ${number(scope, dim)} as dim, key, ${listed(scope, sums)} from (${rollupRows(scope, slice, pieces, { dim, columns: COLUMNS })}) as piece group by key`
  return sql<PartRow[]>`${together(scope, WEEK_DIMS.map(read))}`
}

/** The group of each class; '' is none. */
export const groupsOfClasses = async ({ sql, venueId }: VenueScope): Promise<Map<number, string>> => {
  const rows = await sql<{ classId: number; name: string }[]>`
    select class_id as "classId", sales_group as name from product_class where venue_id = ${venueId}`
  return new Map(rows.map(({ classId, name }) => [classId, name]))
}

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
