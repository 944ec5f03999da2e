import { describe, expect, it } from 'vitest'
import { ACCOUNT, type CardBalance, MOVEMENT, type Movement, pointsOf, posted } from './ledger.rules.ts'

const movement = (changes: Movement['changes'], against: Movement['against'], more: Partial<Movement> = {}): Movement => ({
  movementId: '1',
  kind: MOVEMENT.sale,
  cardId: 'a',
  otherCardId: null,
  locationId: 1,
  businessDate: '2026-11-20',
  at: 0,
  saleId: null,
  computed: false,
  worth: null,
  reverses: null,
  comments: '',
  changes,
  against,
  figures: [],
  usedOn: null,
  ...more,
})
const gives = (points: number) => movement([{ cardId: 'a', by: points }], [{ account: ACCOUNT.issued, delta: -points }])
const cards = (one: CardBalance, other: CardBalance = { points: 0, owed: 0 }) => new Map([['a', one] as const, ['b', other] as const])

describe('a card', () => {
  it.each([
    ['points come in', { points: 10, owed: 0 }, 5, { points: 15, owed: 0 }],
    ['what comes in pays what is owed first', { points: 0, owed: 30 }, 50, { points: 20, owed: 0 }],
    ['what comes in pays a part of what is owed', { points: 0, owed: 30 }, 10, { points: 0, owed: 20 }],
    ['what goes out beyond the balance is owed', { points: 10, owed: 0 }, -25, { points: 0, owed: 15 }],
    ['all that is there goes out', { points: 10, owed: 0 }, -10, { points: 0, owed: 0 }],
  ])('%s', (_, before, by, after) => {
    const balances = cards(before)
    const [written] = posted([gives(by)], balances)
    expect(balances.get('a')).toEqual(after)
    expect(written?.entries.reduce((sum, { delta }) => sum + delta, 0)).toBe(0)
    expect(written?.entries.every(({ delta }) => delta !== 0)).toBe(true)
    posted([gives(-by)], balances)
    expect(balances.get('a')).toEqual(before)
  })

  it('has what it holds and what it owes as entries of their own, and the venue the other side', () => {
    expect(posted([gives(50)], cards({ points: 0, owed: 30 }))[0]?.entries).toEqual([
      { account: ACCOUNT.points, cardId: 'a', delta: 20 },
      { account: ACCOUNT.owed, cardId: 'a', delta: 30 },
      { account: ACCOUNT.issued, cardId: null, delta: -50 },
    ])
  })

  it('stands after one movement as the next one finds it, and gives another card what it loses', () => {
    const balances = cards({ points: 10, owed: 0 }, { points: 0, owed: 4 })
    const moved = movement(
      [
        { cardId: 'a', by: -12 },
        { cardId: 'b', by: 12 },
      ],
      [],
      { kind: MOVEMENT.transfer, otherCardId: 'b' },
    )
    posted([gives(5), moved], balances)
    expect([balances.get('a'), balances.get('b')]).toEqual([
      { points: 3, owed: 0 },
      { points: 8, owed: 0 },
    ])
  })
})

it('what does not add up to zero, or is of a card nobody holds, is not posted', () => {
  const short = movement([{ cardId: 'a', by: 5 }], [{ account: ACCOUNT.issued, delta: -4 }])
  expect(() => posted([short], cards({ points: 0, owed: 0 }))).toThrow('add up')
  expect(() => posted([gives(5)], new Map())).toThrow('locked')
})

it('points of a movement are those of its first card', () => {
  expect([pointsOf(gives(7)), pointsOf(movement([], []))]).toEqual([7, 0])
})
