import { DIM, type Dim, GRAIN, type Grain, ITEM_MEASURES, SHAPES } from '#features/sums/rollup.rules.ts'
import type { Sql } from '#platform/database/pool.ts'

/** What is stored of a place's sales: of a day, a month or a year, by one of their dimensions. */
export interface StoredSum {
  grain: Grain
  dim: Dim
  period: string
  key: number
  /** By the measures of the dimension's shape. */
  sums: Readonly<Record<string, number>>
}

/** All that is stored of a place's sales by day, month and year, in order; sums that came to nothing are as good as none. */
export const storedSums = async (owner: Sql, venueId: number, locationId: number): Promise<StoredSum[]> => {
  const all: StoredSum[] = []
  for (const { table, measures } of SHAPES) {
    const rows = await owner<(Omit<StoredSum, 'sums'> & { values: number[] })[]>`
      select grain, dim, period, key, array[${measures.map((name) => owner`${owner(name)}::bigint`).reduce((list, one) => owner`${list}, ${one}`)}]::text[]::float8[] as values
      from ${owner(table)} where venue_id = ${venueId} and location_id = ${locationId} order by grain, dim, period, key`
    for (const { values, ...row } of rows) all.push({ ...row, sums: Object.fromEntries(measures.map((name, i) => [name, values[i] ?? 0])) })
  }
  const products = await owner<(Omit<StoredSum, 'sums'> & { values: number[] })[]>`
    select ${GRAIN.day}::int as grain, ${DIM.product}::int as dim, day as period, product_id as key,
      array[${ITEM_MEASURES.map((name) => owner`${owner(name)}::bigint`).reduce((list, one) => owner`${list}, ${one}`)}]::text[]::float8[] as values
    from product_day where venue_id = ${venueId} and location_id = ${locationId} order by day, product_id`
  for (const { values, ...row } of products) all.push({ ...row, sums: Object.fromEntries(ITEM_MEASURES.map((name, i) => [name, values[i] ?? 0])) })
  return all.filter(({ sums }) => Object.values(sums).some((sum) => sum !== 0))
}

/** Some stored sums as one text, to be held against another. */
export const inWords = (sums: readonly StoredSum[]): string => sums.map((row) => JSON.stringify(row)).join('\n')

/** What a dimension of these sums comes to: its sales, or another of its measures. */
export const amountBy = (sums: readonly StoredSum[], dim: Dim, measure = 'amount'): number =>
  sums.filter((row) => row.dim === dim).reduce((sum, row) => sum + (row.sums[measure] ?? 0), 0)

/** What leads from what was sold to what was taken. */
export const besideSales = (sums: readonly StoredSum[]): number =>
  ['non_sales', 'tips', 'rounding'].reduce((sum, measure) => sum + amountBy(sums, DIM.besideTotal, measure), 0)

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
export const forgetSales = (owner: Sql) =>
  owner`truncate sale, sale_line, sale_payment, sale_adjustment, rollup, rollup_tender, rollup_beside, rollup_cover, product_day, trading_day_state, sale_batch`
