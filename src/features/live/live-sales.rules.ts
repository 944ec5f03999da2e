import { moneyOf } from '#features/reports/kit/figure-steps.rules.ts'
import { noSums, SUM, type SumName, type Sums } from '#features/reports/kit/figures.rules.ts'
import { decimalsOf } from '#shared/money.ts'
import type { DaySales } from './live.contract.ts'

type Added = Exclude<keyof DaySales, 'Day'>

const COUNTS: readonly (readonly [Added, SumName])[] = [
  ['Sales', 'n'],
  ['Customers', 'customers'],
  ['TakeawayCount', 'takeaway'],
  ['DeliveryCount', 'delivery'],
  ['LoyaltyCount', 'loyaltyN'],
]
const MONEY: readonly (readonly [Added, SumName])[] = [
  ['Gross', 'gross'],
  ['Promotions', 'promotion'],
  ['Discounts', 'discount'],
  ['Refunds', 'refund'],
  ['Surcharges', 'surcharge'],
  ['Amount', 'amount'],
  ['Cost', 'cost'],
  ['Tax', 'tax'],
  ['LoyaltySales', 'loyaltyAmount'],
  ['NonSales', 'nonSales'],
  ['Tips', 'tips'],
  ['Rounding', 'rounding'],
]
const QUANTITY_STEPS = 10_000

/** Sums of a day as they are told: what is zero is left out. */
export const toldSums = (day: string, sums: Sums, currency: string): DaySales => {
  const told: DaySales = { Day: day }
  const tell = (name: Added, value: number) => {
    if (value !== 0) told[name] = value
  }
  for (const [name, sum] of COUNTS) tell(name, sums[SUM[sum]] as number)
  tell('Quantity', (sums[SUM.qty] as number) / QUANTITY_STEPS)
  for (const [name, sum] of MONEY) tell(name, moneyOf(sums[SUM[sum]] as number, currency))
  return told
}

/** The same read back, to the cent: figures of several locations are made of these. */
export const sumsTold = (told: DaySales | undefined, currency: string): Sums => {
  const sums = noSums()
  for (const [name, sum] of COUNTS) sums[SUM[sum]] = told?.[name] ?? 0
  sums[SUM.qty] = Math.round((told?.Quantity ?? 0) * QUANTITY_STEPS)
  for (const [name, sum] of MONEY) sums[SUM[sum]] = Math.round((told?.[name] ?? 0) * 10 ** decimalsOf(currency))
  return sums
}
