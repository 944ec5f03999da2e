import { expect, it } from 'vitest'
import { COVER_UNIT_STEPS } from '#features/sums/guest-pack.rules.ts'
import { WeekdayTally } from './covers.rules.ts'

/** Monday, 2 March 2026, since 1970-01-01. */
const MONDAY = 20_514

it('a weekday is averaged over the days there was trade on, each once however many places traded', () => {
  const tally = new WeekdayTally(MONDAY, MONDAY + 20)
  tally.add(MONDAY, 10 * COVER_UNIT_STEPS, 30_000)
  tally.add(MONDAY, 5 * COVER_UNIT_STEPS, 0)
  tally.add(MONDAY + 7, 6 * COVER_UNIT_STEPS, 12_000)
  tally.add(MONDAY + 14, 0, 0)
  tally.add(MONDAY + 20, 0, 900)
  const days = tally.answer(100)
  expect(days[0]).toEqual({ Weekday: 1, Days: 2, Covers: 10.5, PerCover: 20 })
  expect(days[1]).toEqual({ Weekday: 2, Days: 0, Covers: null, PerCover: null })
  expect(days[6]).toEqual({ Weekday: 7, Days: 1, Covers: 0, PerCover: null })
  expect(tally.answer(null)[0]?.PerCover).toBeNull()
})
