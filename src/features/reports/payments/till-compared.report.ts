import { daysAsked } from '#features/reports/kit/days-asked.report.ts'
import { type LinkedPlace, linkedPlaces } from '#features/reports/kit/linked-places.sql.ts'
import type { Span } from '#features/reports/kit/period.rules.ts'
import { tenderMethods, tenderNames } from '#features/sums/reading/tenders.sql.ts'
import type { ScopeLocation, VenueScope } from '#platform/access/venue-scope.ts'
import { daysIn } from '#shared/day.ts'
import { failure } from '#shared/failure.ts'
import type { Compared, ComparedPlace } from './till-match.sql.ts'
import { LONGEST_MATCH_DAYS } from './till-match-pages.rules.ts'
import type { TillQuery } from './till-sides.rules.ts'

/** What of a comparison is asked for, once its query is understood. */
export interface ComparedAsked {
  range: Span
  places: readonly ScopeLocation[]
  links: readonly LinkedPlace[]
  compared: Compared
  cardKeys: readonly number[]
  names: ReadonlyMap<number, string>
}

/** What is compared on which days. @throws RangeBackwards, RangeTooLong beyond 92 days, LocationNotFound */
export const comparedAsked = async (scope: VenueScope, query: TillQuery): Promise<ComparedAsked> => {
  const { range, places } = await daysAsked(scope, query)
  if (daysIn(range.from, range.to) > LONGEST_MATCH_DAYS) throw failure('RangeTooLong', { limit: `${LONGEST_MATCH_DAYS} days` })
  const [links, methods, names] = await Promise.all([linkedPlaces(scope, places), tenderMethods(scope), tenderNames(scope)])
  const cardKeys = [...methods].flatMap(([key, method]) => (method === 'Card' ? [key] : []))
  const mediaKeys = query.Media ? cardKeys.filter((key) => query.Media?.includes(key)) : cardKeys
  return { range, places, links, cardKeys, names, compared: { places: comparedPlaces(range, places, links), mediaKeys } }
}

const comparedPlaces = (range: Span, places: readonly ScopeLocation[], links: readonly LinkedPlace[]): ComparedPlace[] =>
  links.flatMap(({ locationId, known }) => {
    const currency = places.find((place) => place.locationId === locationId)?.currency
    if (!known || !currency) return []
    const [from, to] = [known.from > range.from ? known.from : range.from, known.to < range.to ? known.to : range.to]
    return from <= to ? [{ locationId, currency, from, to }] : []
  })
