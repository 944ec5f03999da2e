import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { membershipImplementation } from '#features/membership/membership.routes.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { readSettings } from '#platform/settings.ts'
import { ROOT } from '#platform/version.ts'
import { implement, type Service } from '#platform/web/implement.ts'
import { mount } from '#platform/web/mount.ts'
import { createWebServer } from '#platform/web/web-server.ts'
import { contract, operation, report } from '#shared/endpoint.ts'
import { type FreshDatabase, freshDatabase } from '#tests/fresh-database.ts'
import { employ, makePerson, makeVenue, PASSWORD, type Person } from '#tests/people.ts'
import { Visitor } from '#tests/visitor.ts'
import { LocationKeys } from './location-keys.ts'
import type { VenueScope } from './venue-scope.ts'

const Board = z.object({ Name: z.string(), Tags: z.array(z.string()), Roles: z.array(z.string()), Places: z.array(z.string()) })
const board = contract({
  read: operation({ method: 'GET', path: '/board', summary: '', access: ['can_viewsales'], response: Board, example: { as: 'owner' } }),
  report: report({
    path: '/board/report',
    summary: '',
    access: ['can_viewsales'],
    response: Board,
    example: { as: 'owner' },
    table: () => ({ title: '', notes: [], columns: [], rows: [] }),
  }),
})
/** By what tags each reading of the board was done. */
const done: string[] = []
const readBoard = async ({ venue, session }: { venue: VenueScope; session: { userName: string } }) => {
  done.push(venue.tags.join(' '))
  const places = await venue.sql<{ name: string }[]>`
    select name from location where venue_id = ${venue.venueId} and location_id = any(${venue.chosenLocations().map(({ locationId }) => locationId)}::int[]) order by 1`
  return { Name: session.userName, Tags: [...venue.tags], Roles: [...venue.roles], Places: places.map(({ name }) => name) }
}
const implementation = implement(board, { read: readBoard, report: readBoard })

const READS = 600
const STEP = READS / 30

let fresh: FreshDatabase
let one: { url: string; database: Database; stop: () => Promise<void> }
let two: typeof one
let venueId: number
let otherVenueId: number
let ruth: Person & { employeeId: number }
let max: Person & { employeeId: number }

const startServer = async () => {
  const database = openDatabase(fresh.url, 2)
  const settings = readSettings({ PORT: '0', LOG_LEVEL: 'silent', READS_PER_MINUTE: String(READS), SIGN_INS_PER_MINUTE: '1000' }, ROOT)
  const service: Service = { database, settings, signingKey: Buffer.alloc(32, 3), locationKeys: new LocationKeys(1000), now: () => new Date() }
  const app = await createWebServer(settings, join(ROOT, 'no-such-folder'))
  mount(app, service, [...membershipImplementation, ...implementation])
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const stop = async () => {
    await app.close()
    await database.close()
  }
  return { url, database, stop }
}

beforeAll(async () => {
  fresh = await freshDatabase()
  one = await startServer()
  two = await startServer()
  venueId = (await makeVenue(one.database, 'The Anchor', ['Bar', 'Hall'])).venueId
  otherVenueId = (await makeVenue(one.database, 'The Bell')).venueId
  const person = async (name: string) => {
    const made = await makePerson(one.database, name)
    return { ...made, employeeId: await employ(one.database, made, venueId, ['can_viewsales']) }
  }
  ruth = await person('Ruth')
  max = await person('Max')
})
afterAll(async () => {
  await Promise.all([one.stop(), two.stop()])
  await fresh.drop()
})
beforeEach(async () => {
  await one.database.house`delete from limit_counter`
})

/** Somebody both servers have just let in, so that both know the session. */
const met = async (person: typeof ruth, plain = false) => {
  const here = new Visitor(one.url, { plain })
  await here.signIn(person.userName, PASSWORD)
  await here.open(venueId, person.employeeId)
  const there = new Visitor(two.url, { plain })
  Object.assign(there, { authorization: here.authorization, venueId, cookies: here.cookies })
  for (const visitor of [here, there]) for (let i = 0; i < 3; i += 1) expect((await read(visitor)).status).toBe(200)
  return { here, there }
}
let path = '/board'
const read = (visitor: Visitor) => visitor.call<z.infer<typeof Board>>('GET', path)
const codes = async (...visitors: Visitor[]) =>
  Promise.all(visitors.map((visitor) => read(visitor).then(({ status, body }) => `${status} ${body.ResponseStatus?.ErrorCode ?? ''}`)))
const told = async () => {
  const [row] = await one.database.house<{ n: number }[]>`select coalesce(sum(n), 0)::int as n from limit_counter where name = 'read'`
  return row?.n ?? 0
}

describe.each(['/board', '/board/report'])('a session that was met, at %s', (asked) => {
  beforeEach(() => {
    path = asked
  })

  it('is counted by each server for itself, and told to all before long', async () => {
    const { here, there } = await met(ruth)
    expect(await told()).toBe(2)
    await sleep(2_100)
    await Promise.all([read(here), read(there)])
    expect(await told()).toBe(8)
  })

  it('may read as often as it is allowed, and at each server hardly more', async () => {
    // The allowance is by the minute: none may begin in the middle.
    const second = new Date().getSeconds()
    if (second > 45) await sleep((61 - second) * 1000)
    const { here, there } = await met(ruth)
    const statuses: number[] = []
    for (let i = 0; i < 85; i += 1) {
      const answers = await Promise.all([here, there].flatMap((visitor) => Array.from({ length: 4 }, () => read(visitor))))
      statuses.push(...answers.map(({ status }) => status))
    }
    const done = statuses.filter((status) => status === 200).length + 6
    expect(done).toBeGreaterThanOrEqual(READS)
    expect(done).toBeLessThanOrEqual(READS + 2 * STEP)
    expect(statuses.slice(-8)).toEqual(Array(8).fill(429))
  })

  it('is counted though calls without its cookie come between', async () => {
    const { here } = await met(ruth)
    const stolen = new Visitor(one.url)
    stolen.authorization = here.authorization
    for (let i = 0; i < 10; i += 1) expect(await codes(here, stolen)).toEqual(['200 ', '401 NotSignedIn'])
    await sleep(2_100)
    await read(here)
    expect(await told()).toBeGreaterThanOrEqual(15)
  })

  it('ends at once, at every server', async () => {
    const { here, there } = await met(ruth)
    await one.database.house`update session set revoked_at = now() where user_id = ${ruth.userId}`
    expect(await codes(here, there)).toEqual(['401 SessionEnded', '401 SessionEnded'])
  })

  it.each(['idle_until', 'absolute_until'])('ends when %s is over', async (column) => {
    const { here } = await met(ruth)
    await one.database.house`update session set ${one.database.house(column)} = now() where user_id = ${ruth.userId} and revoked_at is null`
    expect(await codes(here)).toEqual(['401 SessionEnded'])
  })

  it('is nobody without its cookie, and that is noted', async () => {
    const { here } = await met(ruth)
    const stolen = new Visitor(one.url)
    stolen.authorization = here.authorization
    expect(await codes(stolen, here)).toEqual(['401 NotSignedIn', '200 '])
    const noted = await one.database.inVenue(venueId, (sql) => sql`select session_id from audit_event where action = 'session.companion-missing'`)
    const session = await here.call<{ SessionId: string }>('GET', '/auth/session')
    expect(noted.filter(({ session_id }) => session_id === session.body.SessionId)).toHaveLength(1)
  })

  it('is nobody once its Token was replaced', async () => {
    const { here, there } = await met(ruth)
    const token = here.authorization
    const auth = new Visitor(one.url)
    await auth.signIn('Ruth', PASSWORD)
    await one.database.house`update session set token_hash = null where user_id = ${ruth.userId}`
    expect([token, ...(await codes(here, there))]).toEqual([there.authorization, '401 NotSignedIn', '401 NotSignedIn'])
  })

  it('may at once no more and no less than the employee may, roles included', async () => {
    const { here, there } = await met(max)
    const give = (tags: string[]) => one.database.inVenue(venueId, (sql) => sql`update employee set tags = ${tags} where employee_id = ${max.employeeId}`)
    await give(['can_viewtimesheet'])
    expect(await codes(here, there)).toEqual(['403 NotPermitted', '403 NotPermitted'])
    await one.database.inVenue(venueId, async (sql) => {
      const tags = ['can_viewsales', 'can_viewtimesheet', 'can_editsettings']
      const [role] = await sql`insert into role (venue_id, name, name_key, tags) values (${venueId}, 'Lead', 'lead', ${tags}) returning role_id`
      await sql`insert into employee_role (venue_id, employee_id, role_id) values (${venueId}, ${max.employeeId}, ${role?.role_id as number})`
    })
    expect((await read(here)).body).toMatchObject({ Name: 'Max', Tags: ['can_editsettings', 'can_viewsales', 'can_viewtimesheet'], Roles: ['Lead'] })
    await give(['can_viewsales'])
    await one.database.inVenue(venueId, (sql) => sql`update employee set active = false where employee_id = ${max.employeeId}`)
    expect(await codes(here, there)).toEqual(['401 SessionEnded', '401 SessionEnded'])
    await one.database.inVenue(venueId, async (sql) => {
      await sql`update employee set active = true where employee_id = ${max.employeeId}`
      await sql`delete from employee_role where venue_id = ${venueId} and employee_id = ${max.employeeId}`
      await sql`delete from role where venue_id = ${venueId} and name = 'Lead'`
    })
  })

  it('is told when another tab switched the venue, and what is refused is noted', async () => {
    const { here } = await met(ruth)
    here.venueId = otherVenueId
    expect(await codes(here)).toEqual(['409 VenueSwitched'])
    here.venueId = venueId
    const noted = () => one.database.inVenue(venueId, (sql) => sql`select from audit_event where action = 'access.refused'`)
    const before = (await noted()).length
    await one.database.inVenue(venueId, (sql) => sql`update employee set tags = '{}' where employee_id = ${ruth.employeeId}`)
    expect(await codes(here)).toEqual(['403 NotPermitted'])
    await one.database.inVenue(venueId, (sql) => sql`update employee set tags = '{can_viewsales}' where employee_id = ${ruth.employeeId}`)
    expect((await noted()).length).toBe(before + 1)
  })

  it('is never taken for another', async () => {
    const [first, second] = [await met(ruth), await met(max)]
    const names = await Promise.all([first.here, second.here, first.there, second.there].map((visitor) => read(visitor).then(({ body }) => body.Name)))
    expect(names).toEqual(['Ruth', 'Max', 'Ruth', 'Max'])
  })
})

describe('a report', () => {
  beforeEach(() => {
    path = '/board/report'
  })
  const change = (tags: string[], places: string[]) =>
    one.database.inVenue(venueId, async (sql) => {
      await sql`update employee set tags = ${tags}, all_locations = false where employee_id = ${max.employeeId}`
      await sql`delete from employee_location where venue_id = ${venueId} and employee_id = ${max.employeeId}`
      await sql`insert into employee_location (venue_id, employee_id, location_id)
        select ${venueId}, ${max.employeeId}, location_id from location where venue_id = ${venueId} and name = any(${places}::text[]) returning 1`
    })
  const answered = async (visitor: Visitor) => {
    done.length = 0
    const { status, body } = await read(visitor)
    return { status, places: body.Places, readings: [...done] }
  }

  it('is read once, with what its reader may see by now, and not at all for who may not', async () => {
    await change(['can_viewsales'], ['Bar', 'Hall'])
    const { here } = await met(max)
    const [sales, more] = ['can_viewsales', 'can_viewsales can_viewtimesheet']
    expect(await answered(here)).toEqual({ status: 200, places: ['Bar', 'Hall'], readings: [sales] })
    await change(['can_viewsales'], ['Hall'])
    expect(await answered(here)).toEqual({ status: 200, places: ['Hall'], readings: [sales] })
    await change(['can_viewtimesheet'], ['Hall'])
    expect(await answered(here)).toEqual({ status: 403, places: undefined, readings: [] })
    await change(['can_viewsales', 'can_viewtimesheet'], ['Bar'])
    expect(await answered(here)).toEqual({ status: 200, places: ['Bar'], readings: [more] })
    await one.database.inVenue(venueId, (sql) => sql`update employee set active = false where employee_id = ${max.employeeId}`)
    expect(await answered(here)).toEqual({ status: 401, places: undefined, readings: [] })
    await one.database.inVenue(venueId, (sql) => sql`update employee set active = true where employee_id = ${max.employeeId}`)
  })
})
