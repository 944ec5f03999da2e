import { type Kind, TYPES } from '#features/reports/kit/breakdown-kinds.rules.ts'
import type { ProductClass } from '#features/reports/kit/class-tree.rules.ts'
import type { Piece, Span } from '#features/reports/kit/period.rules.ts'
import { CODE_DIM, DIM, type Measure } from '#features/sums/rollup.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Reading } from './readings.rules.ts'
import {
  atTimes,
  type BucketBy,
  bucketNumber,
  bucketOf,
  counted,
  type Fragment,
  listed,
  named,
  readingsOf,
  rollupRows,
  type Slice,
  type Summed,
  sumOf,
} from './slice.sql.ts'

/** The classes of the venue's products, as one text: taking hundreds of rows from the wire costs more than reading them. */
export const classesOf = async (scope: VenueScope): Promise<ProductClass[]> =>
  classesIn(await askClasses(scope, false)) ?? classesIn(await askClasses(scope, true)) ?? []

interface ListedClasses {
  count: number
  values: string | null
}

/** Stands between any two values of a class, and between classes. */
const MARK = '\u001f'

/** @param isClean without the mark in names, where hardly ever one is */
const askClasses = async ({ sql, venueId }: VenueScope, isClean: boolean): Promise<ListedClasses> => {
  const names = sql`sales_group, department, product_group, category`
  const clean = sql`translate(sales_group, ${MARK}, ''), translate(department, ${MARK}, ''), translate(product_group, ${MARK}, ''), translate(category, ${MARK}, '')`
  const [listed] = await sql<ListedClasses[]>`
    select count(*) as count, string_agg(concat_ws(${MARK}, class_id, ${isClean ? clean : names}), ${MARK} order by class_id) as values from product_class where venue_id = ${venueId}`
  return listed ?? { count: 0, values: null }
}

/** What a class is told by. */
const CLASS_VALUES = 5

/** The classes of a list; undefined where its mark stands in a name, so that there are too many values. */
const classesIn = ({ count, values }: ListedClasses): ProductClass[] | undefined => {
  const pieces = values === null ? [] : values.split(MARK)
  if (pieces.length !== CLASS_VALUES * count) return undefined
  return Array.from({ length: count }, (_, i) => {
    const [classId, group, department, productGroup, category] = pieces.slice(CLASS_VALUES * i, CLASS_VALUES * (i + 1)) as [
      string,
      string,
      string,
      string,
      string,
    ]
    return { classId: Number(classId), group, department, productGroup, category }
  })
}

/** Names behind keys of employees, promotions, discounts, surcharges and reasons of wastage. */
export const namesOf = async ({ sql, venueId }: VenueScope, keys: readonly number[]): Promise<Map<number, string>> => {
  const rows = await sql<
    { key: number; name: string }[]
  >`select key, name from dimension_key where venue_id = ${venueId} and key = any(${keys as number[]}::int[])`
  return new Map(rows.map(({ key, name }) => [key, name]))
}

/** The type of each discount or surcharge, by its place among the types there are; 0 is not told. */
export const typesOf = async ({ sql, venueId }: VenueScope, dimension: keyof typeof TYPES): Promise<Map<number, number>> => {
  const dim = dimension === 'discount' ? CODE_DIM.discount : CODE_DIM.surcharge
  const rows = await sql<{ key: number; type: string | null }[]>`
    select key, detail ->> 'Kind' as type from dimension_key where venue_id = ${venueId} and dim = ${dim}`
  const types: readonly (string | null)[] = TYPES[dimension]
  return new Map(rows.map(({ key, type }) => [key, types.indexOf(type) + 1]))
}

/**
 * The row each reason of wastage stands under: that of the first written in these words, since tills write Spill and spill. Reasons are put together as
 * they are read, and every one stays on its line as the till told it.
 */
export const reasonsOf = async ({ sql, venueId }: VenueScope): Promise<Map<number, number>> => {
  const rows = await sql<{ key: number; first: number }[]>`
    select key, min(key) over (partition by lower(regexp_replace(btrim(normalize(name, nfkc)), '\\s+', ' ', 'g'))) as first
    from dimension_key where venue_id = ${venueId} and dim = ${CODE_DIM.wastageReason}`
  return new Map([[NO_REASON, NO_REASON], ...rows.map(({ key, first }) => [key, first] as const)])
}
const NO_REASON = 0

/** The keys of all reasons that stand under the same row as this one. */
export const keysOfReason = async (scope: VenueScope, key: number): Promise<number[]> => {
  const reasons = await reasonsOf(scope)
  return [...reasons].flatMap(([one, first]) => (first === reasons.get(key) ? [one] : []))
}

/** The items that are in some classes now. */
export const itemsIn = async ({ sql, venueId }: VenueScope, classIds: readonly number[]): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`select product_id as id from product where venue_id = ${venueId} and class_id = any(${classIds as number[]}::int[])`
  return rows.map(({ id }) => id)
}

/** How sums are put together: by location and row, by location and period, or by location, row and period. */
type Shape = 'rows' | { buckets: BucketBy } | { series: BucketBy }

/** One question: a dimension, or some of its keys. */
export interface Wanted {
  kind: Kind
  keys: readonly number[] | undefined
  shape: Shape
}

/** Sums of a range out of the rollup; each reading is of [location, row or period, …measures of the kind], a series of [location, row, period, …measures]. */
export const keptSums = (scope: VenueScope, slice: Slice, wanted: readonly (Wanted & { pieces: readonly Piece[] })[]): Promise<Reading[]> => {
  if (slice.locationIds.length === 0 || wanted.some(({ pieces }) => pieces.length === 0)) return Promise.resolve([])
  const { sql } = scope
  return readingsOf(
    scope,
    wanted.map(({ kind, keys, shape, pieces }) => {
      const where = keys ? { where: sql`and key = any(${keys as number[]}::int[])` } : {}
      const overKeys = typeof shape === 'object' && 'buckets' in shape
      return summed(scope, kind, shape, rollupRows(scope, slice, pieces, { dim: kind.dim, columns: measuresOf(kind), ...where, overKeys }))
    }),
  )
}

/** The same from the receipts: by the hour, at a time of day, or up to a minute. */
export const receiptSums = (scope: VenueScope, slice: Slice, span: Span, wanted: readonly Wanted[]): Promise<Reading[]> => {
  if (slice.locationIds.length === 0) return Promise.resolve([])
  return readingsOf(
    scope,
    wanted.map(({ kind, keys, shape }) => summed(scope, kind, shape, receiptRows(scope, kind, keys, slice, span))),
  )
}

const measuresOf = ({ lies }: Kind): Measure[] => lies.map(([, measure]) => measure)

const summed = (scope: VenueScope, kind: Kind, shape: Shape, rows: Fragment): Summed => {
  const { sql } = scope
  const measures = measuresOf(kind)
  const made = named(
    scope,
    measures.map((name) => [name, sumOf(scope, sql`${sql(name)}`)] as const),
  )
  if (shape === 'rows') return { sums: measures, rows: sql`select location_id, key as bucket, ${made} from (${rows}) as piece group by location_id, key` }
  const by = 'series' in shape ? shape.series : shape.buckets
  const bucket = bucketOf(scope, 'period', by)
  const number = bucketNumber(scope, bucket, by)
  if ('series' in shape) {
    return {
      heads: ['location_id', 'key', 'bucket'],
      sums: measures,
      rows: sql`select location_id, key, ${number} as bucket, ${made} from (${rows}) as piece group by location_id, key, ${bucket}`,
    }
  }
  return { sums: measures, rows: sql`select location_id, ${number} as bucket, ${made} from (${rows}) as piece group by location_id, ${bucket}` }
}

/**
 * What stands on the receipts, as the view rollup_source has it: location_id, period, local_hour, key and the measures. Wasted lines are few, and by the
 * index of those alone they are found by place and day, not by each receipt of the range.
 */
const receiptRows = (scope: VenueScope, kind: Kind, keys: readonly number[] | undefined, slice: Slice, { from, to }: Span): Fragment => {
  const { sql, venueId } = scope
  const { key, parts, where, measure } = receiptPart(scope, kind)
  const within = (alias: 's.' | 'l.') => sql`
    ${sql(`${alias}location_id`)} = any(${slice.locationIds as number[]}::int[]) and ${sql(`${alias}business_date`)} between ${from} and ${to}`
  const measures = listed(
    scope,
    measuresOf(kind).map((name) => sql`${measure(name)} as ${sql(name)}`),
  )
  return sql`
    select s.location_id, s.business_date as period, s.local_hour, ${key} as key, ${measures} from sale s ${parts}
    where s.venue_id = ${venueId} and ${within('s.')} and s.kind in ${counted(scope)} ${atTimes(scope, slice, 's.')} ${where}
      ${wastedBy(scope, kind.dim) ? sql`and ${within('l.')}` : sql``} ${keys ? sql`and ${key} = any(${keys as number[]}::int[])` : sql``}`
}

interface ReceiptPart {
  key: Fragment
  parts: Fragment
  where: Fragment
  measure: (name: Measure) => Fragment
}

const receiptPart = (scope: VenueScope, { dim }: Kind): ReceiptPart => {
  const { sql, venueId } = scope
  const sign = sql`(case s.kind when 5 then -1 else 1 end)`
  const lines = sql`join sale_line l on l.venue_id = ${venueId} and l.sale_id = s.sale_id`
  if (dim === DIM.clerk) return { key: sql`coalesce(s.clerk_key, 0)`, parts: sql``, where: sql``, measure: (name) => sql`s.${sql(name)}` }
  if (dim === DIM.orderType) return { key: sql`s.order_type::int`, parts: sql``, where: sql``, measure: (name) => sql`s.${sql(name)}` }
  if (dim === DIM.terminal) return { key: sql`s.terminal_key`, parts: sql``, where: sql``, measure: (name) => sql`s.${sql(name)}` }
  if (dim === DIM.product) return { key: sql`l.product_id`, parts: lines, where: sql`and l.counts`, measure: (name) => sql`l.${sql(name)}` }
  const wasted = wastedBy(scope, dim)
  if (wasted) return { key: wasted, parts: lines, where: sql`and l.wastage and not l.voided`, measure: (name) => (name === 'n' ? sign : sql`l.${sql(name)}`) }
  if (dim === DIM.class || dim === DIM.classWithoutCost) {
    const bare = dim === DIM.classWithoutCost ? sql`and l.cost = 0` : sql``
    const where = sql`and (l.counts ${bare} or l.kind = 2 and not l.voided and (l.surcharge <> 0 or l.tax <> 0))`
    return { key: sql`l.class_id`, parts: lines, where, measure: (name) => ofLine(scope, name) }
  }
  const kind = dim === DIM.promotion ? 1 : dim === DIM.discount ? 2 : 3
  return {
    key: sql`a.key`,
    parts: sql`join sale_adjustment a on a.venue_id = ${venueId} and a.sale_id = s.sale_id`,
    where: sql`and a.kind = ${kind}`,
    measure: (name) => (name === 'n' ? sign : sql`a.amount`),
  }
}

/** What wasted lines are told by, where a dimension is of those. */
const wastedBy = ({ sql }: VenueScope, dim: Kind['dim']): Fragment | undefined => {
  if (dim === DIM.wastage) return sql`l.class_id`
  if (dim === DIM.wastageProduct) return sql`l.product_id`
  if (dim === DIM.wastageClerk) return sql`coalesce(s.clerk_key, 0)`
  return dim === DIM.wastageReason ? sql`coalesce(l.wastage_reason_key, 0)` : undefined
}

/** Of a line that is no sale only its surcharge counts, which is one. */
const ofLine = ({ sql }: VenueScope, name: Measure): Fragment => {
  if (name === 'surcharge' || name === 'tax' || name === 'surcharge_tax') return sql`l.${sql(name)}`
  return name === 'amount' ? sql`(case when l.counts then l.amount else l.surcharge end)` : sql`(case when l.counts then l.${sql(name)} else 0 end)`
}
