import { regionsOf } from '#features/reports/kit/clocks.rules.ts'
import type { Span } from '#features/reports/kit/period.rules.ts'
import { holidaysIn } from './holidays.rules.ts'

/** A holiday as reports tell it, and the regions that keep it. */
interface ToldHoliday {
  Key: string
  Observed: boolean
  From: string | null
  Regions: string[]
}

/** The public holidays of a range at some places. */
export const holidaysByDay = (places: readonly { region: string; timeZone: string }[], { from, to }: Span): Map<string, ToldHoliday[]> => {
  const byDay = new Map<string, ToldHoliday[]>()
  for (const region of regionsOf(places)) {
    for (const { day, key, observed, from: time } of holidaysIn(region, from, to)) {
      const there = byDay.get(day) ?? []
      const same = there.find(({ Key, Observed }) => Key === key && Observed === (observed ?? false))
      if (same) same.Regions.push(region)
      else byDay.set(day, [...there, { Key: key, Observed: observed ?? false, From: time ?? null, Regions: [region] }])
    }
  }
  return byDay
}
