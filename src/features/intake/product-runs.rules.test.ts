import { expect, it } from 'vitest'
import { randomFor } from '#db/demo/random.ts'
import { addRun, noProductSums, productsIn, RUN_COUNT, writeRun } from './product-runs.rules.ts'

const random = randomFor(24, 'running totals')

const some = (keys: readonly number[]) => {
  const made = noProductSums(keys)
  for (let i = 0; i < made.sums.length; i += 1) {
    const size = random.pick([0, 1, 40, 63, 64, 65, 5000, 120_000, 2_000_000_000, 900_000_000_000])
    made.sums[i] = random.chance(0.3) ? 0 : random.between(-size, size) + 0
  }
  return made
}

it('sums come back as they were written, whatever their size and sign', () => {
  for (let round = 0; round < 50; round += 1) {
    const keys = Array.from({ length: random.between(0, 300) }, () => random.between(1, 2_147_483_647))
    const written = some(keys)
    const read = noProductSums(written.keys)
    addRun(read, writeRun(written), 1)
    expect(read).toEqual(written)
    const left = productsIn(writeRun(written))
    expect(left).toEqual([...written.keys].filter((_, i) => written.sums.subarray(i * RUN_COUNT, (i + 1) * RUN_COUNT).some((value) => value !== 0)))
    addRun(read, writeRun(written), -1)
    expect(read.sums.every((sum) => sum === 0)).toBe(true)
  }
})

it('is plain ASCII, adds to what is there, and passes over products nobody asked about', () => {
  const written = some([3, 70, 71, 5000])
  const text = writeRun(written)
  expect(text).toMatch(/^[\x20-\x7f]+$/)
  const read = noProductSums([70, 6000])
  addRun(read, text, 1)
  addRun(read, text, 1)
  expect([...read.sums.subarray(0, RUN_COUNT)]).toEqual([...written.sums.subarray(RUN_COUNT, 2 * RUN_COUNT)].map((sum) => 2 * sum))
  expect(read.sums.subarray(RUN_COUNT).every((sum) => sum === 0)).toBe(true)
})

it('refuses what could not be told to the cent', () => {
  const written = noProductSums([1])
  written.sums[3] = 2 ** 53
  expect(() => writeRun(written)).toThrow('2^53')
})
