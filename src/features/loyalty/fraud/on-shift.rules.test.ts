import { expect, it } from 'vitest'
import type { Evidence } from './fraud.contract.ts'
import { clockOf, onShift, placeOn, usesOn } from './on-shift.rules.ts'

const use = (time: string, Operator: string | null, changes: Partial<Evidence> = {}): Evidence => ({
  Kind: 'Sale',
  SaleId: time,
  MovementId: null,
  Receipt: 'H1-1',
  Day: '2026-11-20',
  At: `2026-11-20T${time}:00+11:00`,
  LocationId: 1,
  Location: 'Harbour Bar',
  Till: 'HB1',
  Operator,
  PaidBy: 'Cash',
  Amount: 10,
  Points: 10,
  Reversible: 10,
  Comments: '',
  ...changes,
})
const there = (Name: string, from: string, to: string) => ({ Name, From: `2026-11-20T${from}:00+11:00`, To: `2026-11-20T${to}:00+11:00` })

it('people are beside the uses that happened while they were there, whoever rang up most first, and nobody who was not there', () => {
  const uses = [use('17:26', 'Oskar Lund'), use('19:40', 'Oskar Lund'), use('21:05', 'Sam Whitlock')]
  const staff = {
    LocationId: 1,
    Day: '2026-11-20',
    People: [there('Jade Hollis', '09:00', '15:00'), there('Sam Whitlock', '19:00', '23:00'), there('Oskar Lund', '16:54', '22:10')],
  }
  expect(onShift(staff, uses)).toMatchObject([
    { name: 'Oskar Lund', inside: 3, rungUp: 2 },
    { name: 'Sam Whitlock', inside: 2, rungUp: 1 },
  ])
})

it('only uses at the location on the day count, and nothing that was moved by hand', () => {
  const uses = [
    use('17:26', 'Oskar Lund'),
    use('18:00', null, { LocationId: 2 }),
    use('18:30', null, { Day: '2026-11-19' }),
    use('19:00', null, { Kind: 'Adjustment' }),
  ]
  expect(usesOn(uses, 1, '2026-11-20')).toHaveLength(1)
})

it('the clock has whole hours around everything that is drawn on it', () => {
  const uses = [use('17:26', 'Oskar Lund')]
  const people = onShift({ LocationId: 1, Day: '2026-11-20', People: [there('Oskar Lund', '16:30', '20:10')] }, uses)
  const clock = clockOf(people, uses)
  expect([clock.from, clock.to].map((at) => new Date(at).toISOString().slice(11, 16))).toEqual(['05:00', '10:00'])
  expect(placeOn(clock, Date.parse('2026-11-20T18:30:00+11:00'))).toBe(50)
})
