import { describe, expect, it } from 'vitest'
import type { VenueCalendar } from '#shared/range.ts'
import { rangeFromUrl } from '#shared/range.ts'
import { BY_WEEKDAY, DATED, EVERYDAY_NAMES } from './everyday-names.rules.ts'
import { addressOf, chosenOf, type Entry, isWorthAsking, matching, matchOf } from './find.rules.ts'
import { fitOfName, markedParts, wordsIn } from './fit.rules.ts'
import { readDates } from './read-dates.rules.ts'

const CALENDAR: VenueCalendar = { today: '2026-11-22', weekStart: 1, financialYearStart: '07-01' }
const PLACES = [
  { LocationId: 1, Name: 'Harbour Bar' },
  { LocationId: 2, Name: 'Vine Bistro' },
  { LocationId: 3, Name: 'Cellar Door' },
]

const entry = (path: string, group: Entry['group'], names: readonly string[], search: Record<string, string> = {}, key = path): Entry => ({
  key,
  group,
  title: names[0] ?? '',
  about: '',
  names,
  path,
  search,
  isDated: DATED.has(path),
  byWeekday: BY_WEEKDAY.has(path),
})

const ENTRIES: Entry[] = [
  entry('/membership/dashboard', 'reports', ['Dashboard', 'ダッシュボード']),
  entry('/reports/sales', 'reports', ['Sales Summary', '売上サマリー']),
  entry('/reports/daily-sales', 'reports', ['Daily Sales', '日別売上']),
  entry('/reports/plu-sales', 'reports', ['PLU Sales', 'PLU別売上']),
  entry('/reports/plu-reorders', 'reports', ['PLU Reorders', 'PLU発注']),
  entry('/loyalty/fraud-check', 'reports', ['Fraud check', '不正利用チェック']),
  entry('/employees/list', 'screens', ['Employees', '従業員']),
  entry('/venue/settings', 'settings', ['Venue settings', '事業者設定']),
  entry('/loyalty/transfer-points', 'actions', ['Transfer points', 'ポイント移行']),
  ...EVERYDAY_NAMES.filter(({ path }) => ['/reports/sales', '/reports/plu-sales', '/reports/plu-reorders'].includes(path)).map(({ path, search, names }) =>
    entry(path, 'reports', [...names.en, ...names.jp], search, `${path} ${names.en[0]}`),
  ),
]

const found = (text: string, language: 'en' | 'jp' = 'en') => matching({ text, dates: readDates(text, CALENDAR, language), entries: ENTRIES, places: PLACES })
const titles = (text: string) => found(text).map(({ entry: { title } }) => title)
const first = (text: string, language: 'en' | 'jp' = 'en') => {
  const [match] = found(text, language)
  return match && addressOf(match)
}

describe('what is typed', () => {
  it.each([
    ['best sel fri', '/reports/plu-sales?sort=-Quantity&range=2026-11-20'],
    ['best sellers last Friday', '/reports/plu-sales?sort=-Quantity&range=2026-11-20'],
    ['bestsellers', '/reports/plu-sales?sort=-Quantity'],
    ['売れ筋 先週の金曜', '/reports/plu-sales?sort=-Quantity&range=2026-11-13'],
    ['takings yesterday', '/reports/sales?fig=Takings&range=yesterday'],
    ['tacings', '/reports/sales?fig=Takings'],
    ['refnuds last month', '/reports/sales?fig=Refunds&range=lastmonth'],
    ['vine takings last week', '/reports/sales?fig=Takings&range=lastweek&loc=2'],
    ['harbour bar best sellers', '/reports/plu-sales?sort=-Quantity&loc=1'],
    ['daily', '/reports/daily-sales'],
    ['sales', '/reports/sales'],
    ['売上', '/reports/sales'],
    ['emp', '/employees/list'],
    ['trans', '/loyalty/transfer-points'],
    ['ポイント', '/loyalty/transfer-points'],
    ['dashbord', '/membership/dashboard'],
    ['the sales summary of 16–22 Nov', '/reports/sales?range=2026-11-16..2026-11-22'],
    ['orders last week', '/reports/plu-reorders'],
  ])('%s leads to %s', (text, address) => {
    expect(first(text)).toBe(address)
  })

  it('as a weekday gives the best report three readings, the last of them with its weekday', () => {
    expect(found('best sel fri').map(addressOf)).toEqual([
      '/reports/plu-sales?sort=-Quantity&range=2026-11-20',
      '/reports/plu-sales?sort=-Quantity&range=2026-11-13',
      '/reports/plu-sales?sort=-Quantity&range=2026-10-30..2026-11-20&days=5',
    ])
  })

  it('as days alone gives the reports most asked for', () => {
    expect(found('last week').map(addressOf)).toEqual(['/reports/sales?range=lastweek', '/reports/plu-sales?range=lastweek'])
  })

  it('finds nothing where a word fits nothing', () => {
    expect(titles('zebra')).toEqual([])
    expect(titles('sales zebra')).toEqual([])
    expect(titles('')).toEqual([])
  })

  it('names a thing once where two names lead there, and stands in groups', () => {
    const groups = found('s').map(({ entry: { group } }) => group)
    expect([...new Set(groups)]).toEqual(['reports', 'settings'])
    const addresses = found('sales').map(addressOf)
    expect(new Set(addresses).size).toBe(addresses.length)
  })
})

it('is marked at the beginnings of words', () => {
  expect(markedParts('Best sellers, Friday 20 November', wordsIn('best sel fri'))).toEqual(['', 'Best', ' ', 'sel', 'lers, ', 'Fri', 'day 20 November'])
  expect(markedParts('Harbour Bar', ['bar'])).toEqual(['Harbour ', 'Bar', ''])
  expect(markedParts('売れ筋', ['れ筋'])).toEqual(['売', 'れ筋', ''])
  expect(markedParts('Takings', ['revenue'])).toEqual(['Takings'])
})

it('a name that says it all comes before one that says more, and a slip after both', () => {
  const fits = ['Sales', 'Sales Summary', 'Daily Sales', 'Salse'].map((name) => fitOfName(['sales'], name))
  expect(fits).toEqual([...fits].sort((a, b) => b - a))
  expect(fits[3]).toBeGreaterThan(0)
  expect(fitOfName(['fri'], 'Fraud check')).toBe(0)
})

it('the server is asked about two letters of Japanese and three of Latin', () => {
  expect(['a', 'al', '12', '田', '', '   a '].map(isWorthAsking)).toEqual([false, false, false, false, false, false])
  expect(['ali', '441', '田中', 'アイ'].map(isWorthAsking)).toEqual([true, true, true, true])
})

describe('what was chosen', () => {
  const rangeOf = (written: string) => rangeFromUrl(written, CALENDAR)
  it('is found again with its days and place, and a word such as yesterday moves on', () => {
    for (const text of ['best sel fri', 'vine takings yesterday', 'employees']) {
      const [match] = found(text)
      if (!match) throw new Error(text)
      expect(matchOf(chosenOf(match), ENTRIES, PLACES, rangeOf).map(addressOf)).toEqual([addressOf(match)])
    }
    expect(chosenOf(found('takings yesterday')[0] as never).range).toBe('yesterday')
  })

  it('is gone with the screen or the location', () => {
    const chosen = { key: '/reports/sales', range: 'yesterday', loc: 2 }
    expect(matchOf(chosen, ENTRIES, PLACES, rangeOf)).toHaveLength(1)
    expect(matchOf(chosen, ENTRIES, PLACES.slice(0, 1), rangeOf)).toEqual([])
    expect(matchOf(chosen, ENTRIES.slice(3), PLACES, rangeOf)).toEqual([])
    expect(matchOf({ ...chosen, range: 'someday' }, ENTRIES, PLACES, rangeOf)).toEqual([])
  })
})
