import type { VenueScope } from '#platform/access/venue-scope.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import type { Database } from '#platform/database/database.ts'
import { failure } from '#shared/failure.ts'
import { type OpenFile, openFile } from './file-reader.adapter.ts'
import type { FileSource } from './file-reading.rules.ts'
import { rowsOf } from './file-rows.job.ts'
import type { FileRow, ReadingBounds } from './file-table.rules.ts'
import { judgeFile } from './import-judging.job.ts'
import { type ImportMapping, mappingComplaints } from './import-mapping.rules.ts'
import { placeFinder } from './import-places.rules.ts'
import { importPlaces } from './import-places.sql.ts'
import { saleMaker } from './import-sales.rules.ts'
import { storeAtOnce, storeInBatches } from './import-storing.job.ts'
import type { ImportCounts, WrongRow } from './import-tally.rules.ts'
import { type FileScan, NumberScan, type OrderOf, OrderScan, orderFinder } from './order-scan.rules.ts'

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
  onProgress?(part: number): void
  onWrongRows?(rows: readonly WrongRow[], table: ReadTable): Promise<void> | void
}

/** How the file was read. */
export interface ReadTable {
  headings: string[]
  delimiter: string
}

export interface ImportResult extends ReadTable {
  /** refused: rows were wrong and all or nothing was asked for, or a check found orders whose rows lie too far apart. */
  status: 'done' | 'refused'
  counts: ImportCounts
}

/** What judging and storing a file work with. */
export interface Importing {
  options: ImportOptions
  onWrongRows(rows: readonly WrongRow[]): Promise<void> | void
  inVenue<T>(work: (venue: VenueScope) => Promise<T>): Promise<T>
  /** The rows from the first on, corrected, with a fresh maker of sales. */
  begin(pass: number): Pass
}

export interface Pass {
  places: ReturnType<typeof placeFinder>
  maker: ReturnType<typeof saleMaker>
  rows(): AsyncGenerator<readonly FileRow[]>
  /** What was left out so far for the sake of the whole file. */
  leftOut(): Pick<ImportCounts, 'missingLocations' | 'scatteredOrders' | 'scatteredTotals'>
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
  const inVenue = <T>(work: (venue: VenueScope) => Promise<T>) => workInVenue(database, venueId, options.now(), work)
  const read: ReadTable = { headings: file.headings, delimiter: file.readAs.Delimiter ?? ',' }
  const begin = await beginReading(file, options, inVenue)
  const importing: Importing = { options, onWrongRows: (rows) => options.onWrongRows?.(rows, read), inVenue, begin }
  const end = (counts: ImportCounts, status: ImportResult['status'] = 'done') => ({ ...read, status, counts })
  if (options.check) {
    const judged = await judgeFile(importing)
    return end(judged, judged.scatteredOrders > 0 ? 'refused' : 'done')
  }
  if (!options.allOrNothing) return end(await storeInBatches(importing))
  const judged = await judgeFile(importing)
  const counts = judged.rowsRejected === 0 ? await storeAtOnce(importing) : judged
  return end(counts.rowsRejected === 0 ? counts : { ...counts, accepted: 0, totals: {}, newLocations: [] }, counts.rowsRejected === 0 ? 'done' : 'refused')
}

/** How often a file is read: to its end before anything is made of it, then judged or stored, or both one after the other. */
const passesOf = ({ check, allOrNothing }: ImportOptions): number => (allOrNothing && !check ? 3 : 2)

/**
 * Reads a file to its end: what breaks in the last line, and an order whose rows lie too far apart, must be known before the first sale is
 * stored. Answers how to begin each further pass.
 */
const beginReading = async (file: OpenFile, options: ImportOptions, inVenue: Importing['inVenue']): Promise<(pass: number) => Pass> => {
  const { mapping, granted } = options
  const { headings } = file
  const { there, currency } = await inVenue(async (venue) => ({ there: await importPlaces(venue, granted), currency: venue.venue.currency }))
  refuseMapping(mapping, headings, there.length !== 1)
  const finder = () => placeFinder(there, mapping, granted === null, currency)
  const scan = scanFor(mapping, orderFinder(mapping, headings, finder()))
  for await (const piece of rowsOf(file, options, 0, passesOf(options))) scan?.take(piece)
  return (pass) => {
    const places = finder()
    const maker = saleMaker(mapping, headings, places, scan)
    const leftOut = () => ({ missingLocations: places.missing, scatteredOrders: scan?.refusedOrders ?? 0, scatteredTotals: maker.scatteredTotals })
    return { places, maker, rows: () => rowsOf(file, options, pass, passesOf(options)), leftOut }
  }
}

const scanFor = (mapping: ImportMapping, orderOf: OrderOf): FileScan | undefined => {
  if (mapping.Rows === 'SameSaleId') return new OrderScan(orderOf)
  return mapping.Columns.SaleId === undefined ? undefined : new NumberScan(orderOf)
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
