import { noSums, type Sums } from '#features/reports/kit/figures.rules.ts'
import { figuresOf, NOT_ADDED } from '#features/reports/kit/figures-of.rules.ts'
import type { SalesAnswer } from '#features/reports/sales-summary/sales-summary.contract.ts'
import type { LiveSales } from './live.contract.ts'
import { sumsTold } from './live-sales.rules.ts'

/**
 * The Sales Summary of a day as it is after an event: figures of locations, and their totals, by the report's own rules. What it tells by the hour and what it
 * compares with stay as they were read.
 * @returns nothing where the event is older, or not of that day or those locations
 */
export const withLiveSales = (answer: SalesAnswer, told: LiveSales): SalesAnswer | undefined => {
  const { FromDate: day } = answer
  if (answer.ToDate !== day || answer.AsAt >= told.AsAt || !told.Locations.some(({ Today }) => Today === day)) return undefined
  const live = new Map(told.Locations.map((location) => [location.LocationId, location]))
  const sums = new Map<number, Sums>()
  for (const { LocationId, Currency } of answer.Locations) {
    const own = live.get(LocationId)
    if (!own) return undefined
    sums.set(
      LocationId,
      sumsTold(
        own.Days.find(({ Day }) => Day === day),
        Currency,
      ),
    )
  }
  const over = (currency: string | null) => {
    const total = noSums()
    for (const { LocationId, Currency } of answer.Locations) {
      if (currency === null || Currency === currency) for (const [i, sum] of (sums.get(LocationId) as Sums).entries()) total[i] = (total[i] as number) + sum
    }
    return total
  }
  const { Totals } = answer
  const isMixed = Totals.Currency === null
  const totals = figuresOf(over(Totals.Currency), Totals.Currency ?? 'AUD')
  return {
    ...answer,
    AsAt: told.AsAt,
    Locations: answer.Locations.map((location) => {
      const { Days: _, ...fresh } = live.get(location.LocationId) ?? { Days: [] }
      return { ...location, ...fresh, ...figuresOf(sums.get(location.LocationId) as Sums, location.Currency) }
    }),
    Totals: { ...Totals, ...totals, ...(isMixed ? Object.fromEntries(NOT_ADDED.map((name) => [name, null])) : {}) },
    TotalsByCurrency: answer.TotalsByCurrency.map(({ Currency }) => ({ Currency, ...figuresOf(over(Currency), Currency) })),
  }
}
