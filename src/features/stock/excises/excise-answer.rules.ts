import { decimalsOf, toMajor } from '#shared/money.ts'
import {
  type Alcohol,
  type alcoholOf,
  dutiable,
  dutyOf,
  litres,
  litresText,
  type Missing,
  onReturn,
  type Rate,
  rateFor,
  standardDrinks,
} from './excise.rules.ts'
import type { ExciseItem, ExciseProduct, ExcisesAnswer } from './excises.contract.ts'

interface Quantity {
  productId: number
  span: number
  day: string
  qty: number
  net: number
}

interface Given {
  quantities: readonly Quantity[]
  spans: readonly { from: string; to: string }[]
  rates: readonly Rate[]
  currency: string
  products: ReadonlyMap<number, { plu: string; name: string; classId: number }>
  classes: ReadonlyMap<number, { productGroup: string }>
  alcohol: (productId: number, day: string) => ReturnType<typeof alcoholOf>
}

/** What a product comes to under an item in a span: litres of alcohol that carry duty, of the drink, and of alcohol altogether, in `LAL`s. */
interface Sum {
  lal: bigint
  drink: bigint
  pure: bigint
  qty: number
}

/** A product under one item, span by span. */
interface Line {
  productId: number
  item: string
  spans: Sum[]
}

type Told = Pick<ExcisesAnswer, 'Spans' | 'Items' | 'LineSum' | 'Return' | 'ReturnSum' | 'Rounding' | 'Missing' | 'Wine' | 'NoRate' | 'StandardDrinks'>

/** Quantities as litres of alcohol and duty, by tariff item and product. */
export const exciseAnswer = (given: Given): Told => {
  const { spans, rates, currency } = given
  const decimals = decimalsOf(currency)
  const gathered = gather(given)
  const lines = [...gathered.lines.values()]
  const rateIn = (item: string, span: number): Rate | undefined =>
    rates.find(
      (rate) => rate.tariffItem === item && rate.fromDay <= (spans[span]?.from ?? '') && (rate.toDay === null || (spans[span]?.from ?? '') <= rate.toDay),
    )
  const dutyIn = (line: Line, span: number): bigint => {
    const rate = rateIn(line.item, span)
    const sum = line.spans[span] as Sum
    return rate ? dutyOf(rate.basis === 'litre' ? sum.drink : sum.lal, rate.rate, decimals) : 0n
  }
  const names = [...new Set(lines.map(({ item }) => item))].sort(byItem)
  const items = names.map((item) =>
    itemOf(
      item,
      lines.filter((line) => line.item === item),
      { ...given, dutyIn, rateIn, net: gathered.net },
    ),
  )
  const returned = names.flatMap((item) =>
    returnOf(
      item,
      lines.filter((line) => line.item === item),
      { spans, decimals, rateIn, dutyIn, currency },
    ),
  )
  const lineDuty = lines.reduce((sum, line) => sum + line.spans.reduce((all, _, span) => all + dutyIn(line, span), 0n), 0n)
  const returnDuty = returned.reduce((sum, { duty }) => sum + duty, 0n)
  const tenths = returned.reduce((sum, one) => sum + one.tenths, 0n)
  const major = (minor: bigint) => toMajor(Number(minor), currency)
  return {
    Spans: spans.map(({ from, to }) => ({ FromDate: from, ToDate: to })),
    Items: items,
    LineSum: {
      Lal: litresText(
        sumOf(lines, ({ lal }) => lal),
        3,
      ),
      Duty: major(lineDuty),
    },
    Return: returned.map(({ told }) => told),
    ReturnSum: { Lal: Number(tenths) / 10, Duty: major(returnDuty) },
    Rounding: major(returnDuty - lineDuty),
    Missing: gathered.missing(currency),
    Wine: { Products: gathered.wine.size, Quantity: [...gathered.wine.values()].reduce((sum, qty) => sum + qty, 0) / 10_000 },
    NoRate: names.flatMap((item) =>
      spans.flatMap((span, i) => {
        const lal = sumOf(
          lines.filter((line) => line.item === item),
          (sum) => sum.lal,
          i,
        )
        return lal !== 0n && !rateIn(item, i) ? [{ TariffItem: item, FromDate: span.from, ToDate: span.to, Lal: litresText(lal, 3) }] : []
      }),
    ),
    StandardDrinks: standardDrinks(sumOf(lines, ({ pure }) => pure)),
  }
}

/** By the numbers in an item: 1.2 before 1.10, and nothing before all others. */
const byItem = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true })

const sumOf = (lines: readonly Line[], of: (sum: Sum) => bigint, only?: number): bigint =>
  lines.reduce((all, { spans }) => all + spans.reduce((sum, one, i) => (only === undefined || only === i ? sum + of(one) : sum), 0n), 0n)

const gather = ({ quantities, spans, rates, products, alcohol }: Given) => {
  const lines = new Map<string, Line>()
  const net = new Map<number, number>()
  const wine = new Map<number, number>()
  const missing = new Map<number, { why: Missing; qty: number; net: number }>()
  for (const { productId, span, day, qty, net: amount } of quantities) {
    if (!products.has(productId)) continue
    const found = alcohol(productId, day)
    if (found.wine) wine.set(productId, (wine.get(productId) ?? 0) + qty)
    if (found.missing) {
      const before = missing.get(productId)
      missing.set(productId, { why: found.missing, qty: (before?.qty ?? 0) + qty, net: (before?.net ?? 0) + amount })
      continue
    }
    if (found.alcohol.length > 0) net.set(productId, (net.get(productId) ?? 0) + amount)
    for (const drink of found.alcohol) addDrink(lines, { productId, span, qty, drink, rate: rateOf(rates, drink, day), spans: spans.length })
  }
  return {
    lines,
    net,
    wine,
    missing: (currency: string): Told['Missing'] =>
      [...missing]
        .map(([productId, one]) => ({
          Plu: products.get(productId)?.plu ?? '',
          Name: products.get(productId)?.name ?? '',
          Missing: one.why,
          Quantity: one.qty / 10_000,
          Net: toMajor(one.net, currency),
        }))
        .sort((a, b) => b.Net - a.Net),
  }
}

/** The rate of its day, else another of an item it falls under at some time, so that its litres stand where they belong. */
const rateOf = (rates: readonly Rate[], drink: Alcohol, day: string): Rate | undefined =>
  rateFor(rates, drink, day) ?? rates.find((rate) => rateFor([rate], drink, rate.fromDay) !== undefined)

interface Added {
  productId: number
  span: number
  qty: number
  drink: Alcohol
  rate: Rate | undefined
  spans: number
}

const addDrink = (lines: Map<string, Line>, { productId, span, qty, drink, rate, spans }: Added): void => {
  const item = rate?.tariffItem ?? drink.tariffItem
  const key = `${item} ${productId}`
  const line = lines.get(key) ?? { productId, item, spans: Array.from({ length: spans }, () => ({ lal: 0n, drink: 0n, pure: 0n, qty: 0 })) }
  lines.set(key, line)
  const sum = line.spans[span] as Sum
  sum.lal += dutiable(drink, rate?.freeAbv ?? 0, qty)
  sum.pure += dutiable(drink, 0, qty)
  sum.drink += litres(drink, qty)
  sum.qty += qty
}

interface Context extends Given {
  dutyIn: (line: Line, span: number) => bigint
  rateIn: (item: string, span: number) => Rate | undefined
  net: ReadonlyMap<number, number>
}

const itemOf = (item: string, lines: readonly Line[], context: Context): ExciseItem => {
  const { spans, currency, rateIn, dutyIn, rates } = context
  const major = (minor: bigint) => toMajor(Number(minor), currency)
  const products = lines.map((line) => productOf(line, context)).sort((a, b) => b.Duty - a.Duty || b.Lal - a.Lal || a.Plu.localeCompare(b.Plu))
  const bySpan = spans.map((_, span) => ({
    Lal: litresText(
      sumOf(lines, ({ lal }) => lal, span),
      3,
    ),
    Duty: major(lines.reduce((sum, line) => sum + dutyIn(line, span), 0n)),
  }))
  return {
    TariffItem: item,
    Name: rates.findLast((rate) => rate.tariffItem === item)?.name ?? '',
    Rates: spans.map((_, span) => {
      const rate = rateIn(item, span)
      return rate ? { Rate: rate.rate / 100_000, Basis: rate.basis, FromDay: rate.fromDay, Published: rate.published } : null
    }),
    Products: products,
    Spans: bySpan,
    Lal: litresText(
      sumOf(lines, ({ lal }) => lal),
      3,
    ),
    Duty: major(lines.reduce((sum, line) => sum + line.spans.reduce((all, _, span) => all + dutyIn(line, span), 0n), 0n)),
  }
}

/** In percent, to two decimals. */
const strength = (alcohol: bigint, drink: bigint): number => (drink === 0n ? 0 : Number((alcohol * 10_000n + drink / 2n) / drink) / 100)

/** To four decimals. */
const perUnit = (duty: number, qty: number): number | null => (qty === 0 ? null : Math.round((duty / (qty / 10_000)) * 10_000) / 10_000)

const productOf = (line: Line, { spans, currency, products, classes, dutyIn, net }: Context): ExciseProduct => {
  const product = products.get(line.productId)
  const major = (minor: bigint) => toMajor(Number(minor), currency)
  const duty = line.spans.reduce((sum, _, span) => sum + dutyIn(line, span), 0n)
  const qty = line.spans.reduce((sum, one) => sum + one.qty, 0)
  const [drink, pure] = [sumOf([line], (one) => one.drink), sumOf([line], (one) => one.pure)]
  const sales = net.get(line.productId) ?? 0
  return {
    Plu: product?.plu ?? '',
    Name: product?.name ?? '',
    ProductGroup: classes.get(product?.classId ?? 0)?.productGroup ?? '',
    Abv: strength(pure, drink),
    DutiableAbv: strength(
      sumOf([line], ({ lal }) => lal),
      drink,
    ),
    Spans: spans.map((_, span) => {
      const sum = line.spans[span] as Sum
      const spanDuty = major(dutyIn(line, span))
      return {
        Quantity: sum.qty / 10_000,
        Volume: litresText(sum.drink, 3),
        Lal: litresText(sum.lal, 3),
        Duty: spanDuty,
        DutyPerUnit: perUnit(spanDuty, sum.qty),
        StandardDrinks: standardDrinks(sum.pure),
      }
    }),
    Quantity: qty / 10_000,
    Volume: litresText(drink, 3),
    Lal: litresText(
      sumOf([line], ({ lal }) => lal),
      3,
    ),
    Duty: major(duty),
    DutyPerUnit: perUnit(major(duty), qty),
    PercentOfNet: sales <= 0 ? null : Math.round((Number(duty) / sales) * 1000) / 10,
    StandardDrinks: standardDrinks(pure),
  }
}

interface Returning {
  spans: readonly { from: string; to: string }[]
  decimals: number
  currency: string
  rateIn: (item: string, span: number) => Rate | undefined
  dutyIn: (line: Line, span: number) => bigint
}

/** An item as a return adds it up: spans with one and the same rate together. */
const returnOf = (item: string, lines: readonly Line[], { spans, decimals, currency, rateIn, dutyIn }: Returning) => {
  const parts: { from: string; to: string; rate: Rate; lal: bigint; duty: bigint }[] = []
  for (const [i, span] of spans.entries()) {
    const rate = rateIn(item, i)
    if (!rate) continue
    const lal = sumOf(lines, (sum) => (rate.basis === 'litre' ? sum.drink : sum.lal), i)
    const duty = lines.reduce((sum, line) => sum + dutyIn(line, i), 0n)
    const last = parts.at(-1)
    if (last && last.rate.rate === rate.rate) Object.assign(last, { to: span.to, lal: last.lal + lal, duty: last.duty + duty })
    else parts.push({ from: span.from, to: span.to, rate, lal, duty })
  }
  return parts
    .filter(({ lal }) => lal !== 0n)
    .map(({ from, to, rate, lal, duty: lineDuty }) => {
      const { tenths, duty } = onReturn(lal, rate.rate, decimals)
      const told = {
        TariffItem: item,
        FromDate: from,
        ToDate: to,
        Lal: litresText(lal, 3),
        ReturnLal: Number(tenths) / 10,
        Rate: rate.rate / 100_000,
        LineSum: toMajor(Number(lineDuty), currency),
        Duty: toMajor(Number(duty), currency),
      }
      return { told, tenths, duty }
    })
}
