import { describe, expect, it } from 'vitest'
import { COST_STEPS } from '#features/stock/on-hand/average-cost.rules.ts'
import { type Compared, type CountedBetween, isBetween, varianceRow, varianceTotals } from './variance.rules.ts'

const UNIT = 10_000
/** Ten were there, twelve came, one went elsewhere, two were corrected upwards, three were written off, and eight are left: fifteen went. */
const compared = (use: number, more: Partial<CountedBetween> = {}): Compared => ({
  counted: {
    ...{ locationId: 1, productId: 1, openingAt: new Date(0), openingDay: '1970-01-01', closingAt: new Date(1), closingDay: '1970-01-02' },
    ...{ opening: 10 * UNIT, received: 12 * UNIT, transferred: -UNIT, adjusted: 2 * UNIT, writtenOff: 3 * UNIT, closing: 8 * UNIT },
    averageCost: 250 * COST_STEPS,
    ...more,
  },
  ...{ plu: 'GIN', name: 'Gin', unit: 'bottle', use: use * UNIT },
})

describe('a product between two counts', () => {
  it('misses what went beyond what was sold and written off', () => {
    expect(varianceRow(compared(10), 'AUD')).toMatchObject({
      ...{ ActualUse: 15, TheoreticalUse: 10, WrittenOff: 3, Variance: -2, VariancePercent: -20 },
      ...{ TheoreticalCost: 25, VarianceCost: -5, Opening: 10, Received: 12, Transferred: -1, Adjusted: 2, Closing: 8 },
    })
    expect(varianceRow(compared(12), 'AUD')).toMatchObject({ Variance: 0, VarianceCost: 0 })
    expect(varianceRow(compared(13), 'AUD')).toMatchObject({ Variance: 1, VariancePercent: 7.7, VarianceCost: 2.5 })
  })

  it('has no percent of nothing sold, and no money without a cost', () => {
    expect(varianceRow(compared(0), 'AUD')).toMatchObject({ Variance: -12, VariancePercent: null })
    expect(varianceRow(compared(10, { averageCost: null }), 'AUD')).toMatchObject({ Variance: -2, TheoreticalCost: null, VarianceCost: null })
  })

  it('is one only where there was a count to begin with', () => {
    const { counted } = compared(1)
    expect([isBetween(counted), isBetween({ ...counted, openingAt: null })]).toEqual([true, false])
  })
})

describe('all products together', () => {
  it('tell what is missing and what was found apart, and both', () => {
    expect(varianceTotals([compared(10), compared(13)], 'AUD')).toEqual({
      ...{ Products: 2, TheoreticalCost: 57.5, Missing: -5, Found: 2.5, VarianceCost: -2.5, VariancePercent: -4.3, WithoutCost: 0 },
    })
  })

  it('say how many have no cost, and no money where none has one', () => {
    const free = compared(10, { averageCost: null })
    expect(varianceTotals([compared(10), free], 'AUD')).toMatchObject({ Missing: -5, WithoutCost: 1 })
    expect(varianceTotals([free], 'AUD')).toMatchObject({ TheoreticalCost: null, Missing: null, Found: null, VarianceCost: null, WithoutCost: 1 })
    expect(varianceTotals([], 'AUD')).toMatchObject({ Products: 0, Missing: 0, VarianceCost: 0 })
  })
})
