import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { workInVenue } from '#platform/access/venue-work.ts'
import { connectAsOwner, type Database, openDatabase } from '#platform/database/database.ts'
import { unpackNumbers } from '#platform/database/packed-numbers.ts'
import type { Sql } from '#platform/database/pool.ts'
import { type FreshDatabase, freshDatabase } from '#tests/fresh-database.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import { closeDaysOfVenue } from './closed-days.job.ts'
import { packItems, unpackedItems } from './packed-items.sql.ts'
import { packMonth } from './packed-months.sql.ts'
import { rebuildVenue, reconcileVenue } from './reconcile.job.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const MONTH = { locationId: 1, month: '2026-10-01' }

let fresh: FreshDatabase
let database: Database
let owner: Sql

const sell = (days: readonly string[], plu: string, cents: number) =>
  storeTrade(
    database,
    1,
    1,
    days.map((day) => {
      const sale = plainSale(`${day}T14:00:00+11:00`, cents)
      return { ...sale, Lines: sale.Lines?.map((line) => ({ ...line, Plu: plu, Name: plu })) } as typeof sale
    }),
    NOW,
  )
const close = () => closeDaysOfVenue(database, 1, NOW)

beforeAll(async () => {
  fresh = await freshDatabase({ sample: true })
  database = openDatabase(fresh.url, 4)
  owner = connectAsOwner(fresh.url)
  await sell(['2026-10-05', '2026-10-06', '2026-10-31', '2026-11-18'], 'A', 1000)
  await sell(['2026-10-06'], 'B', 500)
  // Of a day more than 32 bits of cents.
  await sell(['2026-10-30'], 'C', 9_000_000_000)
})
beforeEach(async () => {
  await close()
  expect(await isPacked()).toBe(true)
})
afterAll(async () => {
  await owner.end()
  await database.close()
  await fresh.drop()
})

const isPacked = async (): Promise<boolean | undefined> => {
  const [row] = await owner<
    { packed: boolean }[]
  >`select items_format <> '' as packed from packed_month where venue_id = 1 and location_id = 1 and month = ${MONTH.month}`
  return row?.packed
}
/** What is packed, by PLU: days since 1970-01-01 with number, quantity and gross. */
const packed = async () => {
  const rows = await owner<{ plu: string; sums: string }[]>`
    select p.plu, i.day_sums as sums from packed_item i join product p using (venue_id, product_id) where i.venue_id = 1 and i.month = ${MONTH.month} order by 1`
  const numbers = unpackNumbers(rows.map(({ sums }) => sums))
  return Object.fromEntries(
    rows.map(({ plu }, i) => [plu, Array.from({ length: (numbers[i]?.length ?? 0) / 11 }, (_, day) => [...(numbers[i] ?? [])].slice(11 * day, 11 * day + 4))]),
  )
}
const dayOf = (day: string) => Date.parse(day) / 86_400_000
const RIGHT = {
  A: ['2026-10-05', '2026-10-06', '2026-10-31'].map((day) => [dayOf(day), 1, 10_000, 1000]),
  B: [[dayOf('2026-10-06'), 1, 10_000, 500]],
  C: [[dayOf('2026-10-30'), 1, 10_000, 9_000_000_000]],
}

describe('the days of items in a month that is over', () => {
  it('lie in a row for each, and none of the month that is open', async () => {
    expect(await packed()).toEqual(RIGHT)
    expect((await owner`select from packed_item where month = '2026-11-01'`).length).toBe(0)
    expect(await close()).toBe(0)
  })

  it('are packed of a month that was packed before they were, which stays as it is, and so do its rows', async () => {
    await owner`delete from packed_item`
    await owner`update packed_month set items_format = ''`
    const rows = () =>
      owner`select p.day_sums, (select array_agg(ctid::text order by ctid) from rollup where grain = 1 and dim = 13) as lie from packed_month p where location_id = 1`
    const before = await rows()
    expect(await close()).toBe(1)
    expect([...(await rows())]).toEqual([...before])
    expect([await isPacked(), await packed()]).toEqual([true, RIGHT])
  })

  it('are made anew whole, whatever lay there', async () => {
    await owner`update packed_month set items_format = ''`
    await owner`update packed_item set product_id = 77 where product_id = (select product_id from product where venue_id = 1 and plu = 'B')`
    await close()
    expect((await owner`select from packed_item where product_id = 77`).length).toBe(0)
    expect(await packed()).toEqual(RIGHT)
  })

  it('are not packed while a day of the month is not added up by product', async () => {
    await owner`update trading_day_state set products_at_change = null where venue_id = 1 and day = '2026-10-06'`
    await owner`update packed_month set items_format = ''`
    expect(await workInVenue(database, 1, NOW, (venue) => unpackedItems(venue))).toEqual([])
    await workInVenue(database, 1, NOW, (venue) => packItems(venue, MONTH))
    expect(await isPacked()).toBe(false)
    await close()
    expect([await isPacked(), await packed()]).toEqual([true, RIGHT])
  })

  it('do not hold once the month is packed again or made anew', async () => {
    await workInVenue(database, 1, NOW, (venue) => packMonth(venue, MONTH))
    expect(await isPacked()).toBe(false)
    await close()
    await rebuildVenue(database, 1, { now: NOW, months: [MONTH] })
    expect(await isPacked()).toBeUndefined()
  })

  /** For the row of the month. Who waits on a worker of Citus is not seen from here: there half a second is what it takes. */
  const untilSomebodyWaits = async () => {
    for (let i = 0; i < 100 && (await owner`select from pg_locks where not granted`).length === 0; i += 1) await sleep(5)
  }

  it('are taken away by a sale that comes while they are packed', async () => {
    await owner`update packed_month set items_format = ''`
    let selling: Promise<void> | undefined
    await workInVenue(database, 1, NOW, async (venue) => {
      await packItems(venue, MONTH)
      selling = sell(['2026-10-07'], 'A', 100)
      await untilSomebodyWaits()
    })
    await selling
    expect(await isPacked()).toBeUndefined()
    await close()
    expect((await packed()).A).toContainEqual([dayOf('2026-10-07'), 1, 10_000, 100])
  })

  it('are not packed of a month that a sale is just taking away', async () => {
    await owner`update packed_month set items_format = ''`
    let packing: Promise<void> | undefined
    await database.inVenue(1, async (sql) => {
      await sql`delete from packed_month where venue_id = 1 and location_id = 1 and month = ${MONTH.month}`
      packing = workInVenue(database, 1, NOW, (venue) => packItems(venue, MONTH))
      await untilSomebodyWaits()
    })
    await packing
    expect(await isPacked()).toBeUndefined()
  })
})

describe('packed items against the rollup', () => {
  const check = async () => (await reconcileVenue(database, 1, { now: NOW, all: true })).mismatches
  const B = "product_id = (select product_id from product where venue_id = 1 and plu = 'B')"

  it('agree, and a month whose items are not packed is not compared', async () => {
    expect(await check()).toEqual([])
    await owner.unsafe(`update packed_month set items_format = ''; delete from packed_item where ${B}`)
    expect(await check()).toEqual([])
  })

  it.each([
    ['says something else', `update packed_item set day_sums = overlay(day_sums placing 'AQID' from 17) where ${B}`],
    ['is lost', `delete from packed_item where ${B}`],
    ['is too many', `insert into packed_item select venue_id, location_id, 77, month, day_sums from packed_item where ${B}`],
  ])('an item that %s is found, is read no more, and is made again', async (_, statement) => {
    await owner.unsafe(statement)
    expect(await check()).toEqual([{ locationId: 1, grain: 1, period: '2026-10-01', dim: 13, key: 0, kept: [], fresh: [] }])
    expect(await isPacked()).toBe(false)
    await close()
    expect(await isPacked()).toBe(true)
    expect(await check()).toEqual([])
  })
})
