import { changeSection, sectionOf } from '#features/venues/sections.sql.ts'
import { keysThatWork } from '#platform/access/location-keys.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Setup } from './setup.contract.ts'

/** How far the venue is, at the locations of whoever asks. */
export const setupNow = async (venue: VenueScope): Promise<Setup> => {
  const [{ value }, Venue, Locations, sold, last, keys, Import, People, Links] = await Promise.all([
    sectionOf(venue, 'setup'),
    venueStep(venue),
    locationStep(venue),
    firstReceived(venue),
    lastSale(venue),
    keysOf(venue),
    lastImport(venue),
    venue.tags.includes('can_viewemp') ? peopleStep(venue) : null,
    linkStep(venue),
  ])
  const Sales = { Done: sold !== null, Since: sold, Last: last, Keys: keys, Import }
  return { Hidden: value.Hidden === true, Venue, Locations, Sales, People, Links }
}

/** Puts the list aside, or takes it up again. */
export const hideSetup = async (venue: VenueScope, Hidden: boolean): Promise<Setup> => {
  await changeSection(venue, 'setup', undefined, async ({ value }) => ({ value: { Hidden }, before: { Hidden: value.Hidden === true }, after: { Hidden } }))
  return setupNow(venue)
}

const placesOf = ({ locations }: VenueScope): number[] => locations.map(({ locationId }) => locationId)

const moment = (date: Date | null | undefined): string | null => date?.toISOString() ?? null

const venueStep = async ({ sql, venueId, venue }: VenueScope): Promise<Setup['Venue']> => {
  const [row] = await sql<{ created_at: Date }[]>`select created_at from venue where venue_id = ${venueId}`
  const { name, currency, weekStart, financialYearStart } = venue
  return { Done: true, Since: moment(row?.created_at), Name: name, Currency: currency, WeekStart: weekStart, FinancialYearStart: financialYearStart }
}

const locationStep = async ({ sql, venueId, locations }: VenueScope): Promise<Setup['Locations']> => {
  const trading = locations.filter(({ active }) => active)
  const [row] = await sql<{ since: Date | null }[]>`
    select min(created_at) as since from location
    where venue_id = ${venueId} and location_id = any(${trading.map(({ locationId }) => locationId)}::int[])`
  const Places = trading.map(({ locationId, name, timeZone, dayStart, region }) => ({
    ...{ LocationId: locationId, Name: name, TimeZone: timeZone, DayStart: dayStart, Region: region },
  }))
  return { Done: Places.length > 0, Since: moment(row?.since), Places }
}

/** When the first sale arrived. */
const firstReceived = async (venue: VenueScope): Promise<string | null> => {
  const { sql, venueId } = venue
  const [row] = await sql<{ since: Date | null }[]>`
    select min(first_received_at) as since from trading_day_state where venue_id = ${venueId} and location_id = any(${placesOf(venue)}::int[])`
  return moment(row?.since)
}

const lastSale = async (venue: VenueScope): Promise<Setup['Sales']['Last']> => {
  const { sql, venueId } = venue
  const [row] = await sql<{ location_id: number; till: string | null; closed_at: Date; received_at: Date; day: string }[]>`
    select s.location_id, s.closed_at, s.received_at, s.business_date::text as day,
      (select d.code from dimension_key d where d.venue_id = ${venueId} and d.key = s.terminal_key) as till
    from (
      select location_id, day from trading_day_state where venue_id = ${venueId} and location_id = any(${placesOf(venue)}::int[])
      order by last_received_at desc nulls last limit 1
    ) as t
    join sale s on s.venue_id = ${venueId} and s.location_id = t.location_id and s.business_date = t.day and s.kind <> 5
    order by s.received_at desc, s.sale_id desc limit 1`
  if (!row) return null
  const { location_id, till, closed_at, received_at, day } = row
  return { LocationId: location_id, TerminalId: till ?? '', ClosedAt: closed_at.toISOString(), ReceivedAt: received_at.toISOString(), Day: day }
}

const keysOf = async (venue: VenueScope): Promise<Setup['Sales']['Keys']> => {
  const keys = await keysThatWork(venue.sql, venue.venueId, placesOf(venue))
  const used = keys.flatMap(({ lastUsedAt }) => (lastUsedAt ? [lastUsedAt.toISOString()] : []))
  return { Made: keys.length, MadeAt: moment(keys[0]?.madeAt), LastUsedAt: used.sort().at(-1) ?? null }
}

/** Whoever may see only some locations sees only the runs they started. */
const lastImport = async ({ sql, venueId, holder, allLocations }: VenueScope): Promise<Setup['Sales']['Import']> => {
  const onlyBy = allLocations || holder.kind !== 'person' ? null : holder.userId
  const [row] = await sql<{ FileName: string; Status: NonNullable<Setup['Sales']['Import']>['Status']; Accepted: number; at: Date }[]>`
    select file_name as "FileName", status as "Status", accepted as "Accepted", coalesce(finished_at, started_at) as at from import_run
    where venue_id = ${venueId} and kind = 'sales' and not check_only and undo_status is distinct from 'done' and (${onlyBy}::int is null or started_by = ${onlyBy})
    order by started_at desc, run_id desc limit 1`
  return row ? { FileName: row.FileName, Status: row.Status, Accepted: row.Accepted, At: row.at.toISOString() } : null
}

/** Everybody but whoever asks, of those at the same locations. */
const peopleStep = async (venue: VenueScope): Promise<NonNullable<Setup['People']>> => {
  const { sql, venueId, holder, allLocations } = venue
  const [row] = await sql<{ joined: number; invited: number; since: Date | null }[]>`
    select count(*) filter (where e.registered)::int as joined, count(*) filter (where not e.registered)::int as invited,
      min(coalesce(e.invited_at, e.created_at)) as since
    from employee e
    where e.venue_id = ${venueId} and e.active and (e.registered or e.invited_at is not null)
      and e.employee_id is distinct from ${holder.kind === 'person' ? holder.employeeId : null}::int
      and (${allLocations} or e.all_locations or exists (select from employee_location l
        where l.venue_id = ${venueId} and l.employee_id = e.employee_id and l.location_id = any(${placesOf(venue)}::int[])))`
  const { joined = 0, invited = 0, since = null } = row ?? {}
  return { Done: joined + invited > 0, Since: moment(since), Joined: joined, Invited: invited }
}

const linkStep = async (venue: VenueScope): Promise<Setup['Links']> => {
  const { sql, venueId } = venue
  const rows = await sql<{ provider: string; linked_at: Date }[]>`
    select provider, min(linked_at) as linked_at from link
    where venue_id = ${venueId} and status in ('connected', 'attention') and (location_id is null or location_id = any(${placesOf(venue)}::int[]))
    group by provider order by 2, 1`
  return { Done: rows.length > 0, Since: moment(rows[0]?.linked_at), Linked: rows.map(({ provider }) => provider) }
}
