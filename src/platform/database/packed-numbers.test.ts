import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { UnsoundSums, WORDS_FORM } from '#shared/stored-sums.ts'
import { packBits, packNumbers, unpackBits, unpackNumbers } from './packed-numbers.ts'

const edges = fc.constantFrom(0, -1, 2 ** 31 - 1, -(2 ** 31), 2 ** 31, -(2 ** 31) - 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER)

it.each([
  ['small numbers', fc.integer()],
  ['numbers of which some are beyond 32 bits', fc.oneof(fc.integer(), fc.maxSafeInteger(), edges)],
])('gives back %s as they were packed, side by side', (_, number) => {
  fc.assert(
    fc.property(fc.array(fc.array(number)), (lists) => {
      const wanted = lists.map((numbers) => numbers.map((one) => one + 0))
      expect(unpackNumbers(lists.map(packNumbers)).map((numbers) => [...numbers])).toEqual(wanted)
    }),
  )
})

it('gives back bits by the word, what is missing of the last one being zero', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array()), (lists) => {
      const wanted = lists.map((bytes) =>
        Array.from({ length: Math.ceil(bytes.length / 4) }, (_, i) => [0, 1, 2, 3].reduce((word, j) => word | ((bytes[4 * i + j] ?? 0) << (8 * j)), 0)),
      )
      expect(unpackBits(lists.map(packBits)).map((words) => [...words])).toEqual(wanted)
    }),
  )
})

it('takes a number less room than its digits', () => {
  expect(packNumbers(Array.from({ length: 90 }, (_, i) => 1_234_567 * i)).length).toBeLessThan(90 * 6)
  expect(packNumbers([])).toHaveLength(12)
})

it('refuses what could not be told to the cent', () => {
  expect(() => packNumbers([1, 2 ** 53])).toThrow('2^53')
  expect(() => packNumbers([1, 0.5])).toThrow('2^53')
})

it('refuses a text that is cut short anywhere, and one that is empty', () => {
  const cuts = (whole: string) => Array.from({ length: whole.replace(/=+$/, '').length }, (_, length) => whole.slice(0, length))
  for (const cut of [[], [1, -2, 3], [1, 2 ** 40]].flatMap((numbers) => cuts(packNumbers(numbers))))
    expect(() => unpackNumbers([cut]), cut).toThrow(UnsoundSums)
  for (const cut of [[], [1, 2, 3, 4, 5, 6]].flatMap((bytes) => cuts(packBits(Uint8Array.from(bytes)))))
    expect(() => unpackBits([cut]), cut).toThrow(UnsoundSums)
})

/** Stored rows are written so. Whoever changes how numbers are packed gives WORDS_FORM another name, so that rows written before are not read. */
it(`the form ${WORDS_FORM} stays what it is`, () => {
  expect([WORDS_FORM, packNumbers([1, -2, 3]), packNumbers([1, 2 ** 40]), packBits(Uint8Array.of(1, 2, 3))]).toEqual([
    'words 2',
    'BAAAAAMAAAABAAAA/v///wMAAAA=',
    'CAAAAAIAAAAAAAAAAADwPwAAAAAAAHBC',
    'AwAAAAECAw==',
  ])
})
