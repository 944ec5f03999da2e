import type { ComparisonCalendar } from '../comparison.rules.ts'
import { addMonths, isoWeekday, monthStart } from '../day.rules.ts'
import { SILENT_AFTER_MINUTES } from '../sales-summary/sales-answer.rules.ts'
import type { Clocked } from '../sales-summary/sales-plan.rules.ts'

/** The hour a location was in half an hour ago: if it usually sells then, it should have been heard since. */
export const hourBefore = ({ locationId, day, minute, firstHour }: Clocked) => ({
  locationId,
  weekday: isoWeekday(day),
  localHour: (firstHour + Math.floor(Math.max(0, minute - SILENT_AFTER_MINUTES) / 60)) % 24,
  months: [monthStart(day), addMonths(monthStart(day), -1)],
})

/** The comparison's calendar goes by the location that is furthest into its day. */
export const calendarOf = (
  { venue, now }: { venue: { weekStart: number; financialYearStart: string }; now: Date },
  clocks: readonly Clocked[],
): ComparisonCalendar => ({
  today:
    clocks
      .map(({ day }) => day)
      .sort()
      .at(-1) ?? now.toISOString().slice(0, 10),
  weekStart: venue.weekStart,
  financialYearStart: venue.financialYearStart,
})
