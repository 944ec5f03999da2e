import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { reconcileVenue } from '#features/sums/reconcile.job.ts'
import { createLocationKey } from '#platform/access/location-keys.ts'
import { takeBackup } from '#platform/backup/backup.ts'
import { readyAfterRestore, restoreBackup } from '#platform/backup/backup-restore.ts'
import { openDatabase } from '#platform/database/database.ts'
import { freshDatabase } from './fresh-database.ts'
import { startApp } from './start-app.ts'
import { plainSale, sampleTrade, storeTrade } from './stored-trade.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const VENUE = 1

/** A till that sends ten sales at a time, as fast as it is answered, and notes what was acknowledged. */
const sellThrough = async (url: string, key: string, closing: AbortSignal): Promise<string[]> => {
  const acknowledged: string[] = []
  while (!closing.aborted) {
    const Sales = Array.from({ length: 10 }, (_, at) => plainSale('2026-11-20T20:15:00+11:00', 100 + at))
    const response = await fetch(`${url}/api/pos/v1/sales`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ BatchId: Sales[0]?.SaleId, Sales }),
    })
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
    acknowledged.push(...Sales.map(({ SaleId }) => SaleId))
  }
  return acknowledged
}

it('a restore of a backup taken while three tills were selling passes reconcile, and no acknowledged sale is missing', async () => {
  const folder = mkdtempSync(join(tmpdir(), `daybook-test-${process.pid}-`))
  const app = await startApp({ now: () => NOW })
  const target = await freshDatabase()
  try {
    for (const { locationId, sales } of sampleTrade(['2026-11-18', '2026-11-19'], NOW)) await storeTrade(app.database, VENUE, locationId, sales, NOW)
    const keys = await Promise.all([1, 2, 3].map((locationId) => createLocationKey(app.database.house, VENUE, locationId, 'Till under load')))
    const early = (await Promise.all(keys.map((key) => sellThrough(app.url, key, AbortSignal.timeout(500))))).flat()
    const closing = new AbortController()
    const selling = keys.map((key) => sellThrough(app.url, key, closing.signal))
    await takeBackup(app.databaseUrl, join(folder, 'house.backup')).finally(() => closing.abort())
    const everything = new Set([...early, ...(await Promise.all(selling)).flat()])
    await restoreBackup(target.url, join(folder, 'house.backup'))
    await readyAfterRestore(target.url)

    const restored = openDatabase(target.url, 2)
    try {
      const { days, mismatches } = await reconcileVenue(restored, VENUE, { now: NOW, all: true })
      expect(mismatches).toEqual([])
      expect(days).toBeGreaterThan(6)
      const receipts = await restored.inVenue(VENUE, (sql) => sql<{ receipt: string }[]>`select receipt from sale where receipt like 'plain-%' order by 1`)
      const there = new Set(receipts.map(({ receipt }) => receipt))
      expect(there.size, 'each once').toBe(receipts.length)
      expect(
        early.filter((receipt) => !there.has(receipt)),
        'acknowledged before the backup began',
      ).toEqual([])
      expect(
        [...there].filter((receipt) => !everything.has(receipt)),
        'never sent',
      ).toEqual([])
      expect(there.size, 'sold on meanwhile').toBeLessThan(everything.size)
    } finally {
      await restored.close()
    }
  } finally {
    await app.close()
    await target.drop()
    rmSync(folder, { recursive: true, force: true })
  }
}, 120_000)
