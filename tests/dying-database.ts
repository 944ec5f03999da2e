import { LocationKeys } from '#platform/access/location-keys.ts'
import type { Database } from '#platform/database/database.ts'
import type { JobGiven } from '#platform/jobs/jobs.ts'
import type { StartedApp } from './start-app.ts'

/** A database whose server process dies before its n-th transaction: whatever it was about to do is not done, and nothing is let go of. */
const dying = (database: Database, after: number): Database => {
  let left = after
  return Object.assign(Object.create(database) as Database, {
    inVenue: (...given: Parameters<Database['inVenue']>) => {
      left -= 1
      return left < 0 ? Promise.reject(new Error('killed')) : database.inVenue(...given)
    },
  })
}

/** What a job is given by a process at a moment. @param killedAfter so many transactions of a venue; it then says "killed" */
export const jobGivenAt = ({ database, settings }: StartedApp, now: Date, killedAfter?: number): JobGiven => {
  const service = {
    database: killedAfter === undefined ? database : dying(database, killedAfter),
    settings,
    signingKey: Buffer.alloc(32),
    locationKeys: new LocationKeys(10),
    now: () => now,
  }
  return { service, attempt: 1, log: { error: () => undefined } } as unknown as JobGiven
}
