import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import { eachTotal, type KeyedSums, noSumsFor, PRODUCTS, sumRuns, togetherFormatOf, writeTotals } from './running-totals.rules.ts'
import { monthOf, monthsFrom, partsNamed, partsOf, type TotalName, type TradedPlace, totalsIn } from './totals-months.rules.ts'

/**
 * Running totals of all places together (`venue_running_total`), of products alone: the sum of those of the places, and what each place came to.
 * A row names its parts by stamp, so that nobody has to take it away: where a part is gone or was made again it is not read.
 */

const FORMAT = togetherFormatOf(PRODUCTS)

/** A month some of whose totals of all places are missing, or are no longer the sum of what is there. */
export interface VenueTotalsMonth {
  month: string
  totals: TotalName[]
}

/**
 * The months whose totals of all places are not all there. None for a single place, whose own say it all.
 * @param upTo the last day that is over
 */
export const incompleteVenueTotals = async (scope: VenueScope, upTo: string): Promise<VenueTotalsMonth[]> => {
  const traded = await tradedPlaces(scope)
  if (traded.length < 2) return []
  const kept = await soundTotals(scope)
  const isKept = (one: TotalName) => kept.get(nameOf(one)) === partsNamed(partsOf(traded, one))
  const [first, last] = [
    least(traded.map((one) => one.first)),
    traded
      .map((one) => one.last)
      .sort()
      .at(-1) as string,
  ]
  return monthsFrom(monthOf(first), least([last, upTo]))
    .map((month) => ({ month, totals: totalsIn(month, upTo).filter((one) => !isKept(one)) }))
    .filter(({ totals }) => totals.length > 0)
}

/** Makes the totals of all places that are missing in a month, of those of its places; where one of them is missing too, they are made next hour. */
export const makeVenueTotals = async (scope: VenueScope, { totals }: VenueTotalsMonth): Promise<void> => {
  const { sql, venueId } = scope
  await sql.withoutTimeLimit()
  const made = await venueTotalsOf(scope, totals)
  if (made.length === 0) return
  const column = (of: (one: VenueTotal) => string) => texts(made.map(of))
  await sql`
    insert into venue_running_total (venue_id, day, kind, subject, sums, places, location_ids, days, stamps, format)
    select ${venueId}, u.day, u.kind, ${PRODUCTS.id}::smallint, u.sums, u.places, u.location_ids::int[], u.days::date[], u.stamps::bigint[], ${FORMAT}
    from unnest(${column(({ day }) => day)}::date[], ${numbers(made.map(({ kind }) => kind))}::smallint[], ${column(({ sums }) => sums)}::text[],
      ${column(({ places }) => places)}::text[], ${column(({ parts }) => numbers(parts.map(({ locationId }) => locationId)))}::text[],
      ${column(({ parts }) => texts(parts.map(({ day }) => day)))}::text[], ${column(({ parts }) => numbers(parts.map(({ made }) => made)))}::text[])
      as u(day, kind, sums, places, location_ids, days, stamps)
    on conflict (venue_id, day, kind, subject) do update
      set sums = excluded.sums, places = excluded.places, location_ids = excluded.location_ids, days = excluded.days, stamps = excluded.stamps,
        format = excluded.format returning 1`
}

/**
 * Takes away the totals of all places in a month that say something else than what they are the sum of; those made of others are not looked at.
 * @returns whether there were any
 */
export const dropWrongVenueTotals = async (scope: VenueScope, month: string): Promise<boolean> => {
  const { sql, venueId } = scope
  const kept = await sql<(TotalName & { sums: string; places: string; stamps: string })[]>`
    select day, kind, sums, places, stamps::text as stamps from venue_running_total
    where venue_id = ${venueId} and subject = ${PRODUCTS.id} and format = ${FORMAT} and day >= ${month}::date and day < ${month}::date + interval '1 month'`
  if (kept.length === 0) return false
  const right = new Map((await venueTotalsOf(scope, kept)).map((one) => [nameOf(one), one]))
  const wrong = kept.filter((one) => {
    const fresh = right.get(nameOf(one))
    return fresh && numbers(fresh.parts.map(({ made }) => made)) === one.stamps && (fresh.sums !== one.sums || fresh.places !== one.places)
  })
  if (wrong.length === 0) return false
  await sql`
    delete from venue_running_total r using unnest(${texts(wrong.map(({ day }) => day))}::date[], ${numbers(wrong.map(({ kind }) => kind))}::smallint[]) as u(day, kind)
    where r.venue_id = ${venueId} and r.subject = ${PRODUCTS.id} and r.day = u.day and r.kind = u.kind`
  return true
}

interface Part {
  locationId: number
  day: string
  kind: number
  made: string
  sums: string
}

interface VenueTotal extends TotalName {
  sums: string
  places: string
  parts: Part[]
}

/** These totals of all places, of rows read in one statement; without those some of whose rows are not there. */
const venueTotalsOf = async (scope: VenueScope, wanted: readonly TotalName[]): Promise<VenueTotal[]> => {
  const { sql, venueId } = scope
  const traded = await tradedPlaces(scope)
  const named = wanted.map((one) => ({ ...one, parts: partsOf(traded, one) }))
  const asked = [...new Map(named.flatMap(({ kind, parts }) => parts.map((part) => [partName({ ...part, kind }), { ...part, kind }]))).values()]
  const rows = await sql<Part[]>`
    select r.location_id as "locationId", r.day, r.kind, r.made::text as made, r.sums
    from unnest(${numbers(asked.map(({ locationId }) => locationId))}::int[], ${texts(asked.map(({ day }) => day))}::date[],
      ${numbers(asked.map(({ kind }) => kind))}::smallint[]) as u(location_id, day, kind)
    join running_total r on r.venue_id = ${venueId} and r.location_id = u.location_id and r.day = u.day and r.kind = u.kind and r.subject = ${PRODUCTS.id}
      and r.format = ${PRODUCTS.format}`
  const known = new Map(rows.map((row) => [partName(row), row]))
  return named.flatMap(({ day, kind, parts: names }) => {
    const parts = names.flatMap((name) => known.get(partName({ ...name, kind })) ?? [])
    return parts.length === names.length ? [{ day, kind, parts, ...sumsOf(parts) }] : []
  })
}

/** The texts of a row of all places: its sums by key, and by location. */
const sumsOf = (parts: readonly Part[]): { sums: string; places: string } => {
  const places = noSumsFor(
    PRODUCTS,
    parts.map(({ locationId }) => locationId),
  )
  for (const [i, { sums }] of parts.entries()) addTotal(places, i, sums)
  return {
    sums: writeTotals(
      PRODUCTS,
      sumRuns(
        PRODUCTS,
        parts.map(({ sums }) => ({ sums, sign: 1 })),
      ),
    ),
    places: writeTotals(PRODUCTS, places),
  }
}

/** Adds all sums of a text to one row; rows lie in the order of the parts, which is that of the locations. */
const addTotal = ({ sums }: KeyedSums, row: number, text: string): void => {
  const total = sums.subarray(row * PRODUCTS.length, (row + 1) * PRODUCTS.length)
  eachTotal(PRODUCTS, [{ sums: text, sign: 1 }], (_, one) => {
    for (let i = 0; i < total.length; i += 1) total[i] = (total[i] as number) + (one[i] as number)
  })
}

const tradedPlaces = ({ sql, venueId }: VenueScope): Promise<TradedPlace[]> => sql<TradedPlace[]>`
  select location_id as "locationId", min(day) as first, max(day) as last from trading_day_state where venue_id = ${venueId} group by 1 order by 1`

/** The totals of all places whose parts are all there, with the parts by place and day. */
const soundTotals = async ({ sql, venueId }: VenueScope): Promise<Map<string, string>> => {
  const rows = await sql<(TotalName & { parts: string })[]>`
    select r.day, r.kind, r.location_ids::text || r.days::text as parts from venue_running_total r
    where r.venue_id = ${venueId} and r.subject = ${PRODUCTS.id} and r.format = ${FORMAT} and not exists (
      select from unnest(r.location_ids, r.days, r.stamps) as p(location_id, day, made)
      where p.made is distinct from (select t.made from running_total t
        where t.venue_id = ${venueId} and t.location_id = p.location_id and t.day = p.day and t.kind = r.kind and t.subject = r.subject))`
  return new Map(rows.map((row) => [nameOf(row), row.parts]))
}

const nameOf = ({ day, kind }: TotalName): string => `${day} ${kind}`
const partName = ({ locationId, day, kind }: { locationId: number; day: string; kind: number }): string => `${locationId} ${day} ${kind}`
const least = (days: readonly string[]): string => [...days].sort()[0] as string
