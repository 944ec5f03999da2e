import { describe, expect, it } from 'vitest'
import type { PurchaseLineSent } from './purchase-line.contract.ts'
import { isSameLine, judgedLine, lineKey, type PurchaseFacts, type PurchaseJudge, wholeSteps } from './purchases.rules.ts'
import { lineAnswer, purchaseTotals } from './purchases-answer.rules.ts'

const JUDGE: PurchaseJudge = {
  places: new Map([
    [1, { currency: 'AUD', firstDay: '2026-10-01', lastDay: '2026-11-21' }],
    [2, { currency: 'JPY', firstDay: '2026-10-01', lastDay: '2026-11-21' }],
  ]),
  products: new Map([['GIN', 7]]),
}
const sent = (more: object = {}) =>
  ({
    Invoice: 'I1',
    Line: '1',
    LocationId: 1,
    Plu: 'GIN',
    ReceivedOn: '2026-11-20',
    Quantity: 12,
    Cost: 300.5,
    Freight: 4.25,
    Tax: 30.05,
    ...more,
  }) as PurchaseLineSent
const judged = (more: object = {}) => judgedLine(sent(more), JUDGE)
const wrong = (more: object) => (judged(more) as { FieldName: string; ErrorCode: string }[]).map(({ FieldName, ErrorCode }) => `${FieldName} ${ErrorCode}`)
const RIGHT = judged() as PurchaseFacts

describe('an invoice line', () => {
  it('is kept to the cent and to a ten-thousandth of a unit', () => {
    expect(RIGHT).toEqual({
      ...{ invoice: 'I1', line: '1', locationId: 1, productId: 7, receivedOn: '2026-11-20', qty: 120_000, cost: 30_050, freight: 425, tax: 3005 },
      packSize: null,
    })
    expect(judged({ Freight: undefined, Tax: undefined })).toMatchObject({ freight: 0, tax: 0 })
    expect(judged({ LocationId: 2, Cost: 300, Freight: 0, Tax: 0 })).toMatchObject({ cost: 300 })
  })

  it('may be a credit, or a cost without a quantity', () => {
    expect(judged({ Quantity: -2, Cost: -50 })).toMatchObject({ qty: -20_000, cost: -5000 })
    expect(judged({ Quantity: 0 })).toMatchObject({ qty: 0, cost: 30_050 })
    expect(judged({ Cost: 0 })).toMatchObject({ cost: 0 })
  })

  it.each([
    [{ LocationId: 3 }, ['LocationId LocationNotFound']],
    [{ Plu: 'RUM' }, ['Plu ProductNotFound']],
    [{ Quantity: 0.00001 }, ['Quantity Invalid']],
    [{ Cost: 1.005 }, ['Cost Invalid']],
    [{ LocationId: 2, Cost: 300.5, Freight: 0, Tax: 0 }, ['Cost Invalid']],
    [{ Quantity: 0, Cost: 0 }, ['Quantity Invalid']],
    [{ Quantity: -1 }, ['Cost Invalid']],
    [{ ReceivedOn: '2026-09-30' }, ['ReceivedOn Invalid']],
    [{ ReceivedOn: '2026-11-22' }, ['ReceivedOn Invalid']],
    [{ Freight: 0.001, Tax: 0.001 }, ['Freight Invalid', 'Tax Invalid']],
  ])('%j is refused', (more, expected) => expect(wrong(more)).toEqual(expected))

  it('may be of the first and of the last day', () => {
    expect([judged({ ReceivedOn: '2026-10-01' }), judged({ ReceivedOn: '2026-11-21' })]).toEqual([
      { ...RIGHT, receivedOn: '2026-10-01' },
      { ...RIGHT, receivedOn: '2026-11-21' },
    ])
  })

  it('is the same again whatever its packs, and another one where anything else differs', () => {
    expect(isSameLine(RIGHT, { ...RIGHT, packSize: 60_000 })).toBe(true)
    for (const field of ['locationId', 'productId', 'qty', 'cost', 'freight', 'tax'] as const) expect(isSameLine(RIGHT, { ...RIGHT, [field]: 99 })).toBe(false)
    expect(isSameLine(RIGHT, { ...RIGHT, receivedOn: '2026-11-19' })).toBe(false)
    expect(lineKey({ invoice: 'a', line: 'b' })).not.toBe(lineKey({ invoice: 'ab', line: '' }))
  })
})

it('decimals are whole steps or none', () => {
  expect([wholeSteps(0.29, 100), wholeSteps(-0.29, 100), wholeSteps(0.291, 100), wholeSteps(1e14, 10_000), wholeSteps(-0, 100)]).toEqual([
    29,
    -29,
    undefined,
    undefined,
    0,
  ])
})

it('lines are told in major units with the cost of a unit, and added in minor ones', () => {
  const told = lineAnswer({ ...RIGHT, plu: 'GIN', name: 'Gin' }, 'AUD')
  expect(told).toMatchObject({ Quantity: 12, UnitCost: 25.0417, Cost: 300.5, Freight: 4.25, Tax: 30.05, Total: 334.8 })
  expect(lineAnswer({ ...RIGHT, qty: 0, plu: 'GIN', name: 'Gin' }, 'AUD').UnitCost).toBeNull()
  expect(purchaseTotals([RIGHT, RIGHT, { cost: -10, freight: 0, tax: -1 }], 'AUD')).toEqual({ Lines: 3, Cost: 600.9, Freight: 8.5, Tax: 60.09, Total: 669.49 })
})
