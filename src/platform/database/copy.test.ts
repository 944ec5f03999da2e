import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#tests/fresh-database.ts'
import { copyIn, copyOut } from './copy.ts'
import { connectAsOwner } from './database.ts'
import type { Reserved, Sql } from './pool.ts'

let fresh: FreshDatabase
let owner: Sql
let connection: Reserved

beforeAll(async () => {
  fresh = await freshDatabase()
  owner = connectAsOwner(fresh.url)
  await owner.unsafe(
    'create table place (id int primary key); insert into place select generate_series(1, 1000); create table till (id int primary key, name text, place_id int references place)',
  )
})

beforeEach(async () => {
  connection = await owner.reserve()
  await connection`begin`
  return async () => {
    await connection`rollback`
    connection.release()
  }
})

afterAll(async () => {
  await owner.end()
  await fresh.drop()
})

const rows = (from: number, count: number) =>
  Buffer.from(Array.from({ length: count }, (_, at) => `${from + at}\t${'till '.repeat(20)}\t${((from + at) % 1000) + 1}\n`).join(''))

const put = async (...blocks: Buffer[]): Promise<number> => {
  const copy = copyIn(connection, 'copy till from stdin')
  for (const block of blocks) await copy.write(block)
  return copy.end()
}

describe('rows copied in', () => {
  it('are counted, one copy after the other', async () => {
    expect(await put(rows(1, 5000), rows(5001, 5000))).toBe(10_000)
    expect(await put()).toBe(0)
    expect(await put(rows(10_001, 1))).toBe(1)
    expect(await connection`select count(*)::int as n from till`).toEqual([{ n: 10_001 }])
  })

  it.each([
    ['in the middle', [Buffer.from('1\tx\ty\tz\n'), ...Array.from({ length: 50 }, (_, at) => rows(10 + at * 5000, 5000))], /extra data/],
    ['after the last of them was sent', [rows(1, 10), rows(1, 10)], /duplicate key/],
    ['by a foreign key, when all are there', [Buffer.from('1\tx\t999999\n')], /foreign key/],
    ['cut off', [Buffer.from('1\tx')], /missing data/],
  ])('and refused %s, say why instead of waiting for ever', async (_where, blocks, why) => {
    await expect(put(...blocks)).rejects.toThrow(why)
    await connection`rollback`
    await connection`begin`
    expect(await put(rows(1, 1))).toBe(1)
  })

  it('and abandoned, leave nothing', async () => {
    const copy = copyIn(connection, 'copy till from stdin')
    await copy.write(rows(1, 100))
    await copy.abandon()
    await connection`rollback`
    await connection`begin`
    expect(await connection`select from till`).toHaveLength(0)
  })

  it.each([0, 1, 1000])('into what is not there are refused, with %i blocks', async (blocks) => {
    const copy = copyIn(connection, 'copy nothing from stdin')
    const sent = (async () => {
      for (let at = 0; at < blocks; at += 1) await copy.write(rows(1 + at * 100, 100))
      return copy.end()
    })()
    await expect(sent).rejects.toThrow(/does not exist/)
    await connection`rollback`
    await connection`begin`
    expect(await put(rows(1, 1))).toBe(1)
  })
})

describe('rows copied out', () => {
  it('come whole to a slow reader, and the connection goes on', async () => {
    for (let time = 0; time < 20; time += 1) {
      let bytes = 0
      for await (const chunk of copyOut(connection, `copy (select repeat('x', 1000) from generate_series(1, ${100 + time * 37})) to stdout`)) {
        bytes += chunk.length
        await new Promise((resolve) => setImmediate(resolve))
      }
      expect(bytes).toBe((100 + time * 37) * 1001)
      expect(await connection`select 1 as n`).toEqual([{ n: 1 }])
    }
  })

  it('and failing half way say why', async () => {
    const read = async (good: number) => {
      for await (const _chunk of copyOut(connection, `copy (select 1 / (${good + 1} - id) from generate_series(1, 10000) id) to stdout`));
    }
    // From an error in one piece with the beginning to one long after it.
    for (const good of [0, 1, 10, 100, 5000]) {
      await expect(read(good)).rejects.toThrow(/division by zero/)
      await connection`rollback`
      await connection`begin`
    }
  })
})
