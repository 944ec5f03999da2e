import { describe, expect, it } from 'vitest'
import { changesWithin, perSaleOf, type Spec, type Specs, specOn, USE_STEPS, usesOn } from './spec.rules.ts'
import { isChangingOver, usedSteps, usesOver } from './use.rules.ts'

const [KEG, SCHOONER, SERVICE, COCKTAIL, UNKNOWN] = [1, 2, 3, 4, 9]
const spec = (more: Partial<Spec> = {}): Spec => ({
  ...{ fromDay: '0001-01-01', unit: '', stocked: true, volume: null, abv: null, beverage: '', container: '', draught: false, tariffItem: '' },
  ...{ sticks: null, tobacco: null, parts: [], ...more },
})
const pour = (productId: number, volume: number, loss = 0) => ({ productId, volume, qty: null, loss })
const SPECS: Specs = new Map([
  [KEG, [spec({ volume: 50_000_000 }), spec({ fromDay: '2026-11-10', volume: 30_000_000 })]],
  [SCHOONER, [spec({ stocked: false, parts: [pour(KEG, 425_000)] })]],
  [SERVICE, [spec({ stocked: false })]],
  [COCKTAIL, [spec({ parts: [pour(KEG, 100_000)] }), spec({ fromDay: '2026-11-15', parts: [] })]],
])

describe('what a product was on a day', () => {
  it('is its latest row by then, and before its first row that one', () => {
    const volumeOn = (day: string) => specOn(SPECS, KEG, day).volume
    expect(['2026-11-09', '2026-11-10', '2026-11-11'].map(volumeOn)).toEqual([50_000_000, 30_000_000, 30_000_000])
    const late: Specs = new Map([[KEG, [spec({ fromDay: '2026-11-10', volume: 1 }), spec({ fromDay: '2026-11-20', volume: 2 })]]])
    expect(specOn(late, KEG, '2026-11-01').volume).toBe(1)
    expect(specOn(SPECS, UNKNOWN, '2026-11-01')).toMatchObject({ stocked: true, parts: [] })
  })

  it('changes on the days of a range after its first, up to its last', () => {
    const within = (from: string, to: string) => changesWithin(SPECS, KEG, from, to)
    expect([within('2026-11-09', '2026-11-10'), within('2026-11-10', '2026-11-20'), within('2026-11-01', '2026-11-09')]).toEqual([['2026-11-10'], [], []])
  })
})

describe('what a sale takes from stock', () => {
  it('is a unit of what is kept, a part of what it is poured from, and nothing of a service', () => {
    expect(usesOn(SPECS, UNKNOWN, '2026-11-01')).toEqual([{ productId: UNKNOWN, perSale: USE_STEPS }])
    expect(usesOn(SPECS, SCHOONER, '2026-11-01')).toEqual([{ productId: KEG, perSale: 8500 }])
    expect(usesOn(SPECS, SERVICE, '2026-11-01')).toEqual([])
  })

  it('is more where some is lost on the way, by volume and by number', () => {
    expect(perSaleOf({ volume: 425_000, qty: null, loss: 500 }, 50_000_000)).toBe(8947)
    expect(perSaleOf({ volume: null, qty: 5000, loss: 0 }, null)).toBe(500_000)
    expect(perSaleOf({ volume: null, qty: 5000, loss: 2000 }, null)).toBe(625_000)
  })

  it('cannot be told in units where a volume is missing', () => {
    expect([perSaleOf({ volume: 425_000, qty: null, loss: 0 }, null), perSaleOf({ volume: null, qty: null, loss: 0 }, 50_000_000)]).toEqual([null, null])
  })

  it('follows the product, and what it is poured from, over the days', () => {
    expect(isChangingOver(SPECS, SCHOONER, '2026-11-01', '2026-11-09')).toBe(false)
    expect(isChangingOver(SPECS, SCHOONER, '2026-11-01', '2026-11-10')).toBe(true)
    expect(isChangingOver(SPECS, COCKTAIL, '2026-11-12', '2026-11-15')).toBe(true)
    const uses = usesOver(SPECS, '2026-11-01', '2026-11-20')
    const day = (text: string) => Date.parse(text) / 86_400_000
    expect(uses(SCHOONER, day('2026-11-09'))).toEqual([{ productId: KEG, perSale: 8500 }])
    expect(uses(SCHOONER, day('2026-11-10'))).toEqual([{ productId: KEG, perSale: 14_167 }])
    expect(uses(SERVICE, day('2026-11-10'))).toEqual([])
    expect(uses(SERVICE, day('2026-11-11'))).toEqual([])
  })

  it('is told in ten-thousandths of a unit', () => {
    expect(usedSteps(10_000 * 8500 * 3)).toBe(255)
  })
})
