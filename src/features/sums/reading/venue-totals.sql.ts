import type { Span } from '#features/reports/kit/period.rules.ts'
import { addTotals, noSumsFor, type Subject, togetherFormatOf } from '#features/sums/running-totals.rules.ts'
import { partsNamed, partsOf, type TotalName } from '#features/sums/totals-months.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import { type RunPlan, runPlans, type Traded } from './run-plan.rules.ts'
import { ALWAYS, type TotalsSlice, tradedAt } from './running-totals.sql.ts'

/** What a range of all places together is made of. */
export interface VenueTotals {
  runs: { sums: string; sign: 1 | -1 }[]
  /** What the places came to in these running totals over all keys, in the subject's order; those not named came to nothing. */
  places: Map<number, Float64Array>
  /** What is to be read elsewhere, of every place: what one traded before the range is in its open month and in what is taken off. */
  month: string | undefined
  days: Span[]
  /** All that ever traded. */
  locationIds: number[]
}

/** Whether a question is about all places, so that their running totals together may be read. */
export const mayBeTogether = ({ allLocations, locations }: VenueScope, { locationIds }: TotalsSlice, { from, to }: Span): boolean =>
  allLocations && locationIds.length >= 2 && locationIds.length >= locations.length && from <= to

/**
 * A range of all places (`mayBeTogether`) as the difference of their running totals together, as if they were one place; nothing where totals are missing or made of others than are there now: then those of each place are to be asked for.
 */
export const venueTotalsFor = async (
  scope: VenueScope,
  subject: Subject,
  { locationIds, weekdays }: TotalsSlice,
  range: Span,
): Promise<VenueTotals | undefined> => {
  const likely = runPlans(ALWAYS, range, weekdays)[0]?.runs ?? []
  const [traded, kept] = await Promise.all([tradedAt(scope, locationIds), keptTogether(scope, subject, locationIds, likely)])
  const plans = runPlans(asOne(traded), range, weekdays)
  const known = new Set(likely.map(nameOf))
  const others = plans.flatMap(({ runs }) => runs).filter((part) => !known.has(nameOf(part)))
  for (const [name, total] of await keptTogether(scope, subject, locationIds, others)) kept.set(name, total)
  // The places' first and last trade say what each has to be the sum of: one may have traded since in a month of which it has nothing.
  for (const [name, total] of kept) if (total.parts !== partsNamed(partsOf(traded, total))) kept.delete(name)
  const plan = plans.find(({ runs }) => runs.every((part) => kept.has(nameOf(part))))
  return (
    plan &&
    madeOf(
      subject,
      plan,
      kept,
      traded.map(({ locationId }) => locationId),
    )
  )
}

/** The first and last trade of all places. */
const asOne = (traded: readonly Traded[]): Traded => {
  const [firsts, lasts] = [traded.map(({ first }) => first).sort(), traded.map(({ last }) => last).sort()]
  return { locationId: 0, first: firsts[0] ?? ALWAYS.last, last: lasts.at(-1) ?? ALWAYS.first }
}

const madeOf = (subject: Subject, { runs, month, days }: RunPlan, kept: ReadonlyMap<string, Together>, locationIds: number[]): VenueTotals => {
  const places = noSumsFor(subject, locationIds)
  for (const part of runs) addTotals(subject, places, kept.get(nameOf(part))?.places ?? '', part.sign)
  return {
    runs: runs.map((part) => ({ sums: kept.get(nameOf(part))?.sums ?? '', sign: part.sign })),
    places: new Map(Array.from(places.keys, (key, i) => [key, places.sums.subarray(i * subject.length, (i + 1) * subject.length)])),
    month,
    days,
    locationIds,
  }
}

interface Together extends TotalName {
  sums: string
  places: string
  /** Places and days of the rows it is the sum of. */
  parts: string
}

const nameOf = ({ day, kind }: TotalName): string => `${day} ${kind}`

/** The totals of all places that are still the sum of what is there, by name; none with a place that is not asked for. */
const keptTogether = async (
  scope: VenueScope,
  subject: Subject,
  locationIds: readonly number[],
  wanted: readonly TotalName[],
): Promise<Map<string, Together>> => {
  const once = [...new Map(wanted.map((one) => [nameOf(one), one])).values()]
  if (once.length === 0) return new Map()
  const { sql, venueId } = scope
  // Row by row and part by part, so that each is one look into the key.
  const rows = await sql<Together[]>`
    select r.day, r.kind, r.sums, r.places, r.location_ids::text || r.days::text as parts
    from unnest(${texts(once.map(({ day }) => day))}::date[], ${numbers(once.map(({ kind }) => kind))}::smallint[]) as u(day, kind)
    cross join lateral (select * from venue_running_total where venue_id = ${venueId} and day = u.day and kind = u.kind and subject = ${subject.id}
      and format = ${scope.readStored(togetherFormatOf(subject))} offset 0) r
    where r.location_ids <@ ${numbers(locationIds)}::int[] and not exists (
      select from unnest(r.location_ids, r.days, r.stamps) as p(location_id, day, made)
      where p.made is distinct from (select t.made from running_total t
        where t.venue_id = ${venueId} and t.location_id = p.location_id and t.day = p.day and t.kind = r.kind and t.subject = r.subject))`
  return new Map(rows.map((row) => [nameOf(row), row]))
}
