import type { Span } from '#features/reports/kit/period.rules.ts'
import { DAY, type Subject } from '#features/sums/running-totals.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import { daysWithout, type RangeTotals, type RunPart, type RunPlan, rowsOfDays, runPlan, type Traded } from './run-plan.rules.ts'
import type { Fragment, Slice } from './slice.sql.ts'

/** Places and weekdays a question about running totals is about. */
export type TotalsSlice = Pick<Slice, 'locationIds' | 'weekdays'>

/**
 * The running totals a range is made of, and the rows of single days beside them; a day without such a row is among the days. Where a running total is not there, the whole
 * range is. Locations that traded nothing in it are left out.
 */
export const totalsFor = async (scope: VenueScope, subject: Subject, { locationIds, weekdays }: TotalsSlice, range: Span): Promise<RangeTotals[]> => {
  if (locationIds.length === 0 || range.from > range.to) return []
  const likely = partsOf(subject, runPlan(subject, ALWAYS, range, weekdays), weekdays)
  const [traded, kept] = await Promise.all([tradedAt(scope, subject, locationIds), keptTotals(scope, subject, locationIds, likely)])
  const ways = waysTo(subject, range, weekdays, traded)
  await Promise.all(
    ways.map(async ({ plan, locationIds: ids }) => {
      const others = partsOf(subject, plan, weekdays).filter((part) => !likely.some((one) => nameOf(one) === nameOf(part)))
      for (const [locationId, texts] of await keptTotals(scope, subject, ids, others)) for (const [name, text] of texts) keep(kept, locationId, name, text)
    }),
  )
  return ways.flatMap(({ plan, locationIds: ids }) => {
    const made = { plan, weekdays, ofDays: rowsOfDays(subject, plan, weekdays) }
    return ids.map((locationId) => ({ locationId, ...totalsOr(made, range, kept.get(locationId)) }))
  })
}

/** All rows a plan would be read from. */
const partsOf = (subject: Subject, plan: RunPlan | undefined, weekdays: readonly number[] | undefined): RunPart[] =>
  plan ? [...plan.runs, ...rowsOfDays(subject, plan, weekdays)] : []

/** How a range is made at some locations. Most traded before it begins and after it ends, and so it is the same. */
interface Way {
  plan: RunPlan
  locationIds: number[]
}

const waysTo = (subject: Subject, range: Span, weekdays: readonly number[] | undefined, traded: readonly Traded[]): Way[] => {
  const ways = new Map<string, Way>()
  for (const { locationId, ...days } of traded) {
    const name = `${days.first} ${days.last} ${days.kept}`
    const plan = runPlan(subject, days, range, weekdays)
    const way = ways.get(name)
    if (way) way.locationIds.push(locationId)
    else if (plan) ways.set(name, { plan, locationIds: [locationId] })
  }
  return [...ways.values()]
}

const totalsOr = (
  { plan, weekdays, ofDays }: { plan: RunPlan; weekdays: readonly number[] | undefined; ofDays: readonly RunPart[] },
  range: Span,
  texts: ReadonlyMap<string, string> = new Map(),
): Omit<RangeTotals, 'locationId'> => {
  const there = (parts: readonly RunPart[]) =>
    parts.flatMap((part) => {
      const sums = texts.get(nameOf(part))
      return sums === undefined ? [] : [{ sums, sign: part.sign }]
    })
  const totals = there(plan.runs)
  if (totals.length < plan.runs.length) return { totals: [], days: [{ ...range, less: false }] }
  return { totals: [...totals, ...there(ofDays)], days: daysWithout(plan, weekdays, (day) => texts.has(nameOf({ day, kind: DAY }))) }
}

/** The rows of an ordinary range, within what was traded, are asked for before it is known what that is. */
const ALWAYS = { first: '0001-01-01', last: '9999-12-31', kept: '9999-12-31' }

type Named = Pick<RunPart, 'day' | 'kind'>

const nameOf = ({ day, kind }: Named): string => `${day} ${kind}`

/** When these locations traded, and up to when totals are kept; without those that never traded. Asked once by a report, however many ranges it is about. */
const tradedAt = (scope: VenueScope, subject: Subject, locationIds: readonly number[]): Promise<Traded[]> => {
  const asked = tradedAsked.get(scope) ?? new Map<string, Promise<Traded[]>>()
  tradedAsked.set(scope, asked)
  const name = `${subject.id} ${locationIds}`
  const known = asked.get(name)
  if (known) return known
  const traded = askTraded(scope, subject, locationIds)
  asked.set(name, traded)
  return traded
}

/** By whose question it is, and so by its transaction. */
const tradedAsked = new WeakMap<VenueScope, Map<string, Promise<Traded[]>>>()

const askTraded = (scope: VenueScope, subject: Subject, locationIds: readonly number[]): Promise<Traded[]> => {
  const { sql, venueId } = scope
  const day = (order: Fragment) =>
    sql`lateral (select day from trading_day_state where venue_id = ${venueId} and location_id = l.location_id order by day ${order} limit 1)`
  const kept = sql`lateral (
    select day from running_total where venue_id = ${venueId} and location_id = l.location_id and subject = ${subject.id} and kind <> ${DAY} and format = ${scope.readStored(subject.format)}
    order by day desc limit 1)`
  return sql<Traded[]>`
    select l.location_id as "locationId", f.day as first, t.day as last, k.day as kept
    from unnest(${locationIds as number[]}::int[]) as l(location_id) cross join ${day(sql``)} f cross join ${day(sql`desc`)} t left join ${kept} k on true`.execute()
}

/** Texts by location and by the names of their rows; without those that are not there. */
type Kept = Map<number, Map<string, string>>

const keep = (kept: Kept, locationId: number, name: string, text: string): void => {
  const texts = kept.get(locationId)
  if (texts) texts.set(name, text)
  else kept.set(locationId, new Map([[name, text]]))
}

/**
 * Each row is looked up by its key, which `offset 0` holds the planner to: free to choose it reads thousands, all that a subject has at a place, as soon as it has
 * looked at the table anew.
 */
const keptTotals = async (scope: VenueScope, subject: Subject, locationIds: readonly number[], parts: readonly Named[]): Promise<Kept> => {
  const kept: Kept = new Map()
  if (parts.length === 0) return kept
  const { sql, venueId } = scope
  const rows = await sql<(Named & { locationId: number; sums: string })[]>`
    select l.location_id as "locationId", u.day, u.kind, r.sums
    from unnest(${numbers(locationIds)}::int[]) as l(location_id)
    cross join unnest(${texts(parts.map(({ day }) => day))}::date[], ${numbers(parts.map(({ kind }) => kind))}::smallint[]) as u(day, kind)
    cross join lateral (
      select sums from running_total where venue_id = ${venueId} and location_id = l.location_id and day = u.day and kind = u.kind and subject = ${subject.id}
        and format = ${scope.readStored(subject.format)} offset 0) r`
  for (const row of rows) keep(kept, row.locationId, nameOf(row), row.sums)
  return kept
}
