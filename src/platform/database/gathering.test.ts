import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { Gathering } from './gathering.ts'

/** Doubles numbers and notes which were done together; a group with a 13 in it fails. */
const doubling = () => {
  const groups: number[][] = []
  const double = async (works: readonly number[]) => {
    groups.push([...works])
    await sleep(5)
    if (works.includes(13)) throw new Error(`failed: ${works.join(' ')}`)
    return works.map((work) => work * 2)
  }
  return { groups, double }
}

describe('Gathering', () => {
  it('does together what arrives while the first is under way, and gives each its own result', async () => {
    const { groups, double } = doubling()
    const gathering = new Gathering<number>()
    expect(await Promise.all([1, 2, 3, 4].map((work) => gathering.run('till', work, double)))).toEqual([2, 4, 6, 8])
    expect(groups).toEqual([[1], [2, 3, 4]])
    expect(await gathering.run('till', 5, double)).toBe(10)
    expect(groups.at(-1)).toEqual([5])
  })

  it('keeps subjects apart', async () => {
    const { groups, double } = doubling()
    const gathering = new Gathering<number>()
    expect(await Promise.all([gathering.run('a', 1, double), gathering.run('b', 2, double)])).toEqual([2, 4])
    expect(groups).toEqual([[1], [2]])
  })

  it('lets only the one that fails fail', async () => {
    const { groups, double } = doubling()
    const gathering = new Gathering<number>()
    const done = await Promise.allSettled([1, 2, 13, 4].map((work) => gathering.run('till', work, double)))
    expect(done.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([2, 4, 'Error: failed: 13', 8])
    expect(groups).toEqual([[1], [2, 13, 4], [2], [13], [4]])
  })
})
