import { hash } from 'node:crypto'
import { CODE_DIM } from '#features/sums/rollup.rules.ts'
import { wholeParts } from '#features/venues/fee.rules.ts'
import { personOf } from '#platform/access/doer.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { decimalsOf, toMajor } from '#shared/money.ts'
import { readSheets } from './read-sheets.report.ts'
import { hidesDifference, isAboveLimit, lacksSecond, type Sheet } from './sheet.rules.ts'
import { signOffLimits } from './sign-off-limit.sql.ts'
import { addCount, addMovement, addStep, setOpeningFloat, writeHead } from './store-session.sql.ts'
import { bankingOf, type Method, type MovementKind } from './till.rules.ts'

/** Where a session lies, held until the transaction ends. */
interface Held {
  sessionId: string
  locationId: number
  terminalKey: number
  day: string
  currency: string
  terminal: string
  /** Made on the screen, and not sent by a till. */
  isByHand: boolean
}

/** Holds a sheet until the transaction ends. @throws SheetNotFound for one that is not there, or at a location that is not granted */
export const holdSession = async ({ sql, venueId, locations }: VenueScope, sessionId: string): Promise<Held> => {
  const [row] = await sql<Held[]>`
    select t.session_id::text as "sessionId", t.location_id as "locationId", t.terminal_key as "terminalKey", t.business_date as day, t.currency,
      d.name as terminal, t.code like 'hand:%' as "isByHand" from till_session t join dimension_key d on d.venue_id = ${venueId} and d.key = t.terminal_key
    where t.venue_id = ${venueId} and t.session_id = ${sessionId}::bigint for update of t`
  if (!row || !locations.some(({ locationId }) => locationId === row.locationId)) throw failure('SheetNotFound')
  return row
}

/** The sheet of a session as it is now. @throws SheetNotFound */
export const sheetNow = async (scope: VenueScope, sessionId: string): Promise<Sheet> => {
  const { sql, venueId, locations } = scope
  const [row] = await sql<Held[]>`
    select location_id as "locationId", terminal_key as "terminalKey", business_date as day from till_session
    where venue_id = ${venueId} and session_id = ${sessionId}::bigint`
  if (!row || !locations.some(({ locationId }) => locationId === row.locationId)) throw failure('SheetNotFound')
  const sheets = await readSheets(scope, { locationIds: [row.locationId], from: row.day, to: row.day, terminalKey: row.terminalKey })
  const sheet = sheets.find((one) => one.sessionId === sessionId)
  if (!sheet) throw failure('SheetNotFound')
  return sheet
}

interface Counting {
  Media: readonly { Method: Method; Amount: number; Note?: string | undefined }[]
  Denominations?: readonly { Value: number; Count: number }[] | undefined
  ClosingFloat?: number | undefined
  OpeningFloat?: number | undefined
  Note?: string | undefined
}

/**
 * Makes a sheet for what a till sold on a day outside its sessions.
 * @param openingFloat in major units; unless somebody says so, what the till was left with before
 * @throws LocationNotFound, SheetNotFound where there is nothing to count
 */
export const startSheet = async (scope: VenueScope, locationId: number, terminal: string, day: string, openingFloat?: number): Promise<string> => {
  const { sql, venueId } = scope
  const location = scope.locations.find((one) => one.locationId === locationId)
  if (!location) throw failure('LocationNotFound')
  const [key] = await sql<{ key: number }[]>`
    select key from dimension_key where venue_id = ${venueId} and dim = ${CODE_DIM.terminal} and code = ${terminal}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${`till sessions ${venueId} ${locationId}`}, 0))`
  const sheets = key ? await readSheets(scope, { locationIds: [locationId], from: day, to: day, terminalKey: key.key }) : []
  const sold = sheets.find(({ sessionId }) => sessionId === null)?.sold
  if (!key || !sold) throw failure('SheetNotFound')
  const sessionId = newFactId()
  const by = personOf(scope)
  const left = await floatLeftBefore(scope, { locationId, terminalKey: key.key, firstAt: sold.firstAt })
  await writeHead(scope, sessionId, {
    locationId,
    terminalKey: key.key,
    code: `hand:${sessionId}`,
    revision: 1,
    zNumber: null,
    businessDate: day,
    openedAt: sold.firstAt,
    closedAt: sold.lastAt,
    clerkKey: null,
    openingFloat: left,
    closingFloat: null,
    currency: location.currency,
    contentHash: hash('sha256', sessionId, 'hex'),
  })
  const amount = openingFloat === undefined ? left : minorOf(openingFloat, location.currency, 'OpeningFloat')
  if (amount !== left) await setOpeningFloat(scope, sessionId, { before: left, amount }, by)
  await addStep(scope, sessionId, 'Counting', by)
  await note(scope, 'sheet.started', { locationId, terminal, day })
  return sessionId
}

/** Counts a drawer; the count before is kept. @throws SheetNotFound, SheetCommitted, ValidationFailed */
export const countSheet = async (
  scope: VenueScope,
  id: string,
  { Media, Denominations = [], ClosingFloat, OpeningFloat, Note = '' }: Counting,
): Promise<void> => {
  const { sql, venueId } = scope
  const held = await holdSession(scope, id)
  const before = await sheetNow(scope, id)
  if (before.state === 'Committed') throw failure('SheetCommitted')
  const minor = (major: number, field: string) => minorOf(major, held.currency, field)
  if (new Set(Media.map(({ Method }) => Method)).size < Media.length) throw fieldFailure('Media', 'A method is counted twice.')
  const counted = Media.map(({ Method, Amount, Note: said = '' }, i) => ({ method: Method, amount: minor(Amount, `Media.${i}.Amount`), note: said }))
  const denominations = Denominations.map(({ Value, Count }, i) => ({ value: minor(Value, `Denominations.${i}.Value`), pieces: Count }))
  if (denominations.some(({ value }) => value === 0)) throw fieldFailure('Denominations', 'A note or coin must be worth more than zero.')
  if (new Set(denominations.map(({ value }) => value)).size < denominations.length) throw fieldFailure('Denominations', 'A note or coin is counted twice.')
  const cash = counted.find(({ method }) => method === 'Cash')?.amount
  const pieces = denominations.reduce((sum, { value, pieces: n }) => sum + value * n, 0)
  if (denominations.length > 0 && cash !== pieces)
    throw fieldFailure(
      'Denominations',
      `The notes and coins add up to ${toMajor(pieces, held.currency)}, but the cash is ${toMajor(cash ?? 0, held.currency)}.`,
    )
  const closing = ClosingFloat === undefined ? undefined : minor(ClosingFloat, 'ClosingFloat')
  if (closing !== undefined && bankingOf(cash ?? 0, before.session?.drops ?? 0, closing) < 0) throw failure('TotalBelowZero')
  const by = personOf(scope)
  if (OpeningFloat !== undefined) await changeFloat(scope, held, before.session?.openingFloat ?? 0, minor(OpeningFloat, 'OpeningFloat'))
  await addCount(scope, id, { at: scope.now, clerkKey: null, note: Note, counted, denominations }, by.userId)
  if (closing !== undefined) await sql`update till_session set closing_float = ${closing} where venue_id = ${venueId} and session_id = ${id}::bigint`
  await addStep(scope, id, 'Declared', { ...by, note: Note })
  await note(scope, 'sheet.counted', held, Object.fromEntries(Media.map(({ Method, Amount }) => [Method, Amount])))
}

/** Says anew what a sheet made by hand was opened with. @throws ValidationFailed where a till sent its own */
const changeFloat = async (scope: VenueScope, held: Held, before: number, amount: number): Promise<void> => {
  if (!held.isByHand) throw fieldFailure('OpeningFloat', 'The till sent the opening float of this session, so it cannot be entered here.')
  if (before === amount) return
  await setOpeningFloat(scope, held.sessionId, { before, amount }, personOf(scope))
  const major = (minor: number) => toMajor(minor, held.currency)
  await note(scope, 'sheet.float-changed', held, { OpeningFloat: major(amount), FloatBefore: major(before) })
}

/** What a till was left with by its session before a moment; nothing where nobody said. */
const floatLeftBefore = async (
  { sql, venueId }: VenueScope,
  { locationId, terminalKey, firstAt }: { locationId: number; terminalKey: number; firstAt: Date },
): Promise<number> => {
  const [row] = await sql<{ left: number | null }[]>`
    select closing_float as left from till_session where venue_id = ${venueId} and location_id = ${locationId} and terminal_key = ${terminalKey}
      and opened_at < ${firstAt} order by opened_at desc, session_id desc limit 1`
  return row?.left ?? 0
}

/** Adds cash put in or taken out. @throws SheetNotFound, SheetCommitted, ValidationFailed */
export const moveCash = async (scope: VenueScope, id: string, kind: MovementKind, amount: number, reason: string): Promise<void> => {
  const held = await holdSession(scope, id)
  if ((await sheetNow(scope, id)).state === 'Committed') throw failure('SheetCommitted')
  const minor = minorOf(amount, held.currency, 'Amount')
  if (minor === 0) throw fieldFailure('Amount', 'Enter an amount above zero.')
  await addMovement(scope, id, { kind, amount: minor, reason, at: scope.now, clerkKey: null }, personOf(scope).userId)
  await note(scope, 'sheet.cash-moved', held, { Kind: kind, Amount: amount, Reason: reason })
}

/**
 * Signs a counted sheet off.
 * @throws SheetNotFound, SheetCommitted, SheetNotCounted; above the limit OwnCount for who counted it, and ValidationFailed without a reason;
 * OwnMovements for whose cash movements or opening float bring it within the limit
 */
export const signSheet = async (scope: VenueScope, id: string, reason: string, comment: string): Promise<void> => {
  const held = await holdSession(scope, id)
  const sheet = await sheetNow(scope, id)
  if (sheet.state === 'Committed') throw failure('SheetCommitted')
  if (sheet.variance === null) throw failure('SheetNotCounted')
  const by = personOf(scope)
  const limit = await limitOf(scope, held)
  const isAbove = isAboveLimit(sheet, limit)
  if (hidesDifference(sheet, limit, by.userId)) throw failure('OwnMovements')
  if (isAbove && sheet.session?.declarer === by.userId) throw failure('OwnCount')
  if (isAbove && reason.trim() === '') throw fieldFailure('Reason', 'The difference is above the limit. Give a reason.', 'Required')
  await addStep(scope, id, 'Reviewed', { ...by, reason: reason.trim(), note: comment })
  await note(scope, 'sheet.signed', held, { Reason: reason.trim() })
}

/** Locks a signed sheet with what it says now; one that is committed stays as it is. @throws SheetNotFound, SheetNotSigned */
export const commitSheet = async (scope: VenueScope, id: string): Promise<void> => {
  const { sql, venueId } = scope
  const held = await holdSession(scope, id)
  const sheet = await sheetNow(scope, id)
  if (sheet.state === 'Committed') return
  if (sheet.state !== 'Reviewed' || lacksSecond(sheet, await limitOf(scope, held))) throw failure('SheetNotSigned')
  await sql`
    insert into till_committed (venue_id, session_id, commit_no, method, expected, counted)
    select ${venueId}, ${id}::bigint, b.no + 1, w.* from unnest(${texts(sheet.media.map(({ method }) => method))}::text[],
      ${numbers(sheet.media.map(({ expected }) => expected))}::bigint[], ${numbers(sheet.media.map(({ counted }) => counted))}::bigint[]) as w,
      (select coalesce(max(commit_no), 0) as no from till_committed where venue_id = ${venueId} and session_id = ${id}::bigint) as b returning 1`
  await sql`update till_photo set kept = true where venue_id = ${venueId} and session_id = ${id}::bigint`
  await addStep(scope, id, 'Committed', personOf(scope))
  await note(scope, 'sheet.committed', held)
}

/** Locks several signed sheets, all or none. @returns how many @throws SheetNotFound, SheetNotSigned */
export const commitSheets = async (scope: VenueScope, ids: readonly string[]): Promise<number> => {
  // Held in one order, so that two who commit the same sheets at once do not wait for each other.
  const once = [...new Set(ids)].sort()
  for (const id of once) await commitSheet(scope, id)
  return once.length
}

/** Opens a committed sheet again; what it said stays on record. @throws SheetNotFound, SheetNotCommitted */
export const reverseSheet = async (scope: VenueScope, id: string, reason: string): Promise<void> => {
  const held = await holdSession(scope, id)
  if ((await sheetNow(scope, id)).state !== 'Committed') throw failure('SheetNotCommitted')
  await addStep(scope, id, 'Declared', { ...personOf(scope), reason })
  await note(scope, 'sheet.reversed', held, { Reason: reason })
}

/** The limit for a difference, in minor units of the sheet. */
const limitOf = async (scope: VenueScope, { currency }: Held): Promise<number> => (await signOffLimits(scope))(currency) * 10 ** decimalsOf(currency)

/** Writes down what was done with a sheet. */
export const note = (
  scope: VenueScope,
  action: string,
  { locationId, terminal, day }: Pick<Held, 'locationId' | 'terminal' | 'day'>,
  detail: Record<string, string | number> = {},
) => scope.audit({ action, subject: `${terminal} ${day}`, detail: { LocationId: locationId, ...detail } })

/** @throws ValidationFailed for an amount with more decimals than the currency has */
const minorOf = (major: number, currency: string, field: string): number => {
  const minor = wholeParts(major, decimalsOf(currency))
  if (minor === undefined) throw fieldFailure(field, `This has more decimals than ${currency} has.`)
  return minor
}
