import { allocate, decimalsOf, toMajor } from '#shared/money.ts'
import { addGood, countedIn, countedTold, dutyOf, litresText, newSum, type Sum, standardDrinks } from './counted.rules.ts'
import { type Good, type goodsOf, lackedBy, type Missing, type Rate, rateFor } from './excise.rules.ts'
import { type Line, returnOf, sumOf } from './excise-return.rules.ts'
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
  goods: (productId: number, day: string) => ReturnType<typeof goodsOf>
}

type Told = Pick<ExcisesAnswer, 'Spans' | 'Items' | 'LineSum' | 'Return' | 'ReturnSum' | 'Rounding' | 'Missing' | 'Wine' | 'NoRate' | 'StandardDrinks'>

/** Quantities as what rates count of them and duty, by tariff item and product. */
export const exciseAnswer = (given: Given): Told => {
  const { spans, rates, currency } = given
  const decimals = decimalsOf(currency)
  const gathered = gather(given)
  const lines = [...gathered.lines.values()]
  const rateIn = (item: string, span: number): Rate | undefined =>
    rates.find(
      (rate) => rate.tariffItem === item && rate.fromDay <= (spans[span]?.from ?? '') && (rate.toDay === null || (spans[span]?.from ?? '') <= rate.toDay),
    )
  const dutyIn = (line: Line, span: number): bigint | null => {
    const rate = rateIn(line.item, span)
    const sum = line.spans[span] as Sum
    return rate ? dutyOf(countedIn(sum, rate.basis, decimals), rate.rate, decimals) : null
  }
  // A span with nothing sold says nothing of the duty, though it has a rate.
  const dutiesOf = (line: Line): (bigint | null)[] =>
    line.spans.flatMap((sum, span) => {
      const duty = dutyIn(line, span)
      return carriesDuty(sum) || (duty !== null && (sum.qty !== 0 || duty !== 0n)) ? [duty] : []
    })
  const names = [...new Set(lines.map(({ item }) => item))].sort(byItem)
  const items = names.map((item) =>
    itemOf(
      item,
      lines.filter((line) => line.item === item),
      { ...given, dutyIn, dutiesOf, rateIn, net: gathered.net },
    ),
  )
  const returned = names.flatMap((item) =>
    returnOf(
      item,
      lines.filter((line) => line.item === item),
      { spans, decimals, rateIn, dutyIn, currency },
    ),
  )
  const isNothingCounted = lines.length === 0 && (rates.length === 0 || gathered.missing(currency).length > 0)
  const lineDuty = isNothingCounted ? null : known(lines.flatMap(dutiesOf))
  const returnDuty = lineDuty === null ? null : returned.reduce((sum, { duty }) => sum + duty, 0n)
  const onReturn = returned.reduce((sum, { told, counted }) => (told.Basis === 'lal' ? sum + counted : sum), 0n)
  const major = majorIn(currency)
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
    ReturnSum: { Lal: litresText(onReturn, 1), Duty: major(returnDuty) },
    Rounding: major(lineDuty === null || returnDuty === null ? null : returnDuty - lineDuty),
    Missing: gathered.missing(currency),
    Wine: { Products: gathered.wine.size, Quantity: [...gathered.wine.values()].reduce((sum, qty) => sum + qty, 0) / 10_000 },
    NoRate: names.flatMap((item) =>
      spans.flatMap((span, i) => {
        const own = lines.filter((line) => line.item === item)
        if (rateIn(item, i) || !own.some((line) => carriesDuty(line.spans[i] as Sum))) return []
        const lal = sumOf(own, (sum) => sum.lal, i)
        return [{ TariffItem: item, FromDate: span.from, ToDate: span.to, Lal: litresText(lal, 3) }]
      }),
    ),
    StandardDrinks: standardDrinks(sumOf(lines, ({ pure }) => pure)),
  }
}

/** The sum of the duties that have a rate; null where there are duties and none has one. */
const known = (duties: readonly (bigint | null)[]): bigint | null => {
  const rated = duties.filter((duty) => duty !== null)
  return rated.length === 0 && duties.length > 0 ? null : rated.reduce((sum, duty) => sum + duty, 0n)
}

const majorIn =
  (currency: string) =>
  (minor: bigint | null): number | null =>
    minor === null ? null : toMajor(Number(minor), currency)

/** By the numbers in an item: 1.2 before 1.10, and nothing before all others. */
const byItem = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true })

/** Whether something in it would carry duty: a drink with more alcohol than is free, or what is no drink. */
const carriesDuty = ({ lal, pure, qty }: Sum): boolean => qty !== 0 && (lal !== 0n || pure === 0n)

const gather = ({ quantities, spans, rates, products, goods }: Given) => {
  const lines = new Map<string, Line>()
  const net = new Map<number, number>()
  const wine = new Map<number, number>()
  const missing = new Map<number, { why: Missing; qty: number; net: number }>()
  for (const { productId, span, day, qty, net: amount } of quantities) {
    if (!products.has(productId)) continue
    const found = goods(productId, day)
    if (found.wine) wine.set(productId, (wine.get(productId) ?? 0) + qty)
    const held = found.goods.map((good) => ({ good, rate: rateOf(rates, good, day) }))
    const why = found.missing ?? held.map(({ good, rate }) => lackedBy(good, rate)).find((one) => one !== undefined)
    if (why) {
      const before = missing.get(productId)
      missing.set(productId, { why, qty: (before?.qty ?? 0) + qty, net: (before?.net ?? 0) + amount })
      continue
    }
    if (held.length > 0) net.set(productId, (net.get(productId) ?? 0) + amount)
    // A percentage takes what was paid for each drink of a product by its volume.
    const shares =
      held.length === 1
        ? [amount]
        : allocate(
            amount,
            held.map(({ good }) => good.volume),
          )
    const added = new Set(held.map((one, i) => addToLine(lines, { productId, span, qty, net: shares[i] ?? 0, spans: spans.length, ...one })))
    for (const sum of added) sum.qty += qty
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
        .sort((a, b) => b.Net - a.Net || a.Plu.localeCompare(b.Plu)),
  }
}

/** The rate of its day, else another of an item it falls under at some time, so that its litres stand where they belong. */
const rateOf = (rates: readonly Rate[], good: Good, day: string): Rate | undefined =>
  rateFor(rates, good, day) ?? rates.find((rate) => rateFor([rate], good, rate.fromDay) !== undefined)

interface Added {
  productId: number
  span: number
  qty: number
  net: number
  good: Good
  rate: Rate | undefined
  spans: number
}

/** Adds a good to the line of its product and item. Returns the sum of the span it was added to. */
const addToLine = (lines: Map<string, Line>, { productId, span, qty, net, good, rate, spans }: Added): Sum => {
  const item = rate?.tariffItem ?? good.tariffItem
  const key = `${item} ${productId}`
  const line = lines.get(key) ?? { productId, item, spans: Array.from({ length: spans }, newSum) }
  lines.set(key, line)
  const sum = line.spans[span] as Sum
  addGood(sum, good, { qty, net, freeAbv: rate?.freeAbv ?? 0 })
  return sum
}

interface Context extends Given {
  dutyIn: (line: Line, span: number) => bigint | null
  dutiesOf: (line: Line) => (bigint | null)[]
  rateIn: (item: string, span: number) => Rate | undefined
  net: ReadonlyMap<number, number>
}

const itemOf = (item: string, lines: readonly Line[], context: Context): ExciseItem => {
  const { spans, currency, rateIn, dutyIn, dutiesOf, rates } = context
  const major = majorIn(currency)
  const products = lines.map((line) => productOf(line, context)).sort((a, b) => (b.Duty ?? 0) - (a.Duty ?? 0) || b.Lal - a.Lal || a.Plu.localeCompare(b.Plu))
  const bySpan = spans.map((_, span) => ({
    Lal: litresText(
      sumOf(lines, ({ lal }) => lal, span),
      3,
    ),
    Duty: major(known(lines.map((line) => dutyIn(line, span)))),
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
    Duty: major(known(lines.flatMap(dutiesOf))),
  }
}

/** In percent, to two decimals; null for what is no drink. */
const strength = (alcohol: bigint, drink: bigint): number | null => (drink === 0n ? null : Number((alcohol * 10_000n + drink / 2n) / drink) / 100)

/** To four decimals. */
const perUnit = (duty: number | null, qty: number): number | null => (qty === 0 || duty === null ? null : Math.round((duty / (qty / 10_000)) * 10_000) / 10_000)

const productOf = (line: Line, { spans, currency, products, classes, dutyIn, dutiesOf, rateIn, net }: Context): ExciseProduct => {
  const product = products.get(line.productId)
  const counted = (sum: Sum, basis: Rate['basis'] = 'lal') => countedTold(countedIn(sum, basis, decimalsOf(currency)), basis)
  const major = majorIn(currency)
  const duties = dutiesOf(line)
  const duty = known(duties)
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
        Counted: counted(sum, rateIn(line.item, span)?.basis),
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
    PercentOfNet: sales <= 0 || duty === null || duties.includes(null) ? null : Math.round((Number(duty) / sales) * 1000) / 10,
    StandardDrinks: standardDrinks(pure),
  }
}
