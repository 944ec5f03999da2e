import { todayOf } from '#features/reports/kit/clocks.rules.ts'
import { implement } from '#platform/web/implement.ts'
import { addDays } from '#shared/day.ts'
import { attention } from './attention.contract.ts'
import { attentionReport } from './attention.report.ts'
import { placeOf } from './attention.rules.ts'
import { dropDismissal, keepDismissal } from './dismissals.sql.ts'
import { placesNow } from './place-now.rules.ts'

export const attentionImplementation = implement(attention, {
  attention: ({ venue }) => attentionReport(venue),

  dismiss: async ({ venue, body }) => {
    const place = placeOf(body.Key)
    if (place !== null) venue.chosenLocations([place])
    const today = todayOf(venue, placesNow(venue))
    await keepDismissal(venue, body.Key, body.Until === 'Always' ? null : addDays(today, 1), today)
  },

  restore: ({ venue, params }) => dropDismissal(venue, params.key),
})
