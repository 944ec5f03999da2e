import { openFile, WEB_BOUNDS } from '#features/imports/file-reader.adapter.ts'
import { type RowReading, rowsOf } from '#features/imports/file-rows.job.ts'
import type { FileRow, RowError } from '#features/imports/file-table.rules.ts'
import type { WrongRow } from '#features/imports/import-tally.rules.ts'
import { todayAt } from '#features/ledger/by-hand.sql.ts'
import { addCards, knownCards, type LockedCard, lockCards, writeHolders } from '#features/ledger/cards.sql.ts'
import { type CardPast, openCards, pastOf } from '#features/ledger/opening-points.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { failure } from '#shared/failure.ts'
import { cardMappingComplaints } from './card-mapping.rules.ts'
import { type CardChange, type CardCounts, changeOf, counted, isRefused, type KnownCard } from './card-outcome.rules.ts'
import { type CardRow, cardRowReader, isWrongRow } from './card-rows.rules.ts'
import { makerOf } from './card-runs.rules.ts'
import { type CardProgress, keepCardProgress, type StoredCardRun } from './card-runs.sql.ts'
import { NumberRepeats } from './repeated-numbers.rules.ts'

const BATCH = 500
/** A check shows what there is to correct; more than this points to a column. */
const MOST_CHECKED_ROWS = 1000

export interface CardFileWork extends RowReading {
  inVenue<T>(work: (venue: VenueScope) => Promise<T>): Promise<T>
  onProgress?(part: number): void
}

/**
 * Checks a file of cards or imports it, some hundred rows in a transaction with how far it got: begun again, it goes on where it was.
 * A file that cannot be read to its end imports nothing.
 * @returns the headings of the file
 * @throws FileNotReadable, ValidationFailed where the mapping cannot make cards of this file
 */
export const performCardFile = async (open: number, run: StoredCardRun, work: CardFileWork): Promise<string[]> => {
  const { Encoding: encoding, Delimiter: delimiter, Sheet: sheet } = run.mapping
  const file = await openFile({ file: open }, { settings: { encoding, delimiter, sheet }, bounds: WEB_BOUNDS })
  try {
    refuseMapping(run, file.headings)
    const reading = { ...work, corrections: new Map(run.corrections.map(({ Line, Cells }) => [Line, Cells])) }
    const repeats = new NumberRepeats(run.mapping, file.headings)
    for await (const piece of rowsOf(file, reading, (part) => work.onProgress?.(part / 2))) repeats.take(piece)
    const read = cardRowReader(run.mapping, file.headings, repeats)
    let reached: CardProgress = run
    for await (const piece of rowsOf(file, reading, (part) => work.onProgress?.((1 + part) / 2))) {
      for (const batch of batchesOf(piece.filter(({ line }) => line > reached.throughLine)))
        reached = await work.inVenue((venue) => (run.check ? checkBatch : storeBatch)(venue, run, batch.map(read), reached))
    }
    return file.headings
  } finally {
    file.close()
  }
}

/** @throws ValidationFailed */
const refuseMapping = ({ mapping }: StoredCardRun, headings: readonly string[]): void => {
  const complaints = cardMappingComplaints(mapping, headings)
  if (complaints.length === 0) return
  throw failure(
    'ValidationFailed',
    {},
    complaints.map(({ code, field, message }) => ({ FieldName: `Mapping.Columns.${field}`, ErrorCode: code, Message: message })),
  )
}

const batchesOf = (rows: readonly FileRow[]): FileRow[][] =>
  Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, i) => rows.slice(i * BATCH, (i + 1) * BATCH))

type ReadRow = ReturnType<ReturnType<typeof cardRowReader>>

/** Rows by what becomes of them. */
interface Judged {
  changes: { row: CardRow; change: CardChange }[]
  wrong: WrongRow[]
}

const judged = (rows: readonly ReadRow[], known: ReadonlyMap<string, KnownCard>, { mapping }: StoredCardRun): Judged => {
  const made: Judged = { changes: [], wrong: [] }
  const refuse = ({ line, cells }: FileRow, errors: RowError[]) => made.wrong.push({ line, cells, errors })
  for (const row of rows) {
    if (isWrongRow(row)) refuse(row.row, row.errors)
    else {
      const change = changeOf(row, known.get(row.key), mapping)
      if (isRefused(change)) refuse(row.row, [change])
      else made.changes.push({ row, change })
    }
  }
  return made
}

const rightRows = (rows: readonly ReadRow[]): CardRow[] => rows.filter((row): row is CardRow => !isWrongRow(row))

/** Foretells what would become of rows; stores nothing of them and locks no card. */
const checkBatch = async (venue: VenueScope, run: StoredCardRun, rows: readonly ReadRow[], reached: CardProgress): Promise<CardProgress> => {
  const cards = await knownCards(
    venue,
    rightRows(rows).map(({ key }) => key),
  )
  return keep(venue, run, reached, rows, judged(rows, await standing(venue, cards), run))
}

/**
 * Stores rows. New cards are made before any is locked, and the cards are locked before it is asked what moved on them; the movements come
 * last, since a location's day, which every movement waits for, is held until the transaction ends.
 */
const storeBatch = async (venue: VenueScope, run: StoredCardRun, rows: readonly ReadRow[], reached: CardProgress): Promise<CardProgress> => {
  const right = rightRows(rows)
  const made = await addCards(
    venue,
    right.map(({ number }) => number),
    todayAt(venue, run.locationId),
  )
  const cards = await lockCards(
    venue,
    right.map(({ key }) => key),
  )
  const found = cards.filter(({ numberKey }) => !made.has(numberKey))
  const outcome = judged(rows, await standing(venue, found), run)
  const byKey = new Map(cards.map((card) => [card.numberKey, card]))
  const changes = outcome.changes.flatMap(({ row, change }) => {
    const card = byKey.get(row.key)
    return card && change.what !== 'unchanged' ? [{ card, change }] : []
  })
  await writeHolders(
    venue,
    changes.map(({ card: { cardId, tier, status }, change: { name, email, phone } }) => ({ cardId, name, email, phone, tier, status })),
  )
  const next = await keep(venue, run, reached, rows, outcome)
  const openings = changes.filter(({ change }) => change.opens > 0).map(({ card, change }) => ({ cardId: card.cardId, points: change.opens }))
  await openCards(venue, openings, { locationId: run.locationId, comments: run.fileName }, makerOf(run))
  return next
}

const standing = async (venue: VenueScope, cards: readonly LockedCard[]): Promise<Map<string, KnownCard>> => {
  const pasts = await pastOf(
    venue,
    cards.map(({ cardId }) => cardId),
  )
  return new Map(cards.map((card) => [card.numberKey, { ...card, ...(pasts.get(card.cardId) ?? UNUSED) }]))
}

const UNUSED: CardPast = { used: false, opening: null }

const keep = async (
  venue: VenueScope,
  run: StoredCardRun,
  reached: CardProgress,
  rows: readonly ReadRow[],
  { changes, wrong }: Judged,
): Promise<CardProgress> => {
  const next: CardProgress = {
    throughLine: rows.at(-1)?.row.line ?? reached.throughLine,
    rowsRead: reached.rowsRead + rows.length,
    rowsRejected: reached.rowsRejected + wrong.length,
    counts: changes.reduce<CardCounts>((counts, { change }) => counted(counts, change), reached.counts),
  }
  const room = run.check ? Math.max(0, MOST_CHECKED_ROWS - reached.rowsRejected) : wrong.length
  await keepCardProgress(venue, run.runId, next, wrong.slice(0, room))
  return next
}
