import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import { everyDay } from '#shared/day.ts'
import { UnsoundSums } from '#shared/stored-sums.ts'
import { DIM, type Dim, GRAIN, shapeOf } from './rollup.rules.ts'
import { lockRollup } from './rollup-lock.sql.ts'
import {
  addTotals,
  DAY,
  DIMENSIONS,
  dimensionKey,
  EVER,
  type KeyedSums,
  keysIn,
  NO_TOTALS,
  noSumsFor,
  PRODUCTS,
  RUN,
  RUN_COUNT,
  RUN_SUMS,
  SUMMED_DIMS,
  type Subject,
  writeTotals,
} from './running-totals.rules.ts'
import { columnsOf } from './shapes.sql.ts'
import { dayBefore, lastDayOf, monthOf, monthsFrom, weekdayOf } from './totals-months.rules.ts'
import { totalsTakenAway } from './totals-taken-away.sql.ts'

/** A month of a location some of whose running totals are missing, or might be. */
export interface TotalsMonth {
  locationId: number
  /** Its first day. */
  month: string
  /** The last day whose end is asked for. */
  to: string
  /** Whether the location traded in no month before. */
  isFirst: boolean
  /** The subjects whose totals are asked for, by number. */
  subjects: readonly number[]
}

/**
 * The months whose running totals, or sums of single days, are not all there, in the order they must be made; of a month that is not over, the days that are. Totals run
 * from a location's first month to the one it traded in last, whether or not it traded in those between.
 * @param upTo the last day that is over
 */
export const incompleteTotals = async ({ sql, venueId }: VenueScope, upTo: string): Promise<TotalsMonth[]> => {
  const [traded, kept] = await Promise.all([
    sql<{ locationId: number; first: string; last: string }[]>`
      select location_id as "locationId", min(day) as first, max(day) as last from trading_day_state where venue_id = ${venueId} group by 1 order by 1`,
    sql<{ locationId: number; month: string; subject: number; format: string; rows: number }[]>`
      select location_id as "locationId", date_trunc('month', day::timestamp)::date as month, subject, format, count(*)::int as rows
      from running_total where venue_id = ${venueId} and day <= ${upTo} group by 1, 2, 3, 4`,
  ])
  const rows = new Map(kept.map((one) => [`${one.locationId} ${one.month} ${one.subject} ${one.format}`, one.rows]))
  const missing = (locationId: number, month: string, to: string) =>
    SUBJECTS.flatMap(({ subject }) => ((rows.get(`${locationId} ${month} ${subject.id} ${subject.format}`) ?? 0) === rowsUpTo(subject, to) ? [] : [subject.id]))
  return traded.flatMap(({ locationId, first, last }) => {
    const firstMonth = monthOf(first)
    return monthsFrom(firstMonth, last < upTo ? last : upTo)
      .map((month) => [month, lastDayOf(month) <= upTo ? lastDayOf(month) : upTo] as const)
      .map(([month, to]) => ({ locationId, month, to, isFirst: month === firstMonth, subjects: missing(locationId, month, to) }))
      .filter(({ subjects }) => subjects.length > 0)
  })
}

/** How many rows a subject has in the month of a day once that day is over. */
const rowsUpTo = (subject: Subject, day: string): number => (subject.hasDays ? Number(day.slice(8)) : 0) + (day === lastDayOf(day) ? subject.kinds.length : 0)

/**
 * Makes the running totals of a month that are missing, from its days and the totals of the month before; tills of the location wait
 * meanwhile, for a tenth of a second in a large venue. What cannot be made yet, since a sale came between, is made next hour.
 */
export const makeTotals = async (scope: VenueScope, month: TotalsMonth): Promise<void> => {
  const { sql, venueId } = scope
  await sql.withoutTimeLimit()
  await lockRollup(scope, month.locationId)
  const totals = await totalsOf(scope, month)
  if (totals.length === 0) return
  await sql`
    insert into running_total as t (venue_id, location_id, day, kind, subject, sums, format)
    select ${venueId}, ${month.locationId}::int, u.day, u.kind, u.subject, u.sums, u.format
    from unnest(${texts(totals.map(({ day }) => day))}::date[], ${numbers(totals.map(({ kind }) => kind))}::smallint[],
      ${numbers(totals.map(({ subject }) => subject))}::smallint[], ${texts(totals.map(({ sums }) => sums))}::text[],
      ${texts(totals.map(({ subject }) => formatOfSubject(subject) ?? ''))}::text[]) as u(day, kind, subject, sums, format)
    on conflict (venue_id, location_id, day, kind, subject) do update set sums = excluded.sums, format = excluded.format
      where t.format <> excluded.format returning 1`
}

/** Takes away the running totals of a month that say something else than its days, and those that were made of them. */
export const dropWrongTotals = async (scope: VenueScope, locationId: number, month: string): Promise<boolean> => {
  if (await areTotalsRight(scope, locationId, month)) return false
  // A sale may have come in between two questions: looked at again while none can.
  await lockRollup(scope, locationId)
  if (await areTotalsRight(scope, locationId, month)) return false
  await scope.sql`${totalsTakenAway(scope, locationId, everyDay(month, lastDayOf(month)))}`
  return true
}

const areTotalsRight = async (scope: VenueScope, locationId: number, month: string): Promise<boolean> => {
  const { sql, venueId } = scope
  const there = await sql<(Total & { format: string })[]>`
    select day, kind, subject, sums, format from running_total
    where venue_id = ${venueId} and location_id = ${locationId} and day between ${month} and ${lastDayOf(month)} order by day`
  // Of another format, a row counts as not there; the hourly job makes it anew.
  const kept = there.filter(({ subject, format }) => (formatOfSubject(subject) ?? format) === format)
  if (kept.length === 0) return true
  const [first] = await sql<{ day: string | null }[]>`select min(day) as day from trading_day_state where venue_id = ${venueId} and location_id = ${locationId}`
  const isFirst = first?.day?.slice(0, 7) === month.slice(0, 7)
  const to = kept.at(-1)?.day ?? month
  const totals = await totalsOf(scope, { locationId, month, to, isFirst, subjects: SUBJECTS.map(({ subject }) => subject.id) })
  const right = new Map(totals.map(({ day, kind, subject, sums }) => [`${day} ${kind} ${subject}`, sums]))
  return kept.every(({ day, kind, subject, sums }) => right.get(`${day} ${kind} ${subject}`) === sums)
}

interface Total {
  day: string
  kind: number
  subject: number
  sums: string
}

/** What each subject's totals are made of: its sums on each day of a month. */
const SUBJECTS: readonly { subject: Subject; daysOf: (scope: VenueScope, month: TotalsMonth) => Promise<Day[]> }[] = [
  { subject: PRODUCTS, daysOf: (scope, month) => productDays(scope, month) },
  { subject: DIMENSIONS, daysOf: (scope, month) => dimensionDays(scope, month, SUMMED_DIMS) },
]

/** Nothing for a subject that nobody reads. */
const formatOfSubject = (id: number): string | undefined => SUBJECTS.find(({ subject }) => subject.id === id)?.subject.format

/** The running totals of a month and the sums of its days. Days that are not added up are left out, and so are the totals where there is such a day or the month before has none. */
const totalsOf = async (scope: VenueScope, month: TotalsMonth): Promise<Total[]> => {
  const unsummed = await unsummedIn(scope, month)
  const totals = await Promise.all(
    SUBJECTS.filter(({ subject }) => month.subjects.includes(subject.id)).map(async ({ subject, daysOf }) => {
      const days = (await daysOf(scope, month)).filter(({ day }) => !unsummed.includes(day))
      const ofDays = subject.hasDays ? days.map((one) => totalOfDay(subject, one)) : []
      if (month.to !== lastDayOf(month.month) || unsummed.length > 0) return ofDays
      const before = !month.isFirst ? await endsOf(scope, month.locationId, dayBefore(month.month), subject) : new Map<number, string>()
      return [...ofDays, ...totalsOfSubject(subject, month, days, before)]
    }),
  )
  return totals.flat()
}

const totalOfDay = (subject: Subject, { day, rows }: Day): Total => {
  const sums = noSumsFor(
    subject,
    rows.map(([key]) => key as number),
  )
  addRows(subject, sums, rows)
  return { day, kind: DAY, subject: subject.id, sums: writeTotals(subject, sums) }
}

const totalsOfSubject = (subject: Subject, month: TotalsMonth, days: readonly Day[], before: ReadonlyMap<number, string>): Total[] => {
  if (!month.isFirst && before.size !== subject.kinds.length) return []
  const keys = new Set(days.flatMap(({ rows }) => rows.map(([key]) => key as number)))
  return subject.kinds.map((kind): Total => {
    const text = before.get(kind) ?? NO_TOTALS
    const sums = noSumsFor(subject, [...keys, ...keysIn(subject, text)])
    addTotals(subject, sums, text, 1)
    for (const { day, rows } of days) if (kind === EVER || kind === weekdayOf(day)) addRows(subject, sums, rows)
    return { day: month.to, kind, subject: subject.id, sums: writeTotals(subject, sums) }
  })
}

/** The days of a month whose products are not added up. */
const unsummedIn = async ({ sql, venueId }: VenueScope, { locationId, month, to }: TotalsMonth): Promise<string[]> => {
  const found = await sql<{ day: string }[]>`
    select day from trading_day_state where venue_id = ${venueId} and location_id = ${locationId} and day between ${month} and ${to}
      and products_at_change is distinct from changes`
  return found.map(({ day }) => day)
}

const endsOf = async ({ sql, venueId }: VenueScope, locationId: number, day: string, subject: Subject): Promise<Map<number, string>> => {
  const rows = await sql<{ kind: number; sums: string }[]>`
    select kind, sums from running_total
    where venue_id = ${venueId} and location_id = ${locationId} and day = ${day} and subject = ${subject.id}
      and kind <> ${DAY} and format = ${subject.format}`
  return new Map(rows.map(({ kind, sums }) => [kind, sums]))
}

interface Day {
  day: string
  /** Key and sums in the subject's order, a row for each key. */
  rows: number[][]
}

/** What each product sold on each day of a month, and what was given back, from the lines of refunds. */
const productDays = async ({ sql, venueId }: VenueScope, { locationId, month, to }: TotalsMonth): Promise<Day[]> => {
  // How many were given back is not kept of a day.
  const columns = RUN_SUMS.map((name) => (name === 'refunded' ? sql`0` : sql`${sql(name)}`)).reduce((all, one) => sql`${all}, ${one}`)
  const [[sold], [refunded]] = await Promise.all([
    sql<{ rows: string | null }[]>`
      select string_agg(concat_ws(',', extract(day from day), product_id, ${columns}, amount), ';') as rows
      from product_day where venue_id = ${venueId} and location_id = ${locationId} and day between ${month} and ${to}`,
    sql<{ rows: string | null }[]>`
      select string_agg(concat_ws(',', extract(day from business_date), product_id, qty), ';') as rows
      from sale_line where venue_id = ${venueId} and location_id = ${locationId} and business_date between ${month} and ${to} and refund <> 0 and counts`,
  ])
  const { days, rowsOn } = emptyDays(to)
  for (const [day, key, ...sums] of numbersIn(sold?.rows)) {
    refuseOddAmount(sums)
    rowsOn(day).push([key as number, ...sums.slice(0, RUN_COUNT)])
  }
  for (const [day, key, qty] of numbersIn(refunded?.rows)) {
    const row = Array.from({ length: 1 + RUN_COUNT }, () => 0)
    row[0] = key as number
    row[1 + RUN.refunded] = -(qty as number)
    rowsOn(day).push(row)
  }
  return days
}

/** What each key of some dimensions came to on each day of a month, from its rows of the rollup. */
const dimensionDays = async (scope: VenueScope, { locationId, month, to }: TotalsMonth, dims: readonly Dim[]): Promise<Day[]> => {
  const { sql, venueId } = scope
  const [kept] = await sql<{ rows: string | null }[]>`
    select string_agg(concat_ws(',', extract(day from period), dim, key, ${columnsOf(scope, shapeOf(DIM.class))}), ';') as rows from rollup
    where venue_id = ${venueId} and grain = ${GRAIN.day} and dim = any(${numbers(dims)}::smallint[]) and location_id = ${locationId} and period between ${month} and ${to}`
  const { days, rowsOn } = emptyDays(to)
  for (const [day, dim, key, ...sums] of numbersIn(kept?.rows)) rowsOn(day).push([dimensionKey(dim as number, key as number), ...sums])
  return days
}

/** The days of a month up to one. */
const emptyDays = (to: string) => {
  const days = Array.from({ length: Number(to.slice(8)) }, (_, i): Day => ({ day: `${to.slice(0, 8)}${String(i + 1).padStart(2, '0')}`, rows: [] }))
  return { days, rowsOn: (day: number | undefined) => days[(day ?? 0) - 1]?.rows ?? [] }
}

const numbersIn = (rows: string | null | undefined): number[][] => (rows ? rows.split(';').map((row) => row.split(',').map(Number)) : [])

/** @throws UnsoundSums where a product's amount, which is left out of what is kept, is not made of the others: nothing may be made of them then. */
const refuseOddAmount = (sums: readonly number[]): void => {
  const [of, amount] = [(measure: number) => sums[measure] as number, sums[RUN_COUNT] as number]
  if (amount !== of(RUN.gross) - of(RUN.promotion) - of(RUN.discount) - of(RUN.refund) + of(RUN.surcharge))
    throw new UnsoundSums("A product's amount is not gross less promotions, discounts and refunds, and surcharges.")
}

const addRows = ({ length }: Subject, { keys, sums }: KeyedSums, rows: readonly (readonly number[])[]): void => {
  const places = placesOf(keys)
  for (const row of rows) {
    const at = (places.get(row[0] as number) ?? 0) * length
    for (let measure = 0; measure < length; measure += 1) sums[at + measure] = (sums[at + measure] as number) + (row[measure + 1] as number)
  }
}

const places = new WeakMap<Float64Array, Map<number, number>>()

/** Where each key stands; asked again for every day of a month. */
const placesOf = (keys: Float64Array): Map<number, number> => {
  const known = places.get(keys) ?? new Map(Array.from(keys, (key, i) => [key, i]))
  places.set(keys, known)
  return known
}
