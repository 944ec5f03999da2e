/** What somebody holds, as a test of access counts it. */
export interface Held {
  tags: readonly string[]
  locations: readonly number[]
  allLocations: boolean
}

/**
 * What somebody may do where, pair by pair, as naively as can be. Whoever has a place is signed in there, by no tag; a tag holds for the
 * venue itself, too; all locations are those there are, and those still to come.
 */
export const pairsOf = ({ tags, locations, allLocations }: Held, everyLocation: readonly number[]): Set<string> => {
  const where = ['the venue', ...(allLocations ? [...everyLocation, 'those still to come'] : locations)]
  return new Set(['signed in', ...tags].flatMap((tag) => where.map((place) => `${tag}|${place}`)))
}

/** Those of the first that are not among the second. */
export const minus = <T>(first: Set<T>, second: Set<T>): T[] => [...first].filter((one) => !second.has(one))
