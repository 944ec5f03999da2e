import { type Dim, GRAIN, type Grain, MEASURES, type Measure } from '#features/sums/rollup.rules.ts'
import type { Sql } from '#platform/database/pool.ts'

/** What is stored of a place's sales: of a day, a month or a year, by one of their dimensions. */
export interface StoredSum extends Record<Measure, number> {
  grain: Grain
  dim: Dim
  period: string
  key: number
}

/** All that is stored of a place's sales by day, month and year, in order; sums that came to nothing are as good as none. */
export const storedSums = async (owner: Sql, venueId: number, locationId: number): Promise<StoredSum[]> => {
  const rows = await owner<StoredSum[]>`
    select grain, dim, period, key, n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax from rollup
    where venue_id = ${venueId} and location_id = ${locationId} order by grain, dim, period, key`
  return rows.map((row) => ({ ...row })).filter((row) => MEASURES.some((measure) => row[measure] !== 0))
}

/** Some stored sums as one text, to be held against another. */
export const inWords = (sums: readonly StoredSum[]): string => sums.map((row) => JSON.stringify(row)).join('\n')

/** What a dimension of these sums comes to. */
export const amountBy = (sums: readonly StoredSum[], dim: Dim): number => sums.filter((row) => row.dim === dim).reduce((sum, { amount }) => sum + amount, 0)

/** These sums by the period they are of. */
export const byPeriod = (sums: readonly StoredSum[]): StoredSum[][] => {
  const periods = new Map<string, StoredSum[]>()
  for (const sum of sums) {
    const period = `${sum.grain} ${sum.period}`
    periods.set(period, [...(periods.get(period) ?? []), sum])
  }
  return [...periods.values()]
}

/** Those of single days. */
export const ofDays = (sums: readonly StoredSum[]): StoredSum[] => sums.filter(({ grain }) => grain === GRAIN.day)

/** Forgets every sale, and what was made of it by day, month and year. */
export const forgetSales = (owner: Sql) => owner`truncate sale, sale_line, sale_payment, sale_adjustment, rollup, trading_day_state, sale_batch`
