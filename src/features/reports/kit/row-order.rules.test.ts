import { expect, it } from 'vitest'
import { inOrder, nextOrder, orderIn, ranksOf, rowOrder } from './row-order.rules.ts'

it('puts rows in the order of a column, nothing last either way, equal ones as they were', () => {
  const rows = [
    { name: 'a', net: 2 },
    { name: 'b', net: null },
    { name: 'c', net: 5 },
    { name: 'd', net: 2 },
  ]
  const names = (sort: string) => inOrder(rows, rowOrder(sort), ({ net }) => net).map(({ name }) => name)
  expect([names('-Net'), names('Net')]).toEqual([
    ['c', 'a', 'd', 'b'],
    ['a', 'd', 'c', 'b'],
  ])
  expect(inOrder(rows, rowOrder('-Name'), ({ name }) => name).map(({ name }) => name)).toEqual(['d', 'c', 'b', 'a'])
})

it('a press on a head begins with the largest of figures and the first of names, and turns round at the next', () => {
  expect([nextOrder('Net', undefined, false), nextOrder('Net', '-Net', false), nextOrder('Net', 'Net', false)]).toEqual(['-Net', 'Net', '-Net'])
  expect([nextOrder('Name', undefined, true), nextOrder('Name', 'Name', true)]).toEqual(['Name', '-Name'])
})

it('equal ones share a rank, and what sold nothing has none', () => {
  expect(ranksOf([5, 9, 0, 5, null, -3, undefined])).toEqual([2, 1, null, 2, null, 4, null])
})

it('an address that keeps the order of a column which is gone asks for none', () => {
  const columns = [{ key: 'Net' }, { key: '2026-11-09' }]
  expect([orderIn(columns, '-Net'), orderIn(columns, '2026-11-09'), orderIn(columns, '2026-11-10'), orderIn(columns, undefined)]).toEqual([
    '-Net',
    '2026-11-09',
    undefined,
    undefined,
  ])
})
