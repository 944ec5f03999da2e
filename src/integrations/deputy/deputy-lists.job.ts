import { noteAccount } from '#integrations/link.sql.ts'
import { endWalk, noteWalked, walkOf } from '#integrations/link-sync.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Condition } from './deputy-api.adapter.ts'
import { pagesOf, type Server } from './deputy-pages.job.ts'
import { ROWS_A_PAGE, Roster, Timesheet } from './deputy-rows.adapter.ts'
import { keepRosters, keepTimesheets } from './deputy-shifts.sql.ts'

/** A server whose lists are read. */
export interface Asked extends Server {
  /** What people are called, by their ids. */
  names: ReadonlyMap<number, string>
  /** Pages that this reading may still ask for. */
  pages: { left: number }
}

/** Stores with the link which rows could not be read, in the transaction that passes them. */
export const noteUnreadable = ({ reading: { link }, unreadable }: Asked, venue: VenueScope): Promise<void> =>
  noteAccount(venue, link.linkId, { meta: { UnreadableRows: unreadable.written } })

export const LISTS = ['rosters', 'timesheets'] as const

/** What each list is called at Deputy, what its rows look like, and how they are kept. */
export const KINDS = {
  rosters: { kind: 'Roster', shape: Roster, keep: keepRosters },
  timesheets: { kind: 'Timesheet', shape: Timesheet, keep: keepTimesheets },
} as const

/**
 * Reads what changed since the last walk; the first one reads the last 90 trading days, and what is planned.
 * @returns whether it came to the end
 */
export const walk = async (asked: Asked, what: keyof typeof KINDS): Promise<boolean> => {
  const {
    reading: { link, within, store },
    install,
    names,
    pages,
  } = asked
  const { kind, shape, keep } = KINDS[what]
  const { since, until, after, isFirst, sinceDay } = await within((venue) => walkOf(venue, link, what))
  const from: Condition = isFirst ? { field: 'Date', type: 'ge', data: sinceDay } : { field: 'Modified', type: 'ge', data: since.toISOString() }
  for await (const { rows, count, last } of pagesOf(asked, kind, shape as typeof Roster, [from], Number(after ?? 0))) {
    const isEnd = count < ROWS_A_PAGE
    const startsAt = (rows.at(-1)?.StartTime ?? since.getTime() / 1000) * 1000
    await store(async (venue) => {
      if (rows.length > 0) await (keep as typeof keepRosters)(venue, { endpoint: install.endpoint, names }, rows)
      await noteUnreadable(asked, venue)
      // The share that is done is told by how near a walk is to where it began; this one comes from the other end.
      if (isEnd) await endWalk(venue, link.linkId, what)
      else await noteWalked(venue, link.linkId, what, String(last), new Date(Math.max(since.getTime(), until.getTime() - (startsAt - since.getTime()))))
    })
    if (isEnd) return true
    pages.left -= 1
    if (pages.left <= 0) return false
  }
  return true
}
