import { linkSync } from '#integrations/link-work.contract.ts'
import { syncKey, tokenImplementation } from '#integrations/token-calls.routes.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { implement } from '#platform/web/implement.ts'
import { involvCalls, involvTokens } from './involv.contract.ts'
import { conflictsShown, settleConflict } from './involv-conflicts.sql.ts'
import { involv } from './involv-link.adapter.ts'

export const involvImplementation = [
  ...tokenImplementation(involvTokens, involv),
  ...implement(involvCalls, {
    conflicts: ({ venue }) => conflictsShown(venue),
    settle: async ({ venue, body }) => {
      for (const said of body.Conflicts) {
        const { linkId } = await settleConflict(venue, said)
        await addJob(venue.sql, linkSync, { VenueId: venue.venueId, LinkId: linkId }, { key: syncKey(venue.venueId, linkId) })
      }
      return conflictsShown(venue)
    },
  }),
]
