import type { Span } from '#features/reports/kit/period.rules.ts'
import { addDays } from '#shared/day.ts'

/** The days of an earlier week that lie against those of this one that are over: what is known by the day is compared over them alone. */
export const daysBeside = ({ range, clocks }: { range: Span; clocks: readonly { day: string }[] }, back: number): Span => {
  const today = clocks.map(({ day }) => day).sort()[0] ?? range.to
  return { from: addDays(range.from, -back), to: addDays(range.to < today ? range.to : addDays(today, -1), -back) }
}
