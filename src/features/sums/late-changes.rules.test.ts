import { describe, expect, it } from 'vitest'
import { type Fact, KIND } from '#features/intake/sale-facts.rules.ts'
import { firstDayNotTold, lateChanges } from './late-changes.rules.ts'

const SYDNEY = [{ fromDay: '0001-01-01', timeZone: 'Australia/Sydney', dayStartMinutes: 300 }]

describe('when a day is told', () => {
  it.each([
    ['2026-11-21T04:59:00+11:00', '2026-11-20'],
    ['2026-11-21T05:59:00+11:00', '2026-11-20'],
    ['2026-11-21T06:00:00+11:00', '2026-11-21'],
    // The clocks went forward at two: the hour after the cut-off at five is the same one.
    ['2026-10-04T05:59:00+11:00', '2026-10-03'],
    ['2026-10-04T06:00:00+11:00', '2026-10-04'],
  ])('at %s the first day not told is %s', (moment, day) => expect(firstDayNotTold(new Date(moment), SYDNEY)).toBe(day))

  it('goes by the cut-off of then where it changes', () => {
    const later = [...SYDNEY, { fromDay: '2026-11-21', timeZone: 'Australia/Sydney', dayStartMinutes: 420 }]
    expect(firstDayNotTold(new Date('2026-11-21T07:59:00+11:00'), later)).toBe('2026-11-20')
    expect(firstDayNotTold(new Date('2026-11-21T08:00:00+11:00'), later)).toBe('2026-11-21')
  })
})

describe('what came late', () => {
  let id = 0
  const fact = (businessDate: string, amount: number, more: Partial<Fact> = {}): Fact => {
    id += 1
    return { saleId: String(id), receipt: `R${id}`, terminalKey: 1, kind: KIND.sale, counterOf: null, businessDate, amount, ...more } as Fact
  }
  const takingBack = (sale: Fact): Fact => fact(sale.businessDate, -sale.amount, { kind: KIND.counter, counterOf: sale.saleId, receipt: sale.receipt })
  const told = (facts: readonly Fact[]) => Object.fromEntries(lateChanges(facts, '2026-11-20'))

  it('nothing of a day that is not told yet', () => expect(told([fact('2026-11-20', 1000), fact('2026-11-21', 1000)])).toEqual({}))

  it('sales and refunds by day, each a change', () =>
    expect(told([fact('2026-11-18', 1000), fact('2026-11-19', 500), fact('2026-11-19', -200, { kind: KIND.refund }), fact('2026-11-20', 1)])).toEqual({
      '2026-11-18': { changes: 1, amount: 1000 },
      '2026-11-19': { changes: 2, amount: 300 },
    }))

  it('an old sale taken back is a change of its day', () =>
    expect(told([takingBack(fact('2026-11-19', 1000)), fact('2026-11-20', 0, { kind: KIND.void })])).toEqual({ '2026-11-19': { changes: 1, amount: -1000 } }))

  it('a correction is one change, by as much as it corrects', () => {
    const old = fact('2026-11-19', 1000)
    expect(told([takingBack(old), fact('2026-11-19', 1500, { receipt: old.receipt })])).toEqual({ '2026-11-19': { changes: 1, amount: 500 } })
  })

  it('a correction that moves a sale to another day changes both', () => {
    const old = fact('2026-11-18', 1000)
    expect(told([takingBack(old), fact('2026-11-19', 1000, { receipt: old.receipt })])).toEqual({
      '2026-11-18': { changes: 1, amount: -1000 },
      '2026-11-19': { changes: 1, amount: 1000 },
    })
  })

  it('the same number on two tills is two receipts', () =>
    expect(told([fact('2026-11-19', 100, { receipt: 'A' }), fact('2026-11-19', 100, { receipt: 'A', terminalKey: 2 })])['2026-11-19']?.changes).toBe(2))

  it('a sale that is taken back as it comes changes nothing, nor does what never counts', () => {
    const voided = fact('2026-11-19', 1000)
    expect(told([voided, takingBack(voided), fact('2026-11-19', 0, { kind: KIND.noSale }), fact('2026-11-19', 900, { kind: KIND.training })])).toEqual({})
  })
})
