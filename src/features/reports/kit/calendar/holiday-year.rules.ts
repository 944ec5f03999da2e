import { addDays } from '#shared/day.ts'
import type { Holiday } from './holiday-days.rules.ts'
import { holidaysOf } from './holidays.rules.ts'

/**
 * Which day of last year a day is compared with: the same weekday, 364 days before. But a public holiday meets the same one of last year,
 * Easter Easter and Christmas Christmas; and whichever day would have met that one meets the day the holiday left. So every day of last year is met
 * once, and a year compared day by day adds up to a year.
 * @param regions where several are asked together, only holidays that all of them keep on the same day are met by name
 */
export const holidayYear = (regions: readonly string[]): ((day: string) => string) => {
  const years = new Map<number, Pairs>()
  const pairsOf = (year: number): Pairs => {
    let pairs = years.get(year)
    if (!pairs) {
      pairs = pairsIn(regions, year)
      years.set(year, pairs)
    }
    return pairs
  }
  return (day) => {
    const year = Number(day.slice(0, 4))
    const pair = pairsOf(year).before.get(day)
    if (pair) return pair
    let then = addDays(day, -364)
    for (;;) {
      // The last day of a year lies 364 days after the first, which is New Year's Day of the same year.
      const holiday = pairsOf(Number(then.slice(0, 4)) + 1).after.get(then)
      if (holiday === undefined) return then
      then = addDays(holiday, -364)
    }
  }
}

interface Pairs {
  /** A holiday of the year, and the day it was the year before; and the other way round. */
  before: ReadonlyMap<string, string>
  after: ReadonlyMap<string, string>
}

const pairsIn = (regions: readonly string[], year: number): Pairs => {
  const [now, then] = [sharedIn(regions, year), sharedIn(regions, year - 1)]
  const before = new Map<string, string>()
  const after = new Map<string, string>()
  for (const [name, day] of now) {
    const other = then.get(name)
    if (other === undefined || before.has(day) || after.has(other)) continue
    before.set(day, other)
    after.set(other, day)
  }
  return { before, after }
}

const nameOf = ({ key, observed }: Holiday): string => (observed ? `${key} observed` : key)

const sharedIn = (regions: readonly string[], year: number): Map<string, string> => {
  const [first, ...others] = regions.map((region) => new Map(holidaysOf(region, year).map((holiday) => [nameOf(holiday), holiday.day])))
  return new Map([...(first ?? [])].filter(([name, day]) => others.every((other) => other.get(name) === day)))
}
