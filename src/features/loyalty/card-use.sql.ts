import { MOVEMENT } from '#features/ledger/ledger.rules.ts'
import { ownPerson } from '#features/ledger/own-person.sql.ts'
import { checkRange } from '#features/reports/kit/range.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Query } from '#platform/database/sql.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import { toMajor } from '#shared/money.ts'
import { cardNamed } from './cards.sql.ts'

interface Range {
  FromDate: string
  ToDate: string
  Locations?: number[] | undefined
}

const USUAL_THRESHOLD = 5

/** Whether a movement `m` is a use: a sale that gave or took points and was not taken back. */
export const isUse = ({ sql, venueId }: VenueScope): Query<readonly unknown[]> => sql`
  m.kind = ${MOVEMENT.sale} and m.reverses is null and s.n > 0 and not exists (
    select from loyalty_movement b where b.venue_id = ${venueId} and b.reverses = m.movement_id and b.sale_id is not null)`

/**
 * A card's uses by location; a member's earlier cards count with it.
 * @throws CardNotFound, LocationNotFound, RangeBackwards, RangeTooLong
 */
export const cardUse = async (scope: VenueScope, number: string, { FromDate, ToDate, Locations }: Range) => {
  checkRange({ from: FromDate, to: ToDate }, 'year')
  const places = scope.chosenLocations(Locations)
  const { sql, venueId } = scope
  const card = await cardNamed(scope, number)
  const rows = await sql<{ locationId: number; SaleId: string; Receipt: string; Day: string; At: string; Accrued: number; Redeemed: number; amount: number }[]>`
    select m.location_id as "locationId", m.sale_id::text as "SaleId", s.receipt as "Receipt", m.business_date as "Day", to_json(m.at)#>>'{}' as "At",
      s.points_accrued as "Accrued", s.points_redeemed as "Redeemed", s.amount
    from loyalty_card c join loyalty_movement m on m.venue_id = ${venueId} and m.card_id = c.card_id
      join sale s on s.venue_id = ${venueId} and s.sale_id = m.sale_id
    where c.venue_id = ${venueId} and c.member_id = ${card.member_id}::bigint and m.business_date between ${FromDate}::date and ${ToDate}::date and ${isUse(scope)}
    order by m.at, m.movement_id`
  return {
    CardNumber: card.number,
    Locations: places.map(({ locationId, name, currency }) => {
      const History = rows
        .filter((row) => row.locationId === locationId)
        .map(({ locationId: _, amount, ...use }) => ({ ...use, Amount: toMajor(amount, currency) }))
      const sum = (figure: 'Accrued' | 'Redeemed') => History.reduce((all, use) => all + use[figure], 0)
      const amount = rows.filter((row) => row.locationId === locationId).reduce((all, row) => all + row.amount, 0)
      return {
        LocationId: locationId,
        Name: name,
        Currency: currency,
        Uses: History.length,
        Accrued: sum('Accrued'),
        Redeemed: sum('Redeemed'),
        Amount: toMajor(amount, currency),
        History,
      }
    }),
  }
}

/**
 * Cards used on one trading day at a location as often as the threshold, the most often first; a member's earlier cards count with the last. The user's
 * own card is not listed.
 * @throws LocationNotFound, RangeBackwards, RangeTooLong
 */
export const oftenUsed = async (
  scope: VenueScope,
  { FromDate, ToDate, Locations, Threshold = USUAL_THRESHOLD }: Range & { Threshold?: number | undefined },
) => {
  checkRange({ from: FromDate, to: ToDate }, 'year')
  const places = scope.chosenLocations(Locations)
  const { sql, venueId } = scope
  const { cardIds } = await ownPerson(scope)
  const rows = await sql<{ locationId: number; CardNumber: string; Name: string; Day: string; Uses: number; Points: number }[]>`
    with used as (
      select m.location_id, c.member_id, m.business_date as day, count(*)::int as uses, sum(s.points_accrued)::bigint as points
      from loyalty_movement m join sale s on s.venue_id = ${venueId} and s.sale_id = m.sale_id
        join loyalty_card c on c.venue_id = ${venueId} and c.card_id = m.card_id
      where m.venue_id = ${venueId} and m.location_id = any(${numbers(places.map(({ locationId }) => locationId))}::int[])
        and m.business_date between ${FromDate}::date and ${ToDate}::date and ${isUse(scope)}
      group by 1, 2, 3 having count(*) >= ${Threshold}
    )
    select u.location_id as "locationId", c.number as "CardNumber", c.name as "Name", u.day as "Day", u.uses as "Uses", u.points as "Points"
    from used u join loyalty_card c on c.venue_id = ${venueId} and c.card_id = u.member_id
    where u.member_id <> all(${numbers(cardIds)}::bigint[]) order by u.uses desc, u.day, c.number`
  return {
    Threshold,
    Locations: places.map(({ locationId, name }) => ({
      LocationId: locationId,
      Name: name,
      Cards: rows.filter((row) => row.locationId === locationId).map(({ locationId: _, ...card }) => card),
    })),
  }
}
