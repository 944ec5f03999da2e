import { describe, expect, it } from 'vitest'
import type { Spec, Specs } from '#features/stock/spec.rules.ts'
import { addDays } from '#shared/day.ts'
import { dutiable, dutyOf, LAL, litresText, onReturn, standardDrinks } from './counted.rules.ts'
import { fits, goodsIn, goodsOf, type Rate, rateFor, ratesFor, spansOf } from './excise.rules.ts'
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
  sticks: null,
  tobacco: null,
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
    expect(onReturn(lal, { rate: 5_779_000, basis: 'lal' }, 2)).toEqual({ counted: (LAL * 32n) / 10n, duty: 18_492n })
    expect(onReturn(lal, { rate: 5_070_000, basis: 'lal' }, 2)).toEqual({ counted: (LAL * 32n) / 10n, duty: 16_224n })
  })

  it('a schooner of 0.425 l at 4.6 % from a keg has 0.0146625 litres of alcohol, and at 43.39 carries 0.636', () => {
    const [drink] = goodsOf(specs, SCHOONER, '2026-11-20').goods
    expect(drink).toMatchObject({ volume: 425_000, abv: 460, container: 49_500_000, draught: true })
    const lal = dutiable(drink as never, 115, 10_000)
    expect(litresText(lal, 7)).toBe(0.0146625)
    expect(dutyOf(lal, 4_339_000, 2)).toBe(64n)
    expect(dutyOf(lal * 1000n, 4_339_000, 2)).toBe(63_621n)
  })

  it('a nip of 30 ml at 40 % has 0.012, and beer at 1.1 % none', () => {
    expect(litresText(dutiable({ volume: 30_000, abv: 4000 }, 0, 10_000), 3)).toBe(0.012)
    expect(dutiable({ volume: 375_000, abv: 110 }, 115, 10_000)).toBe(0n)
  })

  it('a glass from a keg takes the item of the keg, not of the glass', () => {
    const packaged = rate({ tariffItem: '1.10', containerFrom: null, containerUpTo: 48_000_000, rate: 6_157_000 })
    const [drink] = goodsOf(specs, SCHOONER, '2026-11-20').goods
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
    expect(goodsOf(mixed, 4, '2026-01-01')).toMatchObject({ goods: [{ volume: 30_000, abv: 4100 }], wine: true, missing: undefined })
    expect(goodsOf(mixed, 5, '2026-01-01')).toMatchObject({ goods: [], missing: 'abv' })
    expect(goodsOf(mixed, 99, '2026-01-01')).toEqual({ goods: [], missing: undefined, wine: false })
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

  it('a rate that changes divides nothing where no product falls under its item', () => {
    const brandy = ['2026-02-02', '2026-08-03'].map((fromDay) => rate({ tariffItem: '3.1', beverages: ['brandy'], fromDay, toDay: null }))
    const range = { from: '2026-07-01', to: '2026-10-31' }
    const draught = rate({})
    expect(ratesFor(goodsIn(specs, range, goodsOf), [draught, ...brandy])).toEqual([draught])
  })

  it('3.2802 litres of alcohol at 57.79 come to 189.56 in a line, and the return to 4.64 less, which is named rounding', () => {
    const lal = dutiable({ volume: 355_000, abv: 500 }, 115, 240 * 10_000)
    const [line, returned] = [dutyOf(lal, 5_779_000, 2), onReturn(lal, { rate: 5_779_000, basis: 'lal' }, 2).duty]
    expect([line, returned, returned - line]).toEqual([18_956n, 18_492n, -464n])
  })

  it('published points of 2025 are 1.26 times those of the gazette of 2017 (domain 4.2)', () => {
    const of = (from: string) => new Map(PUBLISHED_POINTS.filter(({ fromDay }) => fromDay === from).map((point) => [point.tariffItem, point.rate]))
    const [gazette, later] = [of('2017-08-01'), of('2025-02-03')]
    expect([...later.keys()]).toEqual(['1.1', '1.2', '1.5', '1.6', '1.10', '1.11'])
    for (const [item, rate] of later) expect((rate / (gazette.get(item) ?? 0)).toFixed(2), item).toBe('1.26')
  })

  it('what is given back takes away as much as it gave, in a line and on the return', () => {
    const [sold, back] = [3, -3].map((n) => dutiable({ volume: 425_000, abv: 460 }, 115, n * 10_000 * 100)) as [bigint, bigint]
    expect(dutyOf(back, 4_339_000, 2)).toBe(-dutyOf(sold, 4_339_000, 2))
    const returned = onReturn(sold, { rate: 4_339_000, basis: 'lal' }, 2)
    expect(onReturn(back, { rate: 4_339_000, basis: 'lal' }, 2)).toEqual({ counted: -returned.counted, duty: -returned.duty })
  })

  it('a keg over 48 litres is draught and one of 48 packaged, unless it is drawn', () => {
    const packaged = rate({ tariffItem: '1.10', containerFrom: null, containerUpTo: 48_000_000, draught: null })
    const over = rate({ containerFrom: 48_000_001 })
    const tap = rate({ containerFrom: 8_000_000, containerUpTo: 48_000_000, draught: true })
    const drawn = (container: number, draught: boolean) => ({
      volume: 425_000,
      abv: 460,
      beverage: 'beer' as const,
      container,
      draught,
      tariffItem: '',
      sticks: 0,
      tobacco: 0,
    })
    expect([over, packaged].map((one) => fits(one, drawn(49_500_000, false)))).toEqual([true, false])
    expect([over, packaged].map((one) => fits(one, drawn(48_000_000, false)))).toEqual([false, true])
    expect([drawn(30_000_000, true), drawn(30_000_000, false)].map((one) => fits(tap, one))).toEqual([true, false])
  })
})
