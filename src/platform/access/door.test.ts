import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { membershipImplementation } from '#features/membership/membership.routes.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { readSettings } from '#platform/settings.ts'
import { ROOT } from '#platform/version.ts'
import { implement, type Service } from '#platform/web/implement.ts'
import { mount } from '#platform/web/mount.ts'
import { createWebServer } from '#platform/web/web-server.ts'
import { contract, operation } from '#shared/endpoint.ts'
import { failure } from '#shared/failure.ts'
import { type FreshDatabase, freshDatabase } from '#tests/fresh-database.ts'
import { employ, makePerson, makeVenue, PASSWORD, type Person } from '#tests/people.ts'
import { Visitor } from '#tests/visitor.ts'
import { LocationKeys } from './location-keys.ts'

const example = { as: 'owner' } as const
const board = contract({
  read: operation({ method: 'GET', path: '/board', summary: '', access: ['can_viewsales'], response: z.object({ Tags: z.array(z.string()) }), example }),
  either: operation({ method: 'GET', path: '/board/either', summary: '', access: { anyOf: ['can_viewroster', 'can_viewtimesheet'] }, example }),
  pin: operation({
    method: 'POST',
    path: '/board/pins',
    summary: '',
    access: ['can_editsettings'],
    strict: true,
    body: z.object({ Name: z.string().check(z.minLength(1)), Then: z.optional(z.enum(['missing', 'fault'])) }),
    response: z.object({ Pins: z.int(), Secret: z.string() }),
    example,
  }),
  key: operation({
    method: 'POST',
    path: '/board/keys',
    summary: '',
    access: ['can_editsettings'],
    answersSecret: true,
    response: z.object({ Key: z.string() }),
    example,
  }),
  everywhere: operation({ method: 'GET', path: '/board/everywhere', summary: '', access: 'admin', example }),
})

let keys = 0
const implementation = implement(board, {
  read: ({ venue }) => ({ Tags: [...venue.tags] }),
  either: () => undefined,
  pin: async ({ venue, body }) => {
    await venue.sql`insert into import_mapping (venue_id, name, mapping) values (${venue.venueId}, ${`${body.Name} ${Math.random()}`}, '{}')`
    if (body.Then === 'missing') throw failure('LocationNotFound')
    if (body.Then === 'fault') throw new Error('out of pins')
    const [row] = await venue.sql<{ n: number }[]>`select count(*)::int as n from import_mapping`
    return { Pins: row?.n ?? 0, Secret: `${Math.random()}` }
  },
  key: () => {
    keys += 1
    return { Key: `secret ${keys}` }
  },
  everywhere: () => undefined,
})

let fresh: FreshDatabase
let database: Database
let url: string
let stop: () => Promise<void>
let venueId: number
let otherVenueId: number
let ruth: Person & { employeeId: number }
let clerk: Person & { employeeId: number }

beforeAll(async () => {
  fresh = await freshDatabase()
  // Two connections only: whoever held one and waited for another would wait for ever.
  database = openDatabase(fresh.url, 2)
  const settings = readSettings(
    { PORT: '0', LOG_LEVEL: 'silent', READS_PER_MINUTE: '50', WRITES_PER_MINUTE: '1000', SIGN_INS_PER_MINUTE: '1000', SECOND_FACTOR: 'optional' },
    ROOT,
  )
  const service: Service = { database, settings, signingKey: Buffer.alloc(32, 3), locationKeys: new LocationKeys(1000), now: () => new Date() }
  const app = await createWebServer(settings, join(ROOT, 'no-such-folder'))
  mount(app, service, [...membershipImplementation, ...implementation])
  url = await app.listen({ host: '127.0.0.1', port: 0 })
  stop = async () => {
    await app.close()
    await database.close()
    await fresh.drop()
  }
  venueId = (await makeVenue(database, 'The Anchor')).venueId
  otherVenueId = (await makeVenue(database, 'The Bell')).venueId
  const one = await makePerson(database, 'Ruth')
  ruth = { ...one, employeeId: await employ(database, one, venueId, ['can_viewsales', 'can_editsettings']) }
  const two = await makePerson(database, 'Clerk')
  clerk = { ...two, employeeId: await employ(database, two, venueId, ['can_viewtimesheet']) }
  await makePerson(database, 'Boss', { isAdmin: true })
})
afterAll(() => stop())
beforeEach(async () => {
  await database.house`delete from limit_counter`
})

const enter = async (person: { userName: string; employeeId: number }, venue = venueId) => {
  const visitor = new Visitor(url)
  await visitor.signIn(person.userName, PASSWORD)
  expect((await visitor.open(venue, person.employeeId)).status).toBe(200)
  return visitor
}
const codeOf = (answer: { status: number; body: { ResponseStatus?: { ErrorCode: string } } }) => [answer.status, answer.body.ResponseStatus?.ErrorCode]
const pins = async () => (await database.inVenue(venueId, (sql) => sql`select count(*)::int as n from import_mapping`))[0]?.n as number
const refusals = async () =>
  (await database.inVenue(venueId, (sql) => sql`select count(*)::int as n from audit_event where action = 'access.refused'`))[0]?.n as number

describe('who may', () => {
  it('is asked before what was sent is looked at: 401, then 403, then 400', async () => {
    const nonsense = { body: { Nonsense: true } }
    expect((await new Visitor(url).call('POST', '/board/pins', nonsense)).status).toBe(401)
    expect(codeOf(await (await enter(clerk)).call('POST', '/board/pins', nonsense))).toEqual([403, 'NotPermitted'])
    expect(codeOf(await (await enter(ruth)).call('POST', '/board/pins', nonsense))).toEqual([400, 'ValidationFailed'])
  })

  it('needs all the tags of a list, or one of several', async () => {
    const [one, two] = [await enter(ruth), await enter(clerk)]
    expect((await one.call('GET', '/board')).status).toBe(200)
    expect((await two.call('GET', '/board')).status).toBe(403)
    expect((await one.call('GET', '/board/either')).status).toBe(403)
    expect((await two.call('GET', '/board/either')).status).toBe(204)
  })

  it('changes at once, in both directions', async () => {
    const visitor = await enter(clerk)
    const give = (tags: string[]) => database.inVenue(venueId, (sql) => sql`update employee set tags = ${tags} where employee_id = ${clerk.employeeId}`)
    expect((await visitor.call('GET', '/board')).status).toBe(403)
    await give(['can_viewtimesheet', 'can_viewsales'])
    expect((await visitor.call('GET', '/board')).status).toBe(200)
    await give(['can_viewtimesheet'])
    expect((await visitor.call('GET', '/board')).status).toBe(403)
  })

  it('is nobody with an Auth only, not Admin inside a venue, and nobody else where Admin is asked for', async () => {
    const byAuth = new Visitor(url)
    await byAuth.signIn('Ruth', PASSWORD)
    expect((await byAuth.call('GET', '/board')).status).toBe(401)
    const boss = await enter({ userName: 'Boss', employeeId: 0 })
    expect((await boss.call('GET', '/board/everywhere')).status).toBe(204)
    expect((await boss.call('GET', '/board')).status).toBe(403)
    expect((await (await enter(ruth)).call('GET', '/board/everywhere')).status).toBe(403)
  })

  it('is told when another tab switched the venue, before anything is done', async () => {
    const visitor = await enter(ruth)
    const before = await pins()
    visitor.venueId = otherVenueId
    expect(codeOf(await visitor.call('GET', '/board'))).toEqual([409, 'VenueSwitched'])
    expect(codeOf(await visitor.call('POST', '/board/pins', { body: { Name: 'x' } }))).toEqual([409, 'VenueSwitched'])
    visitor.venueId = undefined
    expect((await visitor.call('GET', '/board', { headers: { 'x-venue-id': `${venueId}0` } })).status).toBe(409)
    expect((await visitor.call('GET', '/board')).status).toBe(200)
    expect(await pins()).toBe(before)
  })
})

describe('a refusal', () => {
  it('changes nothing and leaves one row in the audit trail', async () => {
    const [one, two] = [await enter(ruth), await enter(clerk)]
    const [pinsBefore, refusalsBefore] = [await pins(), await refusals()]
    expect((await two.call('POST', '/board/pins', { body: { Name: 'x' } })).status).toBe(403)
    expect((await one.call('POST', '/board/pins', { body: { Name: 'x', Then: 'missing' } })).status).toBe(404)
    expect((await one.call('POST', '/board/pins', { body: { Name: 'x', Then: 'fault' } })).status).toBe(500)
    expect(await pins()).toBe(pinsBefore)
    expect(await refusals()).toBe(refusalsBefore + 2)
    const [row] = await database.inVenue(
      venueId,
      (sql) => sql`select subject, detail, actor_user_id from audit_event where action = 'access.refused' order by event_id desc limit 1`,
    )
    expect(row).toEqual({ subject: 'POST /board/pins', detail: { Code: 'LocationNotFound' }, actor_user_id: ruth.userId })
  })

  it('of many at once keeps nobody waiting for a connection', async () => {
    const visitors = await Promise.all([clerk, clerk, clerk, clerk].map((person) => enter(person)))
    const asked = visitors.flatMap((visitor) => Array.from({ length: 10 }, () => visitor.call('POST', '/board/pins', { body: { Name: 'x' } })))
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(40).fill(403))
  })
})

describe('an idempotency key', () => {
  const pin = (visitor: Visitor, key: string, body: unknown = { Name: 'note' }) =>
    visitor.call<{ Pins: number; Secret: string }>('POST', '/board/pins', { body, key })

  it('has one effect, however often and however much at once it is sent', async () => {
    const visitor = await enter(ruth)
    const before = await pins()
    const answers = await Promise.all(Array.from({ length: 12 }, () => pin(visitor, 'together')))
    expect(answers.every((answer) => answer.status === 200 || codeOf(answer)[1] === 'InProgress')).toBe(true)
    const again = await pin(visitor, 'together')
    for (const answer of answers.filter(({ status }) => status === 200)) expect(answer.body).toEqual(again.body)
    expect(await pins()).toBe(before + 1)
  })

  it('belongs to one request of one person at one venue', async () => {
    const visitor = await enter(ruth)
    const before = await pins()
    expect((await pin(visitor, 'mine')).status).toBe(200)
    expect(codeOf(await pin(visitor, 'mine', { Name: 'another' }))).toEqual([422, 'KeyReused'])
    const two = await makePerson(database, 'Second')
    const second = await enter({ ...two, employeeId: await employ(database, two, venueId, ['can_editsettings']) })
    expect((await pin(second, 'mine')).status).toBe(200)
    expect(await pins()).toBe(before + 2)
  })

  it('keeps no answer of what failed: sent again, it is done', async () => {
    const visitor = await enter(ruth)
    const before = await pins()
    expect((await pin(visitor, 'retry', { Name: 'x', Then: 'fault' })).status).toBe(500)
    expect((await pin(visitor, 'retry', { Name: 'x', Then: 'missing' })).status).toBe(404)
    expect((await pin(visitor, 'retry', { Name: 'x' })).status).toBe(200)
    expect(await pins()).toBe(before + 1)
  })

  it('keeps no answer that is a credential', async () => {
    const visitor = await enter(ruth)
    const ask = () => visitor.call('POST', '/board/keys', { key: 'credential' })
    expect([(await ask()).body, (await ask()).body]).toEqual([{ Key: 'secret 1' }, { Key: 'secret 2' }])
    const kept = await database.inVenue(venueId, (sql) => sql`select from idempotency_key where body like '%secret%' or key = 'credential'`)
    expect(kept).toHaveLength(0)
  })

  it.each(['', 'x'.repeat(256)])('of %j is refused', async (key) => {
    const visitor = await enter(ruth)
    const answer = await visitor.call('POST', '/board/pins', { body: { Name: 'x' }, headers: { 'idempotency-key': key || ' ' } })
    expect(codeOf(answer)).toEqual([400, 'ValidationFailed'])
  })
})

it('more reads than a session may make in a minute are refused with a time to come back', async () => {
  const visitor = await enter(ruth)
  const session = (await visitor.call<{ SessionId: string }>('GET', '/auth/session')).body.SessionId
  await database.house`
    insert into limit_counter (name, subject, window_start, n)
    select 'read', ${session}, date_trunc('minute', now()) + m * interval '1 minute', 50 from generate_series(0, 1) m
    on conflict (name, subject, window_start) do update set n = 50`
  const answer = await visitor.call('GET', '/board')
  expect(codeOf(answer)).toEqual([429, 'TooManyRequests'])
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await visitor.call('POST', '/board/pins', { body: { Name: 'x' } })).status, 'writes have an allowance of their own').toBe(200)
})
