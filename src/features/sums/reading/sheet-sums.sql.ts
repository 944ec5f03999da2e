import { factsTogether, takenFacts } from '#features/sums/sheet-facts.sql.ts'
import type { SoldRow, TakenRow } from '#features/till/sheet-rows.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Query } from '#platform/database/sql.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'

type Fragment = Query<readonly unknown[]>

/** Whose sheets, and of which trading days. */
interface Asked {
  locationIds: readonly number[]
  from: string
  to: string
  /** Of one till alone. */
  terminalKey?: number | undefined
}

/** Days whose sheets are not added up, as today: their sales are read. Of all others the kept sums hold. */
export interface OpenDays {
  locationIds: number[]
  days: string[]
}

/** Which days these are. Read first and given to the question as they are: PostgreSQL would take half of all days for open ones, and read all sales. */
export const openSheetDays = async ({ sql, venueId }: VenueScope, { locationIds, from, to }: Asked): Promise<OpenDays> => {
  const rows = await sql<{ locationId: number; day: string }[]>`
    select location_id as "locationId", day from trading_day_state where venue_id = ${venueId} and location_id = any(${[...locationIds]}::int[])
      and day between ${from} and ${to} and sheets_at_change is distinct from changes`
  return { locationIds: rows.map(({ locationId }) => locationId), days: rows.map(({ day }) => day) }
}

const listOf = ({ sql }: VenueScope, { locationIds, days }: OpenDays): Fragment =>
  sql`unnest(${numbers(locationIds)}::int[], ${texts(days)}::date[]) as k(location_id, day)`

const tillOf = ({ sql }: VenueScope, { terminalKey }: Asked): Fragment => (terminalKey === undefined ? sql`` : sql`and x.terminal_key = ${terminalKey}`)

const salesOf = (scope: VenueScope, asked: Asked, open: OpenDays): Fragment => {
  const { sql, venueId } = scope
  return sql`(select x.* from ${listOf(scope, open)} join sale x on x.venue_id = ${venueId} and x.location_id = k.location_id
    and x.business_date = k.day ${tillOf(scope, asked)}) s`
}

const keptIn = (scope: VenueScope, asked: Asked, open: OpenDays): Fragment => {
  const { sql, venueId } = scope
  const { locationIds, from, to } = asked
  const closed =
    open.days.length === 0 ? sql`` : sql`and not exists (select from ${listOf(scope, open)} where k.location_id = x.location_id and k.day = x.business_date)`
  return sql`x.venue_id = ${venueId} and x.location_id = any(${[...locationIds]}::int[]) and x.business_date between ${from} and ${to} ${tillOf(scope, asked)} ${closed}`
}

/** What was taken on each sheet by method, as rows of `sheet_taken` without its venue. */
export const sheetsTaken = (scope: VenueScope, asked: Asked, open: OpenDays): Fragment => {
  const { sql } = scope
  const live = open.days.length === 0 ? sql`` : sql`union all ${takenFacts(scope, salesOf(scope, asked, open))}`
  return sql`
    select x.location_id, x.business_date, x.terminal_key, x.session_id, x.method, x.n, x.net, x.cash_out, x.refunds, x.tips
    from sheet_taken x where ${keptIn(scope, asked, open)} ${live}`
}

/**
 * What was taken on some sessions by method, in one statement: added up already, or read from the sales of days that are not.
 * @param sessions a from-list that has rows of `till_session` as `d`
 */
export const takenInSessions = (scope: VenueScope, sessions: Fragment): Fragment => {
  const { sql, venueId } = scope
  // Day by day, so that PostgreSQL, which takes half of all days for open ones, does not read all sales.
  const ofDay = (table: Fragment, isOpen: Fragment) => sql`
    days k cross join lateral (select * from ${table} a where a.venue_id = ${venueId} and a.location_id = k.location_id and a.business_date = k.day offset 0) x where ${isOpen}`
  return sql`
    with days as materialized (
      select distinct d.location_id, d.business_date as day, t.sheets_at_change is distinct from t.changes as is_open
      from ${sessions} left join trading_day_state t on t.venue_id = ${venueId} and t.location_id = d.location_id and t.day = d.business_date)
    select ${takenColumns(scope)} from (
      select x.location_id, x.business_date, x.terminal_key, x.session_id, x.method, x.n, x.net, x.cash_out, x.refunds, x.tips
      from ${ofDay(sql`sheet_taken`, sql`not k.is_open`)}
      union all ${takenFacts(scope, sql`(select x.* from ${ofDay(sql`sale`, sql`k.is_open`)}) s`)}) x
    where x.session_id in (select d.session_id from ${sessions})`
}

/** What was taken on each sheet by method, and what was sold on it. */
export const sheetSums = async (scope: VenueScope, asked: Asked, open: OpenDays): Promise<{ taken: TakenRow[]; sold: SoldRow[] }> => {
  const { sql } = scope
  const kept = keptIn(scope, asked, open)
  const [taken, sold, today] = await Promise.all([
    sql<TakenRow[]>`select ${takenColumns(scope)} from sheet_taken x where ${kept}`,
    sql<SoldRow[]>`select ${soldColumns(scope)} from sheet_sold x where ${kept}`,
    open.days.length === 0 ? { taken: [], sold: [] } : liveSums(scope, asked, open),
  ])
  return { taken: [...taken, ...today.taken], sold: [...sold, ...today.sold] }
}

/** Those of the open days, from their sales. */
const liveSums = async (scope: VenueScope, asked: Asked, open: OpenDays): Promise<{ taken: TakenRow[]; sold: SoldRow[] }> => {
  const { sql } = scope
  const { once, taken, sold } = factsTogether(scope, salesOf(scope, asked, open))
  type Written = Omit<SoldRow, 'firstAt' | 'lastAt'> & { firstAt: string; lastAt: string }
  const [row] = await sql<{ taken: TakenRow[]; sold: Written[] }[]>`
    ${once} select (select coalesce(json_agg(r), '[]') from (select ${takenColumns(scope)} from (${taken}) x) r) as taken,
      (select coalesce(json_agg(r), '[]') from (select ${soldColumns(scope)} from (${sold}) x) r) as sold`
  const moments = ({ firstAt, lastAt }: Written) => ({ firstAt: new Date(firstAt), lastAt: new Date(lastAt) })
  return { taken: row?.taken ?? [], sold: row?.sold.map((one) => ({ ...one, ...moments(one) })) ?? [] }
}

const sheetColumns = ({ sql }: VenueScope): Fragment =>
  sql`nullif(x.session_id, 0)::text as "sessionId", x.location_id as "locationId", x.terminal_key as "terminalKey", x.business_date as day`

const takenColumns = (scope: VenueScope): Fragment => scope.sql`${sheetColumns(scope)}, x.method, x.n, x.net, x.cash_out as "cashOut", x.refunds, x.tips`

const soldColumns = (scope: VenueScope): Fragment => scope.sql`${sheetColumns(scope)}, x.receipts, x.delivery, x.takeaway, x.no_sales as "noSales", x.covers,
  x.discounts, x.refunds, x.voids, x.first_at as "firstAt", x.last_at as "lastAt"`
