import { describe, expect, it } from 'vitest'
import { addDays } from '#shared/day.ts'
import { said } from '#ui/language.tsx'
import { lateByDay, lateDaysAnswer, lateDaysIn, lateOn } from './late-days.rules.ts'
import { lateText } from './late-text.rules.ts'

const SYDNEY = { locationId: 1, timeZone: 'Australia/Sydney', currency: 'AUD' }
const PERTH = { locationId: 2, timeZone: 'Australia/Perth', currency: 'AUD' }
const TOKYO = { locationId: 3, timeZone: 'Asia/Tokyo', currency: 'JPY' }
const at = (moment: string) => Date.parse(moment)

const LATE = [
  ...lateDaysIn(1, `2026-11-18 3 1250 ${at('2026-11-19T01:00:00Z')},2026-11-19 1 -700 ${at('2026-11-20T01:00:00Z')}`),
  ...lateDaysIn(2, `2026-11-18 1 50 ${at('2026-11-19T02:00:00Z')}`),
  ...lateDaysIn(3, `2026-11-18 2 500 ${at('2026-11-19T00:00:00Z')}`),
]

describe('days that changed after they were told', () => {
  it('are read as the database writes them, none from nothing', () => {
    expect(lateDaysIn(1, null)).toEqual([])
    expect(LATE[1]).toEqual({ locationId: 1, day: '2026-11-19', changes: 1, amount: -700, lastAt: new Date('2026-11-20T01:00:00Z') })
  })

  it('are listed by day and location, in each one’s money and on its clock', () =>
    expect(lateDaysAnswer(LATE, [TOKYO, SYDNEY])).toEqual({
      LateDays: [
        { LocationId: 1, Date: '2026-11-18', Changes: 3, Amount: 12.5, LastAt: '2026-11-19T12:00:00+11:00' },
        { LocationId: 3, Date: '2026-11-18', Changes: 2, Amount: 500, LastAt: '2026-11-19T09:00:00+09:00' },
        { LocationId: 1, Date: '2026-11-19', Changes: 1, Amount: -7, LastAt: '2026-11-20T12:00:00+11:00' },
      ],
      LateDayCount: 2,
    }))

  it('are told of the latest days alone where every day of years changed, and counted all the same', () => {
    const lastAt = new Date(at('2026-11-20T01:00:00Z'))
    const every = (locationId: number, from: string, n: number) =>
      Array.from({ length: n }, (_, i) => ({ locationId, day: addDays(from, i), changes: 1, amount: 100, lastAt }))
    const { LateDays, LateDayCount } = lateDaysAnswer(
      [...every(1, '2023-11-20', 1096), ...every(2, '2026-11-10', 10), ...every(9, '2026-11-20', 9)],
      [SYDNEY, PERTH],
    )
    expect([LateDayCount, LateDays.length, LateDays[0]?.Date, LateDays.at(-1)]).toEqual([
      1096,
      41,
      '2026-10-20',
      expect.objectContaining({ LocationId: 2, Date: '2026-11-19' }),
    ])
    expect(lateDaysAnswer([], [SYDNEY])).toEqual({ LateDays: [], LateDayCount: 0 })
  })

  it('are added up over places, the last on the clock of where it came', () =>
    expect(lateOn(lateByDay(LATE), '2026-11-18', [SYDNEY, PERTH], 'AUD')).toEqual({ Changes: 4, Amount: 13, LastAt: '2026-11-19T10:00:00+08:00' }))

  it('have no amount over several currencies, and are nothing where nothing came', () => {
    expect(lateOn(lateByDay(LATE), '2026-11-18', [SYDNEY, TOKYO], null)).toEqual({ Changes: 5, Amount: null, LastAt: '2026-11-19T12:00:00+11:00' })
    expect([lateOn(lateByDay(LATE), '2026-11-17', [SYDNEY], 'AUD'), lateOn(lateByDay(LATE), '2026-11-19', [PERTH], 'AUD')]).toEqual([null, null])
  })
})

describe('are said', () => {
  const texts = (language: 'en' | 'jp') => {
    const speech = { language, loyaltyName: '', taxName: 'GST' }
    return { language, say: ((words, key, values) => said(words, speech as never, key, values)) as Parameters<typeof lateText>[2]['say'] }
  }
  const LastAt = '2026-11-21T09:12:00+11:00'
  it.each([
    ['en', { Changes: 3, Amount: 12, LastAt }, '3 changes, +$12.00, latest at Sat 21 Nov 2026 09:12'],
    ['en', { Changes: 1, Amount: -7.5, LastAt }, '1 change, −$7.50, latest at Sat 21 Nov 2026 09:12'],
    ['en', { Changes: 2, Amount: null, LastAt }, '2 changes, latest at Sat 21 Nov 2026 09:12'],
    ['jp', { Changes: 3, Amount: 12, LastAt }, '3件の変更、+$12.00、最終 2026/11/21(土) 09:12'],
  ] as const)('in %s: %j', (language, late, words) => expect(lateText(late, 'AUD', texts(language))).toBe(words))
})
