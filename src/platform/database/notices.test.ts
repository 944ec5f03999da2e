import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#tests/fresh-database.ts'
import { connectAsOwner, type Database, openDatabase } from './database.ts'

/** Longer than changes are gathered. */
const A_WHILE_MS = 500

let fresh: FreshDatabase
let one: Database
let other: Database

beforeAll(async () => {
  fresh = await freshDatabase({ sample: true })
  ;[one, other] = [openDatabase(fresh.url, 2), openDatabase(fresh.url, 2)]
})
afterAll(async () => {
  await Promise.all([one.close(), other.close()])
  await fresh.drop()
})

const aWhile = () => new Promise((resolve) => setTimeout(resolve, A_WHILE_MS))

it('what a transaction changed is heard by another process once it is kept, together with what else changed, and not if it was taken back', async () => {
  let heard = 0
  let others = 0
  const stop = other.notices.listen('ale', () => {
    heard += 1
  })
  other.notices.listen('wine', () => {
    others += 1
  })
  // What may have been missed before anybody listened.
  await expect.poll(() => heard).toBe(1)
  for (let i = 0; i < 5; i += 1) await one.inVenue(1, async (sql) => sql.tell('ale'))
  await expect.poll(() => heard).toBe(2)
  const failing = one.inVenue(1, async (sql) => {
    sql.tell('ale')
    throw new Error('Not kept.')
  })
  await expect(failing).rejects.toThrow('Not kept.')
  await aWhile()
  expect([heard, others]).toEqual([2, 1])
  stop()
  await one.inVenue(1, async (sql) => sql.tell('ale'))
  await aWhile()
  expect(heard).toBe(2)
})

it('a listener that is cut off comes back, and is told that something may have changed', async () => {
  let heard = 0
  other.notices.listen('stout', () => {
    heard += 1
  })
  const owner = connectAsOwner(fresh.url)
  const cut = async () =>
    (await owner`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'daybook-notices' and datname = current_database()`).length
  await expect.poll(cut).toBeGreaterThan(0)
  heard = 0
  await expect.poll(() => heard, { timeout: 5_000 }).toBeGreaterThan(0)
  const before = heard
  await one.inVenue(1, async (sql) => sql.tell('stout'))
  await expect.poll(() => heard).toBe(before + 1)
  await owner.end()
})

it('what is untold is told before a process ends', async () => {
  let heard = 0
  other.notices.listen('cider', () => {
    heard += 1
  })
  const last = openDatabase(fresh.url, 2)
  await last.inVenue(1, async (sql) => sql.tell('cider'))
  const before = heard
  await last.close()
  await expect.poll(() => heard).toBe(before + 1)
})
