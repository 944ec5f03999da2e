import { tenderNames } from '#features/sums/reading/tenders.sql.ts'
import { doerOf } from '#platform/access/doer.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { failure } from '#shared/failure.ts'
import { decimalsOf, toMajor } from '#shared/money.ts'
import type { SheetAnswer } from './control-sheets.contract.ts'
import { isOwnWork, lacksSecond, type Sheet } from './sheet.rules.ts'
import { sheetNow } from './sheet-actions.sql.ts'
import { answerMedia, answerSheet, isBlindTo, mediaOfSheet, tradeAnswer } from './sheet-answer.rules.ts'
import { type SheetDetails, sheetDetails } from './sheet-details.sql.ts'
import { signersAt } from './sheet-signers.sql.ts'
import { tradeOfSheet } from './sheet-trade.sql.ts'
import { signOffLimits } from './sign-off-limit.sql.ts'
import { terminalsBeside } from './terminal-day.report.ts'
import { MOVEMENT_KINDS, PHOTO_KINDS, SHEET_STATES } from './till.rules.ts'

/** One sheet with everything behind it, as the reader may see it. @throws SheetNotFound */
export const sheetReport = async (scope: VenueScope, id: string): Promise<SheetAnswer> => {
  const sheet = await sheetNow(scope, id)
  const location = scope.locations.find(({ locationId }) => locationId === sheet.locationId)
  if (!location) throw failure('SheetNotFound')
  const maySign = scope.tags.includes('can_signcontrolsheet')
  const [details, trade, names, limitIn, signers, terminals] = await Promise.all([
    sheetDetails(scope, id),
    tradeOfSheet(scope, sheet),
    tenderNames(scope),
    signOffLimits(scope),
    signersAt(scope, sheet.locationId, sheet.session?.declarer ?? null),
    sheet.session?.settled == null ? terminalsBeside(scope, sheet, location, maySign) : null,
  ])
  const limit = limitIn(location.currency)
  const reader = { location, terminal: names.get(sheet.terminalKey) ?? '', maySeeExpected: maySign }
  const shown = answerSheet(sheet, reader)
  const money = (minor: number) => toMajor(minor, location.currency)
  const isBlind = isBlindTo(sheet, maySign)
  return {
    Sheet: { ...shown, Media: answerMedia(sheet, reader).map((line) => mediaOfSheet(line, shown, notesOf(details), limit)) },
    Cash: cashOf(sheet, money, isBlind),
    ...listsOf(details, money),
    TerminalDay: terminals,
    Covers: sheet.sold?.covers ?? 0,
    Discounts: money(sheet.sold?.discounts ?? 0),
    Refunds: money(sheet.sold?.refunds ?? 0),
    Voids: sheet.sold?.voids ?? 0,
    Trade: isBlind ? null : tradeAnswer(trade, money),
    Photos: photosOf(details),
    SignOffLimit: limit,
    Signers: signers,
    MaySetFloat: details.isByHand && sheet.state !== 'Committed',
    ...mayDo(scope, sheet, limit * 10 ** decimalsOf(location.currency)),
  }
}

/** The notes of the count that holds, by method. */
const notesOf = ({ counts, counted }: SheetDetails): Map<string, string> => {
  const last = counts.at(-1)?.no
  return new Map(counted.filter(({ no }) => no === last).map(({ method, note }) => [method, note]))
}

const photosOf = ({ photos }: SheetDetails): SheetAnswer['Photos'] =>
  photos.map((photo) => ({
    PhotoId: photo.id,
    Kind: PHOTO_KINDS[photo.kind - 1] ?? 'Count',
    At: photo.at.toISOString(),
    By: photo.by,
    Bytes: photo.bytes,
    MayDelete: !photo.kept,
  }))

const mayDo = (scope: VenueScope, sheet: Sheet, limit: number) => {
  const { state, variance } = sheet
  const holdsSign = scope.tags.includes('can_signcontrolsheet')
  const isOwn = isOwnWork(sheet, limit, doerOf(scope).userId)
  const waits = state === 'Declared' || (state === 'Reviewed' && lacksSecond(sheet, limit))
  return {
    MayCount: state !== 'Committed',
    MayMove: holdsSign && state !== 'Committed',
    MaySign: holdsSign && variance !== null && waits && !isOwn,
    MayCommit: holdsSign && state === 'Reviewed' && !waits,
    MayReverse: holdsSign && state === 'Committed',
  }
}

const cashOf = (sheet: Sheet, money: (minor: number) => number, isBlind: boolean): SheetAnswer['Cash'] => {
  const { session, media } = sheet
  const { openingFloat = 0, payIns = 0, payOuts = 0, drops = 0, banked = 0, tipsPaidOut = 0, closingFloat = null } = session ?? {}
  const counted = session?.counted?.Cash
  const cash = media.find(({ method }) => method === 'Cash')
  const cashOut = sheet.cashOut
  const sales = (cash?.expected ?? 0) - payIns + payOuts + drops + banked + tipsPaidOut + cashOut
  return {
    OpeningFloat: money(openingFloat),
    Sales: isBlind ? null : money(sales),
    Refunds: isBlind ? null : money(sheet.cashRefunds),
    CashOut: isBlind ? null : money(cashOut),
    PayIns: money(payIns),
    PayOuts: money(payOuts),
    Drops: money(drops),
    Banked: money(banked),
    TipsPaidOut: money(tipsPaidOut),
    Expected: isBlind ? null : money(sheet.expectedCash),
    Counted: counted === undefined ? null : money(counted),
    ClosingFloat: closingFloat === null ? null : money(closingFloat),
    ToBank: sheet.banking === null ? null : money(sheet.banking),
  }
}

const listsOf = ({ movements, counts, counted, pieces, settlements, steps }: SheetDetails, money: (minor: number) => number) => ({
  Movements: movements.map(({ kind, amount, reason, at, by }) => ({
    Kind: MOVEMENT_KINDS[kind - 1] ?? 'PayIn',
    Amount: money(amount),
    Reason: reason,
    At: at.toISOString(),
    By: by,
  })),
  Counts: counts.map(({ no, at, by, note }) => ({
    At: at.toISOString(),
    By: by,
    Note: note,
    Media: counted.filter((one) => one.no === no).map(({ method, amount }) => ({ Method: method, Amount: money(amount) })),
    Denominations: pieces.filter((one) => one.no === no).map(({ value, pieces: n }) => ({ Value: money(value), Count: n })),
  })),
  Settlements: settlements.map(({ terminal, amount, payments }) => ({ Terminal: terminal, Amount: money(amount), Payments: payments })),
  Steps: steps.map(({ state, at, by, reason, note }) => ({
    State: SHEET_STATES[state - 1] ?? 'Open',
    At: at.toISOString(),
    By: by,
    Reason: reason,
    Note: note,
  })),
})
