import { describe, expect, it } from 'vitest'
import { addGood, type Basis, type Counts, countedIn, countedTold, dutyOf, newSum, onReturn, type Sum } from './counted.rules.ts'

const good = (changes: Partial<Counts>): Counts => ({ volume: 0, abv: 0, sticks: 0, tobacco: 0, ...changes })
const sold = (changes: Partial<Counts>, units: number, net = 0): Sum => {
  const sum = newSum()
  addGood(sum, good(changes), { qty: units * 10_000, net, freeAbv: 0 })
  return sum
}
/** What is counted, the duty of a line, and the duty as a return has it. */
const told = (sum: Sum, basis: Basis, rate: number, decimals = 2) => {
  const counted = countedIn(sum, basis, decimals)
  const steps = Math.round(rate * 100_000)
  return [countedTold(counted, basis), Number(dutyOf(counted, steps, decimals)), Number(onReturn(counted, { rate: steps, basis }, decimals).duty)]
}

describe('what rates of each basis count (domain 4.3)', () => {
  it('PER_STICK: 40 packs of 25 cigarettes at 1.16435 are 1,000 sticks and carry 1,164.35', () => {
    expect(told(sold({ sticks: 25 * 10_000 }, 40), 'stick', 1.16435)).toEqual([1000, 116_435, 116_435])
  })

  it('PER_STICK: a single cigarette of a pack of 20 is one stick', () => {
    expect(told(sold({ sticks: 20 * 500 }, 1), 'stick', 1.16435)).toEqual([1, 116, 116])
  })

  it('PER_KG: three pouches of 50 g at 1,663.36 are 0.15 kg and carry 249.504, which a return does not cut to a tenth of a kilogram', () => {
    expect(told(sold({ tobacco: 50_000 * 10_000 }, 3), 'kg', 1663.36)).toEqual([0.15, 24_950, 24_950])
    expect(told(sold({ tobacco: 50_000 * 10_000 }, 1), 'kg', 1663.36)).toEqual([0.05, 8317, 8316])
  })

  it('PER_LITRE: 24 cans of 0.375 l at 0.50 are 9 litres, whatever their strength', () => {
    expect(told(sold({ volume: 375_000, abv: 210 }, 24), 'litre', 0.5)).toEqual([9, 450, 450])
  })

  it('PER_LAL: 100 nips of 30 ml at 40 % are 1.2 litres of alcohol', () => {
    expect(told(sold({ volume: 30_000, abv: 4000 }, 100), 'lal', 100)).toEqual([1.2, 12_000, 12_000])
  })

  it('PERCENT: 5 % of 123.45 are 6.1725, and 10 % of 1,001 yen are 100', () => {
    expect(told(sold({}, 3, 12_345), 'percent', 5)).toEqual([123.45, 617, 617])
    expect(told(sold({}, 3, 1001), 'percent', 10, 0)).toEqual([1001, 100, 100])
  })

  it('what is given back counts as much below zero', () => {
    const [there, back] = [
      sold({ sticks: 250_000, tobacco: 7, volume: 5, abv: 40 }, 3, 999),
      sold({ sticks: 250_000, tobacco: 7, volume: 5, abv: 40 }, -3, -999),
    ]
    for (const basis of ['lal', 'litre', 'stick', 'kg', 'percent'] as const) expect(countedIn(back, basis, 2)).toBe(-countedIn(there, basis, 2))
  })
})
