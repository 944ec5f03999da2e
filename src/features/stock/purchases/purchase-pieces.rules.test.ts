import { describe, expect, it } from 'vitest'
import { addDays, daysIn } from '#shared/day.ts'
import { purchasePieces, wholeYearsOf } from './purchase-pieces.rules.ts'

describe('What a range of purchases is made of', () => {
  it('is whole years, whole quarters and the days between them', () => {
    expect(purchasePieces({ from: '2023-11-27', to: '2026-11-25' })).toEqual({
      years: ['2024-01-01', '2025-01-01'],
      quarters: ['2026-01-01', '2026-04-01', '2026-07-01'],
      days: [
        { from: '2023-11-27', to: '2023-12-31' },
        { from: '2026-10-01', to: '2026-11-25' },
      ],
    })
    expect(purchasePieces({ from: '2026-02-03', to: '2026-02-03' })).toEqual({ years: [], quarters: [], days: [{ from: '2026-02-03', to: '2026-02-03' }] })
    expect(purchasePieces({ from: '2024-01-01', to: '2024-12-31' })).toEqual({ years: ['2024-01-01'], quarters: [], days: [] })
  })

  it('has every day of the range once', () => {
    const ends: Record<string, number> = { '01': 90, '04': 91, '07': 92, '10': 92 }
    for (let from = '2023-11-20'; from < '2024-05-01'; from = addDays(from, 3)) {
      for (let to = from; to < '2026-02-01'; to = addDays(to, 17)) {
        const { years, quarters, days } = purchasePieces({ from, to })
        const isLeap = (day: string) => Number(day.slice(0, 4)) % 4 === 0
        const whole = years.reduce((sum, day) => sum + (isLeap(day) ? 366 : 365), 0)
        const parts = quarters.reduce((sum, day) => sum + (ends[day.slice(5, 7)] ?? 0) + (isLeap(day) && day.slice(5, 7) === '01' ? 1 : 0), 0)
        expect(whole + parts + days.reduce((sum, span) => sum + daysIn(span.from, span.to), 0)).toBe(daysIn(from, to))
      }
    }
  })

  it('has the rest of a year as well where nothing was bought in it', () => {
    const bought = { from: '2023-11-27', to: '2026-11-25' }
    expect(wholeYearsOf(bought, bought)).toEqual({ from: '2023-01-01', to: '2026-12-31' })
    expect(wholeYearsOf({ from: '2023-11-28', to: '2026-11-24' }, bought)).toEqual({ from: '2023-11-28', to: '2026-11-24' })
    expect(wholeYearsOf({ from: '2026-10-01', to: '2026-11-25' }, bought)).toEqual({ from: '2026-10-01', to: '2026-12-31' })
  })
})
