import { expect, it } from 'vitest'
import type { DifferencesAnswer, PointsDifference } from '#features/loyalty/loyalty-reports.contract.ts'
import { cardPointsOf, listedOf, salePointsOf, together } from './listed-differences.rules.ts'

const difference = (Reason: PointsDifference['Reason'], Points: number, sale: number | null, entry: number | null, SaleId = 'a'): PointsDifference => ({
  Reason,
  LocationId: 1,
  Location: 'Harbour Bar',
  Day: '2026-11-20',
  Points,
  Sale: sale === null ? null : { SaleId, Receipt: 'H1-1', Kind: 'Sale', At: '2026-11-20T10:00:00Z', Amount: 10, CardNumber: '1', Points: sale },
  Entry: entry === null ? null : { MovementId: '7', Kind: 'Sale', At: '2026-11-20T10:00:00Z', CardNumber: '1', Points: entry, By: null, Comments: '' },
})
const answer = (...Differences: PointsDifference[]): DifferencesAnswer => ({
  FromDate: '2026-11-20',
  ToDate: '2026-11-20',
  Locations: [],
  Differences,
  Count: Differences.length,
  Points: Differences.reduce((sum, { Points }) => sum + Points, 0),
  AsAt: '',
})

it.each([
  ['a sale that is not posted yet', difference('NotYetPosted', -86, 86, null), 86, undefined],
  ['a sale whose entry says another figure', difference('Unexplained', -20, 74, 54), 74, 54],
  ['an entry made by hand beside the entry of the sale', difference('ManualAccrual', -20, 59, -20), undefined, -20],
  ['a second entry of a sale', difference('PostedTwice', 39, 39, 39), undefined, 39],
  ['a sale on a card that was replaced', difference('ReplacedCard', 0, 12, 12), 12, 12],
])('%s shows what each side says of it', (_what, one, sales, cards) => {
  expect([salePointsOf(one), cardPointsOf(one)]).toEqual([sales, cards])
})

it('the sides of a reason differ by its points, and all of them by the difference', () => {
  const differences = [difference('NotYetPosted', -86, 86, null, 'a'), difference('Unexplained', -20, 74, 54, 'b'), difference('Unexplained', 3, 5, 8, 'c')]
  const all = answer(...differences)
  const waiting = listedOf(all, { Reason: 'NotYetPosted', LocationId: 1, Count: 1, Points: -86 })
  const unexplained = listedOf(all, { Reason: 'Unexplained', LocationId: 1, Count: 2, Points: -17 })
  expect([waiting, unexplained]).toMatchObject([
    { sales: 86, cards: 0 },
    { sales: 79, cards: 62 },
  ])
  expect(together([waiting, unexplained])).toEqual({ sales: 165, cards: 62 })
})

it('nothing is told of a side while not all documents are known, or where one stands there twice', () => {
  const twice = answer(difference('ReplacedCard', 0, 12, 12), difference('RateChanged', 2, 12, 14))
  expect(listedOf(twice, { Reason: 'RateChanged', LocationId: 1, Count: 2, Points: 4 })).toBeUndefined()
  expect(listedOf(undefined, { Reason: 'RateChanged', LocationId: 1, Count: 1, Points: 2 })).toBeUndefined()
  const [replaced, changed] = [
    listedOf(twice, { Reason: 'ReplacedCard', LocationId: 1, Count: 1, Points: 0 }),
    listedOf(twice, { Reason: 'RateChanged', LocationId: 1, Count: 1, Points: 2 }),
  ]
  expect(together([replaced, changed])).toBeUndefined()
  expect(together([replaced, undefined])).toBeUndefined()
})
