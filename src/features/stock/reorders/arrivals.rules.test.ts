import { expect, it } from 'vitest'
import { countArrivals, type OpenLine } from './arrivals.rules.ts'

const line = (orderId: string, madeOn: string, ordered: number, arrived = 0): OpenLine => ({ orderId, productId: 1, madeOn, ordered, arrived })

it('counts a delivery to the oldest open order first, then to the next', () => {
  const lines = [line('a', '2026-11-01', 60), line('b', '2026-11-10', 60)]
  expect(countArrivals(lines, [{ productId: 1, day: '2026-11-11', qty: 80 }])).toEqual([line('a', '2026-11-01', 60, 60), line('b', '2026-11-10', 60, 20)])
})

it('counts none to an order made after it came, none of another product, and no credit', () => {
  expect(countArrivals([line('b', '2026-11-10', 60)], [{ productId: 1, day: '2026-11-09', qty: 80 }])).toEqual([])
  expect(countArrivals([line('b', '2026-11-10', 60)], [{ productId: 2, day: '2026-11-11', qty: 80 }])).toEqual([])
  expect(countArrivals([line('b', '2026-11-10', 60, 20)], [{ productId: 1, day: '2026-11-11', qty: -20 }])).toEqual([])
})

it('counts on from what has arrived before, on the very day of the order too', () => {
  const lines = [line('a', '2026-11-11', 60, 20), line('b', '2026-11-11', 60)]
  expect(countArrivals(lines, [{ productId: 1, day: '2026-11-11', qty: 45 }])).toEqual([line('a', '2026-11-11', 60, 60), line('b', '2026-11-11', 60, 5)])
})
