import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bucketsIn, numbersIn } from './readings.rules.ts'

describe('numbers in a text', () => {
  it('are read as they were written', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.maxSafeInteger(), { minLength: 3, maxLength: 3 })), (rows) => {
        const text = rows.map((row) => row.join(',')).join(';')
        expect([...numbersIn([text])].map((value) => value + 0)).toEqual(rows.flat().map((value) => value + 0))
      }),
    )
  })

  it('are refused where a double cannot hold them', () => {
    expect(() => numbersIn(['1,9007199254740993'])).toThrow('2^53')
  })

  it('tell their buckets', () => {
    const reading = { sums: ['n' as const], values: numbersIn(['1,20,5;2,20,6;1,-3,7;1,9,0']) }
    expect([...bucketsIn([reading])]).toEqual([20, -3])
    expect(numbersIn([''])).toHaveLength(0)
  })
})
