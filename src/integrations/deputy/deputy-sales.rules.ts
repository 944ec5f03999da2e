import { decimalsOf } from '#shared/money.ts'
import { calendarOf, instantAtWall } from '#shared/trading-day.ts'

/** What was sold in an hour, as Deputy is told it. */
export interface SalesHour {
  /** By which Deputy knows the hour again: the same once more replaces what it had. */
  reference: string
  /** Deputy's id. */
  area: number
  /** Seconds since 1970. */
  timestamp: number
  /** Minor units. */
  value: number
  decimals: number
}

interface Place {
  timeZone: string
  dayStart: string
  currency: string
  calendar?: readonly { fromDay: string; timeZone: string; dayStart: string }[]
}

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]

/** What an hour is called at Deputy. */
export const referenceOf = ({ locationId, day, hour }: { locationId: number; day: string; hour: number }): string => `${locationId}:${day}:${hour}`

/** The hour that is called so. */
export const hourOf = (reference: string): { locationId: number; day: string; hour: number } => {
  const [locationId, day = '', hour] = reference.split(':')
  return { locationId: Number(locationId), day, hour: Number(hour) }
}

/** An hour of a trading day: the hours before the day's start are those of the next morning. */
export const hourTold = (
  { locationId, day, hour, net }: { locationId: number; day: string; hour: number; net: number },
  place: Place,
  area: number,
): SalesHour => {
  const entry = calendarOf(place).findLast(({ fromDay }) => fromDay <= day) ?? calendarOf(place)[0]
  const isNextMorning = hour < Math.floor((entry?.dayStartMinutes ?? 0) / 60)
  const wall = Date.parse(`${day}T00:00:00Z`) + hour * HOUR_MS + (isNextMorning ? DAY_MS : 0)
  return {
    reference: referenceOf({ locationId, day, hour }),
    area,
    timestamp: instantAtWall(wall, entry?.timeZone ?? place.timeZone) / 1000,
    value: net,
    decimals: decimalsOf(place.currency),
  }
}
