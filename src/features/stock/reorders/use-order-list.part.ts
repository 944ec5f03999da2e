import { useState } from 'react'
import { type Changed, type OrderRow, packsOf } from './order-rows.rules.ts'
import type { SavedOrder } from './saved-orders.contract.ts'

/** What somebody changes of the suggestions before orders are made of them. */
export interface OrderList {
  packs: Changed
  /** By the supplier's number. */
  notes: Readonly<Record<number, string>>
  /** Saved lists that this goes on from. */
  continued: readonly SavedOrder[]
  setPacks: (plu: string, packs: number) => void
  setNote: (supplierId: number, note: string) => void
  /** Takes up a saved list: its packs and note stand in the place of what is suggested. */
  goOn: (list: SavedOrder) => void
  /** Lists as they are saved now. */
  saved: (lists: readonly SavedOrder[]) => void
  /** Lets go of a list that is saved no more. */
  letGo: (savedId: string) => void
  reset: () => void
}

export const useOrderList = (): OrderList => {
  const [packs, setPacks] = useState<Changed>({})
  const [notes, setNotes] = useState<OrderList['notes']>({})
  const [continued, setContinued] = useState<readonly SavedOrder[]>([])
  const without = (lists: readonly SavedOrder[]) => continued.filter((one) => !lists.some(({ SupplierId }) => SupplierId === one.SupplierId))
  return {
    packs,
    notes,
    continued,
    setPacks: (plu, count) => setPacks({ ...packs, [plu]: count }),
    setNote: (supplierId, note) => setNotes({ ...notes, [supplierId]: note }),
    goOn: (list) => {
      setPacks({ ...packs, ...Object.fromEntries(list.Lines.map(({ Plu, Packs }) => [Plu, Packs])) })
      setNotes({ ...notes, [list.SupplierId]: list.Note })
      setContinued([...without([list]), list])
    },
    saved: (lists) => setContinued([...without(lists), ...lists]),
    letGo: (savedId) => setContinued(continued.filter(({ SavedId }) => SavedId !== savedId)),
    reset: () => {
      setPacks({})
      setNotes({})
      setContinued([])
    },
  }
}

/**
 * What is sent of the rows to save or to order them.
 * @param there saved lists of the location; those that are gone are not gone on from
 */
export const sentOf = (rows: readonly OrderRow[], { packs, notes, continued }: OrderList, there: readonly SavedOrder[]) => {
  const suppliers = new Set(rows.map(({ SupplierId }) => SupplierId))
  return {
    Lines: rows.map((row) => ({ Plu: row.Plu, Packs: packsOf(row, packs) })),
    Notes: [...suppliers].flatMap((SupplierId) => (notes[SupplierId]?.trim() ? [{ SupplierId, Note: notes[SupplierId].trim() }] : [])),
    Known: continued
      .filter(({ SupplierId, SavedId }) => suppliers.has(SupplierId) && there.some((one) => one.SavedId === SavedId))
      .map(({ SavedId, Version }) => ({ SavedId, Version })),
  }
}
