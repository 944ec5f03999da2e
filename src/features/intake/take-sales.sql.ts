import { hash } from 'node:crypto'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { TimeSlice } from '#platform/web/time-slice.ts'
import { calendarOf } from '#shared/trading-day.ts'
import type { BatchMark } from './batches.sql.ts'
import type { Counter } from './sale.rules.ts'
import { FROM_FILE, foreseeSales, type Incoming, type Outcome, type SalesBatch, storeSales } from './store-sales.sql.ts'
import { understood } from './understood.rules.ts'

/** Sales as they arrive at one location, not yet looked at. */
export interface ArrivingSales {
  locationId: number
  batchId: string | null
  source: string
  sales: readonly unknown[]
  /** Sales of any age are taken: an import brings years. */
  anyAge?: boolean
  /** When what brings them began: a file is one arrival, however long it takes. Absent: they come now. */
  begunAt?: Date
  /** The same batch, sent again, is to get the same answer. */
  isRemembered?: boolean
}

const OLDEST_DAYS = 400
const DAY_MS = 86_400_000

/**
 * Takes sales in: reads each, works it out by the location's clock, and stores those that are right. Each gets an answer
 * of its own, in the order they came; one that is wrong keeps none of the others out.
 */
export const takeSales = async (scope: VenueScope, arriving: ArrivingSales): Promise<Outcome[]> => {
  const [outcomes] = await storeSales(scope, arriving.locationId, [await understoodBatch(scope, arriving)])
  return outcomes ?? []
}

const gathering = new WeakMap<VenueScope, { arriving: ArrivingSales[]; stored: Promise<Outcome[][]> }>()
const underWay = new WeakMap<VenueScope, Promise<unknown>>()

/**
 * Takes in what several requests of one till key brought into this scope at once, in one go: each asks for its own sales, and gets
 * its own outcomes.
 */
export const takeSalesTogether = async (scope: VenueScope, arriving: ArrivingSales): Promise<Outcome[]> => {
  let gathered = gathering.get(scope)
  if (!gathered) {
    const together: ArrivingSales[] = []
    // Those who ask at once have all asked by then; who asks later waits, as the tills' locks do not part one transaction's own work.
    const stored = (underWay.get(scope) ?? Promise.resolve()).then(async () => {
      gathering.delete(scope)
      const batches: SalesBatch[] = []
      for (const each of together) batches.push(await understoodBatch(scope, each))
      return storeSales(scope, arriving.locationId, batches)
    })
    underWay.set(
      scope,
      stored.catch(() => undefined),
    )
    gathered = { arriving: together, stored }
    gathering.set(scope, gathered)
  }
  const place = gathered.arriving.push(arriving) - 1
  return (await gathered.stored)[place] ?? []
}

/** What would become of sales of a file, of any age, if they were taken in now: nothing is stored, nothing is locked. */
export const foresee = async (scope: VenueScope, locationId: number, sales: readonly unknown[], counter?: Counter): Promise<Outcome[]> => {
  const sorted = await sortedOut(sales, counter ?? counterAt(scope, locationId, true))
  return foreseeSales(scope, locationId, { batchId: null, source: FROM_FILE, arrivedAt: scope.now, ...sorted })
}

const understoodBatch = async (
  scope: VenueScope,
  { locationId, batchId, source, sales, anyAge, begunAt = scope.now, isRemembered }: ArrivingSales,
): Promise<SalesBatch> => ({
  batchId,
  source,
  arrivedAt: begunAt,
  ...(await sortedOut(sales, counterAt(scope, locationId, anyAge === true))),
  ...(isRemembered && batchId !== null ? { mark: markOf(batchId, sales) } : {}),
})

/** The mark of a batch as it was sent. */
const markOf = (batchId: string, sales: readonly unknown[]): BatchMark => {
  const content = hash('sha256', JSON.stringify(sales), 'hex')
  return { batchId, content: Buffer.from(content, 'hex'), name: `${content} ${batchId}` }
}

const sortedOut = async (sent: readonly unknown[], counter: Counter) => {
  const sales: Incoming[] = []
  const refused: Outcome[] = []
  const slice = new TimeSlice()
  for (const [index, one] of sent.entries()) {
    if (slice.isOver) await slice.pass()
    const read = understood(one, counter)
    if (Array.isArray(read)) refused.push({ index, status: 'rejected', errors: read })
    else sales.push({ index, ...read })
  }
  return { sales, refused }
}

/** The location as sales see it: its clock with every change of zone or cut-off, its money, and how old a sale may be. */
const counterAt = ({ locations, now }: VenueScope, locationId: number, anyAge: boolean): Counter => {
  const location = locations.find((one) => one.locationId === locationId)
  if (!location) throw new Error(`Location ${locationId} is not in scope.`)
  return {
    locationId,
    currency: location.currency,
    calendar: calendarOf(location),
    oldest: anyAge ? Number.NEGATIVE_INFINITY : now.getTime() - OLDEST_DAYS * DAY_MS,
    latest: now.getTime() + DAY_MS,
  }
}
