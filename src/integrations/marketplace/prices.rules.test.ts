import fc from 'fast-check'
import { expect, it } from 'vitest'
import { afterCommission, markedUp } from './prices.rules.ts'

it('a price is the list price with the markup, rounded to the cent, half a cent up', () => {
  expect(markedUp(1250, 0)).toBe(1250)
  expect(markedUp(1250, 1200)).toBe(1400)
  expect(markedUp(990, 1250)).toBe(1114)
  expect(markedUp(995, 1000)).toBe(1095)
  expect(markedUp(1, 5000)).toBe(2)
  expect(markedUp(1, 4999)).toBe(1)
  expect(markedUp(100_000_000, 10_000)).toBe(200_000_000)
})

it('rounding is exact for every price and markup', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), fc.integer({ min: 0, max: 10_000 }), (list, markup) => {
      const exact = (BigInt(list) * BigInt(10_000 + markup) * 2n + 10_000n) / 20_000n
      expect(markedUp(list, markup)).toBe(Number(exact))
    }),
  )
})

it('what is left is the price less the commission, to the cent', () => {
  expect(afterCommission(1400, 3000)).toBe(980)
  expect(afterCommission(995, 1250)).toBe(871)
  expect(afterCommission(995, 0)).toBe(995)
})
