import { expect, it } from 'vitest'
import { ShortCache } from './short-cache.ts'

/** A cache on a clock of its own, and questions that are answered when the test says so. */
const watched = (most = 10) => {
  let now = 0
  const asked: { answer: (value: string) => void; fail: () => void }[] = []
  const cache = new ShortCache<string>(1000, most, () => now)
  const ask = () => new Promise<string>((answer, reject) => asked.push({ answer, fail: () => reject(new Error('away')) }))
  return {
    read: (key = 1) => cache.read(key, ask),
    asked,
    wait: (ms: number) => {
      now += ms
    },
  }
}

it('many who ask at once cause one question, and its answer is given while it is fresh', async () => {
  const { read, asked, wait } = watched()
  const both = [read(), read()]
  asked[0]?.answer('a')
  expect(await Promise.all(both)).toEqual(['a', 'a'])
  wait(999)
  expect(await read()).toBe('a')
  expect(asked).toHaveLength(1)
})

it('an answer that is only just too old is given while the next is on its way, and an older one is not', async () => {
  const { read, asked, wait } = watched()
  const first = read()
  asked[0]?.answer('a')
  await first
  wait(1000)
  expect(await read()).toBe('a')
  expect(await read()).toBe('a')
  expect(asked).toHaveLength(2)
  wait(1000)
  const late = read()
  expect(asked).toHaveLength(2)
  asked[1]?.answer('b')
  expect(await late).toBe('b')
  wait(5000)
  const later = read()
  asked[2]?.answer('c')
  expect(await later).toBe('c')
})

it('what fails is told whoever waits and is asked anew', async () => {
  const { read, asked } = watched()
  const failing = read()
  asked[0]?.fail()
  await expect(failing).rejects.toThrow('away')
  const again = read()
  asked[1]?.answer('b')
  expect(await again).toBe('b')
})

it('no more is kept than it may, and the one that was read longest ago goes', async () => {
  const { read, asked } = watched(2)
  for (const key of [1, 2, 3]) {
    const one = read(key)
    asked[key - 1]?.answer(String(key))
    await one
  }
  expect(await Promise.all([read(2), read(3)])).toEqual(['2', '3'])
  void read(1)
  expect(asked).toHaveLength(4)
})
