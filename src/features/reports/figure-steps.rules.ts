import { DecimalMembers } from '#shared/json-decimals.ts'
import type { JsonWriter } from '#shared/json-text.ts'
import { decimalsOf } from '#shared/money.ts'
import { FIGURE_NAMES, type FigureName, type Figures, MONEY_FIGURES, SUM, type Sums } from './figures.rules.ts'

/** How many decimals each figure has, in the order of FIGURE_NAMES; money by its currency. */
const DECIMALS: Readonly<Partial<Record<FigureName, number>>> = { Quantity: 4, GrossProfitPercent: 1 }
const COUNT_DECIMALS = 2

const decimalsFor = (moneyDecimals: number): number[] => {
  const isMoney = (name: FigureName) => (MONEY_FIGURES as readonly FigureName[]).includes(name)
  return FIGURE_NAMES.map((name) => DECIMALS[name] ?? (isMoney(name) ? moneyDecimals : COUNT_DECIMALS))
}

/** Where each figure stands among its steps. */
export const AT = Object.fromEntries(FIGURE_NAMES.map((name, i) => [name, i])) as Readonly<Record<FigureName, number>>

/**
 * The figures of the sums that begin at `at`, each in whole steps of its decimals, in the order of FIGURE_NAMES; NaN is not kept, or an
 * average of nothing. Every figure of every report is made here, of sums that nobody rounded.
 */
export const figureSteps = (steps: Float64Array, sums: Float64Array, at: number): void => {
  const n = sums[at + SUM.n] as number
  const customers = sums[at + SUM.customers] as number
  const surcharge = sums[at + SUM.surcharge] as number
  const amount = sums[at + SUM.amount] as number
  const cost = sums[at + SUM.cost] as number
  const tax = sums[at + SUM.tax] as number
  const delivery = sums[at + SUM.delivery] as number
  const takeaway = sums[at + SUM.takeaway] as number
  const nonSales = sums[at + SUM.nonSales] as number
  const tips = sums[at + SUM.tips] as number
  const rounding = sums[at + SUM.rounding] as number
  const exTax = amount - tax
  steps[AT.Sales] = hundredths(n)
  steps[AT.Customers] = hundredths(customers)
  steps[AT.Quantity] = whole(sums[at + SUM.qty] as number)
  steps[AT.Amount] = whole(amount)
  steps[AT.ShiftCount] = hundredths(n - delivery - takeaway)
  steps[AT.DeliveryCount] = hundredths(delivery)
  steps[AT.TakeawayCount] = hundredths(takeaway)
  steps[AT.TotalCount] = hundredths(n)
  steps[AT.LoyaltyCount] = hundredths(sums[at + SUM.loyaltyN] as number)
  steps[AT.LoyaltySales] = whole(sums[at + SUM.loyaltyAmount] as number)
  steps[AT.Gross] = whole(sums[at + SUM.gross] as number)
  steps[AT.Promotions] = whole(sums[at + SUM.promotion] as number)
  steps[AT.Discounts] = whole(sums[at + SUM.discount] as number)
  steps[AT.Refunds] = whole(sums[at + SUM.refund] as number)
  steps[AT.Net] = whole(amount - surcharge)
  steps[AT.Surcharges] = whole(surcharge)
  steps[AT.Tax] = whole(tax)
  steps[AT.AmountExTax] = whole(exTax)
  steps[AT.Cost] = whole(cost)
  steps[AT.GrossProfit] = whole(exTax - cost)
  steps[AT.GrossProfitPercent] = cost === 0 || exTax <= 0 ? Number.NaN : Math.round(((exTax - cost) / exTax) * 1000)
  steps[AT.NonSales] = whole(nonSales)
  steps[AT.Tips] = whole(tips)
  steps[AT.Rounding] = whole(rounding)
  steps[AT.Takings] = whole(amount + nonSales + tips + rounding)
  steps[AT.AverageSale] = n > 0 ? whole(amount / n) : Number.NaN
  steps[AT.AverageSpend] = customers > 0 ? whole((amount - surcharge) / customers) : Number.NaN
}

/** The figures of a sum in one currency. */
export const figuresOf = (sums: Sums, currency: string): Figures => {
  const decimals = decimalsFor(decimalsOf(currency))
  const steps = new Float64Array(FIGURE_NAMES.length)
  figureSteps(steps, sums, 0)
  return Object.fromEntries(
    FIGURE_NAMES.map((name, i) => {
      const step = steps[i] as number
      return [name, Number.isNaN(step) ? null : step / 10 ** (decimals[i] as number)]
    }),
  ) as Figures
}

/** What is not told over several currencies. */
const NOT_ADDED = [...MONEY_FIGURES, 'GrossProfitPercent'] as const

/** Minor units, or a fraction of them from an average, as the wire's decimal number: half a cent goes away from zero. */
export const moneyOf = (minor: number, currency: string): number => whole(minor) / 10 ** decimalsOf(currency)

/** The nearest whole step, half a step away from zero; never minus zero. */
export const whole = (value: number): number => (value < 0 ? -Math.round(-value) : Math.round(value)) + 0

/** Counts are whole, except in an average of four weeks, which has quarters. */
const hundredths = (count: number): number => Math.round(count * 100) + 0

/** Writes the figures of sums as members of an object that has others before them, and nothing else of it. */
export class FigureWriter {
  readonly #json: JsonWriter
  readonly #members: DecimalMembers
  readonly #mixed: boolean
  readonly #places: readonly number[] | undefined
  readonly #steps = new Float64Array(FIGURE_NAMES.length)
  readonly #some: Float64Array

  /**
   * @param mixed of several currencies: what is money is null
   * @param only where not all figures are told, those that are, in their order
   */
  constructor(json: JsonWriter, currency: string, mixed = false, only?: readonly FigureName[]) {
    this.#json = json
    this.#members = membersIn(decimalsOf(currency), only)
    this.#mixed = mixed
    this.#places = only?.map((name) => AT[name])
    this.#some = new Float64Array(only?.length ?? 0)
  }

  write(sums: Float64Array, at: number): void {
    const steps = this.#steps
    figureSteps(steps, sums, at)
    if (this.#mixed) for (const i of NOT_ADDED_PLACES) steps[i] = Number.NaN
    this.#json.decimals(this.#members, this.#places ? this.#chosen(this.#places) : steps)
  }

  #chosen(places: readonly number[]): Float64Array {
    for (let i = 0; i < places.length; i += 1) this.#some[i] = this.#steps[places[i] as number] as number
    return this.#some
  }
}

const NOT_ADDED_PLACES = NOT_ADDED.map((name) => AT[name])

const members = new Map<string, DecimalMembers>()

/** The members of figures whose money has so many decimals. */
const membersIn = (moneyDecimals: number, names: readonly FigureName[] = FIGURE_NAMES): DecimalMembers => {
  const known = members.get(`${moneyDecimals} ${names}`)
  if (known) return known
  const decimals = decimalsFor(moneyDecimals)
  const made = new DecimalMembers(
    names,
    names.map((name) => decimals[AT[name]] as number),
  )
  members.set(`${moneyDecimals} ${names}`, made)
  return made
}
