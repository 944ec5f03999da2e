import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Pair, pairsByTime } from './till-match.rules.ts'

interface One {
  isTill: boolean
  at: Date
  name: string
}
const at = (name: string, minutes: number, isTill: boolean): One => ({ name, isTill, at: new Date(minutes * 60_000) })
const names = (pairs: readonly Pair<One>[]) => pairs.map(({ till, provider }) => `${till?.name ?? '–'} ${provider?.name ?? '–'}`)

it('a payment that is missing is the one no tender is near, not the last of the day', () => {
  const sides = [at('t10', 600, true), at('t12', 720, true), at('t14', 840, true), at('p12', 721, false), at('p14', 842, false)]
  expect(names(pairsByTime(sides)).sort()).toEqual(['t10 –', 't12 p12', 't14 p14'])
})

it('tenders without any payment stand alone', () => {
  expect(names(pairsByTime([at('a', 1, true), at('b', 2, true)]))).toEqual(['a –', 'b –'])
  expect(pairsByTime<One>([])).toEqual([])
})

/** The least time of all ways to pair the few with some of the many, tried one by one. */
const leastTime = (few: readonly number[], many: readonly number[]): number => {
  const [first, ...rest] = few
  if (first === undefined) return 0
  return Math.min(...many.slice(0, many.length - rest.length).map((other, i) => Math.abs(first - other) + leastTime(rest, many.slice(i + 1))))
}

it('pairs as many as there can be, each once, with the least time between them', () => {
  const minutes = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 6 })
  fc.assert(
    fc.property(minutes, minutes, (tills, payments) => {
      const sides = [...tills.map((minute, i) => at(`t${i}`, minute, true)), ...payments.map((minute, i) => at(`p${i}`, minute, false))]
      const pairs = pairsByTime(sides)
      const told = pairs.flatMap(({ till, provider }) => [till?.name, provider?.name]).filter((name) => name !== undefined)
      expect(told.sort()).toEqual(sides.map(({ name }) => name).sort())
      const both = pairs.filter(({ till, provider }) => till && provider)
      expect(both).toHaveLength(Math.min(tills.length, payments.length))
      const time = both.reduce((sum, { till, provider }) => sum + Math.abs((till?.at.getTime() ?? 0) - (provider?.at.getTime() ?? 0)), 0) / 60_000
      const [few, many] = (tills.length <= payments.length ? [tills, payments] : [payments, tills]).map((list) => list.toSorted((a, b) => a - b)) as [
        number[],
        number[],
      ]
      expect(time).toBe(leastTime(few, many))
    }),
  )
})
