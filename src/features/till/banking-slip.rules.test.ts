import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bankingSlip } from './banking-slip.rules.ts'
import { typedAmount, worth } from './denominations.rules.ts'

it('the largest notes go to the bank, and small change stays as the float', () => {
  const counted = [
    { Value: 5, Count: 20 },
    { Value: 100, Count: 3 },
    { Value: 50, Count: 14 },
    { Value: 0.05, Count: 18 },
  ]
  expect(bankingSlip(counted, 705)).toEqual({
    pieces: [
      { Value: 100, Count: 3 },
      { Value: 50, Count: 8 },
      { Value: 5, Count: 1 },
    ],
    rest: 0,
  })
  expect(bankingSlip([{ Value: 50, Count: 1 }], 60.1)).toEqual({ pieces: [{ Value: 50, Count: 1 }], rest: 10.1 })
  expect(bankingSlip(counted, 0)).toEqual({ pieces: [], rest: 0 })
})

it('what is on the slip and its rest are the amount, and no more than was counted', () => {
  const values = fc.uniqueArray(fc.record({ Value: fc.constantFrom(100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05), Count: fc.nat(500) }), {
    selector: ({ Value }) => Value,
  })
  fc.assert(
    fc.property(values, fc.nat(5_000_000), (counted, cents) => {
      const { pieces, rest } = bankingSlip(counted, cents / 100)
      const cash = pieces.reduce((sum, { Value, Count }) => sum + Math.round(Value * 100) * Count, 0)
      expect(cash + Math.round(rest * 100)).toBe(cents)
      expect(rest).toBeGreaterThanOrEqual(0)
      for (const one of pieces) expect(one.Count).toBeLessThanOrEqual(counted.find(({ Value }) => Value === one.Value)?.Count ?? 0)
    }),
  )
})

it('an amount with thousands is never taken for one with decimals', () => {
  const typed = (currency: string, ...texts: string[]) => texts.map((text) => typedAmount(text, currency))
  expect(typed('AUD', '1,200', '1,200.50', '4,6', '0,50', '1.200', '-5', '1e3', '')).toEqual([
    1200,
    1200.5,
    4.6,
    0.5,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(typed('IDR', '31,463', '31,463,414,611', '31463414611')).toEqual([31_463, 31_463_414_611, 31_463_414_611])
  expect(typed('JPY', '1,200', '１，２００', '1.5')).toEqual([1200, 1200, undefined])
  expect(typed('KWD', '1,250', '1.250', '1,250.500', '12,345,678')).toEqual([undefined, 1.25, 1250.5, 12_345_678])
})

it('amounts of currencies with three decimals are entered and added up to the last one', () => {
  expect(['12.345', '0,345', '1.2345'].map((text) => typedAmount(text, 'KWD'))).toEqual([12.345, 0.345, undefined])
  expect(worth([[0.005, 3]])).toBe(0.015)
})
