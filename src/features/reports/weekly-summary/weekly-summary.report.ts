import type { Reference } from '#features/reports/kit/comparison.rules.ts'
import { weekBefore } from '#features/reports/kit/counterparts.rules.ts'
import { type DaysAsked, daysAsked, readDays, soldByDay, soldOnCounterparts } from '#features/reports/kit/days-asked.report.ts'
import { lateByDay } from '#features/reports/kit/late-days.rules.ts'
import { bucketStart, type Span } from '#features/reports/kit/period.rules.ts'
import { elapsedGroups } from '#features/reports/kit/sales-plan.rules.ts'
import { freshnessAndLateDays } from '#features/sums/reading/freshness.sql.ts'
import { keepPlans, type Slice } from '#features/sums/reading/slice.sql.ts'
import { tenderNames } from '#features/sums/reading/tenders.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addDays, everyDay } from '#shared/day.ts'
import { bankingOfWeeks } from './week-banking.report.ts'
import { groupsInPart, groupsOfClasses, mediaInPart, type Parts, pointsInPart, wastageInPart, wholeParts } from './week-parts.sql.ts'
import { stockOfWeeks } from './week-stock.report.ts'
import { wagesOfWeeks } from './week-wages.report.ts'
import { weeklyAnswer } from './weekly-answer.rules.ts'
import type { WeeklyAnswer, WeeklyQuery } from './weekly-summary.contract.ts'

const yearAgo = (day: string): string => addDays(day, -364)

/**
 * The Weekly Summary of the week that ToDate lies in.
 * @throws RangeBackwards, RangeTooLong, LocationNotFound
 */
export const weeklyReport = async (scope: VenueScope, query: WeeklyQuery): Promise<WeeklyAnswer> => {
  const given = await daysAsked(scope, query)
  const from = bucketStart(given.range.to, 'week', scope.venue.weekStart)
  const asked: DaysAsked = { ...given, range: { from, to: addDays(from, 6) } }
  keepPlans(scope)
  const read = readDays(scope, asked)
  const currencies = new Set(asked.places.map(({ currency }) => currency))
  const [sold, soldLastWeek, soldLastYear, { now, lastWeek, lastYear }, groups, names, banking, wages, stock, { freshness, late }] = await Promise.all([
    soldByDay(scope, asked, read),
    soldOnCounterparts(scope, asked, () => weekBefore, read),
    soldOnCounterparts(scope, asked, () => yearAgo),
    partsOfWeeks(scope, asked),
    groupsOfClasses(scope),
    tenderNames(scope),
    bankingOfWeeks(scope, asked, BACK),
    wagesOfWeeks(scope, asked, query.Locations, BACK),
    stockOfWeeks(scope, asked, BACK),
    freshnessAndLateDays(scope, asked),
  ])
  return weeklyAnswer({
    ...asked,
    currency: currencies.size > 1 ? null : (asked.places[0]?.currency ?? scope.venue.currency),
    weeks: { now: { ...now, sold }, lastWeek: { ...lastWeek, sold: soldLastWeek }, lastYear: { ...lastYear, sold: soldLastYear } },
    groups,
    names,
    banking,
    wages,
    stock,
    freshness,
    late: lateByDay(late),
    now: scope.now,
  })
}

type Week = 'now' | 'lastWeek' | 'lastYear'
const BACK = { lastWeek: 7, lastYear: 364 } as const

/** Whole days of a week that are told in one; of the week asked for each by itself. */
interface WholeDays {
  week: Week
  locationIds: readonly number[]
  span: Span
}

interface PartsOfWeek {
  week: Week
  parts: Parts
}

/** What groups, wastage, tenders and points came to in the week, and in the two beside it: their days that are over in this one, and of the open day as much as has passed of it. */
const partsOfWeeks = async (scope: VenueScope, { places, range, clocks }: DaysAsked): Promise<Record<Week, Parts>> => {
  const locationIds = places.map(({ locationId }) => locationId)
  const whole = everyDay(range.from, range.to).map((day): WholeDays => ({ week: 'now', locationIds, span: { from: day, to: day } }))
  const cut: Promise<PartsOfWeek[]>[] = []
  for (const week of ['lastWeek', 'lastYear'] as const) {
    const days = BACK[week]
    const reference: Reference = { from: addDays(range.from, -days), to: addDays(range.to, -days), back: { days } }
    for (const group of elapsedGroups(reference, { range, clocks, weekdays: undefined })) {
      if (group.whole) whole.push({ week, locationIds: group.locationIds, span: group.whole })
      const slice = { locationIds: group.locationIds, untilMinute: group.minute }
      if (group.cutDay) cut.push(partOfDay(scope, slice, group.cutDay).then((parts) => [{ week, parts }]))
    }
  }
  const read = (await Promise.all([wholeDays(scope, whole), ...cut])).flat()
  const all = (name: Week): Parts => {
    const own = read.flatMap(({ week, parts }) => (week === name ? [parts] : []))
    return {
      groups: own.flatMap(({ groups }) => groups),
      wastage: own.flatMap(({ wastage }) => wastage),
      media: own.flatMap(({ media }) => media),
      points: own.flatMap(({ points }) => points),
    }
  }
  return { now: all('now'), lastWeek: all('lastWeek'), lastYear: all('lastYear') }
}

/** Days of the same places are asked for together: nearly always all three weeks. */
const wholeDays = async (scope: VenueScope, asked: readonly WholeDays[]): Promise<PartsOfWeek[]> => {
  const places = [...new Map(asked.map(({ locationIds }) => [String(locationIds), locationIds])).entries()]
  const reads = places.map(async ([name, locationIds]) => {
    const some = asked.filter((one) => String(one.locationIds) === name)
    const parts = await wholeParts(
      scope,
      { locationIds },
      some.map(({ span }) => span),
    )
    return some.map(({ week }, i) => ({ week, parts: parts[i] as Parts }))
  })
  return (await Promise.all(reads)).flat()
}

const partOfDay = async (scope: VenueScope, slice: Slice, day: string): Promise<Parts> => {
  const [groups, wastage, media, points] = await Promise.all([
    groupsInPart(scope, slice, day),
    wastageInPart(scope, slice, day),
    mediaInPart(scope, slice, day),
    pointsInPart(scope, slice, day),
  ])
  return { groups, wastage, media, points }
}
