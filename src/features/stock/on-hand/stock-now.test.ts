import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomFor } from '#db/demo/random.ts'
import { closeDaysOfVenue } from '#features/sums/closed-days.job.ts'
import { VenueScope } from '#platform/access/venue-scope.ts'
import { tradingMoment } from '#shared/day.ts'
import { type CellarFact, keg, nameProducts, schooner, storeCellarFacts } from '#tests/cellar-house.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import { expectedAt } from './expected-at.report.ts'
import { itemsOf } from './stock-items.rules.ts'
import { stockNow } from './stock-now.report.ts'

/** A Friday evening in Sydney, 21:04. */
const NOW = new Date('2026-11-20T10:04:00Z')
const PLACE = 1
/** The places whose stock is made of random facts, each by a seed of its own. */
const RANDOM_PLACES = [1, 2, 3]

let app: StartedApp
beforeAll(async () => {
  app = await startApp({ now: () => NOW })
}, 120_000)
afterAll(() => app.close())

const inVenue = <T>(work: (scope: VenueScope) => Promise<T>): Promise<T> => app.database.inVenue(1, async (sql) => work(await VenueScope.forJob(sql, 1, NOW)))

const sold = (plu: string, closedAt: string, units: number, kind: 'sale' | 'waste' = 'sale') => {
  const line = { LineId: '1', Kind: 'Sale', Plu: plu, Name: plu, Quantity: String(units), Gross: 1000, DiscountTotal: 0, Net: 1000, Tax: 91 } as const
  const other = { ...line, Plu: 'burger', Name: 'burger', Quantity: '1' }
  return plainSale(closedAt, 1000, {
    Lines: kind === 'sale' ? [line] : [other, { ...line, LineId: '2', Gross: 0, Net: 0, Tax: 0, Wastage: true }],
  })
}

/** What is there, worked out fact by fact. Quantities in ten-thousandths. */
const replayed = (facts: readonly CellarFact[], stockPlu: string, takes: Record<string, number>): number | null => {
  const counts = facts.filter((fact) => fact.kind === 'count' && fact.plu === stockPlu).sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const last = counts.at(-1)
  if (!last) return null
  const after = facts.filter((fact) => Date.parse(fact.at) > Date.parse(last.at))
  let level = last.qty
  let use = 0
  for (const fact of after) {
    if (fact.kind === 'move' && fact.plu === stockPlu) level += fact.qty
    if (fact.kind === 'sale' || fact.kind === 'waste') use += fact.qty * (takes[fact.plu] ?? 0)
  }
  return level - Math.round(use / 1_000_000)
}

/** Millionths of a unit that a sale takes. */
const TAKES = {
  keg: {
    keg: 1_000_000,
    schooner: Math.round((425_000 * 1_000_000) / 49_500_000),
    shandy: Math.round((200_000 * 1_000_000) / 49_500_000 / 0.96),
  },
  can: { can: 1_000_000 },
} as const

/** A month and a half of sales, deliveries and counts of a place, in no order. */
const randomFacts = (place: number): CellarFact[] => {
  const random = randomFor(20_261_125, `cellar ${place}`)
  const moment = () => new Date(NOW.getTime() - random.between(1, 45 * 24 * 60) * 60_000).toISOString()
  const many = (count: number, make: () => CellarFact) => Array.from({ length: count }, make)
  return [
    ...many(place * 2, (): CellarFact => ({ kind: 'count', plu: random.pick(['keg', 'can']), at: moment(), qty: random.between(0, 20) * 2500 })),
    ...many(
      120,
      (): CellarFact => ({ kind: 'sale', plu: random.pick(['keg', 'schooner', 'shandy', 'can']), at: moment(), qty: random.between(1, 4) * 10_000 }),
    ),
    ...many(20, (): CellarFact => ({ kind: 'waste', plu: random.pick(['schooner', 'can']), at: moment(), qty: random.between(1, 4) * 10_000 })),
    ...many(20, (): CellarFact => ({ kind: 'move', plu: random.pick(['keg', 'can']), at: moment(), qty: random.pick([-5000, 5000, 240_000]) })),
  ]
    .map((fact) => ({ fact, place: random.between(0, 1_000_000) }))
    .sort((one, other) => one.place - other.place)
    .map(({ fact }) => fact)
}

describe('stock on hand', () => {
  it('opening + in − out = closing, per product and place, in any order of arrival', async () => {
    await inVenue((scope) => nameProducts(scope, ['keg', 'can', 'schooner', 'shandy', 'tonic']))
    await inVenue((scope) => storeCellarFacts(scope, PLACE, [], [keg(), schooner('schooner', 425), schooner('shandy', 200, 'keg', 400)]))
    const facts = new Map(RANDOM_PLACES.map((place) => [place, randomFacts(place)]))
    for (const [place, all] of facts) {
      const half = all.length >> 1
      for (const part of [all.slice(0, half), all.slice(half)]) {
        const sales = part.flatMap((fact) => (fact.kind === 'sale' || fact.kind === 'waste' ? [sold(fact.plu, fact.at, fact.qty / 10_000, fact.kind)] : []))
        await storeTrade(app.database, 1, place, sales, NOW)
        // Some days are added up, and some of those are sold on afterwards.
        await closeDaysOfVenue(app.database, 1, NOW)
        await inVenue((scope) => storeCellarFacts(scope, place, part, []))
      }
    }
    const items = await inVenue(async (scope) => itemsOf((await stockNow(scope, scope.locations, 28)).byPlace))
    const ids = await inVenue((scope) => nameProducts(scope, []))
    for (const [place, all] of facts) {
      for (const plu of ['keg', 'can'] as const) {
        const item = items.find(({ locationId, productId }) => locationId === place && productId === ids.get(plu))
        expect(item?.onHand, `${plu} at ${place}`).toBe(replayed(all, plu, TAKES[plu]))
      }
    }
  })

  it('takes of the day of the count only what came after its time', async () => {
    const facts: CellarFact[] = [
      { kind: 'sale', plu: 'gin', at: '2026-11-19T02:30:00Z', qty: 10_000 },
      { kind: 'move', plu: 'gin', at: '2026-11-19T02:00:00Z', qty: 60_000 },
      { kind: 'count', plu: 'gin', at: '2026-11-19T03:00:00Z', qty: 50_000 },
      { kind: 'move', plu: 'gin', at: '2026-11-19T04:00:00Z', qty: 120_000 },
      { kind: 'sale', plu: 'gin', at: '2026-11-19T04:30:00Z', qty: 20_000 },
    ]
    const gin = (await inVenue((scope) => nameProducts(scope, ['gin']))).get('gin')
    await storeTrade(app.database, 1, PLACE, [sold('gin', '2026-11-19T02:30:00Z', 1), sold('gin', '2026-11-19T04:30:00Z', 2)], NOW)
    await inVenue((scope) => storeCellarFacts(scope, PLACE, facts, []))
    const items = await inVenue(async (scope) => itemsOf((await stockNow(scope, scope.locations, 28)).byPlace))
    expect(items.find(({ locationId, productId }) => locationId === PLACE && productId === gin)?.onHand).toBe(50_000 + 120_000 - 20_000)
  })

  it('is told of any moment for a count', async () => {
    const [at, before] = [new Date('2026-11-18T09:00:00Z'), new Date('2026-11-15T03:00:00Z')]
    const { day } = tradingMoment(at, 'Australia/Sydney', '05:00')
    const facts: CellarFact[] = [
      { kind: 'count', plu: 'tonic', at: before.toISOString(), qty: 100_000 },
      { kind: 'sale', plu: 'tonic', at: '2026-11-15T02:00:00Z', qty: 30_000 },
      { kind: 'sale', plu: 'tonic', at: '2026-11-15T04:00:00Z', qty: 20_000 },
      { kind: 'sale', plu: 'tonic', at: '2026-11-18T08:00:00Z', qty: 10_000 },
      { kind: 'sale', plu: 'tonic', at: '2026-11-18T09:30:00Z', qty: 50_000 },
      { kind: 'move', plu: 'tonic', at: '2026-11-16T00:00:00Z', qty: 240_000 },
      { kind: 'move', plu: 'tonic', at: '2026-11-18T10:00:00Z', qty: 240_000 },
    ]
    await storeTrade(
      app.database,
      1,
      PLACE,
      facts.filter(({ kind }) => kind === 'sale').map((fact) => sold(fact.plu, fact.at, fact.qty / 10_000)),
      NOW,
    )
    await inVenue((scope) => storeCellarFacts(scope, PLACE, facts, []))
    const tonic = (await inVenue((scope) => nameProducts(scope, []))).get('tonic') ?? 0
    const expected = await inVenue((scope) => expectedAt(scope, { locationId: PLACE, day, at }, [tonic]))
    expect(expected.get(tonic)?.qty).toBe(100_000 - 20_000 - 10_000 + 240_000)
  })
})
