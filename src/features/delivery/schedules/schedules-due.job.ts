import { locationsNamed } from '#features/delivery/saved-views/view-call.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import type { Database } from '#platform/database/database.ts'
import { implementForVenues } from '#platform/jobs/jobs.ts'
import { venueMailOf } from '#platform/mail/venue-mail.ts'
import { mailedOf } from './outside/outside.rules.ts'
import { beginRun } from './schedule-runs.sql.ts'
import { daysDue } from './schedules.rules.ts'
import { type KeptSchedule, lockRunning, moveOn, schedulesOf, sendTimeOf, stopSchedule } from './schedules.sql.ts'

/**
 * Begins what is due at a venue, and stops what belongs to whoever left.
 * @returns how many runs were begun
 */
export const beginDue = (database: Database, venueId: number, now: Date): Promise<number> =>
  workInVenue(database, venueId, now, async (venue) => {
    const running = await lockRunning(venue)
    if (running.length === 0) return 0
    let begun = 0
    for (const schedule of (await schedulesOf(venue)).filter(({ scheduleId }) => running.includes(scheduleId))) {
      if (!schedule.ownerHere) await stopSchedule(venue, schedule)
      else begun += await beginOf(venue, schedule)
    }
    return begun
  })

const beginOf = async (venue: VenueScope, schedule: KeptSchedule): Promise<number> => {
  const { due, next } = daysDue(schedule, schedule.nextDay, venue.now, placesOf(venue, schedule.Search), sendTimeOf(venue, schedule.sendAt))
  if (next === schedule.nextDay) return 0
  await moveOn(venue, schedule.scheduleId, next)
  // What falls into a pause is not made up for.
  if (schedule.paused) return 0
  const { recipients, outside, addresses } = mailedOf(schedule, (await venueMailOf(venue.sql, venue.venueId)).outside)
  let begun = 0
  for (const day of due) {
    const runId = await beginRun(venue, schedule, { kind: 'due', day, askedBy: null, recipients, outside })
    if (runId === undefined) continue
    begun += 1
    await venue.audit({
      action: 'schedule.sent',
      subject: schedule.name,
      detail: { Day: day, Employees: recipients, ...(addresses.length > 0 ? { Outside: addresses } : {}) },
    })
  }
  return begun
}

/** The locations whose day must be over: those the view names, or all. */
const placesOf = (venue: VenueScope, search: string) => {
  const named = locationsNamed(search)
  const places = venue.locations.filter(({ locationId }) => !named || named.includes(locationId))
  return places.length > 0 ? places : venue.locations
}

/** Every five minutes, since days close at any of them. */
export const schedulesDueJob = implementForVenues('soon', 'reports.schedules-due', '*/5 * * * *', (service, venueId) =>
  beginDue(service.database, venueId, service.now()),
)
