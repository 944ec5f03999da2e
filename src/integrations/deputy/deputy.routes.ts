import { openLinks } from '#integrations/link.sql.ts'
import { readAnew } from '#integrations/link-sync.sql.ts'
import { linkSync } from '#integrations/link-work.contract.ts'
import { syncKey, tokenImplementation } from '#integrations/token-calls.routes.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { implement } from '#platform/web/implement.ts'
import { deputyCalls, deputyTokens } from './deputy.contract.ts'
import { areasShown, placeAreas } from './deputy-areas.sql.ts'
import { deputy } from './deputy-link.adapter.ts'
import { salesShown, switchSales } from './deputy-sales.sql.ts'

export const deputyImplementation = [
  ...tokenImplementation(deputyTokens, deputy),
  ...implement(deputyCalls, {
    areas: async ({ venue }) => ({ Areas: await areasShown(venue) }),
    place: async ({ venue, body }) => {
      await placeAreas(venue, body.Areas)
      for (const { linkId } of await openLinks(venue, 'Deputy')) {
        await readAnew(venue, linkId)
        await addJob(venue.sql, linkSync, { VenueId: venue.venueId, LinkId: linkId }, { key: syncKey(venue.venueId, linkId) })
      }
      return { Areas: await areasShown(venue) }
    },
    sales: ({ venue }) => salesShown(venue),
    tellSales: async ({ venue, body }) => {
      const LinkId = await switchSales(venue, body.LocationId ?? null, body.On)
      if (LinkId && body.On) await addJob(venue.sql, linkSync, { VenueId: venue.venueId, LinkId }, { key: syncKey(venue.venueId, LinkId) })
      return salesShown(venue)
    },
  }),
]
