import { expect, it } from 'vitest'
import { cardKey } from './card-number.ts'

const folded = (number: string) =>
  number
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Cc}]+/gu, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')

it('a number of letters, digits and signs is the same card however its case is', () => {
  const printable = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).join('')
  expect(cardKey(printable)).toBe(folded(printable))
  expect(cardKey('Ab-0012')).toBe('ab-0012')
})

it.each(['', ' 0012 ', '00\u00a012', '００１２', '00\u200b12', 'straße', '\t12', 'İ12', '00\u000012'])('%j is folded as a whole', (number) => {
  expect(cardKey(number)).toBe(folded(number))
})
