import { expect, it } from 'vitest'
import type { SalesAnswer } from '#features/reports/sales-summary/sales-summary.contract.ts'
import { openedReservation, reservationsDrill } from './reservations-drill.rules.ts'
import { type Drill, openedFigure, readDrill, receiptsQuery, writeDrill } from './screen/drill.rules.ts'

it('what tables spent is proven by receipts; tables booked, rates and averages are not', () => {
  expect(reservationsDrill(1, 'ReservedNet')).toEqual({ locationId: 1, booked: 'reserved', figure: 'Net' })
  for (const column of ['Reservations', 'Seated', 'NoShowPercent', 'ReservedPerHead', 'toString']) expect(reservationsDrill(1, column)).toBeUndefined()
})

it.each(['ReservedNet', 'WalkInNet', 'ReservedSales', 'WalkInSales'])('%s is opened, kept in the address and read back as itself', (column) => {
  const drill = reservationsDrill(2, column) as Drill
  expect(readDrill(writeDrill(drill))).toEqual(drill)
  expect(openedReservation(drill)).toBe(column)
})

it('the receipts are asked for by how those at the table came, and held against what the reservations tell', () => {
  const answer = { Interval: 'day', FromDate: '2026-11-09', ToDate: '2026-11-15', Periods: [], Totals: { Net: 12 } } as unknown as SalesAnswer
  const drill = reservationsDrill(3, 'WalkInSales') as Drill
  expect(receiptsQuery(drill, answer, {})).toEqual({ FromDate: '2026-11-09', ToDate: '2026-11-15', Locations: '3', Booked: 'walk-in', Figure: 'Sales' })
  expect(openedFigure(drill, answer)).toBeNull()
})

it('an address with another way to come opens nothing', () => expect(readDrill('booked:by-chance')).toBeUndefined())
