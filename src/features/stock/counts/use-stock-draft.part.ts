import { useState } from 'react'
import { shownUser, shownVenue } from '#ui/api.ts'

/** A count in the making. */
export interface StockDraft {
  /** Names the count for ever, so that it is stored once however often it is sent. */
  number: string
  /** By PLU, in stock units. */
  quantities: Readonly<Record<string, number>>
  /** When the last product was counted; '' before the first. */
  savedAt: string
}

const keyOf = (locationId: number) => `daybook.stockcount.${shownUser()}.${shownVenue()}.${locationId}`
const fresh = (): StockDraft => ({ number: crypto.randomUUID(), quantities: {}, savedAt: '' })

const read = (locationId: number): StockDraft => {
  try {
    return { ...fresh(), ...(JSON.parse(localStorage.getItem(keyOf(locationId)) ?? '{}') as Partial<StockDraft>) }
  } catch {
    return fresh()
  }
}

/** A device that keeps nothing still counts; only a reload loses what was typed. */
const write = (locationId: number, draft: StockDraft | undefined): void => {
  try {
    if (draft) localStorage.setItem(keyOf(locationId), JSON.stringify(draft))
    else localStorage.removeItem(keyOf(locationId))
  } catch {
    // Full, or not allowed.
  }
}

/** A count of a location, kept on the device at every key, so that neither a reload nor a lost connection loses it. */
export const useStockDraft = (locationId: number) => {
  const [draft, setDraft] = useState(() => read(locationId))
  return {
    draft,
    /** @param quantity undefined takes the product out of the count: an empty box is not zero */
    change: (plu: string, quantity: number | undefined) =>
      setDraft((was) => {
        const { [plu]: _, ...others } = was.quantities
        const next = { ...was, savedAt: new Date().toISOString(), quantities: quantity === undefined ? others : { ...others, [plu]: quantity } }
        write(locationId, next)
        return next
      }),
    clear: () => {
      write(locationId, undefined)
      setDraft(fresh())
    },
  }
}
