import { daysAsked } from '#features/reports/kit/days-asked.report.ts'
import type { Clocked } from '#features/reports/kit/sales-plan.rules.ts'
import type { ScopeLocation, VenueScope } from '#platform/access/venue-scope.ts'
import { dayNumber } from '#shared/day.ts'
import { failure } from '#shared/failure.ts'
import { accountOf } from './accounts.rules.ts'
import { journalAccounts } from './accounts.sql.ts'
import { type DayState, dayState } from './day-state.rules.ts'
import { type ExportedDay, exportedDays } from './exports.sql.ts'
import { journalNames, tradedDays } from './journal-figures.report.ts'
import { linesOf } from './journal-lines.rules.ts'
import { differenceBetween, onAccountsOf, type PostedLine } from './posted.rules.ts'

const MOST_DAYS = 92

interface JournalQuery {
  FromDate: string
  ToDate: string
  Locations?: readonly number[] | undefined
}

/** The journal of a day, as it is now and as it was exported. */
export interface DayJournal {
  location: ScopeLocation
  day: string
  state: DayState
  openSheets: number
  lines: PostedLine[]
  /** What changed since it was exported. */
  difference: PostedLine[]
  exported: ExportedDay | undefined
}

interface JournalDays {
  range: { from: string; to: string }
  places: readonly ScopeLocation[]
  clocks: readonly Clocked[]
  days: DayJournal[]
}

/**
 * The journals of a range, the newest day first.
 * @throws RangeBackwards, RangeTooLong, LocationNotFound
 */
export const journalDays = async (scope: VenueScope, query: JournalQuery): Promise<JournalDays> => {
  const asked = await daysAsked(scope, query)
  const { range, places, clocks } = asked
  if (dayNumber(range.to) - dayNumber(range.from) >= MOST_DAYS) throw failure('RangeTooLong', { limit: `${MOST_DAYS} days` })
  const [names, { Accounts }, exported] = await Promise.all([journalNames(scope), journalAccounts(scope), exportedDays(scope, places, range)])
  const traded = await tradedDays(scope, asked, names)
  const days = traded.flatMap(({ locationId, day, figures, openSheets }): DayJournal[] => {
    const location = places.find((place) => place.locationId === locationId)
    const before = exported.find((one) => one.locationId === locationId && one.day === day)
    const now = linesOf(figures).map((line) => ({ ...line, account: accountOf(Accounts, line, names.methodOf) }))
    if (!location || (now.length === 0 && openSheets === 0 && !before)) return []
    const lines = before ? onAccountsOf(before.figures, now) : now
    const difference = before ? differenceBetween(before.figures, lines) : []
    const isOver = clocks.every((clock) => clock.locationId !== locationId || day < clock.day)
    const state = dayState({ isOver, openSheets, wasExported: before !== undefined, differs: difference.length > 0 })
    return [{ location, day, state, openSheets, lines, difference, exported: before }]
  })
  days.sort((a, b) => b.day.localeCompare(a.day) || a.location.locationId - b.location.locationId)
  return { range, places, clocks, days }
}
