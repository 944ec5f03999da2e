import { tradingMoment } from '#shared/day.ts'

/** The trading day at this moment, at the location that is furthest into it. */
export const todayAt = (locations: readonly { TimeZone: string; DayStart: string }[], now: Date): string => {
  const days = locations.map(({ TimeZone, DayStart }) => tradingMoment(now, TimeZone, DayStart).day).sort()
  return days.at(-1) ?? now.toISOString().slice(0, 10)
}
