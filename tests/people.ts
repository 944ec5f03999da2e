import { hashPassword } from '#platform/access/passwords.ts'
import type { Database } from '#platform/database/database.ts'
import { nameKey } from '#shared/name-key.ts'
import type { Tag } from '#shared/permissions.ts'

export const PASSWORD = 'quiet lanterns over wharf'

let hashed: Promise<string> | undefined
const usualHash = (): Promise<string> => {
  hashed ??= hashPassword(PASSWORD)
  return hashed
}

export interface Person {
  userId: number
  userName: string
  email: string
}

/** Makes a person with the usual test password and an address of their own; at no venue yet. */
export const makePerson = async (
  { house }: Database,
  userName: string,
  {
    isAdmin = false,
    email = `${nameKey(userName).replace(/\W+/g, '.')}@people.example`,
    displayName = `${userName} Tester`,
  }: { isAdmin?: boolean; email?: string; displayName?: string } = {},
): Promise<Person> => {
  const [row] = await house<{ user_id: number }[]>`
    insert into app_user (user_name, user_name_key, display_name, email, email_key, password_hash, is_admin)
    values (${userName}, ${nameKey(userName)}, ${displayName}, ${email}, ${nameKey(email)}, ${await usualHash()}, ${isAdmin}) returning user_id`
  return { userId: row?.user_id ?? 0, userName, email }
}

/** Makes a venue with the locations named, trading in Sydney. */
export const makeVenue = async (
  { house, inVenue }: Database,
  name: string,
  locations: readonly string[] = ['Bar'],
): Promise<{ venueId: number; locationIds: number[] }> => {
  const [venue] = await house<{ venue_id: number }[]>`insert into venue (name) values (${name}) returning venue_id`
  const venueId = venue?.venue_id ?? 0
  const locationIds = await inVenue(venueId, async (sql) => {
    const made = await sql<{ location_id: number }[]>`
      insert into location (venue_id, name, time_zone, currency)
      select ${venueId}, name, 'Australia/Sydney', 'AUD' from unnest(${[...locations]}::text[]) as name returning location_id`
    return made.map((row) => row.location_id)
  })
  return { venueId, locationIds }
}

/** Employs a person at a venue with these tags; `locations` 'all' or the ids granted. Answers the EmployeeId. */
export const employ = (
  { inVenue }: Database,
  person: Person,
  venueId: number,
  tags: readonly Tag[] = [],
  locations: 'all' | readonly number[] = 'all',
): Promise<number> =>
  inVenue(venueId, async (sql) => {
    const [row] = await sql<{ employee_id: number }[]>`
      insert into employee (venue_id, user_id, first_name, surname, display_name, registered, tags, all_locations)
      values (${venueId}, ${person.userId}, ${person.userName}, 'Tester', ${person.userName}, true, ${[...tags]}, ${locations === 'all'}) returning employee_id`
    const employeeId = row?.employee_id ?? 0
    for (const locationId of locations === 'all' ? [] : locations) {
      await sql`insert into employee_location (venue_id, employee_id, location_id) values (${venueId}, ${employeeId}, ${locationId})`
    }
    await sql`insert into user_venue (user_id, venue_id, employee_id) values (${person.userId}, ${venueId}, ${employeeId})`
    return employeeId
  })
