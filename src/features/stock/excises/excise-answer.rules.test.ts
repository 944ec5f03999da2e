import { expect, it } from 'vitest'
import { randomFor } from '#db/demo/random.ts'
import { changedRows, type SpecChange } from '#features/stock/spec-change.rules.ts'
import { SEEDS } from '#tests/sampled.ts'
import { goodsOf, type Rate } from './excise.rules.ts'
import { exciseAnswer } from './excise-answer.rules.ts'

const DAY = '2026-11-02'
const [CIGARETTES, POUCH, CIGAR, GIN, SHERRY, PUNCH, TEQUILA, TRIPLE_SEC, MARGARITA] = [1, 2, 3, 4, 5, 6, 7, 8, 9]
const rowsOf = (change: SpecChange) => changedRows([], 1, DAY, change)
const part = (productId: number, volume: number) => ({ productId, volume, qty: null, loss: 0 })
const specs = new Map([
  [CIGARETTES, rowsOf({ sticks: 25 })],
  [POUCH, rowsOf({ tobacco: 50_000 })],
  [CIGAR, rowsOf({ tariffItem: '5.9' })],
  [GIN, rowsOf({ beverage: 'spirits', abv: 4000, volume: 700_000 })],
  [SHERRY, rowsOf({ beverage: 'other', abv: 2000, volume: 750_000 })],
  [PUNCH, rowsOf({ stocked: false, parts: [part(GIN, 20_000), part(SHERRY, 60_000)] })],
  [TEQUILA, rowsOf({ beverage: 'spirits', abv: 4000, volume: 700_000 })],
  [TRIPLE_SEC, rowsOf({ beverage: 'spirits', abv: 4000, volume: 700_000 })],
  [MARGARITA, rowsOf({ stocked: false, parts: [part(TEQUILA, 45_000), part(TRIPLE_SEC, 15_000), part(SHERRY, 30_000)] })],
])
const rate = (tariffItem: string, basis: Rate['basis'], perUnit: number, changes: Partial<Rate> = {}): Rate => ({
  rateId: tariffItem,
  jurisdiction: 'AU',
  tariffItem,
  name: '',
  basis,
  beverages: [],
  freeAbv: 0,
  aboveAbv: null,
  upToAbv: null,
  containerFrom: null,
  containerUpTo: null,
  draught: null,
  rate: Math.round(perUnit * 100_000),
  fromDay: '2026-01-01',
  toDay: null,
  source: 'A test',
  sourceUrl: '',
  published: false,
  enteredBy: null,
  ...changes,
})
const answer = (rates: Rate[], sold: [productId: number, units: number, net: number][]) =>
  exciseAnswer({
    quantities: sold.map(([productId, units, net]) => ({ productId, span: 0, day: DAY, qty: units * 10_000, net })),
    spans: [{ from: DAY, to: DAY }],
    rates,
    currency: 'AUD',
    products: new Map([...specs.keys()].map((productId) => [productId, { plu: `${productId}`, name: '', classId: 0 }])),
    classes: new Map(),
    goods: (productId, day) => goodsOf(specs, productId, day),
  })

it('sticks and weights of tobacco fall under the rates that count them, and are no litres of alcohol', () => {
  const told = answer(
    [rate('5.1', 'stick', 1.16435), rate('5.5', 'kg', 1663.36)],
    [
      [CIGARETTES, 40, 150_000],
      [POUCH, 3, 60_000],
    ],
  )
  expect(told.Items.map(({ TariffItem, Duty, Lal, Products }) => [TariffItem, Duty, Lal, Products[0]?.Spans[0]?.Counted])).toEqual([
    ['5.1', 1164.35, 0, 1000],
    ['5.5', 249.5, 0, 0.15],
  ])
  expect(told.Return.map(({ Basis, Counted, ReturnCounted, Duty }) => [Basis, Counted, ReturnCounted, Duty])).toEqual([
    ['stick', 1000, 1000, 1164.35],
    ['kg', 0.15, 0.15, 249.5],
  ])
  expect([told.ReturnSum, told.LineSum]).toEqual([
    { Lal: 0, Duty: 1413.85 },
    { Lal: 0, Duty: 1413.85 },
  ])
})

it('a percentage takes what was paid for a product, and of a mixed drink the share of its volume', () => {
  const rates = [rate('9', 'percent', 10, { beverages: ['other'] }), rate('3.2', 'lal', 100, { beverages: ['spirits'] })]
  const told = answer(rates, [
    [SHERRY, 2, 10_000],
    [PUNCH, 100, 200_000],
  ])
  // 10 % of 100.00; and 60 of 80 ml of 2,000.00 are 1,500.00, 10 % of which are 150.00. 100 × 20 ml at 40 % are 0.8 litres of alcohol.
  expect(told.Items.map(({ TariffItem, Products }) => [TariffItem, Products.map(({ Plu, Duty }) => [Plu, Duty])])).toEqual([
    ['3.2', [[`${PUNCH}`, 80]]],
    [
      '9',
      [
        [`${PUNCH}`, 150],
        [`${SHERRY}`, 10],
      ],
    ],
  ])
  expect(told.Return.find(({ TariffItem }) => TariffItem === '9')).toMatchObject({ Basis: 'percent', Counted: 1600, Rate: 10, Duty: 160 })
})

it('a recipe with two components under one tariff item counts each product sold once under it', () => {
  const rates = [rate('2', 'lal', 50, { beverages: ['other'] }), rate('3.2', 'lal', 100, { beverages: ['spirits'] })]
  // 15 × 60 ml at 40 % are 0.36 litres of alcohol at 100.00, and 15 × 30 ml at 20 % are 0.09 at 50.00.
  expect(answer(rates, [[MARGARITA, 15, 30_000]]).Items.map(({ Products }) => Products[0])).toMatchObject([
    { Quantity: 15, Lal: 0.09, Duty: 4.5, DutyPerUnit: 0.3, Spans: [{ Quantity: 15, DutyPerUnit: 0.3 }] },
    { Quantity: 15, Lal: 0.36, Duty: 36, DutyPerUnit: 2.4, Spans: [{ Quantity: 15, DutyPerUnit: 2.4 }] },
  ])
})

it('without a rate, a recipe with two drinks counts each product sold once', () => {
  expect(answer([], [[MARGARITA, 15, 30_000]]).Items.map(({ TariffItem, Products }) => [TariffItem, Products[0]?.Quantity])).toEqual([['', 15]])
})

it('a rate of days on which nothing was sold says nothing of the duty', () => {
  const sold = (days: [span: number, day: string][]) =>
    exciseAnswer({
      quantities: days.map(([span, day]) => ({ productId: GIN, span, day, qty: 10_000, net: 5000 })),
      spans: [
        { from: '2026-02-01', to: '2026-02-10' },
        { from: '2026-02-11', to: '2026-02-28' },
      ],
      rates: [rate('3.2', 'lal', 100, { beverages: ['spirits'], toDay: '2026-02-10' })],
      currency: 'AUD',
      products: new Map([[GIN, { plu: 'GIN', name: 'Gin', classId: 0 }]]),
      classes: new Map(),
      goods: (productId, day) => goodsOf(specs, productId, day),
    })
  const duties = ({ Items, LineSum, ReturnSum }: ReturnType<typeof sold>) => [Items[0]?.Products[0]?.Duty, Items[0]?.Duty, LineSum.Duty, ReturnSum.Duty]
  expect(duties(sold([[1, '2026-02-15']]))).toEqual([null, null, null, null])
  expect(duties(sold([[0, '2026-02-05']]))).toEqual([28, 28, 28, 20])
})

it('what names an item falls under it, and what its rate counts and nobody told is missing', () => {
  const sold: [number, number, number][] = [[CIGAR, 5, 10_000]]
  expect(answer([rate('5.9', 'percent', 20)], sold).Items[0]).toMatchObject({ TariffItem: '5.9', Duty: 20 })
  const missing = (basis: Rate['basis']) => answer([rate('5.9', basis, 1)], sold).Missing.map(({ Plu, Missing }) => [Plu, Missing])
  expect([missing('stick'), missing('kg'), missing('lal')]).toEqual([[[`${CIGAR}`, 'sticks']], [[`${CIGAR}`, 'tobacco']], [[`${CIGAR}`, 'beverage']]])
})

it('tobacco without a rate is told', () => {
  expect(answer([], [[POUCH, 3, 60_000]]).NoRate).toEqual([{ TariffItem: '', FromDate: DAY, ToDate: DAY, Lal: 0 }])
})

it('a duty without a rate is unknown, not 0, and so is its share of sales', () => {
  const told = answer([], [[GIN, 3, 60_000]])
  const [item] = told.Items
  expect([told.LineSum.Duty, told.ReturnSum.Duty, told.Rounding, item?.Duty, item?.Spans[0]?.Duty]).toEqual([null, null, null, null, null])
  expect(item?.Products[0]).toMatchObject({ Duty: null, DutyPerUnit: null, PercentOfNet: null, Spans: [{ Duty: null, DutyPerUnit: null }] })
  expect(answer([], []).LineSum.Duty).toBeNull()
})

it('a duty known for one item alone is the total, and the other stays unknown', () => {
  const told = answer(
    [rate('5.1', 'stick', 1)],
    [
      [CIGARETTES, 2, 6000],
      [POUCH, 3, 60_000],
    ],
  )
  expect([told.LineSum.Duty, ...told.Items.map(({ TariffItem, Duty }) => [TariffItem, Duty])]).toEqual([50, ['', null], ['5.1', 50]])
})

it('an item whose rate changes from one basis to another stands twice in a return', () => {
  const [before, now] = [rate('5.1', 'stick', 1, { toDay: '2026-11-01' }), rate('5.1', 'kg', 1, { rateId: '2', fromDay: DAY })]
  const told = exciseAnswer({
    quantities: [
      { productId: CIGARETTES, span: 0, day: '2026-11-01', qty: 10_000, net: 0 },
      { productId: POUCH, span: 1, day: DAY, qty: 10_000, net: 0 },
    ],
    spans: [
      { from: '2026-11-01', to: '2026-11-01' },
      { from: DAY, to: DAY },
    ],
    rates: [before, now],
    currency: 'AUD',
    products: new Map([CIGARETTES, POUCH].map((productId) => [productId, { plu: `${productId}`, name: '', classId: 0 }])),
    classes: new Map(),
    goods: (productId, day) => goodsOf(specs, productId, day),
  })
  expect(told.Return.map(({ Basis, Counted }) => [Basis, Counted])).toEqual([
    ['stick', 25],
    ['kg', 0.05],
  ])
})

it.each([...SEEDS, 2, 3])('a rate change in the middle of a range equals the sum of both parts (seed %i)', (seed) => {
  const random = randomFor(seed, 'a change of rates')
  const CUT = '2026-11-10'
  const all = [CIGARETTES, POUCH, SHERRY, GIN, PUNCH]
  const beverages: Record<string, string[]> = { '2': ['other'], '3.2': ['spirits'] }
  const bases = { '2': random.pick(['percent', 'litre'] as const), '3.2': 'lal', '5.1': 'stick', '5.5': 'kg' } as const
  const rates = Object.entries(bases).flatMap(([item, basis]) => {
    const before = random.between(1, 9_000_000) / 100_000
    const more = { beverages: beverages[item] ?? [] }
    return [
      rate(item, basis, before, { ...more, toDay: '2026-11-09' }),
      rate(item, basis, before + random.between(1, 500_000) / 100_000, { ...more, rateId: `${item} later`, fromDay: CUT }),
    ]
  })
  const sold = [0, 1].flatMap((span) => all.map((productId) => ({ productId, span, qty: random.between(1, 900) * 10_000, net: random.between(1, 900_000) })))
  const spans = [
    { from: '2026-11-01', to: '2026-11-09' },
    { from: CUT, to: '2026-11-30' },
  ]
  const of = (chosen: number[]) =>
    exciseAnswer({
      quantities: sold.filter(({ span }) => chosen.includes(span)).map((one) => ({ ...one, span: chosen.indexOf(one.span), day: spans[one.span]?.from ?? '' })),
      spans: chosen.map((span) => spans[span] as (typeof spans)[number]),
      rates,
      currency: 'AUD',
      products: new Map(all.map((productId) => [productId, { plu: `${productId}`, name: '', classId: 0 }])),
      classes: new Map(),
      goods: (productId, day) => goodsOf(specs, productId, day),
    })
  const [whole, before, after] = [of([0, 1]), of([0]), of([1])]
  const cents = (amount: number | null | undefined) => Math.round((amount ?? Number.NaN) * 100)
  for (const sum of ['LineSum', 'ReturnSum'] as const) expect(cents(whole[sum].Duty)).toBe(cents(before[sum].Duty) + cents(after[sum].Duty))
  expect(whole.Return).toHaveLength(before.Return.length + after.Return.length)
  expect(whole.Items.map(({ Duty }) => cents(Duty))).toEqual(before.Items.map(({ Duty }, i) => cents(Duty) + cents(after.Items[i]?.Duty)))
})
