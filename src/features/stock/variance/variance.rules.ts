import { COST_STEPS } from '#features/stock/on-hand/average-cost.rules.ts'
import { QUANTITY_STEPS } from '#features/stock/purchases.rules.ts'
import { toMajor } from '#shared/money.ts'
import type { StockVarianceAnswer, VarianceRow } from './variance.contract.ts'

/** A product at a location on the days of a range it was counted on. Quantities are ten-thousandths of a unit. */
export interface CountedTwice {
  locationId: number
  productId: number
  /** null where it was counted for the first time, and once only. */
  openingAt: Date | null
  openingDay: string | null
  opening: number
  closingAt: Date
  closingDay: string
  closing: number
  /** Of a unit at the last count, in ten-thousandths of a minor unit; null where no cost was known. */
  averageCost: number | null
  received: number
  transferred: number
  adjusted: number
  writtenOff: number
}

/** One with a count to begin with. */
export type CountedBetween = CountedTwice & { openingAt: Date; openingDay: string }

export const isBetween = (one: CountedTwice): one is CountedBetween => one.openingAt !== null

/** A product between two counts with what sales took of it meanwhile, in ten-thousandths of a unit. */
export interface Compared {
  counted: CountedBetween
  plu: string
  name: string
  unit: string
  use: number
}

/** What was taken from stock, as counts say. */
const actualUse = ({ counted }: Compared): number => counted.opening + counted.received + counted.transferred + counted.adjusted - counted.closing

/** What should have been taken less what was: what is missing is below zero (domain: actual − theoretical − recorded waste, told as counts tell it). */
const varianceOf = (one: Compared): number => one.use + one.counted.writtenOff - actualUse(one)

/** In minor units; null where no cost is known. */
const costOf = (qty: number, { counted: { averageCost } }: Compared): number | null =>
  averageCost === null ? null : Math.round((qty * averageCost) / QUANTITY_STEPS / COST_STEPS)

export const varianceRow = (one: Compared, currency: string): VarianceRow => {
  const { counted, plu, name, unit, use } = one
  const variance = varianceOf(one)
  const units = (steps: number) => steps / QUANTITY_STEPS
  const money = (minor: number | null) => (minor === null ? null : toMajor(minor, currency))
  return {
    LocationId: counted.locationId,
    Plu: plu,
    Name: name,
    Unit: unit,
    CountedFrom: counted.openingAt.toISOString(),
    CountedTo: counted.closingAt.toISOString(),
    Opening: units(counted.opening),
    Received: units(counted.received),
    Transferred: units(counted.transferred),
    Adjusted: units(counted.adjusted),
    WrittenOff: units(counted.writtenOff),
    Closing: units(counted.closing),
    ActualUse: units(actualUse(one)),
    TheoreticalUse: units(use),
    Variance: units(variance),
    VariancePercent: percent(variance, use),
    TheoreticalCost: money(costOf(use, one)),
    VarianceCost: money(costOf(variance, one)),
  }
}

/** In percent to one decimal; null where the whole is nothing. */
const percent = (part: number, whole: number): number | null => (whole === 0 ? null : Math.round((part * 1000) / Math.abs(whole)) / 10)

/** What all products come to in money: those that are missing, those found too much, and both. */
export const varianceTotals = (all: readonly Compared[], currency: string): StockVarianceAnswer['Totals'] => {
  const costed = all.map((one) => ({ use: costOf(one.use, one), variance: costOf(varianceOf(one), one) }))
  const sum = (pick: (one: (typeof costed)[number]) => number) => costed.reduce((total, one) => total + pick(one), 0)
  const WithoutCost = costed.filter(({ variance: cost }) => cost === null).length
  const isKnown = all.length === 0 || WithoutCost < all.length
  const money = (minor: number) => (isKnown ? toMajor(minor, currency) : null)
  const [use, variance] = [sum((one) => one.use ?? 0), sum((one) => one.variance ?? 0)]
  return {
    Products: all.length,
    TheoreticalCost: money(use),
    Missing: money(sum((one) => Math.min(0, one.variance ?? 0))),
    Found: money(sum((one) => Math.max(0, one.variance ?? 0))),
    VarianceCost: money(variance),
    VariancePercent: percent(variance, use),
    WithoutCost,
  }
}
