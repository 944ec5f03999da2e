import { moneyOf } from '#features/reports/kit/figure-steps.rules.ts'
import { SUM, type Sums } from '#features/reports/kit/figures.rules.ts'
import type { CostsAnswer } from './sales-breakdown.contract.ts'

/** The costs of one cell of the report. */
type Costs = Omit<CostsAnswer['Totals'], 'Currency' | 'ByPeriod'>

/** What is not kept yet: told, and never taken for nothing. */
const UNKNOWN = { StockAdjustments: null, Wages: null, PaymentFees: null, DeliveryCommission: null, OtherCosts: null } as const

/**
 * Costs out of the sums of sales and of wastage, from unrounded sums.
 * @param currency null for several: then nothing is told
 */
export const costsOf = (sales: Sums, wastage: Sums, currency: string | null): Costs => {
  const at = (position: number) => sales[position] as number
  const sold = at(SUM.amount) - at(SUM.tax)
  const goods = at(SUM.cost)
  const wasted = wastage[SUM.cost] as number
  const surcharges = at(SUM.surcharge)
  const left = sold - goods - wasted
  const money = (minor: number) => (currency === null || Number.isNaN(minor) ? null : moneyOf(minor, currency))
  const share = (minor: number) => (currency === null || !(sold > 0) ? null : tenths(minor / sold))
  return {
    AmountExTax: money(sold),
    CostOfGoods: money(goods),
    CostOfGoodsPercent: share(goods),
    Wastage: money(wasted),
    WastagePercent: share(wasted),
    ...UNKNOWN,
    SurchargesReceived: money(surcharges),
    SurchargesReceivedPercent: share(surcharges),
    PrimeCost: money(goods),
    PrimeCostPercent: share(goods),
    Contribution: money(left),
    ContributionPercent: share(left),
  }
}

const tenths = (ratio: number): number => {
  const size = Math.round(Math.abs(ratio) * 1000) / 10
  return ratio < 0 && size !== 0 ? -size : size
}
