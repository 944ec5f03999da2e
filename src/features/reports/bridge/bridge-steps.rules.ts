import { KEPT_AS } from '#features/till/sheet-account.rules.ts'
import type { Method } from '#features/till/till.rules.ts'

/** The way from gross sales to the bank, in its order. What follows after Banked is known where a card provider is linked. */
export const STEPS = [
  'Gross',
  'Promotions',
  'Discounts',
  'Refunds',
  'Net',
  'Surcharges',
  'NonSales',
  'Tips',
  'Rounding',
  'Takings',
  'NotCounted',
  'Late',
  'OverShort',
  'Declared',
  'PaidOut',
  'PaidIn',
  'AddedToFloats',
  'HouseAccounts',
  'Vouchers',
  'Points',
  'Banked',
  'TillDifference',
  'Disputed',
  'CardFees',
  'OtherAtProvider',
  'OnTheWay',
  'NotFollowed',
  'Settled',
] as const
export type Step = (typeof STEPS)[number]

/** Where one stands on the way; the steps between two of them are their difference. */
export const STAGES = ['Gross', 'Net', 'Takings', 'Declared', 'Banked', 'Settled'] as const satisfies readonly Step[]
export type Stage = (typeof STAGES)[number]
export const isStage = (step: Step): step is Stage => (STAGES as readonly Step[]).includes(step)

/** Shown only where there is something of it. */
const SELDOM: readonly Step[] = ['NotCounted', 'Late', 'PaidIn', 'Points', 'TillDifference', 'Disputed', 'OtherAtProvider', 'NotFollowed']
/** Not there at all where no card provider is linked. */
const OF_PROVIDER: readonly Step[] = ['CardFees', 'OnTheWay', 'Settled']
export const isShown = ({ Step, Amount }: { Step: Step; Amount: number | null }): boolean =>
  OF_PROVIDER.includes(Step) ? Amount !== null : !SELDOM.includes(Step) || (Amount !== null && Amount !== 0)

/** Steps after Banked: what happens to money that was sent to a card provider. */
export const SETTLING = ['TillDifference', 'Disputed', 'CardFees', 'OtherAtProvider', 'OnTheWay', 'NotFollowed'] as const
export type Settling = (typeof SETTLING)[number]

/** Steps made of sales, whose receipts are what they open. */
export const OF_SALES = ['Gross', 'Promotions', 'Discounts', 'Refunds', 'Net', 'Surcharges', 'NonSales', 'Tips', 'Rounding', 'Takings'] as const

/** What of a step is in one method: of those between declared and banked, cash is moved and some methods are not sent. */
export const isStepOf = (step: Step, method: Method): boolean => {
  if ((SETTLING as readonly Step[]).includes(step)) return method === 'Card'
  if (step === 'PaidOut' || step === 'PaidIn' || step === 'AddedToFloats') return method === 'Cash'
  return (KEPT_AS as Partial<Record<Method, Step>>)[method] === step
}
