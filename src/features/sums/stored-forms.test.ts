import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RESERVATIONS_FORMAT } from '#features/reports/kit/reservations.rules.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/pool.ts'
import { migrationNames } from '#platform/database/succession.ts'
import { REPAIR_NOW, type RepairVenue, repairVenue } from '#tests/repair-house.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { basisName, guestBasis } from './guest-pack.rules.ts'
import { DIMENSIONS, PRODUCTS } from './running-totals.rules.ts'

let app: StartedApp
let sql: Sql
let venue: RepairVenue
let right: Record<string, unknown>

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => REPAIR_NOW })
  sql = connectAsOwner(app.databaseUrl)
  venue = await repairVenue(app, sql, 'Formats')
  right = await venue.answers()
}, 120_000)
afterAll(async () => {
  await sql.end()
  await app.close()
})

/**
 * A version is told by its last migration (decision 0019): rows of one form may be written only after a migration, or two versions would write beside each other.
 * Changed a form on purpose? Add a migration, an empty one will do, and write its name and the new formats here.
 */
it('a stored form that changes comes with a migration', () => {
  const totals = [PRODUCTS, DIMENSIONS].map(({ format }) => format)
  const since = '0028-tax-of-surcharges.sql'
  expect(migrationNames()).toContain(since)
  expect({
    guests: JSON.parse(basisName(guestBasis([]))).packed,
    totals,
    reservations: RESERVATIONS_FORMAT,
  }).toEqual({
    guests: 'e5a710e2f8c80098',
    totals: ['3d2ea70492c58afa', '4f9aa6ee158102bc'],
    reservations: 'ebd776ad7d556e8f',
  })
})

/** Each stored form with what another version's rows of it are told by, and sums of its that nobody may read. */
const FORMS = [
  ['packed_guests', 'basis', 'patron_days = item_days, item_days = patron_days, visitors = table_days'],
  ['running_total', 'format', "sums = 'C' || sums"],
  ['reservation_day', 'format', "counts = '1,' || counts"],
] as const

describe('rows of a stored form that another version wrote', () => {
  it.each(FORMS)('of %s, told by %s, are not read, and are made anew', async (table, column, other) => {
    const formats = () => sql.unsafe(`select ${column} as format, count(*)::int as n from ${table} where venue_id = ${venue.venueId} group by 1 order by 1`)
    const before = [...(await formats())]
    expect(before.length).toBeGreaterThan(0)
    await sql.unsafe(`update ${table} set ${column} = 'of another version', ${other} where venue_id = ${venue.venueId}`)
    expect(await venue.answers()).toEqual(right)
    await venue.close()
    expect([...(await formats())]).toEqual(before)
    expect(await venue.answers()).toEqual(right)
  })
})
