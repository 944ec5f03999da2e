import type { VenueScope } from '#platform/venue-scope.ts'
import type { Reference } from '../comparison.rules.ts'
import { weekBefore } from '../counterparts.rules.ts'
import { addDays } from '../day.rules.ts'
import { type DaysAsked, daysAsked, heardOf, soldByDay, soldOnCounterparts } from '../days-asked.sql.ts'
import { type TakenRow, tenderNames, tendersTaken } from '../media-summary/tenders.sql.ts'
import { bucketStart, type Span } from '../period.rules.ts'
import { elapsedGroups } from '../sales-summary/sales-plan.rules.ts'
import { keepPlans, type Slice } from '../slice.sql.ts'
import { groupDays, groupsInPart, type PartOfDay, wastageDays, wastageInPart } from './week-parts.sql.ts'
import { weeklyAnswer } from './weekly-answer.rules.ts'
import type { WeeklyAnswer, WeeklyQuery } from './weekly-summary.contract.ts'

const yearAgo = (day: string): string => addDays(day, -364)

/**
 * The Weekly Summary of the week that ToDate lies in.
 * @throws RangeBackwards, RangeTooLong, LocationNotFound
 */
export const weeklyReport = async (scope: VenueScope, query: WeeklyQuery): Promise<WeeklyAnswer> => {
  const given = daysAsked(scope, query)
  const from = bucketStart(given.range.to, 'week', scope.venue.weekStart)
  const asked: DaysAsked = { ...given, range: { from, to: addDays(from, 6) } }
  keepPlans(scope)
  const currencies = new Set(asked.places.map(({ currency }) => currency))
  const [sold, soldLastWeek, soldLastYear, now, lastWeek, lastYear, names, heard] = await Promise.all([
    soldByDay(scope, asked),
    soldOnCounterparts(scope, asked, () => weekBefore),
    soldOnCounterparts(scope, asked, () => yearAgo),
    partsOf(scope, asked),
    partsBefore(scope, asked, 7),
    partsBefore(scope, asked, 364),
    tenderNames(scope),
    heardOf(scope, asked.places, asked.clocks),
  ])
  return weeklyAnswer({
    ...asked,
    currency: currencies.size > 1 ? null : (asked.places[0]?.currency ?? scope.venue.currency),
    weeks: { now: { ...now, sold }, lastWeek: { ...lastWeek, sold: soldLastWeek }, lastYear: { ...lastYear, sold: soldLastYear } },
    names,
    heard,
    now: scope.now,
  })
}

/** What is told of a week beside its sales. */
interface WeekParts {
  groups: PartOfDay[]
  wastage: PartOfDay[]
  media: TakenRow[]
}

const partsOf = async (scope: VenueScope, { places, range }: DaysAsked): Promise<WeekParts> => {
  const slice = { locationIds: places.map(({ locationId }) => locationId) }
  const [groups, wastage, media] = await Promise.all([
    groupDays(scope, slice, range),
    wastageDays(scope, slice, range),
    tendersTaken(scope, slice, range, 'day'),
  ])
  return { groups, wastage, media }
}

/** An earlier week: its days that are over in this one, and of the open day as much as has passed of it. */
const partsBefore = async (scope: VenueScope, { range, clocks }: DaysAsked, days: number): Promise<WeekParts> => {
  const reference: Reference = { from: addDays(range.from, -days), to: addDays(range.to, -days), back: { days } }
  const reads = elapsedGroups(reference, range, clocks).flatMap(({ locationIds, whole, cutDay, minute }) => [
    whole ? wholeDays(scope, { locationIds }, whole) : [],
    cutDay ? partOfDay(scope, { locationIds, untilMinute: minute }, cutDay) : [],
  ])
  const parts = (await Promise.all(reads.map(async (read) => read))).flat()
  return { groups: parts.flatMap(({ groups }) => groups), wastage: parts.flatMap(({ wastage }) => wastage), media: parts.flatMap(({ media }) => media) }
}

const wholeDays = async (scope: VenueScope, slice: Slice, span: Span): Promise<WeekParts[]> => {
  const [groups, wastage, media] = await Promise.all([groupDays(scope, slice, span), wastageDays(scope, slice, span), tendersTaken(scope, slice, span, 'none')])
  return [{ groups, wastage, media }]
}

const partOfDay = async (scope: VenueScope, slice: Slice, day: string): Promise<WeekParts[]> => {
  const [groups, wastage, media] = await Promise.all([
    groupsInPart(scope, slice, day),
    wastageInPart(scope, slice, day),
    tendersTaken(scope, slice, { from: day, to: day }, 'none'),
  ])
  return [{ groups, wastage, media }]
}
