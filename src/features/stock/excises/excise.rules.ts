import { type Beverage, changesWithin, type Part, type Spec, type Specs, specOn } from '#features/stock/spec.rules.ts'
import type { Basis, Counts } from './counted.rules.ts'

/** A rate of duty as the venue keeps it, from one day to another. */
export interface Rate {
  rateId: string
  jurisdiction: string
  tariffItem: string
  name: string
  basis: Basis
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
  /** Hundred-thousandths of a major unit for each of what its basis counts, or of a percent. */
  rate: number
  fromDay: string
  toDay: string | null
  source: string
  sourceUrl: string
  published: boolean
  enteredBy: string | null
}

/** What one sale or one unit of a product has in it that may carry duty: a drink, tobacco, or what its tariff item names. */
export interface Good extends Counts {
  beverage: Beverage
  /** What the container it comes from holds, in microlitres. */
  container: number
  draught: boolean
  tariffItem: string
}

/** What is missing to tell what carries duty in a product. */
export type Missing = 'abv' | 'volume' | 'beverage' | 'ingredient' | 'sticks' | 'tobacco'

/** Drinks that carry excise. Wine carries another tax, and what has no alcohol carries none. */
const EXCISABLE: readonly Beverage[] = ['beer', 'spirits', 'brandy', 'premix', 'other']
// Cider and perry carry the wine tax too; flavoured ones are other drinks.
const WINES: readonly Beverage[] = ['wine', 'fortified', 'cider']

const isWine = (beverage: Beverage): boolean => WINES.includes(beverage)
const isExcisable = (beverage: Beverage): boolean => EXCISABLE.includes(beverage)

interface Held {
  goods: Good[]
  missing: Missing | undefined
  wine: boolean
}

/** What carries duty in one sale of a product on a day, or what is missing to tell it; nothing of either where nothing does. */
export const goodsOf = (specs: Specs, productId: number, day: string): Held => {
  const spec = specOn(specs, productId, day)
  const parts = spec.parts.length > 0 ? spec.parts : [{ productId, volume: null, qty: 10_000, loss: 0 }]
  const found = parts.map((part) => ofPart(specOn(specs, part.productId, day), part))
  return {
    goods: found.flatMap(({ good }) => (good ? [good] : [])),
    missing: found.find(({ missing }) => missing)?.missing,
    wine: found.some(({ wine }) => wine),
  }
}

/** The same of one unit of a stock item: what was bought. */
export const goodsOfUnit = (specs: Specs, productId: number, day: string): Held => {
  const { good, missing, wine } = ofPart(specOn(specs, productId, day), { productId, volume: null, qty: 10_000, loss: 0 })
  return { goods: good ? [good] : [], missing, wine }
}

const ofPart = (item: Spec, { volume, qty }: Part): { good?: Good; missing?: Missing; wine: boolean } => {
  if (isWine(item.beverage)) return { wine: true }
  const taken = volume ?? (item.volume === null || qty === null ? null : Math.round((item.volume * qty) / 10_000))
  const good: Good = {
    volume: taken ?? 0,
    abv: item.abv ?? 0,
    beverage: item.beverage,
    container: item.volume ?? 0,
    draught: item.draught || item.container === 'keg' || item.container === 'cask',
    tariffItem: item.tariffItem,
    sticks: (item.sticks ?? 0) * (qty ?? 0),
    tobacco: (item.tobacco ?? 0) * (qty ?? 0),
  }
  if (isExcisable(item.beverage)) {
    if (item.abv === null) return { missing: 'abv', wine: false }
    return taken === null || item.volume === null ? { missing: 'volume', wine: false } : { good, wine: false }
  }
  if (item.beverage === '' && good.abv > 0) return { missing: 'beverage', wine: false }
  return good.sticks > 0 || good.tobacco > 0 || item.tariffItem !== '' ? { good, wine: false } : { wine: false }
}

/** What a rate counts and a good does not tell. */
export const lackedBy = (good: Good, rate: Rate | undefined): Missing | undefined => {
  if (rate?.basis === 'stick' && good.sticks === 0) return 'sticks'
  if (rate?.basis === 'kg' && good.tobacco === 0) return 'tobacco'
  if (rate?.basis !== 'lal' && rate?.basis !== 'litre') return undefined
  if (good.beverage === '') return 'beverage'
  return good.volume === 0 ? 'volume' : undefined
}

/** The rate a good falls under on a day: the item it names, else tobacco by how it is told, else the one whose bounds the drink lies in. */
export const rateFor = (rates: readonly Rate[], good: Good, day: string): Rate | undefined =>
  rates.find((rate) => rate.fromDay <= day && (rate.toDay === null || day <= rate.toDay) && fits(rate, good))

/** Whether a good falls under an item, whatever the day. */
export const fits = (rate: Rate, good: Good): boolean => {
  if (good.tariffItem !== '') return rate.tariffItem === good.tariffItem
  if (rate.basis === 'stick') return good.sticks > 0
  if (rate.basis === 'kg') return good.tobacco > 0
  return (
    rate.beverages.includes(good.beverage) &&
    (rate.aboveAbv === null || good.abv > rate.aboveAbv) &&
    (rate.upToAbv === null || good.abv <= rate.upToAbv) &&
    (rate.containerFrom === null || good.container >= rate.containerFrom) &&
    (rate.containerUpTo === null || good.container <= rate.containerUpTo) &&
    (rate.draught === null || rate.draught === good.draught)
  )
}

/** What the products of a venue have in them on any day of a range. */
export const goodsIn = (specs: Specs, { from, to }: { from: string; to: string }, inside: typeof goodsOf): Good[] => {
  const changesOf = (productId: number) => changesWithin(specs, productId, from, to)
  return [...specs].flatMap(([productId, rows]) => {
    const parts = rows.flatMap((row) => row.parts.map((part) => part.productId))
    return [from, ...changesOf(productId), ...parts.flatMap(changesOf)].flatMap((day) => inside(specs, productId, day).goods)
  })
}

/** The rates of items that some of these goods fall under: a change of any other divides nothing. */
export const ratesFor = (goods: readonly Good[], rates: readonly Rate[]): Rate[] => {
  const items = new Set(rates.filter((rate) => goods.some((good) => fits(rate, good))).map(({ tariffItem }) => tariffItem))
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
