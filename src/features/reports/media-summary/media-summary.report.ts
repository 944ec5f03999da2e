import { referencesAsked } from '#features/reports/kit/clocks.rules.ts'
import { averagedOver, type Reference } from '#features/reports/kit/comparison.rules.ts'
import { type DaysAsked, daysAsked } from '#features/reports/kit/days-asked.report.ts'
import { coarsestFor, piecesOf } from '#features/reports/kit/period.rules.ts'
import { elapsedGroups } from '#features/reports/kit/sales-plan.rules.ts'
import { noneIn, Tally } from '#features/reports/kit/tally.rules.ts'
import { freshnessOf } from '#features/sums/reading/freshness.sql.ts'
import { salesInBuckets, salesInHours } from '#features/sums/reading/sales-sums.sql.ts'
import { keepPlans } from '#features/sums/reading/slice.sql.ts'
import { type TakenRow, tenderNames, tendersTaken } from '#features/sums/reading/tenders.sql.ts'
import { sheetsTold } from '#features/till/sheets-told.report.ts'
import type { ScopeLocation, VenueScope } from '#platform/access/venue-scope.ts'
import { isoWeekday } from '#shared/day.ts'
import { type Declaring, declaredOf } from './declared.rules.ts'
import { mediaAnswer } from './media-answer.rules.ts'
import { checkMediaRange, type MediaBy } from './media-figures.rules.ts'
import type { MediaAnswer, MediaQuery } from './media-summary.contract.ts'

/**
 * The Media Summary: what was paid with each media, by location, till or period; it ends on the takings of the Sales Summary.
 * @throws RangeBackwards, RangeTooLong, MediaTillsTooLong, MediaTimesTooLong, MediaDaysTooLong, LocationNotFound, ValidationFailed
 */
export const mediaReport = async (scope: VenueScope, query: MediaQuery): Promise<MediaAnswer> => {
  const by = query.By ?? 'location'
  const asked = await daysAsked(scope, query, by === 'year' ? 'year' : 'month')
  const kind = query.Compare ?? 'none'
  const references = referencesAsked(scope, query, asked.range, asked.clocks, asked.places)
  checkMediaRange(asked.range, references, by, asked.hours !== undefined)
  keepPlans(scope)
  const currencies = byCurrency(asked.places)
  const [taken, compared, takings, names, freshness, sheets] = await Promise.all([
    Promise.all(currencies.map((places) => takenIn(scope, asked, places, by))),
    Promise.all(currencies.map((places) => comparedIn(scope, asked, places, references))),
    takingsIn(scope, asked),
    tenderNames(scope),
    freshnessOf(scope, asked.places, asked.clocks),
    declaredIn(scope, asked),
  ])
  return mediaAnswer({
    range: asked.range,
    by,
    weekStart: scope.venue.weekStart,
    freshness,
    names,
    currencies: currencies.map((places, i) => ({
      currency: places[0]?.currency ?? scope.venue.currency,
      places,
      taken: taken[i] ?? [],
      compared: references.length === 0 ? undefined : { rows: compared[i] ?? [], over: averagedOver(kind, references) },
      takings: takings(places.map(({ locationId }) => locationId)),
    })),
    declared: declaredOf(sheets, currencies, scope.tags.includes('can_signcontrolsheet')),
    compare: references.length === 0 ? undefined : { kind, references },
    clocks: asked.clocks,
    now: scope.now,
  })
}

/** The control sheets of the days asked for; a sheet is of a whole day. */
const declaredIn = async (scope: VenueScope, { range, places, weekdays, hours }: DaysAsked): Promise<Declaring> => {
  if (hours) return 'by-time'
  const sheets = await sheetsTold(scope, { locationIds: places.map(({ locationId }) => locationId), ...range })
  return typeof sheets === 'string' || !weekdays ? sheets : sheets.filter(({ day }) => weekdays.includes(isoWeekday(day)))
}

/** Places of one currency each, in the order of the places; what is not added is not asked together. */
const byCurrency = (places: readonly ScopeLocation[]): ScopeLocation[][] => {
  const groups = new Map<string, ScopeLocation[]>()
  for (const place of places) groups.set(place.currency, [...(groups.get(place.currency) ?? []), place])
  return [...groups.values()]
}

const takenIn = (scope: VenueScope, { range, weekdays, hours }: DaysAsked, places: readonly ScopeLocation[], by: MediaBy): Promise<TakenRow[]> =>
  tendersTaken(scope, { locationIds: places.map(({ locationId }) => locationId), weekdays, hours }, range, by)

/** What each media came to in the ranges compared with, the same elapsed part of them. */
const comparedIn = async (
  scope: VenueScope,
  { range, weekdays: chosen, hours, clocks }: DaysAsked,
  places: readonly ScopeLocation[],
  references: readonly Reference[],
): Promise<TakenRow[]> => {
  const own = clocks.filter(({ locationId }) => places.some((place) => place.locationId === locationId))
  const reads = references.flatMap((reference) =>
    elapsedGroups(reference, { range, clocks: own, weekdays: chosen }).flatMap(({ locationIds, whole, cutDay, minute, weekdays }) => {
      const slice = { locationIds, weekdays, hours }
      return [
        whole ? tendersTaken(scope, slice, whole, 'none') : [],
        cutDay ? tendersTaken(scope, { ...slice, untilMinute: minute }, { from: cutDay, to: cutDay }, 'none') : [],
      ]
    }),
  )
  return (await Promise.all(reads)).flat()
}

/** What the Sales Summary calls takings, made of the sales: told for any of the locations, in minor units. */
const takingsIn = async (scope: VenueScope, { range, places, weekdays, hours }: DaysAsked): Promise<(ids: readonly number[]) => Tally> => {
  const locationIds = places.map(({ locationId }) => locationId)
  const pieces = piecesOf(range, coarsestFor('none', weekdays !== undefined && !hours))
  const readings = await (hours
    ? salesInHours(scope, { locationIds, weekdays, hours }, pieces, 'year')
    : salesInBuckets(scope, { locationIds, weekdays }, pieces, weekdays ? 'month' : 'year'))
  return (ids) => {
    const tally = new Tally(ids, [], noneIn('rollup'))
    for (const reading of readings) tally.add(reading, () => undefined)
    return tally
  }
}
