import type { ScopeLocation, VenueScope } from '#platform/access/venue-scope.ts'
import { texts } from '#platform/database/sql-arrays.ts'
import { addDays, tradingMoment } from '#shared/day.ts'
import { failure } from '#shared/failure.ts'
import { type CalendarEntry, calendarOf } from '#shared/trading-day.ts'
import { AHEAD_DAYS, OLDEST_DAYS } from './cellar-clock.rules.ts'
import { nameKey } from './read-items.rules.ts'

/** Where something is told of, and between which days it may lie. */
export interface StockPlace {
  locationId: number
  currency: string
  calendar: readonly CalendarEntry[]
  today: string
  firstDay: string
  lastDay: string
  now: Date
}

/** @throws LocationNotFound */
export const tillPlaceOf = (scope: VenueScope): StockPlace => {
  const [location] = scope.locations
  if (scope.holder.kind !== 'till' || !location) throw failure('LocationNotFound')
  return stockPlaceOf(scope, location)
}

export const stockPlaceOf = ({ now }: VenueScope, location: ScopeLocation): StockPlace => {
  const { day } = tradingMoment(now, location.timeZone, location.dayStart)
  const calendar = calendarOf(location)
  return {
    locationId: location.locationId,
    currency: location.currency,
    calendar,
    today: day,
    firstDay: addDays(day, -OLDEST_DAYS),
    lastDay: addDays(day, AHEAD_DAYS),
    now,
  }
}

/** The venue's products by PLU, of those that are named. */
export const productIdsOf = async ({ sql, venueId }: VenueScope, plus: readonly string[]): Promise<Map<string, number>> => {
  const rows = await sql<{ plu: string; id: number }[]>`
    select p.plu, p.product_id as id from product p where p.venue_id = ${venueId} and p.plu = any(${texts([...new Set(plus)])}::text[])`
  return new Map(rows.map(({ plu, id }) => [plu, id]))
}

/** The suppliers on the venue's list by their names, however they are capitalized. */
export const suppliersByName = async ({ sql, venueId }: VenueScope): Promise<Map<string, number>> => {
  const rows = await sql<{ id: number; name: string }[]>`
    select s.supplier_id as id, s.name from venue_supplier s where s.venue_id = ${venueId} order by s.supplier_id desc`
  return new Map(rows.map(({ id, name }) => [nameKey(name), id]))
}
