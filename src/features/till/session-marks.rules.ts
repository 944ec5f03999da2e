import { foreignPieces } from './denominations.rules.ts'
import type { SessionRow } from './sheet-rows.rules.ts'
import type { SheetMark } from './till.rules.ts'

/** What the sessions beside a session say about it; money in minor units. */
export interface SessionMarks {
  /** The last Z number of its till before it. */
  zBefore: number | null
  /** What the session before left in the drawer. */
  floatBefore: number | null
  /** Another session of its till ran at the same time. */
  overlaps: boolean
  /** Its till had no session before and never said that it is there. */
  isFirstOfTill: boolean
}

/** A session of the days asked for, or of a fortnight before or after them. */
export interface BesideRow {
  sessionId: string
  locationId: number
  terminalKey: number
  zNumber: number | null
  /** Milliseconds since 1970. */
  openedAt: number
  closedAt: number | null
  closingFloat: number | null
}

/** A till before the first of these sessions. */
export interface TillBefore {
  locationId: number
  terminalKey: number
  /** Its last Z number. */
  zNumber: number | null
  /** What its last session left in the drawer. */
  closingFloat: number | null
  /** It had no session and never said that it is there. */
  isNew: boolean
}

/** For how long a session that overlaps another one may have been open before it. */
export const LONGEST_DAYS = 14
const LONGEST_MS = LONGEST_DAYS * 86_400_000

const tillOf = ({ locationId, terminalKey }: Pick<TillBefore, 'locationId' | 'terminalKey'>) => `${locationId} ${terminalKey}`

/** Compares the sessions of each till with each other. */
export const compareSessions = (rows: readonly BesideRow[], before: readonly TillBefore[]): Map<string, SessionMarks> => {
  const beforeBy = new Map(before.map((till) => [tillOf(till), till]))
  const tills = new Map<string, BesideRow[]>()
  for (const row of rows) {
    const till = tills.get(tillOf(row))
    if (till) till.push(row)
    else tills.set(tillOf(row), [row])
  }
  for (const till of tills.values()) till.sort(byOpening)
  return new Map([...tills].flatMap(([name, till]) => till.map((row, i): [string, SessionMarks] => [row.sessionId, besideOthers(till, i, beforeBy.get(name))])))
}

const byOpening = (a: BesideRow, b: BesideRow): number => a.openedAt - b.openedAt || (BigInt(a.sessionId) < BigInt(b.sessionId) ? -1 : 1)

const besideOthers = (till: readonly BesideRow[], i: number, before: TillBefore | undefined): SessionMarks => {
  const openedAt = till[i]?.openedAt
  const earlier = lastUpTo(till, i - 1, (other) => other.openedAt !== openedAt)
  const numbered = lastUpTo(till, earlier, ({ zNumber }) => zNumber !== null)
  return {
    zBefore: (till[numbered] ?? before)?.zNumber ?? null,
    floatBefore: (till[earlier] ?? before)?.closingFloat ?? null,
    overlaps: overlapsAnother(till, i),
    isFirstOfTill: earlier < 0 && before?.isNew === true,
  }
}

/** The place of the last session up to one that is so; -1 where none is. Walks back from there: a till has thousands of them. */
const lastUpTo = (till: readonly BesideRow[], from: number, isSo: (row: BesideRow) => boolean): number => {
  for (let at = from; at >= 0; at -= 1) {
    const row = till[at]
    if (row && isSo(row)) return at
  }
  return -1
}

const overlapsAnother = (till: readonly BesideRow[], i: number): boolean => {
  const { openedAt = 0, closedAt = null } = till[i] ?? {}
  if (closedAt === null) return false
  for (let at = i - 1; (till[at]?.openedAt ?? Number.NEGATIVE_INFINITY) > openedAt - LONGEST_MS; at -= 1) if ((till[at]?.closedAt ?? 0) > openedAt) return true
  for (let at = i + 1; (till[at]?.openedAt ?? Number.POSITIVE_INFINITY) < closedAt; at += 1) if ((till[at]?.closedAt ?? 0) > openedAt) return true
  return false
}

/** What is odd about a session in itself and beside the others of its till. @param hasSold whether anything was sold in it */
export const oddities = (marks: SessionMarks, session: SessionRow, hasSold: boolean): Partial<Record<SheetMark, boolean>> => {
  const { zBefore } = marks
  const { zNumber, pieceValues, currency } = session
  return {
    UnknownTill: marks.isFirstOfTill && !hasSold,
    MissingZ: missingZ(marks, zNumber) !== null,
    RepeatedZ: zNumber !== null && zBefore !== null && zNumber <= zBefore,
    FloatChanged: otherFloat(marks, session) !== null,
    ForeignPieces: pieceValues !== null && foreignPieces(currency, pieceValues).length > 0,
    Overlaps: marks.overlaps,
  }
}

/** The Z numbers of a till that are missing before a session, from the first to the last; nothing where none is. */
export const missingZ = ({ zBefore }: SessionMarks, zNumber: number | null): { first: number; last: number } | null =>
  zNumber === null || zBefore === null || zNumber <= zBefore + 1 ? null : { first: zBefore + 1, last: zNumber - 1 }

/** The float a session should have been opened with: as it was counted with, or as the session before left it. Nothing where it was. */
export const otherFloat = ({ floatBefore }: SessionMarks, { floatCounted, openingFloat }: SessionRow): number | null =>
  [floatCounted, floatBefore].find((float) => float !== null && float !== openingFloat) ?? null
