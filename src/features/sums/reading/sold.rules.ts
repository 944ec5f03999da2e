import { type KeyedSums, RUN_COUNT } from '#features/sums/running-totals.rules.ts'

/** What each product sold at each location, in the order of the keys asked for. */
export type Sold = Map<number, KeyedSums>

export const noneSold = (locationIds: Iterable<number>, keys: Float64Array): Sold =>
  new Map([...locationIds].map((locationId) => [locationId, { keys, sums: new Float64Array(keys.length * RUN_COUNT) }]))

/** Sums of all locations together, a row for each product. */
export const wholeOf = (sold: Sold): Float64Array => {
  const all = [...sold.values()]
  const whole = new Float64Array(all[0]?.sums.length ?? 0)
  for (const { sums } of all) for (let i = 0; i < sums.length; i += 1) whole[i] = (whole[i] as number) + (sums[i] as number)
  return whole
}

/** The sum of all rows in one. */
export const totalOf = (sums: Float64Array = new Float64Array()): Float64Array => {
  const total = new Float64Array(RUN_COUNT)
  for (let at = 0; at < sums.length; at += RUN_COUNT) for (let i = 0; i < RUN_COUNT; i += 1) total[i] = (total[i] as number) + (sums[at + i] as number)
  return total
}

/** Sums of all products by location. */
export const placeTotals = (sold: Sold): Map<number, Float64Array> => new Map([...sold].map(([locationId, { sums }]) => [locationId, totalOf(sums)]))
