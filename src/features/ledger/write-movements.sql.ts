import { type Doer, doerOf } from '#platform/access/doer.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Query } from '#platform/database/sql.ts'
import { booleans, moments, numbers, texts } from '#platform/database/sql-arrays.ts'
import { type CardBalance, type DayFigure, type Posted, pointsOf } from './ledger.rules.ts'

type Fragment = Query<readonly unknown[]>

/**
 * Movements with their entries, the cards they change and the figures of their days, as parts of one statement (`name as (…)`, parted by
 * commas). The cards were locked before; days are sorted, so that no two writers wait for each other.
 * @param balances how the cards stand after them
 * @param beside what else is added to days
 */
export const movementsWritten = (
  scope: VenueScope,
  movements: readonly Posted[],
  balances: ReadonlyMap<string, CardBalance>,
  beside: readonly DayFigure[] = [],
  maker = doerOf(scope),
): Fragment => scope.sql`
  ledger_movements as (${movementRows(scope, movements, maker)}), ledger_entries as (${entryRows(scope, movements)}),
  ledger_cards as (${cardRows(scope, movements, balances)}), ledger_days as (${dayRows(scope, [...movements.flatMap(figuresOf), ...beside])})`

/**
 * Writes movements by themselves.
 * @param maker whoever asked for the work where a job does it; else the holder
 */
export const writeMovements = async (
  scope: VenueScope,
  movements: readonly Posted[],
  balances: ReadonlyMap<string, CardBalance>,
  maker = doerOf(scope),
): Promise<void> => {
  if (movements.length > 0) await scope.sql`with ${movementsWritten(scope, movements, balances, [], maker)} select`
}

const movementRows = ({ sql, venueId }: VenueScope, movements: readonly Posted[], { userId, onBehalfOf }: Doer): Fragment => {
  const ids = (name: 'movementId' | 'cardId' | 'otherCardId' | 'saleId' | 'reverses') => numbers(movements.map((movement) => movement[name]))
  return sql`
    insert into loyalty_movement (venue_id, movement_id, kind, card_id, other_card_id, points, location_id, business_date, at, sale_id, computed, worth, reverses,
      comments, actor_user_id, on_behalf_of_user_id)
    select ${venueId}, u.*, ${userId}::int, ${onBehalfOf}::int from unnest(${ids('movementId')}::bigint[], ${numbers(movements.map(({ kind }) => kind))}::smallint[],
      ${ids('cardId')}::bigint[], ${ids('otherCardId')}::bigint[], ${numbers(movements.map(pointsOf))}::bigint[],
      ${numbers(movements.map(({ locationId }) => locationId))}::int[], ${texts(movements.map(({ businessDate }) => businessDate))}::date[],
      ${moments(movements.map(({ at }) => at))}::timestamptz[], ${ids('saleId')}::bigint[], ${booleans(movements.map(({ computed }) => computed))}::boolean[],
      ${numbers(movements.map(({ worth }) => worth))}::bigint[], ${ids('reverses')}::bigint[], ${texts(movements.map(({ comments }) => comments))}::text[]) as u
    returning 1`
}

const entryRows = ({ sql, venueId }: VenueScope, movements: readonly Posted[]): Fragment => {
  const rows = movements.flatMap(({ entries, movementId, kind, locationId, businessDate }) =>
    entries.map((entry, i) => ({ ...entry, entryNo: i + 1, movementId, kind, locationId, businessDate })),
  )
  return sql`
    insert into loyalty_entry (venue_id, movement_id, entry_no, account, card_id, delta, kind, location_id, business_date)
    select ${venueId}, u.* from unnest(${numbers(rows.map(({ movementId }) => movementId))}::bigint[], ${numbers(rows.map(({ entryNo }) => entryNo))}::smallint[],
      ${numbers(rows.map(({ account }) => account))}::smallint[], ${numbers(rows.map(({ cardId }) => cardId))}::bigint[],
      ${numbers(rows.map(({ delta }) => delta))}::bigint[], ${numbers(rows.map(({ kind }) => kind))}::smallint[],
      ${numbers(rows.map(({ locationId }) => locationId))}::int[], ${texts(rows.map(({ businessDate }) => businessDate))}::date[]) as u
    returning 1`
}

const cardRows = ({ sql, venueId }: VenueScope, movements: readonly Posted[], balances: ReadonlyMap<string, CardBalance>): Fragment => {
  const used = new Map<string, string | null>()
  for (const { changes, cardId, usedOn } of movements) {
    for (const change of changes) used.set(change.cardId, used.get(change.cardId) ?? null)
    if (usedOn !== null && usedOn > (used.get(cardId) ?? '')) used.set(cardId, usedOn)
  }
  const cards = [...used].map(([cardId, usedOn]) => ({ cardId, usedOn, ...(balances.get(cardId) ?? { points: 0, owed: 0 }) }))
  return sql`
    update loyalty_card c set points = u.points, owed = u.owed, last_used = greatest(c.last_used, u.used_on)
    from unnest(${numbers(cards.map(({ cardId }) => cardId))}::bigint[], ${numbers(cards.map(({ points }) => points))}::bigint[],
      ${numbers(cards.map(({ owed }) => owed))}::bigint[], ${texts(cards.map(({ usedOn }) => usedOn))}::date[]) as u(card_id, points, owed, used_on)
    where c.venue_id = ${venueId} and c.card_id = u.card_id returning 1`
}

const figuresOf = ({ figures, locationId, businessDate }: Posted): DayFigure[] => figures.map((one) => ({ ...one, locationId, businessDate }))

const dayRows = ({ sql, venueId }: VenueScope, figures: readonly DayFigure[]): Fragment => {
  const days = new Map<string, DayFigure>()
  for (const one of figures) {
    const key = `${String(one.locationId).padStart(10, '0')} ${one.businessDate} ${String(one.figure).padStart(2, '0')}`
    days.set(key, { ...one, points: one.points + (days.get(key)?.points ?? 0) })
  }
  const rows = [...days.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  return sql`
    insert into loyalty_day as d (venue_id, location_id, day, figure, points)
    select ${venueId}, u.* from unnest(${numbers(rows.map(({ locationId }) => locationId))}::int[], ${texts(rows.map(({ businessDate }) => businessDate))}::date[],
      ${numbers(rows.map(({ figure }) => figure))}::smallint[], ${numbers(rows.map(({ points }) => points))}::bigint[]) as u
    on conflict (venue_id, location_id, day, figure) do update set points = d.points + excluded.points returning 1`
}
