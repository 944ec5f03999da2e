import type { RowError } from '#features/imports/file-table.rules.ts'
import { STATUS } from '#features/ledger/card-status.rules.ts'
import type { CardMapping } from './card-mapping.rules.ts'
import type { CardRow } from './card-rows.rules.ts'

/** What became of a file's cards, so far or in the end. */
export interface CardCounts {
  new: number
  changed: number
  unchanged: number
  /** Cards that bring points along, and how many together. */
  openingCards: number
  openingPoints: number
}

export const NO_CARDS: CardCounts = { new: 0, changed: 0, unchanged: 0, openingCards: 0, openingPoints: 0 }

/** A card as it stands when a row is compared with it. */
export interface KnownCard {
  name: string
  email: string | null
  phone: string | null
  status: number
  /** Whether points ever moved on it. */
  used: boolean
  /** The points it was opened with; null where it was not. */
  opening: number | null
}

/** What a row does: the holder it leaves behind, and the points its card is opened with. */
export interface CardChange {
  what: 'new' | 'changed' | 'unchanged'
  name: string
  email: string | null
  phone: string | null
  opens: number
}

/**
 * What a row does to its card; a sentence where it cannot. Details are taken over, and what the row leaves empty stays. Points are taken
 * once, by a card on which none ever moved: the same file sent again changes nothing.
 */
export const changeOf = (row: CardRow, known: KnownCard | undefined, { Columns }: CardMapping): CardChange | RowError => {
  const holder = { name: row.name ?? known?.name ?? '', email: row.email ?? known?.email ?? null, phone: row.phone ?? known?.phone ?? null }
  if (!known) return { what: 'new', ...holder, opens: row.points }
  const opens = row.points !== 0 && known.opening !== row.points ? row.points : 0
  if (opens > 0) {
    const refuse = (ErrorCode: string, Message: string): RowError => ({ ErrorCode, Column: Columns.Points ?? '', Message })
    if (known.opening !== null) return refuse('AlreadyOpened', `This card already has ${known.opening} opening points. Use "Adjust points" to correct them.`)
    if (known.used) return refuse('PointsMoved', 'Points have already changed on this card, so it cannot get opening points. Use "Adjust points".')
    if (known.status === STATUS.blocked) return refuse('CardBlocked', 'This card is blocked, so it cannot get opening points.')
  }
  const isChanged = opens > 0 || holder.name !== known.name || holder.email !== known.email || holder.phone !== known.phone
  return { what: isChanged ? 'changed' : 'unchanged', ...holder, opens }
}

export const isRefused = (change: CardChange | RowError): change is RowError => 'ErrorCode' in change

/** The counts with one more row. */
export const counted = (counts: CardCounts, { what, opens }: CardChange): CardCounts => ({
  ...counts,
  [what]: counts[what] + 1,
  openingCards: counts.openingCards + (opens > 0 ? 1 : 0),
  openingPoints: counts.openingPoints + opens,
})
