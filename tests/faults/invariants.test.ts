import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { DIM } from '#features/sums/rollup.rules.ts'
import { createLocationKey } from '#platform/access/location-keys.ts'
import { takeBackup } from '#platform/backup/backup.ts'
import { readyAfterRestore, restoreBackup } from '#platform/backup/backup-restore.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { credentialOf } from '../credentials.ts'
import { freshDatabase } from '../fresh-database.ts'
import { highestDayChanged } from '../spoilt-sums.ts'
import { type StartedApp, startApp } from '../start-app.ts'
import { signedIn } from '../visitor.ts'
import { invariantsOf, restoredInvariant } from './invariants.ts'
import { Trade } from './trade.ts'

let app: StartedApp
afterEach(() => app.close())

/** A house that sold for a moment, and what its tills were told. */
const soldHouse = async (): Promise<Trade> => {
  app = await startApp()
  const { house } = app.database
  for (const [index, key] of ['dbk_bench-till-of-the-second-place', 'dbk_bench-till-of-the-third-place'].entries()) {
    await createLocationKey(house, 1, index + 2, 'Bench till', key)
  }
  const trade = new Trade(() => app.url, 1)
  trade.start([
    { name: 'A', batch: 1, locationId: 1, perSecond: 200 },
    { name: 'B', batch: 20, locationId: 2, perSecond: 1000 },
  ])
  while (trade.acknowledged.size < 300 || trade.refused.size === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  await trade.stop()
  expect(trade.wrong).toEqual([])
  await signedIn(app.url, 'staff', 'harbour-and-vine')
  return trade
}

const broken = async (trade: Trade, logs = '') =>
  (await invariantsOf(app.databaseUrl, trade, logs, { url: app.url, credential: await credentialOf(app.database, 'owner') }))
    .filter((one) => one.broken !== 0)
    .map(({ name, what }) => `${name} ${what}`)

const spoil = async (statement: string) => {
  const owner = connectAsOwner(app.databaseUrl)
  await owner.unsafe(statement).finally(() => owner.end())
}

const ONE_SALE = 'sale_id = (select min(sale_id) from sale where kind = 1)'
const ONE_MOVEMENT = 'movement_id = (select min(movement_id) from loyalty_movement where kind = 1)'
const ONE_CARD = 'card_id = (select min(card_id) from loyalty_card where points > 0)'
const LEDGER = 'I2 cards, movements and days of the points ledger that differ from its entries'

describe('what must hold after a fault', () => {
  it('holds in a house that sold in peace', async () => {
    expect(await broken(await soldHouse())).toEqual([])
  })

  it.each([
    [
      'a sale that is gone',
      `delete from sale where ${ONE_SALE}`,
      ['I5 acknowledged sales lost', 'I7 rows of the rollup that differ from the sales', 'I9 parts of a sale under another venue, location or day'],
    ],
    [
      'a sale of another total',
      `update sale set total = total + 1 where ${ONE_SALE}`,
      ['I5 acknowledged sales stored twice or changed', 'I7 sales whose parts do not make the whole'],
    ],
    [
      'a line on another day',
      `update sale_line set business_date = business_date - 1 where line_no = 1 and ${ONE_SALE}`,
      ['I9 parts of a sale under another venue, location or day'],
    ],
    [
      'a rollup that lost something',
      highestDayChanged(DIM.class, 'amount = amount - 1'),
      ['I7 rows of the rollup that differ from the sales', 'I7 days whose departments, takings and total disagree'],
    ],
    [
      'a day that shows more than was sold',
      highestDayChanged(DIM.total, 'amount = amount + 1, gross = gross + 1'),
      ['I8 figures of API, CSV and XLSX that differ from the lines'],
    ],
    [
      'a sign-in that nobody wrote down',
      "delete from audit_event where action = 'sign-in'",
      ['I11 effects without their row in the audit, and rows without effect'],
    ],
    [
      'an opened venue written down twice',
      "insert into audit_event (venue_id, event_id, action, session_id) select venue_id, event_id + 1, action, session_id from audit_event where action = 'venue.opened'",
      ['I11 effects without their row in the audit, and rows without effect'],
    ],
    ['a card that holds a point more', `update loyalty_card set points = points + 1 where ${ONE_CARD}`, [LEDGER]],
    [
      'an entry of points that is gone',
      `delete from loyalty_entry where account = 3 and ${ONE_MOVEMENT}`,
      ['I1 movements of points that do not add up to zero', LEDGER],
    ],
    [
      'a sale whose points are gone with their entries',
      `with gone as (delete from loyalty_entry where ${ONE_MOVEMENT}) delete from loyalty_movement where ${ONE_MOVEMENT}`,
      ['I5 sales with a card whose points are not in the ledger exactly once', LEDGER],
    ],
    [
      'points posted twice',
      `insert into loyalty_movement (venue_id, movement_id, kind, card_id, points, location_id, business_date, at, sale_id)
        select venue_id, movement_id + 1, kind, card_id, points, location_id, business_date, at, sale_id from loyalty_movement where ${ONE_MOVEMENT}`,
      ['I5 sales with a card whose points are not in the ledger exactly once'],
    ],
    [
      'a replaced card that holds points',
      `update loyalty_card set status = 3, replaced_by = card_id where ${ONE_CARD}`,
      ['I3 replaced cards that hold points, or stand for a member still'],
    ],
    [
      'a transfer that gives more than it takes',
      `update loyalty_entry set kind = 3 where ${ONE_MOVEMENT}`,
      ['I3 transfers and replacements that change what members hold'],
    ],
  ])('breaks with %s', async (_what, statement, expected) => {
    const trade = await soldHouse()
    await spoil(statement)
    expect(await broken(trade)).toEqual(expect.arrayContaining(expected))
  })

  it('holds in a house restored from its backup, and breaks where that lost something', async () => {
    const trade = await soldHouse()
    const folder = mkdtempSync(join(tmpdir(), 'daybook-test-'))
    const other = await freshDatabase()
    try {
      await takeBackup(app.databaseUrl, join(folder, 'house.backup'))
      await restoreBackup(other.url, join(folder, 'house.backup'))
      await readyAfterRestore(other.url)
      expect((await restoredInvariant(other.url, trade)).broken).toBe(0)
      const owner = connectAsOwner(other.url)
      await owner.unsafe(`delete from sale where ${ONE_SALE}`).finally(() => owner.end())
      expect((await restoredInvariant(other.url, trade)).what).toContain('I5 acknowledged sales lost')
    } finally {
      await other.drop()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('breaks with a sale nobody sent, one that was refused, and a secret in the log', async () => {
    const trade = await soldHouse()
    const [first, second] = [...trade.acknowledged.keys()]
    trade.acknowledged.delete(first ?? '')
    trade.acknowledged.delete(second ?? '')
    trade.refused.add(second ?? '')
    expect(await broken(trade, 'authorization: Bearer abc')).toEqual([
      'I5 sales stored that nobody sent',
      'I6 refused sales that left something',
      'I12 secrets in what the server wrote',
    ])
  })
})
