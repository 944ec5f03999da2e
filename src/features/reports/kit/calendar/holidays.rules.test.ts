import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { easterSunday } from './holiday-days.rules.ts'
import { holidayWords } from './holidays.messages.ts'
import { holidaysIn, holidaysOf, REGIONS, regionOf } from './holidays.rules.ts'

const EXPECTED = readFileSync(new URL('public-holidays.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t') as [string, string, string])

describe('public holidays', () => {
  it.each(EXPECTED)('%s %s', (region, year, days) => {
    expect(
      holidaysOf(region, Number(year))
        .map(({ day }) => day.slice(5))
        .join(' '),
    ).toBe(days)
  })

  it('every region is held against a table of six years, and every holiday has a name', () => {
    expect([...REGIONS].sort()).toEqual([...new Set(EXPECTED.map(([region]) => region))].sort())
    const keys = new Set(REGIONS.flatMap((region) => [2023, 2024, 2025, 2026, 2027, 2028].flatMap((year) => holidaysOf(region, year).map(({ key }) => key))))
    for (const key of keys) expect(Object.keys(holidayWords.en), key).toContain(key)
  })

  it('Easter falls where the tables of the churches have it', () => {
    const known = ['1961-04-02', '2000-04-23', '2008-03-23', '2011-04-24', '2019-04-21', '2024-03-31', '2025-04-20', '2026-04-05', '2038-04-25', '2285-03-22']
    expect(known.map((day) => easterSunday(Number(day.slice(0, 4))))).toEqual(known)
  })

  it('a location keeps those of the region it names, else of its clock', () => {
    expect(regionOf('NSW', 'Australia/Brisbane')).toBe('NSW')
    expect(regionOf(' au-act ', 'Australia/Sydney')).toBe('ACT')
    expect(regionOf('', 'Asia/Tokyo')).toBe('JP')
    expect(regionOf('Riverina', 'Australia/Sydney')).toBe('NSW')
    expect(regionOf('', 'Europe/London')).toBeUndefined()
  })

  it('a span over New Year has those of both years', () => {
    expect(holidaysIn('NSW', '2026-12-27', '2027-01-02')).toEqual([
      { day: '2026-12-28', key: 'boxing', observed: true },
      { day: '2027-01-01', key: 'newYear' },
    ])
  })
})
