import { describe, expect, it } from 'vitest'
import { rangeToUrl, type VenueCalendar } from '#shared/range.ts'
import { readDates } from './read-dates.rules.ts'

/** A Sunday, in a week that begins on Monday and a year that begins in July. */
const CALENDAR: VenueCalendar = { today: '2026-11-22', weekStart: 1, financialYearStart: '07-01' }

const readAs = (text: string, language: 'en' | 'jp' = 'en', calendar = CALENDAR) => {
  const read = readDates(text, calendar, language)
  const [first] = read?.readings ?? []
  return first && read && [read.rest, rangeToUrl(first.range)]
}

describe('days in English', () => {
  it.each([
    ['best sellers last Friday', 'best sellers', '2026-11-20'],
    ['best sel fri', 'best sel', '2026-11-20'],
    ['friday best sellers', 'best sellers', '2026-11-20'],
    ['best sellers on Friday', 'best sellers', '2026-11-20'],
    ['sunday', '', 'today'],
    ['last sunday', '', '2026-11-15'],
    ['sat', '', 'yesterday'],
    ['last week friday', '', '2026-11-13'],
    ['friday last week', '', '2026-11-13'],
    ['this week tuesday', '', '2026-11-17'],
    ['last four fridays takings', 'takings', '2026-10-30..2026-11-20'],
    ['takings today', 'takings', 'today'],
    ['yesterday', '', 'yesterday'],
    ['takings yest', 'takings', 'yesterday'],
    ['this week', '', 'thisweek'],
    ['wages last week', 'wages', 'lastweek'],
    ['wages last we', 'wages', 'lastweek'],
    ['sales for this month', 'sales', 'thismonth'],
    ['last month', '', 'lastmonth'],
    ['last 7 days', '', 'last7'],
    ['last 28 days', '', 'last28'],
    ['past 10 days refunds', 'refunds', '2026-11-12..2026-11-21'],
    ['last 2 weeks', '', '2026-11-02..2026-11-15'],
    ['last three months', '', '2026-08-01..2026-10-31'],
    ['last 12 months', '', 'last12'],
    ['weekend', '', '2026-11-21..2026-11-22'],
    ['last weekend', '', '2026-11-14..2026-11-15'],
    ['financial year', '', 'thisfy'],
    ['sales this fy', 'sales', 'thisfy'],
    ['last financial year', '', '2025-07-01..2026-06-30'],
    ['FY26', '', '2025-07-01..2026-06-30'],
    ['fy 2027', '', 'thisfy'],
    ['this year', '', '2026-01-01..2026-11-22'],
    ['last year', '', '2025-01-01..2025-12-31'],
    ['march', '', '2026-03-01..2026-03-31'],
    ['takings in march', 'takings', '2026-03-01..2026-03-31'],
    ['november', '', 'thismonth'],
    ['december', '', '2025-12-01..2025-12-31'],
    ['sept 2025', '', '2025-09-01..2025-09-30'],
    ['2026-03', '', '2026-03-01..2026-03-31'],
    ['16 Nov', '', '2026-11-16'],
    ['16th of november 2025', '', '2025-11-16'],
    ['Nov 16', '', '2026-11-16'],
    ['november 16, 2025', '', '2025-11-16'],
    ['24 dec', '', '2025-12-24'],
    ['16–22 Nov', '', '2026-11-16..2026-11-22'],
    ['16 - 22 nov takings', 'takings', '2026-11-16..2026-11-22'],
    ['nov 16 to 20', '', '2026-11-16..2026-11-20'],
    ['30 Oct – 5 Nov', '', '2026-10-30..2026-11-05'],
    ['28 dec to 3 jan', '', '2025-12-28..2026-01-03'],
    ['2026-11-16', '', '2026-11-16'],
    ['2026-11-16..2026-11-22', '', '2026-11-16..2026-11-22'],
    ['16/11', '', '2026-11-16'],
    ['16/11/2025', '', '2025-11-16'],
    ['5/11', '', '2026-11-05'],
  ])('%s', (text, rest, range) => {
    expect(readAs(text)).toEqual([rest, range])
  })

  it.each([
    'transfer points',
    'monthly',
    'marketplace',
    'sunset',
    'decaf',
    '4417',
    'C1-20881',
    '31 feb',
    '2026-13-01',
    '45/99',
    'stripe',
    'weekly summary',
    'sign out',
  ])('names none: %s', (text) => {
    expect(readAs(text)).toBeUndefined()
  })

  it('a weekday may be the last one, the one before, or the last four together', () => {
    const read = readDates('fri', CALENDAR, 'en')
    expect(read?.phrase).toBe('fri')
    expect(read?.readings).toEqual([
      { range: { from: '2026-11-20', to: '2026-11-20' } },
      { range: { from: '2026-11-13', to: '2026-11-13' }, beside: 'week-before' },
      { range: { from: '2026-10-30', to: '2026-11-20' }, weekdays: [5], beside: 'four-weeks' },
    ])
  })

  it("weeks and years begin where the venue's do", () => {
    const wednesdays = { today: '2026-11-22', weekStart: 3, financialYearStart: '01-01' }
    expect(readAs('tuesday last week', 'en', wednesdays)).toEqual(['', '2026-11-17'])
    expect(readAs('friday last week', 'en', wednesdays)).toEqual(['', '2026-11-13'])
    expect(readAs('fy 2025', 'en', wednesdays)).toEqual(['', '2025-01-01..2025-12-31'])
  })
})

describe('days in Japanese', () => {
  it.each([
    ['売れ筋 先週の金曜', '売れ筋', '2026-11-13'],
    ['先週の金曜の売れ筋', '売れ筋', '2026-11-13'],
    ['金曜の売れ筋', '売れ筋', '2026-11-20'],
    ['売れ筋金曜日', '売れ筋', '2026-11-20'],
    ['今週の火曜', '', '2026-11-17'],
    ['先々週の月曜日', '', '2026-11-02'],
    ['この前の日曜', '', '2026-11-15'],
    ['土', '', 'yesterday'],
    ['直近4回の金曜', '', '2026-10-30..2026-11-20'],
    ['今日の売上', '売上', 'today'],
    ['昨日', '', 'yesterday'],
    ['一昨日', '', '2026-11-20'],
    ['売上 先週', '売上', 'lastweek'],
    ['今週', '', 'thisweek'],
    ['先月の人件費', '人件費', 'lastmonth'],
    ['今月', '', 'thismonth'],
    ['過去7日', '', 'last7'],
    ['直近28日間', '', 'last28'],
    ['過去12か月', '', 'last12'],
    ['過去３ヶ月', '', '2026-08-01..2026-10-31'],
    ['週末', '', '2026-11-21..2026-11-22'],
    ['先週末', '', '2026-11-14..2026-11-15'],
    ['今年度', '', 'thisfy'],
    ['昨年度', '', '2025-07-01..2026-06-30'],
    ['去年', '', '2025-01-01..2025-12-31'],
    ['3月', '', '2026-03-01..2026-03-31'],
    ['3月の売上', '売上', '2026-03-01..2026-03-31'],
    ['2025年9月', '', '2025-09-01..2025-09-30'],
    ['11月16日', '', '2026-11-16'],
    ['2025年11月16日', '', '2025-11-16'],
    ['11月16日〜22日', '', '2026-11-16..2026-11-22'],
    ['11月16日～22日 売上', '売上', '2026-11-16..2026-11-22'],
    ['10月30日から11月5日', '', '2026-10-30..2026-11-05'],
    ['16日', '', '2026-11-16'],
    ['25日', '', '2026-10-25'],
    ['2026/11/16', '', '2026-11-16'],
    ['5/11', '', '2026-05-11'],
    ['１１月１６日', '', '2026-11-16'],
    ['last Friday 売れ筋', '売れ筋', '2026-11-20'],
  ])('%s', (text, rest, range) => {
    expect(readAs(text, 'jp')).toEqual([rest, range])
  })

  it.each(['日本語', '鈴木', '木村', '金額', '水割り', 'ポイント移行', '13月', '2月30日'])('names none: %s', (text) => {
    expect(readAs(text, 'jp')).toBeUndefined()
  })

  it('is read on an English screen too', () => {
    expect(readAs('売れ筋 先週の金曜', 'en')).toEqual(['売れ筋', '2026-11-13'])
  })
})
