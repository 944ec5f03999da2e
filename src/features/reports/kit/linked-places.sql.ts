import { firstDayOf, startOf } from '#integrations/link.rules.ts'
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
  accountId: string
  isOpen: boolean
  linkedAt: Date
  endedAt: Date | null
  /** Null for a link that was read first by an earlier version. */
  firstDay: string | null
  lastOkAt: Date | null
  isTroubled: boolean
  isReading: boolean
}

/** A link that goes on. */
const FOREVER = '9999-12-31'

/** Providers of card payments, each with the list of theirs that is read last. */
const LAST_READ = { Stripe: 'entries', Tyro: 'settlements' } as const
export type CardProvider = keyof typeof LAST_READ
/** Whose payments are read again where their account is linked next, and are no longer at the location before. */
const READ_AGAIN: readonly CardProvider[] = ['Tyro']

/**
 * Which locations the provider's payments are of: those with a link of their own, and those that payments of the venue's link were told of. A link
 * knows the trading days from the first that it fetched whole until it ended; of two with days between them that neither knows, the later one counts.
 */
export const linkedPlaces = async (scope: VenueScope, places: readonly ScopeLocation[], provider: CardProvider = 'Stripe'): Promise<LinkedPlace[]> => {
  const { sql, venueId } = scope
  const links = await sql<LinkRow[]>`
    select location_id as "locationId", account_id as "accountId", status in ('connected', 'attention') as "isOpen", linked_at as "linkedAt", ended_at as "endedAt", meta ->> 'FirstDay' as "firstDay", last_ok_at as "lastOkAt",
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
    return linkedPlace(place, READ_AGAIN.includes(provider) ? theirs.map((link) => withoutMoved(place, link, links)) : theirs)
  })
}

const firstOf = (place: ScopeLocation, { firstDay, linkedAt }: LinkRow): number => startOf(firstDay ?? firstDayOf(linkedAt, [place]), [place]).getTime()
const endOf = ({ isOpen, endedAt, linkedAt }: LinkRow): number => (isOpen ? Number.POSITIVE_INFINITY : (endedAt ?? linkedAt).getTime())

/** A link that ends, for what it knows, where the payments of another location begin whose link has the same account by now. */
const withoutMoved = (place: ScopeLocation, link: LinkRow, links: readonly LinkRow[]): LinkRow => {
  const later = links.filter(
    ({ accountId, locationId, linkedAt }) => accountId === link.accountId && locationId !== link.locationId && linkedAt > link.linkedAt,
  )
  return link.isOpen || later.length === 0 ? link : { ...link, endedAt: new Date(Math.min(endOf(link), ...later.map((other) => firstOf(place, other)))) }
}

/** From when to when payments are known without a gap, up to the end of the last link. */
const knownUntilNow = (place: ScopeLocation, links: readonly LinkRow[]): { from: number; end: number } | undefined => {
  const first = (link: LinkRow) => firstOf(place, link)
  const [last, ...before] = links.filter((link) => first(link) < endOf(link)).sort((a, b) => endOf(b) - endOf(a))
  if (!last) return undefined
  const from = before.reduce((least, link) => (endOf(link) >= least ? Math.min(least, first(link)) : least), first(last))
  return { from, end: endOf(last) }
}

const linkedPlace = (place: ScopeLocation, links: readonly LinkRow[]): LinkedPlace => {
  const { locationId } = place
  const span = knownUntilNow(place, links)
  const open = links.find(({ isOpen }) => isOpen)
  const dayOf = (at: number) => tradingTime(at, calendarOf(place)).businessDate
  return {
    locationId,
    // The day on which the link ended is known in part.
    known: span && { from: dayOf(span.from), to: span.end === Number.POSITIVE_INFINITY ? FOREVER : addDays(dayOf(span.end), -1) },
    isReading: open?.isReading ?? false,
    stoppedAt: open?.isTroubled ? open.lastOkAt : null,
  }
}
