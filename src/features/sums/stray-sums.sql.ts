import type { VenueScope } from '#platform/access/venue-scope.ts'
import { differenceAt, type Mismatch } from './mismatch.rules.ts'
import { DIM, SHAPES } from './rollup.rules.ts'
import { columnsOf } from './shapes.sql.ts'

/** So many are told one by one. */
const MOST = 1000

/** The periods of each grain in which a location traded, by its days and its sales. */
const periodsOf = ({ sql, venueId }: VenueScope) => sql`
  days as materialized (
    select location_id, day from trading_day_state where venue_id = ${venueId} union select location_id, business_date from sale where venue_id = ${venueId}),
  periods as materialized (
    select 1 as grain, location_id, day as period from days union select 2, location_id, date_trunc('month', day::timestamp)::date from days
    union select 3, location_id, date_trunc('year', day::timestamp)::date from days)`

const isStray = ({ sql }: VenueScope) =>
  sql`not exists (select from periods p where p.grain = r.grain and p.location_id = r.location_id and p.period = r.period)`

const isStrayDay = ({ sql }: VenueScope) => sql`not exists (select from days d where d.location_id = r.location_id and d.day = r.day)`

/** Rows of the rollup, and of products' days, in periods in which nothing was traded: nobody would compare them with anything. */
export const strayRows = async (scope: VenueScope): Promise<Mismatch[]> => {
  const { sql, venueId } = scope
  await sql.withoutTimeLimit()
  const found: Mismatch[] = []
  for (const shape of SHAPES) {
    const { table, measures } = shape
    const rows = await sql<Omit<Mismatch, 'fresh'>[]>`
      with ${periodsOf(scope)}
      select r.location_id as "locationId", r.grain, r.period, r.dim, r.key, array[${columnsOf(scope, shape)}]::text[]::float8[] as kept
      from ${sql(table)} r where r.venue_id = ${venueId} and ${isStray(scope)} order by 1, 2, 3, 4, 5 limit ${MOST}`
    found.push(...rows.map((row) => ({ ...row, fresh: measures.map(() => 0) })))
  }
  return [...found, ...(await strayProducts(scope))]
}

/** The days without trade on which products lie, each told once. */
const strayProducts = async (scope: VenueScope): Promise<Mismatch[]> => {
  const { sql, venueId } = scope
  const rows = await sql<Stray[]>`
    with ${periodsOf(scope)} select distinct r.location_id as "locationId", r.day from product_day r
    where r.venue_id = ${venueId} and ${isStrayDay(scope)} order by 1, 2 limit ${MOST}`
  return rows.map(({ locationId, day }) => differenceAt(locationId, day, DIM.product))
}

/** Takes those rows away. */
export const dropStrayRows = async (scope: VenueScope): Promise<void> => {
  const { sql, venueId } = scope
  await sql.withoutTimeLimit()
  for (const { table } of SHAPES) await sql`with ${periodsOf(scope)} delete from ${sql(table)} r where r.venue_id = ${venueId} and ${isStray(scope)}`
  await sql`with ${periodsOf(scope)} delete from product_day r where r.venue_id = ${venueId} and ${isStrayDay(scope)}`
}

/** Takes away what is packed, and running totals, of months in which nothing was traded. */
export const dropStrayStored = async ({ sql, venueId }: VenueScope): Promise<Mismatch[]> => {
  const traded = (month: string) => sql`exists (select from trading_day_state t where t.venue_id = ${venueId} and t.location_id = p.location_id
    and t.day >= ${sql(month)} and t.day < ${sql(month)} + interval '1 month')`
  const guests = await sql<Stray[]>`
    delete from packed_guests p where p.venue_id = ${venueId} and not ${traded('p.month')} returning p.location_id as "locationId", p.month as day`
  const totals = await sql<Stray[]>`
    delete from running_total p where p.venue_id = ${venueId} and not exists (
      select from trading_day_state t where t.venue_id = ${venueId} and t.location_id = p.location_id
      having date_trunc('month', min(t.day)::timestamp) <= p.day and date_trunc('month', max(t.day)::timestamp) + interval '1 month' > p.day)
    returning p.location_id as "locationId", p.day`
  return [...mismatchesOf(guests, DIM.total), ...mismatchesOf(totals, DIM.product)]
}

interface Stray {
  locationId: number
  day: string
}

const mismatchesOf = (rows: readonly Stray[], dim: number): Mismatch[] => {
  const months = new Map(rows.map(({ locationId, day }) => [`${locationId} ${day.slice(0, 7)}`, differenceAt(locationId, `${day.slice(0, 7)}-01`, dim)]))
  return [...months.values()]
}
