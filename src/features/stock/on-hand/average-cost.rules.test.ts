import { describe, expect, it } from 'vitest'
import { randomFor } from '#db/demo/random.ts'
import { SEEDS } from '#tests/sampled.ts'
import { averageCostOf, COST_STEPS, stockValue, toMajorCost } from './average-cost.rules.ts'
import type { Latest } from './stock-facts.rules.ts'

const UNIT = 10_000
/** Counted units at an average in cents, and the last cost of a unit in cents. */
const latest = (units: number, average: number | null, last: number | null = null): Latest => ({
  locationId: 1,
  productId: 1,
  count: { locationId: 1, at: new Date(0), day: '2026-11-01' },
  countedQty: units * UNIT,
  countedCost: average === null ? null : average * COST_STEPS,
  lastCost: last === null ? null : last * COST_STEPS,
  moved: 0,
  cameQty: 0,
  cameCost: 0,
})
const received = (units: number, cents: number) => ({ cameQty: units * UNIT, cameCost: cents })

describe('the average cost of a unit (domain 3.6)', () => {
  it('is the weighted average of what was counted and what came since: 10 at 2.00 and 30 for 90.00 are 2.75', () => {
    expect(averageCostOf({ ...latest(10, 200), ...received(30, 9000) })).toBe(275 * COST_STEPS)
  })

  it('goes out without binary fractions: 11814643 steps are 11.814643', () => {
    expect([toMajorCost(11_814_643, 'AUD'), toMajorCost(11_814_643, 'JPY'), toMajorCost(null, 'AUD')]).toEqual([11.814643, 1181.4643, null])
  })

  it('is lowered by free stock: 10 at 2.00 and 10 for nothing are 1.00', () => {
    expect(averageCostOf({ ...latest(10, 200), ...received(10, 0) })).toBe(100 * COST_STEPS)
  })

  it('is nothing where all that is there came for nothing, and leaves out what was counted without a cost', () => {
    expect(averageCostOf({ ...latest(0, 200), ...received(10, 0) })).toBe(0)
    expect(averageCostOf({ ...latest(10, null), ...received(10, 3000) })).toBe(300 * COST_STEPS)
  })

  it('times what is on hand is its value; what is below zero is worth nothing', () => {
    expect([stockValue(15_000, 250 * COST_STEPS), stockValue(-15_000, 250 * COST_STEPS), stockValue(1, 5000 * COST_STEPS)]).toEqual([375, 0, 1])
  })

  it('is the average at the count, else the last cost, where nothing is left to weigh', () => {
    expect(averageCostOf(latest(0, 200))).toBe(200 * COST_STEPS)
    expect(averageCostOf({ ...latest(0, null, 180), ...received(-3, -540) })).toBe(180 * COST_STEPS)
    expect(averageCostOf(undefined)).toBeNull()
  })

  it.each([...SEEDS, 2, 3])('never comes from a negative stock, nor lies beyond what units cost, whatever order deliveries come in (seed %i)', (seed) => {
    const random = randomFor(seed, 'average cost')
    for (let round = 0; round < 200; round += 1) {
      const start = latest(random.between(0, 20), random.between(50, 400), random.between(50, 400))
      const deliveries = Array.from({ length: random.between(0, 6) }, () => {
        const [units, each] = [random.between(1, 30), random.between(50, 400)]
        return random.chance(0.25) ? received(-units, -units * each) : received(units, units * each)
      })
      const sum = (all: typeof deliveries) =>
        all.reduce((whole, one) => ({ cameQty: whole.cameQty + one.cameQty, cameCost: whole.cameCost + one.cameCost }), received(0, 0))
      const average = averageCostOf({ ...start, ...sum(deliveries) })
      expect(averageCostOf({ ...start, ...sum(deliveries.toReversed()) })).toBe(average)
      expect(average).toBeGreaterThanOrEqual(0)
      if (deliveries.every(({ cameQty }) => cameQty > 0)) {
        expect(average).toBeGreaterThanOrEqual(50 * COST_STEPS)
        expect(average).toBeLessThanOrEqual(400 * COST_STEPS)
      }
      const left = start.countedQty + sum(deliveries).cameQty
      if (left <= 0) expect(average).toBe(start.countedCost)
    }
  })
})
