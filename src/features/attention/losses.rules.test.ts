import { describe, expect, it } from 'vitest'
import { isAboveUsual, medianOf, usualOf } from './losses.rules.ts'

describe('what is usual', () => {
  it('is the middle of the earlier days, and between the two in the middle where there are two', () => {
    expect(medianOf([900, 100, 500])).toBe(500)
    expect(medianOf([900, 100, 500, 301])).toBe(401)
  })

  it('is not known of fewer than four', () => {
    expect(usualOf([100, 200, 300])).toBeUndefined()
    expect(usualOf([0, 0, 0, 0])).toBe(0)
  })
})

describe('an amount above the usual', () => {
  it('is half as much again, and at least 20 dollars more, or 2,000 yen', () => {
    expect([isAboveUsual(7501, 5000, 'AUD'), isAboveUsual(7500, 5000, 'AUD')]).toEqual([true, false])
    expect([isAboveUsual(2000, 0, 'AUD'), isAboveUsual(1999, 0, 'AUD')]).toEqual([true, false])
    expect([isAboveUsual(2000, 0, 'JPY'), isAboveUsual(1999, 0, 'JPY')]).toEqual([true, false])
  })
})
