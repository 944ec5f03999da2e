import type { Counter } from '#features/intake/sale.rules.ts'
import type { Outcome } from '#features/intake/store-sales.sql.ts'
import { foresee } from '#features/intake/take-sales.sql.ts'
import type { Importing } from './import-file.job.ts'
import type { ImportPlace } from './import-places.rules.ts'
import { isRight, isWrong, type RightSale } from './import-sales.rules.ts'
import { batchesByPlace, type ImportCounts, ImportTally, minutesOf } from './import-tally.rules.ts'
import { inSmallerBatches } from './smaller-batches.job.ts'

const BATCH = 500
const DAY_MS = 86_400_000

/** Foretells what would become of each sale of a file; stores nothing and locks nothing. */
export const judgeFile = async (importing: Importing): Promise<ImportCounts> => {
  const tally = new ImportTally(importing.options.mapping, importing.onWrongRows)
  const { places, made, ofTheFile } = importing.begin(1, tally.counts)
  const used = new Set<ImportPlace>()
  const batches = batchesByPlace(BATCH, (batch) => judgeBatch(importing, batch, tally))
  for await (const piece of made()) {
    await tally.reject(piece.filter(isWrong))
    for (const one of piece.filter(isRight)) {
      used.add(one.place)
      if (one.again) await tally.settle([one], [{ index: 0, status: 'duplicate', errors: [] }])
      else await batches.add(one)
    }
  }
  await batches.rest()
  const newLocations = places.toMake.filter((place) => used.has(place)).map(({ name }) => name)
  return { ...tally.counts, ...ofTheFile(), newLocations }
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
  const judge = (some: readonly RightSale[]) => {
    const sales = some.map(({ sale }) => sale)
    return inVenue((venue) => foresee(venue, locationId, sales, locationId < 0 ? counter : undefined))
  }
  await inSmallerBatches(batch, judge, (some, outcomes) => {
    // Nothing is stored while a file is checked: the sale that a void names is in the file itself.
    const isThere = ({ index, errors }: Outcome) => errors[0]?.ErrorCode === 'NothingToVoid' && some[index]?.ofTheFile === true
    return tally.settle(
      some,
      outcomes.map((outcome) => (isThere(outcome) ? { ...outcome, status: 'accepted', errors: [] } : outcome)),
    )
  })
}
