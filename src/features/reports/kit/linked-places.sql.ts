import { BACKFILL_DAYS } from '#integrations/link.rules.ts'
import type { ScopeLocation, VenueScope } from '#platform/access/venue-scope.ts'
import { addDays } from '#shared/day.ts'
import { calendarOf, tradingTime } from '#shared/trading-day.ts'

/** Whether the card payments of a location are known, and of which trading days. */
export interface LinkedPlace {
  locationId: number
  /** The first and last trading day whose payments are known whole; undefined where the location is not linked. */
  known: { from: string; to: string } | undefined
  /** Payments of earlier days are still coming in. */
  isReading: boolean
  /** When the provider was last read, where it has not answered since; null where nothing is wrong. */
  stoppedAt: Date | null
}

interface LinkRow {
  locationId: number | null
  isOpen: boolean
  linkedAt: Date
  endedAt: Date | null
  lastOkAt: Date | null
  isTroubled: boolean
  isReading: boolean
}

/** A link that goes on. */
const FOREVER = '9999-12-31'

/** Providers of card payments, each with the list of theirs that is read last. */
const LAST_READ = { Stripe: 'entries', Tyro: 'settlements' } as const
export type CardProvider = keyof typeof LAST_READ

/**
 * Which locations the provider's payments are of: those with a link of their own, and those that payments of the venue's link were told of. A link
 * knows the days from 90 days before it was made.
 */
export const linkedPlaces = async (scope: VenueScope, places: readonly ScopeLocation[], provider: CardProvider = 'Stripe'): Promise<LinkedPlace[]> => {
  const { sql, venueId, now } = scope
  const links = await sql<LinkRow[]>`
    select location_id as "locationId", status in ('connected', 'attention') as "isOpen", linked_at as "linkedAt", ended_at as "endedAt", last_ok_at as "lastOkAt",
      status = 'attention' or last_error is not null as "isTroubled",
      not exists (select from link_sync s where s.venue_id = ${venueId} and s.link_id = l.link_id and s.stream = ${LAST_READ[provider]} and s.first_done_at is not null) as "isReading"
    from link l where venue_id = ${venueId} and provider = ${provider}`
  const told = new Set(
    (
      await sql<{ locationId: number }[]>`
        select l.location_id as "locationId" from unnest(${places.map(({ locationId }) => locationId)}::int[]) as l(location_id)
        where exists (select from payment_day d where d.venue_id = ${venueId} and d.location_id = l.location_id)`
    ).map(({ locationId }) => locationId),
  )
  return places.map((place) => {
    const own = links.filter(({ locationId }) => locationId === place.locationId)
    const theirs = own.length > 0 ? own : told.has(place.locationId) ? links.filter(({ locationId }) => locationId === null) : []
    return linkedPlace(place, theirs, now)
  })
}

const linkedPlace = (place: ScopeLocation, links: readonly LinkRow[], now: Date): LinkedPlace => {
  const { locationId } = place
  if (links.length === 0) return { locationId, known: undefined, isReading: false, stoppedAt: null }
  const dayOf = (at: Date) => tradingTime(at.getTime(), calendarOf(place)).businessDate
  const first = links.reduce((least, { linkedAt }) => (linkedAt < least ? linkedAt : least), links[0]?.linkedAt ?? now)
  const open = links.find(({ isOpen }) => isOpen)
  const last = links.reduce((most, { endedAt }) => (endedAt && endedAt > most ? endedAt : most), first)
  return {
    locationId,
    // The day on which the payments begin, and the day on which the link ended, are known in part.
    known: { from: addDays(dayOf(new Date(first.getTime() - BACKFILL_DAYS * 86_400_000)), 1), to: open ? FOREVER : addDays(dayOf(last), -1) },
    isReading: open?.isReading ?? false,
    stoppedAt: open?.isTroubled ? open.lastOkAt : null,
  }
}
