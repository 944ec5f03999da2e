import { SOURCE } from '#features/rosters/roster.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import { isoWeekday } from '#shared/day.ts'
import { codeOf, type Known, type Roster, shiftOf } from './deputy-rows.adapter.ts'

/** A template on a weekday, as the newest shift made of it is. */
interface Planned {
  code: string
  locationId: number
  areaId: number
  zone: string
  weekday: number
  from: number
  to: number
  breakMinutes: number
  day: string
}

/**
 * Keeps the templates that shifts are made of, each on the weekdays it is used on, as the newest shift of it is planned. Deputy does not document what a template
 * itself says; which template a shift is of, it does. Those of areas that nobody has placed yet come once they are, since everything is read again then.
 */
export const keepTemplates = async ({ sql, venueId, locations }: VenueScope, rows: readonly Roster[], known: Known): Promise<void> => {
  const zoneOf = new Map(locations.map(({ locationId, timeZone }) => [locationId, timeZone]))
  const newest = new Map<string, Planned>()
  for (const row of rows) {
    const shift = row.ShiftTemplate ? shiftOf(row, known) : undefined
    const zone = zoneOf.get(shift?.locationId ?? 0)
    if (!shift || shift.locationId === null || shift.areaId === null || zone === undefined) continue
    const weekday = isoWeekday(shift.day)
    const code = `${codeOf(known.endpoint, row.ShiftTemplate ?? 0)}/${weekday}`
    const { locationId, areaId, from, to, breakMinutes, day } = shift
    if ((newest.get(code)?.day ?? '') <= day) newest.set(code, { code, locationId, areaId, zone, weekday, from, to, breakMinutes, day })
  }
  const planned = [...newest.values()].sort((a, b) => (a.code < b.code ? -1 : 1))
  if (planned.length === 0) return
  await sql`
    insert into roster_template as t (venue_id, template_id, source, code, location_id, area_id, name, weekday, starts, ends, break_minutes, last_day)
    select ${venueId}, u.id, ${SOURCE.deputy}, u.code, u.location_id, u.area_id, (select a.name from roster_area a where a.venue_id = ${venueId} and a.area_id = u.area_id),
      u.weekday, (to_timestamp(u.from_s) at time zone u.zone)::time, (to_timestamp(u.to_s) at time zone u.zone)::time, u.break_minutes, u.day
    from unnest(${texts(planned.map(() => newFactId()))}::bigint[], ${texts(planned.map(({ code }) => code))}::text[],
      ${numbers(planned.map(({ locationId }) => locationId))}::int[], ${numbers(planned.map(({ areaId }) => areaId))}::int[],
      ${texts(planned.map(({ zone }) => zone))}::text[], ${numbers(planned.map(({ weekday }) => weekday))}::int[],
      ${numbers(planned.map(({ from }) => from / 1000))}::float8[], ${numbers(planned.map(({ to }) => to / 1000))}::float8[],
      ${numbers(planned.map(({ breakMinutes }) => breakMinutes))}::int[], ${texts(planned.map(({ day }) => day))}::date[])
      as u(id, code, location_id, area_id, zone, weekday, from_s, to_s, break_minutes, day)
    on conflict (venue_id, source, code) do update set location_id = excluded.location_id, area_id = excluded.area_id, name = excluded.name,
      starts = excluded.starts, ends = excluded.ends, break_minutes = excluded.break_minutes, last_day = excluded.last_day
      where t.last_day is null or t.last_day <= excluded.last_day
    returning 1`
}
