import { expect, it } from 'vitest'
import { plainNumber } from './typed-number.ts'

it.each([
  ['1,200', '1200'],
  ['31,463,414,611', '31463414611'],
  ['-1,200.50', '-1200.50'],
  ['4,6', '4.6'],
  ['0,125', '0.125'],
  ['１，２００', '1200'],
  ['1 200', '1200'],
  ['1.250', '1.250'],
  ['12,34,56', '12.34,56'],
])('%s is read as %s', (typed, plain) => expect(plainNumber(typed)).toBe(plain))
