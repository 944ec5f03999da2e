import { describe, expect, it } from 'vitest'
import { randomFor } from '#db/demo/random.ts'
import { UnsoundSums } from '#shared/stored-sums.ts'
import {
  addKeyed,
  addTotals,
  DIMENSIONS,
  dimensionKey,
  dimOf,
  eachTotal,
  keyIn,
  keysIn,
  noSumsFor,
  PRODUCTS,
  RUN_COUNT,
  type Subject,
  sumRuns,
  writeTotals,
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
      const text = writeTotals(subject, written)
      const read = noSumsFor(subject, written.keys)
      addTotals(subject, read, text, 1)
      expect(read).toEqual(written)
      const rowOf = (i: number) => written.sums.subarray(i * subject.length, (i + 1) * subject.length)
      const left = [...written.keys.entries()].filter(([i]) => rowOf(i).some((value) => value !== 0))
      expect(keysIn(subject, text)).toEqual(left.map(([, key]) => key))
      const visited: [number, number[]][] = []
      eachTotal(subject, [{ sums: text, sign: 1 }], (key, row) => visited.push([key, [...row]]))
      expect(visited).toEqual(left.map(([i, key]) => [key, [...rowOf(i)]]))
      addTotals(subject, read, text, -1)
      expect(read.sums.every((sum) => sum === 0)).toBe(true)
    }
  })

  it('is plain ASCII, adds to what is there, and passes over keys nobody asked about', () => {
    const written = some(subject, [3, 70, 71, 5000])
    const text = writeTotals(subject, written)
    expect(text).toMatch(/^[\x20-\x7f]*\n$/)
    const read = noSumsFor(subject, [70, 6000])
    addTotals(subject, read, text, 1)
    addTotals(subject, read, text, 1)
    const { length } = subject
    expect([...read.sums.subarray(0, length)]).toEqual([...written.sums.subarray(length, 2 * length)].map((sum) => 2 * sum))
    expect(read.sums.subarray(length).every((sum) => sum === 0)).toBe(true)
  })

  it('several texts are added up and taken off in one, whichever has the most keys', () => {
    for (let round = 0; round < 50; round += 1) {
      const runs = Array.from({ length: random.between(0, 4) }, () => {
        const keys = Array.from({ length: random.between(0, 40) }, () => random.between(1, 60))
        return { sums: writeTotals(subject, some(subject, keys)), sign: random.pick([1, -1] as const) }
      })
      const wanted = noSumsFor(
        subject,
        runs.flatMap(({ sums }) => keysIn(subject, sums)),
      )
      for (const { sums, sign } of runs) addTotals(subject, wanted, sums, sign)
      expect(sumRuns(subject, runs)).toEqual(wanted)
      const visited: [number, number[]][] = []
      eachTotal(subject, runs, (key, row) => visited.push([key, [...row]]))
      expect(visited).toEqual(Array.from(wanted.keys, (key, i) => [key, [...wanted.sums.subarray(i * subject.length, (i + 1) * subject.length)]]))
      const [asked, byText] = [noSumsFor(subject, [1, 20, 21, 60, 99]), noSumsFor(subject, [1, 20, 21, 60, 99])]
      addKeyed(subject, asked, sumRuns(subject, runs))
      for (const { sums, sign } of runs) addTotals(subject, byText, sums, sign)
      expect(asked).toEqual(byText)
    }
  })

  it('refuses a text that is cut short anywhere, even between two keys', () => {
    const whole = writeTotals(subject, some(subject, [1, 70, 200, 5000]))
    for (let length = 0; length < whole.length; length += 1)
      expect(() => eachTotal(subject, [{ sums: whole.slice(0, length), sign: 1 }], () => undefined)).toThrow(UnsoundSums)
  })

  it('refuses what could not be told to the cent', () => {
    const written = noSumsFor(subject, [1])
    written.sums[3] = 2 ** 53
    expect(() => writeTotals(subject, written)).toThrow('2^53')
  })
})

it('a key of a dimension tells both', () => {
  expect([dimOf(dimensionKey(17, 2_147_483_647)), keyIn(dimensionKey(17, 2_147_483_647))]).toEqual([17, 2_147_483_647])
  expect(dimensionKey(5, 0)).toBeGreaterThan(dimensionKey(4, 2_147_483_647))
  expect(PRODUCTS.length).toBe(RUN_COUNT)
})

/** Stored rows are written so. Whoever changes how sums are written gives RUN_FORM another name, so that rows written before are not read. */
it('the form of running totals stays what it is', () => {
  const sums = new Float64Array(2 * RUN_COUNT)
  sums.set([1, 20_000, 5000, -100, 2 ** 40])
  sums.set([7], RUN_COUNT)
  expect(writeTotals(PRODUCTS, { keys: Float64Array.of(3, 1000), sums })).toBe('CBH)8a#G!       @@@@@@@/eN@@@@@@@@@@\n')
})
