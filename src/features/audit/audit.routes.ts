import { implement } from '#platform/implement.ts'
import { userNames } from '#platform/user-names.ts'
import type { VenueScope } from '#platform/venue-scope.ts'
import { failure } from '#shared/failure.ts'
import { type AuditList, type AuditQuery, audit } from './audit.contract.ts'
import { checkDays, LARGEST_FILE, particulars, readPosition, USUAL_PAGE, writePosition } from './audit.rules.ts'
import { trailPage, trailProof } from './audit.sql.ts'

export const auditImplementation = implement(audit, {
  trail: ({ venue, query }) => trailOf(venue, query),
  proof: ({ venue }) => trailProof(venue),
})

const trailOf = async (venue: VenueScope, query: AuditQuery): Promise<AuditList> => {
  checkDays(query.FromDate, query.ToDate)
  const timeZone = venue.locations[0]?.timeZone ?? 'UTC'
  const isFile = query.format === 'csv' || query.format === 'xlsx'
  const limit = isFile ? LARGEST_FILE : (query.Limit ?? USUAL_PAGE)
  const wanted = { from: query.FromDate, to: query.ToDate, timeZone, userId: query.Person, action: query.Action, search: query.Search }
  const page = await trailPage(venue, wanted, query.After === undefined ? undefined : readPosition(query.After), limit + 1)
  if (isFile && page.length > limit) throw failure('RangeTooLong', { limit: '50,000 rows in one file' })
  const shown = page.slice(0, limit)
  const ids = new Set(shown.flatMap((row) => [row.actor_user_id, row.on_behalf_of_user_id]).filter((id) => id !== null))
  const names = await userNames(venue.sql, [...ids])
  const personOf = (userId: number | null) => (userId === null ? null : { UserId: userId, Name: names.get(userId) ?? '' })
  const last = shown.at(-1)
  return {
    Rows: shown.map((row) => ({
      EventId: row.event_id,
      At: row.at,
      Who: personOf(row.actor_user_id),
      OnBehalfOf: personOf(row.on_behalf_of_user_id),
      Action: row.action,
      Subject: row.subject,
      Detail: particulars(row.detail),
      Ip: row.ip,
      Sealed: row.sealed,
    })),
    Next: last && page.length > limit ? writePosition({ at: last.at, eventId: last.event_id }) : null,
    TimeZone: timeZone,
    AsAt: venue.now.toISOString(),
  }
}
