import { walkVenue } from '#platform/audit-seals.sql.ts'
import type { VenueScope } from '#platform/venue-scope.ts'
import type { AuditProof } from './audit.contract.ts'
import { LINKS_SHOWN, likeText, type Position } from './audit.rules.ts'

/** What is looked for in the trail. */
interface Wanted {
  /** Days in the venue's zone. */
  from: string | undefined
  to: string | undefined
  timeZone: string
  userId: number | undefined
  action: string | undefined
  search: string | undefined
}

interface TrailRow {
  event_id: string
  /** UTC, to the microsecond. */
  at: string
  actor_user_id: number | null
  on_behalf_of_user_id: number | null
  action: string
  subject: string
  detail: Record<string, unknown>
  ip: string | null
  sealed: boolean
}

/**
 * Rows of the trail, newest first. Whoever does not hold every location is not shown rows whose particulars name one that is not
 * theirs: any number under a name with "location" in it is taken for a location.
 */
export const trailPage = async (venue: VenueScope, wanted: Wanted, after: Position | undefined, limit: number): Promise<TrailRow[]> => {
  const { sql, venueId } = venue
  const { from, to, timeZone, userId, action, search } = wanted
  const granted = venue.locations.map(({ locationId }) => locationId)
  return sql<TrailRow[]>`
    select a.event_id::text, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, a.actor_user_id, a.on_behalf_of_user_id,
      a.action, a.subject, a.detail, a.ip,
      exists (select from audit_seal s where s.venue_id = ${venueId} and s.event_id = a.event_id) as sealed
    from audit_event a
    where a.venue_id = ${venueId}
      ${from === undefined ? sql`` : sql`and a.at >= ${from}::date::timestamp at time zone ${timeZone}`}
      ${to === undefined ? sql`` : sql`and a.at < (${to}::date + 1)::timestamp at time zone ${timeZone}`}
      ${userId === undefined ? sql`` : sql`and (a.actor_user_id = ${userId} or a.on_behalf_of_user_id = ${userId})`}
      ${action === undefined ? sql`` : sql`and a.action = ${action}`}
      ${search === undefined ? sql`` : sql`and (a.subject ilike ${likeText(search)} or a.action ilike ${likeText(search)} or a.detail::text ilike ${likeText(search)})`}
      ${after === undefined ? sql`` : sql`and (a.at, a.event_id) < (${after.at}::timestamptz, ${after.eventId}::bigint)`}
      ${
        venue.allLocations
          ? sql``
          : sql`and not exists (
        select from jsonb_each(a.detail) d, regexp_matches(d.value::text, '\\d+', 'g') as named(digits)
        where d.key ilike '%location%' and named.digits[1]::numeric <> all(${granted}::numeric[]))`
      }
    order by a.at desc, a.event_id desc limit ${limit}`
}

/** Walks the newest links of the venue's chain. */
export const trailProof = async (venue: VenueScope): Promise<AuditProof> => {
  const { sql, venueId, now } = venue
  const { walk, unsealed, from } = await walkVenue(sql, venueId, { newest: LINKS_SHOWN })
  const { seq } = walk.head
  const [last] = await sql<{ sealed_at: Date }[]>`select sealed_at from audit_seal where venue_id = ${venueId} and seq = ${seq}`
  return {
    Sealed: seq,
    Waiting: unsealed,
    Checked: seq - from,
    Intact: walk.faults().length === 0,
    UpTo: last?.sealed_at.toISOString() ?? null,
    AsAt: now.toISOString(),
  }
}
