import { expect, it } from 'vitest'
import { packCostOf } from './pack-cost.rules.ts'

it('a pack costs what it is listed at, else what its units cost when they came last', () => {
  expect(packCostOf({ packCost: 2880, packSize: 240_000 }, 9_990_000)).toBe(2880)
  // Six units at 1.2345 dollars.
  expect(packCostOf({ packCost: null, packSize: 60_000 }, 1_234_500)).toBe(741)
  expect([packCostOf({ packCost: null, packSize: null }, 1_234_500), packCostOf({ packCost: null, packSize: 60_000 }, null)]).toEqual([null, null])
})
