import { randomInt } from 'node:crypto'
import type { Sql, Transaction } from '#platform/database/pool.ts'
import type { Statements } from '#platform/database/sql.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import { failure } from '#shared/failure.ts'
import { hashSecret, newName, newSecret } from './secrets.ts'
import { isLive, type Session, sessionWithUser, type WhoRow, whoColumns, whoIn } from './sessions.ts'

const PAIRING_SECONDS = 10 * 60
const BOARD_SECONDS = 30 * 24 * 60 * 60
/** The cookie has to outlast the session, which begins when the code is claimed. */
export const BOARD_COOKIE_SECONDS = BOARD_SECONDS + PAIRING_SECONDS

/** No two of these look alike, and without vowels they spell nothing. */
const LETTERS = 'CDFGHJKMNPQRTVWXY34679'
const CODE_LENGTH = 8

/** The session of a wall screen: its person's, at some locations, to be read only. */
export interface BoardSession extends Session {
  venueId: number
  employeeId: number
  boardName: string
  locations: readonly number[]
}

/** A code for a screen to show, and the secret that its session will be bound to. */
export interface Pairing {
  code: string
  device: string
  seconds: number
}

/** Makes a code for a screen; the one it showed before is good for nothing any more. */
export const newPairing = async (house: Statements, before: string | undefined, client: { ip: string; userAgent: string }): Promise<Pairing> => {
  const code = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  const device = newSecret()
  if (before !== undefined) await house`delete from board_pairing where device_hash = ${hashSecret(before)} and used_at is null`
  await house`
    insert into board_pairing (code_hash, device_hash, expires_at, ip, user_agent)
    values (${hashSecret(code)}, ${hashSecret(device)}, now() + ${PAIRING_SECONDS} * interval '1 second', ${client.ip}, ${client.userAgent.slice(0, 300)})`
  return { code, device, seconds: PAIRING_SECONDS }
}

/** A code as it is kept, however it was typed. */
const codeTyped = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '')

interface NewBoard {
  userId: number
  venueId: number
  employeeId: number
  name: string
  locations: readonly number[]
}

/**
 * Begins the session of the screen that shows this code.
 * @returns nothing where no screen does: it was used, is too old, or was mistyped
 */
export const beginBoard = async (sql: Transaction, code: string, { userId, venueId, employeeId, name, locations }: NewBoard): Promise<string | undefined> => {
  const [claimed] = await sql<{ device_hash: Buffer; ip: string; user_agent: string }[]>`
    update board_pairing set used_at = now() where code_hash = ${hashSecret(codeTyped(code))} and used_at is null and expires_at > now()
    returning device_hash, ip, user_agent`
  if (!claimed) return undefined
  const boardId = newName()
  await sql`
    insert into session (session_id, user_id, companion_hash, venue_id, employee_id, board_name, board_locations, idle_seconds, idle_until, absolute_until, ip, user_agent)
    values (${boardId}, ${userId}, ${claimed.device_hash}, ${venueId}, ${employeeId}, ${name}, ${numbers(locations)}::int[], ${BOARD_SECONDS},
      now() + ${BOARD_SECONDS} * interval '1 second', now() + ${BOARD_SECONDS} * interval '1 second', ${claimed.ip}, ${claimed.user_agent})`
  return boardId
}

const isBoardOf = (sql: Statements, device: string) =>
  sql`s.companion_hash = ${hashSecret(device)} and s.revoked_at is null and s.board_name is not null and ${isLive(sql)}`

/** Whether somebody claimed the code of the screen with this cookie, and its session still holds. */
export const isPaired = async (house: Statements, device: string): Promise<boolean> =>
  (await house`select from ${sessionWithUser(house)} where ${isBoardOf(house, device)}`).length > 0

/**
 * The session of a screen by its cookie, with the request counted, in one round trip. The database's clock decides.
 * @throws SessionEnded
 */
export const findBoard = async (house: Sql, device: string, kind: string): Promise<BoardSession> => {
  const [row] = await house<(WhoRow & { venue_id: number; employee_id: number; board_name: string; board_locations: number[]; n: number })[]>`
    with found as (
      select ${whoColumns(house)}, s.companion_hash, s.board_name, s.board_locations, s.last_seen_at from ${sessionWithUser(house)} where ${isBoardOf(house, device)}
    ), counted as (
      insert into limit_counter (name, subject, window_start, n) select ${kind}, session_id, date_trunc('minute', now()), 1 from found
      on conflict (name, subject, window_start) do update set n = limit_counter.n + 1
      returning n
    ), touched as (
      update session s set last_seen_at = now() from found where s.session_id = found.session_id and found.last_seen_at < now() - interval '30 seconds'
    )
    select found.*, counted.n from found, counted`
  if (!row) throw failure('SessionEnded')
  const { venue_id: venueId, employee_id: employeeId, board_name: boardName, board_locations: locations } = row
  return { ...whoIn(row), venueId, employeeId, boardName, locations, byAuth: false, accompanied: true, requestsThisMinute: row.n }
}

/** A wall screen as those who may take it down see it. */
export interface Board {
  boardId: string
  userId: number
  name: string
  locations: number[]
  since: Date
  lastSeen: Date
  until: Date
}

/** The wall screens of a venue that show something, the oldest first; one of them alone where it is named. */
export const boardsOf = async (sql: Statements, venueId: number, boardId?: string): Promise<Board[]> => {
  const rows = await sql<
    { session_id: string; user_id: number; board_name: string; board_locations: number[]; created_at: Date; last_seen_at: Date; absolute_until: Date }[]
  >`
    select s.session_id, s.user_id, s.board_name, s.board_locations, s.created_at, s.last_seen_at, s.absolute_until from ${sessionWithUser(sql)}
    where s.venue_id = ${venueId} and s.board_name is not null and ${isLive(sql)} and (${boardId ?? null}::text is null or s.session_id = ${boardId ?? null})
    order by s.created_at, s.session_id`
  return rows.map((row) => ({
    boardId: row.session_id,
    userId: row.user_id,
    name: row.board_name,
    locations: row.board_locations,
    since: row.created_at,
    lastSeen: row.last_seen_at,
    until: row.absolute_until,
  }))
}

/** Forgets codes that are over. */
export const forgetPairings = async (house: Sql): Promise<void> => {
  await house`delete from board_pairing where expires_at < now() - interval '1 day'`
}
