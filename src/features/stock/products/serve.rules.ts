import type { ProductPart } from './products.contract.ts'

/** Weight of a litre of alcohol in kilograms: a standard drink is 10 g of it. */
const ALCOHOL_KG = 0.789

/** What one sale takes of a stock item. */
export interface Taken {
  /** Millilitres that reach the glass; null where the item's volume is not known. */
  ml: number | null
  /** Units of stock, with what is lost on the way. */
  units: number | null
  cost: number | null
  standardDrinks: number | null
  /** Litres of alcohol. */
  alcohol: number | null
}

/** What a part comes to by what its stock item measures and cost. */
export const takenOf = ({ VolumeMl, Quantity, Loss, ItemMl, ItemAbv, ItemCost }: Omit<ProductPart, 'Plu' | 'Name'>): Taken => {
  const ml = VolumeMl ?? (Quantity === null || ItemMl === null ? null : Quantity * ItemMl)
  const reaching = VolumeMl === null ? Quantity : ItemMl ? VolumeMl / ItemMl : null
  const units = reaching === null || Loss >= 100 ? null : reaching / (1 - Loss / 100)
  const alcohol = ml === null || ItemAbv === null ? null : (ml / 1000) * (ItemAbv / 100)
  return {
    ml,
    units,
    cost: units === null || ItemCost === null ? null : units * ItemCost,
    standardDrinks: alcohol === null ? null : alcohol * 100 * ALCOHOL_KG,
    alcohol,
  }
}

/** What all parts come to together; null where one of them is not known. */
export const takenInAll = (parts: readonly Omit<ProductPart, 'Plu' | 'Name'>[]): Omit<Taken, 'units'> & { abv: number | null } => {
  const all = parts.map(takenOf)
  const sum = (figure: 'ml' | 'cost' | 'standardDrinks' | 'alcohol') =>
    all.reduce<number | null>((total, one) => (total === null || one[figure] === null ? null : total + one[figure]), 0)
  const [ml, alcohol] = [sum('ml'), sum('alcohol')]
  return { ml, alcohol, cost: sum('cost'), standardDrinks: sum('standardDrinks'), abv: ml && alcohol !== null ? (alcohol / (ml / 1000)) * 100 : null }
}
