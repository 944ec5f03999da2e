import type { Counter } from '#features/intake/sale.rules.ts'
import { foresee } from '#features/intake/take-sales.sql.ts'
import { HashMap } from './hash-map.rules.ts'
import type { Importing } from './import-file.job.ts'
import type { ImportPlace } from './import-places.rules.ts'
import { isRight, isWrong, type MadeSale, type RightSale } from './import-sales.rules.ts'
import { batchesByPlace, type ImportCounts, ImportTally, minutesOf } from './import-tally.rules.ts'
import { textHash } from './row-name.rules.ts'

const BATCH = 500
const DAY_MS = 86_400_000

/** Foretells what would become of each sale of a file; stores nothing and locks nothing. */
export const judgeFile = async (importing: Importing): Promise<ImportCounts> => {
  const { places, maker, rows, leftOut } = importing.begin(1)
  const tally = new ImportTally(importing.options.mapping, importing.onWrongRows)
  const repeated = repetitions()
  const used = new Set<ImportPlace>()
  const batches = batchesByPlace(BATCH, (batch) => judgeBatch(importing, batch, tally))
  const judge = async (made: readonly MadeSale[]) => {
    await tally.reject(made.filter(isWrong))
    for (const one of made.filter(isRight)) {
      used.add(one.place)
      const status = repeated(one)
      if (status === undefined) await batches.add(one)
      else await tally.settle([one], [{ index: 0, status, errors: status === 'conflict' ? [{ FieldName: 'SaleId', ErrorCode: 'Conflict', Message: '' }] : [] }])
    }
  }
  for await (const piece of rows()) {
    tally.counts.rowsRead += piece.length
    await judge(maker.take(piece))
  }
  await judge(maker.rest())
  await batches.rest()
  const newLocations = places.toMake.filter((place) => used.has(place)).map(({ name }) => name)
  return { ...tally.counts, ...leftOut(), newLocations }
}

/** Tells of a sale whether the file told of it before: the same told twice is a duplicate, something else under its name is wrong. */
const repetitions = () => {
  const contents = new HashMap()
  return ({ sale, place }: RightSale): 'duplicate' | 'conflict' | undefined => {
    const name = textHash(`${place.locationId} ${sale.TerminalId}\u0001${sale.SaleId}`)
    const content = textHash(JSON.stringify(sale))
    const before = contents.get(name)
    if (before === undefined) contents.set(name, content)
    return before === undefined ? undefined : before === content ? 'duplicate' : 'conflict'
  }
}

const judgeBatch = async ({ inVenue, options }: Importing, batch: readonly RightSale[], tally: ImportTally): Promise<void> => {
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
  await tally.settle(batch, outcomes)
}
