import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonInSlices } from './json-in-slices.ts'

it('is letter for letter what JSON.stringify writes, however long lists and items are', async () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constant('x'.repeat(5000)))
  const leaf = fc.oneof(text, fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.constant(undefined), fc.date())
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc.array(tie('value'), { maxLength: 12 }),
      fc.dictionary(fc.string(), tie('value'), { maxKeys: 6, noNullPrototype: true }),
    ),
  }))
  await fc.assert(
    fc.asyncProperty(value, async (one) => {
      const answer = { First: 1, One: one, Many: Array(40).fill(one) }
      expect(await jsonInSlices(answer)).toBe(JSON.stringify(answer))
    }),
    { numRuns: 60 },
  )
})

it.each([0, 1, 2, 999, 50_000])('writes a list of %d rows', async (count) => {
  const answer = { Rows: Array.from({ length: count }, (_, i) => [`P${i}`, i / 100, null]), Totals: { Net: 1.5 } }
  expect(await jsonInSlices(answer)).toBe(JSON.stringify(answer))
})

const figures = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`Figure${i}`, Array.from({ length: 2000 }, (_, day) => day + i / 8)]))

it.each([
  ['many short rows', { Rows: Array.from({ length: 100_000 }, (_, i) => ({ Key: i, Net: i / 8, Tax: i / 16 })) }],
  ['a few long ones', { Locations: Array.from({ length: 20 }, (_, i) => ({ LocationId: i, ByPeriod: figures })) }],
])('lets others have their turn while it writes megabytes: %s', async (_, answer) => {
  let [turns, isWritten] = [0, false]
  const writing = jsonInSlices(answer).then((text) => {
    isWritten = true
    return text
  })
  for (; !isWritten; turns += 1) await setImmediate()
  expect((await writing).length).toBeGreaterThan(3_000_000)
  expect(turns).toBeGreaterThan(5)
})
