import { addDays } from '#shared/day.ts'
import { holidayYear } from './calendar/holiday-year.rules.ts'
import { regionsOf } from './clocks.rules.ts'

interface Placed {
  locationId: number
  region: string
  timeZone: string
}

/** Which day another is compared with. */
export type Counterpart = (day: string) => string

/** The same day of the week before. */
export const weekBefore: Counterpart = (day) => addDays(day, -7)

/** The same day of last year as each location's region has it: holidays meet the same holidays. */
export const yearBefore = (places: readonly Placed[]): ((locationId: number) => Counterpart) => {
  const byRegion = new Map<string, Counterpart>()
  const byLocation = new Map<number, Counterpart>()
  for (const place of places) {
    const [region = ''] = regionsOf([place])
    const counterpart = byRegion.get(region) ?? holidayYear(region === '' ? [] : [region])
    byRegion.set(region, counterpart)
    byLocation.set(place.locationId, counterpart)
  }
  return (locationId) => byLocation.get(locationId) ?? holidayYear([])
}
