import { describe, expect, it } from 'vitest'
import { dayNumber, everyDay } from '#shared/day.ts'
import { saleKey } from './abuses.ts'
import { worldOf } from './members.ts'
import { withMembers } from './swiped.ts'
import type { TillSale } from './till-sale.ts'
import { tradeOfDay } from './trade.ts'
import { PLACES } from './trading.ts'

const SEED = 1042
const world = worldOf(SEED, '2025-09-24')
const shops = PLACES.map((place, i) => ({ place, locationId: i + 1, timeZone: 'Australia/Sydney' }))
const DAYS = everyDay('2026-09-01', '2026-10-15')
const trade = DAYS.flatMap((day) => shops.map((shop) => ({ day, shop, sales: tradeOfDay(SEED, shop, day) })))
const swiped = trade.map(({ day, shop, sales }) => ({ day, shop, sales: withMembers(world, shops, shop, day, sales) }))
const all = swiped.flatMap(({ sales }) => sales)

const paid = ({ Tenders }: TillSale) => Tenders.reduce((sum, { Amount, Change }) => sum + Amount - Change, 0)
const withoutLoyalty = ({ LoyaltyCard: _, Points: __, Tenders: ___, ...sale }: TillSale) => ({
  ...sale,
  Lines: sale.Lines.map(({ Voucher: ____, ...line }) => line),
})

describe('the cards of the sample', () => {
  it('change nothing of a sale but the card, its points, how much of it they pay and the value its vouchers name', () => {
    expect(all.map(withoutLoyalty)).toEqual(trade.flatMap(({ sales }) => sales).map(withoutLoyalty))
    expect(all.map(paid)).toEqual(trade.flatMap(({ sales }) => sales).map(paid))
  })

  it('are 2,000 with their replacements, of people with names of their own, the same whenever they are made', () => {
    const { members } = worldOf(SEED, '2025-09-24')
    expect(members).toEqual(world.members)
    const numbers = members.flatMap(({ number, replaced }) => (replaced ? [number, replaced.by] : [number]))
    expect([numbers.length, new Set(numbers).size]).toEqual([2000, 2000])
    const named = members.filter(({ kind }) => kind !== 'unknown').map(({ name }) => name)
    expect([named.includes(''), new Set(named).size]).toEqual([false, named.length])
    expect(named.some((name) => /[一-龠]/.test(name))).toBe(true)
  })

  it('are used by nobody before they joined, and by no ordinary member at two places on one day', () => {
    const joined = new Map(world.members.map(({ number, joined: day }) => [number, day]))
    const places = new Map<string, Set<number>>()
    for (const { day, shop, sales } of swiped) {
      for (const { LoyaltyCard } of sales) {
        if (LoyaltyCard === undefined) continue
        expect(joined.get(LoyaltyCard) ?? 0).toBeLessThanOrEqual(dayNumber(day))
        const key = `${LoyaltyCard} ${day}`
        places.set(key, (places.get(key) ?? new Set()).add(shop.locationId))
      }
    }
    expect([...places].filter(([, at]) => at.size > 1)).toEqual([])
  })

  it('earn a point for a dollar and lose it with a refund, and points pay a cent each', () => {
    const byKey = new Map(swiped.flatMap(({ shop, sales }) => sales.map((sale) => [`${shop.locationId} ${saleKey(sale)}`, sale])))
    const spending = all.filter(({ Points }) => (Points?.Redeemed ?? 0) > 0)
    expect(spending.length).toBeGreaterThan(50)
    for (const { Tenders, Points } of spending) expect(Tenders.find(({ Method }) => Method === 'Points')?.Amount).toBe(Points?.Redeemed)
    const refunds = swiped.flatMap(({ shop, sales }) =>
      sales.filter(({ Type, LoyaltyCard }) => Type === 'Refund' && LoyaltyCard).map((sale) => ({ shop, sale })),
    )
    expect(refunds.length).toBeGreaterThan(5)
    for (const { shop, sale } of refunds) {
      const { TerminalId, OriginalSaleId = '' } = sale
      expect(byKey.get(`${shop.locationId} ${saleKey({ TerminalId, SaleId: OriginalSaleId })}`)?.LoyaltyCard).toBe(sale.LoyaltyCard)
    }
    const back = refunds.filter(({ sale }) => sale.Points?.Accrued === -Math.floor(-sale.Totals.Net / 100))
    const loop = world.members.find(({ kind }) => kind === 'refundLoop')?.number
    expect(refunds.filter((one) => !back.includes(one)).every(({ sale }) => sale.LoyaltyCard === loop)).toBe(true)
  })
})
