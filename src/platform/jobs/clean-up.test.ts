import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { type FreshDatabase, freshDatabase } from '#tests/fresh-database.ts'
import { makePerson, makeVenue } from '#tests/people.ts'
import { forgetOld } from './clean-up.sql.ts'

let fresh: FreshDatabase
let database: Database
beforeAll(async () => {
  fresh = await freshDatabase()
  database = openDatabase(fresh.url, 2)
})
afterAll(async () => {
  await database.close()
  await fresh.drop()
})

it('at night what is over is forgotten, and what may still matter is kept', async () => {
  const { house, inVenue } = database
  const { venueId } = await makeVenue(database, 'The Anchor')
  const { userId } = await makePerson(database, 'Ruth')
  await house`insert into limit_counter (name, subject, window_start, n) values ('read', 'old', now() - interval '25 hours', 1), ('read', 'kept', now() - interval '23 hours', 1)`
  await house`
    insert into session (session_id, user_id, idle_seconds, created_at, idle_until, absolute_until, revoked_at)
    select id, ${userId}, 1800, now() - interval '90 days', now() - ends, now() - ends, now() - revoked from (values
      ('old, lapsed', interval '31 days', null), ('old, revoked', interval '29 days', interval '31 days'),
      ('kept, lapsed', interval '29 days', null), ('kept, live', interval '-1 day', null)) as s (id, ends, revoked)`
  await house`insert into export_ticket (ticket_hash, session_id, path, query, expires_at) values ('old', 's', '/x', '{}', now() - interval '1 second'), ('kept', 's', '/x', '{}', now() + interval '1 minute')`
  for (const venue of [0, venueId]) {
    await inVenue(
      venue,
      (sql) => sql`
        insert into idempotency_key (venue_id, principal, key, request_hash, status, created_at)
        values (${venue}, 'p', 'old', '', 200, now() - interval '8 days'), (${venue}, 'p', 'kept', '', 200, now() - interval '6 days')`,
    )
  }
  await forgetOld(database)
  expect((await house`select subject from limit_counter`).map((row) => row.subject)).toEqual(['kept'])
  expect((await house`select session_id from session order by 1`).map((row) => row.session_id)).toEqual(['kept, lapsed', 'kept, live'])
  expect((await house`select convert_from(ticket_hash, 'utf8') as ticket from export_ticket`).map((row) => row.ticket)).toEqual(['kept'])
  for (const venue of [0, venueId]) {
    expect((await inVenue(venue, (sql) => sql`select key from idempotency_key`)).map((row) => row.key)).toEqual(['kept'])
  }
})
