import { WHOLE } from '#features/stock/spec.rules.ts'

/** What a rate counts: litres of alcohol, litres of the drink, sticks, kilograms of tobacco, or net sales, of which it is a percentage. */
export const BASES = ['lal', 'litre', 'stick', 'kg', 'percent'] as const
export type Basis = (typeof BASES)[number]

/** What rates count of one sale or one unit of a product. */
export interface Counts {
  /** Microlitres; 0 where it is no drink. */
  volume: number
  /** Hundredths of a percent. */
  abv: number
  /** Ten-thousandths of a stick. */
  sticks: number
  /** Ten-thousandths of a milligram of tobacco. */
  tobacco: number
}

/** What was sold or bought under an item in one span. Counts are in the steps of `LAL`. */
export interface Sum {
  /** Litres of alcohol that carry duty, of the drink, and of alcohol altogether. */
  lal: bigint
  drink: bigint
  pure: bigint
  sticks: bigint
  /** Kilograms. */
  tobacco: bigint
  /** Net sales, or cost of what was bought, in minor units. */
  net: bigint
  /** Ten-thousandths of a unit. */
  qty: number
}

export const newSum = (): Sum => ({ lal: 0n, drink: 0n, pure: 0n, sticks: 0n, tobacco: 0n, net: 0n, qty: 0 })

/**
 * A litre of alcohol in the steps sums are made in: microlitres × hundredths of a percent × ten-thousandths of a unit. A litre, a stick and a kilogram are as
 * many steps; so are a hundred major units of money, of which a percentage takes its rate.
 */
export const LAL = 100_000_000_000_000n

/** Litres of alcohol of a quantity that carry duty, in `LAL`s; a beverage weaker than what is free has none. */
export const dutiable = (drink: Pick<Counts, 'volume' | 'abv'>, freeAbv: number, qty: number): bigint =>
  BigInt(qty) * BigInt(drink.volume) * BigInt(Math.max(0, drink.abv - freeAbv))

/** Litres of the drink itself, in the same steps: for rates by the litre. */
const litres = (drink: Pick<Counts, 'volume'>, qty: number): bigint => BigInt(qty) * BigInt(drink.volume) * BigInt(WHOLE)

/** Ten-thousandths of a stick times ten-thousandths of a unit; ten-thousandths of a milligram need no factor. */
const STICK = LAL / 100_000_000n

/** Adds what rates count of a quantity of a good to a sum. The caller adds `qty`: a product may hold several goods of one item. */
export const addGood = (sum: Sum, good: Counts, { qty, net, freeAbv }: { qty: number; net: number; freeAbv: number }): void => {
  sum.net += BigInt(net)
  if (good.volume > 0) {
    sum.lal += dutiable(good, freeAbv, qty)
    sum.drink += litres(good, qty)
    sum.pure += dutiable(good, 0, qty)
  }
  if (good.sticks > 0) sum.sticks += BigInt(qty) * BigInt(good.sticks) * STICK
  if (good.tobacco > 0) sum.tobacco += BigInt(qty) * BigInt(good.tobacco)
}

const COUNTED: Record<Basis, (sum: Sum, decimals: number) => bigint> = {
  lal: ({ lal }) => lal,
  litre: ({ drink }) => drink,
  stick: ({ sticks }) => sticks,
  kg: ({ tobacco }) => tobacco,
  percent: ({ net }, decimals) => (net * LAL) / (100n * 10n ** BigInt(decimals)),
}

/** What a basis counts of a sum, in `LAL`s. */
export const countedIn = (sum: Sum, basis: Basis, decimals: number): bigint => COUNTED[basis](sum, decimals)

/** What was counted, as it is told: litres to the millilitre, tobacco to the milligram, and money in major units. */
export const countedTold = (counted: bigint, basis: Basis): number => {
  if (basis === 'percent') return litresText(counted * 100n, 3)
  return litresText(counted, basis === 'kg' ? 6 : basis === 'stick' ? 4 : 3)
}

const RATE_STEPS = 100_000n

/** Duty in minor units, rounded to the nearest, halves away from zero. */
export const dutyOf = (counted: bigint, rate: number, decimals: number): bigint => {
  const exact = counted * BigInt(rate) * 10n ** BigInt(decimals)
  const whole = LAL * RATE_STEPS
  const half = exact < 0n ? -(whole / 2n) : whole / 2n
  return (exact + half) / whole
}

/** What a return says: litres cut to one decimal (domain 4.1), anything else as it is, and the cents of the duty cut. */
export const onReturn = (counted: bigint, { rate, basis }: { rate: number; basis: Basis }, decimals: number): { counted: bigint; duty: bigint } => {
  const tenth = LAL / 10n
  const kept = basis === 'lal' || basis === 'litre' ? (counted / tenth) * tenth : counted
  return { counted: kept, duty: (kept * BigInt(rate) * 10n ** BigInt(decimals)) / (LAL * RATE_STEPS) }
}

/** Standard drinks in litres of pure alcohol: 0.789 kg a litre, 10 g a drink; to two decimals. */
export const standardDrinks = (pure: bigint): number => litresText((pure * 789n) / 10n, 2)

/** Litres to so many decimals. */
export const litresText = (lal: bigint, decimals: number): number => {
  const scale = 10n ** BigInt(decimals)
  const half = lal < 0n ? -(LAL / 2n) : LAL / 2n
  return Number((lal * scale + half) / LAL) / Number(scale)
}
