import type { Subject } from '#features/intake/running-totals.rules.ts'
import { numbers, texts } from '#platform/sql-arrays.ts'
import type { VenueScope } from '#platform/venue-scope.ts'
import type { Span } from './period.rules.ts'
import { type RangeTotals, type RunPart, type RunPlan, runPlans, type Traded } from './run-plan.rules.ts'
import type { Fragment, Slice } from './slice.sql.ts'

/** Places and weekdays a question about running totals is about. */
export type TotalsSlice = Pick<Slice, 'locationIds' | 'weekdays'>

/**
 * The running totals a range is made of, by the cheapest way whose rows are all there; where there is none the range is among the days.
 * Locations that traded nothing in it are left out.
 */
export const totalsFor = async (scope: VenueScope, subject: Subject, slice: TotalsSlice, range: Span): Promise<RangeTotals[]> =>
  (await totalsForEach(scope, subject, slice, [range]))[0] ?? []

/** The same of several ranges, whose rows are asked for together. */
export const totalsForEach = async (
  scope: VenueScope,
  subject: Subject,
  { locationIds, weekdays }: TotalsSlice,
  ranges: readonly Span[],
): Promise<RangeTotals[][]> => {
  const asked = ranges.filter(({ from, to }) => from <= to)
  if (locationIds.length === 0 || asked.length === 0) return ranges.map(() => [])
  const likely = namesIn(
    asked.flatMap((range) => locationIds.map((locationId) => ({ locationId, plans: runPlans({ locationId, ...ALWAYS }, range, weekdays) }))),
  )
  const [traded, kept] = await Promise.all([tradedAt(scope, locationIds), keptTotals(scope, subject, likely)])
  const ways = ranges.map((range) =>
    traded
      .filter(({ first, last }) => range.from <= range.to && range.to >= first && range.from <= last)
      .map((one) => ({ range, locationId: one.locationId, plans: runPlans(one, range, weekdays) })),
  )
  const known = new Set(likely.map(nameOf))
  const others = await keptTotals(
    scope,
    subject,
    namesIn(ways.flat()).filter((one) => !known.has(nameOf(one))),
  )
  for (const [name, sums] of others) kept.set(name, sums)
  return ways.map((one) => one.map((way) => cheapestOf(way, kept)))
}

const cheapestOf = (
  { range, locationId, plans }: { range: Span; locationId: number; plans: readonly RunPlan[] },
  kept: ReadonlyMap<string, string>,
): RangeTotals => {
  const sumsOf = ({ day, kind }: RunPart) => kept.get(nameOf({ locationId, day, kind }))
  const way: RunPlan = plans.find(({ runs }) => runs.every((part) => sumsOf(part) !== undefined)) ?? { runs: [], days: [range] }
  return { locationId, totals: way.runs.map((part) => ({ sums: sumsOf(part) ?? '', sign: part.sign })), month: way.month, days: way.days }
}

/** The rows of an ordinary range, within what was traded, are asked for before it is known what that is. */
export const ALWAYS = { first: '0001-01-01', last: '9999-12-31' }

const namesIn = (ways: readonly { locationId: number; plans: readonly RunPlan[] }[]): Named[] =>
  ways.flatMap(({ locationId, plans }) => plans.flatMap(({ runs }) => runs.map(({ day, kind }) => ({ locationId, day, kind }))))

/** When these locations traded first and last; without those that never did. Asked once by a report, however many ranges it is about. */
export const tradedAt = (scope: VenueScope, locationIds: readonly number[]): Promise<Traded[]> => {
  const asked = tradedAsked.get(scope) ?? new Map<string, Promise<Traded[]>>()
  tradedAsked.set(scope, asked)
  const known = asked.get(`${locationIds}`)
  if (known) return known
  const traded = askTraded(scope, locationIds)
  asked.set(`${locationIds}`, traded)
  return traded
}

/** By whose question it is, and so by its transaction. */
const tradedAsked = new WeakMap<VenueScope, Map<string, Promise<Traded[]>>>()

const askTraded = ({ sql, venueId }: VenueScope, locationIds: readonly number[]): Promise<Traded[]> => {
  const day = (order: Fragment) =>
    sql`lateral (select day from trading_day_state where venue_id = ${venueId} and location_id = l.location_id order by day ${order} limit 1)`
  return sql<Traded[]>`
    select l.location_id as "locationId", f.day as first, t.day as last
    from unnest(${locationIds as number[]}::int[]) as l(location_id) cross join ${day(sql``)} f cross join ${day(sql`desc`)} t`.execute()
}

interface Named {
  locationId: number
  day: string
  kind: number
}

const nameOf = ({ locationId, day, kind }: Named): string => `${locationId} ${day} ${kind}`

const keptTotals = async ({ sql, venueId }: VenueScope, subject: Subject, wanted: readonly Named[]): Promise<Map<string, string>> => {
  const once = [...new Map(wanted.map((one) => [nameOf(one), one])).values()]
  if (once.length === 0) return new Map()
  const rows = await sql<(Named & { sums: string })[]>`
    select r.location_id as "locationId", r.day, r.kind, r.sums
    from unnest(${numbers(once.map(({ locationId }) => locationId))}::int[], ${texts(once.map(({ day }) => day))}::date[],
      ${numbers(once.map(({ kind }) => kind))}::smallint[]) as u(location_id, day, kind)
    join running_total r on r.venue_id = ${venueId} and r.location_id = u.location_id and r.day = u.day and r.kind = u.kind and r.subject = ${subject.id}`
  return new Map(rows.map((row) => [nameOf(row), row.sums]))
}
