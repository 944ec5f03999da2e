import { nameKey } from '#shared/name-key.ts'
import { isMark } from './guess/cell-marks.rules.ts'
import type { ImportMapping } from './import-mapping.rules.ts'

/** A location as a file's rows see it. */
export interface ImportPlace {
  /** Negative while it is still to be made. */
  locationId: number
  name: string
  /** What files call it. */
  code: string | null
  timeZone: string
  dayStart: string
  currency: string
}

/** Finds the location that a row's code or name means. */
export interface PlaceFinder {
  placeOf(code: string, name: string): ImportPlace | undefined
  /** The locations that are to be made, in the order the file names them. */
  toMake: ImportPlace[]
  /** Names the venue does not have and that are not to be made, in the order the file names them; the first hundred. */
  missing: string[]
}

const LONGEST_NAME = 200
/** Whoever has more to make than this mapped the wrong column. */
const MOST_NEW_LOCATIONS = 100

/** What a new location has unless the mapping says otherwise. */
export type UsualPlace = Pick<ImportPlace, 'timeZone' | 'dayStart' | 'currency'>

/**
 * A code means the location that has it, else one of that name without a code of its own; a name the location of that name
 * however it is spelt. What means none is a new location where the mapping says so.
 * @param mayMake whether whoever brings the file in may add locations
 */
export const placeFinder = (there: readonly ImportPlace[], mapping: ImportMapping, mayMake: boolean, usual: UsualPlace): PlaceFinder => {
  const byCode = firstBy(there, ({ code }) => code ?? '')
  const byName = firstBy(there, ({ name }) => nameKey(name))
  const made = new Map<string, ImportPlace>()
  const missing = new Map<string, string>()
  const wanted = mapping.NewLocations?.Names && new Set(mapping.NewLocations.Names.map(nameKey))
  const known = (code: string, name: string): ImportPlace | undefined => {
    const coded = code === '' ? undefined : byCode.get(code)
    if (coded) return coded
    const named = byName.get(nameKey(name || code))
    return named && (code === '' || named.code === null || name === '') ? named : undefined
  }
  const isToBeMade = (name: string): boolean =>
    mapping.NewLocations !== undefined && mayMake && name.length <= LONGEST_NAME && made.size < MOST_NEW_LOCATIONS && (wanted?.has(nameKey(name)) ?? true)
  const finder: PlaceFinder = {
    toMake: [],
    missing: [],
    placeOf: (code, name) => {
      if (code === '' && name === '') return there.length === 1 ? there[0] : undefined
      const key = code === '' ? `name ${nameKey(name)}` : `code ${code}`
      const found = made.get(key) ?? known(code, name)
      if (found) return found
      // ERROR, UNKNOWN and the like are no locations, whatever is asked for.
      if (isMark(name || code)) return undefined
      if (isToBeMade(name || code)) {
        const place = newPlace(mapping, usual, code, name, -1 - made.size)
        made.set(key, place)
        finder.toMake.push(place)
        return place
      }
      if (!missing.has(key) && missing.size < MOST_NEW_LOCATIONS && (name || code).length <= LONGEST_NAME) {
        missing.set(key, name || code)
        finder.missing.push(name || code)
      }
      return undefined
    },
  }
  return finder
}

const newPlace = ({ NewLocations }: ImportMapping, usual: UsualPlace, code: string, name: string, locationId: number): ImportPlace => ({
  locationId,
  name: name || code,
  code: code || null,
  timeZone: NewLocations?.TimeZone ?? usual.timeZone,
  dayStart: NewLocations?.DayStart ?? usual.dayStart,
  currency: NewLocations?.Currency ?? usual.currency,
})

const firstBy = (places: readonly ImportPlace[], keyOf: (place: ImportPlace) => string): Map<string, ImportPlace> => {
  const found = new Map<string, ImportPlace>()
  for (const place of places) if (!found.has(keyOf(place))) found.set(keyOf(place), place)
  return found
}
