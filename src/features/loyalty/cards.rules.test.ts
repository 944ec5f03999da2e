import { describe, expect, it } from 'vitest'
import { isBelowZero, standingAfter, typedPoints, worthOf } from './balance.rules.ts'
import { cardWithNumber, fieldsToAsk, markedParts, typedOrSwiped } from './card-search.rules.ts'
import type { Movement } from './loyalty.contract.ts'
import { byDay, entryOf, isShown, rangeSum } from './usage.rules.ts'

describe('what a search asks for', () => {
  it.each([
    ['4417', ['CardNumber']],
    ['6031 4471 0083 4417', ['CardNumber', 'Phone']],
    ['０４１２３４５６７８', ['CardNumber', 'Phone']],
    ['+61 412 345 678', ['CardNumber', 'Phone']],
    ['brennan', ['Name', 'Email']],
    ['aiko brennan', ['Name']],
    ['aiko@example.com', ['Email']],
    ['VIP12', ['Name', 'Email', 'CardNumber']],
    ['田中', ['Name']],
    ['ab', []],
  ])('%s is looked for in %j', (text, fields) => {
    expect(fieldsToAsk(text, 'Any')).toEqual(fields)
  })

  it('a chosen field is the only one, unless the text is too short for it', () => {
    expect(fieldsToAsk('4417', 'Name')).toEqual(['Name'])
    expect(fieldsToAsk('44171', 'Phone')).toEqual([])
  })
})

it('the number is taken from what a card reader types, and anything else stays as typed', () => {
  expect(typedOrSwiped(';6031447100834417=2512101?')).toBe('6031447100834417')
  expect(typedOrSwiped(';6031447100834417?')).toBe('6031447100834417')
  expect(typedOrSwiped(' 6031 4471 ')).toBe('6031 4471')
})

it('a whole number is one card, written with spaces or not; the end of one is none', () => {
  const cards = [{ CardNumber: '6031 4417' }, { CardNumber: '0060314417' }]
  expect(cardWithNumber(cards, '60314417')).toBe(cards[0])
  expect(cardWithNumber(cards, '4417')).toBeUndefined()
})

it('marks what was searched for, in any case', () => {
  expect(markedParts('Aiko Brennan', 'BREN')).toEqual(['Aiko ', 'Bren', 'nan'])
  expect(markedParts('Aiko Brennan', '4417')).toEqual(['Aiko Brennan'])
})

describe('how a card stands after a change', () => {
  it('pays what is owed first', () => {
    expect(standingAfter({ Points: 0, Owed: 30 }, 50)).toEqual({ Points: 20, Owed: 0 })
    expect(standingAfter({ Points: 0, Owed: 30 }, 10)).toEqual({ Points: 0, Owed: 20 })
    expect(standingAfter({ Points: 100, Owed: 0 }, -100)).toEqual({ Points: 0, Owed: 0 })
  })

  it('is refused below zero, and adding to what is owed is not', () => {
    expect(isBelowZero({ Points: 10, Owed: 0 }, -11)).toBe(true)
    expect(isBelowZero({ Points: 10, Owed: 0 }, -10)).toBe(false)
    expect(isBelowZero({ Points: 0, Owed: 30 }, 10)).toBe(false)
  })

  it('reads whole points only', () => {
    expect(['1,250', '１２', '1.5', '-3', '', '1e3'].map(typedPoints)).toEqual([1250, 12, undefined, undefined, undefined, undefined])
  })

  it('is worth what the vouchers cost', () => {
    expect(worthOf(3860, 2000)).toBe(38.6)
    expect(worthOf(3860, undefined)).toBeUndefined()
  })
})

const PLAIN: Movement = {
  MovementId: '1',
  Kind: 'Sale',
  Day: '2026-11-22',
  At: '2026-11-22T08:42:00+00:00',
  LocationId: 1,
  Location: 'Vine Bistro',
  CardNumber: '4417',
  Points: 0,
  Owed: 0,
  Accrued: 0,
  Redeemed: 0,
  Balance: 0,
  OwedAfter: 0,
  SaleId: null,
  Receipt: null,
  PointsSource: 'Till',
  OtherCard: null,
  By: null,
  OnBehalfOf: null,
  Provider: null,
  Comments: '',
  Reverses: null,
  Reversed: 0,
  Reversible: 0,
}
const movement = (changes: Partial<Movement>): Movement => ({ ...PLAIN, ...changes })

describe('the usage of a card', () => {
  const earned = movement({ MovementId: '2', Points: 62, Accrued: 62, Balance: 162 })
  const spent = movement({ MovementId: '3', Day: '2026-11-23', Points: -162, Redeemed: 200, Owed: 38, Balance: 0, OwedAfter: 38 })
  const adjusted = movement({ MovementId: '4', Day: '2026-11-23', Kind: 'Adjustment', Points: 12, Owed: -38, Balance: 12 })

  it('names each entry', () => {
    expect([earned, spent, adjusted, movement({ Accrued: 1, Redeemed: 1 }), movement({ Kind: 'Transfer', Points: -1 })].map(entryOf)).toEqual([
      'earned',
      'spent',
      'adjusted',
      'earnedAndSpent',
      'transferOut',
    ])
    expect([earned, spent, adjusted].map((one) => isShown(one, 'byHand'))).toEqual([false, false, true])
    expect([earned, spent, adjusted].map((one) => isShown(one, 'spent'))).toEqual([false, true, false])
  })

  it('is grouped by trading day with the sum of each', () => {
    expect(byDay([adjusted, spent, earned]).map(({ Day, Points, Movements }) => [Day, Points, Movements.length])).toEqual([
      ['2026-11-23', -150, 2],
      ['2026-11-22', 62, 1],
    ])
  })

  it('adds up from the balance brought forward to the last one, what is owed included', () => {
    const sum = rangeSum([adjusted, spent, earned])
    expect(sum).toEqual({
      forward: 100,
      now: 12,
      lines: [
        { key: 'earned', points: 62, count: 1 },
        { key: 'spent', points: -200, count: 1 },
        { key: 'owed', points: 38, count: 1 },
        { key: 'adjusted', points: 12, count: 1 },
      ],
    })
  })

  it('names what the entries shown do not explain', () => {
    const later = movement({ MovementId: '5', Kind: 'Adjustment', Points: 5, Balance: 187 })
    expect(rangeSum([later, earned])?.lines.at(-1)).toEqual({ key: 'elsewhere', points: 20, count: 0 })
    expect(rangeSum([])).toBeUndefined()
  })
})
