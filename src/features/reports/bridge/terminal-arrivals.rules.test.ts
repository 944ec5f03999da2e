import { describe, expect, it } from 'vitest'
import { everyDay } from '#shared/day.ts'
import { type BankDay, type TerminalDay, terminalSums } from './terminal-arrivals.rules.ts'

const day = (date: string, cents: number, settlement = cents): TerminalDay => ({
  locationId: 1,
  day: date,
  payments: 1,
  volume: cents,
  refunds: 0,
  surcharges: 0,
  tips: 0,
  cashOut: 0,
  settlement,
})
const bank = (date: string, total: number, more: Partial<BankDay> = {}): BankDay => ({ locationId: 1, day: date, total, unsent: 0, diverted: 0, ...more })
const whereOf = (sums: ReturnType<typeof terminalSums>) => sums.notArrived.map(({ where, bankDay, net }) => [where, bankDay, net])

describe('money of card terminals', () => {
  it('has arrived once the first settlement after its day was sent, and is at the provider while there is none', () => {
    // Friday to Sunday are settled on Monday.
    const days = [
      day('2026-11-19', 900),
      day('2026-11-20', 100),
      day('2026-11-21', 200),
      day('2026-11-22', 300),
      day('2026-11-23', 400),
      day('2026-11-24', 500),
    ]
    const sums = terminalSums({ days, bankDays: [bank('2026-11-19', 900), bank('2026-11-23', 1000)], fee: 0 }, '2026-11-20', '2026-11-24')
    expect([sums.net, whereOf(sums)]).toEqual([1500, [['provider', null, 500]]])
  })

  it('is on its way while its settlement is not sent: of the days that are asked for alone', () => {
    const days = [day('2026-11-20', 100), day('2026-11-21', 200), day('2026-11-23', 400)]
    const bankDays = [bank('2026-11-19', 0), bank('2026-11-23', 700, { unsent: 700 })]
    expect(whereOf(terminalSums({ days, bankDays, fee: 0 }, '2026-11-21', '2026-11-22'))).toEqual([['way', '2026-11-23', 200]])
    expect(whereOf(terminalSums({ days, bankDays, fee: 0 }, '2026-11-20', '2026-11-23'))).toEqual([['way', '2026-11-23', 700]])
  })

  it('keeps apart what the provider kept, billed apart, settled otherwise or sent elsewhere', () => {
    const days = [day('2026-11-20', 10_409, 10_000)]
    const sums = terminalSums({ days, bankDays: [bank('2026-11-19', 0), bank('2026-11-20', 9_900, { diverted: 1_000 })], fee: 26 }, '2026-11-20', '2026-11-20')
    // A surcharge of 4.09 stays there, 0.26 is billed apart, one dollar less was settled, ten went to the tax office.
    expect([sums.other, sums.net]).toEqual([-409 + 26 - 100 - 1_000, 8_900])
  })

  it('ranges add up, however they are cut', () => {
    const all = everyDay('2026-11-01', '2026-11-30')
    const days = all.map((date, i) => day(date, 1000 + 37 * i, 990 + 35 * i))
    const bankDays = all.filter((_, i) => i % 3 === 2).map((date, i) => bank(date, 3000 + 111 * i, i > 7 ? { unsent: 3000 + 111 * i } : {}))
    const sums = (from: string, to: string) => {
      const { net, volume, other, notArrived } = terminalSums({ days, bankDays, fee: 0 }, from, to)
      return [net, volume, other, notArrived.reduce((total, one) => total + one.net, 0)]
    }
    const whole = sums('2026-11-04', '2026-11-30')
    for (const cut of all.slice(4, -1)) {
      const [first, second] = [sums('2026-11-04', cut), sums(all[all.indexOf(cut) + 1] ?? '', '2026-11-30')]
      expect([cut, ...first.map((value, i) => value + (second[i] ?? 0))]).toEqual([cut, ...whole])
    }
  })
})
