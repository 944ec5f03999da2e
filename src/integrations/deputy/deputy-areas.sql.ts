import { SOURCE } from '#features/rosters/roster.rules.ts'
import { userNames } from '#platform/access/user-names.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { booleans, numbers, texts } from '#platform/database/sql-arrays.ts'
import { instantIn } from '#shared/day.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { nameKey } from '#shared/name-key.ts'
import type { DeputyArea } from './deputy.contract.ts'

/** An area as Deputy names it. */
export interface NamedArea {
  code: string
  name: string
  company: string
  active: boolean
}

/** Keeps the areas of a customer's server; where they are stays as somebody said. */
export const keepAreas = async ({ sql, venueId }: VenueScope, areas: readonly NamedArea[]): Promise<void> => {
  if (areas.length === 0) return
  await sql`
    insert into roster_area (venue_id, source, code, name, company, active)
    select ${venueId}, ${SOURCE.deputy}, u.code, u.name, u.company, u.active
    from unnest(${texts(areas.map(({ code }) => code))}::text[], ${texts(areas.map(({ name }) => name))}::text[],
      ${texts(areas.map(({ company }) => company))}::text[], ${booleans(areas.map(({ active }) => active))}::boolean[]) as u(code, name, company, active) order by u.code
    on conflict (venue_id, source, code) do update set name = excluded.name, company = excluded.company, active = excluded.active
    returning 1`
}

/** The areas by their codes, and where they are. */
export const areasByCode = async (
  { sql, venueId }: VenueScope,
  codes: readonly string[],
): Promise<Map<string, { areaId: number; locationId: number | null }>> => {
  const rows = await sql<{ code: string; areaId: number; locationId: number | null }[]>`
    select a.code, a.area_id as "areaId", a.location_id as "locationId" from roster_area a
    where a.venue_id = ${venueId} and a.source = ${SOURCE.deputy} and a.code = any(${texts(codes)}::text[])`
  return new Map(rows.map(({ code, ...area }) => [code, area]))
}

interface AreaRow {
  areaId: number
  name: string
  company: string
  locationId: number | null
  active: boolean
  minutes: number
  placedAt: Date | null
  placedBy: number | null
}

/** The areas of Deputy with their hours of the last four weeks, those that nobody has placed first. */
export const areasShown = async ({ sql, venueId, locations, now }: VenueScope): Promise<DeputyArea[]> => {
  const rows = await sql<AreaRow[]>`
    select a.area_id as "areaId", a.name, a.company, a.location_id as "locationId", a.active, a.placed_at as "placedAt", a.placed_by as "placedBy",
      (select coalesce(sum(s.minutes), 0)::int from roster_shift s where s.venue_id = ${venueId} and s.area_id = a.area_id and not s.withdrawn
        and s.day > ${now}::date - 28 and s.day <= ${now}::date) as minutes
    from roster_area a where a.venue_id = ${venueId} and a.source = ${SOURCE.deputy} order by a.location_id nulls first, a.company, a.name, a.area_id`
  const named = await userNames(
    sql,
    rows.flatMap(({ placedBy }) => placedBy ?? []),
  )
  const byName = new Map(locations.map(({ locationId, name }) => [nameKey(name), locationId]))
  return rows
    .filter(({ active, minutes, locationId }) => active || minutes > 0 || locationId !== null)
    .map(({ areaId, name, company, locationId, minutes, placedAt, placedBy }) => ({
      AreaId: areaId,
      Company: company,
      Area: name,
      LocationId: locationId,
      Confirmed: placedAt && locationId !== null ? { By: named.get(placedBy ?? 0) ?? '', At: instantIn(placedAt, locations[0]?.timeZone ?? 'UTC') } : null,
      Suggested: locationId === null ? (byName.get(nameKey(company)) ?? byName.get(nameKey(name)) ?? null) : null,
      RosterHours: Math.round((minutes * 100) / 60) / 100,
    }))
}

/**
 * Says where areas are. Their shifts are read anew, since the trading day of a shift is that of its place.
 * @throws LocationNotFound, ValidationFailed
 */
export const placeAreas = async (venue: VenueScope, places: readonly { AreaId: number; LocationId: number | null }[]): Promise<void> => {
  const { sql, venueId, locations, now, holder } = venue
  const sayer = holder.kind === 'person' || holder.kind === 'admin' ? holder.userId : null
  if (places.some(({ LocationId }) => LocationId !== null && !locations.some(({ locationId }) => locationId === LocationId))) throw failure('LocationNotFound')
  const known = await sql<{ areaId: number; name: string; locationId: number | null }[]>`
    select a.area_id as "areaId", a.name, a.location_id as "locationId" from roster_area a
    where a.venue_id = ${venueId} and a.source = ${SOURCE.deputy} and a.area_id = any(${numbers(places.map(({ AreaId }) => AreaId))}::int[]) for update`
  if (known.length < new Set(places.map(({ AreaId }) => AreaId)).size) throw fieldFailure('Areas', 'There is no such area. Load the page again.')
  for (const { AreaId, LocationId } of places) {
    const area = known.find(({ areaId }) => areaId === AreaId)
    if (!area || area.locationId === LocationId) continue
    await sql`update roster_area set location_id = ${LocationId}, placed_at = ${now}, placed_by = ${sayer} where venue_id = ${venueId} and area_id = ${AreaId} returning 1`
    await venue.audit({ action: 'deputy.area-placed', subject: area.name, detail: { LocationId } })
  }
}
