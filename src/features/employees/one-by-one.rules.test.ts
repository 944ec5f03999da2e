import { expect, it } from 'vitest'
import { oneByOne } from './one-by-one.rules.ts'

const people = Array.from({ length: 1000 }, (_, i) => i)
const BUSY = new Error('Too many requests.')
const secondsToWait = (error: unknown) => (error === BUSY ? 37 : undefined)

it('a thousand people are done with, though the server takes a hundred and twenty a minute', async () => {
  const pauses: number[] = []
  const done: number[] = []
  const counts: number[] = []
  let left = 120
  const work = async (person: number) => {
    if (left === 0) throw BUSY
    left -= 1
    done.push(person)
  }
  const pause = async (seconds: number) => {
    pauses.push(seconds)
    left = 120
  }
  expect(await oneByOne(people, work, { secondsToWait, pause, done: (over) => counts.push(over) })).toEqual([])
  expect(done).toEqual(people)
  expect(pauses).toEqual(Array(8).fill(37))
  expect(counts).toEqual(people.map((person) => person + 1))
})

it('whoever is refused for a reason is named with it, and the others go on', async () => {
  const lastOwner = new Error('The last Owner stays.')
  const done: number[] = []
  const work = async (person: number) => {
    if (person === 3) throw lastOwner
    done.push(person)
  }
  const pause = () => Promise.reject(new Error('waited'))
  expect(await oneByOne(people.slice(0, 6), work, { secondsToWait, pause, done: () => undefined })).toEqual([{ person: 3, error: lastOwner }])
  expect(done).toEqual([0, 1, 2, 4, 5])
})
