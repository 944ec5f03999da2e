import type { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tcpBetween } from '#tests/faults/tcp-between.ts'
import { type FreshDatabase, freshDatabase } from '#tests/fresh-database.ts'
import { connectAsOwner, type Database, openDatabase, withCommit } from './database.ts'
import type { Transaction } from './pool.ts'
import { openPool } from './pool.ts'
import { retried } from './retry.ts'

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

describe('a transaction that only reads', () => {
  const seen = (name: string) => database.readVenue(1, (sql) => sql`select from role where venue_id = 1 and name = ${name}`).then(({ length }) => length)
  const unended = async () => {
    const owner = connectAsOwner(fresh.url)
    const rows = await owner`
      select from pg_stat_activity where application_name = 'daybook-report' and datname = current_database() and state like 'idle in transaction%'`
    await owner.end()
    return rows.length
  }

  it('sees what was written since the one before it, although that is ended only with it', async () => {
    for (const name of ['read-1', 'read-2', 'read-3', 'read-4']) {
      expect(await seen(name)).toBe(0)
      await database.inVenue(1, (sql) => addRole(sql, name))
      expect(await seen(name)).toBe(1)
    }
  })

  it('sees one moment from its first question to its last, whichever follows whichever', async () => {
    for (const name of ['moment-1', 'moment-2', 'moment-3']) {
      const counts = await database.readVenue(1, async (sql) => {
        const count = async () => (await sql`select from role where venue_id = 1`).length
        const before = await count()
        await database.inVenue(1, (other) => addRole(other, name))
        return [before, await count()]
      })
      expect(counts[1], name).toBe(counts[0])
    }
  })

  it('is ended soon, though nothing follows', async () => {
    // Looked at before its 25 ms are over, if not the first time on a busy machine, then soon.
    const seenUnended = async () => {
      await Promise.all([seen('read-1'), seen('read-2')])
      return unended()
    }
    await expect.poll(seenUnended, { timeout: 15_000 }).toBeGreaterThan(0)
    await expect.poll(unended, { timeout: 15_000 }).toBe(0)
  })

  it('leaves nothing to the next where it fails, and its venue to none', async () => {
    for (let time = 0; time < 4; time += 1) {
      await expect(database.readVenue(1, (sql) => sql`select 1 / 0`)).rejects.toThrow(/division/)
      await expect(database.readVenue(1, (sql) => addRole(sql, 'never'))).rejects.toThrow(/read-only|permission denied/)
      expect(await seen('read-1')).toBe(1)
      expect(await database.readVenue(2, (sql) => sql`select from role where name = 'read-1'`)).toHaveLength(0)
    }
  })
})

describe('a statement that goes with the commit', () => {
  it('is done when the transaction is', async () => {
    await database.inVenue(1, async (sql) => {
      withCommit(addRole(sql, 'good-1'))
      withCommit(addRole(sql, 'good-2'))
    })
    expect(await roles('good-%')).toBe(2)
  })

  it('and fails takes back what was done before it and after it, and says why', async () => {
    const failing = database.inVenue(1, async (sql) => {
      await addRole(sql, 'bad-1')
      withCommit(addRole(sql, 'bad-1'))
      return 'done'
    })
    await expect(failing).rejects.toThrow(/duplicate key/)
    const goingOn = database.inVenue(1, async (sql) => {
      withCommit(addRole(sql, 'good-1'))
      await addRole(sql, 'bad-2')
    })
    await expect(goingOn).rejects.toThrow(/duplicate key/)
    expect(await roles('bad-%')).toBe(0)
    // The connections are as good as before.
    expect(await Promise.all(Array.from({ length: 5 }, () => roles('good-%')))).toEqual([2, 2, 2, 2, 2])
  })

  it('is taken back with work that fails beside it', async () => {
    const failing = database.inVenue(1, async (sql) => {
      withCommit(addRole(sql, 'bad-3'))
      throw new Error('thought better of it')
    })
    await expect(failing).rejects.toThrow('thought better of it')
    expect(await roles('bad-%')).toBe(0)
  })
})

describe('a connection that is cut', () => {
  const pidOf = async (sql: Transaction) => (await sql<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid ?? 0
  const cut = async (pid: number) => {
    const owner = connectAsOwner(fresh.url)
    await owner`select pg_terminate_backend(${pid}::int)`.finally(() => owner.end())
  }

  it.each(['while a question is asked', 'between two questions', 'with several on their way'])('%s fails that transaction and no other', async (when) => {
    const one = openDatabase(fresh.url, 1)
    try {
      let later: Promise<unknown> = Promise.resolve()
      const dying = one.inVenue(1, async (sql) => {
        const pid = await pidOf(sql)
        await addRole(sql, `cut-${when}`)
        // Whoever waits for this connection gets the next one.
        later = one.inVenue(1, async (other) => {
          await addRole(other, `after-${when}`)
          await sleep(50)
        })
        if (when === 'while a question is asked') await Promise.all([sql`select pg_sleep(5)`, cut(pid)])
        else if (when === 'with several on their way') await Promise.all([...Array.from({ length: 20 }, () => sql`select pg_sleep(0.2)`), cut(pid)])
        else await cut(pid)
        await sleep(100)
        await addRole(sql, `cut-late-${when}`)
      })
      await expect(dying).rejects.toMatchObject({ code: expect.stringMatching(/^(57P01|CONNECTION_CLOSED|ECONNRESET|EPIPE)$/) })
      await later
      expect(await one.inVenue(1, (sql) => sql<{ name: string }[]>`select name from role where name like ${`%${when}`}`)).toEqual([{ name: `after-${when}` }])
      expect(await one.house`select 1 as n`).toEqual([{ n: 1 }])
    } finally {
      await one.close()
    }
  })

  it('and falls silent instead is given up, unless the work may take as long as it takes', async () => {
    const url = new URL(fresh.url)
    const between = await tcpBetween(Number(url.port), Math.random)
    url.port = String(between.port)
    const pool = openPool(url.href, { max: 1, patienceMs: 200 })
    try {
      expect(await pool`select 1 as n`).toEqual([{ n: 1 }])
      between.weather = { silent: true }
      await expect(pool.begin((sql) => sql`select 1`)).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
      await expect(Promise.all([pool`select 1`, pool`select 2`])).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
      between.weather = {}
      between.cut()
      expect(await pool`select 2 as n`).toEqual([{ n: 2 }])
      await expect(pool.begin((sql) => sql`select pg_sleep(0.4)`)).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
      const slow = pool.begin(async (sql) => {
        await sql.withoutTimeLimit()
        return sql`select 3 as n, pg_sleep(0.4) is null as slept`
      })
      expect(await slow).toMatchObject([{ n: 3 }])
    } finally {
      await pool.end({ timeout: 1 })
      await between.close()
    }
  }, 40_000)

  it('in the middle of a transaction lets its locks go before long', async () => {
    const settings = () =>
      database.inVenue(1, (sql) => sql`select current_setting('idle_in_transaction_session_timeout') as idle, current_setting('tcp_keepalives_idle') as alive`)
    expect(await settings()).toEqual([{ idle: '20s', alive: '30' }])
  })

  it('whose plans a migration made stale is replaced', async () => {
    const owner = connectAsOwner(fresh.url)
    await owner.unsafe('create table shape (a int); insert into shape values (1)')
    const pool = openPool(fresh.url, { max: 2 })
    const read = () => pool.begin((sql) => sql`select * from shape`)
    try {
      await Promise.all([read(), read()])
      await owner.unsafe('alter table shape add column b int')
      await expect(read()).rejects.toMatchObject({ code: 'STALE_PLAN' })
      expect(await retried(read)).toEqual([{ a: 1, b: null }])
      expect(await Promise.all([read(), read(), pool`select * from shape`])).toHaveLength(3)
    } finally {
      await pool.end()
      await owner.end()
    }
  })

  it('is told once what rows of a statement look like', async () => {
    const pool = openPool(fresh.url, { max: 1 })
    const reserved = await pool.reserve()
    let described = 0
    const { connection } = reserved.client as unknown as { connection: EventEmitter }
    connection.on('rowDescription', () => {
      described += 1
    })
    const read = (id: number) => reserved`select ${id}::bigint as id, '2026-11-23'::date as day, null::text as none from generate_series(1, ${id}::int)`
    try {
      for (const id of [2, 0, 1]) {
        expect(await read(id)).toEqual(Array.from({ length: id }, () => ({ id, day: '2026-11-23', none: null })))
      }
      expect(described).toBe(1)
      // Asked before the first answer is there: whoever is not told yet asks too.
      const other = () => reserved`select 1 as one`
      expect(await Promise.all([other(), other()])).toEqual([[{ one: 1 }], [{ one: 1 }]])
    } finally {
      await reserved.release()
      await pool.end()
    }
  })

  it('takes nothing after its end', async () => {
    let kept: Transaction | undefined
    await database.inVenue(1, async (sql) => {
      kept = sql
    })
    await expect((kept as Transaction)`select 1`).rejects.toThrow('The transaction is over.')
  })

  it('again and again leaves the server as it was', async () => {
    const busy = openDatabase(fresh.url, 4)
    const owner = connectAsOwner(fresh.url)
    let stop = false
    const outcomes = { done: 0, cut: 0, other: [] as unknown[] }
    const worker = async () => {
      while (!stop) {
        await busy
          .inVenue(1, async (sql) => {
            await Promise.all([sql`select 1`, sql`select count(*) from role`])
            await sql`select pg_sleep(0.002)`
          })
          .then(
            () => {
              outcomes.done += 1
            },
            (error: { code?: string }) => {
              if (/^(57P01|CONNECTION_CLOSED|ECONNRESET|EPIPE)$/.test(error.code ?? '')) outcomes.cut += 1
              else outcomes.other.push(error)
            },
          )
      }
    }
    const workers = Array.from({ length: 6 }, worker)
    for (let time = 0; time < 60; time += 1) {
      await owner`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'daybook' and datname = current_database()`
      await sleep(10 + (time % 7) * 5)
    }
    stop = true
    await Promise.all(workers)
    await busy.close()
    await owner.end()
    expect(outcomes.other).toEqual([])
    expect(outcomes.cut).toBeGreaterThan(0)
    expect(outcomes.done).toBeGreaterThan(0)
  })
})
