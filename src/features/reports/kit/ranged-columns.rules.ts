import { dayNumber, dayOf, isoWeekday } from '#shared/day.ts'
import type { Span } from './period.rules.ts'
import type { Grid } from './row-figures.rules.ts'

/** Which days of a span are asked for, and the column each falls in. */
interface SpanColumns extends Span {
  /** ISO weekdays asked for; undefined for all. */
  weekdays: readonly number[] | undefined
  columnOf: (day: number) => string | undefined
}

const NOT_ASKED = -1

/** Tells the place of a day's column, each day of the span asked about once: 0 is the range alone; undefined where its weekday is not asked for. */
export const columnsOf = ({ from, to, weekdays, columnOf }: SpanColumns, grid: Grid): ((day: number) => number | undefined) => {
  const placeOf = (day: number) => (weekdays && !weekdays.includes(isoWeekday(dayOf(day))) ? NOT_ASKED : grid.column(columnOf(day)))
  const [first, last] = [dayNumber(from), dayNumber(to)]
  const known = Int32Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => placeOf(first + i))
  return (day) => {
    const column = known[day - first] ?? placeOf(day)
    return column === NOT_ASKED ? undefined : column
  }
}
