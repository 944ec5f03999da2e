import { describe, expect, it } from 'vitest'
import { LITRE, MILLILITRE, type Part, type Spec, type Specs, specOn } from './spec.rules.ts'
import { changedRows, type SpecChange, saysNothingNew } from './spec-change.rules.ts'
import { wrongInSpec } from './spec-check.rules.ts'

const KEG = 1
const SCHOONER = 2
const GIN = 3
const SERVICE = 4
const NAMES: Record<number, string> = { [KEG]: 'Pale ale keg', [SCHOONER]: 'Pale ale schooner', [GIN]: 'Gin', [SERVICE]: 'Corkage' }
const DAY = '2026-11-20'

const rowsOf = (change: SpecChange, fromDay = '2026-01-01', productId = KEG) => changedRows([], productId, fromDay, change)
const part = (productId: number, more: Partial<Part>): Part => ({ productId, volume: null, qty: null, loss: 0, ...more })
const SPECS: Specs = new Map([
  [KEG, rowsOf({ volume: 49.5 * LITRE, abv: 460 })],
  [SCHOONER, rowsOf({ stocked: false, parts: [part(KEG, { volume: 425 * MILLILITRE })] })],
  [GIN, rowsOf({ volume: 700 * MILLILITRE })],
  [SERVICE, rowsOf({ stocked: false })],
])
const wrong = (productId: number, change: SpecChange, specs = SPECS) =>
  wrongInSpec({ productId, fromDay: DAY, change }, { specs, nameOf: (id) => NAMES[id] }).map(({ FieldName, Message }) => `${FieldName}: ${Message}`)

describe('What a product is, as it is judged', () => {
  it('is stronger than nothing and weaker than pure', () => {
    expect(wrong(GIN, { abv: 40_000 })).toEqual(['Abv: Alcohol by volume must be from 0 to 100 percent.'])
    expect(wrong(GIN, { abv: -1 })).toHaveLength(1)
    expect(wrong(GIN, { abv: 10_000 })).toEqual([])
    expect(wrong(GIN, { volume: 0 })).toEqual(['VolumeMl: A volume must be more than 0 ml and at most 10,000 litres.'])
  })

  it('tells its tobacco by sticks or by weight, from a day on by the other of both', () => {
    expect(wrong(GIN, { sticks: 0 })).toEqual(['Sticks: The number of sticks must be a whole number from 1 to 10,000,000.'])
    expect(wrong(GIN, { tobacco: 0.5 })).toEqual(['TobaccoGrams: A weight in grams can have at most three decimals.'])
    expect(wrong(GIN, { sticks: 20, tobacco: 50_000 })).toEqual(['Sticks: Tobacco has either sticks or a weight, not both.'])
    const packs: Specs = new Map([[GIN, changedRows([], GIN, '2026-01-01', { sticks: 20 })]])
    expect(wrong(GIN, { tobacco: 50_000 }, packs)).toEqual(['TobaccoGrams: Tobacco has either sticks or a weight, not both.'])
    expect(wrong(GIN, { sticks: null, tobacco: 50_000 }, packs)).toEqual([])
    expect(changedRows(packs.get(GIN) ?? [], GIN, DAY, { sticks: null, tobacco: 50_000 }).map(({ sticks, tobacco }) => [sticks, tobacco])).toEqual([
      [20, null],
      [null, 50_000],
    ])
  })

  it('takes no glass that is larger than its keg, whichever of the two is said later', () => {
    expect(wrong(SCHOONER, { parts: [part(KEG, { volume: 50 * LITRE })] })).toEqual(['Parts: It takes 50000 ml of Pale ale keg, which holds only 49500 ml.'])
    expect(wrong(KEG, { volume: 400 * MILLILITRE })).toEqual(['VolumeMl: Pale ale schooner takes 425 ml of it, which is more than 400 ml.'])
  })

  it('contains neither itself nor what is made of parts, from either side', () => {
    expect(wrong(GIN, { parts: [part(GIN, { qty: 10_000 })] })).toEqual([
      'Parts: A recipe cannot contain itself. Only a product that is poured from its own keg or bottle can, and then it has no other parts.',
    ])
    expect(wrong(GIN, { parts: [part(SCHOONER, { qty: 10_000 })] })).toEqual(['Parts: Pale ale schooner has its own parts. Enter those parts instead.'])
    expect(wrong(KEG, { parts: [part(GIN, { qty: 10_000 })] })).toEqual(['Parts: Pale ale schooner has it as a part, so it cannot have parts.'])
  })

  it('is made of what exists and is kept in stock', () => {
    expect(wrong(GIN, { parts: [part(99, { qty: 1 })] })).toEqual(['Parts: The venue does not have one of the parts.'])
    expect(wrong(GIN, { parts: [part(SERVICE, { qty: 1 })] })).toEqual(['Parts: Corkage is not kept in stock, so it cannot be a part.'])
    expect(wrong(KEG, { stocked: false })).toEqual(['Stocked: Pale ale schooner takes it from stock, so it has to be kept in stock.'])
  })

  it('names each part once, by a volume or by units', () => {
    const twice = [part(KEG, { volume: 1 }), part(KEG, { volume: 2 })]
    expect(wrong(GIN, { parts: twice })).toEqual(['Parts: Pale ale keg is in the recipe twice. Enter it once, with its whole amount.'])
    expect(wrong(GIN, { parts: [part(KEG, { volume: 1, qty: 1 })] })).toHaveLength(1)
    expect(wrong(GIN, { parts: [part(KEG, {})] })).toHaveLength(1)
    expect(wrong(GIN, { parts: [part(KEG, { volume: 1, loss: 10_000 })] })).toHaveLength(1)
  })
})

describe('What a product is, by day', () => {
  const on = (rows: readonly Spec[], day: string) => specOn(new Map([[KEG, rows]]), KEG, day)

  it('holds of all days where it is said for the first time', () => {
    expect(on(rowsOf({ abv: 460 }, DAY), '2001-01-01').abv).toBe(460)
  })

  it('is changed from its day on, and the past stays', () => {
    const rows = changedRows(rowsOf({ abv: 460, volume: LITRE }), KEG, DAY, { abv: 490 })
    expect([on(rows, '2026-11-19').abv, on(rows, DAY).abv, on(rows, DAY).volume]).toEqual([460, 490, LITRE])
  })

  it('is filled in for the past where it was missing', () => {
    const changed = changedRows(rowsOf({ abv: 460 }), KEG, '2026-06-01', { abv: 490 })
    const rows = changedRows(changed, KEG, DAY, { volume: LITRE })
    expect(rows.map(({ fromDay, volume }) => [fromDay, volume])).toEqual([
      ['2026-01-01', LITRE],
      ['2026-06-01', LITRE],
    ])
  })

  it('said for a day before its first row leaves the days before that as they were', () => {
    const rows = changedRows(rowsOf({ abv: 460 }), KEG, '2025-07-01', { abv: 440 })
    expect([on(rows, '2025-06-30').abv, on(rows, '2025-07-01').abv, on(rows, '2026-02-01').abv]).toEqual([460, 440, 440])
  })

  it('said late holds until the day from which something else had been said', () => {
    const later = changedRows(rowsOf({ abv: 460 }), KEG, DAY, { abv: 500 })
    const rows = changedRows(later, KEG, '2026-06-01', { abv: 480 })
    expect([on(rows, '2026-05-31').abv, on(rows, '2026-06-01').abv, on(rows, '2026-11-19').abv, on(rows, DAY).abv]).toEqual([460, 480, 480, 500])
  })

  it('said again changes nothing', () => {
    const rows = changedRows(rowsOf({ abv: 460 }), KEG, DAY, { abv: 490, parts: [part(GIN, { qty: 1 })] })
    expect(saysNothingNew(rows, changedRows(rows, KEG, DAY, { abv: 490, parts: [part(GIN, { qty: 1 })] }))).toBe(true)
    expect(saysNothingNew(rows, changedRows(rows, KEG, DAY, { abv: 500 }))).toBe(false)
  })
})
