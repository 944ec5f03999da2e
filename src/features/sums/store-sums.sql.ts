import type { Fact } from '#features/intake/sale-facts.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import type { TimeSlice } from '#platform/web/time-slice.ts'
import { markedDays } from './marked-days.sql.ts'
import { type Fragment, listed } from './reading/slice.sql.ts'
import { SHAPES, type Shape } from './rollup.rules.ts'
import { type RollupDelta, rollupDeltas } from './rollup-deltas.rules.ts'
import { columnsOf } from './shapes.sql.ts'
import { totalsTakenAway } from './totals-taken-away.sql.ts'

/** Facts of a location that are being stored. */
interface Changed {
  locationId: number
  facts: readonly Fact[]
  /** When they came, or what brings them began. */
  arrivedAt: Date
}

/** What is to be done to everything derived, in the statement that stores the facts. */
export interface SumsChanged {
  parts: Fragment
}

/**
 * What storing facts does to everything derived from them, as parts of the statement that stores them: their days are marked, what was derived
 * from those days is dropped, and the rollup grows. Each part is `name as (…)`, separated by commas. Intake calls it for
 * every batch, holding the location's `rollupLock` together with others.
 * @param slice lets others have a turn while many facts are added up
 */
export const sumsChanged = async (scope: VenueScope, { locationId, facts, arrivedAt }: Changed, slice: TimeSlice): Promise<SumsChanged> => {
  const deltas = await slice.through(rollupDeltas(facts))
  const days = facts.map(({ businessDate }) => businessDate)
  // Within an object: a statement that a promise resolves to would be sent.
  return {
    parts: scope.sql`
    days as (${markedDays(scope, locationId, facts, arrivedAt)}), totals as (${totalsTakenAway(scope, locationId, days)}),
    guests as (${guestsDropped(scope, locationId, facts)})${grown(scope, locationId, deltas)}`,
  }
}

/** The rollup grows in the tables that something is added to. */
const grown = (scope: VenueScope, locationId: number, deltas: readonly RollupDelta[]): Fragment =>
  SHAPES.reduce<Fragment>((all, shape) => {
    const own = deltas.filter(({ dim }) => shape.dims.includes(dim))
    return own.length === 0 ? all : scope.sql`${all}, ${scope.sql(`${shape.table}_grown`)} as (${addedToRollup(scope, locationId, shape, own)})`
  }, scope.sql``)

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

const addedToRollup = (scope: VenueScope, locationId: number, shape: Shape, deltas: readonly RollupDelta[]): Fragment => {
  const { sql, venueId } = scope
  const columns = columnsOf(scope, shape)
  const values = shape.measures.map((_, i): Fragment => sql`${numbers(deltas.map((delta) => delta.sums[i] ?? 0))}::bigint[]`)
  const added = shape.measures.map((name): Fragment => sql`${sql(name)} = r.${sql(name)} + excluded.${sql(name)}`)
  return sql`
    insert into ${sql(shape.table)} as r (venue_id, grain, dim, location_id, period, key, ${columns})
    select ${venueId}, grain, dim, ${locationId}, period, key, ${columns}
    from unnest(${numbers(deltas.map(({ grain }) => grain))}::smallint[], ${numbers(deltas.map(({ dim }) => dim))}::smallint[],
      ${texts(deltas.map(({ period }) => period))}::date[], ${numbers(deltas.map(({ key }) => key))}::int[], ${listed(scope, values)})
      as u(grain, dim, period, key, ${columns})
    on conflict (venue_id, grain, dim, location_id, period, key) do update set ${listed(scope, added)}`
}
