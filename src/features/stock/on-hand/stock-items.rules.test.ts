import { describe, expect, it } from 'vitest'
import { USE_STEPS } from '#features/stock/spec.rules.ts'
import { everyDay } from '#shared/day.ts'
import type { Latest } from './stock-facts.rules.ts'
import { itemsOf, type StockItem, StockItems } from './stock-items.rules.ts'

const UNIT = 10_000
const USE = UNIT * USE_STEPS
const [BAR, GIN, RUM] = [1, 7, 8]
/** A week, and the day after it is today. */
const WEEK = { from: '2026-11-02', to: '2026-11-08' }
const DAYS = 8
const BEFORE = { locationId: BAR, at: new Date('2026-11-01T00:00:00Z'), day: '2026-11-01' }
const MIDWEEK = { locationId: BAR, at: new Date('2026-11-04T10:00:00Z'), day: '2026-11-04' }

const latest = (units: number, more: Partial<Latest> = {}): Latest => ({
  ...{ locationId: BAR, productId: GIN, count: BEFORE, countedQty: units * UNIT, countedCost: null, lastCost: null, moved: 0, cameQty: 0, cameCost: 0 },
  ...more,
})

/** The item after a week; closed on its Sunday. */
const ginAfter = (gather: (items: StockItems) => void, counted?: Latest, fresh: readonly number[] = []): StockItem => {
  const items = new StockItems(WEEK.from, DAYS)
  items.of(BAR, GIN).latest = counted
  gather(items)
  const traded = new Set(everyDay(WEEK.from, '2026-11-07'))
  const [gin] = [...items.finishedAt(BAR, traded, WEEK, new Set(fresh))].filter(({ productId }) => productId === GIN)
  if (!gin) throw new Error('There is no gin.')
  return gin
}
const sells = (items: StockItems, units: readonly number[]) => {
  for (const [day, sold] of units.entries()) if (sold !== 0) items.addUsed(BAR, GIN, day, sold * USE)
}
/** Days of the week on which there was some, as 1. */
const there = ({ inStock }: StockItem) => inStock.map(Number).join('')

describe('what is on hand', () => {
  it('is what was counted and moved, less what was sold and wasted since, today too', () => {
    const gin = ginAfter(
      (items) => {
        sells(items, [1, 2, 0, 0, 0, 0, 0, 3])
        items.addWasted(BAR, GIN, 2, USE)
      },
      latest(20, { moved: 4 * UNIT }),
    )
    expect(gin).toMatchObject({ onHand: 17 * UNIT, usedToday: 3 * UNIT, wasted: UNIT, isUsed: true })
  })

  it('takes of the day of its count only what came after it, and nothing of the days before', () => {
    const gin = ginAfter(
      (items) => {
        sells(items, [5, 5, 5, 1])
        items.addUsedAfterCount(BAR, GIN, MIDWEEK.at, 2 * USE)
        items.addUsedAfterCount(BAR, GIN, BEFORE.at, 9 * USE)
      },
      latest(10, { count: MIDWEEK }),
    )
    expect(gin.onHand).toBe(7 * UNIT)
  })

  it('takes what was used between an old count and the week, of that count alone', () => {
    const gin = ginAfter((items) => {
      items.addUsedBetween(BAR, GIN, BEFORE.day, 2 * USE)
      items.addUsedBetween(BAR, GIN, '2026-10-01', 9 * USE)
      items.addUsedBetween(BAR, RUM, BEFORE.day, 9 * USE)
    }, latest(10))
    expect(gin).toMatchObject({ onHand: 8 * UNIT, isUsed: false })
  })

  it('is not known of what was never counted', () => {
    const gin = ginAfter((items) => sells(items, [1]))
    expect([gin.onHand, there(gin)]).toEqual([null, '1111110'])
  })
})

describe('days in stock', () => {
  it('are those with something to sell: sold out on Thursday evening it was there on four', () => {
    const gin = ginAfter((items) => sells(items, [2, 3, 1, 4]), latest(10))
    expect([gin.onHand, there(gin), gin.rate]).toEqual([0, '1111000', { perDay: 2.5 * UNIT, inStockDays: 4, openDays: 6, used: 10 * UNIT }])
  })

  it('begin again with a delivery, also where all of it goes on the same day', () => {
    const delivered = (sold: number) =>
      ginAfter(
        (items) => {
          sells(items, [2, 0, 0, sold])
          items.addMoved(BAR, GIN, 3, { qty: 3 * UNIT, wasted: 0 })
        },
        latest(2, { moved: 3 * UNIT }),
      )
    expect([there(delivered(3)), there(delivered(1))]).toEqual(['1001000', '1001110'])
  })

  it('are those on which something came or was sold too, though counts knew of none', () => {
    const gin = ginAfter(
      (items) => {
        sells(items, [2])
        items.addMoved(BAR, GIN, 3, { qty: 2 * UNIT, wasted: 0 })
      },
      latest(0, { moved: 2 * UNIT }),
    )
    expect([gin.onHand, there(gin)]).toEqual([0, '1001000'])
  })

  it('begin after one is brought back, where there was none before', () => {
    const gin = ginAfter((items) => sells(items, [0, 0, 0, 0, -1]), latest(0))
    expect([gin.onHand, there(gin)]).toEqual([UNIT, '0000010'])
  })

  it('end with what is thrown away, which does not count as sold', () => {
    const gin = ginAfter(
      (items) => {
        sells(items, [1])
        items.addWasted(BAR, GIN, 1, USE)
        items.addMoved(BAR, GIN, 2, { qty: -UNIT, wasted: UNIT })
      },
      latest(3, { moved: -UNIT }),
    )
    expect([gin.onHand, there(gin), gin.wasted]).toEqual([0, '1110000', 2 * UNIT])
    expect(gin.rate).toMatchObject({ used: UNIT, inStockDays: 3 })
  })

  it('of a product that is new begin on the first day that anything is known of it', () => {
    const sold = (items: StockItems) => sells(items, [0, 0, 1])
    expect(there(ginAfter(sold, latest(10, { count: { ...MIDWEEK, day: '2026-11-06' } }), [GIN]))).toBe('0011110')
    expect(there(ginAfter(sold, latest(10, { count: MIDWEEK }), [RUM]))).toBe('1111110')
    expect(there(ginAfter(sold, undefined, [GIN]))).toBe('0011110')
  })
})

it('movements after the week are no part of it, and a return gives back', () => {
  const gin = ginAfter((items) => {
    sells(items, [3, -1])
    items.addMoved(BAR, GIN, DAYS, { qty: 9 * UNIT, wasted: 9 * UNIT })
  }, latest(5))
  expect(gin).toMatchObject({ onHand: 3 * UNIT, wasted: 0 })
  expect(gin.rate.used).toBe(2 * UNIT)
})

it('all items of all locations come one after the other, however many there are', async () => {
  const items = new StockItems(WEEK.from, DAYS)
  for (let productId = 1; productId <= 40; productId += 1) items.addUsed(BAR, productId, productId % 7, productId * USE)
  items.of(2, GIN)
  const at = (locationId: number) => items.finishedAt(locationId, new Set(), WEEK, new Set())
  const all = await itemsOf(
    (async function* () {
      yield at(BAR)
      yield at(2)
      yield at(3)
    })(),
  )
  expect(all.map(({ locationId, productId }) => `${locationId} ${productId}`)).toEqual([...Array.from({ length: 40 }, (_, i) => `1 ${i + 1}`), `2 ${GIN}`])
  expect(all.slice(0, 40).every(({ used, productId }) => used[productId % 7] === productId * UNIT)).toBe(true)
  expect(all.at(-1)?.isUsed).toBe(false)
})
