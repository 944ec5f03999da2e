import type { Counter } from '#features/intake/sale.rules.ts'
import type { Outcome } from '#features/intake/store-sales.sql.ts'
import { foresee } from '#features/intake/take-sales.sql.ts'
import { HashMap } from './hash-map.rules.ts'
import type { Importing } from './import-file.job.ts'
import type { ImportMapping } from './import-mapping.rules.ts'
import type { ImportPlace } from './import-places.rules.ts'
import { isRight, isWrong, type RightSale } from './import-sales.rules.ts'
import { batchesByPlace, type ImportCounts, ImportTally, minutesOf } from './import-tally.rules.ts'
import { textHash } from './row-name.rules.ts'

const BATCH = 500
const DAY_MS = 86_400_000

/** Foretells what would become of each sale of a file; stores nothing and locks nothing. */
export const judgeFile = async (importing: Importing): Promise<ImportCounts> => {
  const { places, made, ofTheFile } = importing.begin(1)
  const { mapping } = importing.options
  const { Columns, Defaults } = mapping
  const tally = new ImportTally(mapping, importing.onWrongRows)
  const mayVoid = [Columns.Type, Defaults?.Type].some((type) => type !== undefined)
  const inFile = new HashMap()
  const repeated = mayRepeat(mapping) ? repetitions() : () => undefined
  const used = new Set<ImportPlace>()
  const batches = batchesByPlace(BATCH, (batch) => judgeBatch(importing, batch, tally, (one) => inFile.has(nameOf(one, one.sale.OriginalSaleId ?? ''))))
  for await (const piece of made()) {
    await tally.reject(piece.filter(isWrong))
    for (const one of piece.filter(isRight)) {
      used.add(one.place)
      if (mayVoid) inFile.set(nameOf(one, one.sale.SaleId), 1)
      const status = repeated(one)
      if (status === undefined) await batches.add(one)
      else await tally.settle([one], [{ index: 0, status, errors: status === 'conflict' ? [{ FieldName: 'SaleId', ErrorCode: 'Conflict', Message: '' }] : [] }])
    }
  }
  await batches.rest()
  const newLocations = places.toMake.filter((place) => used.has(place)).map(({ name }) => name)
  return { ...tally.counts, ...ofTheFile(), newLocations }
}

/** Only rows that are each a sale and have a number of their own: rows that are gathered by their number come once. */
const mayRepeat = ({ Rows, Columns }: ImportMapping): boolean => Rows !== 'SameSaleId' && Columns.SaleId !== undefined

/** A receipt of the till that a sale is of. */
const nameOf = ({ sale, place }: Pick<RightSale, 'sale' | 'place'>, receipt: string): number =>
  textHash(`${place.locationId} ${sale.TerminalId}\u0001${receipt}`)

/** Tells of a sale whether the file told of it before: the same told twice is a duplicate, something else under its name is wrong. */
const repetitions = () => {
  const contents = new HashMap()
  return ({ sale, place }: RightSale): 'duplicate' | 'conflict' | undefined => {
    const name = nameOf({ sale, place }, sale.SaleId)
    const content = textHash(JSON.stringify(sale))
    const before = contents.get(name)
    if (before === undefined) contents.set(name, content)
    return before === undefined ? undefined : before === content ? 'duplicate' : 'conflict'
  }
}

/** @param comesBefore whether the sale a void names is in the file itself: nothing is stored while that is checked */
const judgeBatch = async (
  { inVenue, options }: Importing,
  batch: readonly RightSale[],
  tally: ImportTally,
  comesBefore: (made: RightSale) => boolean,
): Promise<void> => {
  const [first] = batch
  if (!first) return
  const { locationId, currency, timeZone, dayStart } = first.place
  const counter: Counter = {
    locationId,
    currency,
    calendar: [{ fromDay: '0001-01-01', timeZone, dayStartMinutes: minutesOf(dayStart) }],
    oldest: Number.NEGATIVE_INFINITY,
    latest: options.now().getTime() + DAY_MS,
  }
  const sales = batch.map(({ sale }) => sale)
  const outcomes = await inVenue((venue) => foresee(venue, locationId, sales, locationId < 0 ? counter : undefined))
  const isThere = ({ index, errors }: Outcome) => errors[0]?.ErrorCode === 'NothingToVoid' && batch[index] !== undefined && comesBefore(batch[index])
  await tally.settle(
    batch,
    outcomes.map((outcome) => (isThere(outcome) ? { ...outcome, status: 'accepted', errors: [] } : outcome)),
  )
}
