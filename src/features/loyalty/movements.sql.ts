import { MOVEMENT } from '#features/ledger/ledger.rules.ts'
import { checkRange } from '#features/reports/kit/range.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import { MOVEMENT_KINDS } from './card-fields.rules.ts'
import { cardNamed } from './cards.sql.ts'
import type { Movement } from './loyalty.contract.ts'

interface Asked {
  After?: string | undefined
  Limit?: number | undefined
  FromDate?: string | undefined
  ToDate?: string | undefined
  Locations?: number[] | undefined
}

const USUAL_PAGE = 100

type Row = Omit<Movement, 'Kind' | 'Location' | 'PointsSource' | 'Reversible'> & { kind: number; computed: boolean; whole: number }

/**
 * A member's movements at the holder's locations or those chosen, the newest trading day first. The balance counts every location, so that it is right whoever
 * looks; what arrived late stands on its day and counts from there, so that a range begins with the balance of the day before.
 * @throws CardNotFound, LocationNotFound, RangeBackwards, RangeTooLong
 */
export const movementsOf = async (scope: VenueScope, number: string, { After, Limit = USUAL_PAGE, FromDate, ToDate, Locations }: Asked) => {
  if (FromDate !== undefined && ToDate !== undefined) checkRange({ from: FromDate, to: ToDate }, 'year')
  const { sql, venueId } = scope
  const places = scope.chosenLocations(Locations)
  const card = await cardNamed(scope, number)
  const rows = await sql<Row[]>`
    with cards as (select c.card_id, c.number from loyalty_card c where c.venue_id = ${venueId} and c.member_id = ${card.member_id}::bigint),
    named as (
      select m.* from loyalty_movement m where m.venue_id = ${venueId} and m.card_id in (select card_id from cards)
      union select m.* from loyalty_movement m where m.venue_id = ${venueId} and m.other_card_id in (select card_id from cards)
    ), changes as (
      select e.movement_id, coalesce(sum(e.delta) filter (where e.account = 1), 0) as points, -coalesce(sum(e.delta) filter (where e.account = 2), 0) as owed
      from loyalty_entry e where e.venue_id = ${venueId} and e.card_id in (select card_id from cards) group by e.movement_id
    ), running as (
      select n.*, coalesce(c.points, 0) as changed, coalesce(c.owed, 0) as changed_owed, sum(coalesce(c.points, 0)) over w as balance, sum(coalesce(c.owed, 0)) over w as owed_after
      from named n left join changes c on c.movement_id = n.movement_id window w as (order by n.business_date, n.at, n.movement_id)
    ), page as (
      select * from running r where r.location_id = any(${numbers(places.map(({ locationId }) => locationId))}::int[])
        and ${After === undefined ? sql`true` : sql`(r.business_date, r.at, r.movement_id) < (select a.business_date, a.at, a.movement_id from running a where a.movement_id = ${After}::bigint)`}
        and r.business_date between ${FromDate ?? '0001-01-01'}::date and ${ToDate ?? '9999-12-31'}::date
      order by r.business_date desc, r.at desc, r.movement_id desc limit ${Limit + 1}
    )
    select p.movement_id::text as "MovementId", p.kind, p.business_date as "Day", to_json(p.at)#>>'{}' as "At", p.location_id as "LocationId",
      coalesce(own.number, other.number) as "CardNumber", p.changed::bigint as "Points", p.changed_owed::bigint as "Owed", p.points as whole,
      coalesce(v.accrued, 0)::bigint as "Accrued", coalesce(v.redeemed, 0)::bigint as "Redeemed", p.balance::bigint as "Balance", p.owed_after::bigint as "OwedAfter",
      p.sale_id::text as "SaleId", s.receipt as "Receipt", p.computed,
      case when p.other_card_id is null then null when own.card_id is null then mine.number else far.number end as "OtherCard",
      doer.display_name as "By", behalf.display_name as "OnBehalfOf",
      (select t.provider from member_transaction t where t.venue_id = ${venueId} and t.movement_id = p.movement_id) as "Provider", p.comments as "Comments", p.reverses::text as "Reverses",
      coalesce((select abs(sum(r.points)) from loyalty_movement r where r.venue_id = ${venueId} and r.reverses = p.movement_id), 0)::bigint as "Reversed"
    from page p
      left join cards own on own.card_id = p.card_id left join cards other on other.card_id = p.other_card_id
      left join loyalty_card mine on mine.venue_id = ${venueId} and mine.card_id = p.card_id
      left join loyalty_card far on far.venue_id = ${venueId} and far.card_id = p.other_card_id
      left join sale s on s.venue_id = ${venueId} and s.sale_id = p.sale_id
      left join employee doer on doer.venue_id = ${venueId} and doer.user_id = p.actor_user_id
      left join employee behalf on behalf.venue_id = ${venueId} and behalf.user_id = p.on_behalf_of_user_id
      left join lateral (select -sum(e.delta) filter (where e.account = 3) as accrued, sum(e.delta) filter (where e.account in (4, 6)) as redeemed
        from loyalty_entry e where e.venue_id = ${venueId} and e.movement_id = p.movement_id and e.account in (3, 4, 6)) v on true
    order by p.business_date desc, p.at desc, p.movement_id desc`
  const shown = rows.slice(0, Limit)
  return {
    CardNumber: card.number,
    Points: card.points,
    Owed: card.owed,
    Movements: shown.map((row) => movementOf(scope, row)),
    Next: rows.length > Limit ? (shown.at(-1)?.MovementId ?? null) : null,
  }
}

const LASTING: readonly number[] = [MOVEMENT.replacement, MOVEMENT.reversal]

const movementOf = ({ locations }: VenueScope, { kind, computed, whole, ...row }: Row): Movement => ({
  ...row,
  Kind: MOVEMENT_KINDS[kind - 1] ?? 'Sale',
  Location: locations.find(({ locationId }) => locationId === row.LocationId)?.name ?? '',
  PointsSource: kind === MOVEMENT.sale ? (computed ? 'Computed' : 'Till') : null,
  Reversible: LASTING.includes(kind) || row.Reverses !== null ? 0 : Math.max(0, Math.abs(whole) - row.Reversed),
})
