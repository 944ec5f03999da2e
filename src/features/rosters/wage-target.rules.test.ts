import { expect, it } from 'vitest'
import { onTarget, targetOf, type WageTargets } from './wage-target.rules.ts'

const aimed = (venue: number | null, own: [number, number][] = []): WageTargets => ({ venue, byLocation: new Map(own) })
const [FRONT, BACK] = [
  { locationId: 1, sold: 3000 },
  { locationId: 2, sold: 1000 },
]

it('is the venue’s where no location has its own, and none where there is none', () => {
  expect(targetOf(aimed(30), [FRONT, BACK])).toBe(30)
  expect(targetOf(aimed(null), [FRONT, BACK])).toBeNull()
  expect(targetOf(aimed(30, [[2, 26]]), [BACK])).toBe(26)
})

it('of several locations is each by its part of the sales, so that their targets in money add up', () => {
  expect(targetOf(aimed(30, [[2, 26]]), [FRONT, BACK])).toBe(29)
  expect(targetOf(aimed(30, [[2, 26]]), [FRONT, { ...BACK, sold: 0 }])).toBe(30)
  expect(targetOf(aimed(30, [[2, 26]]), [{ ...FRONT, sold: -5 }, BACK])).toBe(26)
})

it('is none where one that sold has none, or nothing was sold and targets differ', () => {
  expect(targetOf(aimed(null, [[2, 26]]), [FRONT, BACK])).toBeNull()
  expect(targetOf(aimed(null, [[2, 26]]), [{ ...FRONT, sold: 0 }, BACK])).toBe(26)
  expect(
    targetOf(aimed(30, [[2, 26]]), [
      { ...FRONT, sold: 0 },
      { ...BACK, sold: 0 },
    ]),
  ).toBeNull()
})

it('is held against in percentage points, never minus zero', () => {
  expect([onTarget(33.4, 30), onTarget(28.6, 30), onTarget(null, 30), onTarget(28, null)]).toEqual([3.4, -1.4, null, null])
  expect(Object.is(onTarget(30, 30), 0)).toBe(true)
})
