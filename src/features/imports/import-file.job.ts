import { setImmediate as breathe } from 'node:timers/promises'
import { usualLocation } from '#platform/access/locations.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import type { Database } from '#platform/database/database.ts'
import { patiently } from '#platform/database/retry.ts'
import { failure } from '#shared/failure.ts'
import { type OpenFile, openFile } from './file-reader.adapter.ts'
import type { FileSource } from './file-reading.rules.ts'
import { rowsOf, Stopped } from './file-rows.job.ts'
import type { ReadingBounds } from './file-table.rules.ts'
import { readToItsEnd } from './first-reading.job.ts'
import { judgeFile } from './import-judging.job.ts'
import { type ImportMapping, mappingComplaints } from './import-mapping.rules.ts'
import { placeFinder } from './import-places.rules.ts'
import { importPlaces } from './import-places.sql.ts'
import { passesOf } from './import-runs.rules.ts'
import { type MadeSale, saleMaker } from './import-sales.rules.ts'
import { storeAtOnce, storeInBatches } from './import-storing.job.ts'
import { type ImportCounts, ImportTally, type WrongRow } from './import-tally.rules.ts'
import { OrderGatherer } from './order-gatherer.rules.ts'
import { OrderScan } from './order-scan.rules.ts'
import { RowsOnDisk } from './rows-on-disk.adapter.ts'

/** A file to be imported, and how much of it is read at most. */
export interface ImportedFile {
  source: FileSource
  bounds?: ReadingBounds
}

export interface ImportOptions {
  mapping: ImportMapping
  /** Only look: nothing is stored. */
  check?: boolean
  /** Nothing is stored unless every row is right. */
  allOrNothing?: boolean
  /** Cells that take the place of those in the file, by line. */
  corrections?: ReadonlyMap<number, readonly string[]>
  /** The locations that may be touched; null means all, new ones too. */
  granted: readonly number[] | null
  /** Kept with each sale, so that one can tell what brought it. */
  runId: string
  /** When the run was asked for: what it brings is one arrival, however long it takes and however often it is begun again. */
  begunAt: Date
  now: () => Date
  signal?: AbortSignal
  onProgress?(reached: Reached): void
  onWrongRows?(rows: readonly WrongRow[], table: ReadTable): Promise<void> | void
}

/** How far an import is. */
export interface Reached {
  /** 0 to 1. */
  part: number
  rowsRead: number
  /** Of those, how many were looked at or stored; none while the file is read to its end first. */
  rowsDone: number
  /** What these rows came to. */
  counts: Readonly<ImportCounts>
}

/** How the file was read. */
export interface ReadTable {
  headings: string[]
  delimiter: string
}

export interface ImportResult extends ReadTable {
  /** stopped: somebody asked for that, and what was stored by then stays; refused: rows were wrong and all or nothing was asked for, or a check found order numbers in several rows that were to be sales of their own. */
  status: 'done' | 'refused' | 'stopped'
  counts: ImportCounts
}

/** What judging and storing a file work with. */
export interface Importing {
  options: ImportOptions
  onWrongRows(rows: readonly WrongRow[]): Promise<void> | void
  inVenue<T>(work: (venue: VenueScope) => Promise<T>): Promise<T>
  /**
   * The rows from the first on, corrected, with a fresh maker of sales.
   * @param counts what is counted of them meanwhile
   */
  begin(pass: number, counts: Readonly<ImportCounts>): Pass
}

export interface Pass {
  places: ReturnType<typeof placeFinder>
  /** All rows of the file as sales, some at a time, and what is wrong; voids by themselves, after the sales they may name. */
  made(): AsyncGenerator<readonly MadeSale[]>
  /** How many rows there are, and what was left out for the sake of the whole file: once all is made. */
  ofTheFile(): Pick<ImportCounts, 'rowsRead' | 'missingLocations' | 'sharedNumbers' | 'sharedTotals'>
}

/**
 * Brings a file's sales into a venue. A file that cannot be read to its end brings nothing in; a row that is wrong keeps
 * only its own sale out, unless all or nothing is asked for, which is one transaction. What was brought in before is
 * recognised, so that an import that was cut off is simply begun again.
 * @throws FileNotReadable, ValidationFailed where the mapping cannot make sales of this file
 */
export const importFile = async (database: Database, venueId: number, { source, bounds }: ImportedFile, options: ImportOptions): Promise<ImportResult> => {
  const { Encoding: encoding, Delimiter: delimiter, Sheet: sheet } = options.mapping
  const file = await openFile(source, { settings: { encoding, delimiter, sheet }, ...(bounds && { bounds }) })
  try {
    return await importOpened(database, venueId, file, options)
  } finally {
    file.close()
  }
}

const importOpened = async (database: Database, venueId: number, file: OpenFile, options: ImportOptions): Promise<ImportResult> => {
  const inVenue = <T>(work: (venue: VenueScope) => Promise<T>) => patiently(() => workInVenue(database, venueId, options.now(), work), options.signal)
  const read: ReadTable = { headings: file.headings, delimiter: file.readAs.Delimiter ?? ',' }
  try {
    return await importRead(file, options, inVenue, read)
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    return { ...read, status: 'stopped', counts: new ImportTally(options.mapping).counts }
  }
}

const importRead = async (file: OpenFile, options: ImportOptions, inVenue: Importing['inVenue'], read: ReadTable): Promise<ImportResult> => {
  const { begin, close } = await beginReading(file, options, inVenue)
  try {
    return await importBegun({ options, onWrongRows: (rows) => options.onWrongRows?.(rows, read), inVenue, begin }, read)
  } finally {
    close()
  }
}

const importBegun = async (importing: Importing, read: ReadTable): Promise<ImportResult> => {
  const { options } = importing
  const end = (counts: ImportCounts, status: ImportResult['status'] = 'done') => ({ ...read, status, counts })
  if (options.check) {
    const judged = await judgeFile(importing)
    return end(judged, judged.sharedNumbers > 0 ? 'refused' : 'done')
  }
  if (!options.allOrNothing) {
    const { counts, isStopped } = await storeInBatches(importing)
    return end(counts, isStopped ? 'stopped' : 'done')
  }
  const judged = await judgeFile(importing)
  const counts = judged.rowsRejected === 0 ? await storeAtOnce(importing) : judged
  return end(
    counts.rowsRejected === 0 ? counts : { ...counts, accepted: 0, lines: 0, locations: [], totals: {}, newLocations: [] },
    counts.rowsRejected === 0 ? 'done' : 'refused',
  )
}

/**
 * Reads a file to its end: what breaks in the last line, and how many rows each order has, must be known before the first sale is
 * stored. Answers how to begin each further pass, and what is to be called after the last one.
 */
const beginReading = async (file: OpenFile, options: ImportOptions, inVenue: Importing['inVenue']): Promise<Pick<Importing, 'begin'> & { close(): void }> => {
  const { mapping, granted } = options
  const { headings } = file
  const { there, usual } = await inVenue(async (venue) => ({ there: await importPlaces(venue, granted), usual: usualLocation(venue.venue, venue.locations) }))
  refuseMapping(mapping, headings, there.length !== 1)
  const finder = () => placeFinder(there, mapping, granted === null, usual)
  const passes = passesOf(options)
  const { scan, voided, rowsRead, asked, close } = await readToItsEnd(file, options, finder(), passes)
  const begin: Importing['begin'] = (pass, counts) => {
    const places = finder()
    const [aside, voids] = [new RowsOnDisk(), new RowsOnDisk()]
    const maker = saleMaker(asked, headings, places, { scan, voided }, scan instanceof OrderScan ? new OrderGatherer(aside) : undefined, voids)
    let done = 0
    const noted = (made: readonly MadeSale[]): readonly MadeSale[] => {
      done += made.reduce((sum, { rows }) => sum + rows.length, 0)
      options.onProgress?.({ part: (pass + done / Math.max(1, rowsRead)) / passes, rowsRead, rowsDone: done, counts })
      return made
    }
    const made = async function* () {
      try {
        for await (const piece of rowsOf(file, options)) yield noted(maker.take(piece))
        for await (const piece of inPieces(maker.rest(), options.signal)) yield noted(piece)
        for await (const piece of inPieces(maker.voids(), options.signal)) yield noted(piece)
      } finally {
        aside.close()
        voids.close()
      }
    }
    const ofTheFile = () => ({ rowsRead, missingLocations: places.missing, sharedNumbers: scan.sharedNumbers, sharedTotals: maker.sharedTotals })
    return { places, made, ofTheFile }
  }
  return { begin, close }
}

/** Rows of sales that are made without a pause for others. */
const ROWS_AT_ONCE = 500

async function* inPieces(sales: Iterable<MadeSale>, signal: AbortSignal | undefined): AsyncGenerator<readonly MadeSale[]> {
  let piece: MadeSale[] = []
  let rows = 0
  for (const made of sales) {
    piece.push(made)
    rows += made.rows.length
    if (rows < ROWS_AT_ONCE) continue
    signal?.throwIfAborted()
    yield piece
    await breathe()
    piece = []
    rows = 0
  }
  yield piece
}

/** @throws ValidationFailed */
const refuseMapping = (mapping: ImportMapping, headings: readonly string[], needsLocation: boolean): void => {
  const complaints = mappingComplaints(mapping, headings, needsLocation)
  if (complaints.length === 0) return
  throw failure(
    'ValidationFailed',
    {},
    complaints.map(({ code, field, message }) => ({ FieldName: `Mapping.Columns.${field}`, ErrorCode: code, Message: message })),
  )
}
