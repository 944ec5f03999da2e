/** How many parts pairs lie in: each has those whose first numbers leave the same rest. */
export const PAIR_PARTS = 128

/** A place for pairs of whole numbers that memory has no room for; most often a hash and what is known of it. */
export interface PairsAside {
  put(first: number, second: number): void
  /** The parts that have pairs, by their rest. In each the pairs follow one another as they were put. */
  parts(): Iterable<Float64Array>
}
