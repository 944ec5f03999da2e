import { expect, it } from 'vitest'
import { randomFor } from '#db/demo/random.ts'
import { type CountedReservation, countsOfDay, LEAD_NAMES, LEADS_AT, RESERVATION_SUMS, STATUS, stateAt } from './reservations.rules.ts'

const at = (clock: string) => new Date(`2026-11-20T${clock}:00Z`)
const one = (changes: Partial<CountedReservation>): CountedReservation => ({
  status: STATUS.Booked,
  dueAt: at('19:00'),
  bookedAt: at('07:30'),
  seatedAt: null,
  leftAt: null,
  cancelledAt: null,
  covers: 4,
  seatedCovers: null,
  ...changes,
})
const told = (reservations: CountedReservation[]) => {
  const counts = countsOfDay(reservations)
  return Object.fromEntries(RESERVATION_SUMS.map((name, i) => [name, counts[i]]).filter(([, n]) => n !== 0))
}

it.each([
  ['seated, one fewer than booked', one({ status: STATUS.Seated, seatedCovers: 3 }), { seated: 1, seatedCovers: 3 }],
  [
    'completed, with its turn',
    one({ status: STATUS.Completed, seatedAt: at('19:05'), leftAt: at('20:35') }),
    { seated: 1, seatedCovers: 4, turnMinutes: 90, turns: 1 },
  ],
  ['a no-show', one({ status: STATUS.NoShow }), { noShows: 1, noShowCovers: 4 }],
  ['cancelled the same day', one({ status: STATUS.Cancelled, cancelledAt: at('08:00') }), { cancelledLate: 1, cancelledCovers: 4 }],
  [
    'cancelled a day and a minute before',
    one({ status: STATUS.Cancelled, cancelledAt: new Date('2026-11-19T18:59:00Z') }),
    { cancelledEarly: 1, cancelledCovers: 4 },
  ],
  ['still to come', one({}), { expected: 1, expectedCovers: 4 }],
])('%s', (_name, reservation, expected) => {
  expect(told([reservation])).toEqual({ booked: 1, bookedCovers: 4, ...expected, 'n under-12-hours': 1, 'covers under-12-hours': 4 })
})

it('walk-ins and the waitlist are no reservations', () => {
  expect(told([one({ status: STATUS.WalkIn, bookedAt: null }), one({ status: STATUS.Waitlist, bookedAt: null })])).toEqual({
    walkIns: 1,
    walkInCovers: 4,
    waitlisted: 1,
  })
})

it('what is booked is seated, a no-show, cancelled or still expected, and lies in one bucket of lead time', () => {
  const random = randomFor(5, 'reservations')
  const some = Array.from({ length: 400 }, () =>
    one({
      status: random.between(1, 8),
      covers: random.between(1, 12),
      bookedAt: new Date(at('19:00').getTime() - random.between(0, 60 * 24 * 60) * 60_000),
      cancelledAt: random.chance(0.5) ? at('12:00') : new Date('2026-11-01T00:00:00Z'),
    }),
  )
  const counts = told(some) as Record<string, number>
  const of = (...names: string[]) => names.reduce((sum, name) => sum + (counts[name] ?? 0), 0)
  expect(of('seated', 'noShows', 'cancelledEarly', 'cancelledLate', 'expected')).toBe(counts.booked)
  expect(of('seatedCovers', 'noShowCovers', 'cancelledCovers', 'expectedCovers')).toBe(counts.bookedCovers)
  expect(of(...LEAD_NAMES.map((name) => `n ${name}`))).toBe(counts.booked)
  expect(of(...LEAD_NAMES.map((name) => `covers ${name}`))).toBe(counts.bookedCovers)
  expect(RESERVATION_SUMS).toHaveLength(LEADS_AT + 2 * LEAD_NAMES.length)
})

it('before its time a table is expected, whatever became of it later', () => {
  expect(told(stateAt(one({ status: STATUS.NoShow }), false))).toMatchObject({ booked: 1, expected: 1 })
  expect(stateAt(one({ status: STATUS.WalkIn }), false)).toEqual([])
  expect(told(stateAt(one({ status: STATUS.Cancelled, cancelledAt: at('08:00') }), false))).toMatchObject({ cancelledLate: 1 })
})
