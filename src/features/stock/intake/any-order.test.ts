import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_SUPPLIER, SAMPLE_TILL_KEY } from '#db/demo/cast.ts'
import { type Random, randomFor } from '#db/demo/random.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/pool.ts'
import { addDays } from '#shared/day.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import { SEEDS } from '#tests/sampled.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { WireClient, wireOf } from '#tests/wire.ts'
import { tillStock } from './till-stock.contract.ts'

const NOW = new Date('2026-11-20T09:00:00Z')
const GOODS = 6
let app: StartedApp
let house: Sql
let wire: WireClient

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  house = connectAsOwner(app.databaseUrl)
  wire = new WireClient(app.url)
})
afterAll(async () => {
  wire.close()
  await house.end()
  await app.close()
})

/** What is told, of goods by their numbers; each has an id of its own. */
type Fact =
  | { call: 'sendPurchases'; id: string; day: string; lines: { good: number; qty: number; cost: number }[] }
  | { call: 'sendStockCounts'; id: string; at: string; lines: { good: number; qty: number }[] }
  | { call: 'sendStockMovements'; id: string; kind: 'Wastage' | 'Transfer' | 'Adjustment'; day: string; hour: number | null; good: number; qty: number }
const LISTS = { sendPurchases: 'Purchases', sendStockCounts: 'StockCounts', sendStockMovements: 'StockMovements' } as const

const someFacts = (random: Random): Fact[] => {
  const day = () => addDays('2026-10-20', random.between(0, 30))
  const good = () => random.between(1, GOODS)
  const goods = () => [...new Set([good(), good(), good()])]
  return Array.from({ length: 40 }, (_, i): Fact => {
    const id = String(i).padStart(3, '0')
    const what = random.pick(['purchase', 'purchase', 'count', 'move', 'move'] as const)
    if (what === 'purchase') {
      const sign = random.chance(0.2) ? -1 : 1
      return {
        call: 'sendPurchases',
        id,
        day: day(),
        lines: goods().map((one) => ({ good: one, qty: sign * random.between(1, 40), cost: sign * random.between(0, 9000) })),
      }
    }
    if (what === 'count') {
      // Each at a minute of its own: of two at one moment the one that is committed later holds.
      const at = `${day()}T${String(random.between(6, 19)).padStart(2, '0')}:${String(i).padStart(2, '0')}:00+11:00`
      return at > '2026-11-19T20'
        ? { ...zero(id, good()) }
        : { call: 'sendStockCounts', id, at, lines: goods().map((one) => ({ good: one, qty: random.between(0, 60) })) }
    }
    const qty = random.pick([-3, -1, 1, 2, 5])
    const hour = random.chance(0.3) ? null : random.between(6, 23)
    return { call: 'sendStockMovements', id, kind: random.pick(['Wastage', 'Transfer', 'Adjustment'] as const), day: day(), hour, good: good(), qty }
  })
}
const zero = (id: string, good: number): Fact => ({ call: 'sendStockMovements', id, kind: 'Adjustment', day: '2026-11-01', hour: 12, good, qty: 1 })

const wireOfFact = (fact: Fact, run: string): object => {
  const plu = (good: number) => `${run}-${good}`
  if (fact.call === 'sendPurchases')
    return {
      Supplier: SAMPLE_SUPPLIER.name,
      Invoice: `${run}-${fact.id}`,
      ReceivedOn: fact.day,
      Lines: fact.lines.map(({ good, qty, cost }) => ({ Plu: plu(good), Quantity: String(qty), Cost: cost })),
    }
  if (fact.call === 'sendStockCounts')
    return { CountId: `${run}-${fact.id}`, CountedAt: fact.at, Lines: fact.lines.map(({ good, qty }) => ({ Plu: plu(good), Quantity: String(qty) })) }
  const { kind, day, hour, good, qty } = fact
  const when = hour === null ? { Day: day } : { At: `${day}T${String(hour).padStart(2, '0')}:30:00+11:00` }
  return { MovementId: `${run}-${fact.id}`, Kind: kind, Plu: plu(good), Quantity: String(qty), ...when, ...(kind === 'Transfer' ? { ToLocationId: 2 } : {}) }
}

const send = async (call: keyof typeof LISTS, items: readonly object[]): Promise<string[]> => {
  const operation: AnyOperation = tillStock[call]
  const answer = await wire.send(wireOf(operation, { body: { [LISTS[call]]: items } }, { authorization: `Bearer ${SAMPLE_TILL_KEY}` }))
  expect(answer.status).toBe(200)
  return (answer.json as { Results: { Status: string }[] }).Results.map(({ Status }) => Status)
}

const shuffled = <T>(all: readonly T[], random: Random): T[] =>
  all
    .map((one) => ({ one, by: random.next() }))
    .sort((a, b) => a.by - b.by)
    .map(({ one }) => one)

/** Sends every fact once and some more often, in an order of its own, several posts at once. */
const sendAll = async (facts: readonly Fact[], run: string, random: Random): Promise<void> => {
  await house`insert into product (venue_id, plu, name, class_id) select 1, ${run} || '-' || n, 'Good', 0 from generate_series(1, ${GOODS}) n`
  const order = shuffled([...facts, ...facts.filter(() => random.chance(0.4))], random)
  const statuses: string[] = []
  while (order.length > 0) {
    await house`delete from limit_counter`
    const posts = Array.from({ length: random.between(1, 4) }, () => order.splice(0, random.between(1, 6))).flatMap((some) =>
      (Object.keys(LISTS) as (keyof typeof LISTS)[]).map((call) => ({ call, items: some.filter((one) => one.call === call) })),
    )
    const answers = await Promise.all(
      posts
        .filter(({ items }) => items.length > 0)
        .map(({ call, items }) =>
          send(
            call,
            items.map((one) => wireOfFact(one, run)),
          ),
        ),
    )
    statuses.push(...answers.flat())
  }
  expect(statuses.filter((one) => one === 'accepted')).toHaveLength(facts.length)
  expect(new Set(statuses)).toEqual(new Set(['accepted', 'duplicate']))
}

/**
 * What is stored of a run, without what tells one run from another. What a movement beside a delivery costs is left out: it is at the average of the moment it is stored.
 */
const stored = async (run: string) => {
  const products = house`(select product_id, plu, substr(plu, ${run.length + 2}::int)::int as good from product where venue_id = 1 and plu like ${`${run}-%`})`
  const purchases = await house`
    select p.good, l.invoice, l.line, l.location_id, l.received_on::text, l.qty, l.cost from purchase_line l join ${products} p using (product_id)
    where l.venue_id = 1 order by l.invoice, l.line`
  const movements = await house`
    select p.good, m.location_id, m.day::text, m.at, m.kind, m.qty, case when m.kind = 1 then m.cost end as cost, m.other_location_id, m.told_id from stock_movement m join ${products} p using (product_id)
    where m.venue_id = 1 order by m.location_id, m.kind, p.good, m.day, m.at, m.qty, cost, m.told_id`
  const counts = await house`
    select p.good, c.location_id, c.counted_at, c.day::text, c.source, c.told_id, l.qty from stock_count_line l join ${products} p using (product_id)
    join stock_count c on c.venue_id = 1 and c.count_id = l.count_id where l.venue_id = 1 order by c.location_id, c.counted_at, p.good`
  const latest = await house<Latest[]>`
    select s.location_id as place, p.good, c.source, s.counted_day::text as day, s.counted_qty::int as qty, s.last_received::text as received, s.last_cost::float8 as cost,
      s.moved::int as moved
    from stock_latest s join ${products} p using (product_id) left join stock_count c on c.venue_id = 1 and c.count_id = s.count_id
    where s.venue_id = 1 order by s.location_id, p.good`
  const sums = house`select grain, period, location_id, product_id, supplier_id, lines::bigint as lines, qty, cost, freight, tax, last_received from purchase_sum`
  const added = house`
    select grain, date_trunc(grain, received_on)::date as period, location_id, product_id, supplier_id, count(*) as lines, sum(qty)::bigint, sum(cost)::bigint,
      sum(freight)::bigint, sum(tax)::bigint, max(received_on) from purchase_line cross join (values ('quarter'), ('year')) as g(grain) group by 1, 2, 3, 4, 5`
  const wrong = await house`(${sums} except ${added}) union all (${added} except ${sums})`
  const facts = JSON.parse(JSON.stringify({ purchases, movements, counts }).replaceAll(run, 'RUN')) as unknown
  return { facts, latest: [...latest], wrong: [...wrong] }
}

interface Latest {
  place: number
  good: number
  source: string | null
  day: string | null
  qty: number | null
  received: string | null
  cost: number | null
  moved: number
}

/** The latest of every good at a place, worked out from the facts alone. */
const latestOf = (facts: readonly Fact[], place: number): Latest[] =>
  Array.from({ length: GOODS }, (_, i) => i + 1).flatMap((good) => {
    const moved = facts.flatMap((fact) => movesOf(fact, good, place)).sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
    const counted = place === 1 ? facts.flatMap((fact) => countsOf(fact, good)).sort((a, b) => (a.at < b.at ? -1 : 1)) : []
    const [beginning] = moved
    const cameIn = moved.some(({ day, incoming }) => day === beginning?.day && incoming)
    const isFirst = beginning && cameIn && !(counted[0] && counted[0].at < `${beginning.day}T05:00:00+11:00`)
    const delivery = moved
      .filter(({ invoice, qty }) => invoice !== null && qty > 0)
      .sort((a, b) => (`${a.day} ${a.invoice}` < `${b.day} ${b.invoice}` ? -1 : 1))
      .at(-1)
    const last = counted.at(-1)
    const begins = last
      ? { source: 'till', day: last.at.slice(0, 10), qty: last.qty * 10_000 }
      : isFirst
        ? { source: 'first', day: addDays(beginning.day, -1), qty: 0 }
        : { source: null, day: null, qty: null }
    if (!delivery && begins.source === null) return []
    const { day: begun } = begins
    const isAfter = (one: { day: string; at: string | null }) =>
      begun !== null && (one.day > begun || (last !== undefined && one.day === begun && one.at !== null && one.at > last.at))
    const since = moved.filter(isAfter).reduce((sum, { qty }) => sum + qty * 10_000, 0)
    return [
      { place, good, ...begins, received: delivery?.day ?? null, cost: delivery ? Math.round((delivery.cost * 10_000) / delivery.qty) : null, moved: since },
    ]
  })

const movesOf = (fact: Fact, good: number, place: number) => {
  if (fact.call === 'sendPurchases' && place === 1)
    return fact.lines
      .filter((line) => line.good === good)
      .map(({ qty, cost }) => ({ day: fact.day, at: null, qty, cost, invoice: fact.id as string | null, incoming: qty > 0 }))
  if (fact.call !== 'sendStockMovements' || fact.good !== good || (place === 2 && fact.kind !== 'Transfer')) return []
  const qty = fact.kind === 'Adjustment' || place === 2 ? fact.qty : -fact.qty
  const at = fact.hour === null ? null : `${fact.day}T${String(fact.hour).padStart(2, '0')}:30:00+11:00`
  return [{ day: fact.day, at, qty, cost: 0, invoice: null as string | null, incoming: fact.kind === 'Transfer' && qty > 0 }]
}

const countsOf = (fact: Fact, good: number) =>
  fact.call === 'sendStockCounts' ? fact.lines.filter((line) => line.good === good).map(({ qty }) => ({ at: fact.at, qty })) : []

describe('Whatever order purchases, counts and movements arrive in, and however often', () => {
  it.each([...SEEDS, 2, 3])('the same is stored, and the latest is what they say (seed %i)', async (seed) => {
    const random = randomFor(seed, 'cellar')
    const facts = someFacts(random)
    const runs: Awaited<ReturnType<typeof stored>>[] = []
    for (const n of [1, 2, 3]) {
      const run = `S${seed}N${n}`
      await sendAll(n === 1 ? facts : shuffled(facts, random), run, random)
      runs.push(await stored(run))
    }
    const said = [...latestOf(facts, 1), ...latestOf(facts, 2)]
    for (const run of runs) expect(run).toEqual({ facts: runs[0]?.facts, latest: said, wrong: [] })
    // Of the seeds that are always the same it is known that goods of both kinds are in them.
    if (!SEEDS.includes(seed)) expect(new Set(said.map(({ source }) => source))).toEqual(new Set([...said.map(({ source }) => source), 'till', 'first']))
  })
})
