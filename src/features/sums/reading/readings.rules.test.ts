import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bucketsIn, eachRow, type Reading } from './readings.rules.ts'

const readingOf = (...texts: string[]): Reading => ({ sums: ['n'], texts })

const rowsOf = (reading: Reading): number[][] => {
  const rows: number[][] = []
  eachRow(reading, (row) => rows.push([...row]))
  return rows
}

describe('numbers in a text', () => {
  it('are read as they were written', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.array(fc.oneof(fc.maxSafeInteger(), fc.integer(), fc.nat(20), fc.constantFrom(999_999_999, 1_000_000_000, 2_147_483_648, 9_999_999_999)), {
            minLength: 3,
            maxLength: 3,
          }),
        ),
        (rows) => {
          const text = rows.map((row) => row.join(',')).join(';')
          expect(rowsOf(readingOf(text, text))).toEqual([...rows, ...rows].map((row) => row.map((value) => value + 0)))
        },
      ),
    )
  })

  it('are refused where a double cannot hold them', () => {
    expect(() => rowsOf(readingOf('1,2,9007199254740993'))).toThrow('2^53')
  })

  it('tell their buckets', () => {
    expect([...bucketsIn([readingOf('1,20,5;2,20,6', '1,-3,7;1,9,0')])]).toEqual([20, -3])
    expect(rowsOf(readingOf(''))).toHaveLength(0)
  })
})
