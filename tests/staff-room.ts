import { nameKey } from '#shared/name-key.ts'
import { STARTING_ROLES, type Tag } from '#shared/permissions.ts'
import { employ, makePerson, makeVenue, PASSWORD, type Person } from './people.ts'
import type { StartedApp } from './start-app.ts'
import { type Answered, signedIn, type Visitor } from './visitor.ts'

/** Somebody at a venue. */
export interface Colleague extends Person {
  employeeId: number
}

/** A venue with roles and two bars, and whoever a test wants to work there. */
export interface StaffRoom {
  venueId: number
  locationIds: number[]
  hire(name: string, tags?: readonly Tag[], locations?: 'all' | readonly number[], roles?: readonly string[]): Promise<Colleague>
  /** Hires somebody and signs them in. */
  at(name: string, tags?: readonly Tag[], locations?: 'all' | readonly number[], roles?: readonly string[]): Promise<Visitor & { colleague: Colleague }>
  /** Rows of the audit, oldest first. */
  audit(action: string): Promise<{ subject: string; detail: Record<string, unknown>; actor_user_id: number; on_behalf_of_user_id: number | null }[]>
}

export const staffRoom = async (app: StartedApp, name: string): Promise<StaffRoom> => {
  const { database } = app
  const { venueId, locationIds } = await makeVenue(database, name, ['Front Bar', 'Back Bar'])
  await database.inVenue(venueId, async (sql) => {
    for (const [role, tags] of Object.entries(STARTING_ROLES))
      await sql`insert into role (venue_id, name, name_key, tags) values (${venueId}, ${role}, ${nameKey(role)}, ${[...tags]})`
  })
  const hire: StaffRoom['hire'] = async (userName, tags = [], locations = 'all', roles = []) => {
    const person = await makePerson(database, userName)
    const employeeId = await employ(database, person, venueId, tags, locations)
    await database.inVenue(venueId, async (sql) => {
      await sql`update employee set user_name = ${userName}, email = ${person.email} where venue_id = ${venueId} and employee_id = ${employeeId}`
      for (const role of roles)
        await sql`insert into employee_role (venue_id, employee_id, role_id)
          select ${venueId}, ${employeeId}, role_id from role where venue_id = ${venueId} and name = ${role} returning 1`
    })
    return { ...person, employeeId }
  }
  return {
    venueId,
    locationIds,
    hire,
    at: async (userName, ...more) => {
      const colleague = await hire(userName, ...more)
      return Object.assign(await signedIn(app.url, userName, PASSWORD), { colleague })
    },
    audit: (action) =>
      database.readVenue(
        venueId,
        (sql) =>
          sql<{ subject: string; detail: Record<string, unknown>; actor_user_id: number; on_behalf_of_user_id: number | null }[]>`
          select subject, detail, actor_user_id, on_behalf_of_user_id from audit_event where venue_id = ${venueId} and action = ${action} order by event_id`,
      ),
  }
}

/** Admin with a venue open. */
export const adminAt = async (app: StartedApp, venueId: number): Promise<Visitor> => {
  const userName = `admin-of-${venueId}-${process.hrtime.bigint()}`
  await makePerson(app.database, userName, { isAdmin: true })
  const admin = await signedIn(app.url, userName, PASSWORD)
  await admin.open(venueId, 0)
  return admin
}

/** What an answer comes to: its status, and the code of a refusal. */
export const outcome = ({ status, body }: Answered): [number, string | undefined] => [status, body.ResponseStatus?.ErrorCode]
