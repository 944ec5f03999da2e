import { hashSecret } from '#platform/access/secrets.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { fieldFailure } from '#shared/failure.ts'
import { type MailState, type ScheduleRun, scheduledMail } from './schedules.contract.ts'
import type { KeptSchedule } from './schedules.sql.ts'

type Kind = ScheduleRun['Kind']

/** A sending to be begun. */
interface Wanted {
  kind: Kind
  day: string
  /** Who asked for it; null for the clock. */
  askedBy: number | null
  recipients: readonly number[]
  /** People outside Daybook, by their ids. */
  outside?: readonly string[]
}

/**
 * Begins a run: the row, a mail for each recipient and the work of sending it, all in the caller's transaction or not at all.
 * @returns nothing where this day was sent by the clock already
 */
export const beginRun = async (venue: VenueScope, { scheduleId }: Pick<KeptSchedule, 'scheduleId'>, wanted: Wanted): Promise<string | undefined> => {
  const { sql, venueId } = venue
  const { kind, day, askedBy } = wanted
  const runId = newFactId()
  const [before] = await sql<{ n: number }[]>`
    select coalesce(max(nth), 0)::int as n from schedule_run where venue_id = ${venueId} and schedule_id = ${scheduleId}::bigint and kind = ${kind} and day = ${day}`
  const nth = kind === 'due' ? 0 : (before?.n ?? 0) + 1
  const begun = await sql`
    insert into schedule_run (venue_id, run_id, schedule_id, kind, day, nth, asked_by, created_at)
    values (${venueId}, ${runId}::bigint, ${scheduleId}::bigint, ${kind}, ${day}, ${nth}, ${askedBy}, ${venue.now})
    on conflict (venue_id, schedule_id, kind, day, nth) do nothing returning 1`
  if (begun.length === 0) return undefined
  for (const employeeId of wanted.recipients) {
    await sql`insert into schedule_mail (venue_id, run_id, employee_id) values (${venueId}, ${runId}::bigint, ${employeeId})`
    await addJob(sql, scheduledMail, { VenueId: venueId, RunId: runId, EmployeeId: employeeId }, { key: `scheduled-mail ${runId} ${employeeId}` })
  }
  for (const outsideId of wanted.outside ?? []) {
    await sql`insert into schedule_mail (venue_id, run_id, outside_id) values (${venueId}, ${runId}::bigint, ${outsideId}::bigint)`
    await addJob(sql, scheduledMail, { VenueId: venueId, RunId: runId, OutsideId: outsideId }, { key: `scheduled-mail ${runId} ${outsideId}` })
  }
  return runId
}

/** How often a schedule is sent again by hand within 24 hours. */
const MOST_AGAIN = 10

/** One at a time, so that two who ask at once do not go beyond together. @throws ValidationFailed */
export const refuseTooOften = async ({ sql, venueId, now }: VenueScope, scheduleId: string): Promise<void> => {
  await sql`select from report_schedule where venue_id = ${venueId} and schedule_id = ${scheduleId}::bigint for update`
  const [lately] = await sql<{ n: number }[]>`
    select count(*)::int as n from schedule_run
    where venue_id = ${venueId} and schedule_id = ${scheduleId}::bigint and kind = 'again' and created_at > ${now}::timestamptz - interval '1 day'`
  if ((lately?.n ?? 0) >= MOST_AGAIN)
    throw fieldFailure('Date', `This report was already sent again ${MOST_AGAIN} times within 24 hours, and that is the limit. Try again tomorrow.`)
}

/** A mail whose turn it is. */
export interface ClaimedMail {
  scheduleId: string
  kind: Kind
  day: string
  /** The employee it goes to; nothing for somebody outside Daybook. */
  employee: { employeeId: number; userId: number } | undefined
  /** Where it goes, for somebody outside. */
  address: string | undefined
  /** They left the list, or said no. */
  unsubscribed: boolean
}

/** How long a process may take over one mail before another one takes it up. */
const CLAIM_MINUTES = 5

/**
 * Takes a mail up, so that no other process sends it meanwhile.
 * @returns `done` where it was sent or settled, or is gone with its schedule; `taken` while another process is at it
 */
export const claimMail = async (venue: VenueScope, runId: string, recipientId: string): Promise<ClaimedMail | 'done' | 'taken'> => {
  const { sql, venueId, now } = venue
  const [mail] = await sql<ClaimRow[]>`
    select m.state, m.state = 'sending' and m.claimed_at > ${now}::timestamptz - ${CLAIM_MINUTES} * interval '1 minute' as held,
      r.schedule_id::text as schedule_id, r.kind, r.day::text as day, m.employee_id, e.user_id, o.address,
      exists (select from schedule_recipient l where l.venue_id = ${venueId} and l.schedule_id = r.schedule_id and l.employee_id = m.employee_id
        and l.unsubscribed_at is not null) or (m.outside_id is not null and (o.state <> 'confirmed' or not exists (
        select from schedule_outside l where l.venue_id = ${venueId} and l.schedule_id = r.schedule_id and l.outside_id = m.outside_id
          and l.unsubscribed_at is null))) as unsubscribed
    from schedule_mail m join schedule_run r on r.venue_id = m.venue_id and r.run_id = m.run_id
      left join employee e on e.venue_id = ${venueId} and e.employee_id = m.employee_id
      left join outside_recipient o on o.venue_id = ${venueId} and o.outside_id = m.outside_id
    where m.venue_id = ${venueId} and m.run_id = ${runId}::bigint and m.recipient_id = ${recipientId}::bigint for update of m`
  if (!mail || (mail.state !== 'waiting' && mail.state !== 'sending')) return 'done'
  if (mail.held) return 'taken'
  await sql`
    update schedule_mail set state = 'sending', claimed_at = ${now}, tries = tries + 1
    where venue_id = ${venueId} and run_id = ${runId}::bigint and recipient_id = ${recipientId}::bigint`
  return {
    scheduleId: mail.schedule_id,
    kind: mail.kind,
    day: mail.day,
    employee: mail.employee_id === null ? undefined : { employeeId: mail.employee_id, userId: mail.user_id ?? 0 },
    address: mail.address ?? undefined,
    unsubscribed: mail.unsubscribed,
  }
}

interface ClaimRow {
  state: string
  held: boolean
  schedule_id: string
  kind: Kind
  day: string
  employee_id: number | null
  user_id: number | null
  address: string | null
  unsubscribed: boolean
}

/** Which link a mail carries, written down before it is sent. */
export const keepToken = async (venue: VenueScope, runId: string, recipientId: string, token: string): Promise<void> => {
  await venue.sql`
    update schedule_mail set token_hash = ${hashSecret(token)}
    where venue_id = ${venue.venueId} and run_id = ${runId}::bigint and recipient_id = ${recipientId}::bigint`
}

/** What became of a mail. Back to `waiting`, it is tried again. */
export const settleMail = async (venue: VenueScope, runId: string, recipientId: string, state: MailState, why = ''): Promise<void> => {
  await venue.sql`
    update schedule_mail set state = ${state}, why = ${why.slice(0, 500)}, claimed_at = null, done_at = ${state === 'waiting' ? null : venue.now}
    where venue_id = ${venue.venueId} and run_id = ${runId}::bigint and recipient_id = ${recipientId}::bigint`
}

interface MailRow {
  run_id: string
  schedule_id: string
  kind: Kind
  day: string
  created_at: Date
  asked_by: string | null
  recipient_id: string | null
  employee_id: number | null
  name: string
  state: MailState | 'sending'
  why: string
  tries: number
  done_at: Date | null
}

const RUNS_SHOWN = 60

/** The runs of a schedule, the latest first, or the last one of each. */
export const runsOf = async (venue: VenueScope, which: { scheduleId: string } | 'last'): Promise<Map<string, ScheduleRun[]>> => {
  const { sql, venueId } = venue
  const wanted = which === 'last' ? null : which.scheduleId
  const rows = await sql<MailRow[]>`
    select r.run_id::text as run_id, r.schedule_id::text as schedule_id, r.kind, r.day::text as day, r.created_at, a.display_name as asked_by,
      m.recipient_id::text as recipient_id, m.employee_id, coalesce(e.display_name, o.address) as name, m.state, m.why, m.tries, m.done_at
    from (select *, row_number() over (partition by schedule_id order by created_at desc, run_id desc) as place from schedule_run
        where venue_id = ${venueId} and (${wanted}::bigint is null or schedule_id = ${wanted}::bigint)) r
      left join schedule_mail m on m.venue_id = ${venueId} and m.run_id = r.run_id
      left join employee e on e.venue_id = ${venueId} and e.employee_id = m.employee_id
      left join outside_recipient o on o.venue_id = ${venueId} and o.outside_id = m.outside_id
      left join employee a on a.venue_id = ${venueId} and a.employee_id = r.asked_by
    where r.place <= ${which === 'last' ? 1 : RUNS_SHOWN}
    order by r.created_at desc, r.run_id desc, e.display_name, o.address, m.recipient_id`
  const runs = new Map<string, ScheduleRun>()
  const bySchedule = new Map<string, ScheduleRun[]>()
  for (const row of rows) {
    const run = runs.get(row.run_id) ?? runIn(row)
    if (!runs.has(row.run_id)) bySchedule.set(row.schedule_id, [...(bySchedule.get(row.schedule_id) ?? []), run])
    runs.set(row.run_id, run)
    if (row.recipient_id !== null) run.Mails.push(mailIn(row))
  }
  return bySchedule
}

const runIn = (row: MailRow): ScheduleRun => ({
  RunId: row.run_id,
  Kind: row.kind,
  Day: row.day,
  At: row.created_at.toISOString(),
  AskedBy: row.asked_by,
  Mails: [],
})

const mailIn = (row: MailRow): ScheduleRun['Mails'][number] => ({
  EmployeeId: row.employee_id,
  Name: row.name,
  State: row.state === 'sending' ? 'waiting' : row.state,
  Why: row.why,
  Tries: row.tries,
  At: row.done_at?.toISOString() ?? null,
})

/** Takes whoever a mail's link was sent to off its list. @returns nothing where there is no such link; done again, it changes nothing */
export const leaveList = async (venue: VenueScope, token: string): Promise<{ name: string } | undefined> => {
  const { sql, venueId, now } = venue
  const [mail] = await sql<{ schedule_id: string; employee_id: number | null; outside_id: string | null; address: string | null; name: string }[]>`
    select r.schedule_id::text as schedule_id, m.employee_id, m.outside_id::text as outside_id, o.address, s.name from schedule_mail m
      join schedule_run r on r.venue_id = m.venue_id and r.run_id = m.run_id
      join report_schedule s on s.venue_id = r.venue_id and s.schedule_id = r.schedule_id
      left join outside_recipient o on o.venue_id = ${venueId} and o.outside_id = m.outside_id
    where m.venue_id = ${venueId} and m.token_hash = ${hashSecret(token)}`
  if (!mail) return undefined
  const left = mail.outside_id
    ? await sql`
        update schedule_outside set unsubscribed_at = ${now}
        where venue_id = ${venueId} and schedule_id = ${mail.schedule_id}::bigint and outside_id = ${mail.outside_id}::bigint and unsubscribed_at is null returning 1`
    : await sql`
        update schedule_recipient set unsubscribed_at = ${now}
        where venue_id = ${venueId} and schedule_id = ${mail.schedule_id}::bigint and employee_id = ${mail.employee_id} and unsubscribed_at is null returning 1`
  const who: Record<string, (string | number)[]> = mail.address === null ? { Employees: [mail.employee_id ?? 0] } : { Outside: [mail.address] }
  if (left.length > 0) await venue.audit({ action: 'schedule.left', subject: mail.name, detail: who })
  return { name: mail.name }
}
