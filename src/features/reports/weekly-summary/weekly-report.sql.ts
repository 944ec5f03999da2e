import type { VenueScope } from '#platform/venue-scope.ts'
import type { Reference } from '../comparison.rules.ts'
import { weekBefore } from '../counterparts.rules.ts'
import { addDays, everyDay } from '../day.rules.ts'
import { type DaysAsked, daysAsked, soldByDay, soldOnCounterparts } from '../days-asked.sql.ts'
import { heardAndLate } from '../heard.sql.ts'
import { type TakenRow, tenderNames, tendersTaken } from '../media-summary/tenders.sql.ts'
import { bucketStart, type Span } from '../period.rules.ts'
import { elapsedGroups } from '../sales-summary/sales-plan.rules.ts'
import { keepPlans, type Slice } from '../slice.sql.ts'
import { groupsInPart, groupsOfClasses, type Parts, type PartsKnown, wastageInPart, wholeParts } from './week-parts.sql.ts'
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
  const known: PartsKnown = { groupOf: groupsOfClasses(scope), read: new Map() }
  const [sold, soldLastWeek, soldLastYear, now, lastWeek, lastYear, names, { heard, late }] = await Promise.all([
    soldByDay(scope, asked),
    soldOnCounterparts(scope, asked, () => weekBefore),
    soldOnCounterparts(scope, asked, () => yearAgo),
    partsOf(scope, asked, known),
    partsBefore(scope, asked, 7, known),
    partsBefore(scope, asked, 364, known),
    tenderNames(scope),
    heardAndLate(scope, asked),
  ])
  return weeklyAnswer({
    ...asked,
    currency: currencies.size > 1 ? null : (asked.places[0]?.currency ?? scope.venue.currency),
    weeks: { now: { ...now, sold }, lastWeek: { ...lastWeek, sold: soldLastWeek }, lastYear: { ...lastYear, sold: soldLastYear } },
    names,
    heard,
    late,
    now: scope.now,
  })
}

/** What is told of a week beside its sales. */
interface WeekParts extends Parts {
  media: TakenRow[]
}

const partsOf = async (scope: VenueScope, { places, range }: DaysAsked, known: PartsKnown): Promise<WeekParts> => {
  const slice = { locationIds: places.map(({ locationId }) => locationId) }
  const days = everyDay(range.from, range.to)
  const [parts, media] = await Promise.all([
    wholeParts(
      scope,
      slice,
      days.map((day) => ({ from: day, to: day })),
      known,
    ),
    tendersTaken(scope, slice, range, 'day'),
  ])
  return { ...parts, media }
}

/** An earlier week: its days that are over in this one, and of the open day as much as has passed of it. */
const partsBefore = async (scope: VenueScope, { range, clocks }: DaysAsked, days: number, known: PartsKnown): Promise<WeekParts> => {
  const reference: Reference = { from: addDays(range.from, -days), to: addDays(range.to, -days), back: { days } }
  const reads = elapsedGroups(reference, { range, clocks, weekdays: undefined }).flatMap(({ locationIds, whole, cutDay, minute }) => [
    whole ? wholeDays(scope, { locationIds }, whole, known) : [],
    cutDay ? partOfDay(scope, { locationIds, untilMinute: minute }, cutDay) : [],
  ])
  const parts = (await Promise.all(reads.map(async (read) => read))).flat()
  return { groups: parts.flatMap(({ groups }) => groups), wastage: parts.flatMap(({ wastage }) => wastage), media: parts.flatMap(({ media }) => media) }
}

const wholeDays = async (scope: VenueScope, slice: Slice, span: Span, known: PartsKnown): Promise<WeekParts[]> => {
  const [parts, media] = await Promise.all([wholeParts(scope, slice, [span], known), tendersTaken(scope, slice, span, 'none')])
  return [{ ...parts, media }]
}

const partOfDay = async (scope: VenueScope, slice: Slice, day: string): Promise<WeekParts[]> => {
  const [groups, wastage, media] = await Promise.all([
    groupsInPart(scope, slice, day),
    wastageInPart(scope, slice, day),
    tendersTaken(scope, slice, { from: day, to: day }, 'none'),
  ])
  return [{ groups, wastage, media }]
}
