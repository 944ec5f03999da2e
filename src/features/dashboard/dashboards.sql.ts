import type { VenueScope } from '#platform/access/venue-scope.ts'
import { failure } from '#shared/failure.ts'
import type { KeptMeasure } from './measures.rules.ts'

/** The employee who asks. @throws NotPermitted for whoever is none */
const employeeAsking = ({ holder }: VenueScope): number => {
  if (holder.kind !== 'person') throw failure('NotPermitted')
  return holder.employeeId
}

/** The measures somebody saved; nothing where they never did. */
export const savedMeasures = async (scope: VenueScope): Promise<KeptMeasure[] | undefined> => {
  const [row] = await scope.sql<{ measures: KeptMeasure[] }[]>`
    select measures from dashboard where venue_id = ${scope.venueId} and employee_id = ${employeeAsking(scope)}`
  return row?.measures
}

/** Keeps somebody's measures instead of those before. */
export const keepMeasures = async (scope: VenueScope, measures: readonly KeptMeasure[]): Promise<void> => {
  const { sql, venueId } = scope
  await sql`
    insert into dashboard (venue_id, employee_id, measures, changed_at)
    values (${venueId}, ${employeeAsking(scope)}, ${sql.json(measures as never)}, ${scope.now})
    on conflict (venue_id, employee_id) do update set measures = excluded.measures, changed_at = excluded.changed_at`
}
