import type { Sheet } from './sheet.rules.ts'
import { METHODS, type Method } from './till.rules.ts'

/** What a method adds to the account of a sheet, minor units. */
export interface MethodAccount {
  /** Taken by now; cash handed out against cards is with the cards, as the count has it. */
  taken: number
  /** What is not counted yet. */
  notCounted: number
  /** What came after the sheet was committed. */
  late: number
  overShort: number
  /** What the count says was taken: what was paid out of the drawer is added again. A method nobody counted is as expected. */
  declared: number
  /** What goes to the bank, or to whoever pays it out. */
  banked: number
}

/** A sheet from what was taken to what is banked, minor units. Of one that is not counted yet, what was taken is all there is. */
export interface SheetAccount {
  isCounted: boolean
  byMethod: Map<Method, MethodAccount>
  /** Cash paid out of the drawer, tips among it, and cash paid in; none of them is below zero. */
  paidOut: number
  paidIn: number
  /** What the drawer starts its next session with, less what it started this one with. */
  addedToFloat: number
}

/** What a method that is not sent to the bank stands for: customers still owe it, it was paid when it was sold, or points paid it. */
export const KEPT_AS = { Account: 'HouseAccounts', GiftCard: 'Vouchers', Voucher: 'Vouchers', Points: 'Points' } as const satisfies Partial<
  Record<Method, string>
>
const isKept = (method: Method): method is keyof typeof KEPT_AS => method in KEPT_AS

const NOTHING: MethodAccount = { taken: 0, notCounted: 0, late: 0, overShort: 0, declared: 0, banked: 0 }

/** The account of a sheet: taken − not counted − late ± over or short = declared, and from there to the bank. */
export const accountOf = (sheet: Sheet): SheetAccount => {
  const { session, media } = sheet
  const isCounted = session?.counted != null
  const { payIns = 0, payOuts = 0, tipsPaidOut = 0, drops = 0, banked = 0 } = session ?? {}
  const moved = payIns - payOuts - tipsPaidOut - drops - banked
  const cash = isCounted ? cashOf(sheet) : { banked: 0, addedToFloat: 0 }
  const byMethod = new Map(
    media.map(({ method, expected, counted, late, variance }): [Method, MethodAccount] => {
      const beside = method === 'Cash' ? moved : 0
      const taken = expected + late - beside
      if (!isCounted) return [method, { ...NOTHING, taken, notCounted: taken }]
      const declared = (counted ?? expected) - beside
      return [
        method,
        { taken, notCounted: 0, late, overShort: variance ?? 0, declared, banked: method === 'Cash' ? cash.banked : isKept(method) ? 0 : declared },
      ]
    }),
  )
  return {
    isCounted,
    byMethod,
    paidOut: isCounted ? payOuts + tipsPaidOut : 0,
    paidIn: isCounted ? payIns : 0,
    addedToFloat: cash.addedToFloat,
  }
}

/** What of a counted drawer goes to the bank, what went there during the session among it, and what its float grew by. */
const cashOf = ({ session, media, banking }: Sheet): { banked: number; addedToFloat: number } => {
  if (!session) return { banked: 0, addedToFloat: 0 }
  const { openingFloat, closingFloat, drops, banked } = session
  const counted = session.counted?.Cash
  // A drawer nobody counted holds what is expected, and keeps its float.
  const inDrawer = counted ?? openingFloat + (media.find(({ method }) => method === 'Cash')?.expected ?? 0)
  const toBank = banking ?? inDrawer + drops - (closingFloat ?? openingFloat)
  return { banked: toBank + banked, addedToFloat: inDrawer + drops - toBank - openingFloat }
}

/** Accounts of sheets added up. */
export interface AccountSums extends MethodAccount {
  sheets: number
  counted: number
  /** Counted, with nothing over or short. */
  agreeing: number
  paidOut: number
  paidIn: number
  addedToFloats: number
  /** What was declared with methods that are not sent to the bank, by what they stand for. */
  kept: Record<(typeof KEPT_AS)[keyof typeof KEPT_AS], number>
  byMethod: Map<Method, MethodAccount>
}

/** Sums of the accounts; methods in their usual order. */
export const accountSums = (accounts: readonly SheetAccount[]): AccountSums => {
  const byMethod = new Map<Method, MethodAccount>()
  for (const method of METHODS) {
    const own = accounts.flatMap((account) => account.byMethod.get(method) ?? [])
    if (own.length > 0) byMethod.set(method, own.reduce(added, NOTHING))
  }
  const sum = (of: (account: SheetAccount) => number) => accounts.reduce((total, account) => total + of(account), 0)
  const kept = { HouseAccounts: 0, Vouchers: 0, Points: 0 }
  for (const [method, { declared }] of byMethod) if (isKept(method)) kept[KEPT_AS[method]] += declared
  return {
    ...[...byMethod.values()].reduce(added, NOTHING),
    sheets: accounts.length,
    counted: sum(({ isCounted }) => (isCounted ? 1 : 0)),
    agreeing: sum((account) => (account.isCounted && differencesOf(account).length === 0 ? 1 : 0)),
    paidOut: sum(({ paidOut }) => paidOut),
    paidIn: sum(({ paidIn }) => paidIn),
    addedToFloats: sum(({ addedToFloat }) => addedToFloat),
    kept,
    byMethod,
  }
}

/** The methods that are over or short on a counted sheet. */
export const differencesOf = ({ byMethod }: SheetAccount): { method: Method; overShort: number }[] =>
  [...byMethod].flatMap(([method, { overShort }]) => (overShort === 0 ? [] : [{ method, overShort }]))

const added = (one: MethodAccount, other: MethodAccount): MethodAccount => ({
  taken: one.taken + other.taken,
  notCounted: one.notCounted + other.notCounted,
  late: one.late + other.late,
  overShort: one.overShort + other.overShort,
  declared: one.declared + other.declared,
  banked: one.banked + other.banked,
})
