import type { VenueScope } from '#platform/venue-scope.ts'
import type { Reference } from '../comparison.rules.ts'
import { weekBefore } from '../counterparts.rules.ts'
import { addDays, everyDay } from '../day.rules.ts'
import { type DaysAsked, daysAsked, soldByDay, soldOnCounterparts } from '../days-asked.sql.ts'
import { heardAndLate } from '../heard.sql.ts'
import { lateByDay } from '../late-days.rules.ts'
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
  const groupOf = groupsOfClasses(scope)
  const [sold, soldLastWeek, soldLastYear, { now, lastWeek, lastYear }, groups, names, { heard, late }] = await Promise.all([
    soldByDay(scope, asked),
    soldOnCounterparts(scope, asked, () => weekBefore),
    soldOnCounterparts(scope, asked, () => yearAgo),
    partsOfWeeks(scope, asked, groupOf),
    groupOf,
    tenderNames(scope),
    heardAndLate(scope, asked),
  ])
  return weeklyAnswer({
    ...asked,
    currency: currencies.size > 1 ? null : (asked.places[0]?.currency ?? scope.venue.currency),
    weeks: { now: { ...now, sold }, lastWeek: { ...lastWeek, sold: soldLastWeek }, lastYear: { ...lastYear, sold: soldLastYear } },
    groups,
    names,
    heard,
    late: lateByDay(late),
    now: scope.now,
  })
}

/** What is told of a week beside its sales. */
interface WeekParts extends Parts {
  media: TakenRow[]
}

type Week = 'now' | 'lastWeek' | 'lastYear'
const BACK = { lastWeek: 7, lastYear: 364 } as const

/** Whole days of a week that are told in one; of the week asked for each by itself. */
interface WholeDays {
  week: Week
  locationIds: readonly number[]
  span: Span
}

/** What groups, wastage and tenders came to in the week, and in the two beside it: their days that are over in this one, and of the open day as much as has passed of it. */
const partsOfWeeks = async (scope: VenueScope, { places, range, clocks }: DaysAsked, groupOf: PartsKnown['groupOf']): Promise<Record<Week, WeekParts>> => {
  const locationIds = places.map(({ locationId }) => locationId)
  const whole = everyDay(range.from, range.to).map((day): WholeDays => ({ week: 'now', locationIds, span: { from: day, to: day } }))
  const cut: Promise<{ week: Week; parts: WeekParts }[]>[] = []
  for (const week of ['lastWeek', 'lastYear'] as const) {
    const days = BACK[week]
    const reference: Reference = { from: addDays(range.from, -days), to: addDays(range.to, -days), back: { days } }
    for (const group of elapsedGroups(reference, { range, clocks, weekdays: undefined })) {
      if (group.whole) whole.push({ week, locationIds: group.locationIds, span: group.whole })
      const slice = { locationIds: group.locationIds, untilMinute: group.minute }
      if (group.cutDay) cut.push(partOfDay(scope, slice, group.cutDay).then((parts) => [{ week, parts }]))
    }
  }
  const read = (await Promise.all([wholeDays(scope, whole, groupOf), ...cut])).flat()
  const all = (name: Week): WeekParts => {
    const own = read.flatMap(({ week, parts }) => (week === name ? [parts] : []))
    return { groups: own.flatMap(({ groups }) => groups), wastage: own.flatMap(({ wastage }) => wastage), media: own.flatMap(({ media }) => media) }
  }
  return { now: all('now'), lastWeek: all('lastWeek'), lastYear: all('lastYear') }
}

/** Days of the same places are asked for together: nearly always all three weeks. */
const wholeDays = async (scope: VenueScope, asked: readonly WholeDays[], groupOf: PartsKnown['groupOf']): Promise<{ week: Week; parts: WeekParts }[]> => {
  const known: PartsKnown = { groupOf, read: new Map() }
  const places = [...new Map(asked.map(({ locationIds }) => [String(locationIds), locationIds])).entries()]
  const reads = places.map(async ([name, locationIds]) => {
    const some = asked.filter((one) => String(one.locationIds) === name)
    const slice = { locationIds }
    const spans = some.map(({ span }) => span)
    const [parts, media] = await Promise.all([wholeParts(scope, slice, spans, known), tendersTaken(scope, slice, spans, 'day')])
    const within = ({ from, to }: Span) => media.filter(({ group }) => from <= group && group <= to)
    return some.map(({ week, span }, i) => ({ week, parts: { ...(parts[i] as Parts), media: within(span) } }))
  })
  return (await Promise.all(reads)).flat()
}

const partOfDay = async (scope: VenueScope, slice: Slice, day: string): Promise<WeekParts> => {
  const [groups, wastage, media] = await Promise.all([
    groupsInPart(scope, slice, day),
    wastageInPart(scope, slice, day),
    tendersTaken(scope, slice, [{ from: day, to: day }], 'none'),
  ])
  return { groups, wastage, media }
}
