import { takeSales } from '#features/intake/take-sales.sql.ts'
import { statisticsThatKeepUp } from '#features/sums/statistics.job.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { lookedAtAgain } from '#platform/access/venue-work.ts'
import { Stopped } from './file-rows.job.ts'
import type { Importing } from './import-file.job.ts'
import { makePlace } from './import-places.sql.ts'
import { noteNewLocation } from './import-runs.sql.ts'
import { isRight, isVoid, isWrong, type RightSale } from './import-sales.rules.ts'
import { batchesByPlace, type ImportCounts, ImportTally, type WrongRow } from './import-tally.rules.ts'
import { inSmallerBatches } from './smaller-batches.job.ts'

const BATCH = 500
/** While the database stores one batch, the next is worked out. */
const AT_ONCE = 3

type Store = (batch: readonly RightSale[], tally: ImportTally) => Promise<void>

/** Stores a file's sales, a transaction for each batch of a location: what is stored stays, whatever happens after; also where somebody stops it. */
export const storeInBatches = async (importing: Importing): Promise<{ counts: ImportCounts; isStopped: boolean }> => {
  const { inVenue, options } = importing
  const lanes = new Lanes(AT_ONCE)
  const tally = new ImportTally(options.mapping, importing.onWrongRows)
  const keepUp = statisticsThatKeepUp()
  const store: Store = async (batch) => {
    await settlePlace(batch, tally, options.runId, (work) => inVenue(work))
    await lanes.take(async () => {
      await inSmallerBatches(
        batch,
        (some) => inVenue((venue) => takeSales(venue, arriving(some, options))),
        (some, outcomes) => tally.settle(some, outcomes),
      )
      await keepUp(inVenue)
    })
  }
  const isStopped = await storeAll(importing, tally, store, () => lanes.empty()).then(
    () => false,
    async (error: unknown) => {
      if (error instanceof Stopped) return true
      // What is on its way would be stored after whoever hears of the failure has counted.
      await lanes.settled()
      throw error
    },
  )
  if (isStopped) await lanes.settled()
  else await lanes.empty()
  return { counts: tally.counts, isStopped }
}

/** Stores all of a file's sales or none, in one transaction; tills of its locations wait meanwhile. */
export const storeAtOnce = async (importing: Importing): Promise<ImportCounts> => {
  const { inVenue, options } = importing
  const wrong: WrongRow[] = []
  try {
    return await inVenue(async (venue) => {
      // One transaction cannot be divided when a statement takes longer than usual.
      await venue.sql.withoutTimeLimit()
      wrong.length = 0
      let scope = venue
      const tally = new ImportTally(options.mapping, (rows) => void wrong.push(...rows))
      const keepUp = statisticsThatKeepUp()
      await storeAll(importing, tally, async (batch) => {
        if (await settlePlace(batch, tally, options.runId, (work) => work(scope))) scope = await lookedAtAgain(scope)
        await tally.settle(batch, await takeSales(scope, arriving(batch, options)))
        await keepUp((work) => work(scope))
      })
      if (wrong.length > 0) throw new Refused(tally.counts)
      return tally.counts
    })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await importing.onWrongRows(wrong)
    return error.counts
  }
}

/** Takes everything back: a row was wrong that only showed when it was stored. */
class Refused extends Error {
  readonly counts: ImportCounts
  constructor(counts: ImportCounts) {
    super('Rows were refused.')
    this.counts = counts
  }
}

/** @param allStored waits until everything handed on is stored */
const storeAll = async (importing: Importing, tally: ImportTally, store: Store, allStored?: () => Promise<void>): Promise<void> => {
  const { made, ofTheFile } = importing.begin(importing.options.allOrNothing ? 2 : 1, tally.counts)
  // Also where somebody stops it.
  tally.counts.rowsRead = ofTheFile().rowsRead
  const batches = batchesByPlace(BATCH, (batch) => store(batch, tally))
  for await (const piece of made()) {
    await tally.reject(piece.filter(isWrong))
    // Voids come last: what they name must be there.
    if (piece.some(isVoid)) {
      await batches.rest()
      await allStored?.()
    }
    for (const one of piece.filter(isRight)) await batches.add(one)
  }
  await batches.rest()
  Object.assign(tally.counts, ofTheFile())
}

const arriving = (batch: readonly RightSale[], { runId, begunAt }: Importing['options']) => ({
  locationId: batch[0]?.place.locationId ?? 0,
  batchId: runId,
  source: 'Import',
  sales: batch.map(({ sale }) => sale),
  anyAge: true,
  begunAt,
})

/** Makes the location of a batch if the venue does not have it yet. */
const settlePlace = async (
  [first]: readonly RightSale[],
  { counts }: ImportTally,
  runId: string,
  inVenue: (work: (venue: VenueScope) => Promise<number>) => Promise<number>,
): Promise<boolean> => {
  if (!first || first.place.locationId > 0) return false
  first.place.locationId = await inVenue(async (venue) => {
    const locationId = await makePlace(venue, first.place)
    await noteNewLocation(venue, runId, first.place.name)
    return locationId
  })
  counts.newLocations.push(first.place.name)
  return true
}

/** So many pieces of work at once; whoever brings another one waits. The first that fails is what the next is told. */
class Lanes {
  readonly #most: number
  readonly #busy = new Set<Promise<void>>()
  #failure: { error: unknown } | undefined

  constructor(most: number) {
    this.#most = most
  }

  async take(work: () => Promise<void>): Promise<void> {
    while (this.#busy.size >= this.#most) await Promise.race(this.#busy)
    this.#refuse()
    const going: Promise<void> = work()
      .catch((error: unknown) => {
        this.#failure ??= { error }
      })
      .finally(() => this.#busy.delete(going))
    this.#busy.add(going)
  }

  async empty(): Promise<void> {
    await this.settled()
    this.#refuse()
  }

  /** Waits until nothing is going on any more, whatever became of it. */
  async settled(): Promise<void> {
    await Promise.all(this.#busy)
  }

  #refuse() {
    if (this.#failure) throw this.#failure.error
  }
}
