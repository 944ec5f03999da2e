import { type Dimension, ROW, type RowSums, type SplitBy } from '#features/reports/kit/breakdown-kinds.rules.ts'
import { whole } from '#features/reports/kit/figure-steps.rules.ts'
import { SUM } from '#features/reports/kit/figures.rules.ts'
import { DecimalMembers } from '#shared/json-decimals.ts'
import type { JsonWriter } from '#shared/json-text.ts'
import { decimalsOf } from '#shared/money.ts'

/** What a row has besides its figures. */
interface Beside {
  /** Lines sold, or how often something was used; null where that is not kept. */
  Count: number | null
  Average?: number | null
  OfOwnSales?: number | null
  CostedSales?: number | null
  CostedProfit?: number | null
  MarginPercent?: number | null
  MarkupPercent?: number | null
  NoCostCount?: number | null
  NoCostSales?: number | null
}

type Name = keyof Beside
const MARGINS = ['CostedSales', 'CostedProfit', 'MarginPercent', 'MarkupPercent', 'NoCostCount', 'NoCostSales'] as const
/** Counts are whole, except in an average of four weeks, which has quarters. */
const [COUNT, PERCENT, MONEY] = [2, 1, undefined]
const DECIMALS: Readonly<Record<Name, number | undefined>> = {
  Count: COUNT,
  Average: MONEY,
  OfOwnSales: PERCENT,
  CostedSales: MONEY,
  CostedProfit: MONEY,
  MarginPercent: PERCENT,
  MarkupPercent: PERCENT,
  NoCostCount: COUNT,
  NoCostSales: MONEY,
}

/** What the rows are of. */
interface BesideOf {
  dimension: Dimension
  splitBy: SplitBy | undefined
}

/** The sum of what is used again and again, by its dimension. */
const USED: Partial<Record<Dimension, number>> = { promotion: SUM.promotion, discount: SUM.discount, surcharge: SUM.surcharge }

const namesOf = ({ dimension, splitBy }: BesideOf): readonly Name[] => {
  if (dimension === 'gpmargins') return ['Count', ...MARGINS]
  if (dimension === 'discount' && splitBy === 'employee') return ['Count', 'OfOwnSales']
  return USED[dimension] === undefined ? ['Count'] : ['Count', 'Average']
}

const decimalsIn = (names: readonly Name[], currency: string | null): number[] =>
  names.map((name) => DECIMALS[name] ?? (currency === null ? 2 : decimalsOf(currency)))

/** A part of a whole in tenths of a percent, half away from zero; NaN where there is no whole. */
export const shareSteps = (part: number, of: number): number => (of === 0 || Number.isNaN(part) || Number.isNaN(of) ? Number.NaN : whole((part / of) * 1000))

/** Tenths of a percent as the wire's decimal number; null where there are none. */
export const percentOf = (steps: number): number | null => (Number.isNaN(steps) ? null : steps / 10)

/** What there is besides the figures, each in whole steps of its decimals; NaN is not kept. @param isMixed of several currencies */
const putBeside = (steps: Float64Array, { dimension, splitBy }: BesideOf, row: RowSums, isMixed: boolean): void => {
  steps[0] = whole((row[ROW.count] as number) * 100)
  const used = USED[dimension]
  if (used !== undefined) {
    const [amount, count] = [row[used] as number, row[ROW.count] as number]
    if (splitBy === 'employee') steps[1] = isMixed ? Number.NaN : shareSteps(amount, row[SUM.gross] as number)
    else steps[1] = isMixed || count <= 0 ? Number.NaN : whole(amount / count)
  }
  if (dimension !== 'gpmargins') return
  const bare = (row[ROW.bareAmount] as number) - (row[ROW.bareTax] as number)
  const sold = (row[SUM.amount] as number) - (row[SUM.tax] as number) - bare
  const cost = row[SUM.cost] as number
  steps[1] = isMixed ? Number.NaN : whole(sold)
  steps[2] = isMixed ? Number.NaN : whole(sold - cost)
  steps[3] = isMixed || sold <= 0 ? Number.NaN : shareSteps(sold - cost, sold)
  steps[4] = isMixed || cost <= 0 ? Number.NaN : shareSteps(sold - cost, cost)
  steps[5] = whole((row[ROW.bareCount] as number) * 100)
  steps[6] = isMixed ? Number.NaN : whole(bare)
}

/** What a row has besides its figures. @param currency null for several */
export const besides = (of: BesideOf, row: RowSums, currency: string | null): Beside => {
  const names = namesOf(of)
  const decimals = decimalsIn(names, currency)
  const steps = new Float64Array(names.length)
  putBeside(steps, of, row, currency === null)
  const figureAt = (step: number, i: number) => (Number.isNaN(step) ? null : step / 10 ** (decimals[i] as number))
  return Object.fromEntries(names.map((name, i) => [name, figureAt(steps[i] as number, i)])) as unknown as Beside
}

/** Writes shares of a row, and what else it has besides its figures, as members of an object that has others before them. */
export class BesideWriter {
  readonly #json: JsonWriter
  readonly #of: BesideOf
  readonly #members: DecimalMembers
  readonly #isMixed: boolean
  readonly #steps: Float64Array
  readonly #beside: Float64Array

  /** @param shares names of the shares told first @param currency null for several: what is money is null then, and so are shares of it */
  constructor(json: JsonWriter, of: BesideOf, shares: readonly string[], currency: string | null) {
    const names = namesOf(of)
    this.#json = json
    this.#of = of
    this.#members = new DecimalMembers([...shares, ...names], [...shares.map(() => PERCENT), ...decimalsIn(names, currency)])
    this.#isMixed = currency === null
    this.#steps = new Float64Array(shares.length + names.length)
    this.#beside = this.#steps.subarray(shares.length)
  }

  /** @param shares as `shareSteps` makes them */
  write(row: RowSums, ...shares: readonly number[]): void {
    for (let i = 0; i < shares.length; i += 1) this.#steps[i] = this.#isMixed ? Number.NaN : (shares[i] as number)
    putBeside(this.#beside, this.#of, row, this.#isMixed)
    this.#json.decimals(this.#members, this.#steps)
  }
}
