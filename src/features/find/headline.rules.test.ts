import { describe, expect, it } from 'vitest'
import type { Entry, Match } from './find.rules.ts'
import { headlineOf } from './headline.rules.ts'

const DAYS = { range: { from: '2026-11-20', to: '2026-11-20' } } as Match['reading']
const PLACES = [
  { LocationId: 1, Currency: 'AUD' },
  { LocationId: 2, Currency: 'AUD' },
]
const reader = (tags: readonly string[], locations = PLACES) => ({
  ...{ tags, locations, calendar: { today: '2026-11-21', weekStart: 1, financialYearStart: '07-01' } },
  ...{ ShowBreakdownPage: true, ShowControlSheet: true, ShowExcise: true, ShowTimeAndAttendanceModule: false },
})
const hit = (path: string, search: Record<string, string> = {}, more: Partial<Match> = {}): Match => ({
  entry: { ...{ key: path, group: 'reports', title: '', about: '', names: [], isDated: true, byWeekday: true }, path, search } as Entry,
  reading: DAYS,
  ...more,
})
const asked = (match: Match, tags: readonly string[] = ['can_viewsales', 'can_viewbreakdown', 'can_viewplu'], locations = PLACES) => {
  const headline = headlineOf(match, reader(tags, locations))
  return headline && { path: headline.operation.path, query: headline.query }
}
const OF_THE_DAY = { FromDate: '2026-11-20', ToDate: '2026-11-20' }

describe('the figure a report leads with', () => {
  it('is that of the report, for the days and the location asked for', () => {
    expect(asked(hit('/reports/sales', { fig: 'Takings' }))).toEqual({ path: '/sales/day', query: OF_THE_DAY })
    const there = { place: { LocationId: 2, Name: 'Back' } }
    expect(asked(hit('/reports/sales', {}, there))?.query).toEqual({ ...OF_THE_DAY, Locations: '2' })
    expect(asked(hit('/reports/breakdown', { dim: 'wastage' }))?.path).toBe('/sales/wastage')
    const headline = headlineOf(hit('/reports/sales', { fig: 'Refunds' }), reader(['can_viewsales']))
    expect(headline?.read({ Totals: { Net: 12, Refunds: 3.5 } })).toEqual({ value: 3.5 })
    expect(headline?.read({ Totals: { Net: 12, Refunds: null } })).toBeUndefined()
  })

  it('of what sells best is what led, by the order it is listed in', () => {
    const most = hit('/reports/plu-sales', { sort: '-Quantity' })
    expect(asked(most)?.query).toMatchObject({ By: 'quantity' })
    const answer = { Totals: { Currency: 'AUD', Rows: [{ Key: '1', Name: 'Lager', Quantity: 338, Net: 2704 }] } }
    expect(headlineOf(most, reader(['can_viewsales']))?.read(answer)).toEqual({ value: 338, leader: 'Lager', inPieces: true })
    expect(headlineOf(hit('/reports/plu-sales'), reader(['can_viewsales']))?.read(answer)).toMatchObject({ value: 2704, leader: 'Lager' })
    expect(asked(hit('/reports/plu-sales', { sort: 'Quantity' }))).toBeUndefined()
  })

  it('is nobody’s who may not see it, and of no day where none was asked for', () => {
    expect(asked(hit('/reports/sales'), ['can_viewbreakdown'])).toBeUndefined()
    expect(asked(hit('/reports/time-attendance'), ['can_viewtimesheet'])).toBeUndefined()
    expect(asked(hit('/reports/sales', {}, { reading: undefined }))).toBeUndefined()
    expect(asked(hit('/venue/settings'))).toBeUndefined()
  })

  it('adds no money of several currencies', () => {
    const two = [...PLACES, { LocationId: 3, Currency: 'JPY' }]
    expect(asked(hit('/reports/sales'), undefined, two)).toBeUndefined()
    expect(asked(hit('/reports/sales', {}, { place: { LocationId: 3, Name: 'Bar' } }), undefined, two)?.query).toMatchObject({ Locations: '3' })
  })

  it('of some weekdays is that of those alone, where the report takes them', () => {
    const fridays = { reading: { range: { from: '2026-10-30', to: '2026-11-20' }, weekdays: [5] } as Match['reading'] }
    expect(asked(hit('/reports/sales', {}, fridays))?.query).toMatchObject({ Weekdays: '5' })
    expect(asked(hit('/reports/breakdown', { dim: 'costs' }, fridays))).toBeUndefined()
  })
})
