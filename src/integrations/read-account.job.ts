import type { LinkName } from '#platform/access/linked-accounts.ts'
import { newName } from '#platform/access/secrets.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { addJob, type JobGiven } from '#platform/jobs/jobs.ts'
import { pauseAfter } from './link.rules.ts'
import { noteTrouble, type OpenLink, openLink } from './link.sql.ts'
import { ProviderTrouble } from './link-provider.adapter.ts'
import { countFailure, holdLease, releaseLease, takeLease } from './link-sync.sql.ts'
import { linkSync } from './link-work.contract.ts'
import { syncKey } from './token-calls.routes.ts'

/** Whoever comes while the account is read looks again so soon: what arrived meanwhile, such as an order to be accepted, waits for it. */
const HELD_SECONDS = 5

/** Somebody else reads the account by now: what we were told may be older than what they store. */
class LeaseLost extends Error {}

/** An account that is being read, by nobody else meanwhile. */
export interface AccountReading {
  link: OpenLink
  /** Looks something up, in a transaction of its own. */
  within<T>(work: (venue: VenueScope) => Promise<T>): Promise<T>
  /** Stores something, while the account is still ours to read. */
  store(work: (venue: VenueScope) => Promise<void>): Promise<void>
}

/**
 * Reads an account, one at a time in all processes. What a provider refuses is noted at the link; what passes is tried again, later each time.
 * @param read reads on from where it came to; it answers whether nothing is left
 */
export const readAccount = async (given: JobGiven, name: LinkName, read: (reading: AccountReading) => Promise<boolean>): Promise<void> => {
  const { database, now } = given.service
  const within = <T>(work: (venue: VenueScope) => Promise<T>) => workInVenue(database, name.venueId, now(), work)
  const link = await within((venue) => openLink(venue, name.linkId))
  if (!link) return
  const holder = newName()
  if (!(await within((venue) => takeLease(venue, link.linkId, holder)))) return within((venue) => again(venue, link.linkId, HELD_SECONDS))
  const store = (work: (venue: VenueScope) => Promise<void>) =>
    within(async (venue) => {
      if (!(await holdLease(venue, link.linkId, holder))) throw new LeaseLost()
      await work(venue)
    })
  try {
    if (!(await read({ link, within, store }))) await within((venue) => again(venue, link.linkId, 0))
  } catch (error) {
    if (!(error instanceof LeaseLost)) await within((venue) => noteFailed(venue, link.linkId, error))
  } finally {
    await within((venue) => releaseLease(venue, link.linkId, holder))
  }
}

const again = ({ sql, venueId, now }: VenueScope, LinkId: string, seconds: number): Promise<void> =>
  addJob(sql, linkSync, { VenueId: venueId, LinkId }, { key: syncKey(venueId, LinkId), runAt: new Date(now.getTime() + seconds * 1000) })

/** What passes is tried again, later each time; what lasts needs somebody. @throws what was no provider's trouble */
const noteFailed = async (venue: VenueScope, linkId: string, error: unknown): Promise<void> => {
  if (!(error instanceof ProviderTrouble)) throw error
  await noteTrouble(venue, linkId, error.kind)
  if (error.kind === 'busy' || error.kind === 'silent') await again(venue, linkId, pauseAfter(await countFailure(venue, linkId), error.retryAfterSeconds))
}
