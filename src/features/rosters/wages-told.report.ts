import type { VenueScope } from '#platform/access/venue-scope.ts'
import { salaryDays } from './attendance-answer.rules.ts'
import { salaries, sumsByDay } from './attendance-sums.sql.ts'

/** Hours in minutes, and what they cost in minor units, of a day. */
export interface WagesOfDay {
  day: string
  rostered: number
  payable: number
  cost: number
}

/**
 * What was rostered and is paid on each day of some spans, salaries with it; nothing for a reader who may not see timesheets, or where the venue has
 * time and attendance switched off.
 * @param today salaries count up to this day
 */
export const wagesTold = async (
  scope: VenueScope,
  locationIds: readonly number[],
  spans: readonly { from: string; to: string }[],
  today: string,
): Promise<WagesOfDay[][] | undefined> => {
  if (!scope.venue.showTimeAndAttendanceModule || !scope.tags.includes('can_viewtimesheet')) return undefined
  const rates = await salaries(scope)
  return Promise.all(
    spans.map(async (span) => {
      const days = new Map((await sumsByDay(scope, { locationIds, ...span, drafts: false })).map((row) => [row.day, { ...row }]))
      for (const { day, cost } of salaryDays(rates, { locationIds, ...span }, today)) {
        const known = days.get(day) ?? { day, rostered: 0, payable: 0, cost: 0 }
        days.set(day, { ...known, cost: known.cost + cost })
      }
      return [...days.values()]
    }),
  )
}
