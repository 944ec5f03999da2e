import type { Database } from '#platform/database/database.ts'
import { firstFactIdOf } from '#platform/database/fact-id.ts'
import type { Transaction } from '#platform/database/pool.ts'
import type { Statements } from '#platform/database/sql.ts'
import { BEGINNING, ChainWalk, type Head, type SealedEvent, sealOf } from './audit-chain.ts'

/** Names our advisory locks among others of the database. */
const SPACE = 4_118
const AT_ONCE = 1000
const WINDOW_MS = 3_600_000

const eventColumns = (sql: Statements) => sql`a.event_id::text, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
  a.actor_user_id, a.on_behalf_of_user_id, a.session_id, a.action, a.subject, a.detail::text as detail, a.ip`

/**
 * Seals the rows of a venue that have no seal yet. One process at a time does so for a venue; another finds nothing to do.
 * @param how `all` looks at every row there is, otherwise at those of the last hour
 * @returns how many were sealed
 */
export const sealVenue = async (database: Database, venueId: number, how: 'all' | 'recent'): Promise<number> => {
  const since = how === 'all' ? '0' : firstFactIdOf(new Date(Date.now() - WINDOW_MS))
  for (let total = 0; ; ) {
    const sealed = await database.inVenue(venueId, (sql) => sealSome(sql, venueId, since))
    total += sealed
    if (sealed < AT_ONCE) return total
  }
}

const sealSome = async (sql: Transaction, venueId: number, since: string): Promise<number> => {
  const [lock] = await sql<{ held: boolean }[]>`select pg_try_advisory_xact_lock(${SPACE}, ${venueId}) as held`
  if (!lock?.held) return 0
  const events = await sql<SealedEvent[]>`
    select ${eventColumns(sql)} from audit_event a
    where a.venue_id = ${venueId} and a.event_id >= ${since}::bigint
      and not exists (select from audit_seal s where s.venue_id = ${venueId} and s.event_id = a.event_id)
    order by a.event_id limit ${AT_ONCE}`
  if (events.length === 0) return 0
  const last = await headOf(sql, venueId)
  let hash = last.hash
  const hashes = events.map((event) => {
    hash = sealOf(hash, venueId, event)
    return hash.toString('hex')
  })
  await sql`
    insert into audit_seal (venue_id, seq, event_id, hash)
    select ${venueId}, ${last.seq}::bigint + n, event_id, decode(hash, 'hex')
    from unnest(${events.map(({ event_id }) => event_id)}::bigint[], ${hashes}::text[]) with ordinality as made(event_id, hash, n) returning 1`
  return events.length
}

/** The last link of a venue's chain. */
export const headOf = async (sql: Transaction, venueId: number): Promise<Head> => {
  const [row] = await sql<Head[]>`select seq, hash from audit_seal where venue_id = ${venueId} order by seq desc limit 1`
  return row ?? { seq: 0, hash: BEGINNING }
}

interface LinkRow extends Omit<SealedEvent, 'event_id'> {
  event_id: string | null
  seq: number
  sealed_event_id: string
  hash: Buffer
}

const PAGE = 5000

/**
 * Walks a venue's chain in the caller's transaction, which must see one moment.
 * @param newest only so many of the newest links; all by default
 * @param onLink is told of every link, to compare it with copies
 */
export const walkVenue = async (
  sql: Transaction,
  venueId: number,
  { newest, onLink }: { newest?: number; onLink?: (head: Head) => void } = {},
): Promise<{ walk: ChainWalk; unsealed: number; from: number }> => {
  const from = newest === undefined ? undefined : await linkBefore(sql, venueId, newest)
  const walk = new ChainWalk(venueId, from)
  for (let after = from?.seq ?? 0; ; after = walk.head.seq) {
    const links = await sql<LinkRow[]>`
      select s.seq, s.event_id::text as sealed_event_id, s.hash, ${eventColumns(sql)}
      from audit_seal s left join audit_event a on a.venue_id = ${venueId} and a.event_id = s.event_id
      where s.venue_id = ${venueId} and s.seq > ${after} order by s.seq limit ${PAGE}`
    for (const { seq, sealed_event_id, hash, event_id, ...event } of links) {
      walk.take({ seq, eventId: sealed_event_id, hash }, event_id === null ? undefined : { event_id, ...event })
      onLink?.(walk.head)
    }
    if (links.length < PAGE) break
  }
  const unsealed = await sql<SealedEvent[]>`
    select ${eventColumns(sql)} from audit_event a
    where a.venue_id = ${venueId} and not exists (select from audit_seal s where s.venue_id = ${venueId} and s.event_id = a.event_id)
    order by a.event_id limit ${PAGE}`
  for (const event of unsealed) walk.takeUnsealed(event)
  return { walk, unsealed: unsealed.length, from: from?.seq ?? 0 }
}

const linkBefore = async (sql: Transaction, venueId: number, newest: number): Promise<Head | undefined> => {
  const [row] = await sql<Head[]>`select seq, hash from audit_seal where venue_id = ${venueId} order by seq desc offset ${newest} limit 1`
  return row
}
