import { createLocationKey } from '#platform/access/location-keys.ts'
import { hashPassword } from '#platform/access/passwords.ts'
import { makeSupplierUser } from '#platform/access/supplier-users.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import type { Transaction } from '#platform/database/pool.ts'
import { SUPPLIER_SCOPES } from '#shared/endpoint.ts'
import { STARTING_ROLES } from '#shared/permissions.ts'
import { SAMPLE_LOCATIONS, SAMPLE_PASSWORD, SAMPLE_PEOPLE, SAMPLE_SUPPLIER, SAMPLE_TILL_KEY, SAMPLE_VENUE } from './cast.ts'

/**
 * Makes the sample venue, its locations and its people, unless they are there. On an empty database the venue is 1, its
 * locations 1 to 3, admin 1, owner 2, manager 3, staff 4: the examples of the API's documentation name these.
 * A house that already holds real people gets no sample, and so nobody whose password everybody knows, unless asked for.
 * @returns the sample venue's id; undefined where there is none
 */
export const createSampleVenue = async (url: string, besideRealPeople = false): Promise<number | undefined> => {
  const owner = connectAsOwner(url)
  try {
    const passwordHash = await hashPassword(SAMPLE_PASSWORD)
    return await owner.begin(async (sql) => {
      await sql`select pg_advisory_xact_lock(hashtext('daybook sample'))`
      const [there] = await sql<{ venue_id: number }[]>`select venue_id from venue where is_sample`
      if (there) return there.venue_id
      const [lived] = await sql<{ in: boolean }[]>`select exists (select from venue) or exists (select from app_user) as in`
      return lived?.in && !besideRealPeople ? undefined : createAll(sql, passwordHash)
    })
  } finally {
    await owner.end()
  }
}

const createAll = async (sql: Transaction, passwordHash: string): Promise<number> => {
  await countFromOne(sql)
  const { name, currency, loyaltyName, timeZone, region } = SAMPLE_VENUE
  const [venue] = await sql<{ venue_id: number }[]>`
    insert into venue (name, is_sample, currency, loyalty_name, show_time_and_attendance_module) values (${name}, true, ${currency}, ${loyaltyName}, true)
    returning venue_id`
  const venueId = venue?.venue_id ?? 0
  await sql.unsafe(`set local app.venue = '${venueId}'`)
  const locationIds: number[] = []
  for (const place of SAMPLE_LOCATIONS) {
    const [made] = await sql<{ location_id: number }[]>`
      insert into location (venue_id, name, time_zone, day_start, currency, address, region)
      values (${venueId}, ${place.name}, ${timeZone}, '05:00', ${currency}, ${place.address}, ${region}) returning location_id`
    const locationId = made?.location_id ?? 0
    locationIds.push(locationId)
    await sql`insert into location_calendar (venue_id, location_id, from_day, time_zone, day_start) values (${venueId}, ${locationId}, '2000-01-01', ${timeZone}, '05:00')`
  }
  const roleIds = await createRoles(sql, venueId)
  for (const person of SAMPLE_PEOPLE) {
    const userId = await createUser(sql, person, passwordHash)
    if (person.role) await employ(sql, venueId, userId, person, roleIds, locationIds)
  }
  await createLocationKey(sql, venueId, locationIds[0] ?? 0, 'Sample till', SAMPLE_TILL_KEY)
  const { name: supplier, user, key } = SAMPLE_SUPPLIER
  await sql.unsafe("set local app.venue = '0'")
  await makeSupplierUser(sql, { name: user, supplier, scopes: SUPPLIER_SCOPES, venueIds: [venueId], expires: null }, { actorUserId: null }, key)
  return venueId
}

/** An attempt that was cut off used numbers up; on a database that is still empty they begin again. */
const countFromOne = async (sql: Transaction) => {
  const [busy] = await sql<{ busy: boolean }[]>`select exists (select from venue) or exists (select from app_user) as busy`
  if (busy?.busy) return
  const identities = sql`pg_get_serial_sequence('venue', 'venue_id'), pg_get_serial_sequence('app_user', 'user_id')`
  await sql`select setval(name::regclass, 1, false) from unnest(array[${identities}, 'location_id_seq', 'employee_id_seq', 'role_id_seq']) as name`
}

const createRoles = async (sql: Transaction, venueId: number): Promise<Map<string, number>> => {
  const ids = new Map<string, number>()
  for (const [name, tags] of Object.entries(STARTING_ROLES)) {
    const [made] = await sql<{ role_id: number }[]>`
      insert into role (venue_id, name, name_key, tags) values (${venueId}, ${name}, ${name.toLowerCase()}, ${[...tags]}) returning role_id`
    ids.set(name, made?.role_id ?? 0)
  }
  return ids
}

const createUser = async (sql: Transaction, person: (typeof SAMPLE_PEOPLE)[number], passwordHash: string): Promise<number> => {
  const email = `${person.userName}@harbour-and-vine.example`
  const [user] = await sql<{ user_id: number }[]>`
    insert into app_user (user_name, user_name_key, display_name, email, email_key, password_hash, is_admin, is_sample)
    values (${person.userName}, ${person.userName}, ${`${person.firstName} ${person.surname}`}, ${email}, ${email}, ${passwordHash}, ${person.role === undefined}, true)
    on conflict (user_name_key) do nothing returning user_id`
  if (!user) throw new Error(`The sample venue needs a user named ${person.userName}, but that name belongs to someone here. Start without DAYBOOK_DEMO.`)
  return user.user_id
}

const employ = async (
  sql: Transaction,
  venueId: number,
  userId: number,
  person: (typeof SAMPLE_PEOPLE)[number],
  roleIds: Map<string, number>,
  locationIds: readonly number[],
) => {
  const [made] = await sql<{ employee_id: number }[]>`
    insert into employee (venue_id, user_id, first_name, surname, user_name, display_name, email, registered, all_locations)
    values (${venueId}, ${userId}, ${person.firstName}, ${person.surname}, ${person.userName}, ${`${person.firstName} ${person.surname}`},
      ${`${person.userName}@harbour-and-vine.example`}, true, ${person.locations === 'all'})
    returning employee_id`
  const employeeId = made?.employee_id ?? 0
  await sql`insert into user_venue (user_id, venue_id, employee_id) values (${userId}, ${venueId}, ${employeeId})`
  await sql`insert into employee_role (venue_id, employee_id, role_id) values (${venueId}, ${employeeId}, ${roleIds.get(person.role ?? '') ?? 0})`
  for (const index of person.locations === 'all' ? [] : person.locations) {
    await sql`insert into employee_location (venue_id, employee_id, location_id) values (${venueId}, ${employeeId}, ${locationIds[index] ?? 0})`
  }
}
