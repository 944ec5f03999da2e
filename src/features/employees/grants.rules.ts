/**
 * Where somebody holds their permissions: at the venue itself, and at these locations. "All locations" is a place of its own, since it
 * means those still to come too.
 */
export interface Places {
  locations: readonly number[]
  allLocations: boolean
  /** At further locations too, which do not exist for whoever asks. */
  elsewhere?: boolean
}

/** What somebody who gives access holds: each of the tags at each of the places. */
export interface Giver extends Places {
  tags: readonly string[]
}

/** Which part of a grant its giver does not hold: a tag; or it all, but not at all locations, or not at locations that are not theirs. */
export type Short = 'tag' | 'all' | 'elsewhere'

/** What a giver is short of at these places, whatever is given there. */
export const shortAt = ({ locations, allLocations, elsewhere = false }: Places, giver: Places): Exclude<Short, 'tag'> | undefined => {
  if (giver.allLocations) return undefined
  if (allLocations) return 'all'
  const held = new Set(giver.locations)
  return elsewhere || locations.some((id) => !held.has(id)) ? 'elsewhere' : undefined
}

/** What a giver is short of to give or take these tags at these places; nothing where they hold every tag at every place. */
export const shortOf = (tags: readonly string[], places: Places, giver: Giver): Short | undefined =>
  tags.every((tag) => giver.tags.includes(tag)) ? shortAt(places, giver) : 'tag'
