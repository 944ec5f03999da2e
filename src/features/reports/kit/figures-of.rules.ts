import { decimalsOf, whole } from '#shared/money.ts'
import type { ByPeriod } from './by-period.rules.ts'
import { figureList, figureOf, type SumRows } from './figure-steps.rules.ts'
import { FIGURE_NAMES, type FigureName, type Figures, MONEY_FIGURES, netExTaxOf, SUM, type Sums } from './figures.rules.ts'

/** How many decimals each figure has, in the order of FIGURE_NAMES; money by its currency. */
const DECIMALS: Readonly<Partial<Record<FigureName, number>>> = { Quantity: 4, GrossProfitPercent: 1 }
const COUNT_DECIMALS = 2

/** The decimals of all figures where money has so many. */
const decimalsFor = (moneyDecimals: number): number[] => {
  const isMoney = (name: FigureName) => (MONEY_FIGURES as readonly FigureName[]).includes(name)
  return FIGURE_NAMES.map((name) => DECIMALS[name] ?? (isMoney(name) ? moneyDecimals : COUNT_DECIMALS))
}

/** Where each figure stands among its steps. */
export const AT = Object.fromEntries(FIGURE_NAMES.map((name, i) => [name, i])) as Readonly<Record<FigureName, number>>

/**
 * The figures of the sums that begin at `at`, each in whole steps of its decimals, in the order of FIGURE_NAMES from `to` on; NaN is not kept, or
 * an average of nothing. Every figure of every report is made here, of sums that nobody rounded.
 */
export const figureSteps = (steps: Float64Array, to: number, sums: Float64Array, at: number): void => {
  const n = sums[at + SUM.n] as number
  const customers = sums[at + SUM.customers] as number
  const surcharge = sums[at + SUM.surcharge] as number
  const amount = sums[at + SUM.amount] as number
  const gross = sums[at + SUM.gross] as number
  const cost = costOf(sums[at + SUM.cost] as number, gross)
  const tax = sums[at + SUM.tax] as number
  const delivery = sums[at + SUM.delivery] as number
  const takeaway = sums[at + SUM.takeaway] as number
  const nonSales = sums[at + SUM.nonSales] as number
  const tips = sums[at + SUM.tips] as number
  const rounding = sums[at + SUM.rounding] as number
  const surchargeTax = sums[at + SUM.surcharge_tax] as number
  const netExTax = netExTaxOf(sums, at)
  steps[to + AT.Sales] = hundredths(n)
  steps[to + AT.Customers] = hundredths(customers)
  steps[to + AT.Quantity] = whole(sums[at + SUM.qty] as number)
  steps[to + AT.Amount] = whole(amount)
  steps[to + AT.ShiftCount] = hundredths(n - delivery - takeaway)
  steps[to + AT.DeliveryCount] = hundredths(delivery)
  steps[to + AT.TakeawayCount] = hundredths(takeaway)
  steps[to + AT.TotalCount] = hundredths(n)
  steps[to + AT.LoyaltyCount] = hundredths(sums[at + SUM.loyaltyN] as number)
  steps[to + AT.LoyaltySales] = whole(sums[at + SUM.loyaltyAmount] as number)
  steps[to + AT.Gross] = whole(gross)
  steps[to + AT.Promotions] = whole(sums[at + SUM.promotion] as number)
  steps[to + AT.Discounts] = whole(sums[at + SUM.discount] as number)
  steps[to + AT.Refunds] = whole(sums[at + SUM.refund] as number)
  steps[to + AT.Net] = whole(amount - surcharge)
  steps[to + AT.Surcharges] = whole(surcharge)
  steps[to + AT.Tax] = whole(tax)
  steps[to + AT.AmountExTax] = whole(amount - tax)
  steps[to + AT.SurchargeTax] = whole(surchargeTax)
  steps[to + AT.NetExTax] = whole(netExTax)
  steps[to + AT.Cost] = whole(cost)
  steps[to + AT.GrossProfit] = whole(netExTax - cost)
  steps[to + AT.GrossProfitPercent] = cost === 0 || !(netExTax > 0) ? Number.NaN : Math.round(((netExTax - cost) / netExTax) * 1000) + 0
  steps[to + AT.NonSales] = whole(nonSales)
  steps[to + AT.Tips] = whole(tips)
  steps[to + AT.Rounding] = whole(rounding)
  steps[to + AT.Takings] = whole(amount + nonSales + tips + rounding)
  steps[to + AT.AverageSale] = n > 0 ? whole(amount / n) : Number.NaN
  steps[to + AT.AverageSpend] = customers > 0 ? whole((amount - surcharge) / customers) : Number.NaN
}

/** What was sold cost, NaN where no cost was ever given: that is no cost of nothing, and a gross profit of all of it would mislead. */
export const costOf = (cost: number, gross: number): number => (cost === 0 && gross !== 0 ? Number.NaN : cost)

/** What is not told over several currencies. */
export const NOT_ADDED = [...MONEY_FIGURES, 'GrossProfitPercent'] as const

/** Which figures are told, where not all of them are. */
interface Told {
  /** Of several currencies: what is money is null. */
  isMixed?: boolean
  /** Only these are told, in this order. */
  only?: readonly FigureName[] | undefined
  /** Only these are known: the others are null. */
  known?: readonly FigureName[] | undefined
}

/** Makes the figures of sums, money in one currency: of one row of sums, or of many as a list for each figure. */
export class FigureMaker {
  /** Where each figure that is told stands among the steps, and how many of its steps are one; NaN where it is null. */
  readonly #columns: readonly { name: FigureName; place: number; steps: number }[]
  readonly #made = new Float64Array(FIGURE_NAMES.length)

  constructor(currency: string, { isMixed = false, only = FIGURE_NAMES, known = FIGURE_NAMES }: Told = {}) {
    const decimals = decimalsFor(decimalsOf(currency))
    const isKnown = (name: FigureName) => known.includes(name) && !(isMixed && (NOT_ADDED as readonly FigureName[]).includes(name))
    this.#columns = only.map((name) => ({ name, place: AT[name], steps: isKnown(name) ? 10 ** (decimals[AT[name]] as number) : Number.NaN }))
  }

  /** The figures of the sums that begin at `at`. */
  of(sums: Float64Array, at = 0): Figures {
    figureSteps(this.#made, 0, sums, at)
    const figures: Partial<Record<FigureName, number | null>> = {}
    for (const { name, place, steps } of this.#columns) figures[name] = figureOf(this.#made[place] as number, steps)
    return figures as Figures
  }

  /** The figures of many rows of sums, a list each. */
  byPeriod({ sums, first, stride, count }: SumRows): ByPeriod<Figures> {
    const width = FIGURE_NAMES.length
    const made = new Float64Array(count * width)
    for (let i = 0; i < count; i += 1) figureSteps(made, i * width, sums, first + i * stride)
    return Object.fromEntries(
      this.#columns.map(({ name, place, steps }) => [name, figureList(made, { first: place, stride: width, count }, steps)]),
    ) as ByPeriod<Figures>
  }
}

/** The figures of a sum in one currency. */
export const figuresOf = (sums: Sums, currency: string): Figures => new FigureMaker(currency).of(sums)

/** Counts are whole, except in an average of four weeks, which has quarters. */
const hundredths = (count: number): number => Math.round(count * 100) + 0
