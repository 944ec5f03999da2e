import { Zone } from '#shared/fields.ts'
import type { LocationChange, LocationConfig } from './venue-config.contract.ts'
import { Currency, DayStart, PlainName } from './venue-fields.rules.ts'

/** What was filled in of a location and is not saved yet. */
export type Change = Omit<LocationChange, 'LocationId'>

const LocationName = PlainName(100)

const FIELDS = ['Name', 'TimeZone', 'DayStart', 'Currency', 'Address', 'Region', 'Active', 'CoverMethod', 'FromDay'] as const

/** Only what differs from what is there; a day alone changes nothing. */
export const changedFields = (there: LocationConfig, change: Change): Change => {
  const now = there as unknown as Change
  const differing = Object.fromEntries(
    FIELDS.filter((field) => change[field] !== undefined && change[field] !== (now[field] ?? '')).map((field) => [field, change[field]]),
  )
  return isOtherHours(there, change) ? differing : Object.fromEntries(Object.entries(differing).filter(([field]) => field !== 'FromDay'))
}

/** Whether its trading days would begin at another moment. */
export const isOtherHours = (there: LocationConfig, { TimeZone, DayStart: start }: Change) =>
  (TimeZone !== undefined && TimeZone !== there.TimeZone) || (start !== undefined && start !== there.DayStart)

/** What is wrong with what was filled in, by field. */
export const complaintsOf = (change: Change) => ({
  Name: change.Name !== undefined && !LocationName.safeParse(change.Name).success,
  TimeZone: change.TimeZone !== undefined && !Zone.safeParse(change.TimeZone).success,
  DayStart: change.DayStart !== undefined && !DayStart.safeParse(change.DayStart).success,
  Currency: change.Currency !== undefined && !Currency.safeParse(change.Currency).success,
})
