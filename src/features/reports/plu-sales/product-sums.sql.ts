import { addRun, RUN, RUN_COUNT } from '#features/intake/product-runs.rules.ts'
import { DIM, GRAIN } from '#features/intake/rollup.rules.ts'
import { numbers, texts } from '#platform/sql-arrays.ts'
import type { VenueScope } from '#platform/venue-scope.ts'
import { averagedOver, type Comparison, type Reference } from '../comparison.rules.ts'
import { piecesOf, type Span } from '../period.rules.ts'
import { eachRow } from '../readings.rules.ts'
import { type Clocked, elapsedGroups } from '../sales-summary/sales-plan.rules.ts'
import { atTimes, counted, type Fragment, listed, named, onWeekdays, readingsOf, rollupRows, type Slice, sumOf, together } from '../slice.sql.ts'
import { type RunPlan, runPlans, type Traded } from './run-plan.rules.ts'
import { noneSold, type Sold } from './sold.rules.ts'

const COLUMNS = ['n', 'qty', 'gross', 'promotion', 'discount', 'refund', 'surcharge', 'cost', 'tax'] as const

/** Places and weekdays a question about products is about. */
export type ProductSlice = Pick<Slice, 'locationIds' | 'weekdays'>

/**
 * What products sold over a range: the difference of two running totals wherever they are kept, which is everywhere but on the days that
 * are still traded and those a late sale belongs to; there rows of months and days, and lines where not even those are added up.
 * @param into takes the sums, in addition to what it has
 */
export const addSold = async (scope: VenueScope, { locationIds, weekdays }: ProductSlice, range: Span, into: Sold): Promise<void> => {
  if (locationIds.length === 0 || range.from > range.to) return
  const traded = await tradedAt(scope, locationIds)
  const plans = traded.map((one) => ({ ...one, plans: runPlans(one, range, weekdays) }))
  const kept = await keptRuns(
    scope,
    plans.flatMap(({ locationId, plans: ways }) => ways.flatMap(({ runs }) => runs.map(({ day, kind }) => ({ locationId, day, kind })))),
  )
  const rest: { locationId: number; plan: RunPlan }[] = []
  for (const { locationId, first, last, plans: ways } of plans) {
    if (range.to < first || range.from > last) continue
    const way = ways.find(({ runs }) => runs.every(({ day, kind }) => kept.has(runName(locationId, day, kind)))) ?? { runs: [], days: [range] }
    const sums = into.get(locationId)
    for (const { day, kind, sign } of way.runs) if (sums) addRun(sums, kept.get(runName(locationId, day, kind)) ?? '', sign)
    rest.push({ locationId, plan: way })
  }
  await Promise.all([addMonths(scope, rest, into), addDaysOf(scope, rest, weekdays, into)])
}

/** The same for what a range is compared with: the same elapsed part, averaged where there are several. */
export const soldBefore = async (
  scope: VenueScope,
  slice: ProductSlice,
  { range, compare, references, clocks }: { range: Span; compare: Comparison; references: readonly Reference[]; clocks: readonly Clocked[] },
  keys: Int32Array,
): Promise<Sold> => {
  const sold = noneSold(slice.locationIds, keys)
  const parts = references.flatMap((reference) => elapsedGroups(reference, range, clocks))
  await Promise.all(
    parts.flatMap(({ locationIds, whole, cutDay, minute }) => [
      whole ? addSold(scope, { ...slice, locationIds }, whole, sold) : undefined,
      cutDay ? addLines(scope, { ...slice, locationIds, untilMinute: minute }, cutDay, sold) : undefined,
    ]),
  )
  const over = averagedOver(compare, references)
  if (over > 1) for (const { sums } of sold.values()) for (let i = 0; i < sums.length; i += 1) sums[i] = (sums[i] as number) / over
  return sold
}

const tradedAt = ({ sql, venueId }: VenueScope, locationIds: readonly number[]): Promise<Traded[]> => {
  const day = (order: Fragment) =>
    sql`lateral (select day from trading_day_state where venue_id = ${venueId} and location_id = l.location_id order by day ${order} limit 1)`
  return sql<Traded[]>`
    select l.location_id as "locationId", f.day as first, t.day as last
    from unnest(${locationIds as number[]}::int[]) as l(location_id) cross join ${day(sql``)} f cross join ${day(sql`desc`)} t`
}

const runName = (locationId: number, day: string, kind: number): string => `${locationId} ${day} ${kind}`

const keptRuns = async ({ sql, venueId }: VenueScope, wanted: readonly { locationId: number; day: string; kind: number }[]): Promise<Map<string, string>> => {
  const once = [...new Map(wanted.map((one) => [runName(one.locationId, one.day, one.kind), one])).values()]
  if (once.length === 0) return new Map()
  const rows = await sql<{ locationId: number; day: string; kind: number; sums: string }[]>`
    select r.location_id as "locationId", r.day, r.kind, r.sums
    from unnest(${numbers(once.map(({ locationId }) => locationId))}::int[], ${texts(once.map(({ day }) => day))}::date[],
      ${numbers(once.map(({ kind }) => kind))}::smallint[]) as u(location_id, day, kind)
    join product_run r on r.venue_id = ${venueId} and r.location_id = u.location_id and r.day = u.day and r.kind = u.kind`
  return new Map(rows.map(({ locationId, day, kind, sums }) => [runName(locationId, day, kind), sums]))
}

type Rest = readonly { locationId: number; plan: RunPlan }[]

/** Months that are still open, or whose last days are not over: their rows are kept with every sale. */
const addMonths = async (scope: VenueScope, rest: Rest, into: Sold): Promise<void> => {
  const { sql, venueId } = scope
  const open = rest.flatMap(({ locationId, plan: { month } }) => (month ? [{ locationId, month }] : []))
  if (open.length === 0) return
  const list = sql`unnest(${numbers(open.map(({ locationId }) => locationId))}::int[], ${texts(open.map(({ month }) => month))}::date[]) as u(location_id, month)`
  const columns = listed(
    scope,
    COLUMNS.map((name) => sql`r.${sql(name)}`),
  )
  const sums = sql`
    select r.location_id, r.key as bucket, ${columns} from ${list} join rollup r on r.venue_id = ${venueId} and r.grain = ${GRAIN.month} and r.dim = ${DIM.product}
      and r.location_id = u.location_id and r.period = u.month`
  const refunded = sql`
    select l.location_id, l.product_id as bucket, -sum(l.qty)::bigint as qty from ${list} join sale_line l on l.venue_id = ${venueId}
      and l.location_id = u.location_id and l.business_date >= u.month and l.business_date < u.month + interval '1 month' and l.refund <> 0
    where l.counts group by 1, 2`
  await addReadings(scope, sums, refunded, into)
}

/** Single days, and ranges without running totals, place by place as they need them. */
const addDaysOf = async (scope: VenueScope, rest: Rest, weekdays: readonly number[] | undefined, into: Sold): Promise<void> => {
  const groups = new Map<string, { span: Span; locationIds: number[] }>()
  for (const { locationId, plan } of rest) {
    for (const span of plan.days) {
      const name = `${span.from} ${span.to}`
      const group = groups.get(name) ?? { span, locationIds: [] }
      group.locationIds.push(locationId)
      groups.set(name, group)
    }
  }
  await Promise.all([...groups.values()].map(({ span, locationIds }) => addRows(scope, { locationIds, weekdays }, span, into)))
}

const addRows = async (scope: VenueScope, slice: ProductSlice, span: Span, into: Sold): Promise<void> => {
  const { sql, venueId } = scope
  const pieces = piecesOf(span, slice.weekdays ? 'day' : 'year')
  const days = pieces.filter(({ grain }) => grain === 'day')
  const unsummed = await unsummedDays(scope, slice.locationIds, days)
  const list = sql`unnest(${numbers(unsummed.map(({ locationId }) => locationId))}::int[], ${texts(unsummed.map(({ day }) => day))}::date[]) as u(location_id, day)`
  const where =
    unsummed.length === 0
      ? sql``
      : sql`and not (grain = ${GRAIN.day} and exists (select from ${list} where u.location_id = rollup.location_id and u.day = rollup.period))`
  const parts = [rollupRows(scope, slice, pieces, { dim: DIM.product, columns: COLUMNS, where })]
  for (const { from, to, less } of unsummed.length === 0 ? [] : days) {
    const columns = COLUMNS.map((name) => (less ? sql`-l.${sql(name)} as ${sql(name)}` : sql`l.${sql(name)}`))
    parts.push(sql`
      select l.location_id, l.business_date as period, l.product_id as key, ${listed(scope, columns)}
      from ${list} join sale s on s.venue_id = ${venueId} and s.location_id = u.location_id and s.business_date = u.day and s.kind in ${counted(scope)}
        join sale_line l on l.venue_id = ${venueId} and l.sale_id = s.sale_id
      where u.day between ${from} and ${to} and l.counts ${onWeekdays(scope, 's.business_date', slice.weekdays)}`)
  }
  const made = COLUMNS.map((name) => [name, sumOf(scope, sql`${sql(name)}`)] as const)
  const sums = sql`select location_id, key as bucket, ${named(scope, made)} from (${together(scope, parts)}) as piece group by location_id, key`
  const refunded = sql`
    select location_id, product_id as bucket, -sum(qty)::bigint as qty from sale_line where venue_id = ${venueId}
      and location_id = any(${slice.locationIds as number[]}::int[]) and business_date between ${span.from} and ${span.to} and refund <> 0 and counts
      ${onWeekdays(scope, 'business_date', slice.weekdays)} group by 1, 2`
  await addReadings(scope, sums, refunded, into)
}

const unsummedDays = async ({ sql, venueId }: VenueScope, locationIds: readonly number[], days: readonly Span[]) => {
  if (days.length === 0) return []
  const ranges = days.map(({ from, to }) => sql`day between ${from} and ${to}`).reduce((all, one) => sql`${all} or ${one}`)
  return sql<{ locationId: number; day: string }[]>`
    select location_id as "locationId", day from trading_day_state where venue_id = ${venueId} and location_id = any(${locationIds as number[]}::int[])
      and products_at_change is distinct from changes and (${ranges})`
}

/** What was rung up on a day up to a minute of it, from the receipts. */
const addLines = async (scope: VenueScope, slice: Slice, day: string, into: Sold): Promise<void> => {
  const { sql, venueId } = scope
  if (slice.locationIds.length === 0) return
  const from = sql`
    from sale s join sale_line l on l.venue_id = ${venueId} and l.sale_id = s.sale_id
    where s.venue_id = ${venueId} and s.location_id = any(${slice.locationIds as number[]}::int[]) and s.business_date = ${day} and s.kind in ${counted(scope)}
      and l.counts ${atTimes(scope, slice, 's.')}`
  const made = COLUMNS.map((name) => [name, sumOf(scope, sql`l.${sql(name)}`)] as const)
  const sums = sql`select l.location_id, l.product_id as bucket, ${named(scope, made)} ${from} group by l.location_id, l.product_id`
  const refunded = sql`select l.location_id, l.product_id as bucket, -sum(l.qty)::bigint as qty ${from} and l.refund <> 0 group by l.location_id, l.product_id`
  await addReadings(scope, sums, refunded, into)
}

/** Adds rows of location, product and sums, and rows of location, product and what was given back. */
const addReadings = async (scope: VenueScope, sums: Fragment, refunded: Fragment, into: Sold): Promise<void> => {
  const [sold, back] = await readingsOf(scope, [
    { sums: COLUMNS, rows: sums },
    { sums: ['qty'], rows: refunded },
  ])
  const places = new Map<number, number>()
  for (const { keys } of into.values()) if (places.size === 0) for (const [i, key] of keys.entries()) places.set(key, i)
  const rowOf = (row: Float64Array) => {
    const place = places.get(row[1] as number)
    const product = into.get(row[0] as number)
    return place === undefined || !product ? undefined : product.sums.subarray(place * RUN_COUNT, (place + 1) * RUN_COUNT)
  }
  if (sold) {
    eachRow(sold, (row) => {
      const to = rowOf(row)
      if (to) for (const [i, name] of COLUMNS.entries()) to[RUN[name]] = (to[RUN[name]] as number) + (row[i + 2] as number)
    })
  }
  if (back) {
    eachRow(back, (row) => {
      const to = rowOf(row)
      if (to) to[RUN.refunded] = (to[RUN.refunded] as number) + (row[2] as number)
    })
  }
}
