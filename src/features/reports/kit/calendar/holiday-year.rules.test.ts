import { describe, expect, it } from 'vitest'
import { addDays, everyDay, isoWeekday } from '#shared/day.ts'
import { holidayYear } from './holiday-year.rules.ts'
import { holidaysOf, REGIONS } from './holidays.rules.ts'

describe('which day of last year a day is compared with', () => {
  const nsw = holidayYear(['NSW'])

  it('Easter meets Easter, Christmas Christmas, and any other day its weekday', () => {
    expect(nsw('2026-04-03')).toBe('2025-04-18')
    expect(nsw('2026-04-05')).toBe('2025-04-20')
    expect(nsw('2026-12-25')).toBe('2025-12-25')
    expect(nsw('2026-01-01')).toBe('2025-01-01')
    expect(nsw('2026-11-20')).toBe('2025-11-21')
  })

  it('what would have met Easter meets the day Easter left', () => {
    expect(addDays('2026-04-17', -364)).toBe('2025-04-18')
    expect(nsw('2026-04-17')).toBe(addDays('2026-04-03', -364))
    expect(nsw('2025-12-31')).not.toBe('2025-01-01')
  })

  it.each(REGIONS)('meets every day of last year once in %s', (region) => {
    const meets = holidayYear([region])
    for (const year of [2024, 2025, 2026, 2027, 2028]) {
      const days = everyDay(`${year}-01-01`, `${year}-12-31`).map(meets)
      expect(new Set(days).size, String(year)).toBe(days.length)
    }
    const all = everyDay('2024-01-01', '2028-12-31').map(meets)
    expect(new Set(all).size).toBe(all.length)
  })

  it.each(REGIONS)('a holiday meets the same holiday, and no other day meets one it would not have by its weekday in %s', (region) => {
    const meets = holidayYear([region])
    for (const year of [2024, 2025, 2026, 2027, 2028]) {
      const then = new Map(holidaysOf(region, year - 1).map(({ day, key, observed }) => [day, `${key}${observed ?? ''}`]))
      for (const { day, key, observed } of holidaysOf(region, year)) {
        const same = [...then].find(([, name]) => name === `${key}${observed ?? ''}`)
        if (same) expect(meets(day), `${day} ${key}`).toBe(same[0])
      }
    }
  })

  it('a day that is no holiday keeps its weekday, but for those that meet what a holiday left', () => {
    const days = everyDay('2026-01-01', '2026-12-31')
    const others = days.filter((day) => meetsOtherWeekday(day))
    expect(others.length).toBeLessThan(30)
  })
  const meetsOtherWeekday = (day: string) => isoWeekday(nsw(day)) !== isoWeekday(day)

  it('of several regions only what all keep on the same day is met by name', () => {
    const both = holidayYear(['NSW', 'QLD'])
    expect(both('2026-04-03')).toBe('2025-04-18')
    // Labour Day is in October in one and in May in the other.
    expect(both('2026-10-05')).toBe('2025-10-06')
    expect(both('2026-05-04')).toBe('2025-05-05')
  })

  it('without a region every day meets its weekday', () => {
    expect(everyDay('2026-01-01', '2026-12-31').every((day) => holidayYear([])(day) === addDays(day, -364))).toBe(true)
  })
})
