import type { Fact } from '#features/intake/sale-facts.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Query } from '#platform/database/sql.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import { markedDays } from './marked-days.sql.ts'
import { MEASURES } from './rollup.rules.ts'
import type { RollupDelta } from './rollup-deltas.rules.ts'
import { totalsTakenAway } from './totals-taken-away.sql.ts'

type Fragment = Query<readonly unknown[]>

/** Facts of a location that are being stored, and what they add to the rollup, sorted. */
interface Changed {
  locationId: number
  facts: readonly Fact[]
  /** When they came, or what brings them began. */
  arrivedAt: Date
  deltas: readonly RollupDelta[]
}

/**
 * What storing facts does to everything derived from them, as parts of the statement that stores them: their days are marked, what was derived
 * from those days is dropped, and the rollup grows. Each part is `name as (…)`, separated by commas.
 */
export const sumsChanged = (scope: VenueScope, { locationId, facts, arrivedAt, deltas }: Changed): Fragment => {
  const days = facts.map(({ businessDate }) => businessDate)
  return scope.sql`
    days as (${markedDays(scope, locationId, facts, arrivedAt)}), totals as (${totalsTakenAway(scope, locationId, days)}),
    guests as (${guestsDropped(scope, locationId, facts)}), sums as (${addedToRollup(scope, locationId, deltas)})`
}

/** Packed guests of a month are no longer what its days say, where the day was among those packed: today's sales leave the month's other days alone. */
const guestsDropped = ({ sql, venueId }: VenueScope, locationId: number, facts: readonly Fact[]): Fragment => {
  const first = new Map<string, string>()
  for (const { businessDate } of facts) {
    const month = `${businessDate.slice(0, 7)}-01`
    const known = first.get(month)
    if (known === undefined || businessDate < known) first.set(month, businessDate)
  }
  const months = [...first].sort()
  return sql`
    delete from packed_guests g using unnest(${texts(months.map(([month]) => month))}::date[], ${texts(months.map(([, day]) => day))}::date[]) as u(month, day)
    where g.venue_id = ${venueId} and g.location_id = ${locationId} and g.month = u.month and g.through >= u.day`
}

const addedToRollup = ({ sql, venueId }: VenueScope, locationId: number, deltas: readonly RollupDelta[]): Fragment => {
  const sums = MEASURES.map((_, i) => numbers(deltas.map((delta) => delta.sums[i] ?? 0)))
  const [n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax] = sums as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  return sql`
    insert into rollup as r (venue_id, grain, dim, location_id, period, key, n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax)
    select ${venueId}, u.grain, u.dim, ${locationId}, u.period, u.key, u.n, u.customers, u.qty, u.gross, u.promotion, u.discount, u.refund, u.surcharge, u.amount, u.cost, u.tax
    from unnest(${numbers(deltas.map(({ grain }) => grain))}::smallint[], ${numbers(deltas.map(({ dim }) => dim))}::smallint[],
      ${texts(deltas.map(({ period }) => period))}::date[], ${numbers(deltas.map(({ key }) => key))}::int[], ${n}::int[], ${customers}::int[], ${qty}::bigint[],
      ${gross}::bigint[], ${promotion}::bigint[], ${discount}::bigint[], ${refund}::bigint[], ${surcharge}::bigint[], ${amount}::bigint[], ${cost}::bigint[],
      ${tax}::bigint[]) as u(grain, dim, period, key, n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax)
    on conflict (venue_id, grain, dim, location_id, period, key) do update set
      n = r.n + excluded.n, customers = r.customers + excluded.customers, qty = r.qty + excluded.qty, gross = r.gross + excluded.gross,
      promotion = r.promotion + excluded.promotion, discount = r.discount + excluded.discount, refund = r.refund + excluded.refund,
      surcharge = r.surcharge + excluded.surcharge, amount = r.amount + excluded.amount, cost = r.cost + excluded.cost, tax = r.tax + excluded.tax`
}
