import { describe, expect, it } from 'vitest'
import { missingOf, type OrderRow, orderRows, sumOf } from './order-rows.rules.ts'
import type { Suggested } from './reorders.contract.ts'
import type { SavedOrder } from './saved-orders.contract.ts'

const suggested = (Plu: string, changes: Partial<Suggested> = {}): Suggested => ({
  LocationId: 1,
  SupplierId: 1,
  Plu,
  Name: Plu,
  SupplierCode: '',
  Unit: 'bottle',
  OnHand: 0,
  CountedAt: null,
  OnOrder: 0,
  PerDay: 1,
  InStockDays: 28,
  OpenDays: 28,
  Weekdays: [1, 1, 1, 1, 1, 1, 1],
  DaysOut: [],
  LeadDays: 1,
  Days: 8,
  Forecast: 8,
  Spare: 0,
  Least: null,
  Most: null,
  ByLevels: false,
  Short: 8,
  PackSize: 24,
  OrderMinimum: 1,
  Packs: 1,
  PackCost: 10,
  Cost: 10,
  RunsOutOn: null,
  ...changes,
})
const row = (plu: string, changes: Partial<Suggested> = {}): OrderRow => ({ ...suggested(plu, changes), suggested: suggested(plu, changes) })
/** Of the picture: 6 packs of tonic at 28.80 and 2 of ginger beer at 33.60 come to 240.00. */
const TONIC = { OnHand: 66, PerDay: 24, PackSize: 24, Packs: 6, PackCost: 28.8 }
const GINGER = { OnHand: 20, PerDay: 8.4, PackSize: 24, Packs: 2, PackCost: 33.6 }

describe('an order under the minimum of its supplier', () => {
  it('says how much is missing, and offers as many packs of what runs out first after it as it takes', () => {
    const rows = [row('tonic', TONIC), row('ginger', GINGER)]
    expect(missingOf(rows, {}, 250)).toEqual({ missing: 10, lift: { row: rows[1], packs: 1, cost: 33.6 } })
    expect(missingOf(rows, {}, 280)).toMatchObject({ missing: 40, lift: { packs: 2, cost: 67.2 } })
    // With two more of ginger beer it is tonic that runs out first.
    expect(missingOf(rows, { ginger: 4 }, 400)).toMatchObject({ missing: 92.8, lift: { row: rows[0], packs: 4, cost: 115.2 } })
  })

  it('takes exactly as many packs as reach it, without drifting decimals', () => {
    expect(missingOf([row('a', { PackCost: 33.6, Packs: 3 })], {}, 134.4)).toMatchObject({ missing: 33.6, lift: { packs: 1 } })
    expect(missingOf([row('a', { PackCost: 0.1, Packs: 1 })], {}, 0.8)).toMatchObject({ missing: 0.7, lift: { packs: 7, cost: 0.7 } })
  })

  it('offers nothing beyond what a location keeps, and none without a cost', () => {
    const full = row('full', { OnHand: 0, PerDay: 100, Most: 24 })
    expect(missingOf([full, row('other', { PerDay: 1 })], {}, 50)).toMatchObject({ missing: 30, lift: { row: { Plu: 'other' }, packs: 3 } })
    expect(missingOf([full], {}, 50)).toEqual({ missing: 40, lift: null })
    expect(missingOf([row('free', { PackCost: 0 }), row('a')], {}, 50)).toMatchObject({ lift: { row: { Plu: 'a' } } })
  })

  it('looks at what is on order, fills up to the most exactly, and never orders more than can be ordered', () => {
    const most = (Most: number, OnOrder = 0) => missingOf([row('a', { Packs: 1, OnOrder, Most })], {}, 30)?.lift?.packs
    expect([most(72), most(71), most(73, 2), most(74, 2)]).toEqual([2, undefined, undefined, 2])
    const dear = (Packs: number) => missingOf([row('a', { Packs, PackCost: 1 })], {}, 9999.5)?.lift?.packs
    expect([dear(9998), missingOf([row('a', { Packs: 9000, PackCost: 1 })], {}, 9999)?.lift?.packs]).toEqual([undefined, 999])
    expect(missingOf([row('idle', { PerDay: 0, OnHand: 0 }), row('sold', { OnHand: 500 })], {}, 50)?.lift?.row.Plu).toBe('sold')
  })

  it('is none that is reached, that nobody set, that orders nothing, or whose cost nobody knows', () => {
    expect(missingOf([row('a')], {}, 10)).toBeNull()
    expect(missingOf([row('a')], {}, null)).toBeNull()
    expect(missingOf([row('a')], { a: 0 }, 50)).toBeNull()
    expect(missingOf([row('a', { PackCost: null })], {}, 50)).toBeNull()
  })
})

describe('what can be ordered', () => {
  const line = (Plu: string, Packs: number) => ({ Plu, Name: Plu, SupplierCode: '', Unit: '', Packs, PackSize: 6, PackCost: 5 })
  const list = { SavedId: '1', Version: 1, SupplierId: 2, Note: '', Lines: [line('a', 3), line('gone', 4), line('off', 0)] } as unknown as SavedOrder

  it('is what is suggested, and of a saved list what is not suggested any more', () => {
    const rows = orderRows([suggested('a')], [list])
    expect(rows.map(({ Plu, Packs, suggested: one }) => [Plu, Packs, one !== null])).toEqual([
      ['a', 1, true],
      ['gone', 0, false],
    ])
    expect(sumOf(rows, { a: 3, gone: 4 })).toEqual({ packs: 7, cost: 50 })
  })

  it('costs what is ordered of it; what is not ordered needs no cost', () => {
    const rows = [row('a'), row('b', { PackCost: null })]
    expect(sumOf(rows, { a: 3, b: 0 })).toEqual({ packs: 3, cost: 30 })
    expect(sumOf(rows, { a: 3, b: 2 })).toEqual({ packs: 5, cost: null })
  })

  it('is of one supplier where one is chosen', () => {
    expect(orderRows([suggested('a')], [list], 1).map(({ Plu }) => Plu)).toEqual(['a'])
  })
})
