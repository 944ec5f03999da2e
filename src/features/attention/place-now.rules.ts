import { clocksOf } from '#features/reports/kit/clocks.rules.ts'
import type { Clocked } from '#features/reports/kit/sales-plan.rules.ts'

interface Place {
  locationId: number
  name: string
  timeZone: string
  dayStart: string
  currency: string
  active: boolean
}

/** A location that trades, and where it stands in its trading day. */
export type PlaceNow = Place & Clocked

/** The locations of somebody that trade, each on its own clock. */
export const placesNow = (scope: { now: Date; locations: readonly Place[] }): PlaceNow[] =>
  scope.locations.filter(({ active }) => active).flatMap((place) => clocksOf(scope, [place]).map((clock) => ({ ...place, ...clock })))
