import { forgetSheets } from '#features/sums/kept-sheets.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import { moments, numbers, texts } from '#platform/database/sql-arrays.ts'
import { summarizeSession } from './summarize-session.sql.ts'
import { type Method, MOVEMENT_KINDS, type MovementKind, SHEET_STATES } from './till.rules.ts'

export interface Movement {
  kind: MovementKind
  amount: number
  reason: string
  at: Date
  clerkKey: number | null
}

export interface Count {
  at: Date
  clerkKey: number | null
  note: string
  counted: { method: Method; amount: number; note?: string }[]
  denominations: { value: number; pieces: number }[]
}

/** A till session itself; money in minor units. */
export interface SessionHead {
  locationId: number
  terminalKey: number
  code: string
  revision: number
  zNumber: number | null
  businessDate: string
  openedAt: Date
  closedAt: Date | null
  clerkKey: number | null
  openingFloat: number
  closingFloat: number | null
  currency: string
  contentHash: string
}

/** A till session as it is stored. */
export interface SessionFacts extends SessionHead {
  movements: Movement[]
  counts: Count[]
  settlements: { terminal: string; amount: number; payments: number }[]
}

const OPEN = SHEET_STATES.indexOf('Open') + 1

/**
 * Stores what a till sent of a session, in place of what it sent before. Counts are only added to: those sent before stay, and those of
 * people too.
 * @param id of the session where it is there already
 */
export const storeSession = async (scope: VenueScope, id: string | undefined, facts: SessionFacts): Promise<string> => {
  const { sql, venueId } = scope
  const sessionId = id ?? newFactId()
  await writeHead(scope, sessionId, facts)
  await sql`delete from till_movement where venue_id = ${venueId} and session_id = ${sessionId}::bigint and user_id is null`
  await sql`delete from till_settlement where venue_id = ${venueId} and session_id = ${sessionId}::bigint`
  await addMovements(scope, sessionId, facts.movements)
  await addSettlements(scope, sessionId, facts.settlements)
  const known = await countsSent(scope, sessionId)
  const fresh = facts.counts.filter((count) => !known.has(nameOfCount(count)))
  for (const count of fresh) await addCount(scope, sessionId, count, null)
  const declared = fresh.at(-1)?.at
  if (declared && facts.closedAt) await addStep(scope, sessionId, 'Declared', { userId: null, at: declared })
  await summarizeSession(scope, sessionId)
  return sessionId
}

/** The session itself, or what it says now where it was there. */
export const writeHead = async (scope: VenueScope, sessionId: string, facts: SessionHead): Promise<void> => {
  const { sql, venueId, now } = scope
  const [before] = await sql<{ day: string }[]>`select business_date as day from till_session where venue_id = ${venueId} and session_id = ${sessionId}::bigint`
  await forgetSheets(scope, facts.locationId, before ? [before.day, facts.businessDate] : [facts.businessDate])
  await sql`
    insert into till_session (venue_id, session_id, location_id, terminal_key, code, revision, z_number, business_date, opened_at, closed_at, clerk_key,
      opening_float, closing_float, currency, content_hash, received_at, state)
    values (${venueId}, ${sessionId}::bigint, ${facts.locationId}, ${facts.terminalKey}, ${facts.code}, ${facts.revision}, ${facts.zNumber},
      ${facts.businessDate}, ${facts.openedAt}, ${facts.closedAt}, ${facts.clerkKey}, ${facts.openingFloat}, ${facts.closingFloat}, ${facts.currency},
      decode(${facts.contentHash}, 'hex'), ${now}, ${OPEN})
    on conflict (venue_id, session_id) do update set revision = excluded.revision, z_number = excluded.z_number, business_date = excluded.business_date,
      opened_at = excluded.opened_at, closed_at = excluded.closed_at, clerk_key = excluded.clerk_key, opening_float = excluded.opening_float,
      closing_float = excluded.closing_float, content_hash = excluded.content_hash, received_at = excluded.received_at`
}

const addMovements = async ({ sql, venueId }: VenueScope, sessionId: string, movements: readonly Movement[]): Promise<void> => {
  if (movements.length === 0) return
  await sql`
    insert into till_movement (venue_id, session_id, movement_no, kind, amount, reason, at, clerk_key)
    select ${venueId}, ${sessionId}::bigint, b.last + w.no, w.kind, w.amount, w.reason, w.at, w.clerk
    from unnest(${numbers(movements.map(({ kind }) => MOVEMENT_KINDS.indexOf(kind) + 1))}::smallint[], ${numbers(movements.map(({ amount }) => amount))}::bigint[],
      ${texts(movements.map(({ reason }) => reason))}::text[], ${moments(movements.map(({ at }) => at.getTime()))}::timestamptz[],
      ${numbers(movements.map(({ clerkKey }) => clerkKey))}::int[]) with ordinality as w(kind, amount, reason, at, clerk, no),
      (select coalesce(max(movement_no), 0) as last from till_movement where venue_id = ${venueId} and session_id = ${sessionId}::bigint) as b returning 1`
}

/** Adds cash that a person entered after what there is. */
export const addMovement = async (scope: VenueScope, sessionId: string, movement: Movement, userId: number): Promise<void> => {
  const { sql, venueId } = scope
  await sql`
    insert into till_movement (venue_id, session_id, movement_no, kind, amount, reason, at, user_id)
    select ${venueId}, ${sessionId}::bigint, coalesce(max(movement_no), 0) + 1, ${MOVEMENT_KINDS.indexOf(movement.kind) + 1}, ${movement.amount},
      ${movement.reason}, ${movement.at}, ${userId} from till_movement where venue_id = ${venueId} and session_id = ${sessionId}::bigint returning 1`
  await summarizeSession(scope, sessionId)
}

/** Sets what a sheet made by hand was opened with, and keeps what was said before and by whom. The caller takes a step afterwards. */
export const setOpeningFloat = async (
  { sql, venueId, now }: VenueScope,
  sessionId: string,
  { before, amount }: { before: number; amount: number },
  by: { userId: number; onBehalfOf: number | null },
): Promise<void> => {
  await sql`
    insert into till_float (venue_id, session_id, float_no, before, amount, at, user_id, on_behalf_of_user_id)
    select ${venueId}, ${sessionId}::bigint, coalesce(max(float_no), 0) + 1, ${before}, ${amount}, ${now}, ${by.userId}, ${by.onBehalfOf}
    from till_float where venue_id = ${venueId} and session_id = ${sessionId}::bigint returning 1`
  await sql`update till_session set opening_float = ${amount} where venue_id = ${venueId} and session_id = ${sessionId}::bigint`
}

const addSettlements = async ({ sql, venueId }: VenueScope, sessionId: string, settlements: SessionFacts['settlements']): Promise<void> => {
  if (settlements.length === 0) return
  await sql`
    insert into till_settlement (venue_id, session_id, terminal, amount, payments)
    select ${venueId}, ${sessionId}::bigint, w.* from unnest(${texts(settlements.map(({ terminal }) => terminal))}::text[],
      ${numbers(settlements.map(({ amount }) => amount))}::bigint[], ${numbers(settlements.map(({ payments }) => payments))}::int[]) as w returning 1`
}

/** The counts the till sent before; one it corrected is another one. */
const countsSent = async ({ sql, venueId }: VenueScope, sessionId: string): Promise<Set<string>> => {
  const rows = await sql<Pick<Count, 'at' | 'counted'>[]>`
    select x.at, coalesce((select json_agg(json_build_object('method', a.method, 'amount', a.amount)) from till_counted a
      where a.venue_id = ${venueId} and a.session_id = x.session_id and a.count_no = x.count_no), '[]') as counted
    from till_count x where x.venue_id = ${venueId} and x.session_id = ${sessionId}::bigint and x.user_id is null`
  return new Set(rows.map(nameOfCount))
}

const nameOfCount = ({ at, counted }: Pick<Count, 'at' | 'counted'>): string =>
  [at.getTime(), ...counted.map(({ method, amount }) => `${method} ${amount}`).sort()].join(', ')

/** Adds a count of the drawer after those there are; the latest one holds. @param userId who counted on the screen; null for the till */
export const addCount = async ({ sql, venueId }: VenueScope, sessionId: string, count: Count, userId: number | null): Promise<number> => {
  const [row] = await sql<{ no: number }[]>`
    insert into till_count (venue_id, session_id, count_no, at, clerk_key, user_id, note, opening_float)
    select ${venueId}, ${sessionId}::bigint, coalesce(max(count_no), 0) + 1, ${count.at}, ${count.clerkKey}, ${userId}, ${count.note},
      (select opening_float from till_session where venue_id = ${venueId} and session_id = ${sessionId}::bigint)
    from till_count where venue_id = ${venueId} and session_id = ${sessionId}::bigint returning count_no as no`
  const no = row?.no ?? 1
  await sql`
    insert into till_counted (venue_id, session_id, count_no, method, amount, note)
    select ${venueId}, ${sessionId}::bigint, ${no}, w.* from unnest(${texts(count.counted.map(({ method }) => method))}::text[],
      ${numbers(count.counted.map(({ amount }) => amount))}::bigint[], ${texts(count.counted.map(({ note = '' }) => note))}::text[]) as w returning 1`
  await sql`
    insert into till_denomination (venue_id, session_id, count_no, value, pieces)
    select ${venueId}, ${sessionId}::bigint, ${no}, w.* from unnest(${numbers(count.denominations.map(({ value }) => value))}::int[],
      ${numbers(count.denominations.map(({ pieces }) => pieces))}::int[]) as w returning 1`
  return no
}

interface By {
  userId: number | null
  /** When, where a till says so; else now. */
  at?: Date
  onBehalfOf?: number | null
  reason?: string
  note?: string
}

/** Takes a sheet a step on, and writes down who did. */
export const addStep = async (scope: VenueScope, sessionId: string, to: (typeof SHEET_STATES)[number], by: By): Promise<void> => {
  const { sql, venueId, now } = scope
  const state = SHEET_STATES.indexOf(to) + 1
  await sql`
    insert into till_step (venue_id, session_id, step_no, state, at, user_id, on_behalf_of_user_id, reason, note)
    select ${venueId}, ${sessionId}::bigint, coalesce(max(step_no), 0) + 1, ${state}, ${by.at ?? now}, ${by.userId}, ${by.onBehalfOf ?? null}, ${by.reason ?? ''},
      ${by.note ?? ''} from till_step where venue_id = ${venueId} and session_id = ${sessionId}::bigint returning 1`
  await sql`update till_session set state = ${state} where venue_id = ${venueId} and session_id = ${sessionId}::bigint`
  await summarizeSession(scope, sessionId)
}
