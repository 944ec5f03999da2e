import { keepExport } from '#features/journal/exports.sql.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import type { StartedApp } from './start-app.ts'

/** Days nobody traded on, so that an export made for a test is in nobody's way. */
let day = Date.parse('2001-01-01')

/** An export of the journal of a location, made by somebody; for one use. */
export const someJournalExport = async (app: StartedApp, venueId = 1, at?: number): Promise<string> => {
  day += 86_400_000
  const on = new Date(day).toISOString().slice(0, 10)
  const account = (Code: string) => ({ Code, Name: `Account ${Code}`, TaxRate: 'BAS Excluded' })
  const line = (kind: 'Tips' | 'OverShort', amount: number) => ({ kind, key: 0, name: '', amount, tax: 0, account: account(kind) })
  const lines = [line('Tips', -500), line('OverShort', 500)]
  return workInVenue(app.database, venueId, new Date(), async (venue) => {
    const part = { locationId: at ?? venue.locations[0]?.locationId ?? 0, day: on, part: 1, isFinal: true, figures: lines, lines }
    return keepExport(venue, { userId: 1, onBehalfOf: null }, { from: on, to: on, currency: 'AUD', parts: [part] })
  })
}
