import { expect, it } from 'vitest'
import { CallsByNetwork } from './limits.ts'

const MINUTE = 60_000
/** How many of so many calls are let through. */
const letThrough = (calls: CallsByNetwork, network: string, times: number, now: number): number =>
  Array.from({ length: times }).filter(() => {
    try {
      calls.count(network, now)
      return true
    } catch {
      return false
    }
  }).length

it('a network has its allowance each minute, beside those of others, and is told when the minute is over', () => {
  const calls = new CallsByNetwork(3)
  expect([letThrough(calls, 'a', 5, 10), letThrough(calls, 'b', 2, 20), letThrough(calls, 'a', 1, MINUTE - 1)]).toEqual([3, 2, 0])
  expect(() => calls.count('a', MINUTE - 20_000)).toThrow(expect.objectContaining({ code: 'TooManyRequests', retryAfterSeconds: 20 }))
  expect(letThrough(calls, 'a', 5, MINUTE)).toBe(3)
})

it('however many networks there are, no more are told apart than fit into memory; the rest share one allowance', () => {
  const calls = new CallsByNetwork(3, 2)
  expect(['a', 'b', 'c', 'd'].map((network) => letThrough(calls, network, 2, 0))).toEqual([2, 2, 2, 1])
  expect(letThrough(calls, 'a', 2, 0)).toBe(1)
})
