import { type AuditEvent, recordAudit } from '#platform/audit/audit.ts'
import { type Database, enterVenue } from '#platform/database/database.ts'
import type { Sql, Transaction } from '#platform/database/pool.ts'
import { countryDefaults, countryOf } from '#shared/countries.ts'
import { nameKey } from '#shared/name-key.ts'
import { STARTING_ROLES } from '#shared/permissions.ts'
import { insertLocation, type NewLocation, usualLocation } from './locations.ts'

/** A venue to be made. */
export interface NewVenue {
  name: string
  currency?: string | undefined
  country?: string | undefined
  /** The user name of whoever becomes its first Owner. */
  owner?: string | undefined
}

/** A venue to be made, with what Admin may say of it. */
interface NewVenueInFull {
  name: string
  /** Of its country, unless said otherwise. */
  currency?: string | undefined
  /** ISO 3166; the country the currency is named after, unless said otherwise. */
  country?: string | undefined
  language?: 'en' | 'jp' | undefined
  /** ISO weekday, 1 = Monday. */
  weekStart?: number | undefined
  /** MM-DD. */
  financialYearStart?: string | undefined
  /** Its first location. */
  location?: (Pick<NewLocation, 'name' | 'externalCode'> & Partial<NewLocation>) | undefined
  /** Who becomes its first Owner. */
  ownerId?: number | undefined
  /** Whether the Owner is sent a link. */
  invited?: boolean
  /** Who makes it, in the words of the trail, where it is neither the command line nor Admin. */
  madeBy?: string
}

type By = Pick<AuditEvent, 'actorUserId' | 'onBehalfOf' | 'sessionId' | 'ip'>

/**
 * Makes a venue with the roles every venue begins with, and its first Owner.
 * @throws Error in a sentence where the name is taken or there is no such person
 */
export const makeVenue = async (database: Database, { name, currency, country, owner }: NewVenue): Promise<number> => {
  const ownerId = owner === undefined ? undefined : await personNamed(database.house, owner)
  const { venueId } = await database.inVenue(0, (sql) => makeVenueIn(sql, { name, currency, country, ownerId }, { actorUserId: null }))
  return venueId
}

/**
 * The same in a transaction of the house, which is back in the house afterwards.
 * @throws Error in a sentence where the name is taken
 */
export const makeVenueIn = async (sql: Transaction, venue: NewVenueInFull, by: By): Promise<{ venueId: number; locationId: number | null }> => {
  const { name, location, ownerId } = venue
  const country = venue.country || countryOf(venue.currency ?? 'AUD')
  const usual = countryDefaults(country, venue.currency)
  const { currency } = usual
  const { language = usual.language, weekStart = 1, financialYearStart = usual.financialYearStart } = venue
  const taken = await nameIsTaken(sql, name)
  if (taken) throw new Error(`There is already a venue "${name}"; it is number ${taken}.`)
  const [made] = await sql<{ venue_id: number }[]>`
    insert into venue (name, currency, country, language, week_start, financial_year_start)
    values (${name}, ${currency}, ${country}, ${language}, ${weekStart}, ${financialYearStart}) returning venue_id`
  const venueId = made?.venue_id ?? 0
  await enterVenue(sql, venueId)
  const roles = Object.entries(STARTING_ROLES)
  for (const [role, tags] of roles) await sql`insert into role (venue_id, name, name_key, tags) values (${venueId}, ${role}, ${nameKey(role)}, ${[...tags]})`
  const locationId = location ? await insertLocation(sql, venueId, { ...usualLocation({ country, currency }), ...location }) : null
  if (ownerId !== undefined) await makeOwner(sql, venueId, ownerId, venue.invited ?? false)
  const madeBy = venue.madeBy ?? (by.actorUserId === null ? 'command line' : 'Admin')
  const detail = { By: madeBy, Currency: currency, Location: location?.name ?? null, OwnerUserId: ownerId ?? null }
  await recordAudit(sql, venueId, { action: 'venue.made', subject: name, detail, ...by })
  await enterVenue(sql, 0)
  return { venueId, locationId }
}

/** The number of the venue of that name, if there is one. Two who make one of the same name wait for each other. */
export const nameIsTaken = async (sql: Transaction, name: string): Promise<number | undefined> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('names of venues', 0))`
  const [taken] = await sql<{ venue_id: number }[]>`select venue_id from venue where lower(name) = lower(${name.trim()})`
  return taken?.venue_id
}

/** Who becomes Owner, and whether they need a link to choose a password; or why nobody does. */
export type NewOwner = { userId: number; needsLink: boolean } | 'nobody' | 'admin' | 'nameless'

/** Finds the person by user name or e-mail address; somebody new by address is made, with the address as user name until they choose one. */
export const ownerOf = async (
  sql: Transaction,
  {
    userName,
    email,
    firstName = '',
    surname = '',
  }: { userName?: string | undefined; email?: string | undefined; firstName?: string | undefined; surname?: string | undefined },
): Promise<NewOwner> => {
  const [person] = await sql<{ user_id: number; is_admin: boolean; new: boolean }[]>`
    select user_id, is_admin, password_hash is null as new from app_user
    where user_name_key = ${nameKey(userName ?? '')} or email_key = ${email === undefined ? null : nameKey(email)} limit 1`
  if (person) return person.is_admin ? 'admin' : { userId: person.user_id, needsLink: person.new }
  if (email === undefined) return 'nobody'
  const displayName = `${firstName} ${surname}`.trim()
  if (displayName === '') return 'nameless'
  const [made] = await sql<{ user_id: number }[]>`
    insert into app_user (user_name, user_name_key, display_name, email, email_key)
    values (${email}, ${nameKey(email)}, ${displayName}, ${email}, ${nameKey(email)}) on conflict do nothing returning user_id`
  return made ? { userId: made.user_id, needsLink: true } : 'nobody'
}

const personNamed = async (house: Sql, userName: string): Promise<number> => {
  const [person] = await house<{ user_id: number; is_admin: boolean }[]>`select user_id, is_admin from app_user where user_name_key = ${nameKey(userName)}`
  if (!person) throw new Error(`There is no person named "${userName}".`)
  if (person.is_admin) throw new Error(`${userName} is Admin and belongs to no venue; name somebody else.`)
  return person.user_id
}

const makeOwner = async (sql: Transaction, venueId: number, userId: number, invited: boolean): Promise<void> => {
  const [person] = await sql<{ user_name: string; display_name: string; email: string | null }[]>`
    select user_name, display_name, email from app_user where user_id = ${userId}`
  if (!person) throw new Error('The person is gone.')
  const [firstName = person.display_name, ...others] = person.display_name.split(' ')
  const [employee] = await sql<{ employee_id: number }[]>`
    insert into employee (venue_id, user_id, first_name, surname, user_name, display_name, email, registered, all_locations, invited_at)
    values (${venueId}, ${userId}, ${firstName}, ${others.join(' ')}, ${person.user_name}, ${person.display_name}, ${person.email}, true, true,
      ${invited ? new Date() : null})
    returning employee_id`
  const employeeId = employee?.employee_id ?? 0
  await sql`
    insert into employee_role (venue_id, employee_id, role_id)
    select ${venueId}, ${employeeId}, role_id from role where venue_id = ${venueId} and name_key = 'owner' returning 1`
  await sql`insert into user_venue (user_id, venue_id, employee_id) values (${userId}, ${venueId}, ${employeeId})`
}
