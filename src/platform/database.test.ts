import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#tests/fresh-database.ts'
import { connectAsOwner, type Database, openDatabase, type Transaction, withCommit } from './database.ts'

let fresh: FreshDatabase
let database: Database

beforeAll(async () => {
  fresh = await freshDatabase({ sample: true })
  database = openDatabase(fresh.url, 2)
})
afterAll(async () => {
  await database.close()
  await fresh.drop()
})

const addRole = (sql: Transaction, name: string) => sql`insert into role (venue_id, name, name_key, tags) values (1, ${name}, ${name}, '{}')`
const roles = (name: string) => database.inVenue(1, (sql) => sql`select from role where venue_id = 1 and name like ${name}`).then(({ length }) => length)

describe('a statement that goes with the commit', () => {
  it('is done when the transaction is', async () => {
    await database.inVenue(1, async (sql) => {
      await withCommit(sql, addRole(sql, 'good-1'))
      await withCommit(sql, addRole(sql, 'good-2'))
    })
    expect(await roles('good-%')).toBe(2)
  })

  it('and fails takes back what was done before it and after it, and says why', async () => {
    const failing = database.inVenue(1, async (sql) => {
      await addRole(sql, 'bad-1')
      await withCommit(sql, addRole(sql, 'bad-1'))
      return 'done'
    })
    await expect(failing).rejects.toThrow(/duplicate key/)
    const goingOn = database.inVenue(1, async (sql) => {
      await withCommit(sql, addRole(sql, 'good-1'))
      await addRole(sql, 'bad-2')
    })
    await expect(goingOn).rejects.toThrow(/duplicate key/)
    expect(await roles('bad-%')).toBe(0)
    // The connections are as good as before.
    expect(await Promise.all(Array.from({ length: 5 }, () => roles('good-%')))).toEqual([2, 2, 2, 2, 2])
  })

  it('is taken back with work that fails beside it', async () => {
    const failing = database.inVenue(1, async (sql) => {
      await withCommit(sql, addRole(sql, 'bad-3'))
      throw new Error('thought better of it')
    })
    await expect(failing).rejects.toThrow('thought better of it')
    expect(await roles('bad-%')).toBe(0)
  })

  it('belongs to a transaction of a venue', async () => {
    const owner = connectAsOwner(fresh.url)
    await expect(owner.begin((sql) => withCommit(sql as unknown as Transaction, sql`select 1`))).rejects.toThrow(/Only a transaction of a venue/)
    await owner.end()
  })
})
