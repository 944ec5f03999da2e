import type { ReordersAnswer, Suggested } from './reorders.contract.ts'
import type { SavedOrder } from './saved-orders.contract.ts'

/** Packs by PLU, where somebody changed them. */
export type Changed = Readonly<Record<string, number>>

/** A product that can be ordered: one that is suggested, or one of a saved list that is not suggested any more. */
export interface OrderRow {
  SupplierId: number
  Plu: string
  Name: string
  Unit: string
  /** As suggested; 0 where nothing is. */
  Packs: number
  PackSize: number | null
  PackCost: number | null
  suggested: Suggested | null
}

/** What can be ordered, the suggestions first; of saved lists that somebody goes on from also what they order beyond these. */
export const orderRows = (suggestions: ReordersAnswer['Suggestions'], continued: readonly SavedOrder[], supplierId?: number): OrderRow[] => {
  const there = new Set(suggestions.map(({ Plu }) => Plu))
  const beyond = continued.flatMap(({ SupplierId, Lines }) =>
    Lines.filter(({ Plu, Packs }) => Packs > 0 && !there.has(Plu)).map((line): OrderRow => ({ ...line, SupplierId, Packs: 0, suggested: null })),
  )
  const rows = [...suggestions.map((one): OrderRow => ({ ...one, suggested: one })), ...beyond]
  return supplierId === undefined ? rows : rows.filter((row) => row.SupplierId === supplierId)
}

/** Packs of a row, as changed or as suggested. */
export const packsOf = ({ Plu, Packs }: Pick<OrderRow, 'Plu' | 'Packs'>, changed: Changed): number => changed[Plu] ?? Packs

/** What rows come to: packs, and their cost in major units, null where one to be ordered has no known cost. */
export const sumOf = (rows: readonly OrderRow[], changed: Changed): { packs: number; cost: number | null } => {
  const ordered = rows.map((row) => ({ count: packsOf(row, changed), cost: row.PackCost })).filter(({ count }) => count > 0)
  const packs = ordered.reduce((sum, { count }) => sum + count, 0)
  if (ordered.some(({ cost }) => cost === null)) return { packs, cost: null }
  return { packs, cost: ordered.reduce((sum, { count, cost }) => sum + count * thousandths(cost ?? 0), 0) / 1000 }
}

/** Whole, so that decimals do not drift. */
const thousandths = (amount: number): number => Math.round(amount * 1000)

const MOST_PACKS = 9999

/** Of how much of a product more would lift an order to its minimum. */
export interface Lift {
  row: OrderRow
  packs: number
  cost: number
}

/**
 * What an order misses of its supplier's minimum, and what would lift it there: more of the product that runs out first after this order, as long as that is not more than its
 * location keeps. Nothing where nothing is ordered, or costs are not known.
 */
export const missingOf = (rows: readonly OrderRow[], changed: Changed, minimum: number | null): { missing: number; lift: Lift | null } | null => {
  const { cost } = sumOf(rows, changed)
  if (minimum === null || cost === null || cost === 0) return null
  const missing = thousandths(minimum) - thousandths(cost)
  if (missing <= 0) return null
  const lifts = rows.flatMap((row): (Lift & { cover: number })[] => {
    const { suggested, PackCost, PackSize } = row
    if (!suggested || !PackCost || !PackSize) return []
    const ordered = packsOf(row, changed)
    const packs = Math.ceil(missing / thousandths(PackCost))
    const there = suggested.OnHand + suggested.OnOrder + ordered * PackSize
    if (ordered + packs > MOST_PACKS || (suggested.Most !== null && there + packs * PackSize > suggested.Most)) return []
    return [{ row, packs, cost: (packs * thousandths(PackCost)) / 1000, cover: suggested.PerDay === 0 ? Number.POSITIVE_INFINITY : there / suggested.PerDay }]
  })
  const [first] = lifts.sort((a, b) => (a.cover === b.cover ? 0 : a.cover - b.cover))
  return { missing: missing / 1000, lift: first ? { row: first.row, packs: first.packs, cost: first.cost } : null }
}
