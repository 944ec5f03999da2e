import type { VenueScope } from '#platform/access/venue-scope.ts'
import { failure } from '#shared/failure.ts'
import type { Until } from './attention.rules.ts'

/** The employee who asks. @throws NotPermitted for whoever is none */
const employeeAsking = ({ holder }: VenueScope): number => {
  if (holder.kind !== 'person') throw failure('NotPermitted')
  return holder.employeeId
}

/** Nobody dismisses more; beyond it the oldest are forgotten. */
const MOST = 1000

/** What somebody dismissed and is not told on this trading day, by its key. */
export const dismissedOn = async (scope: VenueScope, today: string): Promise<Map<string, Until>> => {
  const rows = await scope.sql<{ key: string; until: Until }[]>`
    select key, case when until is null then 'Always' else 'Tomorrow' end as until from attention_dismissal
    where venue_id = ${scope.venueId} and employee_id = ${employeeAsking(scope)} and (until is null or until > ${today}::date)`
  return new Map(rows.map(({ key, until }) => [key, until]))
}

/** Keeps that somebody dismissed something, and forgets what they are told again anyway. @param until the trading day on which it is told again; null for good */
export const keepDismissal = async (scope: VenueScope, key: string, until: string | null, today: string): Promise<void> => {
  const { sql, venueId, now } = scope
  const me = employeeAsking(scope)
  await sql`
    insert into attention_dismissal (venue_id, employee_id, key, until, dismissed_at) values (${venueId}, ${me}, ${key}, ${until}, ${now})
    on conflict (venue_id, employee_id, key) do update set until = excluded.until, dismissed_at = excluded.dismissed_at`
  await sql`
    delete from attention_dismissal where venue_id = ${venueId} and employee_id = ${me} and (until <= ${today}::date or key in (
      select key from attention_dismissal where venue_id = ${venueId} and employee_id = ${me} order by dismissed_at desc, key offset ${MOST}))`
}

export const dropDismissal = async (scope: VenueScope, key: string): Promise<void> => {
  await scope.sql`delete from attention_dismissal where venue_id = ${scope.venueId} and employee_id = ${employeeAsking(scope)} and key = ${key}`
}
