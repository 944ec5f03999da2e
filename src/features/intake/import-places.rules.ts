import { nameKey } from '#shared/name-key.ts'
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
}

const LONGEST_NAME = 200

/**
 * A code means the location that has it, else one of that name without a code of its own; a name the location of that name
 * however it is spelt. What means none is a new location where the mapping says how to make one.
 * @param mayMake whether whoever brings the file in may add locations
 */
export const placeFinder = (places: readonly ImportPlace[], mapping: ImportMapping, mayMake: boolean, currency: string): PlaceFinder => {
  const found = new Map<string, ImportPlace | undefined>()
  const toMake: ImportPlace[] = []
  const byName = (name: string) => (name === '' ? undefined : places.find((place) => nameKey(place.name) === nameKey(name)))
  const there = (code: string, name: string): ImportPlace | undefined => {
    const coded = code === '' ? undefined : places.find((place) => place.code === code)
    if (coded) return coded
    const named = byName(name || code)
    return named && (code === '' || named.code === null || name === '') ? named : undefined
  }
  const made = (code: string, name: string): ImportPlace | undefined => {
    const { NewLocations } = mapping
    if (!NewLocations || !mayMake || (name || code).length > LONGEST_NAME) return undefined
    const place = {
      locationId: -1 - toMake.length,
      name: name || code,
      code: code || null,
      timeZone: NewLocations.TimeZone,
      dayStart: NewLocations.DayStart ?? '05:00',
      currency: NewLocations.Currency ?? mapping.Currency ?? currency,
    }
    toMake.push(place)
    return place
  }
  const only = places.length === 1 ? places[0] : undefined
  return {
    toMake,
    placeOf: (code, name) => {
      if (code === '' && name === '') return only
      const key = code === '' ? `name ${nameKey(name)}` : `code ${code}`
      if (!found.has(key)) found.set(key, there(code, name) ?? made(code, name))
      return found.get(key)
    },
  }
}
