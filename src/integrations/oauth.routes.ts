import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { implement } from '#platform/web/implement.ts'
import { failure } from '#shared/failure.ts'
import { LINK_TAGS, linkHistory, oauth } from './link.contract.ts'
import { openLinks } from './link.sql.ts'
import { historyOfLink } from './link-history.sql.ts'
import type { LinkProvider } from './link-provider.adapter.ts'
import { linkSync } from './link-work.contract.ts'
import { beginLink, grantedLocation, refuseWithoutTag, syncKey } from './token-calls.routes.ts'

/** Where a sign-in at one of these providers begins. */
export const oauthImplementation = (providers: readonly LinkProvider[]) =>
  implement(oauth, {
    check: async ({ venue, body }) => {
      refuseWithoutTag(venue, body.Provider)
      const place = placeOf(venue, body.LocationId)
      const link = (await openLinks(venue, body.Provider)).find(({ locationId }) => locationId === place)
      if (link) await addJob(venue.sql, linkSync, { VenueId: venue.venueId, LinkId: link.linkId }, { key: syncKey(venue.venueId, link.linkId) })
    },
    start: async ({ venue, body, service }) => {
      refuseWithoutTag(venue, body.Provider)
      const place = placeOf(venue, body.LocationId)
      const provider = providers.find(({ name }) => name === body.Provider)
      const shop = body.ShopUrl === undefined ? undefined : { url: body.ShopUrl, field: 'ShopUrl' }
      const wanted = { place, redirectUri: body.RedirectURI, field: 'RedirectURI', shop }
      return beginLink(venue, provider, service.settings.providers, wanted, body.Provider)
    },
  })

/** What happened to links. */
export const linkHistoryImplementation = implement(linkHistory, {
  history: async ({ venue, query: { Provider, LocationId } }) => {
    if (!venue.tags.includes('can_editsettings') && !venue.tags.includes(LINK_TAGS[Provider])) throw failure('NotPermitted')
    venue.chosenLocations(LocationId === undefined ? [] : [LocationId])
    return { Events: await historyOfLink(venue, Provider, LocationId ?? null) }
  },
})

/** @throws LocationNotFound, AllLocationsNeeded */
const placeOf = (venue: VenueScope, LocationId: number | undefined): number | null => {
  if (LocationId !== undefined) return grantedLocation(venue, LocationId)
  if (!venue.allLocations) throw failure('AllLocationsNeeded')
  return null
}
