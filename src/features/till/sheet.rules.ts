import { missingZ, oddities, otherFloat, type SessionMarks } from './session-marks.rules.ts'
import { nameOfSheet, type SessionRow, type SheetKey, type SoldRow, type TakenRow } from './sheet-rows.rules.ts'
import { bankingOf, expectedCash, METHODS, type Method, SHEET_MARKS, SHEET_STATES, type SheetMark, type SheetState, varianceOf } from './till.rules.ts'

/** A method on a sheet, minor units; of cash without the float. */
export interface MediaLine {
  method: Method
  n: number
  expected: number
  counted: number | null
  variance: number | null
  /** What came or changed after the sheet was committed: expected now less expected then. */
  late: number
}

export interface Sheet extends SheetKey {
  session: SessionRow | null
  sold: SoldRow | null
  state: SheetState
  media: MediaLine[]
  expected: number
  counted: number | null
  variance: number | null
  /** Handed out in cash against cards. */
  cashOut: number
  /** Given back in cash. */
  cashRefunds: number
  /** Expected in the drawer, its float included. */
  expectedCash: number
  banking: number | null
  late: number
  marks: SheetMark[]
  /** Z numbers of its till that are missing before it. */
  missingZ: { first: number; last: number } | null
  /** What it should have been opened with, where its float is another. */
  otherFloat: number | null
}

const HOUR_MS = 3_600_000
/** A session open for longer than this was forgotten. */
const LONGEST_MS = 24 * HOUR_MS

/** The sheets of what was sold and of the sessions, a session without sales among them. */
export const sheetsOf = (
  sessions: readonly SessionRow[],
  taken: readonly TakenRow[],
  sold: readonly SoldRow[],
  now: Date,
  marks: ReadonlyMap<string, SessionMarks>,
): Sheet[] => {
  const keys = new Map<string, SheetKey>()
  for (const rows of [sessions, taken, sold])
    for (const row of rows) {
      const name = nameOfSheet(row)
      if (!keys.has(name)) keys.set(name, row)
    }
  const sessionById = new Map(sessions.map((session) => [session.sessionId, session]))
  const takenBy = new Map<string, TakenRow[]>()
  for (const row of taken) {
    const name = nameOfSheet(row)
    const rows = takenBy.get(name)
    if (rows) rows.push(row)
    else takenBy.set(name, [row])
  }
  const soldBy = new Map(sold.map((row) => [nameOfSheet(row), row]))
  return [...keys]
    .map(([name, key]) =>
      sheetOf(key, sessionById.get(key.sessionId ?? '') ?? null, takenBy.get(name) ?? [], soldBy.get(name) ?? null, {
        marks: marks.get(key.sessionId ?? ''),
        now,
      }),
    )
    .sort(inOrder)
}

const inOrder = (a: Sheet, b: Sheet): number =>
  // Days compare as they are written; comparing thousands as words of a language takes longer than all the rest.
  (a.day < b.day ? 1 : a.day > b.day ? -1 : 0) ||
  a.locationId - b.locationId ||
  a.terminalKey - b.terminalKey ||
  openingOf(a) - openingOf(b) ||
  Number(BigInt(a.sessionId ?? 0) - BigInt(b.sessionId ?? 0))

const openingOf = ({ session, sold }: Sheet): number => (session?.openedAt ?? sold?.firstAt)?.getTime() ?? 0

interface Around {
  /** Of a session. */
  marks: SessionMarks | undefined
  now: Date
}

const sheetOf = (key: SheetKey, session: SessionRow | null, taken: readonly TakenRow[], sold: SoldRow | null, around: Around): Sheet => {
  const media = mediaLines(session, taken)
  const float = session?.openingFloat ?? 0
  const cash = media.find(({ method }) => method === 'Cash')?.expected ?? 0
  const isCounted = session?.counted != null
  const expected = media.reduce((sum, line) => sum + line.expected, 0)
  const counted = isCounted ? media.reduce((sum, line) => sum + (line.counted ?? line.expected), 0) : null
  const late = media.reduce((sum, line) => sum + line.late, 0)
  const countedCash = session?.counted?.Cash
  const { sessionId, locationId, terminalKey, day } = key
  const sheet: Sheet = {
    sessionId,
    locationId,
    terminalKey,
    day,
    session,
    sold,
    state: SHEET_STATES[(session?.state ?? 1) - 1] ?? 'Open',
    media,
    expected,
    counted,
    variance: varianceOf(counted, expected),
    cashOut: taken.reduce((sum, row) => sum + row.cashOut, 0),
    cashRefunds: taken.find(({ method }) => method === 'Cash')?.refunds ?? 0,
    expectedCash: cash + float,
    banking: countedCash === undefined || !session ? null : bankingOf(countedCash, session.drops, floatLeft(session, countedCash)),
    late,
    marks: [],
    missingZ: around.marks ? missingZ(around.marks, session?.zNumber ?? null) : null,
    otherFloat: around.marks && session ? otherFloat(around.marks, session) : null,
  }
  sheet.marks = marksOf(sheet, around)
  return sheet
}

/** What stays in the drawer: as somebody said, else as it was opened with, as far as it is there. */
const floatLeft = ({ closingFloat, openingFloat, drops }: SessionRow, countedCash: number): number =>
  closingFloat ?? Math.min(openingFloat, countedCash + drops)

/** @param limit in minor units */
export const isAboveLimit = ({ variance }: Pick<Sheet, 'variance'>, limit: number): boolean => Math.abs(variance ?? 0) > limit

/**
 * Whether somebody else has to sign: who counted a difference above the limit, and who entered the cash movements or the opening float that bring it within
 * the limit.
 * @param limit in minor units
 */
export const isOwnWork = (sheet: Pick<Sheet, 'variance' | 'session'>, limit: number, userId: number | null): boolean =>
  (isAboveLimit(sheet, limit) && sheet.session?.declarer === userId) || hidesDifference(sheet, limit, userId)

/** Whether a person's own cash movements and opening float bring a difference within the limit. */
export const hidesDifference = ({ variance, session }: Pick<Sheet, 'variance' | 'session'>, limit: number, userId: number | null): boolean =>
  variance !== null && !isAboveLimit({ variance }, limit) && isAboveLimit({ variance: variance + (session?.movedBy?.[String(userId)] ?? 0) }, limit)

/** A difference above the limit that nobody else than who made it has signed with a reason; it may have grown since the sheet was signed. */
export const lacksSecond = ({ variance, session }: Pick<Sheet, 'variance' | 'session'>, limit: number): boolean =>
  (isAboveLimit({ variance }, limit) && session?.reason === '') || isOwnWork({ variance, session }, limit, session?.signer ?? null)

const mediaLines = (session: SessionRow | null, taken: readonly TakenRow[]): MediaLine[] => {
  const cashOut = taken.reduce((sum, row) => sum + row.cashOut, 0)
  const lines: MediaLine[] = []
  for (const method of METHODS) {
    const own = taken.find((row) => row.method === method)
    const amount = session?.counted?.[method]
    const then = session?.committed?.[method]
    if (!own && amount === undefined && !then && !(method === 'Cash' && session)) continue
    const now = method === 'Cash' ? cashWithoutFloat(session, own?.net ?? 0, cashOut) : (own?.net ?? 0) + (own?.cashOut ?? 0)
    // A committed sheet says what it said then; the rest of what is expected by now came late.
    const expected = session?.committed ? (then?.expected ?? 0) : now
    const counted = amount === undefined ? null : method === 'Cash' ? amount - (session?.openingFloat ?? 0) : amount
    lines.push({ method, n: own?.n ?? 0, expected, counted, variance: varianceOf(counted, expected), late: now - expected })
  }
  return lines
}

const cashWithoutFloat = (session: SessionRow | null, sales: number, cashOut: number): number => {
  const { payIns = 0, payOuts = 0, drops = 0, banked = 0, tipsPaidOut = 0 } = session ?? {}
  return expectedCash({ openingFloat: 0, sales, cashOut, payIns, payOuts, drops, banked, tipsPaidOut })
}

const marksOf = (sheet: Omit<Sheet, 'marks' | 'missingZ' | 'otherFloat'>, { marks: compared, now }: Around): SheetMark[] => {
  // Without its float cash may well be less than nothing; the drawer may not.
  const { session, sold, media, late, expectedCash: expectedInDrawer } = sheet
  const cash = session?.counted?.Cash
  const card = media.find(({ method }) => method === 'Card')?.expected ?? 0
  const is: Partial<Record<SheetMark, boolean>> = {
    ...(session && compared ? oddities(compared, session, sold !== null) : {}),
    NotClosed: session !== null && session.closedAt === null && now.getTime() - session.openedAt.getTime() > LONGEST_MS,
    NotCounted: session?.counted == null,
    PiecesDiffer: cash !== undefined && session?.pieces != null && session.pieces !== cash,
    SettlementDiffers: session?.settled != null && session.settled !== card,
    NegativeExpected: media.some(({ method, expected }) => (method === 'Cash' ? expectedInDrawer : expected) < 0),
    LateItems: late !== 0,
  }
  return SHEET_MARKS.filter((mark) => is[mark])
}
