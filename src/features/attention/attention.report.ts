import { todayOf } from '#features/reports/kit/clocks.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { AttentionAnswer } from './attention.contract.ts'
import { byKind } from './attention.rules.ts'
import { dismissedOn } from './dismissals.sql.ts'
import { unusualLosses } from './losses.report.ts'
import { cardsToLookAt, forgottenShifts, linksToMend } from './people-and-links.report.ts'
import { placesNow } from './place-now.rules.ts'
import { restatedSinceMailed } from './restated.report.ts'
import { type Looker, lossesSeen, maySeeKind, providersSeen } from './seen-kinds.rules.ts'
import { oddSheets } from './sheets.report.ts'
import { silence } from './silence.report.ts'
import { stockRunningOut } from './stock.report.ts'
import { type WaitsAtLinks, waitingAtLinks } from './waits-at-links.report.ts'

/** What is odd now at the holder's locations, of the screens they may see, with what they dismissed marked: one question to the database for each kind. */
export const attentionReport = async (scope: VenueScope, waits: WaitsAtLinks): Promise<AttentionAnswer> => {
  const looker = lookerOf(scope)
  const places = placesNow(scope)
  const [losses, providers] = [lossesSeen(looker), providersSeen(looker)]
  const [dismissed, ...odd] = await Promise.all([
    dismissedOn(scope, todayOf(scope, places)),
    maySeeKind('SheetsOpen', looker) ? oddSheets(scope, places) : [],
    maySeeKind('Silent', looker) ? silence(scope, places) : [],
    maySeeKind('CardUse', looker) ? cardsToLookAt(scope, places) : [],
    providers.length > 0 ? linksToMend(scope, providers) : [],
    providers.length > 0 ? waitingAtLinks(scope, waits, providers) : [],
    maySeeKind('StockOut', looker) ? stockRunningOut(scope, places) : [],
    maySeeKind('Restated', looker) ? restatedSinceMailed(scope, places) : [],
    losses.length > 0 ? unusualLosses(scope, places, losses) : [],
    maySeeKind('ShiftOpen', looker) ? forgottenShifts(scope, places) : [],
  ])
  return {
    Items: odd
      .flat()
      .sort(byKind)
      .map((one) => ({ ...one, Dismissed: dismissed.get(one.Key) ?? null })),
    AsAt: scope.now.toISOString(),
  }
}

const lookerOf = ({ tags, venue }: VenueScope): Looker => ({
  tags,
  ShowBreakdownPage: venue.showBreakdownPage,
  ShowControlSheet: venue.showControlSheet,
  ShowTimeAndAttendanceModule: venue.showTimeAndAttendanceModule,
})
