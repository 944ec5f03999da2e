import { takeTillSessions } from '#features/intake/take-till-sessions.sql.ts'
import { readSheets } from '#features/till/read-sheets.report.ts'
import type { Sheet } from '#features/till/sheet.rules.ts'
import { commitSheet, sheetNow, signSheet } from '#features/till/sheet-actions.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { dayNumber, everyDay } from '#shared/day.ts'
import { type Random, randomFor } from './random.ts'
import type { TillSale } from './till-sale.ts'
import type { Shop } from './trade.ts'
import { isClosed, weekdayOf } from './trading.ts'

/** So many days before today tills sent their sessions. */
const DAYS = 56
/** Sheets of the last days are counted and wait to be signed; older ones are committed. */
const WAITING_DAYS = 2
const FLOAT = 50_000
/** A difference that needs a reason. */
const ABOVE = 2000
const MINUTE_MS = 60_000
/** Who is short on Fridays, and at which till. */
const SHORT = { terminal: 'HB1', clerk: ['203', 'Oskar Lund'], friday: 5 } as const
/** A till nobody closed, and a sale that arrived after its sheet was committed: so many days before today. */
const NOT_CLOSED = { terminal: 'HB2', daysAgo: 9 }
const LATE = { terminal: 'HB2', daysAgo: 6 }
const PAY_OUTS = ['Ice from the servo', 'Lemons', 'Milk', 'Taxi for a guest', 'Flowers']

/** Whether the sample's tills sent sessions on a day. @param ago days before today */
const isCounted = (ago: number): boolean => ago >= 1 && ago <= DAYS

/** The sale that its till sends late, if it is of this day: one in the middle of it that nothing else refers to. */
export const lateSale = (day: string, today: string, sales: readonly TillSale[]): TillSale | undefined => {
  if (dayNumber(today) - dayNumber(day) !== LATE.daysAgo) return undefined
  const named = new Set(sales.flatMap(({ SaleId, OriginalSaleId, Revision }) => [OriginalSaleId, Revision > 1 ? SaleId : undefined]))
  const own = sales.filter(
    ({ TerminalId, Type, SaleId, Tenders }) => TerminalId === LATE.terminal && Type === 'Sale' && !named.has(SaleId) && Tenders[0]?.Method === 'Cash',
  )
  return own[Math.floor(own.length / 2)]
}

/**
 * Counts, signs and commits the drawers of a day that is over, as tills and the manager would: most agree, one clerk is short on Fridays,
 * one till was not closed.
 * @param manager the scope of whoever signs
 */
export const closeTills = async (scope: VenueScope, manager: VenueScope, seed: number, shop: Shop, day: string, today: string): Promise<void> => {
  const ago = dayNumber(today) - dayNumber(day)
  if (!isCounted(ago)) return
  const { locationId } = shop
  const sheets = await readSheets(scope, { locationIds: [locationId], from: day, to: day })
  const codes = await codesOf(scope)
  for (const sheet of sheets) {
    const terminal = codes.get(sheet.terminalKey) ?? ''
    if (sheet.sessionId !== null || !sheet.sold) continue
    const random = randomFor(seed, `sheet ${terminal} ${day}`)
    const isDone = !(terminal === NOT_CLOSED.terminal && ago === NOT_CLOSED.daysAgo)
    const [outcome] = await takeTillSessions(scope, locationId, [sessionOf(shop, sheet, terminal, random, isDone)])
    if (outcome?.status !== 'accepted') throw new Error(`The sample made a till session that intake refuses: ${JSON.stringify(outcome)}`)
    if (isDone && ago > WAITING_DAYS) await signAndCommit(scope, manager, locationId, sheet)
  }
}

const codesOf = async ({ sql, venueId }: VenueScope): Promise<Map<number, string>> => {
  const rows = await sql<{ key: number; code: string }[]>`select key, code from dimension_key where venue_id = ${venueId} and dim = 14`
  return new Map(rows.map(({ key, code }) => [key, code]))
}

const sessionOf = (shop: Shop, sheet: Sheet, TerminalId: string, random: Random, isDone: boolean): object => {
  const { firstAt, lastAt } = sheet.sold ?? { firstAt: new Date(0), lastAt: new Date(0) }
  const isShort = TerminalId === SHORT.terminal && weekdayOf(sheet.day) === SHORT.friday
  const [ClerkId, ClerkName] = isShort ? SHORT.clerk : random.pick(shop.place.clerks)
  const at = (moment: Date, minutes: number) => new Date(moment.getTime() + minutes * MINUTE_MS).toISOString()
  const payOut = random.chance(0.2) ? random.between(8, 60) * 100 : 0
  const off = isShort ? -random.between(2100, 4800) : random.chance(0.25) ? random.between(-40, 40) * 10 : 0
  const expected = new Map(sheet.media.map(({ method, expected: amount }) => [method, amount]))
  const cash = Math.max(0, FLOAT + (expected.get('Cash') ?? 0) - payOut + off)
  const others = [...expected].filter(([method]) => method !== 'Cash').map(([Method, Amount]) => ({ Method, Amount: Math.max(0, Amount) }))
  const cards = sheet.media.find(({ method }) => method === 'Card')
  const card = cards?.expected ?? 0
  return {
    SessionId: `${TerminalId}-${sheet.day}`,
    TerminalId,
    ZNumber: zNumberOf(shop, sheet.day),
    ClerkId,
    ClerkName,
    OpenedAt: at(firstAt, -20),
    OpeningFloat: FLOAT,
    ...(card > 0 ? { Settlements: [{ Terminal: `PIN-${TerminalId}`, Amount: card, Payments: cards?.n ?? 0 }] } : {}),
    ...(payOut > 0 ? { Movements: [{ Kind: 'PayOut', Amount: payOut, Reason: random.pick(PAY_OUTS), At: at(firstAt, 30), ClerkId, ClerkName }] } : {}),
    ...(isDone
      ? {
          ClosedAt: at(lastAt, 15),
          ClosingFloat: FLOAT,
          Counts: [{ At: at(lastAt, 25), ClerkId, ClerkName, Media: [{ Method: 'Cash', Amount: cash }, ...others], Denominations: inPieces(cash, random) }],
        }
      : {}),
  }
}

/** One for each day the place was open. */
const zNumberOf = ({ place }: Shop, day: string): number =>
  everyDay('2024-01-01', day).filter((one) => place.weekdays[weekdayOf(one) - 1] !== 0 && !isClosed(one)).length

/** Notes and coins in cents, the largest first. */
const PIECES = [10_000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5]

/** Cash as it lies in a drawer: not all of it in the largest notes, and to the last five cents. */
const inPieces = (cash: number, random: Random): { Value: number; Count: number }[] => {
  let left = cash
  return PIECES.flatMap((Value) => {
    const most = Math.floor(left / Value)
    const Count = Value > 5 && most > 1 ? Math.ceil((most * random.between(40, 90)) / 100) : most
    left -= Count * Value
    return Count > 0 ? [{ Value, Count }] : []
  })
}

const signAndCommit = async ({ sql, venueId }: VenueScope, manager: VenueScope, locationId: number, { terminalKey, day }: Sheet): Promise<void> => {
  const [row] = await sql<{ id: string }[]>`
    select session_id::text as id from till_session
    where venue_id = ${venueId} and location_id = ${locationId} and terminal_key = ${terminalKey} and business_date = ${day}`
  if (!row) return
  const { variance } = await sheetNow(manager, row.id)
  await signSheet(manager, row.id, Math.abs(variance ?? 0) > ABOVE ? 'Counted twice, not found' : '', '')
  await commitSheet(manager, row.id)
}
