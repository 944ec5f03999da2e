import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectAsOwner } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/pool.ts'
import { Zone } from '#shared/fields.ts'
import { databaseFingerprint, jobsDone } from '../database-fingerprint.ts'
import { makePerson, PASSWORD } from '../people.ts'
import { type Colleague, type StaffRoom, staffRoom } from '../staff-room.ts'
import { type StartedApp, startApp } from '../start-app.ts'
import { signedIn, type Visitor } from '../visitor.ts'

let app: StartedApp
let database: Sql
let here: StaffRoom
let there: StaffRoom
let owner: Visitor & { colleague: Colleague }
let admin: Visitor
let one: Colleague
let stranger: Colleague

beforeAll(async () => {
  app = await startApp({ sample: false })
  database = connectAsOwner(app.databaseUrl)
  here = await staffRoom(app, 'Here')
  there = await staffRoom(app, 'There')
  owner = await here.at('olive', ['can_editsettings', 'can_linkpayment'], 'all', ['Owner'])
  await makePerson(app.database, 'root', { isAdmin: true })
  admin = await signedIn(app.url, 'root', PASSWORD)
  one = await here.hire('one', [], here.locationIds)
  stranger = await there.hire('stranger')
  // The first use of a Token blanks what was good for choosing a venue.
  for (const who of [owner, admin]) await who.call('GET', '/auth/session')
})
afterAll(async () => {
  await database.end()
  await app.close()
})
beforeEach(async () => {
  await database`delete from limit_counter`
})

const NOWHERE = 2_147_483_647
const many = <T>(n: number, of: T) => Array.from({ length: n }, () => of)

interface Refused {
  who: Visitor
  method?: string
  path: string
  body: unknown
}

/** Each is refused with 4xx, in a sentence, and leaves everything as it was. */
const refuses = (who: Visitor, method: string, path: string, bodies: readonly unknown[]) => refusesAll(bodies.map((body) => ({ who, method, path, body })))

const refusesAll = async (calls: readonly Refused[]) => {
  await jobsDone(database)
  const before = await databaseFingerprint(database)
  for (const { who, method = 'POST', path, body } of calls) {
    await database`delete from limit_counter`
    const { status, body: answer } = await who.call(method, path, body === undefined ? {} : { body })
    const { Message = '', Errors = [] } = answer.ResponseStatus ?? {}
    const told = `${method} ${path} ${JSON.stringify(body)?.slice(0, 200)}`
    expect([400, 404, 409], told).toContain(status)
    for (const sentence of [Message, ...Errors.map((error) => error.Message)]) expect(sentence, told).toMatch(/^\S.{8,}\.$/su)
  }
  expect(await databaseFingerprint(database), `${calls[0]?.path} or one after it left something behind`).toEqual(before)
}

describe('numbers of other venues, of nobody and of nothing are refused in words and change nothing', () => {
  const ODD = ['0', '-1', '1e3', '2147483648', '99999999999', '%00', '1;', '１', 'NaN', 'constructor', '__proto__', String(NOWHERE)]

  it.each(['permissions', 'register', 'revoke', 'requestpassword', 'unlock'])('in the path: %s', async (act) => {
    const body = act === 'permissions' ? { Permissions: [] } : act === 'register' ? { Locations: [], Permissions: [] } : {}
    await refusesAll([
      { who: admin, path: `/venue/${there.venueId}/employees/${one.employeeId}/${act}`, body },
      ...[...ODD, String(stranger.employeeId)].flatMap((id) => [
        { who: owner, path: `/employees/${id}/${act}`, body },
        { who: owner, path: `/venue/${here.venueId}/employees/${id}/${act}`, body },
        ...(id === String(here.venueId) ? [] : [{ who: owner, path: `/venue/${id}/employees/${one.employeeId}/${act}`, body }]),
      ]),
    ])
  })

  it('among locations, when access is given or a location is changed', async () => {
    const [bar = 0] = here.locationIds
    const lists = [[NOWHERE], there.locationIds, [bar, ...there.locationIds], [0], [-1], [1.5], ['1'], [null], { 0: 1 }, null, '1,2', [[1]], many(2001, bar)]
    const access = `/employees/${one.employeeId}`
    await refuses(owner, 'POST', `${access}/register`, [...lists.map((Locations) => ({ Locations, Permissions: [] }))])
    await refuses(owner, 'POST', `${access}/permissions`, [...lists.map((Locations) => ({ Locations, Permissions: [] }))])
    const places = [
      [{ LocationId: there.locationIds[0], Name: 'Mine' }],
      [
        { LocationId: bar, Name: 'Mine' },
        { LocationId: NOWHERE, Name: 'Mine too' },
      ],
      [{ LocationId: bar, Name: 'Mine', VenueId: there.venueId }],
      many(2, { LocationId: bar, Name: 'Mine' }),
      many(501, { LocationId: bar, Name: 'Mine' }),
    ]
    await refuses(owner, 'PUT', `/venue/${here.venueId}/locations/config`, [...places.map((Locations) => ({ Locations }))])
    await refuses(admin, 'PUT', `/venue/${there.venueId}/locations/config`, [{ Locations: [{ LocationId: bar, Name: 'Mine' }] }])
  })

  it('among venues, when somebody is put at others', async () => {
    const path = `/venues/${here.venueId}/employees/${one.employeeId}/assign`
    const odd = [[NOWHERE], [0], many(2001, here.venueId), [{}], [null], null, 'x', [[here.venueId]], [{ VenueId: here.venueId, IsOwner: true }]]
    const bodies = [...odd, [there.venueId], [here.venueId, there.venueId]].map((Venues) => ({ Venues }))
    await refuses(owner, 'POST', path, bodies)
    await refuses(admin, 'POST', path, [{ Venues: [NOWHERE] }, { Venues: [0] }, { Venues: [here.venueId, NOWHERE] }])
  })

  it('among permissions and roles, look-alikes and names of objects too', async () => {
    const path = `/venue/${here.venueId}/employees/${one.employeeId}/permissions`
    const tags = [[{ Tag: 'Admin' }], [{ Tag: '__proto__' }], [{ Tag: 'constructor' }], many(101, { Tag: 'can_viewsales' }), ['can_fly'], [{}], null]
    const roles = [
      ['Admin'],
      ['Ａｄｍｉｎ'],
      ['Admin\u200b'],
      ['__proto__'],
      ['toString'],
      [''],
      many(101, 'Staff'),
      [null],
      'Owner',
      ["'; drop table role; --"],
    ]
    await refuses(owner, 'POST', path, [
      ...tags.map((Permissions) => ({ Permissions, Roles: [] })),
      ...roles.map((Roles) => ({ Permissions: [], Roles })),
      ...[-1, 1.5, 2 ** 53, '1', null].map((Version) => ({ Permissions: [], Version })),
    ])
  })

  it('of suppliers, their users and the venues they are granted at', async () => {
    const key = { Name: 'N', SupplierName: 'S', Scopes: ['sales:read'] }
    const users = [
      { ...key, Venues: [NOWHERE] },
      { ...key, Venues: [here.venueId, 0] },
      { ...key, Venues: many(501, here.venueId) },
      { Name: 'N', Scopes: key.Scopes, SupplierId: NOWHERE },
      { ...key, Expires: '9999-12-31T23:59:59Z' },
      { ...key, Expires: '2027-02-30T00:00:00Z' },
      { ...key, Expires: '+275760-09-13T00:00:00Z' },
      { ...key, Name: '\u200b' },
      { ...key, SupplierName: '\u3164' },
      { UserId: 0 },
      { UserId: NOWHERE },
      null,
      [],
    ]
    await refuses(admin, 'POST', '/patronapi2/keys', [
      ...users.map((User) => ({ User })),
      ...[-1, 0.5, 721, '1', null].map((OverlapHours) => ({ User: { UserId: NOWHERE }, OverlapHours })),
    ])
    for (const [venueId, supplierId] of [
      [here.venueId, NOWHERE],
      [NOWHERE, 1],
    ])
      await refuses(admin, 'POST', `/venue/${venueId}/suppliers/${supplierId}/Users`, [{ UserId: NOWHERE }, { UserId: 0 }, { UserId: [1] }, { UserId: null }])
    for (const id of ODD) {
      for (const [method, path] of [
        ['GET', `/patronapi2/${id}/keys`],
        ['GET', `/user/${id}/venues/suppliers`],
        ['DELETE', `/patronapi2/${id}/keys`],
        ['DELETE', `/venue/${here.venueId}/suppliers/1/Users/${id}`],
      ] as const)
        await refuses(admin, method, path, [undefined])
    }
  })
})

describe('what is not what it says is refused in words and changes nothing', () => {
  it('two addresses in one field, wherever one is entered, and another one than somebody has', async () => {
    const two = ['a@b.example,c@d.example', 'a@b.example c@d.example', 'a@b.example;c@d.example', 'a@b.example\nc@d.example', '"A" <a@b.example>', 'a@b', '']
    const access = { Locations: [], Permissions: [] }
    await refuses(
      owner,
      'POST',
      '/register',
      two.filter(Boolean).map((Email) => ({ FirstName: 'A', Email })),
    )
    await refuses(
      owner,
      'POST',
      `/employees/${one.employeeId}/register`,
      [...two, 'another@b.example'].map((Email) => ({ ...access, Email })),
    )
    await refuses(
      owner,
      'POST',
      `/venue/${here.venueId}/config/settings`,
      two.map((Email) => ({ Settings: { ReportRecipients: [Email] } })),
    )
    await refuses(
      admin,
      'POST',
      '/venues',
      two.map((Email) => ({ Name: 'New', Currency: 'AUD', Owner: { Email, FirstName: 'A', Surname: 'B' } })),
    )
    const own = { ...access, Email: one.email.toUpperCase() }
    expect((await owner.call('POST', `/employees/${one.employeeId}/register`, { body: own })).status, 'their own is taken').toBe(200)
  })

  it('zones the database does not know, or knows as another', async () => {
    const short = [
      'ACT',
      'AET',
      'AST',
      'BST',
      'CET',
      'EST',
      'IST',
      'NST',
      'PST',
      'SST',
      'EST5EDT',
      'SystemV/AST4',
      'US/Pacific-New',
      'australia/sydney',
      '+10:00',
    ]
    const [bar = 0] = here.locationIds
    await refuses(
      owner,
      'PUT',
      `/venue/${here.venueId}/locations/config`,
      short.map((TimeZone) => ({ Locations: [{ LocationId: bar, TimeZone }] })),
    )
    await refuses(
      owner,
      'POST',
      `/venue/${here.venueId}/locations`,
      short.map((TimeZone) => ({ Name: 'New', TimeZone })),
    )
    for (const zone of short) await refuses(admin, 'GET', `/admin/audit?FromDate=2026-11-01&TimeZone=${encodeURIComponent(zone)}`, [undefined])
  })

  it('every zone that is taken is the same clock here and in the database', async () => {
    const zones = ['UTC', 'Asia/Calcutta', 'Australia/LHI', 'Europe/Kiev', 'America/Buenos_Aires', 'Etc/GMT+12', ...Intl.supportedValuesOf('timeZone')]
    expect(zones.filter((zone) => !Zone.safeParse(zone).success)).toEqual([])
    const other: string[] = []
    for (const at of ['2026-01-15T00:00:00Z', '2026-07-15T00:00:00Z']) {
      const rows = await database<{ zone: string; wall: string }[]>`
        select zone, to_char(${at}::timestamptz at time zone zone, 'YYYY-MM-DD HH24:MI:SS') as wall from unnest(${zones}::text[]) zone`
      for (const { zone, wall } of rows)
        if (new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(new Date(at)) !== wall) other.push(zone)
    }
    expect(other).toEqual([])
  })

  it('bodies in other clothes', async () => {
    const body = JSON.stringify({ FirstName: 'Dressed' })
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'application/jsonp',
      'text/json',
      '*/*',
    ]) {
      const answer = await owner.call('POST', '/register', { body, headers: { 'content-type': type } })
      expect([type, answer.status, answer.body.ResponseStatus?.ErrorCode]).toEqual([type, 415, 'WrongContentType'])
    }
    for (const text of ['{"FirstName":"A",}', '{"FirstName":NaN}', "{'FirstName':'A'}", '\u0000', '[', Buffer.from('{"FirstName":"\xff"}', 'latin1')]) {
      const answer = await owner.call('POST', '/register', { body: text })
      expect([answer.status, answer.body.ResponseStatus?.ErrorCode]).toEqual([400, 'MalformedJson'])
    }
    expect((await database`select from employee where first_name = 'Dressed'`).length).toBe(0)
  })
})
