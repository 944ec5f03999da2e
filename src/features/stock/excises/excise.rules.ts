import { type Beverage, changesWithin, type Part, type Spec, type Specs, specOn, WHOLE } from '#features/stock/spec.rules.ts'

/** A rate of duty as the venue keeps it, from one day to another. */
export interface Rate {
  rateId: string
  jurisdiction: string
  tariffItem: string
  name: string
  basis: 'lal' | 'litre' | 'stick' | 'kg' | 'percent'
  /** Kinds of drink it is for; none: only products that name the item. */
  beverages: readonly string[]
  /** Strength that carries no duty, in hundredths of a percent. */
  freeAbv: number
  /** Over this strength, up to that one. */
  aboveAbv: number | null
  upToAbv: number | null
  /** Microlitres of the container, from and up to. */
  containerFrom: number | null
  containerUpTo: number | null
  /** null: drawn and packaged alike. */
  draught: boolean | null
  /** Hundred-thousandths of a major unit a litre. */
  rate: number
  fromDay: string
  toDay: string | null
  source: string
  sourceUrl: string
  published: boolean
  enteredBy: string | null
}

/** Alcohol in one sale or one unit of a product: how much of which drink. */
export interface Alcohol {
  /** Microlitres. */
  volume: number
  /** Hundredths of a percent. */
  abv: number
  beverage: Beverage
  /** What the container it comes from holds, in microlitres. */
  container: number
  draught: boolean
  tariffItem: string
}

/** What is missing to tell the alcohol of a product. */
export type Missing = 'abv' | 'volume' | 'beverage' | 'ingredient'

/** Drinks that carry excise. Wine carries another tax, and what has no alcohol carries none. */
const EXCISABLE: readonly Beverage[] = ['beer', 'spirits', 'brandy', 'premix', 'other']
// Cider and perry carry the wine tax too; flavoured ones are other drinks.
const WINES: readonly Beverage[] = ['wine', 'fortified', 'cider']

const isWine = (beverage: Beverage): boolean => WINES.includes(beverage)
const isExcisable = (beverage: Beverage): boolean => EXCISABLE.includes(beverage)

/** The alcohol in one sale of a product on a day, or what is missing; nothing of either where it has none. */
export const alcoholOf = (specs: Specs, productId: number, day: string): { alcohol: Alcohol[]; missing: Missing | undefined; wine: boolean } => {
  const spec = specOn(specs, productId, day)
  const parts = spec.parts.length > 0 ? spec.parts : [{ productId, volume: null, qty: 10_000, loss: 0 }]
  const found = parts.map((part) => ofPart(specOn(specs, part.productId, day), part))
  return {
    alcohol: found.flatMap(({ alcohol }) => (alcohol ? [alcohol] : [])),
    missing: found.find(({ missing }) => missing)?.missing,
    wine: found.some(({ wine }) => wine),
  }
}

/** The alcohol in one unit of a stock item on a day: what was bought. */
export const alcoholOfUnit = (specs: Specs, productId: number, day: string) => {
  const { alcohol, missing, wine } = ofPart(specOn(specs, productId, day), { productId, volume: null, qty: 10_000, loss: 0 })
  return { alcohol: alcohol ? [alcohol] : [], missing, wine }
}

const ofPart = (item: Spec, { volume, qty }: Part): { alcohol?: Alcohol; missing?: Missing; wine: boolean } => {
  if (isWine(item.beverage)) return { wine: true }
  if (item.beverage === 'none' || (item.beverage === '' && item.abv === null)) return { wine: false }
  if (item.beverage === '') return (item.abv ?? 0) > 0 ? { missing: 'beverage', wine: false } : { wine: false }
  if (!isExcisable(item.beverage)) return { wine: false }
  if (item.abv === null) return { missing: 'abv', wine: false }
  const taken = volume ?? (item.volume === null || qty === null ? null : Math.round((item.volume * qty) / 10_000))
  if (taken === null || item.volume === null) return { missing: 'volume', wine: false }
  const draught = item.draught || item.container === 'keg' || item.container === 'cask'
  return { alcohol: { volume: taken, abv: item.abv, beverage: item.beverage, container: item.volume, draught, tariffItem: item.tariffItem }, wine: false }
}

/** The rate a drink falls under on a day: the item it names, else the one whose bounds it lies in. */
export const rateFor = (rates: readonly Rate[], drink: Alcohol, day: string): Rate | undefined =>
  rates.find((rate) => rate.fromDay <= day && (rate.toDay === null || day <= rate.toDay) && fits(rate, drink))

/** Whether a drink falls under an item, whatever the day. */
export const fits = (rate: Rate, drink: Alcohol): boolean => {
  if (drink.tariffItem !== '') return rate.tariffItem === drink.tariffItem
  return (
    rate.beverages.includes(drink.beverage) &&
    (rate.aboveAbv === null || drink.abv > rate.aboveAbv) &&
    (rate.upToAbv === null || drink.abv <= rate.upToAbv) &&
    (rate.containerFrom === null || drink.container >= rate.containerFrom) &&
    (rate.containerUpTo === null || drink.container <= rate.containerUpTo) &&
    (rate.draught === null || rate.draught === drink.draught)
  )
}

/** A litre of alcohol in the steps sums are made in: microlitres × hundredths of a percent × ten-thousandths of a unit. */
export const LAL = 100_000_000_000_000n

/** Litres of alcohol of a quantity that carry duty, in `LAL`s; a beverage weaker than what is free has none. */
export const dutiable = (drink: Pick<Alcohol, 'volume' | 'abv'>, freeAbv: number, qty: number): bigint =>
  BigInt(qty) * BigInt(drink.volume) * BigInt(Math.max(0, drink.abv - freeAbv))

/** Litres of the drink itself, in the same steps: for rates by the litre. */
export const litres = (drink: Pick<Alcohol, 'volume'>, qty: number): bigint => BigInt(qty) * BigInt(drink.volume) * BigInt(WHOLE)

const RATE_STEPS = 100_000n

/** Duty in minor units, rounded to the nearest, halves away from zero. */
export const dutyOf = (lal: bigint, rate: number, decimals: number): bigint => {
  const exact = lal * BigInt(rate) * 10n ** BigInt(decimals)
  const whole = LAL * RATE_STEPS
  const half = exact < 0n ? -(whole / 2n) : whole / 2n
  return (exact + half) / whole
}

/** What a return says: litres cut to one decimal, and the cents of the duty cut too (domain 4.1). */
export const onReturn = (lal: bigint, rate: number, decimals: number): { tenths: bigint; duty: bigint } => {
  const tenths = (lal * 10n) / LAL
  return { tenths, duty: (tenths * BigInt(rate) * 10n ** BigInt(decimals)) / (10n * RATE_STEPS) }
}

/** Standard drinks in litres of pure alcohol: 0.789 kg a litre, 10 g a drink; to two decimals. */
export const standardDrinks = (pure: bigint): number => Number((pure * 7890n) / LAL) / 100

/** Litres to so many decimals. */
export const litresText = (lal: bigint, decimals: number): number => {
  const scale = 10n ** BigInt(decimals)
  const half = lal < 0n ? -(LAL / 2n) : LAL / 2n
  return Number((lal * scale + half) / LAL) / Number(scale)
}

/** What the products of a venue have in them on any day of a range. */
export const drinksIn = (specs: Specs, { from, to }: { from: string; to: string }, inside: typeof alcoholOf): Alcohol[] => {
  const changesOf = (productId: number) => changesWithin(specs, productId, from, to)
  return [...specs].flatMap(([productId, rows]) => {
    const parts = rows.flatMap((row) => row.parts.map((part) => part.productId))
    return [from, ...changesOf(productId), ...parts.flatMap(changesOf)].flatMap((day) => inside(specs, productId, day).alcohol)
  })
}

/** The rates of items that some of these drinks fall under: a change of any other divides nothing. */
export const ratesFor = (drinks: readonly Alcohol[], rates: readonly Rate[]): Rate[] => {
  const items = new Set(rates.filter((rate) => drinks.some((drink) => fits(rate, drink))).map(({ tariffItem }) => tariffItem))
  return rates.filter(({ tariffItem }) => items.has(tariffItem))
}

/** The days on which a range falls apart, since a rate begins or ends in it; and the spans between them. */
export const spansOf = (rates: readonly Rate[], from: string, to: string, dayAfter: (day: string) => string): { from: string; to: string }[] => {
  const cuts = new Set<string>()
  for (const { fromDay, toDay } of rates) {
    if (fromDay > from && fromDay <= to) cuts.add(fromDay)
    const next = toDay === null ? undefined : dayAfter(toDay)
    if (next !== undefined && next > from && next <= to) cuts.add(next)
  }
  const begins = [from, ...[...cuts].sort()]
  return begins.map((begin, i) => {
    const next = begins[i + 1]
    return { from: begin, to: next === undefined ? to : dayBefore(next) }
  })
}

const dayBefore = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
