import type { FieldError } from '#shared/failure.ts'
import { allocate } from '#shared/money.ts'
import type { WireSale } from './sale.contract.ts'
import { ADJUSTMENT, type DraftAdjustment, LINE_KIND, type Named } from './sale-facts.rules.ts'
import { complaint, namedOf, type WorkingLine } from './sale-lines.rules.ts'

/** A piece of a line's discount, and which promotion or discount it belongs to. */
export interface Piece {
  kind: number
  subject: Named
  /** Pieces of one entry are one use of it. */
  entry: number
  amount: number
}

/**
 * Explains each line's DiscountTotal by the sale's promotions and discounts: those of a line first, those of the whole
 * bill by what is left, the rest as a discount nobody named.
 * @returns the pieces by line, or complaints where more is named than was taken off
 */
export const discountPieces = (sale: WireSale, lines: readonly WorkingLine[], complaints: FieldError[]): Map<WorkingLine, Piece[]> => {
  const open = lines.filter((line) => line.active && line.kind === LINE_KIND.sale && !line.isRefund)
  const left = new Map(open.map((line) => [line, line.discountTotal]))
  const pieces = new Map<WorkingLine, Piece[]>(open.map((line) => [line, []]))
  const entries = entriesOf(sale)
  for (const { field, amount } of entries) if (amount < 0) complaints.push(complaint(`${field}.Amount`, 'WrongSign', 'A discount must not be negative.'))
  const take = (line: WorkingLine, piece: Piece) => {
    if (piece.amount === 0) return
    left.set(line, (left.get(line) ?? 0) - piece.amount)
    pieces.get(line)?.push(piece)
  }
  for (const { lineId, field, ...piece } of entries.filter(({ lineId }) => lineId !== undefined)) {
    const line = open.find(({ wire }) => wire.LineId === lineId)
    if (!line) {
      if (!lines.some(({ wire }) => wire.LineId === lineId)) complaints.push(complaint(`${field}.LineId`, 'Unknown', 'There is no line with that LineId.'))
      continue
    }
    if (piece.amount > (left.get(line) ?? 0)) complaints.push(tooMuch(field, piece.amount, left.get(line) ?? 0))
    else take(line, piece)
  }
  for (const { lineId: _, field, ...piece } of entries.filter(({ lineId }) => lineId === undefined)) {
    const weights = open.map((line) => left.get(line) ?? 0)
    const available = weights.reduce((sum, weight) => sum + weight, 0)
    if (piece.amount > available) complaints.push(tooMuch(field, piece.amount, available))
    else for (const [i, amount] of allocate(piece.amount, weights).entries()) take(open[i] as WorkingLine, { ...piece, amount })
  }
  for (const line of open) take(line, { kind: ADJUSTMENT.discount, subject: NOBODY_TOLD, entry: -1, amount: left.get(line) ?? 0 })
  return pieces
}

const NOBODY_TOLD: Named = { code: '', name: '' }

const tooMuch = (field: string, named: number, left: number) =>
  complaint(`${field}.Amount`, 'totals_mismatch', `${named} is more than what is left of DiscountTotal to explain, ${left}.`)

interface Entry extends Piece {
  lineId: string | undefined
  field: string
}

const entriesOf = (sale: WireSale): Entry[] => {
  if (sale.Type === 'Refund') return []
  const promotions = (sale.Promotions ?? []).map((wire, i) => ({
    kind: ADJUSTMENT.promotion as number,
    subject: namedOf(wire),
    entry: i,
    amount: wire.Amount,
    lineId: wire.LineId,
    field: `Promotions.${i}`,
  }))
  const discounts = (sale.Discounts ?? []).map((wire, i) => ({
    kind: ADJUSTMENT.discount as number,
    subject: { ...namedOf(wire), ...(wire.Kind ? { detail: { Kind: wire.Kind } } : {}) },
    entry: promotions.length + i,
    amount: wire.Amount,
    lineId: wire.LineId,
    field: `Discounts.${i}`,
  }))
  return [...promotions, ...discounts].filter(({ amount }) => amount !== 0)
}

/** One adjustment for each use of a promotion or discount, and one for what nobody named. */
export const adjustmentsOf = (byLine: readonly { lineNo: number; pieces: readonly Piece[] }[]): DraftAdjustment[] => {
  const uses = new Map<number, DraftAdjustment>()
  for (const { lineNo, pieces } of byLine) {
    for (const { kind, subject, entry, amount } of pieces) {
      const use = uses.get(entry)
      if (use) uses.set(entry, { ...use, amount: use.amount + amount, lineNo: null })
      else uses.set(entry, { kind, subject, lineNo, amount })
    }
  }
  return [...uses.entries()].sort(([a], [b]) => a - b).map(([, use]) => use)
}
