import type { ScopeLocation, VenueScope } from '#platform/access/venue-scope.ts'
import { addDays } from '#shared/day.ts'
import { BACKFILL_DAYS, firstDayOf, startOf, tradingDaysAt } from './link.rules.ts'
import { noteAccount, type OpenLink } from './link.sql.ts'

const LEASE_MS = 45_000
/** What a provider shows late is met again by the next walk. */
const OVERLAP_MS = 60 * 60_000

/** Takes a link's account for oneself, unless somebody is reading it; whoever died lets go after three quarters of a minute. */
export const takeLease = async ({ sql, venueId, now }: VenueScope, linkId: string, holder: string): Promise<boolean> => {
  const [taken] = await sql`
    insert into link_lease as l (venue_id, link_id, holder, held_until) values (${venueId}, ${linkId}::bigint, ${holder}, ${new Date(now.getTime() + LEASE_MS)})
    on conflict (venue_id, link_id) do update set holder = excluded.holder, held_until = excluded.held_until
      where l.holder is null or l.held_until < ${now}::timestamptz
    returning 1`
  return taken !== undefined
}

/** Whether it is still one's own; from here to the end of the transaction nobody else can take it. */
export const holdLease = async ({ sql, venueId, now }: VenueScope, linkId: string, holder: string): Promise<boolean> => {
  const [held] = await sql`
    update link_lease set held_until = ${new Date(now.getTime() + LEASE_MS)} where venue_id = ${venueId} and link_id = ${linkId}::bigint and holder = ${holder}
    returning 1`
  return held !== undefined
}

export const releaseLease = async ({ sql, venueId }: VenueScope, linkId: string, holder: string): Promise<void> => {
  await sql`update link_lease set holder = null where venue_id = ${venueId} and link_id = ${linkId}::bigint and holder = ${holder} returning 1`
}

/** A walk back through a list of a provider, from a moment to an earlier one, and how far it has come. */
export interface Walk {
  since: Date
  until: Date
  /** The trading day of `since`; of several locations, the earliest. */
  sinceDay: string
  after: string | null
  /** Nothing of the list was read to its end before. */
  isFirst: boolean
}

type LinkOfLocation = Pick<OpenLink, 'linkId' | 'locationId'>

/** The locations whose trading days a link is read by: its own, or all of the venue. */
const locationsOf = ({ locations }: VenueScope, { locationId }: LinkOfLocation): readonly ScopeLocation[] =>
  locations.filter((location) => locationId === null || location.locationId === locationId)

/** Lists whose first walks begin within so many days of each other begin with the same trading day. */
const SAME_START_DAYS = 7

/**
 * The walk that is under way through a list, or a new one from now. The first one goes back to the start of a trading day; the link keeps the
 * first such day as its first whole one.
 * @param days how many trading days are fetched; null for a list that is not read by days
 */
export const walkOf = async (venue: VenueScope, link: LinkOfLocation, stream: string, days: number | null = BACKFILL_DAYS): Promise<Walk> => {
  const { sql, venueId, now } = venue
  const { linkId } = link
  const locations = locationsOf(venue, link)
  const since = days === null ? now : startOf(await firstDayOfWalk(venue, linkId, stream, (at) => firstDayOf(at, locations, days)), locations)
  const [walk] = await sql<Omit<Walk, 'sinceDay'>[]>`
    insert into link_sync as s (venue_id, link_id, stream, since, until) values (${venueId}, ${linkId}::bigint, ${stream}, ${since}, ${now})
    on conflict (venue_id, link_id, stream) do update set until = coalesce(s.until, excluded.until)
    returning since, until, after, first_done_at is null as "isFirst"`
  const { since: from } = walk as Walk
  return { ...(walk as Walk), sinceDay: tradingDaysAt(from, locations)[0] as string }
}

interface ReadLink {
  firstDay: string | null
  /** When the link had been made or was first read, whichever is earlier. */
  madeAt: Date
  /** Rows of it are stored. */
  isRead: boolean
  /** The walk goes on, or follows an earlier one of its list. */
  isBegun: boolean
}

/**
 * Returns the trading day with which a first walk begins. The link keeps the day of its first walk; one that an earlier version read first
 * has the days since it was linked.
 */
const firstDayOfWalk = async (venue: VenueScope, linkId: string, stream: string, firstDayAt: (at: Date) => string): Promise<string> => {
  const { sql, venueId, now } = venue
  const walks = sql`from link_sync s where s.venue_id = ${venueId} and s.link_id = ${linkId}::bigint`
  const [link] = await sql<ReadLink[]>`
    select meta ->> 'FirstDay' as "firstDay", least(linked_at, (select min(s.first_done_at) ${walks})) as "madeAt",
      last_ok_at is not null or exists (select ${walks}) as "isRead", exists (select ${walks} and s.stream = ${stream}) as "isBegun"
    from link where venue_id = ${venueId} and link_id = ${linkId}::bigint`
  const day = firstDayAt(now)
  if (!link) return day
  const known = link.firstDay ?? (link.isRead ? firstDayAt(link.madeAt) : day)
  const first = known > day && !link.isBegun ? day : known
  if (first !== link.firstDay) await noteAccount(venue, linkId, { meta: { FirstDay: first } })
  return first >= addDays(day, -SAME_START_DAYS) ? first : day
}

/** How far a walk has come, in the transaction that stores what it came past. */
export const noteWalked = async ({ sql, venueId }: VenueScope, linkId: string, stream: string, after: string, at: Date): Promise<void> => {
  await sql`
    update link_sync set after = ${after}, at = ${at}, failures = 0 where venue_id = ${venueId} and link_id = ${linkId}::bigint and stream = ${stream} returning 1`
}

/** A walk came to its end: the next one begins where it began, and a little before. */
export const endWalk = async ({ sql, venueId, now }: VenueScope, linkId: string, stream: string): Promise<void> => {
  // In UTC: what depends on the zone of the connection may not be asked of a column in an update on Citus.
  await sql`
    update link_sync set since = greatest(since, (until at time zone 'UTC' - ${`${OVERLAP_MS} milliseconds`}::interval) at time zone 'UTC'), until = null, after = null, at = null, failures = 0,
      first_done_at = coalesce(first_done_at, ${now}::timestamptz)
    where venue_id = ${venueId} and link_id = ${linkId}::bigint and stream = ${stream} returning 1`
}

/** One failure more in a row, and how many there are. */
export const countFailure = async ({ sql, venueId }: VenueScope, linkId: string): Promise<number> => {
  const [row] = await sql<{ failures: number }[]>`
    with counted as (update link_sync set failures = failures + 1 where venue_id = ${venueId} and link_id = ${linkId}::bigint returning failures)
    select coalesce(max(failures), 1) as failures from counted`
  return row?.failures ?? 1
}

/** Has everything of a link read from its beginning again. */
export const readAnew = async ({ sql, venueId }: VenueScope, linkId: string): Promise<void> => {
  await sql`delete from link_sync where venue_id = ${venueId} and link_id = ${linkId}::bigint`
}
