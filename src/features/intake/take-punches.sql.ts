import { hash } from 'node:crypto'
import { lockAttendance } from '#features/rosters/count-attendance.sql.ts'
import { PUNCH_KINDS, SOURCE } from '#features/rosters/roster.rules.ts'
import { personIdsOf } from '#features/rosters/roster-people.sql.ts'
import { type StoredPunch, storePunches } from '#features/rosters/store-punches.sql.ts'
import { CODE_DIM } from '#features/sums/rollup.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { texts } from '#platform/database/sql-arrays.ts'
import { parse } from '#platform/web/read-input.ts'
import { Failure, type FieldError } from '#shared/failure.ts'
import type { ItemOutcome } from './item-results.rules.ts'
import { wrongInPunch } from './judged-punch.rules.ts'
import { keyOfName, type NamesWanted } from './names.rules.ts'
import { addNewNames, knownNames } from './names.sql.ts'
import { Punch, type WirePunch } from './take-punches.contract.ts'

const CONFLICT: FieldError = {
  FieldName: 'Revision',
  ErrorCode: 'Conflict',
  Message: 'This punch was sent before with other content. Send it with a higher Revision.',
}

/** Takes punches of a location in: each by itself, the newest revision staying; what they come to is worked out anew, all in the scope's transaction. */
export const takePunches = async (scope: VenueScope, locationId: number, sent: readonly unknown[]): Promise<ItemOutcome[]> => {
  const read = sent.map((one) => readPunch(one, locationId, scope.now))
  const right = read.flatMap((one) => (Array.isArray(one) ? [] : [one]))
  const terminals = await terminalKeys(scope, right)
  const people = await personIdsOf(
    scope,
    SOURCE.till,
    right.map(({ ClerkId, ClerkName = '' }) => ({ code: ClerkId, name: ClerkName })),
  )
  await lockAttendance(scope)
  const kept = await keptOf(scope, locationId, right)
  const storing = new Map<string, StoredPunch>()
  const outcomes = read.map((one): ItemOutcome => {
    if (Array.isArray(one)) return { status: 'rejected', errors: one }
    const punch = {
      code: one.PunchId,
      revision: one.Revision ?? 1,
      personId: people.get(one.ClerkId) ?? 0,
      terminalKey: terminals.get(one.TerminalId) ?? 0,
      kind: PUNCH_KINDS.indexOf(one.Kind) + 1,
      at: Date.parse(one.At),
      content: contentOf(one),
    }
    const before = kept.get(punch.code)
    if (before && before.revision > punch.revision) return { status: 'stale', errors: [] }
    if (before && before.revision === punch.revision)
      return before.content === punch.content ? { status: 'duplicate', errors: [] } : { status: 'conflict', errors: [CONFLICT] }
    kept.set(punch.code, punch)
    storing.set(punch.code, punch)
    return { status: before ? 'replaced' : 'accepted', errors: [] }
  })
  await storePunches(scope, locationId, [...storing.values()])
  return outcomes
}

const readPunch = (sent: unknown, locationId: number, now: Date): WirePunch | FieldError[] => {
  try {
    const punch = parse(Punch, sent, undefined, true) as WirePunch
    const wrong = wrongInPunch(punch, locationId, now)
    return wrong.length > 0 ? wrong : punch
  } catch (error) {
    if (error instanceof Failure) return error.fields
    throw error
  }
}

/** Equal for equal punches, however their moment was written. */
const contentOf = ({ TerminalId, ClerkId, Kind, At }: WirePunch): string =>
  hash('sha256', JSON.stringify([TerminalId, ClerkId, Kind, new Date(At).toISOString()]), 'hex')

const keptOf = async (
  { sql, venueId }: VenueScope,
  locationId: number,
  punches: readonly WirePunch[],
): Promise<Map<string, { revision: number; content: string }>> => {
  const ids = [...new Set(punches.map(({ PunchId }) => PunchId))]
  const rows = await sql<{ code: string; revision: number; content: string }[]>`
    select p.code, p.revision, encode(p.content_hash, 'hex') as content from unnest(${texts(ids)}::text[]) as w(code)
    join punch p on p.venue_id = ${venueId} and p.location_id = ${locationId} and p.code = w.code`
  return new Map(rows.map((row) => [row.code, row]))
}

/** The venue's keys of the tills; those met for the first time are made. */
const terminalKeys = async (scope: VenueScope, punches: readonly WirePunch[]): Promise<Map<string, number>> => {
  const codes = [...new Set(punches.map(({ TerminalId }) => TerminalId))]
  const subjects = new Map(codes.map((code) => [keyOfName(CODE_DIM.terminal, code), { dim: CODE_DIM.terminal, code, name: code }]))
  const wanted: NamesWanted = { subjects, products: new Map(), places: new Map() }
  const names = await knownNames(scope, wanted)
  await addNewNames(scope, wanted, names)
  return new Map(codes.map((code) => [code, names.keys.get(keyOfName(CODE_DIM.terminal, code)) ?? 0]))
}
