/** A product at a location. */
export interface Pair {
  locationId: number
  productId: number
}

/** Each pair once, in one order. */
export const pairsOf = (all: readonly Pair[]): Pair[] =>
  [...new Map(all.map(({ locationId, productId }) => [`${locationId} ${productId}`, { locationId, productId }])).values()].sort(
    (one, other) => one.locationId - other.locationId || one.productId - other.productId,
  )
