import { actorOf } from '#platform/access/sessions.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import type { Service } from '#platform/web/implement.ts'
import { countIn } from '#platform/web/limits.ts'
import { maskedNumber } from '#shared/card-number.ts'

/** Writes down that somebody opened a case, once an hour for each of them: what is read is read on a connection that writes nothing. */
export const noteOpened = async (
  { database }: Service,
  { venueId, holder }: VenueScope,
  { CaseId, CardNumber, Locations }: { CaseId: string; CardNumber: string; Locations: number[] },
) => {
  if (holder.kind !== 'person') return
  const seen = await countIn(database.house, 'fraud-case', `${holder.sessionId} ${CaseId}`, 3600)
  if (seen > 1) return
  const event = { action: 'fraud.opened', subject: maskedNumber(CardNumber), detail: { CaseId, Locations }, ...actorOf(holder), ip: holder.ip }
  await database.inVenue(venueId, (sql) => recordAudit(sql, venueId, event))
}
