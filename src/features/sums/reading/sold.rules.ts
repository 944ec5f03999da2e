import { type KeyedSums, RUN_COUNT } from '#features/sums/running-totals.rules.ts'

/** What each product sold at each location, in the order of the keys asked for. What is not told apart by location is under ALL_PLACES. */
export type Sold = Map<number, KeyedSums>

/** No location has this number. */
export const ALL_PLACES = 0

export const noneSold = (locationIds: Iterable<number>, keys: Float64Array): Sold =>
  new Map([...locationIds].map((locationId) => [locationId, { keys, sums: new Float64Array(keys.length * RUN_COUNT) }]))

/** Where what is made of running totals is put, and what is read beside them. */
export const placesToldIn = (totals: readonly { locationId: number }[], others: readonly number[] = []): Set<number> =>
  new Set([ALL_PLACES, ...totals.map(({ locationId }) => locationId), ...others])

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

/**
 * Sums of all products by location: of what is told by product, and of what is known of a location as a whole.
 * @param asked may have come with the second
 */
export const placeTotals = (
  locationIds: readonly number[],
  sold: Sold,
  asked: readonly { places?: ReadonlyMap<number, Float64Array> }[],
): Map<number, Float64Array> =>
  new Map(
    locationIds.map((locationId) => {
      const total = totalOf(sold.get(locationId)?.sums)
      for (const { places } of asked) for (const [i, sum] of (places?.get(locationId) ?? []).entries()) total[i] = (total[i] as number) + sum
      return [locationId, total]
    }),
  )
