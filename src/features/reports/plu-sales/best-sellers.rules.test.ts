import { expect, it } from 'vitest'
import { RUN, RUN_COUNT } from '#features/sums/running-totals.rules.ts'
import { bestRows, type Ranked } from './best-sellers.rules.ts'

/** Products by their net sales in cents; PLU, within, now, before. */
const ranked = (products: readonly (readonly [string, string, number, number])[], changes: Partial<Ranked> = {}): Ranked => {
  const sums = (at: 2 | 3) => {
    const made = new Float64Array(products.length * RUN_COUNT)
    for (const [i, product] of products.entries()) {
      made[i * RUN_COUNT + RUN.gross] = product[at]
      made[i * RUN_COUNT + RUN.qty] = product[at] * 100
      made[i * RUN_COUNT + RUN.n] = product[at] === 0 ? 0 : 10
    }
    return made
  }
  return {
    products: products.map(([plu]) => ({ plu, name: `Item ${plu}` })),
    withins: products.map(([, within]) => within),
    sums: sums(2),
    before: sums(3),
    isKnown: true,
    currency: 'AUD',
    ...changes,
  }
}

const BEST = { by: 'net', top: 20, isWorst: false } as const
const told = (rows: ReturnType<typeof bestRows>) => rows.map(({ Key, Rank }) => `${Rank} ${Key}`)

it('equal values share a rank and stand by their PLU, as numbers where they are some', () => {
  const some = ranked([
    ['100', '', 500, 0],
    ['20', '', 500, 0],
    ['A1', '', 900, 0],
    ['3', '', 100, 0],
    ['4', '', 0, 700],
  ])
  expect(told(bestRows(some, BEST))).toEqual(['1 A1', '2 20', '2 100', '4 3'])
  expect(told(bestRows(some, { ...BEST, isWorst: true }))).toEqual(['1 3', '2 20', '2 100', '4 A1'])
  expect(told(bestRows(some, { ...BEST, top: 2 }))).toEqual(['1 A1', '2 20'])
})

it('so many of each group, each beginning at one', () => {
  const some = ranked([
    ['1', 'Food', 500, 100],
    ['2', 'Drinks', 300, 900],
    ['3', 'Food', 400, 200],
    ['4', '', 50, 0],
    ['5', 'Food', 300, 300],
  ])
  const rows = bestRows(some, { ...BEST, top: 2 })
  expect(rows.map(({ Within, Rank, Key, RankBefore }) => [Within, Rank, Key, RankBefore])).toEqual([
    ['', 1, '4', null],
    ['Drinks', 1, '2', 1],
    ['Food', 1, '1', 3],
    ['Food', 2, '3', 2],
  ])
  expect(rows.map(({ Share }) => Share)).toEqual([100, 100, 41.7, 33.3])
})

it('classes by what all before a product made: up to 80 percent A, up to 95 B; what took nothing is C', () => {
  const some = ranked([
    ['1', '', 8000, 1],
    ['2', '', 1500, 1],
    ['3', '', 500, 1],
    ['4', '', -100, 1],
  ])
  expect(bestRows(some, BEST).map(({ Class }) => Class)).toEqual(['A', 'B', 'C', 'C'])
})

it('growth leaves out what there is too little of to compare with', () => {
  const some = ranked([
    ['1', '', 150, 100],
    ['2', '', 100, 0],
    ['3', '', 90, 100],
  ])
  const rows = bestRows(some, { ...BEST, by: 'growth' })
  expect(rows.map(({ Key, Difference, Growth }) => [Key, Difference, Growth])).toEqual([
    ['1', 0.5, 50],
    ['3', -0.1, -10],
  ])
})

it('of several currencies only quantities are ranked and told', () => {
  const [first] = bestRows(ranked([['1', '', 300, 100]], { currency: null }), { ...BEST, by: 'gross-profit' })
  expect(first).toMatchObject({ Key: '1', Quantity: 3, Net: null, GrossProfit: null, Share: null, Class: null, Growth: null })
})
