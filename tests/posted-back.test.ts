import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '#app/operations.ts'
import { SAMPLE_PASSWORD } from '#db/demo/cast.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import { credentialOf } from './credentials.ts'
import { exampleInput } from './example-input.ts'
import { employ, makePerson, makeVenue } from './people.ts'
import { type StartedApp, startApp } from './start-app.ts'
import { signedIn, type Visitor } from './visitor.ts'
import { WireClient, wireOf } from './wire.ts'

let app: StartedApp
let owner: Visitor
let admin: Visitor
let wire: WireClient

beforeAll(async () => {
  app = await startApp()
  owner = await signedIn(app.url, 'owner', SAMPLE_PASSWORD)
  admin = await signedIn(app.url, 'admin', SAMPLE_PASSWORD)
  wire = new WireClient(app.url)
})
afterAll(async () => {
  wire.close()
  await app.close()
})

let made = 0
const somebody = async () => {
  const name = `posted-back-${++made}`
  return employ(app.database, await makePerson(app.database, name), 1, ['can_viewsales'], [1, 2])
}

interface Held {
  Permissions: { Tag: string }[]
  Roles: string[]
  Locations: { LocationId: number; Name: string }[]
  VenueRoles: { Name: string }[]
  Version: number
}
const heldBy = async (employeeId: number) => (await owner.call<Held>('GET', `/employees/${employeeId}/permissions`)).body
const codesOf = ({ status, body }: { status: number; body: { ResponseStatus?: { Errors: { FieldName: string }[] } } }) => ({
  status,
  fields: body.ResponseStatus?.Errors.map(({ FieldName }) => FieldName) ?? [],
})
const DONE = { status: 200, fields: [] }

describe('an answer is taken back as it came', () => {
  it.each([
    ['permissions', '/employees/{}/permissions'],
    ['permissions at a venue', '/venue/1/employees/{}/permissions'],
  ])('%s, changing nothing', async (_name, path) => {
    const there = path.replace('{}', String(await somebody()))
    const before = await owner.call<Held>('GET', there)
    expect(codesOf(await owner.call('POST', there, { body: before.body }))).toEqual(DONE)
    expect((await owner.call('GET', there)).body).toEqual(before.body)
  })

  it('the venues of somebody, changing nothing', async () => {
    const employeeId = await somebody()
    const { body } = await owner.call<{ Venues: object[] }>('GET', `/venues/1/employees/${employeeId}/venues`)
    expect(body.Venues).toHaveLength(1)
    const answer = await owner.call<{ Venues: object[] }>('POST', `/venues/1/employees/${employeeId}/assign`, { body })
    expect(codesOf(answer)).toEqual(DONE)
    expect(answer.body.Venues).toEqual(body.Venues)
  })

  it.each(['with a login elsewhere', 'without a login'])('the empty list of venues of an invited person %s: 204, changing nothing', async (kind) => {
    const name = `posted-back-${++made}`
    const address = kind === 'without a login' ? `${name}@new.example` : (await makePerson(app.database, name)).email
    const { body: entered } = await owner.call<{ EmployeeId: number }>('POST', '/register', { body: { FirstName: 'Ines', Email: address } })
    const access = { Permissions: ['can_viewsales'], Locations: [1] }
    expect((await owner.call('POST', `/employees/${entered.EmployeeId}/register`, { body: access })).status).toBe(200)
    const path = `/venues/1/employees/${entered.EmployeeId}`
    const { body } = await owner.call<{ Venues: object[] }>('GET', `${path}/venues`)
    expect(body.Venues).toEqual([])
    for (const sent of [body, { Venues: [] }]) expect(codesOf(await owner.call('POST', `${path}/assign`, { body: sent }))).toEqual({ status: 204, fields: [] })
    const { Employees } = (await owner.call<{ Employees: { EmployeeId: number; Status: string }[] }>('GET', '/employees?Search=Ines&Limit=500')).body
    expect(Employees.find(({ EmployeeId }) => EmployeeId === entered.EmployeeId)).toMatchObject({ Status: 'Invited' })
  })

  it.each([
    ['PUT', '/venue/1/locations/config'],
    ['POST', '/venue/1/config'],
    ['POST', '/venue/1/config/shows'],
    ['POST', '/venue/1/config/connections'],
    ['POST', '/venue/1/config/settings'],
  ])('%s %s', async (method, path) => {
    const before = (await owner.call<{ Version: number }>('GET', path)).body
    const answer = await owner.call<{ Version: number }>(method, path, { body: before })
    expect(codesOf(answer)).toEqual(DONE)
    expect({ ...answer.body, Version: 0 }).toEqual({ ...before, Version: 0 })
  })

  it('payment info; of another currency it is refused', async () => {
    const before = (await admin.call<{ Version: number }>('GET', '/venue/1/config/paymentinfo')).body
    expect(codesOf(await admin.call('PUT', '/venue/1/config/paymentinfo', { body: { VenueId: 1, ...before } }))).toEqual(DONE)
    const other = await admin.call('PUT', '/venue/1/config/paymentinfo', { body: { ...before, Version: undefined, Currency: 'JPY' } })
    expect(codesOf(other)).toEqual({ status: 400, fields: ['Currency'] })
  })

  it('preferences', async () => {
    const path = `/users/${owner.userId}/preferences`
    const before = (await owner.call<Record<string, unknown>>('GET', path)).body
    const body = Object.fromEntries(Object.entries(before).filter(([, value]) => value !== null))
    expect((await owner.call('PUT', path, { body })).status).toBeLessThan(300)
  })
})

describe('a list is taken as ids or names, or as the objects that answers show', () => {
  const listed = async () => (await owner.call<{ Locations: { LocationId: number }[] }>('GET', '/venue/1/locations')).body.Locations

  it('permissions, roles and locations of somebody', async () => {
    const employeeId = await somebody()
    const path = `/employees/${employeeId}/permissions`
    const locations = (await listed()).slice(0, 2)
    const { VenueRoles } = await heldBy(employeeId)
    const staff = VenueRoles.find(({ Name }) => Name === 'Staff') as object
    const [configs] = [(await owner.call<{ Locations: object[] }>('GET', '/venue/1/locations/config')).body.Locations.slice(0, 2)]
    for (const body of [
      { Permissions: ['can_viewplu'], Roles: ['Staff'], Locations: [1, 2] },
      { Permissions: [{ Tag: 'can_viewplu' }], Roles: [staff], Locations: locations },
      { Permissions: ['can_viewplu', { Tag: 'can_viewplu' }], Roles: [{ RoleId: 4, Name: 'Staff' }], Locations: configs },
      { Permissions: ['can_viewplu'], Roles: ['Staff'], Locations: [1, { LocationId: 2, Name: 'Said again' }] },
    ]) {
      expect(codesOf(await owner.call('POST', path, { body }))).toEqual(DONE)
      const held = await heldBy(employeeId)
      expect([held.Permissions, held.Roles, held.Locations.map(({ LocationId }) => LocationId)]).toEqual([[{ Tag: 'can_viewplu' }], ['Staff'], [1, 2]])
      await owner.call('POST', path, { body: { Permissions: [], Roles: [], Locations: [] } })
    }
  })

  it('access that is given, at the venue too', async () => {
    for (const path of ['/employees/{}/register', '/venue/1/employees/{}/register']) {
      const employeeId = await somebody()
      const body = { Permissions: ['can_viewsales'], Roles: ['Staff'], Locations: (await listed()).slice(0, 1) }
      expect(codesOf(await owner.call('POST', path.replace('{}', String(employeeId)), { body }))).toEqual(DONE)
      expect((await heldBy(employeeId)).Locations.map(({ LocationId }) => LocationId)).toEqual([1])
    }
  })

  it('venues somebody is put at, as the list of venues shows them', async () => {
    const employeeId = await somebody()
    const other = await makeVenue(app.database, 'Posted back')
    const path = `/venues/1/employees/${employeeId}/assign`
    const shown = (await admin.call<{ Venues: { VenueId: number }[] }>('GET', '/venues')).body.Venues
    const both = shown.filter(({ VenueId }) => VenueId === 1 || VenueId === other.venueId)
    for (const Venues of [both, [1, other.venueId], [{ VenueId: 1 }, other.venueId]]) {
      const answer = await admin.call<{ Venues: { VenueId: number }[]; Invited: { VenueId: number }[] }>('POST', path, {
        body: { VenueId: 1, EmployeeId: employeeId, Venues },
      })
      expect(codesOf(answer)).toEqual(DONE)
      expect([...answer.body.Venues, ...answer.body.Invited].map(({ VenueId }) => VenueId)).toEqual([1, other.venueId])
      await admin.call('POST', path, { body: { Venues: [1] } })
    }
  })

  it('venues a key is good at', async () => {
    for (const Venues of [[1], [{ VenueId: 1, Name: 'Harbour & Vine (sample)' }]]) {
      const User = { Name: `Ordering ${++made}`, SupplierId: 1, Scopes: ['sales:read'], Venues }
      const answer = await admin.call<{ User: { Venues: { VenueId: number }[] } }>('POST', '/patronapi2/keys', { body: { User } })
      expect(codesOf(answer)).toEqual(DONE)
      expect(answer.body.User.Venues.map(({ VenueId }) => VenueId)).toEqual([1])
    }
  })

  it('and what is none is refused, naming it', async () => {
    const path = `/employees/${await somebody()}/permissions`
    for (const [body, field] of [
      [{ Permissions: ['can_fly'] }, 'Permissions.0'],
      [{ Permissions: [{ Tag: 'can_fly' }] }, 'Permissions.0.Tag'],
      [{ Permissions: [{ Tag: 'can_viewsales', Locations: [1] }] }, 'Permissions.0.Locations'],
      [{ Permissions: [], Locations: ['1'] }, 'Locations.0'],
      [{ Permissions: [], Locations: [{ Name: 'Front Bar' }] }, 'Locations.0.LocationId'],
      [{ Permissions: [], Roles: [4] }, 'Roles.0'],
      [{ Permissions: [], Roles: [{ RoleId: 4 }] }, 'Roles.0.Name'],
    ] as const)
      expect({ body, ...codesOf(await owner.call('POST', path, { body })) }).toEqual({ body, status: 400, fields: [field] })
  })
})

/** What a path names and a body may say again. */
const SAID_AGAIN: Record<string, string> = { venueId: 'VenueId', locationId: 'LocationId', employeeId: 'EmployeeId', card: 'CardNumber' }
const naming = operations.flatMap(({ operation }) => {
  const params = [...operation.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
  const fields = params.flatMap((param) => (param === operation.venueParam ? 'VenueId' : (SAID_AGAIN[param] ?? [])))
  return operation.body === undefined ? [] : fields.map((field) => [`${operation.method} ${operation.path}`, field, operation] as const)
})

describe('a body that disagrees with the path', () => {
  const send = async (operation: AnyOperation, body: (example: object) => unknown) => {
    const authorization = await credentialOf(app.database, operation.example.as)
    const input = await exampleInput(app, operation)
    return wire.send(wireOf(operation, { ...input, body: body((input.body ?? {}) as object) }, { authorization }))
  }

  it('there are calls it could be sent to', () => expect(naming.length).toBeGreaterThan(25))

  it.each(naming)('%s is refused where %s is another one', async (_call, field, operation) => {
    const answer = await send(operation, (example) => ({ ...example, [field]: 1_999_999_999 }))
    expect({ status: answer.status, code: answer.errorCode }).toEqual({ status: 400, code: 'PathBodyDisagree' })
  })
})

/** Calls that refuse a wrong body before a path that names nothing. */
const BODY_FIRST: Record<string, string> = {
  'POST /employees/:id/changepassword': 'the body says whether the path is a mailed link, and attempts on links are limited by the handler',
  'POST /employees/:token/password': 'attempts on mailed links are limited by the handler',
  'POST /loyalty/:card/details': 'an unknown number becomes a card',
}
/** Well-formed names of nothing; the second one is a mailed token. */
const NOTHING = ['2147483647', '1-a-link-nobody-was-given']

/** The parameters of an operation's path that name something other than a venue or a location. */
const namesIn = ({ path, venueParam = 'venueId', locationParam, placeParam }: AnyOperation): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '').filter((name) => ![venueParam, locationParam, placeParam].includes(name))

const pathFirst = operations
  .map(({ operation }) => [`${operation.method} ${operation.path}`, operation] as const)
  .filter(([call, operation]) => (operation.body ?? operation.query) && namesIn(operation).length > 0 && !(call in BODY_FIRST))

describe('a path that names nothing', () => {
  it('there are calls it could be sent to', () => {
    expect(pathFirst.length).toBeGreaterThan(50)
    expect(Object.keys(BODY_FIRST).filter((call) => !operations.some(({ operation }) => call === `${operation.method} ${operation.path}`))).toEqual([])
  })

  it.each(pathFirst)('%s is refused before a wrong body or query', async (_call, operation) => {
    const example = await exampleInput(app, operation)
    const texts = Object.entries(example.params ?? {}).map(([name, value]) => [name, String(value)])
    const unknown = NOTHING.map((nothing) => Object.fromEntries([...texts, ...namesIn(operation).map((name) => [name, nothing])]))
    const params = unknown.find((one) => operation.params?.safeParse(one).success)
    expect(params, 'none of these names is well formed').toBeDefined()
    const send = async (body: unknown, again = '') => {
      const authorization = await credentialOf(app.database, operation.example.as)
      const sent = wireOf(operation, { ...example, params, body }, authorization ? { authorization } : {})
      const answer = await wire.send({ ...sent, path: again ? `${sent.path}${sent.path.includes('?') ? '&' : '?'}${again}` : sent.path })
      return { status: answer.status, code: answer.errorCode }
    }
    const right = await send(example.body)
    expect(right.status).toBe(404)
    if (operation.body) expect([await send('[]'), await send('{')]).toEqual([right, right])
    if (operation.query) expect(await send(example.body, 'again=1&again=2')).toEqual(right)
  })
})

describe('a JSON content type with an empty body', () => {
  const writes = operations.filter(({ operation }) => operation.method !== 'GET' && !operation.rawBody)

  it.each(writes.map(({ operation }) => [`${operation.method} ${operation.path}`, operation] as const))('%s takes it as no body', async (_call, operation) => {
    const send = async (body: string | undefined, headers: Record<string, string> = {}) => {
      const authorization = await credentialOf(app.database, operation.example.as)
      const { params, query } = await exampleInput(app, operation)
      const answer = await wire.send({ ...wireOf(operation, { params, query }, { ...(authorization ? { authorization } : {}), ...headers }), body })
      return { status: answer.status, code: answer.errorCode }
    }
    const without = await send('{}')
    expect(await send('')).toEqual(without)
    expect(await send(undefined, { 'content-type': 'application/json; charset=utf-8' })).toEqual(without)
    expect(await send(undefined, { 'transfer-encoding': 'chunked' })).toEqual(without)
  })
})
