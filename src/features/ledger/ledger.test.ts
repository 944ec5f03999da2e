import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WireSale } from '#features/intake/sale.contract.ts'
import { takeSales } from '#features/intake/take-sales.sql.ts'
import { numbersByKey } from '#features/sums/member-numbers.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { connectAsOwner, type Database, openDatabase } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/pool.ts'
import { cardKey } from '#shared/card-number.ts'
import { Failure } from '#shared/failure.ts'
import { type FreshDatabase, freshDatabase } from '#tests/fresh-database.ts'
import { makeVenue } from '#tests/people.ts'
import { plainSale } from '#tests/stored-trade.ts'
import { postBacklogOf } from './backlog.job.ts'
import { adjustCard, reverse } from './by-hand.sql.ts'
import { addCard, lockCard } from './cards.sql.ts'
import { reconcileLedger } from './reconcile-ledger.job.ts'
import { replace, transfer } from './two-cards.sql.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const CLOSED = '2026-11-19T20:15:00+11:00'
let fresh: FreshDatabase
let database: Database
let owner: Sql

beforeAll(async () => {
  fresh = await freshDatabase()
  database = openDatabase(fresh.url, 6)
  owner = connectAsOwner(fresh.url)
})
afterAll(async () => {
  await database.close()
  await owner.end()
  await fresh.drop()
})

const inVenue = <T>(venueId: number, work: (venue: VenueScope) => Promise<T>) => workInVenue(database, venueId, NOW, work)
const take = (venueId: number, locationId: number, sales: readonly WireSale[]) =>
  inVenue(venueId, (venue) => takeSales(venue, { locationId, batchId: null, source: 'test', sales })).then((all) => all.map(({ status }) => status))

let venues = 0
const newHouse = async () => {
  const { venueId, locationIds } = await makeVenue(database, `Ledger ${++venues}`, ['Bar'])
  return { venueId, locationId: locationIds[0] ?? 0 }
}

const accounts = async (venueId: number) => {
  const [row] = await inVenue(
    venueId,
    ({ sql }) => sql<{ sum: number; least: number; negative: number; thin: number }[]>`
    select coalesce((select sum(delta) from loyalty_entry where venue_id = ${venueId}), 0)::bigint as sum,
      (select count(*) from loyalty_card where venue_id = ${venueId} and (points < 0 or owed < 0))::int as negative,
      (select count(*) from (select movement_id from loyalty_entry where venue_id = ${venueId} group by movement_id having count(*) < 2) t)::int as thin`,
  )
  return row
}
const RIGHT = { sum: 0, negative: 0, thin: 0 }

const netOf = async (venueId: number, numbers: readonly string[]) => {
  const rows = await inVenue(
    venueId,
    ({ sql }) => sql<{ number: string; net: number }[]>`
    select k.number, (m.points - m.owed)::bigint as net from loyalty_card k join loyalty_card m on m.venue_id = k.venue_id and m.card_id = k.member_id
    where k.venue_id = ${venueId}`,
  )
  return Object.fromEntries(rows.filter(({ number }) => numbers.includes(number)).map(({ number, net }) => [number, net]))
}

const CARDS = ['A', 'B', 'C', 'D'] as const
const card = fc.constantFrom(...CARDS)
const step = fc.oneof(
  fc.record({ do: fc.constant('sell' as const), card, accrued: fc.nat(50), redeemed: fc.oneof(fc.constant(0), fc.nat(80)) }),
  fc.record({ do: fc.constant('void' as const), which: fc.nat(20) }),
  fc.record({ do: fc.constant('revise' as const), which: fc.nat(20), accrued: fc.nat(50) }),
  fc.record({ do: fc.constant('refund' as const), which: fc.nat(20), points: fc.nat(50) }),
  fc.record({ do: fc.constant('again' as const), which: fc.nat(20) }),
  fc.record({ do: fc.constant('adjust' as const), card, points: fc.integer({ min: -60, max: 60 }).filter((points) => points !== 0) }),
  fc.record({ do: fc.constant('transfer' as const), card, to: card, points: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ do: fc.constant('replace' as const), card }),
  fc.record({ do: fc.constant('reverse' as const), which: fc.nat(20), points: fc.option(fc.integer({ min: 1, max: 30 })) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

interface Moved {
  id: string
  card: string
  to: string | null
  by: number
  left: number
}

/** What a plain list of amounts says, beside the ledger: the net of each member, and what is left of each movement. */
class Model {
  readonly net = new Map<string, number>()
  readonly sales: { sale: WireSale; card: string; movement: Moved; open: boolean }[] = []
  add(name: string, by: number) {
    this.net.set(name, (this.net.get(name) ?? 0) + by)
  }
}

/** The number a member of the model carries first; each replacement is a further one. */
class House {
  readonly venueId: number
  readonly locationId: number
  readonly model = new Model()
  readonly numbers = new Map<string, string>(CARDS.map((name) => [name, name]))
  /** All numbers a member carried so far. */
  readonly carried = new Map<string, string[]>(CARDS.map((name) => [name, [name]]))
  readonly movements: Moved[] = []

  constructor(venueId: number, locationId: number) {
    this.venueId = venueId
    this.locationId = locationId
  }

  number(name: string) {
    return this.numbers.get(name) ?? name
  }

  async perform(step: Step): Promise<void> {
    const { model, venueId, locationId } = this
    const made = { locationId, comments: 'random' }
    const hand = async <T>(work: (venue: VenueScope) => Promise<T>): Promise<T | undefined> => {
      try {
        return await inVenue(venueId, work)
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        return undefined
      }
    }
    const pick = 'which' in step ? model.sales[step.which % Math.max(1, model.sales.length)] : undefined
    if (step.do === 'sell') {
      // By the number the member had first: it is a replaced card's after a while.
      const sale = plainSale(CLOSED, 1000, { LoyaltyCard: step.card, Points: { Accrued: step.accrued, Redeemed: step.redeemed } })
      expect(await take(venueId, locationId, [sale])).toEqual(['accepted'])
      await this.sold(sale, step.card, step.accrued - step.redeemed)
    } else if (step.do === 'again' && pick) {
      const [status] = await take(venueId, locationId, [pick.sale])
      expect(['duplicate', 'stale']).toContain(status)
    } else if (step.do === 'void' && pick?.open) {
      await take(venueId, locationId, [{ SaleId: `v ${pick.sale.SaleId}`, TerminalId: 'T1', Type: 'Void', OriginalSaleId: pick.sale.SaleId, ClosedAt: CLOSED }])
      this.takeBack(pick)
    } else if (step.do === 'revise' && pick?.open) {
      const sale: WireSale = { ...pick.sale, Revision: (pick.sale.Revision ?? 1) + 1, Points: { Accrued: step.accrued } }
      expect(await take(venueId, locationId, [sale])).toEqual(['replaced'])
      this.takeBack(pick)
      await this.sold(sale, pick.card, step.accrued)
    } else if (step.do === 'refund' && pick) {
      const sale = plainSale(CLOSED, 0, {
        Type: 'Refund',
        LoyaltyCard: pick.card,
        OriginalSaleId: pick.sale.SaleId,
        Points: { Accrued: -step.points },
        Lines: [{ Plu: 'P1', Quantity: '-1', Gross: -100, Net: -100 }],
        Tenders: [{ Method: 'Cash', Amount: -100 }],
        Totals: { Total: -100 },
      })
      expect(await take(venueId, locationId, [sale])).toEqual(['accepted'])
      model.add(pick.card, -step.points)
    } else if (step.do === 'adjust') {
      const done = await hand(async (venue) => {
        await addCard(venue, this.number(step.card), '2026-11-01')
        return adjustCard(venue, await lockCard(venue, this.number(step.card)), step.points, made)
      })
      expect(done !== undefined).toBe(step.points > 0 || Math.max(model.net.get(step.card) ?? 0, 0) + step.points >= 0)
      if (done) this.moved(done.movementId, step.card, null, step.points)
    } else if (step.do === 'transfer') {
      const done = await hand((venue) => transfer(venue, this.number(step.card), this.number(step.to), step.points, made))
      if (done) this.moved(done.movementId, step.card, step.to, -step.points)
    } else if (step.do === 'replace') {
      const next = `${step.card}${this.movements.length}-${++replaced}`
      const done = await hand((venue) => replace(venue, this.number(step.card), next, made))
      if (!done) return
      this.numbers.set(step.card, next)
      this.carried.get(step.card)?.push(next)
    } else if (step.do === 'reverse' && this.movements.length > 0) await this.reverse(step.which, step.points, hand)
  }

  async reverse(which: number, points: number | null, hand: <T>(work: (venue: VenueScope) => Promise<T>) => Promise<T | undefined>): Promise<void> {
    const movement = this.movements[which % this.movements.length]
    if (!movement) return
    const size = points ?? movement.left
    const done = await hand((venue) => reverse(venue, movement.id, points ?? undefined, 'random'))
    if (!done) return
    expect(size).toBeLessThanOrEqual(movement.left)
    const by = movement.by > 0 ? -size : size
    movement.left -= size
    this.model.add(movement.card, by)
    if (movement.to) this.model.add(movement.to, -by)
  }

  moved(id: string, name: string, to: string | null, by: number): void {
    this.movements.push({ id, card: name, to, by, left: Math.abs(by) })
    this.model.add(name, by)
    if (to) this.model.add(to, -by)
  }

  async sold(sale: WireSale, name: string, by: number): Promise<void> {
    const [row] = await inVenue(
      this.venueId,
      ({ sql }) => sql<{ id: string }[]>`
      select sale_id::text as id from sale where venue_id = ${this.venueId} and receipt = ${sale.SaleId} and revision = ${sale.Revision ?? 1} and kind = 1`,
    )
    const movement = { id: row?.id ?? '', card: name, to: null, by, left: Math.abs(by) }
    this.movements.push(movement)
    this.model.sales.push({ sale, card: name, movement, open: true })
    this.model.add(name, by)
  }

  takeBack(sold: Model['sales'][number]): void {
    sold.open = false
    // What was reversed by hand before is not taken back twice, and nothing is left to reverse.
    const { movement } = sold
    this.model.add(sold.card, movement.by > 0 ? -movement.left : movement.left)
    movement.left = 0
  }
}

let replaced = 0

/** All cards a member carried stand for the same member, whom nobody else is; only the last may hold points, and visits count one member. */
const expectOneMemberEach = async ({ venueId, carried, numbers }: House) => {
  const cards = await inVenue(
    venueId,
    ({ sql }) => sql<{ number: string; member: string; status: number; held: number }[]>`
      select c.number, m.number as member, c.status, (c.points + c.owed)::bigint as held from loyalty_card c
      join loyalty_card m on m.venue_id = c.venue_id and m.card_id = c.member_id where c.venue_id = ${venueId}`,
  )
  const visitors = await inVenue(venueId, (venue) => numbersByKey(venue, [...carried.values()].flat().map(cardKey)))
  for (const [name, all] of carried) {
    const own = cards.filter(({ number }) => all.includes(number))
    expect(own.filter(({ member }) => member !== numbers.get(name))).toEqual([])
    expect(own.filter(({ number, status, held }) => number !== numbers.get(name) && (status !== 3 || held !== 0))).toEqual([])
    if (all.length > 1) expect(new Set(all.map((number) => visitors.get(cardKey(number)))).size).toBe(1)
  }
  expect(new Set([...carried.values()].flatMap(([first = '']) => visitors.get(cardKey(first)) ?? [])).size).toBe(
    [...carried.values()].filter(([first = '']) => visitors.has(cardKey(first))).length,
  )
}

/** What every card holds, what the venue's accounts come to, and the points of sales. */
const bothLedgers = (venueId: number) =>
  inVenue(venueId, async ({ sql }) => ({
    cards: await sql`select number, points, owed from loyalty_card where venue_id = ${venueId} order by number`,
    accounts:
      await sql`select account, sum(delta)::bigint as sum from loyalty_entry where venue_id = ${venueId} group by account having sum(delta) <> 0 order by account`,
    sales: await sql`
      select sum(points_accrued)::bigint as accrued, sum(points_redeemed)::bigint as redeemed from sale where venue_id = ${venueId} and kind in (1, 2, 5)`,
    told: await sql`select sum(points)::bigint as told from loyalty_day where venue_id = ${venueId} and figure = 12`,
  }))

describe('the ledger, in random trade, refunds, voids, revisions, adjustments, transfers, replacements and reversals', () => {
  it('adds up to zero, agrees with each card, never goes below zero, and comes to what a plain list says', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const { venueId, locationId } = await newHouse()
        const house = new House(venueId, locationId)
        for (const one of steps) await house.perform(one)
        expect(await reconcileLedger(database, venueId, NOW)).toEqual([])
        expect(await accounts(venueId)).toEqual(RIGHT)
        const expected = [...house.model.net].filter(([name]) => CARDS.includes(name as (typeof CARDS)[number]))
        const net = await netOf(venueId, CARDS)
        expect(net).toEqual(Object.fromEntries(Object.keys(net).map((name) => [name, Object.fromEntries(expected)[name] ?? 0])))
        await expectOneMemberEach(house)
      }),
      { numRuns: 100 },
    )
  }, 120_000)

  it('is after a sale and its full refund as it was before, whatever happened until then', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), card, fc.nat(60), fc.nat(60), async (steps, name, accrued, redeemed) => {
        const { venueId, locationId } = await newHouse()
        const house = new House(venueId, locationId)
        for (const one of [{ do: 'sell', card: name, accrued: 20, redeemed: 0 } as const, ...steps]) await house.perform(one)
        const before = await bothLedgers(venueId)
        const sale = plainSale(CLOSED, 1000, { LoyaltyCard: name, Points: { Accrued: accrued, Redeemed: redeemed } })
        await take(venueId, locationId, [sale])
        if (accrued !== redeemed) expect(await bothLedgers(venueId)).not.toEqual(before)
        const refund = plainSale(CLOSED, 0, {
          Type: 'Refund',
          LoyaltyCard: name,
          OriginalSaleId: sale.SaleId,
          Points: { Accrued: -accrued, Redeemed: -redeemed },
          Lines: [{ Plu: 'P1', Quantity: '-1', Gross: -1000, Net: -1000 }],
          Tenders: [{ Method: 'Cash', Amount: -1000 }],
          Totals: { Total: -1000 },
        })
        expect(await take(venueId, locationId, [refund])).toEqual(['accepted'])
        expect(await bothLedgers(venueId)).toEqual(before)
      }),
      { numRuns: 30 },
    )
  }, 60_000)

  it('notices a balance that does not agree with its entries', async () => {
    const { venueId, locationId } = await newHouse()
    await take(venueId, locationId, [plainSale(CLOSED, 100, { LoyaltyCard: 'A', Points: { Accrued: 5 } })])
    expect(await reconcileLedger(database, venueId, NOW)).toEqual([])
    await database.inVenue(venueId, (sql) => sql`update loyalty_card set points = 6 where venue_id = ${venueId}`)
    expect(await reconcileLedger(database, venueId, NOW)).toMatchObject([{ what: 'card', kept: 6, entries: 5 }])
  })

  it('notices a day that says other points than its sales, those without a card too', async () => {
    const { venueId, locationId } = await newHouse()
    await take(venueId, locationId, [plainSale(CLOSED, 100, { Points: { Accrued: 5 } }), plainSale(CLOSED, 100, { LoyaltyCard: 'A', Points: { Accrued: 7 } })])
    expect(await reconcileLedger(database, venueId, NOW)).toEqual([])
    await database.inVenue(venueId, (sql) => sql`update loyalty_day set points = points + 1 where venue_id = ${venueId} and figure = 12`)
    expect(await reconcileLedger(database, venueId, NOW)).toMatchObject([{ what: 'day of sales', kept: 13, entries: 12 }])
  })

  it('cannot be rewritten by the server: entries and movements are only added', async () => {
    const { venueId } = await newHouse()
    for (const table of ['loyalty_entry', 'loyalty_movement'])
      for (const deed of [`delete from ${table}`, `update ${table} set location_id = 1`])
        await expect(database.inVenue(venueId, (sql) => sql.unsafe(deed))).rejects.toThrow(/permission denied/)
  })
})

describe('sales stored before there was a ledger', () => {
  it('are posted once, in parts, and agree with those that come meanwhile', async () => {
    const { venueId, locationId } = await newHouse()
    const sold = Array.from({ length: 30 }, (_, i) =>
      plainSale(CLOSED, 100, { LoyaltyCard: `M${i % 4}`, Points: { Accrued: 10 + i, Redeemed: i % 3 === 0 ? 5 : 0 } }),
    )
    await take(venueId, locationId, sold)
    const before = await netOf(venueId, ['M0', 'M1', 'M2', 'M3'])
    // As an older version left it, and the migration found it: sales without movements or cards, and of the days what the sales say.
    for (const table of ['loyalty_entry', 'loyalty_movement', 'loyalty_card', 'loyalty_day', 'loyalty_backlog'])
      await owner.begin(async (sql) => {
        await sql.unsafe(`set local app.venue = '${venueId}'`)
        await sql.unsafe(`delete from ${table} where venue_id = ${venueId} ${table === 'loyalty_day' ? 'and figure < 12' : ''}`)
      })
    const taken = { SaleId: 'late void', TerminalId: 'T1', Type: 'Void' as const, OriginalSaleId: sold[0]?.SaleId ?? '', ClosedAt: CLOSED }
    await take(venueId, locationId, [taken])
    await postBacklogOf(database, venueId, NOW)
    await postBacklogOf(database, venueId, NOW)
    expect(await netOf(venueId, ['M0', 'M1', 'M2', 'M3'])).toEqual({ ...before, M0: (before.M0 ?? 0) - 5 })
    expect(await reconcileLedger(database, venueId, NOW)).toEqual([])
    expect(await accounts(venueId)).toEqual(RIGHT)
  })
})

describe('four writers at once', () => {
  it('lose nothing, double nothing, and the sum never changes under transfers', async () => {
    const { venueId, locationId } = await newHouse()
    const numbers = Array.from({ length: 8 }, (_, i) => `W${i}`)
    await take(
      venueId,
      locationId,
      numbers.map((number) => plainSale(CLOSED, 100, { LoyaltyCard: number, Points: { Accrued: 100 } })),
    )
    let watching = true
    const sums = new Set<number>()
    const watch = (async () => {
      while (watching) {
        const [row] = await database.readVenue(
          venueId,
          (sql) => sql<{ sum: number }[]>`select sum(points - owed)::bigint as sum from loyalty_card where venue_id = ${venueId}`,
        )
        sums.add(row?.sum ?? -1)
      }
    })()
    const writer = async (seed: number) => {
      for (let i = 0; i < 40; i += 1) {
        const [from, to] = [numbers[(seed * 7 + i * 3) % 8] ?? '', numbers[(seed + i * 5 + 1) % 8] ?? '']
        await inVenue(venueId, (venue) => transfer(venue, from, to, 1 + ((seed + i) % 40), { locationId, comments: '' })).catch((error: unknown) => {
          if (!(error instanceof Failure)) throw error
        })
      }
    }
    await Promise.all([1, 2, 3, 4].map(writer))
    watching = false
    await watch
    expect([...sums]).toEqual([800])
    expect(await reconcileLedger(database, venueId, NOW)).toEqual([])
  })

  it('selling on the same cards end where one after the other would', async () => {
    const { venueId, locationId } = await newHouse()
    const batch = (writer: number) =>
      Array.from({ length: 25 }, (_, i) =>
        plainSale(CLOSED, 100, { TerminalId: `T${writer}`, LoyaltyCard: `H${(i * (writer + 1)) % 3}`, Points: { Accrued: 2, Redeemed: i % 2 } }),
      )
    const batches = [0, 1, 2, 3].map(batch)
    await Promise.all(batches.flatMap((sales) => [0, 5, 10, 15, 20].map((at) => take(venueId, locationId, sales.slice(at, at + 5)))))
    const expected: Record<string, number> = {}
    for (const { LoyaltyCard = '', Points } of batches.flat())
      expected[LoyaltyCard] = (expected[LoyaltyCard] ?? 0) + (Points?.Accrued ?? 0) - (Points?.Redeemed ?? 0)
    expect(await netOf(venueId, ['H0', 'H1', 'H2'])).toEqual(expected)
    expect(await reconcileLedger(database, venueId, NOW)).toEqual([])
  })
})
