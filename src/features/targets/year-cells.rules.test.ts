import { describe, expect, it } from 'vitest'
import { operations } from '#app/operations.ts'
import { monthsLater, SALES_BY_MONTH, yearOf } from './targets.rules.ts'
import { changedTargets, filledIn, minorIn, sumOf, wrongCells } from './year-cells.rules.ts'

const PLACES = [
  { LocationId: 1, Name: 'Bar', Currency: 'AUD' },
  { LocationId: 2, Name: 'Bistro', Currency: 'AUD' },
]
const MONTHS = ['2026-11', '2026-12']

describe('a year of targets as it is typed', () => {
  it('a financial year has the twelve months from its beginning', () => {
    expect(yearOf('2026-11', '07-01')).toEqual([
      ...['07', '08', '09', '10', '11', '12'].map((m) => `2026-${m}`),
      ...['01', '02', '03', '04', '05', '06'].map((m) => `2027-${m}`),
    ])
    expect([yearOf('2026-06', '07-01')[0], yearOf('2026-07', '07-01')[0], yearOf('2026-01', '01-01')[11]]).toEqual(['2025-07', '2026-07', '2026-12'])
    expect([monthsLater('2026-11', 2), monthsLater('2026-01', -12)]).toEqual(['2027-01', '2025-01'])
  })

  it.each([
    ['', null],
    ['  ', null],
    ['0', 0],
    ['180,000', 18_000_000],
    ['１８０，０００．５', 18_000_050],
    ['0.07', 7],
    ['1.005', undefined],
    ['1.500', 150],
    ['-1', undefined],
    ['many', undefined],
    ['1000000000', 100_000_000_000],
    ['1000000000.01', undefined],
  ])('"%s" is %s cents', (typed, minor) => {
    expect(minorIn(typed, 'AUD')).toBe(minor)
  })

  it('a currency without decimals takes none', () => {
    expect([minorIn('1200', 'JPY'), minorIn('1200.5', 'JPY')]).toEqual([1200, undefined])
  })

  it('sends what has another amount, however it is written, and adds up only one currency', () => {
    const there = { '1 2026-11': '1,000', '2 2026-11': '', '1 2026-12': '7', '2 2026-12': '5' }
    const cells = { ...there, '1 2026-11': '1000.00', '2 2026-11': '250.5', '1 2026-12': '' }
    expect(changedTargets(there, cells, PLACES, MONTHS)).toEqual([
      { LocationId: 1, Month: '2026-12', Amount: null },
      { LocationId: 2, Month: '2026-11', Amount: 250.5 },
    ])
    expect([sumOf(cells, PLACES, ['2026-11']), sumOf({}, PLACES, MONTHS)]).toEqual([125_050, null])
    expect(sumOf(cells, [PLACES[0] as (typeof PLACES)[0], { LocationId: 2, Name: 'Tokyo', Currency: 'JPY' }], MONTHS)).toBe(null)
    expect([...wrongCells({ ...cells, '2 2026-12': 'x' }, PLACES, MONTHS)]).toEqual(['2 2026-12'])
  })

  it('is filled in from the year before in whole amounts, over what is there only where that is asked for', () => {
    const sold = (locationId: number, month: string) => (locationId === 1 ? (month === '2026-11' ? 1000.4 : 0) : null)
    expect(filledIn({}, PLACES, MONTHS, sold, 10, false)).toEqual({ '1 2026-11': '1100' })
    expect(filledIn({ '1 2026-11': '5' }, PLACES, MONTHS, sold, -5, false)).toEqual({})
    expect(filledIn({ '1 2026-11': '5' }, PLACES, MONTHS, sold, -5, true)).toEqual({ '1 2026-11': '950' })
  })

  it('asks for the sales of a year by a call that there is', () => {
    expect(operations.some(({ operation }) => operation.method === SALES_BY_MONTH.method && operation.path === SALES_BY_MONTH.path)).toBe(true)
  })
})
