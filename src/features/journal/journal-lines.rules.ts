import { METHODS, type Method } from '#features/till/till.rules.ts'

/** What a line of the journal is, in the order they stand. */
export const LINE_KINDS = [
  'Sales',
  'Promotions',
  'Discounts',
  'Refunds',
  'Surcharges',
  'Tax',
  'NonSales',
  'Tips',
  'Rounding',
  'Media',
  'CashOut',
  'Counted',
  'OverShort',
] as const
export type LineKind = (typeof LINE_KINDS)[number]

/** A line before it has an account; minor units, debits above zero and credits below. */
export interface JournalLine {
  kind: LineKind
  /** Which one of its kind: the department's row key, the media, the place of the method; 0 where there is one only. */
  key: number
  /** As the department, media or method is called; empty where the kind says it all. */
  name: string
  amount: number
  /** Tax that belongs to the line, with its sign; the line Tax holds it for all of them. */
  tax: number
}

/** What a department sold on a day, tax included, as the reports have it. */
export interface DepartmentSums {
  key: number
  name: string
  gross: number
  promotion: number
  discount: number
  refund: number
  surcharge: number
  amount: number
  tax: number
}

/** Everything a day's journal is made of; minor units. */
export interface DayFigures {
  departments: readonly DepartmentSums[]
  nonSales: number
  tips: number
  rounding: number
  media: readonly { key: number; name: string; method: Method; net: number; cashOut: number }[]
  /** Over or short of the drawers that were counted, by method. */
  variances: readonly { method: Method; variance: number }[]
}

/**
 * The journal of a day. Its lines add up to zero, since what was paid is what was sold; a line of nothing is left out.
 * Sales, promotions, discounts, refunds and surcharges are without tax: of each department they share its tax by its own rate of the day.
 */
export const linesOf = (day: DayFigures): JournalLine[] => {
  const departments = day.departments.map((one) => withoutTax(one, rateOf(one) ?? rateOf(totalOf(day.departments)) ?? 0))
  const over = (part: Part): JournalLine => ({
    kind: KIND_OF_PART[part],
    key: 0,
    name: '',
    amount: sum(departments.map((one) => one[part].amount)),
    tax: sum(departments.map((one) => one[part].tax)),
  })
  const alone = (kind: LineKind, amount: number): JournalLine => ({ kind, key: 0, name: '', amount, tax: 0 })
  const lines = [
    ...departments.map(({ key, name, sales }): JournalLine => ({ kind: 'Sales', key, name, ...sales })),
    ...(['promotion', 'discount', 'refund', 'surcharge'] as const).map(over),
    alone('Tax', -sum(day.departments.map(({ tax }) => tax))),
    alone('NonSales', -day.nonSales),
    alone('Tips', -day.tips),
    alone('Rounding', -day.rounding),
    ...day.media.map(({ key, name, net }): JournalLine => ({ kind: 'Media', key, name, amount: net, tax: 0 })),
    ...cashOutLines(day),
    ...varianceLines(day),
  ]
  return lines.filter(({ amount, tax }) => amount !== 0 || tax !== 0).map((line) => ({ ...line, amount: line.amount + 0, tax: line.tax + 0 }))
}

type Part = 'promotion' | 'discount' | 'refund' | 'surcharge'
const KIND_OF_PART = { promotion: 'Promotions', discount: 'Discounts', refund: 'Refunds', surcharge: 'Surcharges' } as const

interface Share {
  amount: number
  tax: number
}

/** What is taken off and put on loses its tax by the rate; the rest of the department's tax is that of its sales, so that nothing is lost by rounding. */
const withoutTax = ({ key, name, gross, tax, ...sums }: DepartmentSums, rate: number): { key: number; name: string; sales: Share } & Record<Part, Share> => {
  const taxOf = (part: Part) => Math.round(sums[part] * rate)
  const ofSales = tax + taxOf('promotion') + taxOf('discount') + taxOf('refund') - taxOf('surcharge')
  const off = (part: Part): Share => ({ amount: sums[part] - taxOf(part), tax: taxOf(part) })
  return {
    key,
    name,
    sales: { amount: ofSales - gross, tax: -ofSales },
    promotion: off('promotion'),
    discount: off('discount'),
    refund: off('refund'),
    surcharge: { amount: taxOf('surcharge') - sums.surcharge, tax: -taxOf('surcharge') },
  }
}

/** No country takes more of a price than this; beyond it sales and refunds of different rates nearly cancel out, and no rate can be told. */
const HIGHEST_RATE = 0.25

/** The part of what was sold that is tax; undefined where it cannot be told. */
const rateOf = ({ amount, tax }: Pick<DepartmentSums, 'amount' | 'tax'>): number | undefined => {
  const rate = amount === 0 ? Number.NaN : tax / amount
  return rate >= 0 && rate <= HIGHEST_RATE ? rate : undefined
}

const totalOf = (departments: readonly DepartmentSums[]) => ({
  amount: sum(departments.map(({ amount }) => amount)),
  tax: sum(departments.map(({ tax }) => tax)),
})

/** Cash handed out against cards: the card's account gets it from the cash. */
const cashOutLines = ({ media }: DayFigures): JournalLine[] => {
  const given = media.filter(({ cashOut }) => cashOut !== 0)
  const of = (key: number, name: string, amount: number): JournalLine => ({ kind: 'CashOut', key, name, amount, tax: 0 })
  return [...given.map(({ key, name, cashOut }) => of(key, name, cashOut)), of(0, '', -sum(given.map(({ cashOut }) => cashOut)))]
}

/** Where a method stands among the keys of counted lines. */
const keyOfMethod = (method: Method): number => METHODS.indexOf(method) + 1
export const methodOfKey = (key: number): Method => METHODS[key - 1] ?? 'Other'

/** What was counted more or less than expected is in the drawer or missing from it, and the other side is over or short. */
const varianceLines = ({ variances }: DayFigures): JournalLine[] => [
  ...variances.map(({ method, variance }): JournalLine => ({ kind: 'Counted', key: keyOfMethod(method), name: method, amount: variance, tax: 0 })),
  { kind: 'OverShort', key: 0, name: '', amount: -sum(variances.map(({ variance }) => variance)), tax: 0 },
]

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
