import { forgetCodes } from '#platform/access/linked-accounts.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { addJob, implementForVenues, implementJob, implementPeriodic, type JobImplementation } from '#platform/jobs/jobs.ts'
import { forgetOldWebhooks } from '#platform/web/webhook-store.ts'
import { pauseAfter } from './link.rules.ts'
import { forgetAuthorisations, linkToRevoke, noteNextTry, noteRevoked, openLinks } from './link.sql.ts'
import { type AccountProvider, ProviderTrouble } from './link-provider.adapter.ts'
import { accessTokenOf, keptTokens, resealTokens } from './link-tokens.sql.ts'
import { linkRevoke, linkSync } from './link-work.contract.ts'
import { syncKey } from './token-calls.routes.ts'

/** A provider that is away for so long is not told any more: its side of the link is ended by hand. */
const MOST_TRIES = 200

/** Has every open link with these providers read. */
const readSoon = async (venue: VenueScope, providers: readonly AccountProvider[]): Promise<void> => {
  for (const { name } of providers)
    for (const { linkId } of await openLinks(venue, name))
      await addJob(venue.sql, linkSync, { VenueId: venue.venueId, LinkId: linkId }, { key: syncKey(venue.venueId, linkId) })
}

/** The work of links: reading what providers have, and telling them that a link ended. */
export const linkJobs = (providers: readonly AccountProvider[]): JobImplementation[] => [
  implementJob('links', linkSync, async ({ VenueId, LinkId }, given) => {
    const provider = await workInVenue(given.service.database, VenueId, given.service.now(), async (venue) => {
      for (const one of providers) if ((await openLinks(venue, one.name)).some(({ linkId }) => linkId === LinkId)) return one
      return undefined
    })
    if (provider && provider.missing(given.service.settings.providers).length === 0) await provider.sync(given, { venueId: VenueId, linkId: LinkId })
  }),
  implementJob('links', linkRevoke, async ({ VenueId, LinkId, Tries = 0 }, { service: { database, settings, now } }) => {
    // The row stays locked while the provider is asked, so that the account is not linked anew in between and then ended by us.
    await workInVenue(database, VenueId, now(), async (venue) => {
      const link = await linkToRevoke(venue, LinkId)
      const provider = providers.find(({ name }) => name === link?.provider)
      if (!link || !provider) return
      try {
        const { tokenKeys } = settings.providers
        await provider.revoke(
          settings.providers,
          link.accountId,
          (renew) => accessTokenOf(venue, LinkId, tokenKeys, renew),
          () => keptTokens(venue, LinkId, tokenKeys),
        )
        await noteRevoked(venue, LinkId, 'told')
      } catch (error) {
        if (!(error instanceof ProviderTrouble)) throw error
        if (Tries >= MOST_TRIES) return noteRevoked(venue, LinkId, 'given up')
        const next = new Date(venue.now.getTime() + pauseAfter(Tries + 1, error.retryAfterSeconds) * 1000)
        await noteNextTry(venue, LinkId, next)
        await addJob(venue.sql, linkRevoke, { VenueId, LinkId, Tries: Tries + 1 }, { key: `revoke ${LinkId}`, runAt: next })
      }
    })
  }),
  implementForVenues('links', 'links.nightly', '17 18 * * *', (service, venueId) =>
    workInVenue(service.database, venueId, service.now(), async (venue) => {
      await forgetAuthorisations(venue)
      await resealTokens(venue, service.settings.providers.tokenKeys)
      await readSoon(venue, providers)
    }),
  ),
  implementForVenues('links', 'links.hourly', '7 * * * *', (service, venueId) =>
    workInVenue(service.database, venueId, service.now(), (venue) =>
      readSoon(
        venue,
        providers.filter(({ isReadHourly }) => isReadHourly),
      ),
    ),
  ),
  implementPeriodic('links', 'links.forget-webhooks', '47 18 * * *', async ({ service: { database } }) => {
    await forgetOldWebhooks(database.house)
    await forgetCodes(database.house)
  }),
]
