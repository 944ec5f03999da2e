import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MOVEMENT } from '#features/stock/movements.rules.ts'
import { setSpec } from '#features/stock/store-spec.sql.ts'
import { VenueScope } from '#platform/access/venue-scope.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/pool.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { type ExpectedAt, storeCount } from './store-count.sql.ts'
import { storeMovements } from './store-movements.sql.ts'

const NOW = new Date('2026-11-20T09:00:00Z')
let app: StartedApp
let house: Sql

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  house = connectAsOwner(app.databaseUrl)
})
afterAll(async () => {
  await house.end()
  await app.close()
})

const asJob = <T>(work: (scope: VenueScope) => Promise<T>) => app.database.inVenue(1, async (sql) => work(await VenueScope.forJob(sql, 1, NOW)))
let made = 0
const product = async (): Promise<number> => {
  made += 1
  const [row] = await house<{ id: number }[]>`
    insert into product (venue_id, plu, name, class_id) values (1, ${`OTHERS-${made}`}, 'Item', 0) returning product_id as id`
  return row?.id ?? 0
}
/** 12 of everything, at 2.5 minor units each. */
const dozen: ExpectedAt = async (_scope, _moment, ids) => new Map(ids.map((id) => [id, { qty: 120_000, averageCost: 25_000 }]))
const move = (productId: number, more: object = {}) => ({
  kind: MOVEMENT.adjustment,
  locationId: 1,
  productId,
  day: '2026-11-18',
  at: null,
  qty: 40_000,
  reason: '',
  toldId: null,
  otherLocationId: null,
  ...more,
})

describe('Whoever else stores stock', () => {
  it('has a count keep what should have been there, and what a unit cost then', async () => {
    const id = await product()
    const { status, countId } = await asJob((scope) =>
      storeCount(
        scope,
        {
          locationId: 1,
          section: '',
          countedAt: NOW,
          day: '2026-11-20',
          source: 'screen',
          toldId: null,
          note: '',
          committedBy: 7,
          lines: [{ productId: id, qty: 110_000 }],
        },
        dozen,
      ),
    )
    expect(status).toBe('accepted')
    const [row] = await house`
      select l.qty::int, l.expected::int, l.average_cost::int, c.source, c.committed_by, s.average_cost::int as latest from stock_count c
      join stock_count_line l on l.venue_id = 1 and l.count_id = c.count_id join stock_latest s on s.venue_id = 1 and s.product_id = l.product_id
      where c.venue_id = 1 and c.count_id = ${countId}`
    expect(row).toEqual({ qty: 110_000, expected: 120_000, average_cost: 25_000, source: 'screen', committed_by: 7, latest: 25_000 })
  })

  it('has a transfer carry its cost from one location to the other, and one without a number is always a further one', async () => {
    const id = await product()
    const transfer = move(id, { kind: MOVEMENT.transfer, qty: -40_000, otherLocationId: 2 })
    const statuses = await asJob((scope) => storeMovements(scope, { source: 'screen', notedBy: 7 }, [transfer, { ...transfer }], dozen))
    expect(statuses).toEqual(['accepted', 'accepted'])
    const rows = await house`
      select location_id as place, qty::int, cost::int, noted_by as by from stock_movement where venue_id = 1 and product_id = ${id} order by location_id`
    const [out, back] = [
      { place: 1, qty: -40_000, cost: -10, by: 7 },
      { place: 2, qty: 40_000, cost: 10, by: 7 },
    ]
    expect([...rows]).toEqual([out, out, back, back])
  })

  it('at two locations at once, in both directions, waits for no circle', async () => {
    const id = await product()
    const between = (from: number, to: number) =>
      asJob((scope) =>
        storeMovements(scope, { source: 'screen' }, [move(id, { kind: MOVEMENT.transfer, locationId: from, otherLocationId: to, qty: -10_000 })], dozen),
      )
    await Promise.all([between(1, 2), between(2, 1), between(1, 2), between(2, 1), between(3, 1), between(2, 3)])
    const [sum] = await house`select count(*)::int as n, sum(qty)::int as qty from stock_movement where venue_id = 1 and product_id = ${id}`
    expect(sum).toEqual({ n: 12, qty: 0 })
  })

  it('says what a product is from a day on', async () => {
    const id = await product()
    await asJob((scope) => setSpec(scope, id, '2026-01-01', { abv: 460 }))
    await asJob((scope) => setSpec(scope, id, '2026-11-20', { abv: 480, unit: 'can' }))
    const rows = await house`select from_day::text as day, abv, unit from product_spec where venue_id = 1 and product_id = ${id} order by from_day`
    expect([...rows]).toEqual([
      { day: '2026-01-01', abv: 460, unit: 'can' },
      { day: '2026-11-20', abv: 480, unit: 'can' },
    ])
  })
})
