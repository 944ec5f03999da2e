import { daysAsked } from '#features/reports/kit/days-asked.report.ts'
import { freshnessOf } from '#features/sums/reading/freshness.sql.ts'
import { tenderNames } from '#features/sums/reading/tenders.sql.ts'
import { doerOf } from '#platform/access/doer.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { dayNumber } from '#shared/day.ts'
import { failure } from '#shared/failure.ts'
import { decimalsOf } from '#shared/money.ts'
import type { SheetsAnswer } from './control-sheets.contract.ts'
import { readSheets } from './read-sheets.report.ts'
import { answerMedia, answerSheet, totalsOf } from './sheet-answer.rules.ts'
import { needOf } from './sheet-needs.rules.ts'
import { signOffLimits } from './sign-off-limit.sql.ts'

const MOST_DAYS = 92

interface SheetsQuery {
  FromDate: string
  ToDate: string
  Locations?: readonly number[] | undefined
  Media?: 'true' | 'false' | undefined
}

/**
 * The control sheets of a range, the newest day first.
 * @throws RangeBackwards, RangeTooLong, LocationNotFound
 */
export const sheetsReport = async (scope: VenueScope, query: SheetsQuery): Promise<SheetsAnswer> => {
  const { range, places, clocks } = await daysAsked(scope, query)
  if (dayNumber(range.to) - dayNumber(range.from) >= MOST_DAYS) throw failure('RangeTooLong', { limit: `${MOST_DAYS} days` })
  const asked = { locationIds: places.map(({ locationId }) => locationId), ...range }
  const [sheets, names, freshness, limitIn] = await Promise.all([
    readSheets(scope, asked),
    tenderNames(scope),
    freshnessOf(scope, places, clocks),
    signOffLimits(scope),
  ])
  const maySign = scope.tags.includes('can_signcontrolsheet')
  const { userId } = doerOf(scope)
  const shown = sheets.map((sheet) => {
    const place = places.find(({ locationId }) => locationId === sheet.locationId)
    if (!place) throw new Error(`A sheet of location ${sheet.locationId}, which was not asked for.`)
    const terminal = names.get(sheet.terminalKey) ?? ''
    const today = clocks.find(({ locationId }) => locationId === sheet.locationId)?.day ?? sheet.day
    const Needs = needOf(sheet, { userId, maySign, limit: limitIn(place.currency) * 10 ** decimalsOf(place.currency), today })
    const reader = { location: place, terminal, maySeeExpected: maySign }
    const media = query.Media === 'true' ? { Media: answerMedia(sheet, reader) } : undefined
    return Object.assign(answerSheet(sheet, reader), { Needs }, media)
  })
  return {
    FromDate: range.from,
    ToDate: range.to,
    Locations: freshness,
    SignOffLimit: limitIn(scope.venue.currency),
    Sheets: shown,
    Totals: totalsOf(shown).map((total) => ({ ...total, SignOffLimit: limitIn(total.Currency) })),
    AsAt: scope.now.toISOString(),
  }
}
