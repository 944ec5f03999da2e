import { describe, expect, it } from 'vitest'
import type { Spec, Specs } from '#features/stock/spec.rules.ts'
import { addDays } from '#shared/day.ts'
import { alcoholOf, dutiable, dutyOf, fits, LAL, litres, litresText, onReturn, type Rate, rateFor, spansOf, standardDrinks } from './excise.rules.ts'
import { PUBLISHED_POINTS } from './published-points.rules.ts'

const spec = (changes: Partial<Spec>): Spec => ({
  fromDay: '2000-01-01',
  unit: '',
  stocked: true,
  volume: null,
  abv: null,
  beverage: '',
  container: '',
  draught: false,
  tariffItem: '',
  parts: [],
  ...changes,
})
const rate = (changes: Partial<Rate>): Rate => ({
  rateId: '1',
  jurisdiction: 'AU',
  tariffItem: '1.11',
  name: '',
  basis: 'lal',
  beverages: ['beer'],
  freeAbv: 115,
  aboveAbv: 350,
  upToAbv: null,
  containerFrom: 48_000_000,
  containerUpTo: null,
  draught: null,
  rate: 4_339_000,
  fromDay: '2025-02-03',
  toDay: null,
  source: 'test',
  sourceUrl: '',
  published: false,
  enteredBy: null,
  ...changes,
})
const KEG = 1
const SCHOONER = 2
const specs: Specs = new Map([
  [KEG, [spec({ beverage: 'beer', abv: 460, volume: 49_500_000, container: 'keg', draught: true })]],
  [SCHOONER, [spec({ stocked: false, parts: [{ productId: KEG, volume: 425_000, qty: null, loss: 0 }] })]],
])

describe('litres of alcohol and duty (domain 4)', () => {
  it('10 × 24 × 0.355 l at 5 % less 1.15 % are 3.2802, on the return 3.2, at 57.79 and 50.70 a litre 184.92 and 162.24', () => {
    const lal = dutiable({ volume: 355_000, abv: 500 }, 115, 240 * 10_000)
    expect(litresText(lal, 4)).toBe(3.2802)
    expect(onReturn(lal, 5_779_000, 2)).toEqual({ tenths: 32n, duty: 18_492n })
    expect(onReturn(lal, 5_070_000, 2)).toEqual({ tenths: 32n, duty: 16_224n })
  })

  it('a schooner of 0.425 l at 4.6 % from a keg has 0.0146625 litres of alcohol, and at 43.39 carries 0.636', () => {
    const [drink] = alcoholOf(specs, SCHOONER, '2026-11-20').alcohol
    expect(drink).toMatchObject({ volume: 425_000, abv: 460, container: 49_500_000, draught: true })
    const lal = dutiable(drink as never, 115, 10_000)
    expect(litresText(lal, 7)).toBe(0.0146625)
    expect(dutyOf(lal, 4_339_000, 2)).toBe(64n)
    expect(dutyOf(lal * 1000n, 4_339_000, 2)).toBe(63_621n)
  })

  it('10 × 24 × 0.355 l are 85.2 litres of beer, and in a line, rounded to the cent, carry 189.56 at 57.79', () => {
    expect(litresText(litres({ volume: 355_000 }, 240 * 10_000), 1)).toBe(85.2)
    expect(dutyOf(dutiable({ volume: 355_000, abv: 500 }, 115, 240 * 10_000), 5_779_000, 2)).toBe(18_956n)
  })

  it('what is given back takes away as much duty as it carried', () => {
    const given = dutyOf(dutiable({ volume: 425_000, abv: 460 }, 115, -10_000), 4_339_000, 2)
    expect(given).toBe(-64n)
  })

  it('the published points of February 2025 are each 1.260 times those of the gazette of August 2017', () => {
    const on = (day: string) => new Map(PUBLISHED_POINTS.filter(({ fromDay }) => fromDay === day).map(({ tariffItem, rate: points }) => [tariffItem, points]))
    const [gazette, later] = [on('2017-08-01'), on('2025-02-03')]
    expect([...later.keys()].sort()).toEqual(['1.1', '1.10', '1.11', '1.2', '1.5', '1.6'])
    for (const [item, points] of later) expect((points / (gazette.get(item) ?? 0)).toFixed(2), item).toBe('1.26')
  })

  it('a nip of 30 ml at 40 % has 0.012, and beer at 1.1 % none', () => {
    expect(litresText(dutiable({ volume: 30_000, abv: 4000 }, 0, 10_000), 3)).toBe(0.012)
    expect(dutiable({ volume: 375_000, abv: 110 }, 115, 10_000)).toBe(0n)
  })

  it('a glass from a keg takes the item of the keg, not of the glass', () => {
    const packaged = rate({ tariffItem: '1.10', containerFrom: null, containerUpTo: 48_000_000, rate: 6_157_000 })
    const [drink] = alcoholOf(specs, SCHOONER, '2026-11-20').alcohol
    expect(rateFor([packaged, rate({})], drink as never, '2026-11-20')?.tariffItem).toBe('1.11')
    expect(fits(packaged, { ...(drink as never as object), container: 375_000, draught: false } as never)).toBe(true)
  })

  it('a recipe is the sum of what it is made of, wine carries none, and what is missing is named', () => {
    const mixed: Specs = new Map([
      [1, [spec({ beverage: 'spirits', abv: 4100, volume: 700_000 })]],
      [2, [spec({ beverage: 'fortified', abv: 1600, volume: 750_000 })]],
      [3, [spec({ beverage: 'spirits', volume: 700_000 })]],
      [4, [spec({ stocked: false, parts: [1, 2].map((productId) => ({ productId, volume: 30_000, qty: null, loss: 0 })) })]],
      [5, [spec({ stocked: false, parts: [{ productId: 3, volume: 30_000, qty: null, loss: 0 }] })]],
    ])
    expect(alcoholOf(mixed, 4, '2026-01-01')).toMatchObject({ alcohol: [{ volume: 30_000, abv: 4100 }], wine: true, missing: undefined })
    expect(alcoholOf(mixed, 5, '2026-01-01')).toMatchObject({ alcohol: [], missing: 'abv' })
    expect(alcoholOf(mixed, 99, '2026-01-01')).toEqual({ alcohol: [], missing: undefined, wine: false })
  })

  it('standard drinks are litres × strength × 0.789', () => {
    expect(standardDrinks(dutiable({ volume: 425_000, abv: 460 }, 0, 10_000))).toBe(1.54)
    expect(LAL).toBe(10n ** 14n)
  })

  it('a range falls apart where a rate begins or ends', () => {
    const rates = [rate({ fromDay: '2026-02-02', toDay: '2026-08-02' }), rate({ fromDay: '2026-08-03' })]
    expect(spansOf(rates, '2026-07-01', '2026-10-31', (day) => addDays(day, 1))).toEqual([
      { from: '2026-07-01', to: '2026-08-02' },
      { from: '2026-08-03', to: '2026-10-31' },
    ])
  })
})
