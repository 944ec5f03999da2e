import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { UnderstoodOrder } from './deliverect-sale.rules.ts'
import { afterAnswer, afterTelling, type OrderState, salesOf } from './deliverect-states.rules.ts'

const order: UnderstoodOrder = {
  orderId: 'a',
  channel: 7,
  name: '4206',
  placedAt: new Date(0),
  isTest: false,
  total: 1850,
  commissionBase: 1850,
  sale: { SaleId: 'a', ClosedAt: '2026-11-20T00:00:00Z', Totals: { Total: 1850 } },
  reasons: [],
  content: { Note: '', PickupAt: null, DeliveryAt: null, Customer: { Name: '', Phone: '', Note: '' }, Address: '', Items: [] },
}
const after = (statuses: readonly number[], sendToTill = true): OrderState | undefined =>
  statuses.reduce<OrderState | undefined>((state, status) => afterTelling(state, { status, order }, sendToTill), undefined)

it('an order ends the same whatever order and repetition its tellings come in', () => {
  const status = fc.constantFrom(1, 2, 10, 20, 30, 35, 90, 100, 110, 120)
  fc.assert(
    fc.property(fc.array(status, { minLength: 1, maxLength: 8 }), (statuses) => {
      const state = after(statuses)
      const isCancelled = statuses.some((one) => [100, 110, 120].includes(one))
      const isOrder = statuses.some((one) => [1, 2, 10, 20, 90].includes(one))
      expect(state && salesOf(state).length).toBe(isOrder && !isCancelled ? 1 : 0)
      expect(state?.toTell.filter(({ Status }) => Status === 110).length).toBe(statuses.includes(100) ? 1 : 0)
      expect(state?.toTell.filter(({ Status }) => Status === 20).length).toBe(isOrder && !isCancelled ? 1 : 0)
      // Of what was taken back the till hears only where it may have had it.
      if (isCancelled) expect([null, 'recalled']).toContain(state?.till)
    }),
  )
})

it('a till that answers the same again changes nothing, and one that answers otherwise is told so', () => {
  const waiting = after([1]) as OrderState
  const taken = afterAnswer(waiting, { taken: true, sale: null }) as OrderState
  expect(taken).toMatchObject({ till: 'taken', toTell: [{ Status: 20 }, { Status: 40 }] })
  expect(afterAnswer(taken, { taken: true, sale: null })).toBe(taken)
  expect(afterAnswer(taken, { taken: false, reason: 'Sold out' })).toBeUndefined()
  expect(afterAnswer(taken, { taken: true, sale: 'R-1' })).toBeUndefined()
  const refused = afterAnswer(waiting, { taken: false, reason: 'Sold out' }) as OrderState
  expect(refused).toMatchObject({ till: 'refused', isCancelled: true, toTell: [{ Status: 120, Reason: 'Sold out' }] })
  expect(salesOf(refused)).toEqual([])
  expect(afterAnswer(refused, { taken: true, sale: null })).toBeUndefined()
})

it('an order that is taken back after the till took it waits there until the till answers, whatever it says', () => {
  const taken = afterAnswer(after([1]) as OrderState, { taken: true, sale: 'R-1' }) as OrderState
  expect(salesOf(taken)).toEqual([])
  const recalled = afterTelling(taken, { status: 100, order }, true)
  expect(recalled).toMatchObject({ till: 'recalled', isCancelled: true })
  expect(afterAnswer(recalled, { taken: true, sale: null })).toMatchObject({ till: 'over' })
})

it('an order that nobody can read is no order, until one can', () => {
  const unread = afterTelling(
    undefined,
    { status: 1, order: { ...order, content: undefined, sale: undefined, reasons: [{ FieldName: '', ErrorCode: 'Unreadable', Message: '' }] } },
    true,
  )
  expect(unread).toMatchObject({ isKnown: false, toTell: [], till: null, reasons: [{ ErrorCode: 'Unreadable' }] })
  expect(afterTelling(unread, { status: 1, order }, true)).toMatchObject({ isKnown: true, toTell: [{ Status: 20 }], reasons: [] })
})
