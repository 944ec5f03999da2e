import { expect, it } from 'vitest'
import { fill, messages, text } from './messages.ts'

const words = messages({ moved: '{points:point|points} moved to {card}' }, { moved: '{points}ポイントを{card}に移しました' })

it.each([
  [1, '1 point moved to Ada'],
  ['+1', '+1 point moved to Ada'],
  ['−1', '−1 point moved to Ada'],
  ['1,001', '1,001 points moved to Ada'],
  [0, '0 points moved to Ada'],
])('%s is said with its noun in the right number', (points, said) => {
  expect(text(words, 'en', 'moved', { points, card: 'Ada' })).toBe(said)
  expect(text(words, 'jp', 'moved', { points, card: 'Ada' })).toBe(`${points}ポイントをAdaに移しました`)
})

it('a blank without a value shows itself', () => {
  expect(fill('{n:row|rows} of {all}', { all: 3 })).toBe('{n:row|rows} of 3')
})
