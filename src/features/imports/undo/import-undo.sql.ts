import { type ImportedSales, importedAt, importedSales, type Stays } from '#features/intake/undo-sales.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { failure } from '#shared/failure.ts'

/** What undoing a run would do, or did. */
export interface UndoOutlook {
  sales: number
  /** In minor units by currency. */
  totals: Record<string, number>
  firstDay: string | null
  lastDay: string | null
  /** Locations with sales to take back. */
  locationIds: number[]
  /** How many of them correct or void an earlier sale, which counts again. */
  again: number
  /** How many stay, by the reason. */
  stay: Partial<Record<Stays, number>>
}

/**
 * What undoing a run would do now.
 * @throws UndoBeyondAccess where it has sales of locations that are not the holder's
 */
export const undoOutlook = async (scope: VenueScope, runId: string): Promise<UndoOutlook> => {
  await placesToUndo(scope, runId)
  const sales = await importedSales(scope, runId)
  const again = sales.reduce((sum, { state, sales: n }) => sum + (state === 'Corrects' ? n : 0), 0)
  return { ...addedUp(scope, sales, [null, 'Corrects']), again, stay: staying(sales) }
}

/**
 * The locations a run has sales of; quick, however many they are.
 * @throws UndoBeyondAccess where one is not the holder's
 */
export const placesToUndo = async (scope: VenueScope, runId: string): Promise<number[]> => {
  const places = await importedAt(scope, runId)
  const own = new Set(scope.locations.map(({ locationId }) => locationId))
  if (!scope.allLocations && places.some((locationId) => !own.has(locationId))) throw failure('UndoBeyondAccess')
  return places
}

const staying = (sales: readonly ImportedSales[]): UndoOutlook['stay'] => {
  const stay: UndoOutlook['stay'] = {}
  for (const { state, sales: n } of sales) if (state === 'Changed' || state === 'Refunded') stay[state] = (stay[state] ?? 0) + n
  return stay
}

/** What a run's sales of some states come to. */
const addedUp = (
  { locations }: VenueScope,
  sales: readonly ImportedSales[],
  wanted: readonly ImportedSales['state'][],
): Omit<UndoOutlook, 'stay' | 'again'> => {
  const these = sales.filter(({ state }) => wanted.includes(state))
  const totals: Record<string, number> = {}
  for (const { locationId, total } of these) {
    const currency = locations.find((one) => one.locationId === locationId)?.currency
    if (currency) totals[currency] = (totals[currency] ?? 0) + total
  }
  return {
    sales: these.reduce((sum, { sales: n }) => sum + n, 0),
    totals,
    firstDay: these.map(({ firstDay }) => firstDay).sort()[0] ?? null,
    lastDay:
      these
        .map(({ lastDay }) => lastDay)
        .sort()
        .at(-1) ?? null,
    locationIds: [...new Set(these.map(({ locationId }) => locationId))],
  }
}

/** Notes that a run is to be undone, by whom. Answers false where that is going on already, or was done and left nothing. */
export const askUndo = async ({ sql, venueId, holder }: VenueScope, runId: string): Promise<boolean> => {
  const person = holder.kind === 'person' ? holder : undefined
  const asked = await sql`
    update import_run set undo_status = 'waiting', undo_progress = 0, undone_by = ${person?.userId ?? null}, undo_acted_by = ${person?.impersonator?.userId ?? null}
    where venue_id = ${venueId} and run_id = ${runId} and coalesce(undo_status, '') not in ('waiting', 'running')
      and not (coalesce(undo_status, '') = 'done' and undo_stayed = '{}') returning 1`
  return asked.length > 0
}

/** The name of the file whose import is being undone, if one is. */
export const undoGoing = async ({ sql, venueId }: VenueScope): Promise<string | undefined> => {
  const [run] = await sql<{ file_name: string }[]>`
    select file_name from import_run where venue_id = ${venueId} and undo_status in ('waiting', 'running') limit 1`
  return run?.file_name
}

/** Tells how far undoing a run is. */
export const noteUndo = async ({ sql, venueId }: VenueScope, runId: string, progress: number): Promise<void> => {
  await sql`
    update import_run set undo_status = 'running', undo_progress = ${progress}
    where venue_id = ${venueId} and run_id = ${runId} and undo_status in ('waiting', 'running')`
}

/** Writes down what came of undoing a run: what its sales themselves tell, however often it was begun. */
export const endUndo = async (scope: VenueScope, runId: string): Promise<Pick<UndoOutlook, 'sales' | 'stay'>> => {
  const { sql, venueId, now } = scope
  const sales = await importedSales(scope, runId)
  const [undone, stay] = [addedUp(scope, sales, ['undone']), staying(sales)]
  await sql`
    update import_run set undo_status = 'done', undo_progress = 1, undone_at = ${now}, undone_sales = ${undone.sales}, undone_totals = ${sql.json(undone.totals)},
      undo_stayed = ${sql.json(stay)}
    where venue_id = ${venueId} and run_id = ${runId}`
  return { sales: undone.sales, stay }
}

/** Writes down that a run could not be undone to its end; it can be asked for again. */
export const failUndo = async ({ sql, venueId }: VenueScope, runId: string): Promise<void> => {
  await sql`update import_run set undo_status = 'failed' where venue_id = ${venueId} and run_id = ${runId}`
}
