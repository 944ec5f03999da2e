import type { VenueScope } from '#platform/access/venue-scope.ts'
import { failure } from '#shared/failure.ts'

/** Somebody who asked for the daily mail. */
export interface AskedDigest {
  userId: number
  /** Cases opened after this moment are new to them. */
  toldUntil: Date
}

const personOf = ({ holder }: VenueScope) => {
  if (holder.kind !== 'person') throw failure('NotPermitted')
  return holder
}

/** Whether the holder asked for the daily mail. */
export const ownDigest = async (venue: VenueScope): Promise<{ On: boolean }> => {
  const { sql, venueId } = venue
  const [row] = await sql`select from fraud_digest where venue_id = ${venueId} and employee_id = ${personOf(venue).employeeId}`
  return { On: row !== undefined }
}

/** Asks for the daily mail, or stops it; the cases there are already are not new. @throws NotPermitted for whoever is no employee */
export const setOwnDigest = async (venue: VenueScope, on: boolean): Promise<{ On: boolean }> => {
  const { sql, venueId, now } = venue
  const { employeeId, userId } = personOf(venue)
  if (on)
    await sql`
      insert into fraud_digest (venue_id, employee_id, user_id, asked_at, told_until) values (${venueId}, ${employeeId}, ${userId}, ${now}, ${now})
      on conflict (venue_id, employee_id) do update set user_id = excluded.user_id`
  else await stopDigest(venue, employeeId)
  return ownDigest(venue)
}

/** Sends somebody no more mails. */
export const stopDigest = async ({ sql, venueId }: VenueScope, employeeId: number): Promise<void> => {
  await sql`delete from fraud_digest where venue_id = ${venueId} and employee_id = ${employeeId}`
}

/** Everybody who asked for the mail and had none today. */
export const digestsDue = async ({ sql, venueId, now }: VenueScope): Promise<number[]> => {
  const rows = await sql<{ employee_id: number }[]>`
    select employee_id from fraud_digest where venue_id = ${venueId} and sent_on is distinct from (${now}::timestamptz at time zone 'UTC')::date order by employee_id`
  return rows.map(({ employee_id }) => employee_id)
}

/** Who asked; nothing where they do not want it any more, or had it today. */
export const dueDigest = async ({ sql, venueId, now }: VenueScope, employeeId: number): Promise<AskedDigest | undefined> => {
  const [row] = await sql<AskedDigest[]>`
    select user_id as "userId", told_until as "toldUntil" from fraud_digest
    where venue_id = ${venueId} and employee_id = ${employeeId} and sent_on is distinct from (${now}::timestamptz at time zone 'UTC')::date`
  return row
}

/** Notes that somebody was told of cases opened up to a moment. */
export const noteTold = async ({ sql, venueId, now }: VenueScope, employeeId: number, until: Date): Promise<void> => {
  await sql`
    update fraud_digest set told_until = greatest(told_until, ${until}), sent_on = (${now}::timestamptz at time zone 'UTC')::date
    where venue_id = ${venueId} and employee_id = ${employeeId}`
}
