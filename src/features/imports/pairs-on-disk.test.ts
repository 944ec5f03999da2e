import { expect, it } from 'vitest'
import { PairsOnDisk } from './pairs-on-disk.adapter.ts'

it('pairs come back as they were put, those of one hash in one part', () => {
  const disk = new PairsOnDisk()
  const hashOf = (n: number) => (n % 5000) * 2 ** 40 + (n % 5000)
  for (let n = 0; n < 700_000; n += 1) disk.put(hashOf(n), n)
  const partsOf = new Map<number, Set<number>>()
  const back = new Map<number, number[]>()
  let part = 0
  for (const pairs of disk.parts()) {
    part += 1
    for (let at = 0; at < pairs.length; at += 2) {
      const [hash, n] = [pairs[at] ?? 0, pairs[at + 1] ?? 0]
      partsOf.set(hash, (partsOf.get(hash) ?? new Set()).add(part))
      back.set(hash, [...(back.get(hash) ?? []), n])
    }
  }
  disk.close()
  expect(back.size).toBe(5000)
  for (let n = 0; n < 5000; n += 1) {
    expect(partsOf.get(hashOf(n))?.size).toBe(1)
    expect(back.get(hashOf(n))).toEqual(Array.from({ length: 140 }, (_, time) => n + time * 5000))
  }
})
