import { nameKey } from '#shared/name-key.ts'
import { STARTING_ROLES } from '#shared/permissions.ts'
import { recordAudit } from './audit.ts'
import { type Database, enterVenue } from './database.ts'
import type { Sql, Transaction } from './pool.ts'

/** A venue to be made. */
export interface NewVenue {
  name: string
  currency: string
  /** The user name of whoever becomes its first Owner. */
  owner?: string | undefined
}

/**
 * Makes a venue with the roles every venue begins with, and its first Owner.
 * @throws Error in a sentence where the name is taken or there is no such person
 */
export const makeVenue = async (database: Database, { name, currency, owner }: NewVenue): Promise<number> => {
  const ownerId = owner === undefined ? undefined : await personNamed(database.house, owner)
  return database.inVenue(0, async (sql) => {
    const [taken] = await sql<{ venue_id: number }[]>`select venue_id from venue where lower(name) = lower(${name})`
    if (taken) throw new Error(`There is a venue "${name}" already; it is number ${taken.venue_id}.`)
    const [made] = await sql<{ venue_id: number }[]>`insert into venue (name, currency) values (${name}, ${currency}) returning venue_id`
    const venueId = made?.venue_id ?? 0
    await enterVenue(sql, venueId)
    const roles = Object.entries(STARTING_ROLES)
    for (const [role, tags] of roles) await sql`insert into role (venue_id, name, name_key, tags) values (${venueId}, ${role}, ${nameKey(role)}, ${[...tags]})`
    if (ownerId !== undefined) await makeOwner(sql, venueId, ownerId)
    await recordAudit(sql, venueId, { action: 'venue.made', subject: name, detail: { By: 'command line' }, actorUserId: null })
    return venueId
  })
}

const personNamed = async (house: Sql, userName: string): Promise<number> => {
  const [person] = await house<{ user_id: number; is_admin: boolean }[]>`select user_id, is_admin from app_user where user_name_key = ${nameKey(userName)}`
  if (!person) throw new Error(`There is no person named "${userName}".`)
  if (person.is_admin) throw new Error(`${userName} is Admin and belongs to no venue; name somebody else.`)
  return person.user_id
}

const makeOwner = async (sql: Transaction, venueId: number, userId: number): Promise<void> => {
  const [person] = await sql<{ user_name: string; display_name: string; email: string | null }[]>`
    select user_name, display_name, email from app_user where user_id = ${userId}`
  if (!person) throw new Error('The person is gone.')
  const [firstName = person.display_name, ...others] = person.display_name.split(' ')
  const [employee] = await sql<{ employee_id: number }[]>`
    insert into employee (venue_id, user_id, first_name, surname, user_name, display_name, email, registered, all_locations)
    values (${venueId}, ${userId}, ${firstName}, ${others.join(' ')}, ${person.user_name}, ${person.display_name}, ${person.email}, true, true)
    returning employee_id`
  const employeeId = employee?.employee_id ?? 0
  await sql`
    insert into employee_role (venue_id, employee_id, role_id)
    select ${venueId}, ${employeeId}, role_id from role where venue_id = ${venueId} and name_key = 'owner' returning 1`
  await sql`insert into user_venue (user_id, venue_id, employee_id) values (${userId}, ${venueId}, ${employeeId})`
}
