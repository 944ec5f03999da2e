import type { Transaction } from '#platform/database/pool.ts'
import type { Query } from '#platform/database/sql.ts'
import { walkVenue } from './audit-seals.sql.ts'

/** What is looked for in a trail. */
export interface WantedInTrail {
  /** Days in the zone. */
  from: string | undefined
  to: string | undefined
  timeZone: string
  userId: number | undefined
  action: string | undefined
  search: string | undefined
}

/** Where a page ends: the moment of its last row, to the microsecond, and the row's id. */
export interface TrailPosition {
  at: string
  eventId: string
}

export interface TrailRow {
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

interface Narrowing {
  /** Which rows of `audit_event a` the reader may see. */
  seen?: Query<readonly unknown[]>
  /** What else of a row answers to the words looked for. */
  alsoFound?: Query<readonly unknown[]>
}

/** Rows of a venue's trail, newest first; venue 0 is the house. The caller has made sure that the reader may see it. */
export const trailRows = async (
  sql: Transaction,
  venueId: number,
  wanted: WantedInTrail,
  after: TrailPosition | undefined,
  limit: number,
  { seen, alsoFound }: Narrowing = {},
): Promise<TrailRow[]> => {
  const { from, to, timeZone, userId, action, search } = wanted
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
      ${
        search === undefined
          ? sql``
          : sql`and (a.subject ilike ${likeText(search)} or a.action ilike ${likeText(search)} or a.detail::text ilike ${likeText(search)} or ${alsoFound ?? sql`false`})`
      }
      ${after === undefined ? sql`` : sql`and (a.at, a.event_id) < (${after.at}::timestamptz, ${after.eventId}::bigint)`}
      ${seen ? sql`and ${seen}` : sql``}
    order by a.at desc, a.event_id desc limit ${limit}`
}

/** Text to be looked for as it stands, in a LIKE. */
export const likeText = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Links walked to show on a screen that the chain is whole. */
const LINKS_SHOWN = 20_000

/** Walks the newest links of a venue's chain; venue 0 is the house. */
export const provedTrail = async (sql: Transaction, venueId: number) => {
  const { walk, unsealed, from } = await walkVenue(sql, venueId, { newest: LINKS_SHOWN })
  const { seq } = walk.head
  const [last] = await sql<{ sealed_at: Date }[]>`
    select sealed_at from audit_seal where venue_id = ${venueId} and seq = ${seq}`
  return { Sealed: seq, Waiting: unsealed, Checked: seq - from, Intact: walk.faults().length === 0, UpTo: last?.sealed_at.toISOString() ?? null }
}
