import { isAboveLimit, isOwnWork, lacksSecond, type Sheet } from './sheet.rules.ts'

/** What a sheet waits for from the reader. */
export const SHEET_NEEDS = ['Count', 'SecondPerson', 'Sign', 'Commit'] as const
export type SheetNeed = (typeof SHEET_NEEDS)[number]

export interface Reader {
  userId: number | null
  maySign: boolean
  /** Above this difference somebody else than who counted signs, in minor units. */
  limit: number
  /** The trading day that is going on where the sheet is. */
  today: string
}

/** What the reader is to do with a sheet next; null where it is somebody else's turn, or the till still trades. */
export const needOf = (sheet: Sheet, { userId, maySign, limit, today }: Reader): SheetNeed | null => {
  const { state, session, variance, day, marks } = sheet
  if (state === 'Committed') return null
  if (variance === null) return marks.includes('NotClosed') || session?.closedAt || day < today ? 'Count' : null
  if (!maySign) return null
  const isOwn = isOwnWork(sheet, limit, userId)
  const waits = state === 'Declared' || lacksSecond(sheet, limit)
  if (!waits) return 'Commit'
  if (isOwn) return null
  return isAboveLimit(sheet, limit) ? 'SecondPerson' : 'Sign'
}
