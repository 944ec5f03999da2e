import type { Database } from '#platform/database/database.ts'
import { type FillOptions, fillSampleHistory, historyPercent } from './fill.ts'
import { createSampleVenue } from './venue.ts'

/**
 * Makes the sample venue and its people in a moment, so that signing in works at once; its history fills in behind.
 * @returns the sample venue's id; undefined where real people live in the house already
 */
export const createSample = (database: Database): Promise<number | undefined> => createSampleVenue(database.url)

/** Fills the sample's history in and keeps its tills selling; restartable at any moment. */
export const fillSample = (database: Database, venueId: number, options: FillOptions): Promise<void> => fillSampleHistory(database, venueId, options)

/** How much of the sample's fourteen months is there, 0 to 100; null where there is no sample venue. */
export const sampleFilledPercent = async (database: Database, now: Date): Promise<number | null> => {
  const [sample] = await database.house<{ venue_id: number }[]>`select venue_id from venue where is_sample`
  return sample ? historyPercent(database, sample.venue_id, now) : null
}
