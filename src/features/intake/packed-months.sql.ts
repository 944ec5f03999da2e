import type { Query } from '#platform/sql.ts'
import type { VenueScope } from '#platform/venue-scope.ts'
import { DIM, GRAIN, MEASURES, type Measure } from './rollup.rules.ts'
import { lockRollup } from './store-sales.sql.ts'

type Fragment = Query<readonly unknown[]>

/** The measures under which what stands beside a total lies, in the order it is packed. */
const BESIDE: readonly Measure[] = ['n', 'customers', 'qty', 'gross', 'promotion', 'discount', 'refund']

/** A location's month that is over and not packed. */
export interface UnpackedMonth {
  locationId: number
  /** Its first day. */
  month: string
}

/** The months that are over by a day and have trade, but are not packed. */
export const unpackedMonths = ({ sql, venueId }: VenueScope, upTo: string): Promise<UnpackedMonth[]> => sql<UnpackedMonth[]>`
  select distinct location_id as "locationId", date_trunc('month', day::timestamp)::date as month from trading_day_state t
  where venue_id = ${venueId} and day < date_trunc('month', ${upTo}::date + interval '1 day')::date and not exists (select from packed_month p
    where p.venue_id = ${venueId} and p.location_id = t.location_id and p.month = date_trunc('month', t.day::timestamp)::date) order by 1, 2`

/** Packs a month from the rows of its days; tills of the location wait meanwhile, for about a millisecond. */
export const packMonth = async (scope: VenueScope, { locationId, month }: UnpackedMonth): Promise<void> => {
  const { sql, venueId } = scope
  await lockRollup(scope, locationId)
  await sql`delete from packed_month where venue_id = ${venueId} and location_id = ${locationId} and month = ${month}`
  await sql`
    insert into packed_month (venue_id, location_id, month, days)
    select ${venueId}, ${locationId}::int, ${month}::date, coalesce(p.days, '') from (${packed(scope, locationId, month)}) as p (days) returning 1`
}

/** Packed months that say something else than the rows of their days; those are taken away. */
export const dropWrongPack = async (scope: VenueScope, locationId: number, month: string): Promise<boolean> => {
  const { sql, venueId } = scope
  const dropped = await sql`
    delete from packed_month where venue_id = ${venueId} and location_id = ${locationId} and month = ${month}
      and days is distinct from coalesce((${packed(scope, locationId, month)}), '')`
  return dropped.count > 0
}

/** The days of a month as one text: SUM's order, total first. */
const packed = ({ sql, venueId }: VenueScope, locationId: number, month: string): Fragment => {
  const rows = (dim: number) => sql`select * from rollup where venue_id = ${venueId} and grain = ${GRAIN.day} and dim = ${dim} and location_id = ${locationId}
    and period >= ${month}::date and period < ${month}::date + interval '1 month'`
  const listed = (alias: 't' | 'b', measures: readonly Measure[]) =>
    measures.map((name): Fragment => sql`coalesce(${sql(`${alias}.${name}`)}, 0)`).reduce((all, one) => sql`${all}, ${one}`)
  return sql`
    select string_agg(concat_ws(',', ${locationId}::int, period - date '1970-01-01', ${listed('t', MEASURES)}, ${listed('b', BESIDE)}), ';' order by period)
    from (${rows(DIM.total)}) t full join (${rows(DIM.besideTotal)}) b using (period)`
}
