import type { Viewed } from '#features/delivery/saved-views/saved-views.contract.ts'
import { employeeAsking } from '#features/delivery/saved-views/saved-views.sql.ts'
import { isAbout } from '#features/delivery/saved-views/view-call.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import { failure } from '#shared/failure.ts'
import type { KeptOutside } from './outside/outside.rules.ts'
import { keepOutside } from './outside/outside.sql.ts'
import type { NewSchedule } from './schedules.contract.ts'
import type { SendTime, Timing } from './schedules.rules.ts'

/** A schedule as it is kept. */
export interface KeptSchedule extends Viewed, Timing {
  scheduleId: string
  employeeId: number
  owner: string
  /** Whether the owner is still let in at the venue. */
  ownerHere: boolean
  name: string
  language: 'en' | 'jp'
  attachment: 'none' | 'csv' | 'xlsx'
  skipEmpty: boolean
  paused: boolean
  nextDay: string
  /** HH:MM on the clock of the first location; null: a quarter of an hour after the trading day is over. */
  sendAt: string | null
  stoppedAt: Date | null
  recipients: { employeeId: number; unsubscribed: boolean }[]
  /** Whoever owns it, for what people outside are sent: they see what the owner may see. */
  ownerUserId: number
  outside: KeptOutside[]
}

interface ScheduleRow {
  schedule_id: string
  employee_id: number
  owner: string
  owner_here: boolean
  name: string
  path: string
  search: string
  report_path: string
  report_query: Record<string, string>
  every: KeptSchedule['every']
  on_day: number
  language: KeptSchedule['language']
  attachment: KeptSchedule['attachment']
  skip_empty: boolean
  paused: boolean
  next_day: string
  send_at: string | null
  stopped_at: Date | null
  recipients: KeptSchedule['recipients']
  owner_user_id: number | null
  outside: KeptOutside[]
}

/** A chosen time of sending, on the clock of the venue's first location. */
export const sendTimeOf = (venue: VenueScope, sendAt: string | null | undefined): SendTime | undefined =>
  sendAt ? { time: sendAt, timeZone: venue.locations[0]?.timeZone ?? 'UTC' } : undefined

/** The venue's schedules, all or one. */
export const schedulesOf = async (venue: VenueScope, scheduleId?: string): Promise<KeptSchedule[]> => {
  const { sql, venueId } = venue
  const rows = await sql<ScheduleRow[]>`
    select s.schedule_id::text as schedule_id, s.employee_id, e.display_name as owner, e.active and e.registered as owner_here, s.name, s.path, s.search,
      s.report_path, s.report_query, s.every, s.on_day, s.language, s.attachment, s.skip_empty, s.paused, s.next_day::text as next_day, s.send_at, s.stopped_at,
      (select coalesce(jsonb_agg(jsonb_build_object('employeeId', r.employee_id, 'unsubscribed', r.unsubscribed_at is not null) order by r.employee_id), '[]')
        from schedule_recipient r where r.venue_id = ${venueId} and r.schedule_id = s.schedule_id) as recipients,
      e.user_id as owner_user_id,
      (select coalesce(jsonb_agg(jsonb_build_object('outsideId', o.outside_id::text, 'address', o.address, 'state', o.state, 'askedAt', o.asked_at,
          'expiresAt', o.expires_at, 'unsubscribed', l.unsubscribed_at is not null) order by o.address_key), '[]')
        from schedule_outside l join outside_recipient o on o.venue_id = ${venueId} and o.outside_id = l.outside_id
        where l.venue_id = ${venueId} and l.schedule_id = s.schedule_id) as outside
    from report_schedule s join employee e on e.venue_id = s.venue_id and e.employee_id = s.employee_id
    where s.venue_id = ${venueId} and (${scheduleId ?? null}::bigint is null or s.schedule_id = ${scheduleId ?? null}::bigint)
    order by s.name, s.schedule_id limit 500`
  return rows.map((row) => ({
    scheduleId: row.schedule_id,
    employeeId: row.employee_id,
    owner: row.owner,
    ownerHere: row.owner_here,
    name: row.name,
    Path: row.path,
    Search: row.search,
    Report: { Path: row.report_path, Query: row.report_query },
    every: row.every,
    onDay: row.on_day,
    language: row.language,
    attachment: row.attachment,
    skipEmpty: row.skip_empty,
    paused: row.paused,
    nextDay: row.next_day,
    sendAt: row.send_at,
    stoppedAt: row.stopped_at,
    recipients: row.recipients,
    ownerUserId: row.owner_user_id ?? 0,
    outside: row.outside,
  }))
}

/** Whether a schedule is the holder's to see and change: their own, or for whoever sets the venue up any about their locations. */
const isTheirs = (venue: VenueScope, schedule: KeptSchedule): boolean =>
  schedule.employeeId === employeeAsking(venue) ||
  (venue.tags.includes('can_editsettings') &&
    isAbout(
      schedule,
      venue.locations.map(({ locationId }) => locationId),
    ))

/** The schedules the holder may see. */
export const schedulesSeen = async (venue: VenueScope): Promise<KeptSchedule[]> => (await schedulesOf(venue)).filter((schedule) => isTheirs(venue, schedule))

/** @throws NotFound for a schedule that is not there or is not theirs */
export const scheduleHere = async (venue: VenueScope, scheduleId: string): Promise<KeptSchedule> => {
  const [schedule] = await schedulesOf(venue, scheduleId)
  if (!schedule || !isTheirs(venue, schedule)) throw failure('NotFound')
  return schedule
}

/** Writes a new schedule of the holder's down. */
export const keepSchedule = async (venue: VenueScope, wanted: NewSchedule, nextDay: string): Promise<string> => {
  const { sql, venueId } = venue
  const scheduleId = newFactId()
  const { Path, Search, Report } = wanted
  await sql`
    insert into report_schedule (venue_id, schedule_id, employee_id, name, path, search, report_path, report_query, every, on_day, language, attachment,
      skip_empty, paused, next_day, send_at)
    values (${venueId}, ${scheduleId}::bigint, ${employeeAsking(venue)}, ${wanted.Name.trim()}, ${Path}, ${Search}, ${Report.Path}, ${sql.json(Report.Query)},
      ${wanted.Every}, ${wanted.OnDay}, ${wanted.Language}, ${wanted.Attachment}, ${wanted.SkipEmpty}, ${wanted.Paused ?? false}, ${nextDay}, ${wanted.SendAt ?? null})`
  await keepRecipients(venue, scheduleId, wanted.Recipients)
  await keepOutside(venue, { scheduleId, name: wanted.Name.trim(), language: wanted.Language }, wanted.Outside ?? [])
  await venue.audit({ action: 'schedule.made', subject: wanted.Name.trim(), detail: particularsOf(wanted) })
  return scheduleId
}

/** Changes a schedule; whose it is stays. */
export const rewriteSchedule = async (venue: VenueScope, scheduleId: string, wanted: NewSchedule, nextDay: string): Promise<void> => {
  const { sql, venueId } = venue
  const { Path, Search, Report } = wanted
  await sql`
    update report_schedule set name = ${wanted.Name.trim()}, path = ${Path}, search = ${Search}, report_path = ${Report.Path},
      report_query = ${sql.json(Report.Query)}, every = ${wanted.Every}, on_day = ${wanted.OnDay}, language = ${wanted.Language},
      attachment = ${wanted.Attachment}, skip_empty = ${wanted.SkipEmpty}, paused = ${wanted.Paused ?? false}, next_day = ${nextDay},
      send_at = ${wanted.SendAt ?? null}
    where venue_id = ${venueId} and schedule_id = ${scheduleId}::bigint`
  await keepRecipients(venue, scheduleId, wanted.Recipients)
  if (wanted.Outside) await keepOutside(venue, { scheduleId, name: wanted.Name.trim(), language: wanted.Language }, wanted.Outside)
  await venue.audit({ action: 'schedule.changed', subject: wanted.Name.trim(), detail: particularsOf(wanted) })
}

const particularsOf = ({ Report, Every, OnDay, SendAt, Attachment, Recipients, Outside = [], Paused }: NewSchedule) => ({
  Report: Report.Path,
  Every,
  ...(Every === 'day' ? {} : { OnDay }),
  ...(SendAt ? { SendAt } : {}),
  Attachment,
  Employees: Recipients,
  ...(Outside.length > 0 ? { Outside } : {}),
  ...(Paused ? { Paused } : {}),
})

/** Who is on the list. Whoever left it by themselves stays off it, unless they put themselves back. */
const keepRecipients = async (venue: VenueScope, scheduleId: string, employeeIds: readonly number[]): Promise<void> => {
  const { sql, venueId } = venue
  const wanted = numbers([...new Set(employeeIds)])
  // Those who left stay known, or putting them on the list twice would bring them back.
  await sql`
    delete from schedule_recipient where venue_id = ${venueId} and schedule_id = ${scheduleId}::bigint and employee_id <> all(${wanted}::int[])
      and unsubscribed_at is null`
  await sql`
    insert into schedule_recipient (venue_id, schedule_id, employee_id) select ${venueId}, ${scheduleId}::bigint, id from unnest(${wanted}::int[]) id
    on conflict do nothing returning 1`
  await sql`
    update schedule_recipient set unsubscribed_at = null
    where venue_id = ${venueId} and schedule_id = ${scheduleId}::bigint and employee_id = ${employeeAsking(venue)} and employee_id = any(${wanted}::int[])`
}

/** Ends a schedule. What is under way of it is sent no more. */
export const dropSchedule = async (venue: VenueScope, { scheduleId, name }: KeptSchedule): Promise<void> => {
  await venue.sql`delete from report_schedule where venue_id = ${venue.venueId} and schedule_id = ${scheduleId}::bigint`
  await venue.audit({ action: 'schedule.removed', subject: name })
}

/** The schedules that send by the clock, locked until the transaction ends. */
export const lockRunning = async (venue: VenueScope): Promise<string[]> =>
  (
    await venue.sql<{ id: string }[]>`
      select schedule_id::text as id from report_schedule where venue_id = ${venue.venueId} and stopped_at is null order by schedule_id for update`
  ).map(({ id }) => id)

/** The trading day that is next. */
export const moveOn = async (venue: VenueScope, scheduleId: string, nextDay: string): Promise<void> => {
  await venue.sql`update report_schedule set next_day = ${nextDay} where venue_id = ${venue.venueId} and schedule_id = ${scheduleId}::bigint`
}

/** Its owner left: it sends no more, and says so. */
export const stopSchedule = async (venue: VenueScope, { scheduleId, name, owner }: KeptSchedule): Promise<void> => {
  await venue.sql`update report_schedule set stopped_at = ${venue.now} where venue_id = ${venue.venueId} and schedule_id = ${scheduleId}::bigint`
  await venue.audit({ action: 'schedule.stopped', subject: name, detail: { Owner: owner } })
}
