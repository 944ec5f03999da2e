import type { Method } from './till.rules.ts'

/** Which sheet something belongs to: a session, or else everything a till sold on a trading day outside its sessions. */
export interface SheetKey {
  sessionId: string | null
  locationId: number
  terminalKey: number
  day: string
}

export const nameOfSheet = ({ sessionId, locationId, terminalKey, day }: SheetKey): string => sessionId ?? `${locationId} ${terminalKey} ${day}`

/** What was taken with a method on a sheet, minor units. */
export interface TakenRow extends SheetKey {
  method: Method
  /** Payments, those taken back deducted. */
  n: number
  net: number
  cashOut: number
  refunds: number
  tips: number
}

/** What was sold on a sheet: how often and to whom, and what was given away; minor units. */
export interface SoldRow extends SheetKey {
  receipts: number
  delivery: number
  takeaway: number
  noSales: number
  covers: number
  discounts: number
  refunds: number
  voids: number
  firstAt: Date
  lastAt: Date
}

/** A till session with what it adds to the cash; money in minor units. */
export interface SessionRow {
  sessionId: string
  locationId: number
  terminalKey: number
  day: string
  zNumber: number | null
  state: number
  openedAt: Date
  closedAt: Date | null
  clerk: string | null
  openingFloat: number
  closingFloat: number | null
  payIns: number
  payOuts: number
  drops: number
  banked: number
  tipsPaidOut: number
  /** What each person's cash movements and opening floats entered on the screen change the expected cash by; by user id. */
  movedBy: Partial<Record<string, number>> | null
  settled: number | null
  /** The count that holds; nothing where nobody counted. */
  countedAt: Date | null
  countedBy: string | null
  /** User id of who declared it on the screen. */
  declarer: number | null
  counted: Partial<Record<Method, number>> | null
  /** Sum of notes and coins; nothing where they were not counted apart. */
  pieces: number | null
  /** What the notes and coins of that count are worth each. */
  pieceValues: number[] | null
  /** The opening float when that count was made. */
  floatCounted: number | null
  currency: string
  signedAt: Date | null
  /** User id of who signed it last. */
  signer: number | null
  signedBy: string | null
  reason: string
  note: string
  committed: Partial<Record<Method, { expected: number; counted: number | null }>> | null
}

/** What a sheet sold: by department and in all, minor units. */
export interface SheetTrade {
  departments: { name: string; amount: number; quantity: number }[]
  sums: Record<'gross' | 'promotions' | 'discounts' | 'refunds' | 'surcharges' | 'amount' | 'tax' | 'nonSales' | 'tips' | 'rounding' | 'takings', number>
}
