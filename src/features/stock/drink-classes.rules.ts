import { type Specs, specOn } from './spec.rules.ts'

/** Whether a product has alcohol on a day, in itself or in what it is made of. */
const hasAlcohol = (specs: Specs, productId: number, on: string): boolean => {
  const spec = specOn(specs, productId, on)
  const own = (spec.abv ?? 0) > 0 || (spec.beverage !== '' && spec.beverage !== 'none')
  return own || spec.parts.some((part) => part.productId !== productId && hasAlcohol(specs, part.productId, on))
}

/** The classes in which something has alcohol: what stands beside it and nobody described is probably a drink whose recipe is missing. */
export const drinkClasses = (products: readonly { productId: number; classId: number }[], specs: Specs, on: string): Set<number> =>
  new Set(products.flatMap(({ productId, classId }) => (hasAlcohol(specs, productId, on) ? [classId] : [])))
