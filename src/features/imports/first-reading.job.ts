import { setImmediate as breathe } from 'node:timers/promises'
import type { OpenFile } from './file-reader.adapter.ts'
import { rowsOf } from './file-rows.job.ts'
import type { ImportOptions } from './import-file.job.ts'
import type { ImportMapping } from './import-mapping.rules.ts'
import { dateMix } from './import-moment.rules.ts'
import type { PlaceFinder } from './import-places.rules.ts'
import type { KnownOrders } from './import-sales.rules.ts'
import { NOTHING_COUNTED } from './import-tally.rules.ts'
import { NumberScan } from './number-scan.rules.ts'
import { numberWithoutPlace, orderFinder, voidedFinder } from './order-names.rules.ts'
import { type OrderDisk, OrderScan } from './order-scan.rules.ts'
import { PairsOnDisk } from './pairs-on-disk.adapter.ts'
import { cellReader } from './row-reader.rules.ts'
import { VoidedOrders } from './voided-orders.rules.ts'

/** What is known of a file once it was read to its end. */
interface Read extends KnownOrders {
  rowsRead: number
  /** The mapping, with what the file as a whole asks for. */
  asked: ImportMapping
  /** Lets go of what is known of its orders. */
  close(): void
}

/** Reads a file to its end before anything is made of it. */
export const readToItsEnd = async (file: OpenFile, options: ImportOptions, places: PlaceFinder, passes: number): Promise<Read> => {
  const [runs, notes] = [new PairsOnDisk(), new PairsOnDisk()]
  const scan = scanFor(options.mapping, file.headings, places, { runs, notes })
  try {
    return { ...(await readBy(scan, file, options, places, passes)), scan, close: () => notes.close() }
  } catch (error) {
    notes.close()
    throw error
  } finally {
    runs.close()
  }
}

const readBy = async (
  scan: OrderScan | NumberScan,
  file: OpenFile,
  options: ImportOptions,
  places: PlaceFinder,
  passes: number,
): Promise<Pick<Read, 'voided' | 'rowsRead' | 'asked'>> => {
  const { mapping } = options
  const voided = new VoidedOrders(voidedFinder(mapping, file.headings, places))
  const isMixed = dateMix(mapping, cellReader(mapping, file.headings))
  let [rowsRead, refusesEither] = [0, false]
  const onProgress = (part: number) => options.onProgress?.({ part: part / passes, rowsRead, rowsDone: 0, counts: NOTHING_COUNTED })
  for await (const piece of rowsOf(file, options, onProgress)) {
    scan.take(piece)
    voided.take(piece)
    for (const row of piece) refusesEither = isMixed(row)
    rowsRead += piece.length
  }
  for (const _ of scan.end()) await breathe()
  return { voided, rowsRead, asked: refusesEither ? { ...mapping, EitherDates: 'Refuse' } : mapping }
}

const scanFor = (mapping: ImportMapping, headings: readonly string[], places: PlaceFinder, disk: OrderDisk): OrderScan | NumberScan => {
  const orderOf = orderFinder(mapping, headings, places)
  if (mapping.Rows === 'SameSaleId') return new OrderScan(orderOf, numberWithoutPlace(mapping, headings, places), disk)
  return new NumberScan(orderOf, disk.runs)
}
