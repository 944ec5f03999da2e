import { useStockText } from '#features/stock/stock-text.part.ts'
import { useSay } from '#ui/language.tsx'
import { reorderScreenWords } from './reorder-screen.messages.ts'
import type { Suggested } from './reorders.contract.ts'

/** How a suggestion came about, in one sentence with its numbers. */
export const useWhy = (currency: string) => {
  const say = useSay(reorderScreenWords)
  const text = useStockText(currency)
  const amount = (quantity: number, unit: string) => `${text.quantity(quantity)} ${text.unit(unit, quantity)}`
  return {
    sentence: (one: Suggested): string => {
      if (one.ByLevels) {
        return say('whyLevels', {
          onHand: amount(one.OnHand, one.Unit),
          onOrder: amount(one.OnOrder, one.Unit),
          least: text.quantity(one.Least ?? 0),
          most: amount(one.Most ?? 0, one.Unit),
        })
      }
      const values = {
        sells: amount(one.PerDay, one.Unit),
        inStock: one.InStockDays,
        open: one.OpenDays,
        days: one.Days,
        need: amount(one.Forecast, one.Unit),
        spare: text.quantity(one.Spare),
        onHand: text.quantity(one.OnHand),
        onOrder: text.quantity(one.OnOrder),
      }
      return say(one.OnOrder > 0 ? 'whyOnOrder' : 'why', values)
    },
    result: (one: Suggested): string =>
      say('whyResult', {
        short: amount(one.Short, one.Unit),
        packs: one.PackSize === 1 ? amount(one.Packs, one.Unit) : say.count('packsOfSize', one.Packs, { size: text.quantity(one.PackSize) }),
      }),
  }
}
