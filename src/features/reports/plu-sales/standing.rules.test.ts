import { expect, it } from 'vitest'
import { randomFor } from '#db/demo/random.ts'
import { Standing } from './standing.rules.ts'

const random = randomFor(5, 'standing')

it.each(Array.from({ length: 20 }, (_, i) => i))('stands as putting all of them in order would have it, round %i', () => {
  const products = Array.from({ length: random.between(1, 60) }, (_, i) => ({ plu: String(1000 - i) }))
  const values = products.map(() => (random.chance(0.1) ? Number.NaN : random.between(-3, 9) * 50))
  const some = [...products.keys()].filter(() => random.chance(0.9))
  const standing = new Standing(products, some, (i) => values[i] as number)
  const value = (i: number) => values[i] as number
  const order = some.filter((i) => !Number.isNaN(value(i))).sort((a, b) => value(b) - value(a) || Number(products[a]?.plu) - Number(products[b]?.plu))
  for (const top of [1, 5, 20, 100]) expect(standing.first(top)).toEqual(order.slice(0, top))
  expect(standing.total).toBe(order.reduce((sum, i) => sum + value(i), 0))
  let sum = 0
  for (const i of order) {
    sum += value(i)
    expect([standing.rank(i), standing.through(i)]).toEqual([1 + order.filter((other) => value(other) > value(i)).length, sum])
  }
  for (const i of products.keys()) if (!order.includes(i)) expect(standing.rank(i)).toBeUndefined()
})
