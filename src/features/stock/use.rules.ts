import { dayOf } from '#shared/day.ts'
import { changesWithin, type Specs, USE_STEPS, type Use, usesOn } from './spec.rules.ts'

/** Quantity sold (ten-thousandths) × what a sale takes (millionths), in ten-thousandths of a stock unit. */
export const usedSteps = (use: number): number => Math.round(use / USE_STEPS)

/**
 * What sales of products took from stock over some days. Most products are the same on all of them, and are looked up once.
 * @param from first and last of the days asked about
 */
export const usesOver = (specs: Specs, from: string, to: string): ((productId: number, day: number) => readonly Use[]) => {
  const same = new Map<number, readonly Use[] | undefined>()
  return (productId, day) => {
    const known = same.get(productId)
    if (known) return known
    if (!same.has(productId)) {
      const uses = usesOn(specs, productId, from)
      const isChanging = isChangingOver(specs, productId, from, to, uses)
      same.set(productId, isChanging ? undefined : uses)
      if (!isChanging) return uses
    }
    return usesOn(specs, productId, dayOf(day))
  }
}

/** Whether what a sale of a product takes is not the same on all of these days: the product changes, or something it is poured from. */
export const isChangingOver = (specs: Specs, productId: number, from: string, to: string, uses: readonly Use[] = usesOn(specs, productId, from)): boolean =>
  changesWithin(specs, productId, from, to).length > 0 || uses.some((use) => changesWithin(specs, use.productId, from, to).length > 0)
