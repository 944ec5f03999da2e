import { moneyOf } from '#features/reports/kit/figure-steps.rules.ts'
import { SUM, type Sums } from '#features/reports/kit/figures.rules.ts'
import type { Span } from '#features/reports/kit/period.rules.ts'
import type { Sheet } from '#features/till/sheet.rules.ts'
import { type AccountSums, accountOf, accountSums, type SheetAccount } from '#features/till/sheet-account.rules.ts'
import { METHODS, type Method } from '#features/till/till.rules.ts'
import type { Bridge, BridgeAnswer } from './bridge.contract.ts'
import { type MovementRow, movementLines, sheetLines } from './bridge-lines.rules.ts'
import { cardsOf, type Settled, type Settlement, settlementOf } from './bridge-settled.rules.ts'
import { isStage, STEPS, type Step } from './bridge-steps.rules.ts'

/** The control sheets of the range, or why they are not told. */
export type Counts = 'not-permitted' | 'too-long' | { sheets: readonly Sheet[]; movements: readonly MovementRow[]; limitIn: (currency: string) => number }

interface Taken {
  mediaKey: number
  cashOut: number
  net: number
}

interface InCurrency {
  currency: string
  places: readonly { locationId: number; name: string }[]
  sold: Sums
  taken: readonly Taken[]
}

interface Parts {
  range: Span
  freshness: BridgeAnswer['Locations']
  currencies: readonly InCurrency[]
  /** Of media and tills by their keys. */
  names: ReadonlyMap<number, string>
  methods: ReadonlyMap<number, Method>
  counts: Counts
  /** What card providers have of the range, or why it is not told. */
  settled: Settled | Exclude<BridgeAnswer['Settles'], 'told'>
  mostDays: number
  /** Whether what a till took is shown before it is counted. */
  maySeeExpected: boolean
  now: Date
}

/** Puts the answer together, one bridge for each currency. */
export const bridgeAnswer = (parts: Parts): BridgeAnswer => ({
  FromDate: parts.range.from,
  ToDate: parts.range.to,
  Locations: parts.freshness,
  Counts: typeof parts.counts === 'string' ? parts.counts : 'told',
  Settles: typeof parts.settled === 'string' ? parts.settled : 'told',
  LongestDays: parts.mostDays,
  Totals: parts.currencies.map((one) => bridgeOf(parts, one)),
  AsAt: parts.now.toISOString(),
})

const bridgeOf = (parts: Parts, one: InCurrency): Bridge => {
  const { counts, maySeeExpected, names } = parts
  const { currency, places } = one
  const money = (minor: number) => moneyOf(minor, currency)
  const told = typeof counts === 'string' ? undefined : counts
  const sheets = (told?.sheets ?? []).filter(({ locationId }) => places.some((place) => place.locationId === locationId))
  const accounts = sheets.map(accountOf)
  const sums = told && accountSums(accounts)
  const isBlind = sums !== undefined && sums.counted < sums.sheets && !maySeeExpected
  const settlement = sums && settlementIn(parts, sums, sheets, accounts, currency, places)
  const amounts = { ...salesSteps(one.sold), ...(sums ? countedSteps(sums, isBlind) : {}), ...(settlement ? settledSteps(settlement, isBlind) : {}) }
  const media = mediaLines(parts, one, sums, settlement, isBlind)
  const taken = one.taken.reduce((sum, { net }) => sum + net, 0)
  const end = sums && !isBlind ? (settlement?.settled ?? sums.banked) : taken
  const shown = { names, money, maySeeExpected, limit: told?.limitIn(currency) ?? 0, currency, places }
  return {
    Currency: currency,
    Steps: STEPS.map((step) => ({ Step: step, Amount: amounts[step] === undefined ? null : money(amounts[step]) })),
    Tax: money(one.sold[SUM.tax] as number),
    NotExplained: isBlind ? null : money(largestGap(one, amounts, end)),
    Media: media.map((line) => inMajor(line, money)),
    Tenders: one.taken.map(({ mediaKey, net }) => ({
      MediaKey: mediaKey,
      Name: names.get(mediaKey) ?? '',
      Method: methodOf(parts, mediaKey),
      Takings: money(net),
    })),
    SheetCount: sums?.sheets ?? null,
    CountedSheets: sums?.counted ?? null,
    AgreeingSheets: sums?.agreeing ?? null,
    Sheets: sheetLines(sheets, accounts, shown),
    Movements: movementLines(told?.movements ?? [], sheets, shown),
    Cards: settlement && typeof parts.settled !== 'string' ? cardsOf(settlement, { places, locationIds: parts.settled.locationIds, isBlind, money }) : null,
  }
}

/** Of a currency in which no location is linked nothing is followed. */
const settlementIn = (
  { settled }: Parts,
  sums: AccountSums,
  sheets: readonly Sheet[],
  accounts: readonly SheetAccount[],
  currency: string,
  places: InCurrency['places'],
): Settlement | undefined => {
  if (typeof settled === 'string') return undefined
  const isFollowed = (locationId: number) => settled.locationIds.includes(locationId)
  if (!places.some(({ locationId }) => isFollowed(locationId))) return undefined
  const at = (ids: readonly number[]) => accounts.filter((_, i) => ids.includes(sheets[i]?.locationId ?? 0))
  return settlementOf(sums, { accounts: at(settled.locationIds), atTerminals: at(settled.terminals?.aloneIds ?? []) }, settled, currency)
}

/** Minor units by step, signed; a step that is not there is not known. */
type Amounts = Partial<Record<Step, number>>

const salesSteps = (sold: Sums): Amounts => {
  const of = (name: keyof typeof SUM) => sold[SUM[name]] as number
  return {
    Gross: of('gross'),
    Promotions: -of('promotion'),
    Discounts: -of('discount'),
    Refunds: -of('refund'),
    Net: of('amount') - of('surcharge'),
    Surcharges: of('surcharge'),
    NonSales: of('nonSales'),
    Tips: of('tips'),
    Rounding: of('rounding'),
    Takings: of('amount') + of('nonSales') + of('tips') + of('rounding'),
  }
}

/** Over or short and what was paid are of counted drawers, so they are told of them even while others are blind. */
const countedSteps = (sums: AccountSums, isBlind: boolean): Amounts => ({
  Late: -sums.late,
  OverShort: sums.overShort,
  PaidOut: -sums.paidOut,
  PaidIn: sums.paidIn,
  AddedToFloats: -sums.addedToFloats,
  HouseAccounts: -sums.kept.HouseAccounts,
  Vouchers: -sums.kept.Vouchers,
  Points: -sums.kept.Points,
  ...(isBlind ? {} : { NotCounted: -sums.notCounted, Declared: sums.declared, Banked: sums.banked }),
})

/** What the provider has is told even while tills are not counted; what would tell what they took is not. */
const settledSteps = ({ steps: { TillDifference, NotFollowed, ...provider }, settled }: Settlement, isBlind: boolean): Amounts => ({
  ...provider,
  ...(isBlind ? {} : { TillDifference, NotFollowed, Settled: settled }),
})

/**
 * What no step explains: from gross sales to the last stage that is known, and between the takings of sales and those of tenders. Where
 * something is wrong in several places, the largest.
 */
const largestGap = ({ taken }: InCurrency, amounts: Amounts, end: number): number => {
  const last = STEPS.findLastIndex((step) => isStage(step) && amounts[step] !== undefined)
  const explained = STEPS.slice(0, last)
    .filter((step) => step === 'Gross' || !isStage(step))
    .reduce((sum, step) => sum + (amounts[step] ?? 0), 0)
  const gaps = [end - explained, taken.reduce((sum, { net }) => sum + net, 0) - (amounts.Takings ?? 0)]
  return gaps.reduce((most, gap) => (Math.abs(gap) > Math.abs(most) ? gap : most), 0)
}

type MediaLine = Bridge['Media'][number]

const methodOf = ({ methods }: Parts, mediaKey: number): Method => methods.get(mediaKey) ?? 'Other'

/** Each method that took anything or was counted, the most taken first, in minor units. */
const mediaLines = (parts: Parts, { taken }: InCurrency, sums: AccountSums | undefined, settlement: Settlement | undefined, isBlind: boolean): MediaLine[] => {
  const cashOut = taken.reduce((sum, row) => sum + row.cashOut, 0)
  return METHODS.flatMap((method): MediaLine[] => {
    const own = taken.filter(({ mediaKey }) => methodOf(parts, mediaKey) === method)
    const account = sums?.byMethod.get(method)
    if (own.length === 0 && !account) return []
    const known = (amount: number | undefined): number | null => (sums ? (amount ?? 0) : null)
    const seen = (amount: number | undefined): number | null => (isBlind ? null : known(amount))
    return [
      {
        Method: method,
        Takings: own.reduce((sum, { net }) => sum + net, 0),
        CashOut: method === 'Cash' ? -cashOut : own.reduce((sum, row) => sum + row.cashOut, 0),
        NotCounted: seen(account && -account.notCounted),
        Late: known(account && -account.late),
        OverShort: known(account?.overShort),
        Declared: seen(account?.declared),
        NotBanked: seen(account && account.banked - account.declared),
        Banked: seen(account?.banked),
        NotFollowed: settlement ? seen(settlement.byMethod.get(method)?.notFollowed) : null,
        Settled: settlement ? seen(settlement.byMethod.get(method)?.settled) : null,
      },
    ]
  }).sort((a, b) => b.Takings - a.Takings)
}

const inMajor = ({ Method: method, ...amounts }: MediaLine, money: (minor: number) => number): MediaLine => {
  const known = (amount: number | null) => (amount === null ? null : money(amount))
  return {
    Method: method,
    Takings: money(amounts.Takings),
    CashOut: money(amounts.CashOut),
    NotCounted: known(amounts.NotCounted),
    Late: known(amounts.Late),
    OverShort: known(amounts.OverShort),
    Declared: known(amounts.Declared),
    NotBanked: known(amounts.NotBanked),
    Banked: known(amounts.Banked),
    NotFollowed: known(amounts.NotFollowed),
    Settled: known(amounts.Settled),
  }
}
