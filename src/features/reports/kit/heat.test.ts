import { expect, it } from 'vitest'
import { heatScale, SHADES } from './heat.rules.ts'

it('10,500 and 16,000 have different shades beside a day of 24,700', () => {
  const { shadeOf, bounds } = heatScale(24_700)
  expect(bounds).toEqual([5000, 10_000, 15_000, 20_000, 25_000])
  expect([0, 5000, 10_500, 16_000, 24_700].map(shadeOf)).toEqual([0, 1, 3, 4, 5])
})

it.each([0.01, 1, 7, 99.95, 23_400, 24_700, 26_000, 60_000, 123_456_789_012])(
  'up to %d a darker shade always means more, and each bound is the last of its shade',
  (most) => {
    const { shadeOf, bounds } = heatScale(most)
    const shades = Array.from({ length: 101 }, (_, i) => shadeOf((most * i) / 100))
    expect(shades).toEqual([...shades].sort((a, b) => a - b))
    expect(new Set(shades).size).toBeGreaterThanOrEqual(SHADES)
    expect(bounds.slice(0, -1).map(shadeOf)).toEqual(bounds.slice(0, -1).map((_, i) => i + 1))
    expect(shadeOf(most)).toBe(bounds.length)
    const apart = (bounds[0] ?? 0) * 1.01
    const low = Array.from({ length: 60 }, (_, i) => (most * i) / 100)
    expect(low.filter((value) => shadeOf(value) === shadeOf(value + apart))).toEqual([])
  },
)

it('without trade nothing is shaded', () => {
  expect(heatScale(0).shadeOf(0)).toBe(0)
  expect(heatScale(0).bounds).toEqual([])
  expect(heatScale(500).shadeOf(-20)).toBe(0)
})
