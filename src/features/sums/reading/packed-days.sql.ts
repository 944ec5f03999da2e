import type { SumName } from '#features/reports/kit/figures.rules.ts'
import { type Span, spansWithout } from '#features/reports/kit/period.rules.ts'
import { MEMBER_SUMS, MONTH_FORMAT, MONTH_SUMS } from '#features/sums/packed-month.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { unpackNumbers } from '#platform/database/packed-numbers.ts'
import { monthEnd } from '#shared/day.ts'
import type { Pack, Reading } from './readings.rules.ts'

/** Days or weeks as they were packed when their month was over, and what is left to be read one by one. */
export interface PackedDays {
  reading: Reading
  /** Locations with the months that are not in it, as spans. */
  rest: { locationIds: number[]; spans: Span[] }[]
}

/** In the order they are packed. */
const SUMS = Object.keys(MONTH_SUMS satisfies Record<SumName, unknown>) as SumName[]

/**
 * Reads the months that are packed. One that is there is right: whatever changes a day takes its month away. A week that lies in
 * two months comes in two parts.
 * @param months one after the other
 * @param by 'member-day' for days of what members spent and of the amount alone
 */
export const packedDays = async (
  scope: VenueScope,
  locationIds: readonly number[],
  months: readonly string[],
  by: 'day' | 'week' | 'member-day',
): Promise<PackedDays> => {
  const { sql, venueId, venue } = scope
  const [first, last] = [months[0], months.at(-1)]
  const sums = by === 'member-day' ? MEMBER_SUMS : SUMS
  if (first === undefined || last === undefined) return { reading: { sums, texts: [] }, rest: [] }
  const [numbers, where] = {
    day: [sql`day_sums`, sql``] as const,
    week: [sql`week_sums`, sql`and week_start = ${venue.weekStart}`] as const,
    'member-day': [sql`member_sums`, sql``] as const,
  }[by]
  const rows = await sql<{ locationId: number; month: string; numbers: string }[]>`
    select location_id as "locationId", month, ${numbers} as numbers from packed_month
    where venue_id = ${venueId} and location_id = any(${locationIds as number[]}::int[]) and month between ${first} and ${last}
      and format = ${scope.readStored(MONTH_FORMAT)} ${where}`
  const packed = new Map<number, Set<string>>()
  for (const { locationId, month } of rows) packed.set(locationId, (packed.get(locationId) ?? new Set()).add(month))
  const rest = new Map<string, PackedDays['rest'][number]>()
  for (const locationId of locationIds) {
    const spans = spansWithout({ from: first, to: monthEnd(last) }, months, packed.get(locationId) ?? new Set())
    const name = JSON.stringify(spans)
    const group = rest.get(name)
    if (group) group.locationIds.push(locationId)
    else rest.set(name, { locationIds: [locationId], spans })
  }
  return { reading: { sums, texts: [], packs: packsIn(rows) }, rest: [...rest.values()].filter(({ spans }) => spans.length > 0) }
}

const packsIn = (rows: readonly { locationId: number; numbers: string }[]): Pack[] => {
  const unpacked = unpackNumbers(rows.map(({ numbers }) => numbers))
  return rows.map(({ locationId }, i) => ({ locationId, numbers: unpacked[i] ?? new Int32Array() }))
}
