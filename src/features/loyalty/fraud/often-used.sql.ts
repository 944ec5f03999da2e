import type { VenueScope } from '#platform/access/venue-scope.ts'
import { failure } from '#shared/failure.ts'
import { LEAST_USES, USUAL_RULES } from './fraud-rules.rules.ts'
import { type Asked, usesIn } from './fraud-uses.sql.ts'

interface Query {
  FromDate: string
  ToDate: string
  Locations?: number[] | undefined
  Threshold?: number | undefined
}

/** Rule F1 by itself: cards used on one trading day at a location as often as the threshold or oftener. @throws RangeBackwards, LocationNotFound */
export const oftenUsed = async (venue: VenueScope, { FromDate, ToDate, Locations, Threshold = USUAL_RULES.UsesPerDay }: Query) => {
  if (FromDate > ToDate) throw failure('RangeBackwards')
  const places = venue.chosenLocations(Locations)
  const asked: Asked = { from: FromDate, to: ToDate, locationIds: places.map(({ locationId }) => locationId) }
  const { sql, venueId } = venue
  const rows = await sql<{ locationId: number; CardNumber: string; Name: string; Day: string; Uses: number; Points: number }[]>`
    with ${usesIn(venue, asked)}
    select u.location_id as "locationId", c.number as "CardNumber", c.name as "Name", u.day as "Day", count(*)::int as "Uses", sum(u.accrued - u.redeemed)::int as "Points"
    from uses u join loyalty_card c on c.venue_id = ${venueId} and c.card_id = u.card
    where u.day >= ${FromDate}::date group by u.location_id, c.card_id, c.number, c.name, u.day having count(*) >= ${Math.max(Threshold, LEAST_USES)}
    order by "Uses" desc, u.day desc, c.number`
  return {
    Threshold,
    Locations: places.flatMap(({ locationId, name }) => {
      const Cards = rows.filter((row) => row.locationId === locationId).map(({ locationId: _, ...card }) => card)
      return Cards.length > 0 ? [{ LocationId: locationId, Name: name, Cards }] : []
    }),
  }
}
