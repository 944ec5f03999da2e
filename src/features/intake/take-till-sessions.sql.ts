import { hash } from 'node:crypto'
import { CODE_DIM } from '#features/sums/rollup.rules.ts'
import { storeSession } from '#features/till/store-session.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { moments, numbers, texts } from '#platform/database/sql-arrays.ts'
import { parse } from '#platform/web/read-input.ts'
import { Failure, type FieldError, failure } from '#shared/failure.ts'
import { calendarOf } from '#shared/trading-day.ts'
import type { ItemOutcome } from './item-results.rules.ts'
import { dayOfSession, type SessionCounter, wrongIn } from './judged-session.rules.ts'
import { keyOfName, type NamesWanted } from './names.rules.ts'
import { addNewNames, knownNames } from './names.sql.ts'
import { namedOf } from './sale-lines.rules.ts'
import { TillSession, type WireTillSession } from './take-till-sessions.contract.ts'

const CONFLICT: FieldError = {
  FieldName: 'Revision',
  ErrorCode: 'Conflict',
  Message: 'This revision was sent before with other content. Send it with a higher Revision.',
}
const COMMITTED: FieldError = {
  FieldName: 'SessionId',
  ErrorCode: 'SheetCommitted',
  Message: 'The sheet of this session is committed. Reverse it first, then send the session again.',
}

/** Takes till sessions of a location in, one after the other, all in the scope's transaction. */
export const takeTillSessions = async (scope: VenueScope, locationId: number, sent: readonly unknown[]): Promise<ItemOutcome[]> => {
  const counter = counterAt(scope, locationId)
  const read = sent.map((one) => readSession(one, counter))
  const keys = await keysOf(
    scope,
    read.flatMap((one) => (Array.isArray(one) ? [] : [one])),
  )
  await scope.sql`select pg_advisory_xact_lock(hashtextextended(${`till sessions ${scope.venueId} ${locationId}`}, 0))`
  const outcomes: ItemOutcome[] = []
  for (const one of read) outcomes.push(Array.isArray(one) ? { status: 'rejected', errors: one } : await take(scope, counter, one, keys))
  return outcomes
}

/** Keeps when each of these tills was last heard. */
export const takeHeartbeats = async (
  scope: VenueScope,
  locationId: number,
  beats: readonly { TerminalId: string; At: string; Version?: string | undefined }[],
): Promise<void> => {
  const { sql, venueId } = scope
  const newest = [...new Map([...beats].sort((a, b) => Date.parse(a.At) - Date.parse(b.At)).map((beat) => [beat.TerminalId, beat])).values()]
  const keys = await keysOf(
    scope,
    newest.map(({ TerminalId }) => ({ TerminalId })),
  )
  await sql`
    insert into till_heartbeat as t (venue_id, location_id, terminal_key, at, version)
    select ${venueId}, ${locationId}, w.key, least(w.at, ${scope.now}), w.version
    from unnest(${numbers(newest.map(({ TerminalId }) => keys(CODE_DIM.terminal, TerminalId)))}::int[],
      ${moments(newest.map(({ At }) => Date.parse(At)))}::timestamptz[], ${texts(newest.map(({ Version }) => Version ?? ''))}::text[]) as w(key, at, version)
    order by w.key
    on conflict (venue_id, location_id, terminal_key) do update set at = excluded.at, version = excluded.version where t.at < excluded.at`
}

const counterAt = ({ locations, now }: VenueScope, locationId: number): SessionCounter => {
  const location = locations.find((one) => one.locationId === locationId)
  if (!location) throw failure('LocationNotFound')
  return { locationId, currency: location.currency, calendar: calendarOf(location), now }
}

const readSession = (sent: unknown, counter: SessionCounter): WireTillSession | FieldError[] => {
  try {
    const session = parse(TillSession, sent, undefined, true) as WireTillSession
    const wrong = wrongIn(session, counter)
    return wrong.length > 0 ? wrong : session
  } catch (error) {
    if (error instanceof Failure) return error.fields
    throw error
  }
}

type KeyOf = (dim: number, code: string) => number

/** The venue's keys of the tills and clerks these name; those met for the first time are made. */
const keysOf = async (scope: VenueScope, sent: readonly Partial<WireTillSession>[]): Promise<KeyOf> => {
  const wanted: NamesWanted = { subjects: new Map(), products: new Map(), places: new Map() }
  const want = (dim: number, subject: { code: string; name: string }) => wanted.subjects.set(keyOfName(dim, subject.code), { ...subject, dim })
  for (const { TerminalId = '', ClerkId, ClerkName, Movements = [], Counts = [] } of sent) {
    want(CODE_DIM.terminal, { code: TerminalId, name: TerminalId })
    for (const by of [{ ClerkId, ClerkName }, ...Movements, ...Counts])
      if (by.ClerkId !== undefined) want(CODE_DIM.clerk, namedOf({ Id: by.ClerkId, Name: by.ClerkName }))
  }
  const names = await knownNames(scope, wanted)
  await addNewNames(scope, wanted, names)
  return (dim, code) => names.keys.get(keyOfName(dim, code)) as number
}

const take = async (scope: VenueScope, counter: SessionCounter, sent: WireTillSession, keyOf: KeyOf): Promise<ItemOutcome> => {
  const { sql, venueId } = scope
  const { locationId } = counter
  const terminalKey = keyOf(CODE_DIM.terminal, sent.TerminalId)
  const { LocationId: _, ...content } = sent
  const contentHash = hash('sha256', JSON.stringify(content), 'hex')
  const revision = sent.Revision ?? 1
  const [before] = await sql<{ id: string; revision: number; content: string; state: number }[]>`
    select session_id::text as id, revision, encode(content_hash, 'hex') as content, state from till_session
    where venue_id = ${venueId} and location_id = ${locationId} and terminal_key = ${terminalKey} and code = ${sent.SessionId} for update`
  if (before && before.revision > revision) return { status: 'stale', errors: [] }
  if (before && before.revision === revision)
    return before.content === contentHash ? { status: 'duplicate', errors: [] } : { status: 'conflict', errors: [CONFLICT] }
  if (before && before.state === 5) return { status: 'rejected', errors: [COMMITTED] }
  const clerk = (id: string | undefined) => (id === undefined ? null : keyOf(CODE_DIM.clerk, id))
  await storeSession(scope, before?.id, {
    locationId,
    terminalKey,
    code: sent.SessionId,
    revision,
    zNumber: sent.ZNumber ?? null,
    businessDate: dayOfSession(sent, counter),
    openedAt: new Date(sent.OpenedAt),
    closedAt: sent.ClosedAt === undefined ? null : new Date(sent.ClosedAt),
    clerkKey: clerk(sent.ClerkId),
    openingFloat: sent.OpeningFloat ?? 0,
    closingFloat: sent.ClosingFloat ?? null,
    currency: counter.currency,
    contentHash,
    movements: (sent.Movements ?? []).map(({ Kind, Amount, Reason, At, ClerkId }) => ({
      kind: Kind,
      amount: Amount,
      reason: Reason,
      at: new Date(At),
      clerkKey: clerk(ClerkId),
    })),
    counts: (sent.Counts ?? []).map(({ At, ClerkId, Media, Denominations = [], Note = '' }) => ({
      at: new Date(At),
      clerkKey: clerk(ClerkId),
      note: Note,
      counted: Media.map(({ Method, Amount }) => ({ method: Method, amount: Amount })),
      denominations: Denominations.map(({ Value, Count }) => ({ value: Value, pieces: Count })),
    })),
    settlements: (sent.Settlements ?? []).map(({ Terminal, Amount, Payments }) => ({ terminal: Terminal, amount: Amount, payments: Payments })),
  })
  return { status: before ? 'replaced' : 'accepted', errors: [] }
}
