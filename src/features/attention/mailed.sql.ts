import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import type { PlaceNow } from './place-now.rules.ts'

/** A report of sales that was mailed, and when the last of its mails went out. */
export interface Mailed {
  scheduleId: string
  name: string
  /** Whether it is the reader's: they own the schedule, or are on its list. */
  isTheirs: boolean
  search: string
  /** The trading day whose end sent it. */
  day: string
  at: Date
}

/** What came to a trading day at a moment after something of it was mailed: a late receipt, a correction, one taken back. */
export interface Arrival {
  locationId: number
  day: string
  at: Date
  changes: number
  /** Minor units, GST included. */
  amount: number
}

const DAYS_BACK = 35

/** Reports whose figures are those of sales; a receipt that comes late changes them. */
const OF_SALES = ['/reports/daily-sales', '/reports/weekly-summary', '/reports/media-summary', '/reports/plu-sales']

type Written<T extends { at: Date }> = Omit<T, 'at'> & { at: string }

/** What was mailed in the last weeks, and what came late to their days since the first of these mails. */
export const mailedAndLate = async (
  { sql, venueId, now, holder }: VenueScope,
  places: readonly PlaceNow[],
): Promise<{ mailed: Mailed[]; arrivals: Arrival[] }> => {
  const reader = holder.kind === 'person' ? holder.employeeId : null
  const [found] = await sql<{ mailed: Written<Mailed>[]; arrivals: Written<Arrival>[] }[]>`
    with mails as materialized (
      select r.run_id, r.schedule_id, s.name, s.search, r.day, max(m.done_at) as at, s.employee_id = ${reader}::int or exists (
          select from schedule_recipient l where l.venue_id = ${venueId} and l.schedule_id = r.schedule_id and l.employee_id = ${reader}::int
            and l.unsubscribed_at is null) as theirs
      from schedule_run r join report_schedule s on s.venue_id = ${venueId} and s.schedule_id = r.schedule_id
        join schedule_mail m on m.venue_id = ${venueId} and m.run_id = r.run_id and m.state = 'sent'
      where r.venue_id = ${venueId} and r.kind <> 'test' and r.created_at >= ${now}::timestamptz - ${DAYS_BACK}::int * interval '1 day'
        and (s.report_path like '/sales/%' or s.report_path = any(${texts(OF_SALES)}::text[]))
      group by r.run_id, r.schedule_id, s.name, s.search, s.employee_id, r.day),
    first as materialized (select min(at) as at from mails),
    late as materialized (
      select t.location_id, t.day
      from unnest(${numbers(places.map(({ locationId }) => locationId))}::int[], ${texts(places.map(({ day }) => day))}::date[]) as p(location_id, today) cross join first f
      join trading_day_state t on t.venue_id = ${venueId} and t.location_id = p.location_id and t.day between p.today - ${DAYS_BACK}::int and p.today
        and t.late_changes > 0 and t.late_received_at > f.at),
    arrived as (
      select l.location_id, l.day, s.received_at, s.terminal_key, s.receipt, s.amount
      from late l cross join first f cross join lateral (
        select * from sale x where x.venue_id = ${venueId} and x.location_id = l.location_id and x.business_date = l.day and x.received_at > f.at and x.kind in (1, 2, 5)
        offset 0) s)
    select (select coalesce(json_agg(r), '[]') from (select schedule_id::text as "scheduleId", name, search, day, at, coalesce(theirs, false) as "isTheirs" from mails order by at desc, run_id desc) r) as mailed,
      (select coalesce(json_agg(r), '[]') from (
        select location_id as "locationId", day, received_at as at, count(distinct (terminal_key, receipt))::int as changes, sum(amount)::bigint as amount
        from arrived group by 1, 2, 3 order by 1, 2, 3) r) as arrivals`
  return { mailed: (found?.mailed ?? []).map(withMoment), arrivals: (found?.arrivals ?? []).map(withMoment) }
}

const withMoment = <T extends { at: string }>(written: T): Omit<T, 'at'> & { at: Date } => ({ ...written, at: new Date(written.at) })
