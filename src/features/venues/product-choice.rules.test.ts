import { expect, it } from 'vitest'
import { chosenPlus, countsOf, withTicked } from './product-choice.rules.ts'

const product = (Plu: string, SupplierId: number | null = null) => ({ Plu, SupplierId })
const HELD = new Set(['1', '2'])

it('ticking all that were found leaves what is stored and what is another supplier’s alone', () => {
  const found = [product('1', 7), product('3'), product('4', 8)]
  expect(withTicked({}, found, 7, HELD, true)).toEqual({ 3: true })
  expect(withTicked({ 3: true }, found, 7, HELD, false)).toEqual({ 1: false })
})

it('ticked back as it is stored, it is no change', () => {
  const taken = withTicked({}, [product('2', 7)], 7, HELD, false)
  expect(countsOf(taken)).toEqual({ added: 0, removed: 1 })
  expect(withTicked(taken, [product('2', 7)], 7, HELD, true)).toEqual({})
})

it('what somebody else added meanwhile stays, and is not added twice', () => {
  const choice = { 2: false, 3: true, 5: true }
  expect(chosenPlus(['1', '2', '5', '9'], choice)).toEqual(['1', '5', '9', '3'])
})
