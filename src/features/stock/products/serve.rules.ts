import { dutiable, LAL, litresText, standardDrinks } from '#features/stock/excises/counted.rules.ts'
import { QUANTITY_STEPS } from '#features/stock/purchases.rules.ts'
import { MILLILITRE, type Part, perSaleOf, USE_STEPS, WHOLE } from '#features/stock/spec.rules.ts'
import type { ProductPart } from './products.contract.ts'

/** What one sale takes of a stock item, by the rules reports go by. */
export interface Taken {
  /** Millilitres that reach the glass; null where the item's volume is not known. */
  ml: number | null
  cost: number | null
  standardDrinks: number | null
  /** Litres of alcohol. */
  alcohol: number | null
}

type Told = Omit<ProductPart, 'Plu' | 'Name'>

/** Whole numbers as the cellar keeps them; null where nothing is told. */
const steps = (value: number | null, scale: number): number | null => (value === null ? null : Math.round(value * scale))

const partOf = ({ VolumeMl, Quantity, Loss }: Told): Omit<Part, 'productId'> => ({
  volume: steps(VolumeMl, MILLILITRE),
  qty: steps(Quantity, QUANTITY_STEPS),
  loss: Math.round(Loss * 100),
})

/** Microlitres that reach the glass. */
const volumeOf = (told: Told): number | null => {
  const { volume, qty } = partOf(told)
  const whole = steps(told.ItemMl, MILLILITRE)
  return volume ?? (qty === null || whole === null ? null : Math.round((whole * qty) / QUANTITY_STEPS))
}

/** Alcohol that reaches the glass, in `LAL`s. */
const pureOf = (told: Told): bigint | null => {
  const [volume, abv] = [volumeOf(told), steps(told.ItemAbv, 100)]
  return volume === null || abv === null || volume < 0 ? null : dutiable({ volume, abv }, 0, QUANTITY_STEPS)
}

/** Of a major unit; what is lost on the way is paid too. */
const costOf = (told: Told): number | null => {
  const part = partOf(told)
  const perSale = part.loss >= WHOLE ? null : perSaleOf(part, steps(told.ItemMl, MILLILITRE))
  return perSale === null || told.ItemCost === null ? null : (told.ItemCost * perSale) / USE_STEPS
}

const figuresOf = (volume: number | null, pure: bigint | null, cost: number | null): Taken => ({
  ml: volume === null ? null : volume / MILLILITRE,
  cost,
  standardDrinks: pure === null ? null : standardDrinks(pure),
  alcohol: pure === null ? null : litresText(pure, 7),
})

/** What a part comes to by what its stock item measures and cost. */
export const takenOf = (told: Told): Taken => figuresOf(volumeOf(told), pureOf(told), costOf(told))

/** What all parts come to together; null where one of them is not known. */
export const takenInAll = (parts: readonly Told[]): Taken & { abv: number | null } => {
  const volume = sumOf(parts.map(volumeOf), 0, (sum, one) => sum + one)
  const pure = sumOf(parts.map(pureOf), 0n, (sum, one) => sum + one)
  const cost = sumOf(parts.map(costOf), 0, (sum, one) => sum + one)
  const abv = volume && pure !== null ? Number((pure * 100_000_000n) / LAL) / volume : null
  return { ...figuresOf(volume, pure, cost), abv }
}

const sumOf = <T>(values: readonly (T | null)[], zero: T, add: (sum: T, one: T) => T): T | null =>
  values.reduce<T | null>((sum, one) => (sum === null || one === null ? null : add(sum, one)), zero)
