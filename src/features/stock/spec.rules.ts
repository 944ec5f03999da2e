import { QUANTITY_STEPS } from './purchases.rules.ts'

/** What a product is to the cellar: how it is counted, how strong it is, and what a sale of it takes from stock. */

/** Kinds of drink. `none` is a drink without alcohol; '' is not told. */
export const BEVERAGES = ['beer', 'cider', 'wine', 'fortified', 'spirits', 'brandy', 'premix', 'other', 'none'] as const
export type Beverage = (typeof BEVERAGES)[number] | ''

/** What a stock unit comes in; '' is not told. */
export const CONTAINERS = ['keg', 'cask', 'bottle', 'can', 'bag', 'other'] as const
export type Container = (typeof CONTAINERS)[number] | ''

/** Microlitres in a litre and in a millilitre. */
export const LITRE = 1_000_000
export const MILLILITRE = 1000
/** Hundredths of a percent in the whole. */
export const WHOLE = 10_000
/** A stock unit in the steps `Use.perSale` is told in. */
export const USE_STEPS = 1_000_000

/** What one sale takes of a stock item: a volume of it or a number of its units, and what is lost on the way. */
export interface Part {
  productId: number
  /** Microlitres; null where units are told. */
  volume: number | null
  /** Ten-thousandths of a stock unit; null where a volume is told. */
  qty: number | null
  /** Hundredths of a percent of what is taken from stock and never reaches the glass. */
  loss: number
}

/** A product from a day on, until its next row. The first row holds of all days before it too. */
export interface Spec {
  fromDay: string
  unit: string
  /** Whether it is kept in stock itself; a mixed drink is not. */
  stocked: boolean
  /** Microlitres in one unit; null where nobody told. */
  volume: number | null
  /** Hundredths of a percent by volume; null where nobody told. */
  abv: number | null
  beverage: Beverage
  container: Container
  draught: boolean
  /** The excise item it falls under where that cannot be told from the others; '' otherwise. */
  tariffItem: string
  /** Cigarettes and other sticks in one unit; null where it holds none or is told by weight. */
  sticks: number | null
  /** Milligrams of tobacco in one unit; null where it holds none or is told by sticks. */
  tobacco: number | null
  parts: readonly Part[]
}

/** Rows of each product, the earliest first. Products nobody described have none. */
export type Specs = ReadonlyMap<number, readonly Spec[]>

/** A product nobody described: counted each, kept in stock, sold whole. */
const PLAIN: Spec = {
  fromDay: '0001-01-01',
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
}

/** What a product was on a day. */
export const specOn = (specs: Specs, productId: number, day: string): Spec => {
  const rows = specs.get(productId)
  // Almost every product has one row, and this is asked for each of tens of thousands of sums.
  if (rows?.length === 1) return rows[0] as Spec
  return rows?.findLast(({ fromDay }) => fromDay <= day) ?? rows?.[0] ?? PLAIN
}

/** The days within a range, without its first, from which something holds that one of these products was not before. */
export const changesWithin = (specs: Specs, productId: number, from: string, to: string): readonly string[] => {
  const rows = specs.get(productId)
  // Almost every product has one row, and a list is not made of it thousands of times.
  if (rows === undefined || rows.length === 1) return UNCHANGED
  return rows.slice(1).flatMap(({ fromDay }) => (fromDay > from && fromDay <= to ? [fromDay] : []))
}
const UNCHANGED: readonly string[] = []

/** What one sale of a product takes of a stock item. */
export interface Use {
  productId: number
  /** Millionths of a stock unit; null where the item's volume is not known, so that a glass of it cannot be told in units. */
  perSale: number | null
}

/** What one sale of a product took from stock on a day. Empty for what takes nothing: a service, or food without a recipe. */
export const usesOn = (specs: Specs, productId: number, day: string): Use[] => {
  const spec = specOn(specs, productId, day)
  if (spec.parts.length === 0) return spec.stocked ? [{ productId, perSale: USE_STEPS }] : []
  return spec.parts.map((part) => ({ productId: part.productId, perSale: perSaleOf(part, specOn(specs, part.productId, day).volume) }))
}

/** What a sale takes of a stock item whose unit measures so many microlitres, in millionths of the unit. */
export const perSaleOf = ({ volume, qty, loss }: Omit<Part, 'productId'>, unitVolume: number | null): number | null => {
  const kept = 1 - loss / WHOLE
  if (qty !== null) return Math.round((qty * (USE_STEPS / QUANTITY_STEPS)) / kept)
  return volume === null || unitVolume === null ? null : Math.round((volume * USE_STEPS) / unitVolume / kept)
}
