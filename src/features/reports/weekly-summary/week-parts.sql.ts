import { DIM, MEASURES } from '#features/intake/rollup.rules.ts'
import { DIMENSIONS, dimensionKey, dimOf, eachRun, keyIn } from '#features/intake/running-totals.rules.ts'
import type { VenueScope } from '#platform/venue-scope.ts'
import type { Piece, Span } from '../period.rules.ts'
import { piecesBeside, type RangeTotals } from '../run-plan.rules.ts'
import { totalsForEach } from '../running-totals.sql.ts'
import { atTimes, counted, number, rollupRows, type Slice, sumOf, together } from '../slice.sql.ts'

/** What a part of the week came to on a day: a group's net sales, or what was wasted at cost. */
export interface PartOfDay {
  day: string
  name: string
  /** Minor units. */
  amount: number
}

/** What was sold by group and written off in whole days. */
export interface Parts {
  /** Net sales; '' is no group. Their sum is the net sales. */
  groups: PartOfDay[]
  /** At cost. */
  wastage: PartOfDay[]
}

/** What groups and wastage came to, before it is told of a day. */
export interface PartSums {
  groups: Map<string, number>
  wastage: number
}

/** What is the same for every span of an answer. */
export interface PartsKnown {
  groupOf: Promise<ReadonlyMap<number, string>>
  /** Running totals that were read: the end of one day is what the next begins with. */
  read: Map<string, PartSums>
}

/**
 * What groups and wastage came to over each of some spans, as the groups were when it was sold: from running totals of classes wherever they are
 * kept, else from rows of the rollup.
 */
export const wholeParts = async (scope: VenueScope, slice: Slice, spans: readonly Span[], known: PartsKnown): Promise<Parts[]> => {
  const [ranges, groups] = await Promise.all([totalsForEach(scope, DIMENSIONS, slice, spans), known.groupOf])
  return Promise.all(spans.map((span, i) => partsOfSpan(scope, span, ranges[i] ?? [], groups, known.read)))
}

const partsOfSpan = async (
  scope: VenueScope,
  span: Span,
  ranges: readonly RangeTotals[],
  groups: ReadonlyMap<number, string>,
  read: Map<string, PartSums>,
): Promise<Parts> => {
  const sums = noParts()
  for (const { totals } of ranges) {
    for (const { sums: text, sign } of totals) {
      const parts = read.get(text) ?? partsIn(text, groups)
      read.set(text, parts)
      for (const [name, net] of parts.groups) addNet(sums, name, sign * net)
      sums.wastage += sign * parts.wastage
    }
  }
  const beside = await Promise.all(piecesBeside(ranges, undefined).map(({ locationIds, pieces }) => rowsOf(scope, { locationIds }, pieces)))
  for (const row of beside.flat()) addPart(sums, groups, row)
  return {
    groups: [...sums.groups].flatMap(([name, amount]) => (amount === 0 ? [] : [{ day: span.from, name, amount }])),
    wastage: [{ day: span.from, name: 'wastage', amount: sums.wastage }],
  }
}

const noParts = (): PartSums => ({ groups: new Map(), wastage: 0 })

const addNet = ({ groups }: PartSums, name: string, net: number): void => void groups.set(name, (groups.get(name) ?? 0) + net)

const addPart = (sums: PartSums, groupOf: ReadonlyMap<number, string>, { dim, key, net, cost }: PartRow): void => {
  if (dim === DIM.class) addNet(sums, groupOf.get(key) ?? '', net)
  else if (dim === DIM.wastage) sums.wastage += cost
}

const partsIn = (text: string, groupOf: ReadonlyMap<number, string>): PartSums => {
  const sums = noParts()
  const add = (both: number, row: Float64Array) => {
    const net = (row[AMOUNT] as number) - (row[SURCHARGE] as number)
    addPart(sums, groupOf, { dim: dimOf(both), key: keyIn(both), net, cost: row[COST] as number })
  }
  eachRun(DIMENSIONS, text, add, dimensionKey(DIM.wastage + 1, 0))
  return sums
}

interface PartRow {
  dim: number
  key: number
  /** Minor units. */
  net: number
  cost: number
}

const [AMOUNT, SURCHARGE, COST] = [MEASURES.indexOf('amount'), MEASURES.indexOf('surcharge'), MEASURES.indexOf('cost')]

/** Open months and single days. */
const rowsOf = (scope: VenueScope, slice: Slice, pieces: readonly Piece[]) => {
  const { sql } = scope
  const read = (dim: typeof DIM.class | typeof DIM.wastage) => sql`
    select ${number(scope, dim)} as dim, key, ${sumOf(scope, sql`(amount - surcharge)`)} as net, ${sumOf(scope, sql`cost`)} as cost
    from (${rollupRows(scope, slice, pieces, { dim, columns: ['amount', 'surcharge', 'cost'] })}) as piece group by key`
  return sql<PartRow[]>`${together(scope, [read(DIM.class), read(DIM.wastage)])}`
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
