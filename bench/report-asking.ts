import { salesReport } from '#features/reports/sales-summary/sales-report.sql.ts'
import type { Database } from '#platform/database.ts'
import { VenueScope } from '#platform/venue-scope.ts'
import { type Draw, LAST_DAY, queryOf, type Row } from './report-draws.ts'

export type Ask = (row: Row, draw: Draw) => Promise<unknown>

/** A row of the table with how long its questions took, by where they were asked. */
export interface Measured {
  row: Row
  times: Record<string, number[]>
}

/** The evening of the group's last day. */
const NOW = new Date(`${LAST_DAY}T10:04:00Z`)

/** Asks inside the server: from the transaction's first statement to the answer in hand. */
export const askInside =
  (database: Database, venueId: number): Ask =>
  (row, draw) =>
    database.readVenue(venueId, async (sql) =>
      salesReport(await VenueScope.forJob(sql, venueId, NOW), queryOf(draw) as Parameters<typeof salesReport>[1], row.unit),
    )

/** Compiled and planned first, as in a server that has been asked for a minute. */
export const warmUp = async (measured: readonly Measured[], ask: Ask): Promise<void> => {
  for (const { row } of measured) for (const draw of row.draws.slice(0, 10)) await ask(row, draw)
}

/** Asks each row's questions one after the other; the first three times nobody looks at the clock. */
export const timeAll = async (measured: readonly Measured[], name: string, draws: number, ask: Ask): Promise<void> => {
  for (const { row, times } of measured) {
    for (const draw of row.draws.slice(0, 3)) await ask(row, draw)
    const taken: number[] = []
    for (const draw of row.draws.slice(0, draws)) {
      const startedAt = performance.now()
      await ask(row, draw)
      taken.push(performance.now() - startedAt)
    }
    times[name] = taken
  }
}
