import { dayOf, isoWeekday } from './day.rules.ts'
import type { Grid } from './row-figures.rules.ts'

/** Which days of a span are asked for, and the column each falls in. */
interface SpanColumns {
  /** ISO weekdays asked for; undefined for all. */
  weekdays: readonly number[] | undefined
  columnOf: (day: number) => string | undefined
}

/** Tells the place of a day's column, each asked about once: 0 is the range alone; undefined where its weekday is not asked for. */
export const columnsOf = ({ weekdays, columnOf }: SpanColumns, grid: Grid): ((day: number) => number | undefined) => {
  const known = new Map<number, number | undefined>()
  return (day) => {
    const column = known.get(day)
    if (column !== undefined || known.has(day)) return column
    const found = weekdays && !weekdays.includes(isoWeekday(dayOf(day))) ? undefined : grid.column(columnOf(day))
    known.set(day, found)
    return found
  }
}
