import { array, assert, integer, property, tuple } from 'fast-check'
import { expect, it } from 'vitest'
import { HashMap } from './hash-map.rules.ts'

it('numbers under hashes are found as in a Map', () => {
  const hash = integer({ min: 0, max: 5000 }).map((n) => (n * 2 ** 41 + n) % Number.MAX_SAFE_INTEGER)
  assert(
    property(array(tuple(hash, integer()), { maxLength: 4000, size: 'max' }), (entries) => {
      const [ours, theirs] = [new HashMap(), new Map<number, number>()]
      for (const [key, value] of entries) {
        expect(ours.get(key)).toBe(theirs.get(key))
        ours.set(key, value)
        theirs.set(key, value)
      }
      expect(ours.size).toBe(theirs.size)
      for (const [key, value] of theirs) expect([ours.has(key), ours.get(key)]).toEqual([true, value])
    }),
    { numRuns: 30 },
  )
})
