import { expect, it } from 'vitest'
import { ranksOf } from './plu-figures.rules.ts'

it('equal values share a place and the next one counts them all; whoever did not sell has none', () => {
  const values = [50, 900, 50, 0, 20]
  expect([...ranksOf([1, 0, 2, 4], values.length, (i) => values[i] as number)]).toEqual([2, 1, 2, 0, 4])
})
