import type { VenueScope } from '#platform/venue-scope.ts'
import type { Counter } from './sale.rules.ts'
import { type BatchMemory, foreseeSales, type Incoming, type Outcome, storeSales } from './store-sales.sql.ts'
import { understood } from './understood.rules.ts'

/** Sales as they arrive at one location, not yet looked at. */
export interface ArrivingSales {
  locationId: number
  batchId: string | null
  source: string
  sales: readonly unknown[]
  /** Sales of any age are taken: an import brings years. */
  anyAge?: boolean
  memory?: BatchMemory
}

const OLDEST_DAYS = 400
const DAY_MS = 86_400_000

/**
 * Takes sales in: reads each, works it out by the location's clock, and stores those that are right. Each gets an answer
 * of its own, in the order they came; one that is wrong keeps none of the others out.
 */
export const takeSales = async (scope: VenueScope, arriving: ArrivingSales): Promise<Outcome[]> => {
  const { right, refused } = sorted(arriving.sales, counterAt(scope, arriving.locationId, arriving.anyAge === true))
  const { locationId, batchId, source, memory } = arriving
  const stored = await storeSales(scope, { locationId, batchId, source, sales: right }, memory && withRefusals(memory, refused))
  return together(stored, refused)
}

/** What would become of sales of any age if they were taken in now: nothing is stored, nothing is locked. */
export const foresee = async (scope: VenueScope, locationId: number, sales: readonly unknown[], counter?: Counter): Promise<Outcome[]> => {
  const { right, refused } = sorted(sales, counter ?? counterAt(scope, locationId, true))
  return together(await foreseeSales(scope, { locationId, batchId: null, source: '', sales: right }), refused)
}

const sorted = (sales: readonly unknown[], counter: Counter) => {
  const right: Incoming[] = []
  const refused: Outcome[] = []
  for (const [index, sent] of sales.entries()) {
    const read = understood(sent, counter)
    if (Array.isArray(read)) refused.push({ index, status: 'rejected', errors: read })
    else right.push({ index, ...read })
  }
  return { right, refused }
}

const together = (stored: readonly Outcome[], refused: readonly Outcome[]): Outcome[] => {
  if (refused.length === 0) return [...stored]
  const answered = new Set(stored.map(({ index }) => index))
  return [...stored, ...refused.filter(({ index }) => !answered.has(index))].sort((a, b) => a.index - b.index)
}

/** What is kept with a batch are all its outcomes, refusals too: sent again, it gets the same answer even if a limit moved. */
const withRefusals = (memory: BatchMemory, refused: readonly Outcome[]): BatchMemory => ({
  recall: (scope) => memory.recall(scope),
  keep: (outcomes) => memory.keep([...outcomes, ...refused]),
})

/** The location as sales see it: its clock with every change of zone or cut-off, its money, and how old a sale may be. */
const counterAt = ({ locations, now }: VenueScope, locationId: number, anyAge: boolean): Counter => {
  const location = locations.find((one) => one.locationId === locationId)
  if (!location) throw new Error(`Location ${locationId} is not in scope.`)
  const { calendar = [], timeZone, dayStart } = location
  const entries = calendar.length > 0 ? calendar : [{ fromDay: '0001-01-01', timeZone, dayStart }]
  return {
    locationId,
    currency: location.currency,
    calendar: entries.map((entry) => ({ fromDay: entry.fromDay, timeZone: entry.timeZone, dayStartMinutes: minutesOf(entry.dayStart) })),
    oldest: anyAge ? Number.NEGATIVE_INFINITY : now.getTime() - OLDEST_DAYS * DAY_MS,
    latest: now.getTime() + DAY_MS,
  }
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
