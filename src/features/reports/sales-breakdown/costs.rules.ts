import { moneyOf } from '#features/reports/kit/figure-steps.rules.ts'
import { netExTaxOf, SUM, type Sums } from '#features/reports/kit/figures.rules.ts'
import { costOf } from '#features/reports/kit/figures-of.rules.ts'
import type { CostsAnswer } from './sales-breakdown.contract.ts'

/** The costs of one cell of the report. */
type Costs = Omit<CostsAnswer['Totals'], 'Currency' | 'ByPeriod'>

/** What is not kept yet: told, and never taken for nothing. */
const UNKNOWN = { OtherCosts: null } as const

/** A cost of a cell that comes from elsewhere, in minor units: null is not known, undefined is not for the reader. */
export interface FromElsewhere {
  cost: number | null | undefined
  /** Sums with it are told in this answer, so that they are not told here without it. */
  isNeeded: boolean
}

/** What costs beside goods and wastage. */
export interface Elsewhere {
  wages: FromElsewhere
  fees: FromElsewhere
  /** Written off, adjusted and missing at counts. */
  stock: FromElsewhere
  commission: FromElsewhere
}

/**
 * Costs out of the sums of sales and of wastage, from unrounded sums.
 * @param currency null for several: then nothing is told
 */
export const costsOf = (sales: Sums, wastage: Sums, currency: string | null, { wages, fees, stock, commission }: Elsewhere): Costs => {
  const at = (position: number) => sales[position] as number
  const sold = netExTaxOf(sales)
  const goods = costOf(at(SUM.cost), at(SUM.gross))
  const wasted = wastage[SUM.cost] as number
  const surcharges = at(SUM.surcharge)
  const prime = goods + asCost(wages)
  const left = sold - goods - wasted - asCost(wages) - asCost(fees) - asCost(stock) - asCost(commission)
  const money = (minor: number) => (currency === null || Number.isNaN(minor) ? null : moneyOf(minor, currency))
  const share = (minor: number) => (currency === null || !(sold > 0) || Number.isNaN(minor) ? null : tenths(minor / sold))
  return {
    NetExTax: money(sold),
    CostOfGoods: money(goods),
    CostOfGoodsPercent: share(goods),
    Wastage: money(wasted),
    WastagePercent: share(wasted),
    StockAdjustments: money(known(stock)),
    StockAdjustmentsPercent: share(known(stock)),
    DeliveryCommission: money(known(commission)),
    DeliveryCommissionPercent: share(known(commission)),
    ...UNKNOWN,
    ...(wages.cost === undefined ? {} : { Wages: money(known(wages)), WagesPercent: share(known(wages)) }),
    ...(fees.cost === undefined ? {} : { PaymentFees: money(known(fees)), PaymentFeesPercent: share(known(fees)) }),
    SurchargesReceived: money(surcharges),
    SurchargesReceivedPercent: share(surcharges),
    PrimeCost: money(prime),
    PrimeCostPercent: share(prime),
    Contribution: money(left),
    ContributionPercent: share(left),
  }
}

const known = ({ cost }: FromElsewhere): number => cost ?? Number.NaN

/** What it adds to a sum: nothing where this answer is told without it, and no number where the sum would be wrong without it. */
const asCost = ({ cost, isNeeded }: FromElsewhere): number => cost ?? (isNeeded ? Number.NaN : 0)

const tenths = (ratio: number): number => {
  const size = Math.round(Math.abs(ratio) * 1000) / 10
  return ratio < 0 && size !== 0 ? -size : size
}
