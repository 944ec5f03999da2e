import { KEPT_AS } from '#features/till/sheet-account.rules.ts'
import type { Method } from '#features/till/till.rules.ts'

/**
 * The way from gross sales to the bank, in its order. What a card provider settles (fees, commission, money on its way, money in the bank)
 * follows after Banked, once one can be linked.
 */
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
] as const
export type Step = (typeof STEPS)[number]

/** Where one stands on the way; the steps between two of them are their difference. */
export const STAGES = ['Gross', 'Net', 'Takings', 'Declared', 'Banked'] as const satisfies readonly Step[]
export type Stage = (typeof STAGES)[number]
export const isStage = (step: Step): step is Stage => (STAGES as readonly Step[]).includes(step)

/** Shown only where there is something of it. */
const SELDOM: readonly Step[] = ['NotCounted', 'Late', 'PaidIn', 'Points']
export const isShown = ({ Step, Amount }: { Step: Step; Amount: number | null }): boolean => !SELDOM.includes(Step) || (Amount !== null && Amount !== 0)

/** Steps made of sales, whose receipts are what they open. */
export const OF_SALES = ['Gross', 'Promotions', 'Discounts', 'Refunds', 'Net', 'Surcharges', 'NonSales', 'Tips', 'Rounding', 'Takings'] as const

/** What of a step is in one method: of those between declared and banked, cash is moved and some methods are not sent. */
export const isStepOf = (step: Step, method: Method): boolean => {
  if (step === 'PaidOut' || step === 'PaidIn' || step === 'AddedToFloats') return method === 'Cash'
  return (KEPT_AS as Partial<Record<Method, Step>>)[method] === step
}
