import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { layByProduct, sumProductDays, unsummedMonths } from '#features/sums/product-days.sql.ts'
import { rebuildMonth } from '#features/sums/rebuild.sql.ts'
import { changedDays, reconcileDay, reconcileMonth } from '#features/sums/reconcile.sql.ts'
import { DIM } from '#features/sums/rollup.rules.ts'
import { unsoundSales } from '#features/sums/soundness.sql.ts'
import { VenueScope } from '#platform/access/venue-scope.ts'
import { connectAsOwner, type Database, openDatabase } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/pool.ts'
import { retried } from '#platform/database/retry.ts'
import { type FreshDatabase, freshDatabase } from '#tests/fresh-database.ts'
import { amountBy, besideSales, byPeriod, forgetSales, inWords, ofDays, storedSums } from '#tests/stored-sums.ts'
import type { WireSale } from './sale.contract.ts'
import { takeSales } from './take-sales.sql.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
let fresh: FreshDatabase
let database: Database
let owner: Sql

beforeAll(async () => {
  fresh = await freshDatabase({ sample: true })
  database = openDatabase(fresh.url, 4)
  owner = connectAsOwner(fresh.url)
})
afterAll(async () => {
  await database.close()
  await owner.end()
  await fresh.drop()
})

const inVenue = <T>(work: (scope: VenueScope) => Promise<T>): Promise<T> =>
  retried(() => database.inVenue(1, async (sql) => work(await VenueScope.forJob(sql, 1, NOW))))

const take = (locationId: number, sales: readonly unknown[]) =>
  inVenue((scope) => takeSales(scope, { locationId, batchId: null, source: 'test', sales })).then((outcomes) => outcomes.map(({ status }) => status))

const clear = () => forgetSales(owner)

/** What is stored of a place's sales, as one text. */
const rollup = async (locationId: number): Promise<string> => inWords(await storedSums(owner, 1, locationId))

const mismatches = (locationId: number) =>
  inVenue(async (scope) => {
    const days = (await changedDays(scope, true)).filter((day) => day.locationId === locationId)
    const months = [...new Set(days.map(({ day }) => `${day.slice(0, 7)}-01`))]
    const found = []
    for (const day of days) found.push(...(await reconcileDay(scope, day)))
    for (const month of months) found.push(...(await reconcileMonth(scope, locationId, month)))
    return found
  })

const line = (net: number, more: object = {}) => ({ Plu: '1001', Name: 'Lager', Quantity: '1', Gross: net, Net: net, ...more })
const sale = (id: string, net: number, more: object = {}): WireSale =>
  ({
    SaleId: id,
    TerminalId: 'T1',
    ClosedAt: '2026-11-19T20:15:00+11:00',
    Lines: [line(net)],
    Tenders: [{ Method: 'Cash', Amount: net }],
    Totals: { Total: net },
    ...more,
  }) as WireSale

const total = async (locationId: number, day = '2026-11-19') =>
  ofDays(await storedSums(owner, 1, locationId)).find(({ dim, period }) => dim === DIM.total && period === day)?.sums

describe('a till sends sales', () => {
  it('stores a sale once, however often it comes', async () => {
    await clear()
    expect(await take(1, [sale('A1', 1000)])).toEqual(['accepted'])
    expect(await take(1, [sale('A1', 1000), sale('A1', 1000)])).toEqual(['duplicate', 'duplicate'])
    expect(await take(1, [sale('A1', 1001)])).toEqual(['conflict'])
    expect(await total(1)).toMatchObject({ n: 1, customers: 1, qty: 10000, amount: 1000 })
  })

  it('lets a higher revision replace a lower one and ignores an older one', async () => {
    await clear()
    expect(await take(1, [sale('A1', 1000), sale('A1', 1500, { Revision: 2 })])).toEqual(['accepted', 'replaced'])
    expect(await take(1, [sale('A1', 900, { Revision: 3 })])).toEqual(['replaced'])
    expect(await take(1, [sale('A1', 1500, { Revision: 2 })])).toEqual(['duplicate'])
    expect(await total(1)).toMatchObject({ n: 1, qty: 10000, amount: 900 })
    expect(await take(1, [sale('A2', 900, { Revision: 3 })])).toEqual(['accepted'])
    expect(await take(1, [sale('A2', 700, { Revision: 1 })])).toEqual(['stale'])
    expect(await total(1)).toMatchObject({ n: 2, amount: 1800 })
    expect(await mismatches(1)).toEqual([])
  })

  it('takes a voided sale back on its own day, and only once', async () => {
    await clear()
    const voided = { SaleId: 'V1', TerminalId: 'T1', Type: 'Void', OriginalSaleId: 'A1', ClosedAt: '2026-11-20T10:00:00+11:00' }
    expect(await take(1, [sale('A1', 1000), sale('A2', 500)])).toEqual(['accepted', 'accepted'])
    expect(await take(1, [voided])).toEqual(['accepted'])
    expect(await take(1, [voided, { ...voided, SaleId: 'V2' }])).toEqual(['duplicate', 'rejected'])
    expect(await total(1)).toMatchObject({ n: 1, customers: 1, amount: 500 })
    expect(await mismatches(1)).toEqual([])
  })

  it('keeps a void that comes before its sale', async () => {
    await clear()
    const voided = { SaleId: 'V1', TerminalId: 'T1', Type: 'Void', OriginalSaleId: 'A1', ClosedAt: '2026-11-20T10:00:00+11:00' }
    expect(await take(1, [voided])).toEqual(['accepted'])
    expect(await take(1, [sale('A1', 1000), sale('A1', 1100, { Revision: 2 })])).toEqual(['accepted', 'replaced'])
    expect(await rollup(1)).toBe('')
    expect(await mismatches(1)).toEqual([])
  })

  it('keeps why a line was wasted, and gives it to the entries that take it back', async () => {
    await clear()
    const wasted = (id: string, WastageReason: string | undefined, more: object = {}) =>
      sale(id, 0, {
        Type: 'NoSale',
        Lines: [line(0, { Gross: 700, DiscountTotal: 700, Cost: 200, Wastage: true, WastageReason })],
        Tenders: [],
        ...more,
      })
    expect(await take(1, [wasted('W1', 'Spill'), wasted('W2', 'Spill'), wasted('W3', undefined), wasted('W4', 'Expired')])).toEqual(Array(4).fill('accepted'))
    expect(await take(1, [wasted('W1', 'Breakage', { Revision: 2 })])).toEqual(['replaced'])
    const voided = { SaleId: 'V1', TerminalId: 'T1', Type: 'Void', OriginalSaleId: 'W4', ClosedAt: '2026-11-20T10:00:00+11:00' }
    expect(await take(1, [voided])).toEqual(['accepted'])
    // Corrected and taken back in one batch: the entry is made of what was never stored before.
    expect(await take(1, [wasted('W5', 'Theft'), wasted('W5', 'Staff', { Revision: 2 })])).toEqual(['accepted', 'replaced'])
    const told = await owner<{ receipt: string; reason: string | null; cost: number }[]>`
      select s.receipt, d.name as reason, l.cost from sale s join sale_line l on l.venue_id = s.venue_id and l.sale_id = s.sale_id
      left join dimension_key d on d.venue_id = l.venue_id and d.key = l.wastage_reason_key and d.dim = 9 where l.wastage
      order by s.receipt, s.revision, s.kind, l.cost desc`
    expect(told.map(({ receipt, reason, cost }) => [receipt, reason, cost])).toEqual([
      ['W1', 'Spill', 200],
      ['W1', 'Spill', -200],
      ['W1', 'Breakage', 200],
      ['W2', 'Spill', 200],
      ['W3', null, 200],
      ['W4', 'Expired', 200],
      ['W4', 'Expired', -200],
      ['W5', 'Theft', 200],
      ['W5', 'Theft', -200],
      ['W5', 'Staff', 200],
    ])
    expect(await mismatches(1)).toEqual([])
  })

  it('rejects sums that do not add up and takes the others', async () => {
    await clear()
    expect(await take(1, [sale('A1', 1000, { Totals: { Total: 999 } }), sale('A2', 500), { SaleId: 7 }, null])).toEqual([
      'rejected',
      'accepted',
      'rejected',
      'rejected',
    ])
    expect(await total(1)).toMatchObject({ n: 1, amount: 500 })
  })

  it('counts neither training nor a no-sale', async () => {
    await clear()
    expect(
      await take(1, [sale('A1', 1000, { Training: true }), { SaleId: 'N1', TerminalId: 'T1', Type: 'NoSale', ClosedAt: '2026-11-19T20:15:00+11:00' }]),
    ).toEqual(['accepted', 'accepted'])
    expect(await rollup(1)).toBe('')
    expect(await mismatches(1)).toEqual([])
  })
})

describe('many tills at once', () => {
  it('meet the same names, days and voids, and nothing is lost, doubled or left hanging', { timeout: 60_000 }, async () => {
    await clear()
    const events = Array.from({ length: 240 }, (_, i): WireSale => {
      const terminal = `M${i % 4}`
      if (i % 9 === 8)
        return { SaleId: `V${i}`, TerminalId: terminal, Type: 'Void', OriginalSaleId: `R${i - 4}`, ClosedAt: '2026-11-20T09:00:00+11:00' } as WireSale
      const lines = [line(1000, { Plu: `met-${i % 17}`, Group: `Group ${i % 5}` }), line(250, { Plu: `met-${(i * 7) % 17}` })]
      return sale(`R${i}`, 1250, {
        TerminalId: terminal,
        ClerkId: `c${i % 13}`,
        ClosedAt: `2026-11-${String(10 + (i % 9)).padStart(2, '0')}T20:15:00+11:00`,
        Lines: lines,
        Tenders: [{ Method: `Media ${i % 6}`, Amount: 1250 }],
      })
    })
    // Everything twice, in eight streams that do not care about order: voids pass their sales, batches cross each other.
    const streams = Array.from({ length: 8 }, (_, k) => events.map((event, i) => ({ event, at: (i * (2 * k + 3)) % 241 })).sort((x, y) => x.at - y.at))
    await Promise.all(
      streams.map(async (stream, k) => {
        const mine = stream.filter((_, i) => i % 4 === k % 4).map(({ event }) => event)
        for (let i = 0; i < mine.length; i += 7) await take(1, mine.slice(i, i + 7))
      }),
    )
    for (let i = 0; i < events.length; i += 50) await take(1, events.slice(i, i + 50))
    const [stored] = await owner`
      select count(*) filter (where kind = 1)::int as sales, count(*) filter (where kind = 3)::int as voids, count(*) filter (where kind = 5)::int as counters from sale`
    const voids = events.filter(({ Type }) => Type === 'Void')
    const voidable = voids.filter(({ OriginalSaleId }) => events.some(({ SaleId, Type }) => SaleId === OriginalSaleId && Type !== 'Void'))
    expect(stored).toEqual({ sales: events.length - voids.length, voids: voids.length, counters: voidable.length })
    expect(await mismatches(1)).toEqual([])
    expect(await inVenue((scope) => unsoundSales(scope, '0'))).toEqual([])
  })
})

it('a void and its sale cannot pass each other unseen', async () => {
  await clear()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  // Only once the void holds its till is it the sale that has to wait.
  let taken = () => {}
  const hasTaken = new Promise<void>((resolve) => {
    taken = resolve
  })
  const voiding = inVenue(async (scope) => {
    const voided = { SaleId: 'V1', TerminalId: 'T1', Type: 'Void', OriginalSaleId: 'A1', ClosedAt: '2026-11-20T10:00:00+11:00' }
    const outcomes = await takeSales(scope, { locationId: 1, batchId: null, source: 'test', sales: [voided] })
    taken()
    await held
    return outcomes
  })
  await hasTaken
  const selling = take(1, [sale('A1', 1000)])
  expect(await Promise.race([selling, sleep(300).then(() => 'waiting')])).toBe('waiting')
  release()
  expect((await voiding).map(({ status }) => status)).toEqual(['accepted'])
  expect(await selling).toEqual(['accepted'])
  expect(await rollup(1)).toBe('')
})

/** Trade of one till, in the order it happened: sales, refunds, corrections, voids, of every shape a line can have. */
const trade = fc.array(
  fc.record({
    what: fc.constantFrom('sale', 'sale', 'sale', 'sale', 'refund', 'revise', 'void', 'training'),
    day: fc.integer({ min: 1, max: 19 }),
    hour: fc.integer({ min: 0, max: 23 }),
    target: fc.nat(30),
    taxIncluded: fc.boolean(),
    card: fc.boolean(),
    clerk: fc.constantFrom('', '7', '8'),
    tip: fc.constantFrom(0, 0, 150),
    surcharge: fc.constantFrom(0, 0, 77, 230),
    rounding: fc.constantFrom(0, 2, -2),
    promotion: fc.constantFrom(0, 0, 33),
    covers: fc.constantFrom(0, 0, 4),
    reservation: fc.constantFrom(undefined, undefined, 'R1'),
    lines: fc.array(
      fc.record({
        kind: fc.constantFrom('Sale', 'Sale', 'Sale', 'NonSale', 'Wastage', 'Voided', 'Return'),
        plu: fc.constantFrom('1001', '2001', '3001', 'new-1'),
        quantity: fc.constantFrom('1', '2', '0.375'),
        coverUnits: fc.constantFrom(undefined, 1, 0.3333),
        gross: fc.integer({ min: 0, max: 5000 }),
        discount: fc.integer({ min: 0, max: 200 }),
        reason: fc.constantFrom(undefined, '', 'Spill', 'Expired', 'New reason'),
        cost: fc.option(fc.integer({ min: 0, max: 900 }), { nil: undefined }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  }),
  { minLength: 1, maxLength: 14 },
)
type Step = (typeof trade extends fc.Arbitrary<infer T> ? T : never)[number]

const PLACES: Record<string, { Group?: string; Department?: string }> = { '2001': { Group: ' FOOD' }, '3001': { Group: 'Mixed', Department: 'Bar' } }

const wireOf = (step: Step, id: string, revision: number): WireSale => {
  const refund = step.what === 'refund'
  const lines = step.lines.map(({ kind, plu, quantity, coverUnits, gross, discount, cost, reason }) => {
    const back = refund || kind === 'Return'
    const off = kind === 'Sale' && !back ? Math.min(gross, discount) : kind === 'Wastage' ? gross : 0
    const sign = back && kind !== 'Wastage' && kind !== 'Voided' ? -1 : 1
    const net = sign * (gross - off)
    return {
      Plu: plu,
      Name: plu,
      Kind: kind === 'NonSale' ? 'NonSale' : 'Sale',
      ...PLACES[plu],
      CoverUnits: coverUnits,
      Quantity: sign < 0 ? `-${quantity}` : quantity,
      Gross: sign * gross,
      DiscountTotal: off,
      Net: net,
      Tax: kind === 'NonSale' ? undefined : Math.round(net / 11),
      Cost: cost === undefined || kind === 'NonSale' ? undefined : sign * cost,
      Wastage: kind === 'Wastage',
      WastageReason: kind === 'Wastage' ? reason : undefined,
      Voided: kind === 'Voided',
    }
  })
  const active = lines.filter(({ Wastage, Voided }) => !Wastage && !Voided)
  const off = active.reduce((sum, { DiscountTotal, Kind }) => sum + (Kind === 'Sale' ? DiscountTotal : 0), 0)
  const surcharge = active.length > 0 ? (refund ? -step.surcharge : step.surcharge) : 0
  const tax = active.reduce((sum, { Tax = 0 }) => sum + Tax, 0) + Math.round(surcharge / 11)
  const onTop = step.taxIncluded || active.length === 0 ? 0 : tax
  const sum = active.reduce((all, { Net }) => all + Net, 0) + surcharge + onTop + (refund ? 0 : step.tip) + step.rounding
  const lift = refund ? Math.min(0, sum) - sum : Math.max(0, sum) - sum
  const total = sum + lift
  return {
    SaleId: id,
    Revision: revision,
    TerminalId: 'T1',
    Type: refund ? 'Refund' : 'Sale',
    ClosedAt: `2026-${step.day % 2 === 0 ? '10' : '11'}-${String(step.day).padStart(2, '0')}T${String(step.hour).padStart(2, '0')}:30:00+11:00`,
    TaxIncluded: step.taxIncluded,
    Training: step.what === 'training',
    ...(step.clerk ? { ClerkId: step.clerk } : {}),
    ...(step.card ? { LoyaltyCard: '900001' } : {}),
    OrderType: step.card ? 'Takeaway' : undefined,
    Covers: step.covers,
    ReservationId: step.reservation,
    ...(step.tip > 0 ? { Table: '7' } : {}),
    Lines: lines,
    Promotions: !refund && step.promotion > 0 && off >= step.promotion ? [{ Id: 'P1', Name: 'Happy hour', Amount: step.promotion }] : [],
    Surcharges: surcharge === 0 ? [] : [{ Id: 'S1', Name: 'Sunday', Amount: surcharge }],
    Tips: refund || step.tip === 0 ? [] : [{ Amount: step.tip }],
    Rounding: step.rounding + lift,
    Totals: { Total: total, Tax: tax },
    Tenders: [
      { Method: 'Cash', Amount: total + 500 - Math.trunc(total / 3), Change: 500 },
      { Method: 'Card', CardType: 'Visa', Amount: Math.trunc(total / 3) },
    ],
  } as WireSale
}

const eventsOf = (steps: readonly Step[]): WireSale[] => {
  const revisions = new Map<string, number>()
  const voided = new Set<string>()
  const sold: string[] = []
  return steps.flatMap((step, i) => {
    const target = sold[step.target % Math.max(1, sold.length)]
    if (step.what === 'void') {
      if (!target || voided.has(target)) return []
      voided.add(target)
      return [{ SaleId: `V${i}`, TerminalId: 'T1', Type: 'Void', OriginalSaleId: target, ClosedAt: '2026-11-20T09:00:00+11:00' } as WireSale]
    }
    if (step.what === 'revise') {
      if (!target) return []
      const revision = (revisions.get(target) ?? 1) + 1
      revisions.set(target, revision)
      return [wireOf(step, target, revision)]
    }
    const id = `S${i}`
    if (step.what !== 'training') sold.push(id)
    return [wireOf(step, id, 1)]
  })
}

describe('whatever a till sends', () => {
  it('the deltas made at intake are what the facts say, in any order and however often it comes', { timeout: 900_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(trade, fc.infiniteStream(fc.nat(1_000_000)), fc.integer({ min: 1, max: 5 }), async (steps, chance, size) => {
        const events = eventsOf(steps)
        if (events.length === 0) return
        await clear()
        const statuses = await take(1, events)
        expect(statuses.filter((status) => status === 'rejected' || status === 'conflict')).toEqual([])
        const ordered = await rollup(1)
        expect(await mismatches(1)).toEqual([])
        const dice = chance[Symbol.iterator]()
        const shuffled = [...events, ...events.filter((_, i) => i % 3 === 0)]
          .map((event) => ({ event, at: dice.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ event }) => event)
        for (let i = 0; i < shuffled.length; i += size) await take(2, shuffled.slice(i, i + size))
        expect(await mismatches(2)).toEqual([])
        expect(await rollup(2)).toBe(ordered)
        await checkSums(1)
        expect(await reasons(2)).toEqual(await reasons(1))
        expect(await nowhere()).toEqual([])
        expect(await inVenue((scope) => unsoundSales(scope, '0'))).toEqual([])
        await inVenue(async (scope) => {
          for (const month of await unsummedMonths(scope, '2027-01-01')) await sumProductDays(scope, month, '2027-01-01')
        })
        expect(await mismatches(1)).toEqual([])
        const summed = await rollup(1)
        const months = new Set(events.map(({ ClosedAt }) => `${ClosedAt.slice(0, 7)}-01`))
        await inVenue(async (scope) => {
          for (const month of ['2026-09-01', ...months]) await rebuildMonth(scope, 1, month)
        })
        expect(await rollup(1)).toBe(summed)
        await inVenue(async (scope) => {
          for (const month of months) await layByProduct(scope, { locationId: 1, month })
        })
        expect(await rollup(1)).toBe(summed)
      }),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 15) },
    )
  })

  /** What was wasted for each reason, once what was taken back is taken off: the same in whatever order it came. */
  const reasons = (locationId: number) => owner`
    select coalesce(d.name, '') as reason, sum(l.qty)::bigint as qty, sum(l.cost)::bigint as cost, sum(l.gross)::bigint as gross
    from sale s join sale_line l on l.venue_id = s.venue_id and l.sale_id = s.sale_id and l.wastage and not l.voided
    left join dimension_key d on d.venue_id = l.venue_id and d.key = l.wastage_reason_key
    where s.kind in (1, 2, 5) and s.location_id = ${locationId} group by 1
    having sum(l.qty) <> 0 or sum(l.cost) <> 0 or sum(l.gross) <> 0 order by 1`

  /** Reasons on lines that are no wastage, or behind no name of a reason. */
  const nowhere = () => owner`
    select l.* from sale_line l left join dimension_key d on d.venue_id = l.venue_id and d.key = l.wastage_reason_key and d.dim = 9
    where l.wastage_reason_key is not null and (not l.wastage or d.key is null)`

  /** Media = takings, every breakdown adds up to the total, hours to the day, days to the month, months to the year. */
  const checkSums = async (locationId: number) => {
    for (const sums of byPeriod(await storedSums(owner, 1, locationId))) {
      const whole = amountBy(sums, DIM.total)
      const parts = [DIM.weekdayHour, DIM.clerk, DIM.class, DIM.orderType, DIM.terminal].map((dim) => amountBy(sums, dim))
      expect(parts).toEqual(parts.map(() => whole))
      expect(amountBy(sums, DIM.media, 'net')).toBe(whole + besideSales(sums))
    }
  }
})
