import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { employ, makePerson, makeVenue, PASSWORD, type Person } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { Visitor } from '#tests/visitor.ts'

let app: StartedApp
let ruth: Person
let anchor: { venueId: number; locationIds: number[] }
let bell: { venueId: number; locationIds: number[] }
let closed: { venueId: number; locationIds: number[] }
let atAnchor = 0
let atBell = 0

// Half past midnight on the 21st in Sydney: the trading day of the 20th is still under way.
const NOW = new Date('2026-11-20T13:30:00Z')

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  ruth = await makePerson(app.database, 'Ruth')
  anchor = await makeVenue(app.database, 'The Anchor', ['Bar', 'Garden'])
  bell = await makeVenue(app.database, 'The Bell', ['Bar', 'Cellar', 'Terrace'])
  closed = await makeVenue(app.database, 'The Closed Door')
  atAnchor = await employ(app.database, ruth, anchor.venueId, ['can_viewsales', 'can_viewemp'])
  atBell = await employ(app.database, ruth, bell.venueId, ['can_viewloyalty'], bell.locationIds.slice(0, 2))
  await giveRole(bell.venueId, atBell, 'Admin')
  await giveRole(bell.venueId, atBell, 'Cellar hand')
})
afterAll(() => app.close())

const giveRole = (venueId: number, employeeId: number, name: string) =>
  app.database.inVenue(venueId, async (sql) => {
    const [role] = await sql<
      { role_id: number }[]
    >`insert into role (venue_id, name, name_key, tags) values (${venueId}, ${name}, ${name}, '{can_viewstock}') returning role_id`
    await sql`insert into employee_role (venue_id, employee_id, role_id) values (${venueId}, ${employeeId}, ${role?.role_id ?? 0})`
  })

const signIn = async (name = 'ruth', password = PASSWORD) => {
  const visitor = new Visitor(app.url)
  expect((await visitor.signIn(name, password)).status).toBe(200)
  return visitor
}
const codeOf = (answer: { body: { ResponseStatus?: { ErrorCode: string } } }) => answer.body.ResponseStatus?.ErrorCode
const audited = async (venueId: number, action: string) =>
  (await app.database.inVenue(venueId, (sql) => sql`select count(*)::int as n from audit_event where action = ${action}`))[0]?.n as number

describe('the choice of venues', () => {
  it('shows each with its locations, roles and when it was opened last', async () => {
    const visitor = await signIn()
    await visitor.open(bell.venueId, atBell)
    const { status, body } = await visitor.call<{ Venues: { LastOpened: string }[] }>('GET', `/users/${ruth.userId}/venues`)
    expect(status).toBe(200)
    expect(body.Venues).toMatchObject([
      { VenueId: bell.venueId, EmployeeId: atBell, Name: 'The Bell', Sample: false, Locations: 2, Roles: ['Cellar hand'] },
      { VenueId: anchor.venueId, EmployeeId: atAnchor, Name: 'The Anchor', Sample: false, Locations: 2, Roles: [], LastOpened: null },
    ])
    expect(Math.abs(Date.parse(body.Venues[0]?.LastOpened ?? '') - Date.now())).toBeLessThan(60_000)
  })

  it('shows Admin every venue, as an employee of none', async () => {
    const admin = await signIn('admin', 'harbour-and-vine')
    const { body } = await admin.call<{ Venues: { Name: string; EmployeeId: number; Sample: boolean; Locations: number }[] }>(
      'GET',
      `/users/${admin.userId}/venues`,
    )
    expect(body.Venues.map(({ Name }) => Name)).toEqual(['Harbour & Vine (sample)', 'The Anchor', 'The Bell', 'The Closed Door'])
    expect(body.Venues.every(({ EmployeeId }) => EmployeeId === 0)).toBe(true)
    expect(body.Venues[0]).toMatchObject({ Sample: true, Locations: 3 })
  })

  it('leaves out where someone was revoked or never registered', async () => {
    const former = await makePerson(app.database, 'former')
    const left = await employ(app.database, former, anchor.venueId)
    const invited = await employ(app.database, former, bell.venueId)
    await app.database.inVenue(anchor.venueId, (sql) => sql`update employee set active = false where employee_id = ${left}`)
    await app.database.inVenue(bell.venueId, (sql) => sql`update employee set registered = false where employee_id = ${invited}`)
    const visitor = await signIn('former')
    expect((await visitor.call('GET', `/users/${former.userId}/venues`)).body).toEqual({ Venues: [] })
    expect((await visitor.open(anchor.venueId, left)).status).toBe(404)
    expect((await visitor.open(bell.venueId, invited)).status).toBe(404)
  })

  it("is nobody else's business", async () => {
    const visitor = await signIn()
    const before = await audited(0, 'access.refused')
    for (const other of [2, 999_999, 2147483647]) {
      expect((await visitor.call('GET', `/users/${other}/venues`)).status).toBe(404)
      expect((await visitor.call('GET', `/users/${other}`)).status).toBe(404)
      expect((await visitor.call('POST', `/users/${other}/venues/${anchor.venueId}/select`, { body: { EmployeeId: atAnchor } })).status).toBe(404)
    }
    expect(await audited(0, 'access.refused')).toBe(before + 9)
    for (const malformed of ['0', '-1', '1.5', 'x', '2147483648', '1e3']) expect((await visitor.call('GET', `/users/${malformed}/venues`)).status).toBe(404)
    expect((await new Visitor(app.url).call('GET', `/users/${ruth.userId}/venues`)).status).toBe(401)
  })
})

describe('opening a venue', () => {
  it('answers a Token and tells what its holder may do there', async () => {
    const visitor = await signIn()
    const before = await visitor.call('GET', `/users/${ruth.userId}`)
    expect(before.body).toEqual({
      UserId: ruth.userId,
      UserName: 'Ruth',
      DisplayName: 'Ruth Tester',
      Permissions: [],
      Roles: [],
      Config: null,
      Impersonator: null,
    })
    const opened = await visitor.open(bell.venueId, atBell)
    expect(opened.body).toMatchObject({ VenueId: bell.venueId, EmployeeId: atBell })
    expect(Buffer.from(opened.body.Token, 'base64url')).toHaveLength(32)
    const { body } = await visitor.call('GET', `/users/${ruth.userId}`)
    expect(body).toMatchObject({
      Permissions: [{ Tag: 'can_viewloyalty' }, { Tag: 'can_viewstock' }],
      // A venue's role of that name does not make an Admin.
      Roles: ['Cellar hand'],
      Config: { VenueName: 'The Bell', Language: 'en', Currency: 'AUD', WeekStart: 1, FinancialYearStart: '07-01', ShowTimeAndAttendanceModule: false },
    })
    const { Locations } = body.Config as { Locations: { Name: string; Today: string; DayStart: string; TimeZone: string }[] }
    expect(Locations.map(({ Name, Today, DayStart, TimeZone }) => [Name, Today, DayStart, TimeZone])).toEqual([
      ['Bar', '2026-11-20', '05:00', 'Australia/Sydney'],
      ['Cellar', '2026-11-20', '05:00', 'Australia/Sydney'],
    ])
    expect(await audited(bell.venueId, 'venue.opened')).toBeGreaterThan(0)
  })

  it('takes nobody into a venue that is not theirs, or as somebody else', async () => {
    const visitor = await signIn()
    const stranger = await makePerson(app.database, 'stranger')
    const theirs = await employ(app.database, stranger, closed.venueId)
    for (const [venueId, employeeId] of [
      [closed.venueId, theirs],
      [closed.venueId, atAnchor],
      [anchor.venueId, atBell],
      [anchor.venueId, 0],
      [999_999, atAnchor],
    ] as const) {
      const answer = await visitor.open(venueId, employeeId)
      expect([answer.status, codeOf(answer)]).toEqual([404, 'VenueNotFound'])
    }
    expect((await visitor.call('GET', '/auth/session')).body).toMatchObject({ VenueId: null })
  })

  it.each([
    ['no employee', {}],
    ['an employee in words', { EmployeeId: 'one' }],
    ['a negative employee', { EmployeeId: -1 }],
  ])('refuses %s', async (_what, body) => {
    const visitor = await signIn()
    const answer = await visitor.call('POST', `/users/${ruth.userId}/venues/${anchor.venueId}/select`, { body })
    expect([answer.status, codeOf(answer)]).toEqual([400, 'ValidationFailed'])
  })

  it('may be asked for again until the Token was used, and no longer', async () => {
    const visitor = await signIn()
    const auth = visitor.authorization ?? ''
    await visitor.open(anchor.venueId, atAnchor)
    const lost = visitor.authorization
    visitor.authorization = auth
    expect((await visitor.open(anchor.venueId, atAnchor)).status, 'the first answer was lost').toBe(200)
    const token = visitor.authorization
    visitor.authorization = lost
    expect((await visitor.call('GET', '/auth/session')).status, 'only the newest Token counts').toBe(401)
    visitor.authorization = token
    expect((await visitor.call('GET', '/auth/session')).status).toBe(200)
    visitor.authorization = auth
    visitor.venueId = undefined
    expect((await visitor.open(anchor.venueId, atAnchor)).status).toBe(401)
  })

  it('leaves what was opened to the Token: the Auth before it reads nothing there, for Admin neither', async () => {
    const who = await makePerson(app.database, 'auth-after')
    const { venueId } = await makeVenue(app.database, 'The Afterwards')
    const employeeId = await employ(app.database, who, venueId, ['can_viewsales'])
    await makePerson(app.database, 'auth-admin', { isAdmin: true })
    for (const [userName, at] of [
      ['auth-after', employeeId],
      ['auth-admin', 0],
    ] as const) {
      const visitor = new Visitor(app.url)
      await visitor.signIn(userName, PASSWORD)
      const auth = visitor.authorization
      expect((await visitor.open(venueId, at)).status).toBe(200)
      visitor.authorization = auth
      for (const path of ['/locations', '/venues', `/venue/${venueId}/employees`]) {
        const { status, body } = await visitor.call('GET', path)
        expect([status, body.ResponseStatus?.ErrorCode], `${userName} ${path}`).toEqual([401, 'NotSignedIn'])
      }
      expect((await visitor.call('GET', `/users/${visitor.userId}`)).body).toMatchObject({ Permissions: [], Config: null })
    }
  })

  it('switches with the Token, and the Token before is worth nothing', async () => {
    const visitor = await signIn()
    await visitor.open(anchor.venueId, atAnchor)
    const before = visitor.authorization
    expect((await visitor.open(bell.venueId, atBell)).status).toBe(200)
    const after = visitor.authorization
    visitor.authorization = before
    expect((await visitor.call('GET', '/auth/session')).status).toBe(401)
    visitor.authorization = after
    expect((await visitor.call('GET', '/auth/session')).body).toMatchObject({ VenueId: bell.venueId })
  })

  it('stops a tab that still shows the venue before', async () => {
    const visitor = await signIn()
    await visitor.open(anchor.venueId, atAnchor)
    await visitor.open(bell.venueId, atBell)
    visitor.venueId = anchor.venueId
    const answer = await visitor.call('GET', `/users/${ruth.userId}`)
    expect([answer.status, codeOf(answer)]).toEqual([409, 'VenueSwitched'])
    expect((await visitor.open(anchor.venueId, atAnchor)).status, 'it may switch back').toBe(200)
  })

  it('is not kept under an idempotency key: asked again, there is another Token', async () => {
    const visitor = await signIn()
    const auth = visitor.authorization ?? ''
    const ask = () =>
      visitor.call<{ Token: string }>('POST', `/users/${ruth.userId}/venues/${anchor.venueId}/select`, { body: { EmployeeId: atAnchor }, key: 'same-key' })
    const first = await ask()
    visitor.authorization = auth
    const second = await ask()
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body.Token).not.toBe(first.body.Token)
  })

  it('lets Admin open any venue as nobody, and gives no permission there', async () => {
    const admin = await signIn('admin', 'harbour-and-vine')
    expect((await admin.open(anchor.venueId, atAnchor)).status).toBe(404)
    expect((await admin.open(999_999, 0)).status).toBe(404)
    expect((await admin.open(anchor.venueId, 0)).body).toMatchObject({ EmployeeId: 0 })
    expect((await admin.call('GET', `/users/${admin.userId}`)).body).toMatchObject({ Permissions: [], Roles: ['Admin'], Config: { VenueName: 'The Anchor' } })
    for (const path of ['/sales/day?FromDate=2026-11-09&ToDate=2026-11-15', '/reports/views'])
      expect(codeOf(await admin.call('GET', path)), path).toBe('NotPermitted')
  })
})

describe('what somebody may do', () => {
  it('changes at once when their tags do', async () => {
    const visitor = await signIn()
    await visitor.open(anchor.venueId, atAnchor)
    const tags = async () =>
      ((await visitor.call<{ Permissions: { Tag: string }[] }>('GET', `/users/${ruth.userId}`)).body.Permissions ?? []).map(({ Tag }) => Tag)
    expect(await tags()).toEqual(['can_viewemp', 'can_viewsales'])
    await app.database.inVenue(anchor.venueId, (sql) => sql`update employee set tags = '{can_viewsales}' where employee_id = ${atAnchor}`)
    expect(await tags()).toEqual(['can_viewsales'])
  })

  it('ends at once when they are revoked', async () => {
    const leaver = await makePerson(app.database, 'leaver')
    const employeeId = await employ(app.database, leaver, anchor.venueId, ['can_viewsales'])
    const visitor = await signIn('leaver')
    await visitor.open(anchor.venueId, employeeId)
    expect((await visitor.call('GET', `/users/${leaver.userId}`)).status).toBe(200)
    await app.database.inVenue(anchor.venueId, (sql) => sql`update employee set active = false where employee_id = ${employeeId}`)
    expect((await visitor.call('GET', `/users/${leaver.userId}`)).status).toBe(401)
  })
})
