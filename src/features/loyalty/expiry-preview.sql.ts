import { expiredBefore, expiring, expiringNext, unusedByMonth } from '#features/ledger/expiry.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { largestUnused } from './cards.sql.ts'

/** What would expire now, what will be due next, and what expired before. Nothing moves. */
export const expiryPreview = async (scope: VenueScope) => {
  const MayExpire = scope.allLocations && scope.tags.includes('can_editloyalty')
  const [seen, Done] = [await expiring(scope), await expiredBefore(scope)]
  if (!seen) return { Months: null, Before: null, Cards: 0, Points: 0, ByMonth: [], Largest: [], Next: null, Done, MayExpire }
  const { months, before, cards, points } = seen
  const [ByMonth, Largest, next] = [await unusedByMonth(scope, before), await largestUnused(scope, before), await expiringNext(scope, months)]
  return {
    Months: months,
    Before: before,
    Cards: cards,
    Points: points,
    ByMonth,
    Largest,
    Next: { Day: next.day, Cards: next.cards, Points: next.points },
    Done,
    MayExpire,
  }
}
