import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { FieldError } from '#shared/failure.ts'
import { toMajor } from '#shared/money.ts'
import { nameKey } from '#shared/name-key.ts'
import type { OnlinePlace, OpenOrder } from './online-orders.contract.ts'
import { onlinePlaces } from './online-places.sql.ts'

const MOST_SHOWN = 200

/** The places of a provider as their screen shows them, with how many of their orders are no sales. */
export const placesShown = async (venue: VenueScope, provider: string): Promise<OnlinePlace[]> => {
  const { sql, venueId, locations } = venue
  const rows = await sql<{ place: string; open: number }[]>`
    select account_id || ' ' || place_id as place, count(*)::int as open from online_order
    where venue_id = ${venueId} and provider = ${provider} and state in ('waiting', 'refused') group by 1`
  const open = new Map(rows.map((row) => [row.place, row.open]))
  const byName = new Map(locations.map(({ locationId, name }) => [nameKey(name), locationId]))
  return (await onlinePlaces(venue, provider)).map(({ accountId, placeId, name, locationId }) => ({
    AccountId: accountId,
    PlaceId: placeId,
    Name: name,
    LocationId: locationId,
    Suggested: locationId === null ? (byName.get(nameKey(name)) ?? null) : null,
    Open: open.get(`${accountId} ${placeId}`) ?? 0,
  }))
}

interface OpenRow {
  orderId: string
  name: string
  accountId: string
  place: string
  locationId: number | null
  placedAt: Date
  currency: string
  total: number
  state: 'waiting' | 'refused'
  reasons: FieldError[]
}

/** Orders of a provider that are no sales, the oldest first, and how many there are. */
export const openOrders = async ({ sql, venueId }: VenueScope, provider: string): Promise<{ Orders: OpenOrder[]; Count: number }> => {
  const rows = await sql<OpenRow[]>`
    select o.order_id as "orderId", o.name, o.account_id as "accountId", coalesce(p.name, o.place_id) as place, p.location_id as "locationId",
      o.placed_at as "placedAt", o.currency, o.total::float8 as total, o.state, o.reasons
    from online_order o left join online_place p
      on p.venue_id = ${venueId} and p.provider = o.provider and p.account_id = o.account_id and p.place_id = o.place_id
    where o.venue_id = ${venueId} and o.provider = ${provider} and o.state in ('waiting', 'refused') order by o.placed_at, o.order_id limit ${MOST_SHOWN}`
  const [all] = await sql<{ n: number }[]>`
    select count(*)::int as n from online_order where venue_id = ${venueId} and provider = ${provider} and state in ('waiting', 'refused')`
  return {
    Orders: rows.map((row) => ({
      OrderId: row.orderId,
      Name: row.name,
      AccountId: row.accountId,
      Place: row.place,
      LocationId: row.locationId,
      PlacedAt: row.placedAt.toISOString(),
      Currency: row.currency,
      Total: row.currency === '' ? 0 : toMajor(row.total, row.currency),
      State: row.state === 'waiting' ? 'Waiting' : 'Refused',
      Reasons: row.reasons.map(({ ErrorCode, FieldName, Message }) => ({ ErrorCode, FieldName, Message })),
    })),
    Count: all?.n ?? 0,
  }
}
