import { describe, expect, it } from 'vitest'
import { randomFor } from '#db/demo/random.ts'
import {
  addKeyed,
  addRun,
  DIMENSIONS,
  dimensionKey,
  dimOf,
  eachRun,
  keyIn,
  keysIn,
  noSumsFor,
  PRODUCTS,
  RUN_COUNT,
  type Subject,
  sumRuns,
  writeRun,
} from './running-totals.rules.ts'

const random = randomFor(24, 'running totals')

const some = (subject: Subject, keys: readonly number[]) => {
  const made = noSumsFor(subject, keys)
  for (let i = 0; i < made.sums.length; i += 1) {
    const size = random.pick([0, 1, 40, 63, 64, 65, 5000, 120_000, 2_000_000_000, 900_000_000_000])
    made.sums[i] = random.chance(0.3) ? 0 : random.between(-size, size) + 0
  }
  return made
}

describe.each([PRODUCTS, DIMENSIONS])('running totals, subject $id', (subject) => {
  const keyOf = (key: number) => (subject === DIMENSIONS ? dimensionKey(random.between(1, 99), key) : key)

  it('sums come back as they were written, whatever their size and sign', () => {
    for (let round = 0; round < 50; round += 1) {
      const keys = Array.from({ length: random.between(0, 300) }, () => keyOf(random.between(1, 2_147_483_647)))
      const written = some(subject, keys)
      const text = writeRun(subject, written)
      const read = noSumsFor(subject, written.keys)
      addRun(subject, read, text, 1)
      expect(read).toEqual(written)
      const rowOf = (i: number) => written.sums.subarray(i * subject.length, (i + 1) * subject.length)
      const left = [...written.keys.entries()].filter(([i]) => rowOf(i).some((value) => value !== 0))
      expect(keysIn(subject, text)).toEqual(left.map(([, key]) => key))
      const visited: [number, number[]][] = []
      eachRun(subject, [{ sums: text, sign: 1 }], (key, row) => visited.push([key, [...row]]))
      expect(visited).toEqual(left.map(([i, key]) => [key, [...rowOf(i)]]))
      addRun(subject, read, text, -1)
      expect(read.sums.every((sum) => sum === 0)).toBe(true)
    }
  })

  it('is plain ASCII, adds to what is there, and passes over keys nobody asked about', () => {
    const written = some(subject, [3, 70, 71, 5000])
    const text = writeRun(subject, written)
    expect(text).toMatch(/^[\x20-\x7f]+$/)
    const read = noSumsFor(subject, [70, 6000])
    addRun(subject, read, text, 1)
    addRun(subject, read, text, 1)
    const { length } = subject
    expect([...read.sums.subarray(0, length)]).toEqual([...written.sums.subarray(length, 2 * length)].map((sum) => 2 * sum))
    expect(read.sums.subarray(length).every((sum) => sum === 0)).toBe(true)
  })

  it('several texts are added up and taken off in one, whichever has the most keys', () => {
    for (let round = 0; round < 50; round += 1) {
      const runs = Array.from({ length: random.between(0, 4) }, () => {
        const keys = Array.from({ length: random.between(0, 40) }, () => random.between(1, 60))
        return { sums: writeRun(subject, some(subject, keys)), sign: random.pick([1, -1] as const) }
      })
      const wanted = noSumsFor(
        subject,
        runs.flatMap(({ sums }) => keysIn(subject, sums)),
      )
      for (const { sums, sign } of runs) addRun(subject, wanted, sums, sign)
      expect(sumRuns(subject, runs)).toEqual(wanted)
      const visited: [number, number[]][] = []
      eachRun(subject, runs, (key, row) => visited.push([key, [...row]]))
      expect(visited).toEqual(Array.from(wanted.keys, (key, i) => [key, [...wanted.sums.subarray(i * subject.length, (i + 1) * subject.length)]]))
      const [asked, byText] = [noSumsFor(subject, [1, 20, 21, 60, 99]), noSumsFor(subject, [1, 20, 21, 60, 99])]
      addKeyed(subject, asked, sumRuns(subject, runs))
      for (const { sums, sign } of runs) addRun(subject, byText, sums, sign)
      expect(asked).toEqual(byText)
    }
  })

  it('refuses what could not be told to the cent', () => {
    const written = noSumsFor(subject, [1])
    written.sums[3] = 2 ** 53
    expect(() => writeRun(subject, written)).toThrow('2^53')
  })
})

it('a key of a dimension tells both', () => {
  expect([dimOf(dimensionKey(17, 2_147_483_647)), keyIn(dimensionKey(17, 2_147_483_647))]).toEqual([17, 2_147_483_647])
  expect(dimensionKey(5, 0)).toBeGreaterThan(dimensionKey(4, 2_147_483_647))
  expect(PRODUCTS.length).toBe(RUN_COUNT)
})
