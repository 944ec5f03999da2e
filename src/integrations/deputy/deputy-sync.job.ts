import { SOURCE } from '#features/rosters/roster.rules.ts'
import { keepEmails } from '#features/rosters/roster-people.sql.ts'
import { noteAccount, noteWorking } from '#integrations/link.sql.ts'
import { ProviderTrouble } from '#integrations/link-provider.adapter.ts'
import { readAccount } from '#integrations/read-account.job.ts'
import type { LinkName } from '#platform/access/linked-accounts.ts'
import type { JobGiven } from '#platform/jobs/jobs.ts'
import { waitingWebhooks, webhooksDone } from '#platform/web/webhook-store.ts'
import { tellSales } from './deputy-api.adapter.ts'
import { lookAgain, lookAround, lookAtDeleted } from './deputy-gone.job.ts'
import { type Asked, LISTS, noteUnreadable, walk } from './deputy-lists.job.ts'
import { readNames } from './deputy-names.job.ts'
import { haveChangesTold, opened } from './deputy-open.job.ts'
import { MOST_PAGES } from './deputy-pages.job.ts'
import { noteTold, salesToTell } from './deputy-sales.sql.ts'
import { UnreadableRows } from './unreadable-rows.rules.ts'

/**
 * Reads a customer's server: its areas and people, then rosters and timesheets of the last 90 days or that changed since, and which of the days
 * around today are not there any more. What is kept is what Deputy answers now; it may be ended anywhere and goes on from the last page stored.
 */
export const syncDeputy = (given: JobGiven, name: LinkName): Promise<void> =>
  readAccount(given, name, async (reading) => {
    const { settings, now } = given.service
    const { link } = reading
    const { install, accountName } = await opened(reading, settings.providers)
    const { house } = given.service.database
    const told = await waitingWebhooks(house, name.venueId, link.linkId)
    const Webhooks = await haveChangesTold(settings, install, link.meta.Webhooks)
    await reading.store((venue) => noteAccount(venue, link.linkId, { accountName, meta: { Webhooks } }))
    const unreadable = new UnreadableRows(link.meta.UnreadableRows)
    const { names, emails } = await readNames({ reading, settings: settings.providers, install, unreadable })
    const asked = { reading, settings: settings.providers, install, unreadable, names, pages: { left: MOST_PAGES } }
    for (const what of LISTS) if (!(await walk(asked, what))) return false
    const left = await lookAtDeleted(asked, told)
    await lookAround(asked, now(), told.length > 0)
    await lookAgain(asked)
    await reading.store(async (venue) => {
      await noteUnreadable(asked, venue)
      await keepEmails(venue, SOURCE.deputy, emails)
    })
    // Only now: a server that shows some of it and refuses the rest would else work and not work by turns.
    await reading.store((venue) => noteWorking(venue, link.linkId))
    if (link.tellsSales) await tellWhatWasSold(asked, now())
    const done = told.map(({ eventId }) => eventId).filter((eventId) => !left.includes(eventId))
    await webhooksDone(house, 'Deputy', done)
    return left.length === 0
  })

/** Hours that are told in one call. */
const TOLD_AT_ONCE = 200

/** Tells the hours whose sales changed since they were told. What Deputy does not take is noted, and keeps nothing else from being read. */
const tellWhatWasSold = async ({ reading: { link, within, store }, settings, install }: Asked, now: Date): Promise<void> => {
  const hours = await within((venue) => salesToTell(venue, link))
  const note = (SalesRefused: string | null) => store((venue) => noteAccount(venue, link.linkId, { meta: { SalesRefused } }))
  try {
    for (let at = 0; at < hours.length; at += TOLD_AT_ONCE) {
      const piece = hours.slice(at, at + TOLD_AT_ONCE)
      const data = piece.map(({ reference, area, timestamp, value, decimals }) => ({
        timestamp,
        area,
        type: 'Sales' as const,
        reference,
        value: value / 10 ** decimals,
      }))
      await tellSales(settings, install, data)
      await store((venue) => noteTold(venue, link.linkId, piece))
    }
    if (link.meta.SalesRefused) await note(null)
  } catch (error) {
    if (!(error instanceof ProviderTrouble) || error.kind !== 'refused') throw error
    await note(now.toISOString())
  }
}
