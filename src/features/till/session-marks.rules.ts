import { foreignPieces } from './denominations.rules.ts'
import type { SheetMark } from './till.rules.ts'

/** What a session is compared with to see whether something about it is odd; money in minor units. */
export interface SessionMarks {
  sessionId: string
  currency: string
  /** The last Z number of its till before it. */
  zBefore: number | null
  /** What the session before left in the drawer. */
  floatBefore: number | null
  /** The opening float when the count that holds was made. */
  floatCounted: number | null
  /** What the notes and coins of that count are worth each. */
  pieceValues: number[] | null
  /** Another session of its till ran at the same time. */
  overlaps: boolean
  /** Its till had no session before and never said that it is there. */
  isFirstOfTill: boolean
}

/** What is odd about a session in itself and beside the others of its till. @param hasSold whether anything was sold in it */
export const oddities = (marks: SessionMarks, { zNumber, openingFloat }: { zNumber: number | null; openingFloat: number }, hasSold: boolean): SheetMark[] => {
  const { zBefore, pieceValues, currency } = marks
  const found: [SheetMark, boolean][] = [
    ['UnknownTill', marks.isFirstOfTill && !hasSold],
    ['MissingZ', missingZ(marks, zNumber) !== null],
    ['RepeatedZ', zNumber !== null && zBefore !== null && zNumber <= zBefore],
    ['FloatChanged', otherFloat(marks, openingFloat) !== null],
    ['ForeignPieces', foreignPieces(currency, pieceValues ?? []).length > 0],
    ['Overlaps', marks.overlaps],
  ]
  return found.flatMap(([mark, isSo]) => (isSo ? [mark] : []))
}

/** The Z numbers of a till that are missing before a session, from the first to the last; nothing where none is. */
export const missingZ = ({ zBefore }: SessionMarks, zNumber: number | null): { first: number; last: number } | null =>
  zNumber === null || zBefore === null || zNumber <= zBefore + 1 ? null : { first: zBefore + 1, last: zNumber - 1 }

/** The float a session should have been opened with: as it was counted with, or as the session before left it. Nothing where it was. */
export const otherFloat = ({ floatBefore, floatCounted }: SessionMarks, openingFloat: number): number | null =>
  [floatCounted, floatBefore].find((float) => float !== null && float !== openingFloat) ?? null
