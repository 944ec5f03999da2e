import { ACCOUNT, FIGURE, MOVEMENT } from '#features/ledger/ledger.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Query } from '#platform/database/sql.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import { DIFFERENCE_REASONS, type DifferenceReason } from './points-figures.rules.ts'

/** The locations and days of which sales and ledger are compared. */
export interface Compared {
  locationIds: readonly number[]
  from: string
  to: string
}

/** How often and by how much a reason makes a location's cards and sales differ. */
export interface ReasonSum {
  locationId: number
  reason: DifferenceReason
  points: number
  count: number
}

/** A sale and its entry as the database tells them; either may be missing. */
export interface DifferenceRow {
  reason: DifferenceReason
  locationId: number
  day: string
  points: number
  saleId: string | null
  receipt: string | null
  saleKind: number | null
  soldAt: string | null
  amount: number | null
  saleCard: string | null
  salePoints: number | null
  movementId: string | null
  movementKind: number | null
  postedAt: string | null
  entryCard: string | null
  entryPoints: number | null
  by: string | null
  comments: string | null
}

const at = (reason: DifferenceReason): number => DIFFERENCE_REASONS.indexOf(reason)

/**
 * Rows `differing`: each sale or movement of which sales and ledger do not say the same points, with the reason and the difference. Sales without
 * a card are found by their index, and so is what was taken back by hand. Besides, only days are looked through on which something else may differ:
 * the sums of the day do, or some document was marked when it was stored.
 */
const differing = ({ sql, venueId }: VenueScope, { locationIds, from, to }: Compared): Query<readonly unknown[]> => {
  const issued = sql`(select coalesce(-sum(e.delta), 0)::bigint as points from loyalty_entry e
    where e.venue_id = ${venueId} and e.movement_id = m.movement_id and e.account = ${ACCOUNT.issued})`
  const movements = sql`apart a join loyalty_movement m on m.venue_id = ${venueId} and m.location_id = a.location_id and m.business_date = a.day`
  return sql`
    by_hand as materialized (
      select ${at('ManualAccrual')}::int as reason, m.location_id, m.business_date as day, m.points, f.sale_id, m.movement_id, m.points as entry_points
      from loyalty_movement m join loyalty_movement f on f.venue_id = ${venueId} and f.movement_id = m.reverses and f.kind = ${MOVEMENT.sale}
      where m.venue_id = ${venueId} and m.kind = ${MOVEMENT.reversal} and m.points < 0 and m.location_id = any(${numbers(locationIds)}::int[])
        and m.business_date between ${from}::date and ${to}::date
    ), hand_days as (select location_id, day, -sum(points) as points, count(*) as n from by_hand group by 1, 2
    ), apart as materialized (
      select d.location_id, d.day from loyalty_day d left join hand_days h on h.location_id = d.location_id and h.day = d.day
      where d.venue_id = ${venueId} and d.location_id = any(${numbers(locationIds)}::int[]) and d.day between ${from}::date and ${to}::date
        and d.figure in (${FIGURE.accrued}, ${FIGURE.accruedReversed}, ${FIGURE.salesPoints}, ${FIGURE.unlike}, ${FIGURE.withoutCard})
      group by d.location_id, d.day
      having coalesce(sum(d.points) filter (where d.figure in (${FIGURE.accrued}, ${FIGURE.withoutCard})), 0) + coalesce(max(h.points), 0)
          <> coalesce(sum(d.points) filter (where d.figure in (${FIGURE.accruedReversed}, ${FIGURE.salesPoints})), 0)
        or coalesce(sum(d.points) filter (where d.figure = ${FIGURE.unlike}), 0) <> coalesce(max(h.n), 0)
    ), sold as materialized (
      select s.sale_id, s.location_id, s.business_date, s.kind, s.card_number, s.points_accrued, s.points_redeemed
      from apart a join sale s on s.venue_id = ${venueId} and s.location_id = a.location_id and s.business_date = a.day
      where s.card_number is not null
    ), posted as materialized (
      select m.movement_id, m.sale_id, m.location_id, m.business_date, m.points, m.computed, m.reverses from ${movements} where m.kind = ${MOVEMENT.sale}
    ), not_posted as (
      select case when coalesce(s.card_number, '') ~ '[[:graph:]]' then ${at('NotYetPosted')}::int
          when (s.points_accrued < 0) = (s.kind <> 5) then ${at('RefundNotReversed')}::int else ${at('UnknownOrBlockedCard')}::int end as reason,
        s.location_id, s.business_date as day, -s.points_accrued::bigint as points, s.sale_id, null::bigint as movement_id, null::bigint as entry_points
      from (
        select c.sale_id, c.location_id, c.business_date, c.kind, c.card_number, c.points_accrued from sale c
        where c.venue_id = ${venueId} and c.location_id = any(${numbers(locationIds)}::int[]) and c.business_date between ${from}::date and ${to}::date
          and c.points_accrued <> 0 and c.card_number is null and c.kind in (1, 2, 5)
        union all
        select s.sale_id, s.location_id, s.business_date, s.kind, s.card_number, s.points_accrued from sold s left join posted p on p.movement_id = s.sale_id
        where p.movement_id is null and s.points_accrued <> 0 and s.kind in (1, 2, 5)
          and not exists (select from loyalty_movement m where m.venue_id = ${venueId} and m.movement_id = s.sale_id)
      ) s
    ), posted_otherwise as (
      select case when exists (select from loyalty_movement r where r.venue_id = ${venueId} and r.reverses = m.reverses and r.kind = ${MOVEMENT.reversal})
          then ${at('ManualAccrual')}::int when m.computed then ${at('RateChanged')}::int else ${at('Unexplained')}::int end,
        m.location_id, m.business_date, i.points - s.points_accrued, s.sale_id, m.movement_id, i.points
      from posted m join sold s on s.sale_id = m.movement_id cross join lateral ${issued} i
      where m.points <> s.points_accrued - s.points_redeemed and i.points <> s.points_accrued
    ), posted_twice as (
      select ${at('PostedTwice')}::int, m.location_id, m.business_date, i.points, m.sale_id, m.movement_id, i.points
      from posted m cross join lateral ${issued} i where m.sale_id <> m.movement_id and i.points <> 0
    ), on_replaced as (
      select ${at('ReplacedCard')}::int, m.location_id, m.business_date, 0::bigint, s.sale_id, m.movement_id, s.points_accrued::bigint
      from ${movements} join sale s on s.venue_id = ${venueId} and s.sale_id = m.movement_id
        join loyalty_card o on o.venue_id = ${venueId} and o.status = 3 and o.member_id = m.card_id
          and o.number_key = lower(regexp_replace(normalize(s.card_number, nfkc), '[[:space:]]', '', 'g'))
      where m.kind = ${MOVEMENT.sale}
    ), differing as (
      select * from not_posted union all select * from posted_otherwise union all select * from posted_twice union all select * from by_hand
      union all select * from on_replaced
    )`
}

/** Why the points of sales and those of cards differ, by location and reason. */
export const reasonsByLocation = async (scope: VenueScope, compared: Compared): Promise<ReasonSum[]> => {
  const rows = await scope.sql<{ locationId: number; reason: number; points: number; count: number }[]>`
    with ${differing(scope, compared)}
    select d.location_id as "locationId", d.reason, sum(d.points)::bigint as points, count(*)::int as count from differing d group by 1, 2 order by 1, 2`
  return rows.map(({ reason, ...row }) => ({ ...row, reason: reasonAt(reason) }))
}

const reasonAt = (index: number): DifferenceReason => DIFFERENCE_REASONS[index] ?? 'Unexplained'

/** The sales and entries behind a difference, of one reason or all, in the order of their days. */
export const differenceRows = async (scope: VenueScope, compared: Compared, reason: DifferenceReason | undefined, most: number): Promise<DifferenceRow[]> => {
  const { sql, venueId } = scope
  const reasons = reason === undefined ? DIFFERENCE_REASONS.map((_, i) => i) : [at(reason)]
  const rows = await sql<(Omit<DifferenceRow, 'reason'> & { reason: number })[]>`
    with ${differing(scope, compared)}, page as (
      select * from differing d where d.reason = any(${numbers(reasons)}::int[]) order by d.day, coalesce(d.movement_id, d.sale_id), d.reason, d.sale_id limit ${most}
    )
    select p.reason, p.location_id as "locationId", p.day, p.points, p.sale_id::text as "saleId", s.receipt, s.kind as "saleKind",
      to_json(s.closed_at)#>>'{}' as "soldAt", s.amount, s.card_number as "saleCard", s.points_accrued as "salePoints",
      p.movement_id::text as "movementId", m.kind as "movementKind", to_json(m.at)#>>'{}' as "postedAt", c.number as "entryCard",
      p.entry_points as "entryPoints", w.display_name as by, m.comments
    from page p left join sale s on s.venue_id = ${venueId} and s.sale_id = p.sale_id
      left join loyalty_movement m on m.venue_id = ${venueId} and m.movement_id = p.movement_id
      left join loyalty_card c on c.venue_id = ${venueId} and c.card_id = m.card_id
      left join employee w on w.venue_id = ${venueId} and w.user_id = m.actor_user_id
    order by p.day, coalesce(p.movement_id, p.sale_id), p.reason, p.sale_id`
  return rows.map((row) => ({ ...row, reason: reasonAt(row.reason) }))
}
