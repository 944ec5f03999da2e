import { DecimalLists, DecimalMembers } from '#shared/json-decimals.ts'
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
 * The figures of the sums that begin at `at`, each in whole steps of its decimals, in the order of FIGURE_NAMES from `to` on; NaN is not kept, or
 * an average of nothing. Every figure of every report is made here, of sums that nobody rounded.
 */
export const figureSteps = (steps: Float64Array, to: number, sums: Float64Array, at: number): void => {
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
  steps[to + AT.Gross] = whole(sums[at + SUM.gross] as number)
  steps[to + AT.Promotions] = whole(sums[at + SUM.promotion] as number)
  steps[to + AT.Discounts] = whole(sums[at + SUM.discount] as number)
  steps[to + AT.Refunds] = whole(sums[at + SUM.refund] as number)
  steps[to + AT.Net] = whole(amount - surcharge)
  steps[to + AT.Surcharges] = whole(surcharge)
  steps[to + AT.Tax] = whole(tax)
  steps[to + AT.AmountExTax] = whole(exTax)
  steps[to + AT.Cost] = whole(cost)
  steps[to + AT.GrossProfit] = whole(exTax - cost)
  steps[to + AT.GrossProfitPercent] = cost === 0 || exTax <= 0 ? Number.NaN : Math.round(((exTax - cost) / exTax) * 1000)
  steps[to + AT.NonSales] = whole(nonSales)
  steps[to + AT.Tips] = whole(tips)
  steps[to + AT.Rounding] = whole(rounding)
  steps[to + AT.Takings] = whole(amount + nonSales + tips + rounding)
  steps[to + AT.AverageSale] = n > 0 ? whole(amount / n) : Number.NaN
  steps[to + AT.AverageSpend] = customers > 0 ? whole((amount - surcharge) / customers) : Number.NaN
}

/** The figures of a sum in one currency. */
export const figuresOf = (sums: Sums, currency: string): Figures => {
  const decimals = decimalsFor(decimalsOf(currency))
  const steps = new Float64Array(FIGURE_NAMES.length)
  figureSteps(steps, 0, sums, 0)
  return Object.fromEntries(
    FIGURE_NAMES.map((name, i) => {
      const step = steps[i] as number
      return [name, Number.isNaN(step) ? null : step / 10 ** (decimals[i] as number)]
    }),
  ) as Figures
}

/** What is not told over several currencies. */
export const NOT_ADDED = [...MONEY_FIGURES, 'GrossProfitPercent'] as const

/** Minor units, or a fraction of them from an average, as the wire's decimal number: half a cent goes away from zero. */
export const moneyOf = (minor: number, currency: string): number => whole(minor) / 10 ** decimalsOf(currency)

/** The nearest whole step, half a step away from zero; never minus zero. */
export const whole = (value: number): number => (value < 0 ? -Math.round(-value) : Math.round(value)) + 0

/** Counts are whole, except in an average of four weeks, which has quarters. */
const hundredths = (count: number): number => Math.round(count * 100) + 0

/** Writes the figures of sums into an object that has others before them, and nothing else of it. */
export class FigureWriter {
  readonly #json: JsonWriter
  readonly #written: Written
  readonly #blank: readonly number[]
  readonly #places: readonly number[] | undefined

  /**
   * @param mixed of several currencies: what is money is null
   * @param only where not all figures are told, those that are, in their order
   * @param known where not all figures are known, those that are: the others are null
   */
  constructor(json: JsonWriter, currency: string, mixed = false, only?: readonly FigureName[], known?: readonly FigureName[]) {
    this.#json = json
    this.#written = writtenIn(decimalsOf(currency), only)
    this.#blank = [...(mixed ? NOT_ADDED_PLACES : []), ...(known ? FIGURE_NAMES.filter((name) => !known.includes(name)).map((name) => AT[name]) : [])]
    this.#places = only?.map((name) => AT[name])
  }

  /** The figures of the sums that begin at `at`, a member each. */
  write(sums: Float64Array, at: number): void {
    const steps = scratchOf(FIGURE_NAMES.length)
    this.#putSteps(steps, 0, 0, sums, at)
    this.#json.decimals(this.#written.members, steps)
  }

  /** The figures of many sums, a list each: `,"ByPeriod":{…}`. */
  byPeriod({ sums, first, stride, count }: SumRows): void {
    const width = FIGURE_NAMES.length
    const size = this.#places?.length ?? width
    const steps = scratchOf(count * width)
    for (let i = 0; i < count; i += 1) this.#putSteps(steps, i * width, i * size, sums, first + i * stride)
    this.#json.name('ByPeriod')
    this.#json.decimalLists(this.#written.lists, steps, count)
  }

  /** @param at where there is room for all of them @param to where those that are told go: not behind it, since there are no more of them than of all */
  #putSteps(steps: Float64Array, at: number, to: number, sums: Float64Array, from: number): void {
    figureSteps(steps, at, sums, from)
    for (const place of this.#blank) steps[at + place] = Number.NaN
    const places = this.#places
    if (places) for (let i = 0; i < places.length; i += 1) steps[to + i] = steps[at + (places[i] as number)] as number
  }
}

/** Where rows of sums lie: one each `stride` numbers from `first` on. */
export interface SumRows {
  sums: Float64Array
  first: number
  stride: number
  count: number
}

const NOT_ADDED_PLACES = NOT_ADDED.map((name) => AT[name])

let scratch = new Float64Array(FIGURE_NAMES.length)

/** Room for steps that are written at once: the same every time, since a report by day over years has thirty thousand for each place. */
const scratchOf = (length: number): Float64Array => {
  if (scratch.length < length) scratch = new Float64Array(length)
  return scratch
}

/** Figures ready to be written: of one row, and of many. */
interface Written {
  members: DecimalMembers
  lists: DecimalLists
}

const known = new Map<string, Written>()

/** The figures whose money has so many decimals. */
const writtenIn = (moneyDecimals: number, names: readonly FigureName[] = FIGURE_NAMES): Written => {
  const name = `${moneyDecimals} ${names}`
  const decimals = decimalsFor(moneyDecimals)
  const own = names.map((one) => decimals[AT[one]] as number)
  const written = known.get(name) ?? { members: new DecimalMembers(names, own), lists: new DecimalLists(names, own) }
  known.set(name, written)
  return written
}
