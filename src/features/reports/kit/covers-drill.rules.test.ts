import { expect, it } from 'vitest'
import type { SalesAnswer } from '#features/reports/sales-summary/sales-summary.contract.ts'
import { coversDrill, openedCover } from './covers-drill.rules.ts'
import { type Drill, readDrill, receiptsQuery, writeDrill } from './screen/drill.rules.ts'

it('covers, and what they spent, are proven by the receipts that covers are counted from; averages by none', () => {
  expect(coversDrill(1, 'Covers')).toEqual({ locationId: 1, covers: true, figure: 'Customers' })
  expect(coversDrill(undefined, 'Net')).toEqual({ covers: true, figure: 'Net' })
  expect(coversDrill(1, 'PerCover')).toBeUndefined()
  expect(coversDrill(1, 'toString')).toBeUndefined()
})

it.each(['Covers', 'LunchCovers', 'DinnerCovers', 'Net', 'LunchNet', 'DinnerNet'])('%s is opened, kept in the address and read back as itself', (column) => {
  const drill = coversDrill(2, column) as Drill
  expect(readDrill(writeDrill(drill))).toEqual(drill)
  expect(openedCover(drill)).toBe(column)
})

it('the receipts are asked for as the covers of each location, by its own method', () => {
  const answer = { Interval: 'day', FromDate: '2026-11-09', ToDate: '2026-11-15', Periods: [] } as unknown as SalesAnswer
  const week = { FromDate: '2026-11-09', ToDate: '2026-11-15', Weekdays: '6,7' }
  const asked = (locationId: number | undefined, column: string, more = {}) =>
    receiptsQuery(coversDrill(locationId, column) as Drill, answer, { Weekdays: '6,7', ...more })
  expect(asked(2, 'Covers')).toEqual({ ...week, Locations: '2', Covers: '1', Figure: 'Covers' })
  expect(asked(undefined, 'Net')).toEqual({ ...week, Covers: '1', Figure: 'Net' })
  expect(asked(undefined, 'DinnerCovers', { Daypart: 'Lunch' })).toEqual({ ...week, Covers: '1', Meal: 'dinner', Figure: 'Covers' })
})

it('the address keeps that receipts of covers were asked for', () => {
  const drill = { locationId: 3, covers: true, figure: 'Customers' } as const
  expect(writeDrill(drill)).toBe('loc:3/covers/fig:Customers')
  expect(readDrill(writeDrill(drill))).toEqual(drill)
})

it('an address with a meal there is none of opens nothing', () => expect(readDrill('covers/meal:brunch/fig:Customers')).toBeUndefined())

it('the address keeps which till a figure is of', () => {
  const drill = { locationId: 3, terminal: 41, mediaKey: 7, figure: 'Takings' } as const
  expect(writeDrill(drill)).toBe('loc:3/media:7/till:41/fig:Takings')
  expect(readDrill(writeDrill(drill))).toEqual(drill)
})
