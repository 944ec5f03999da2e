import type { VenueScope } from '#platform/venue-scope.ts'
import { addDays, addMonths, monthEnd, monthStart } from '../day.rules.ts'
import { SUM, type SumName } from '../figures.rules.ts'
import type { Span } from '../period.rules.ts'
import type { Reading } from '../readings.rules.ts'

/** Days or weeks as they were packed when their month was over, and what is left to be read one by one. */
export interface PackedDays {
  reading: Reading
  /** Locations with the spans of days that are not in it. */
  rest: { locationIds: number[]; spans: Span[] }[]
}

const SUMS = Object.keys(SUM) as SumName[]

/**
 * Reads the months of a range that are packed. One that is there is right: whatever changes a day takes its month away. A week that lies in
 * two months comes in two parts.
 */
export const packedDays = async ({ sql, venueId, venue }: VenueScope, locationIds: readonly number[], range: Span, by: 'day' | 'week'): Promise<PackedDays> => {
  const months = wholeMonths(range)
  const [numbers, where] = by === 'week' ? [sql`weeks`, sql`and week_start = ${venue.weekStart}`] : [sql`days`, sql``]
  const rows =
    months.length === 0
      ? []
      : await sql<{ locationId: number; month: string; numbers: string }[]>`
          select location_id as "locationId", month, ${numbers} as numbers from packed_month
          where venue_id = ${venueId} and location_id = any(${locationIds as number[]}::int[]) and month between ${months[0]} and ${months.at(-1)} ${where}`
  const packed = new Map<number, Set<string>>()
  for (const { locationId, month } of rows) packed.set(locationId, (packed.get(locationId) ?? new Set()).add(month))
  const rest = new Map<string, PackedDays['rest'][number]>()
  for (const locationId of locationIds) {
    const spans = spansWithout(range, months, packed.get(locationId) ?? new Set())
    const name = JSON.stringify(spans)
    const group = rest.get(name)
    if (group) group.locationIds.push(locationId)
    else rest.set(name, { locationIds: [locationId], spans })
  }
  return { reading: { sums: SUMS, texts: rows.map((row) => row.numbers) }, rest: [...rest.values()].filter(({ spans }) => spans.length > 0) }
}

const wholeMonths = ({ from, to }: Span): string[] => {
  const months: string[] = []
  for (let month = from.endsWith('-01') ? from : addMonths(monthStart(from), 1); monthEnd(month) <= to; month = addMonths(month, 1)) months.push(month)
  return months
}

/** The range without some of its months, in as few spans as can be. */
const spansWithout = (range: Span, months: readonly string[], packed: ReadonlySet<string>): Span[] => {
  const spans: Span[] = []
  let from = range.from
  for (const month of months) {
    if (!packed.has(month)) continue
    if (from < month) spans.push({ from, to: addDays(month, -1) })
    from = addMonths(month, 1)
  }
  return from <= range.to ? [...spans, { from, to: range.to }] : spans
}
