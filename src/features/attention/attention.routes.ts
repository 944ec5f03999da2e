import { todayOf } from '#features/reports/kit/clocks.rules.ts'
import { type Implementation, implement } from '#platform/web/implement.ts'
import { addDays } from '#shared/day.ts'
import { attention } from './attention.contract.ts'
import { attentionReport } from './attention.report.ts'
import { placeOf } from './attention.rules.ts'
import { dropDismissal, keepDismissal } from './dismissals.sql.ts'
import { placesNow } from './place-now.rules.ts'
import type { WaitsAtLinks } from './waits-at-links.report.ts'

/** The list, with what waits at links as the integrations tell it. */
export const attentionWith = (waits: WaitsAtLinks): Implementation[] =>
  implement(attention, {
    attention: ({ venue }) => attentionReport(venue, waits),

    dismiss: async ({ venue, body }) => {
      const place = placeOf(body.Key)
      if (place !== null) venue.chosenLocations([place])
      const today = todayOf(venue, placesNow(venue))
      await keepDismissal(venue, body.Key, body.Until === 'Always' ? null : addDays(today, 1), today)
    },

    restore: ({ venue, params }) => dropDismissal(venue, params.key),
  })
