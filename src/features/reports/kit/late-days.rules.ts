import * as z from 'zod/mini'
import { instantIn } from '#shared/day.ts'
import { Day } from '#shared/fields.ts'
import { moneyOf } from './figure-steps.rules.ts'

/** What came to a trading day after it was over and told: an hour after its cut-off, and after the first of its figures came. */
const CHANGES = {
  /** Receipts sent late, corrected or taken back. */
  Changes: z.int(),
  LastAt: z.string(),
} as const

/** By how much the amount of a day changed, GST included; null where locations of several currencies are told together. */
export const Late = z.nullable(z.object({ ...CHANGES, Amount: z.nullable(z.number()) }))
export type Late = z.infer<typeof Late>

const LateDays = z.array(z.object({ LocationId: z.int(), Date: Day, ...CHANGES, Amount: z.number() }))

/** Which days changed after they were told. */
export const LATE_DAYS = {
  /** The latest of them, by day and location: no more than of 31 days, since where it is a habit of the tills it is no news day by day. Daily Sales has all. */
  LateDays,
  /** How many days changed, of whatever location. */
  LateDayCount: z.int(),
} as const
export interface LateDaysTold {
  LateDays: z.infer<typeof LateDays>
  LateDayCount: number
}

/** A trading day of a location that changed late; the amount in minor units. */
export interface LateDay {
  locationId: number
  day: string
  changes: number
  amount: number
  lastAt: Date
}

/** A location's late days as the database writes them: day, changes, amount and moment in milliseconds, days separated by commas. */
export const lateDaysIn = (locationId: number, written: string | null): LateDay[] =>
  (written ?? '')
    .split(',')
    .filter((one) => one !== '')
    .map((one) => {
      const [day = '', changes, amount, lastAt] = one.split(' ')
      return { locationId, day, changes: Number(changes), amount: Number(amount), lastAt: new Date(Number(lastAt)) }
    })

interface Place {
  locationId: number
  timeZone: string
  currency: string
}

/** Of how many days it is told how they changed. */
const MOST_DAYS = 31

/** The latest of the late days of these places, in the order of days, and how many there are. */
export const lateDaysAnswer = (late: readonly LateDay[], places: readonly Place[]): LateDaysTold => {
  const placeOf = new Map(places.map((place) => [place.locationId, place]))
  const own = late.filter(({ locationId }) => placeOf.has(locationId))
  const days = [...new Set(own.map(({ day }) => day))].sort()
  const first = days.at(-MOST_DAYS) ?? days[0] ?? ''
  const lines = own.flatMap(({ locationId, day, changes, amount, lastAt }) => {
    const place = placeOf.get(locationId)
    if (!place || day < first) return []
    return { LocationId: locationId, Date: day, Changes: changes, Amount: moneyOf(amount, place.currency), LastAt: instantIn(lastAt, place.timeZone) }
  })
  lines.sort((a, b) => (a.Date < b.Date ? -1 : a.Date > b.Date ? 1 : a.LocationId - b.LocationId))
  return { LateDays: lines, LateDayCount: days.length }
}

/** Late days of all places, to be looked up by the day. */
export type LateByDay = ReadonlyMap<string, readonly LateDay[]>

export const lateByDay = (late: readonly LateDay[]): LateByDay => {
  const days = new Map<string, LateDay[]>()
  for (const one of late) {
    const own = days.get(one.day)
    if (own) own.push(one)
    else days.set(one.day, [one])
  }
  return days
}

/**
 * What came late to a day at some places together, the last of it on the clock of where it came; null where nothing did.
 * @param currency of all of them; null where they have several
 */
export const lateOn = (late: LateByDay, day: string, places: readonly Place[], currency: string | null): Late => {
  let [changes, amount] = [0, 0]
  let last: { at: Date; timeZone: string } | undefined
  for (const one of late.get(day) ?? []) {
    const place = places.find(({ locationId }) => locationId === one.locationId)
    if (!place) continue
    changes += one.changes
    amount += one.amount
    if (!last || one.lastAt > last.at) last = { at: one.lastAt, timeZone: place.timeZone }
  }
  return last ? { Changes: changes, Amount: currency === null ? null : moneyOf(amount, currency), LastAt: instantIn(last.at, last.timeZone) } : null
}
