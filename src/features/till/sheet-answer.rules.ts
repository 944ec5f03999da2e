import { toMajor } from '#shared/money.ts'
import type { SheetAnswer, SheetsAnswer } from './control-sheets.contract.ts'
import type { MediaLine, Sheet } from './sheet.rules.ts'
import type { SheetTrade } from './sheet-rows.rules.ts'
import { BLIND_MARKS, mediaStateOf } from './till.rules.ts'

type AnswerSheet = Omit<SheetsAnswer['Sheets'][number], 'Needs' | 'Media'>
type AnswerMedia = SheetAnswer['Sheet']['Media'][number]

/** What a sheet is shown with: its location and till, and whether the reader may see what is expected before it is counted. */
export interface Shown {
  location: { name: string; currency: string }
  terminal: string
  maySeeExpected: boolean
}

/** Whether what is expected is hidden from a reader: until the drawer is counted, from who may not sign. */
export const isBlindTo = ({ state }: Pick<Sheet, 'state'>, maySeeExpected: boolean): boolean => !maySeeExpected && (state === 'Open' || state === 'Counting')

/** A sheet as answers have it. What is expected stays hidden from those who count until they have counted. */
export const answerSheet = (sheet: Sheet, { location, terminal, maySeeExpected }: Shown): AnswerSheet => {
  const { session, sold, state } = sheet
  const isBlind = isBlindTo(sheet, maySeeExpected)
  const money = (minor: number) => toMajor(minor, location.currency)
  const known = (minor: number | null) => (minor === null ? null : money(minor))
  const open = (minor: number) => (isBlind ? null : money(minor))
  const { receipts = 0, delivery = 0, takeaway = 0, noSales = 0 } = sold ?? {}
  return {
    SheetId: sheet.sessionId,
    LocationId: sheet.locationId,
    Location: location.name,
    Currency: location.currency,
    TerminalId: terminal,
    Day: sheet.day,
    ZNumber: session?.zNumber ?? null,
    State: state,
    OpenedAt: at(session?.openedAt ?? sold?.firstAt),
    ClosedAt: at(session?.closedAt),
    Clerk: session?.clerk ?? null,
    LastSaleAt: at(sold?.lastAt),
    Expected: open(sheet.expected),
    Counted: known(sheet.counted),
    Variance: isBlind ? null : known(sheet.variance),
    Late: money(sheet.late),
    CountedBy: session?.countedBy ?? null,
    CountedAt: at(session?.countedAt),
    SignedBy: session?.signedBy ?? null,
    SignedAt: at(session?.signedAt),
    Reason: session?.reason ?? '',
    Note: session?.note ?? '',
    TotalCount: receipts,
    ShiftCount: receipts - delivery - takeaway,
    DeliveryCount: delivery,
    TakeawayCount: takeaway,
    NoSales: noSales,
    Marks: isBlind ? sheet.marks.filter((mark) => BLIND_MARKS.includes(mark)) : sheet.marks,
    MissingZ: sheet.missingZ && [...new Set([sheet.missingZ.first, sheet.missingZ.last])].join('–'),
    OpeningFloat: money(session?.openingFloat ?? 0),
    OtherFloat: known(sheet.otherFloat),
  }
}

/** A sheet by media. */
export const answerMedia = (sheet: Sheet, { location, maySeeExpected }: Shown) => {
  const show = { isBlind: isBlindTo(sheet, maySeeExpected), money: (minor: number) => toMajor(minor, location.currency) }
  return sheet.media.map((line) => mediaOf(line, show))
}

const mediaOf = ({ method, n, expected, counted, variance, late }: MediaLine, { isBlind, money }: { isBlind: boolean; money: (minor: number) => number }) => ({
  Method: method,
  Count: n,
  Expected: isBlind ? null : money(expected),
  Counted: counted === null ? null : money(counted),
  Variance: isBlind || variance === null ? null : money(variance),
  Late: money(late),
})

/** A medium as the sheet itself shows it: with its part of all, the note of who counted it, and how it stands. */
export const mediaOfSheet = (
  line: Omit<AnswerMedia, 'Share' | 'Note' | 'Status'>,
  { Expected: all }: AnswerSheet,
  notes: ReadonlyMap<string, string>,
  limit: number,
): AnswerMedia => ({
  ...line,
  Share: line.Expected === null || !all ? null : Math.round((line.Expected / all) * 10_000) / 10_000,
  Note: notes.get(line.Method) ?? '',
  Status: mediaStateOf(line.Variance, limit),
})

const STEPS_OF_QUANTITY = 10_000

/** What was sold, in major units. */
export const tradeAnswer = ({ departments, sums }: SheetTrade, money: (minor: number) => number): NonNullable<SheetAnswer['Trade']> => ({
  Gross: money(sums.gross),
  Promotions: money(sums.promotions),
  Discounts: money(sums.discounts),
  Refunds: money(sums.refunds),
  Surcharges: money(sums.surcharges),
  Amount: money(sums.amount),
  Tax: money(sums.tax),
  NonSales: money(sums.nonSales),
  Tips: money(sums.tips),
  Rounding: money(sums.rounding),
  Takings: money(sums.takings),
  Departments: departments.map(({ name, amount, quantity }) => ({ Name: name, Amount: money(amount), Quantity: quantity / STEPS_OF_QUANTITY })),
})

const at = (moment: Date | null | undefined): string | null => moment?.toISOString() ?? null

/** The sheets added up by currency; what is hidden in one of them is hidden in its total. */
export const totalsOf = (sheets: readonly AnswerSheet[]): Omit<SheetsAnswer['Totals'][number], 'SignOffLimit'>[] =>
  [...new Set(sheets.map(({ Currency }) => Currency))].map((Currency) => {
    const own = sheets.filter((sheet) => sheet.Currency === Currency)
    const counted = own.filter((sheet) => sheet.Counted !== null && sheet.Variance !== null)
    return {
      Currency,
      Sheets: own.length,
      CountedSheets: counted.length,
      Expected: own.some(({ Expected }) => Expected === null) ? null : sum(own.map(({ Expected }) => Expected ?? 0)),
      Counted: counted.length === 0 ? null : sum(counted.map(({ Counted }) => Counted ?? 0)),
      Variance: counted.length === 0 ? null : sum(counted.map(({ Variance }) => Variance ?? 0)),
      Late: sum(own.map(({ Late }) => Late)),
    }
  })

/** Amounts added up in hundred-thousandths, so that no double carries a remainder. */
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + Math.round(amount * 100_000), 0) / 100_000
