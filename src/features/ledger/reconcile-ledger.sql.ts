import type { VenueScope } from '#platform/access/venue-scope.ts'
import { ACCOUNT, FIGURE, SIGN_OF_FIGURE } from './ledger.rules.ts'

/** Something in the ledger that does not agree with its entries. */
export interface LedgerMismatch {
  /** A card by its id, a movement by its id, or a location's day: of the ledger, or of what sales say of points. */
  what: 'card' | 'movement' | 'day' | 'day of sales'
  id: string
  kept: number
  entries: number
}

const MOST = 100

/**
 * What does not agree: movements that do not add up to zero, cards that stand otherwise than their entries say, and days whose figures do
 * not come to what members' accounts changed by, or to the points of the day's sales. Empty where the ledger is right.
 */
export const ledgerMismatches = async (scope: VenueScope): Promise<LedgerMismatch[]> => {
  const { sql, venueId } = scope
  await sql.withoutTimeLimit()
  const signs = Object.entries(SIGN_OF_FIGURE).map(([figure, sign]) => ({ figure: Number(figure), sign }))
  const movements = await sql<LedgerMismatch[]>`
    select 'movement' as what, e.movement_id::text as id, 0 as kept, sum(e.delta)::bigint as entries from loyalty_entry e
    where e.venue_id = ${venueId} group by e.movement_id having sum(e.delta) <> 0 order by 2 limit ${MOST}`
  const cards = await sql<LedgerMismatch[]>`
    with entries as (
      select e.card_id, coalesce(sum(e.delta) filter (where e.account = ${ACCOUNT.points}), 0) as points,
        -coalesce(sum(e.delta) filter (where e.account = ${ACCOUNT.owed}), 0) as owed
      from loyalty_entry e where e.venue_id = ${venueId} and e.card_id is not null group by e.card_id
    )
    select 'card' as what, coalesce(c.card_id, e.card_id)::text as id, coalesce(c.points - c.owed, 0)::bigint as kept, coalesce(e.points - e.owed, 0)::bigint as entries
    from (select card_id, points, owed from loyalty_card where venue_id = ${venueId}) c full join entries e on e.card_id = c.card_id
    where coalesce(c.points, 0) <> coalesce(e.points, 0) or coalesce(c.owed, 0) <> coalesce(e.owed, 0) order by 2 limit ${MOST}`
  const days = await sql<LedgerMismatch[]>`
    with figures as (
      select d.location_id, d.day, sum(d.points * s.sign) as points from loyalty_day d
      join jsonb_to_recordset(${sql.json(signs)}) as s(figure int, sign int) on s.figure = d.figure where d.venue_id = ${venueId} group by 1, 2
    ), entries as (
      select e.location_id, e.business_date as day, sum(e.delta) as points from loyalty_entry e
      where e.venue_id = ${venueId} and e.account in (${ACCOUNT.points}, ${ACCOUNT.owed}) group by 1, 2
    )
    select 'day' as what, coalesce(f.location_id, e.location_id) || ' ' || coalesce(f.day, e.day) as id, coalesce(f.points, 0)::bigint as kept,
      coalesce(e.points, 0)::bigint as entries
    from figures f full join entries e on e.location_id = f.location_id and e.day = f.day where coalesce(f.points, 0) <> coalesce(e.points, 0) order by 2 limit ${MOST}`
  const sales = await sql<LedgerMismatch[]>`
    select 'day of sales' as what, coalesce(f.location_id, s.location_id) || ' ' || coalesce(f.day, s.day) as id, coalesce(f.points, 0)::bigint as kept,
      coalesce(s.points, 0)::bigint as entries
    from (select location_id, day, points from loyalty_day where venue_id = ${venueId} and figure = ${FIGURE.salesPoints}) f
    full join (
      select location_id, business_date as day, sum(points_accrued) as points from sale
      where venue_id = ${venueId} and kind in (1, 2, 5) and points_accrued <> 0 group by 1, 2
    ) s on s.location_id = f.location_id and s.day = f.day where coalesce(f.points, 0) <> coalesce(s.points, 0) order by 2 limit ${MOST}`
  return [...movements, ...cards, ...days, ...sales]
}
