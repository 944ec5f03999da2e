import { type Fact, isCounted, KIND } from '#features/intake/sale-facts.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Query } from '#platform/database/sql.ts'
import { moments, numbers, texts } from '#platform/database/sql-arrays.ts'
import { calendarOf } from '#shared/trading-day.ts'
import { firstDayNotTold, type LateChanges, lateChanges, REPORTED_AFTER_MS } from './late-changes.rules.ts'

type Fragment = Query<readonly unknown[]>

interface Touched {
  lastSaleAt: number | null
  /** Whether anything came that figures are made of. */
  counts: boolean
}

/**
 * The statement that counts a change on each day touched, and remembers when the location last sold, and when data first and last came from it.
 * What comes to a day that was told is counted apart; a till that sells today asks nothing about it.
 */
export const markedDays = (scope: VenueScope, locationId: number, facts: readonly Fact[], arrivedAt: Date): Fragment => {
  const { sql, venueId, now } = scope
  const touched = daysOf(facts)
  const days = [...touched.keys()].sort()
  const late = lateIn(scope, locationId, facts, arrivedAt)
  const rows = sql`unnest(${texts(days)}::date[], ${moments(days.map((day) => touched.get(day)?.lastSaleAt ?? null))}::timestamptz[],
    ${moments(days.map((day) => (touched.get(day)?.counts ? now.getTime() : null)))}::timestamptz[]`
  const seen = sql`set changes = t.changes + 1, last_sale_at = greatest(t.last_sale_at, excluded.last_sale_at),
    last_received_at = greatest(t.last_received_at, excluded.last_received_at), first_received_at = coalesce(t.first_received_at, excluded.first_received_at)`
  if (late.size === 0) {
    return sql`
      insert into trading_day_state as t (venue_id, location_id, day, changes, last_sale_at, last_received_at, first_received_at)
      select ${venueId}, ${locationId}, u.day, 1, u.last_sale_at, ${now}, u.first_received_at from ${rows}) as u(day, last_sale_at, first_received_at)
      on conflict (venue_id, location_id, day) do update ${seen}`
  }
  const reportedBefore = new Date(arrivedAt.getTime() - REPORTED_AFTER_MS)
  const of = (name: keyof LateChanges) => numbers(days.map((day) => late.get(day)?.[name] ?? 0))
  // Whether a day was told is asked of its row as it was before: a day that comes with this is not there, and has nothing late.
  return sql`
    insert into trading_day_state as t (venue_id, location_id, day, changes, last_sale_at, last_received_at, first_received_at, late_changes, late_amount,
      late_received_at)
    select ${venueId}, ${locationId}, u.day, 1, u.last_sale_at, ${now}, u.first_received_at, case when k.day is null then 0 else u.late_changes end,
      case when k.day is null then 0 else u.late_amount end, case when k.day is null or u.late_changes = 0 then null else ${now}::timestamptz end
    from ${rows}, ${of('changes')}::int[], ${of('amount')}::bigint[]) as u(day, last_sale_at, first_received_at, late_changes, late_amount)
    left join trading_day_state k on k.venue_id = ${venueId} and k.location_id = ${locationId} and k.day = u.day and k.first_received_at <= ${reportedBefore}
    on conflict (venue_id, location_id, day) do update ${seen}, late_changes = t.late_changes + excluded.late_changes,
      late_amount = t.late_amount + excluded.late_amount, late_received_at = greatest(t.late_received_at, excluded.late_received_at)`
}

const daysOf = (facts: readonly Fact[]): Map<string, Touched> => {
  const touched = new Map<string, Touched>()
  for (const { businessDate, closedAt, kind } of facts) {
    const known = touched.get(businessDate) ?? { lastSaleAt: null, counts: false }
    const isSale = kind === KIND.sale || kind === KIND.refund
    touched.set(businessDate, {
      lastSaleAt: isSale ? Math.max(closedAt, known.lastSaleAt ?? closedAt) : known.lastSaleAt,
      counts: known.counts || isCounted(kind),
    })
  }
  return touched
}

const lateIn = ({ locations }: VenueScope, locationId: number, facts: readonly Fact[], arrivedAt: Date): Map<string, LateChanges> => {
  const location = locations.find((one) => one.locationId === locationId)
  return location ? lateChanges(facts, firstDayNotTold(arrivedAt, calendarOf(location))) : new Map()
}
