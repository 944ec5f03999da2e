import { employeeAsking } from '#features/delivery/saved-views/saved-views.sql.ts'
import { hashSecret, newSecret } from '#platform/access/secrets.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import { texts } from '#platform/database/sql-arrays.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { fieldFailure } from '#shared/failure.ts'
import { outsideMail } from './outside.contract.ts'
import { addressKey } from './outside.rules.ts'

/** Confirmation mails a venue sends in a day, and the days its link can be used. */
const MAILS_PER_DAY = 30
const LINK_DAYS = 7

/** The schedule somebody is put on the list of. */
interface Listed {
  scheduleId: string
  name: string
  language: 'en' | 'jp'
}

/**
 * Who outside Daybook is on the list of a schedule. Whoever is new to the venue is asked first; whoever left or declined stays so.
 * @throws ValidationFailed beyond the confirmation mails of a day
 */
export const keepOutside = async (venue: VenueScope, schedule: Listed, addresses: readonly string[]): Promise<void> => {
  const { sql, venueId } = venue
  const { scheduleId } = schedule
  const wanted = new Map(addresses.map((address) => [addressKey(address), address.trim()]))
  await sql`
    delete from schedule_outside l using outside_recipient o
    where l.venue_id = ${venueId} and l.schedule_id = ${scheduleId}::bigint and l.unsubscribed_at is null
      and o.venue_id = ${venueId} and o.outside_id = l.outside_id and o.address_key <> all(${texts([...wanted.keys()])}::text[])`
  for (const [key, address] of wanted) {
    const outsideId = (await outsideIdOf(venue, key)) ?? (await askNew(venue, schedule, key, address))
    await sql`
      insert into schedule_outside (venue_id, schedule_id, outside_id) values (${venueId}, ${scheduleId}::bigint, ${outsideId}::bigint)
      on conflict do nothing returning 1`
  }
}

const outsideIdOf = async ({ sql, venueId }: VenueScope, key: string): Promise<string | undefined> => {
  const [known] = await sql<{ id: string }[]>`select outside_id::text as id from outside_recipient where venue_id = ${venueId} and address_key = ${key}`
  return known?.id
}

const askNew = async (venue: VenueScope, { name, language }: Listed, key: string, address: string): Promise<string> => {
  const { sql, venueId, now } = venue
  await refuseTooMany(venue)
  const outsideId = newFactId()
  await sql`
    insert into outside_recipient (venue_id, outside_id, address, address_key, asked_by, asked_at, language, expires_at)
    values (${venueId}, ${outsideId}::bigint, ${address}, ${key}, ${employeeAsking(venue)}, ${now}, ${language}, ${now}::timestamptz + ${LINK_DAYS} * interval '1 day')`
  await sendQuestion(venue, { outsideId, address, name })
  return outsideId
}

/** @throws ValidationFailed where they answered, or were asked within a day; beyond the confirmation mails of a day */
export const askAgain = async (venue: VenueScope, outsideId: string, schedule: Pick<Listed, 'name' | 'language'>): Promise<void> => {
  const { sql, venueId, now } = venue
  await refuseTooMany(venue)
  const [asked] = await sql<{ address: string }[]>`
    update outside_recipient set asked_by = ${employeeAsking(venue)}, asked_at = ${now}, language = ${schedule.language}, token_hash = null,
      expires_at = ${now}::timestamptz + ${LINK_DAYS} * interval '1 day'
    where venue_id = ${venueId} and outside_id = ${outsideId}::bigint and state = 'asked' and asked_at <= ${now}::timestamptz - interval '1 day'
    returning address`
  if (!asked) throw fieldFailure('Address', 'They answered already, or were asked within the last day.')
  await sendQuestion(venue, { outsideId, address: asked.address, name: schedule.name })
}

/** One at a time, so that two who ask at once do not go beyond together. */
const refuseTooMany = async ({ sql, venueId, now }: VenueScope): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`outside ${venueId}`}, 0))`
  const [today] = await sql<{ n: number }[]>`
    select count(*)::int as n from outside_recipient where venue_id = ${venueId} and asked_at > ${now}::timestamptz - interval '1 day'`
  if ((today?.n ?? 0) >= MAILS_PER_DAY)
    throw fieldFailure('Outside', `This venue has already sent ${String(MAILS_PER_DAY)} confirmation e-mails today, and that is the limit. Try again tomorrow.`)
}

const sendQuestion = async (venue: VenueScope, { outsideId, address, name }: { outsideId: string; address: string; name: string }): Promise<void> => {
  await addJob(venue.sql, outsideMail, { VenueId: venue.venueId, OutsideId: outsideId })
  await venue.audit({ action: 'schedule.outside-asked', subject: name, detail: { Outside: [address] } })
}

/** Somebody outside as the question to them has it. */
export interface AskedOutside {
  outsideId: string
  address: string
  state: 'asked' | 'confirmed' | 'declined'
  askedBy: string
  language: 'en' | 'jp'
  expires: Date
  /** Screens of the reports of schedules they are on. */
  reports: string[]
}

/** Whoever is waited for, for the mail that asks them; or whose link it is. @returns nothing where there is none, or their link is over */
export const outsideAsked = async (venue: VenueScope, which: { outsideId: string } | { token: string }): Promise<AskedOutside | undefined> => {
  const { sql, venueId, now } = venue
  const one = 'token' in which ? sql`o.token_hash = ${hashSecret(which.token)}` : sql`o.outside_id = ${which.outsideId}::bigint and o.state = 'asked'`
  const [row] = await sql<(Omit<AskedOutside, 'outsideId' | 'askedBy' | 'expires'> & { outside_id: string; asked_by: string; expires_at: Date })[]>`
    select o.outside_id::text as outside_id, o.address, o.state, e.display_name as asked_by, o.language, o.expires_at,
      (select coalesce(jsonb_agg(distinct s.path), '[]') from schedule_outside l
        join report_schedule s on s.venue_id = ${venueId} and s.schedule_id = l.schedule_id and s.stopped_at is null
        where l.venue_id = ${venueId} and l.outside_id = o.outside_id and l.unsubscribed_at is null) as reports
    from outside_recipient o join employee e on e.venue_id = o.venue_id and e.employee_id = o.asked_by
    where o.venue_id = ${venueId} and o.expires_at > ${now} and ${one}`
  if (!row) return undefined
  return { ...row, outsideId: row.outside_id, askedBy: row.asked_by, expires: row.expires_at }
}

/** The link of a mail that asks, written down before it is sent; a later one ends it. */
export const newOutsideLink = async ({ sql, venueId }: VenueScope, outsideId: string): Promise<string> => {
  const token = `${venueId}-${newSecret()}`
  await sql`update outside_recipient set token_hash = ${hashSecret(token)} where venue_id = ${venueId} and outside_id = ${outsideId}::bigint and state = 'asked'`
  return token
}

/** What somebody outside answered; as long as their link can be used they may think again. */
export const keepAnswer = async (venue: VenueScope, { outsideId, address }: AskedOutside, state: 'confirmed' | 'declined'): Promise<void> => {
  const { sql, venueId, now } = venue
  const changed = await sql`
    update outside_recipient set state = ${state}, answered_at = ${now} where venue_id = ${venueId} and outside_id = ${outsideId}::bigint and state <> ${state}
    returning 1`
  if (changed.length === 0) return
  await venue.audit(
    state === 'confirmed' ? { action: 'schedule.outside-confirmed', subject: address } : { action: 'schedule.outside-declined', subject: address },
  )
}

/** Forgets addresses that are on no list any more, a month after they were asked; that somebody declined is kept, so that nobody asks again. */
export const forgetOutside = async ({ sql, venueId, now }: VenueScope): Promise<void> => {
  await sql`
    delete from outside_recipient o where o.venue_id = ${venueId} and o.state <> 'declined' and o.asked_at < ${now}::timestamptz - interval '30 days'
      and not exists (select from schedule_outside l where l.venue_id = ${venueId} and l.outside_id = o.outside_id)
      and not exists (select from schedule_mail m where m.venue_id = ${venueId} and m.outside_id = o.outside_id)`
}
