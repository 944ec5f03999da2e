import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectAsOwner } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/pool.ts'
import { databaseFingerprint, jobsDone } from '#tests/database-fingerprint.ts'
import { linkIn, MailServer } from '#tests/mail-server.ts'
import { employ, makePerson, PASSWORD, type Person } from '#tests/people.ts'
import { adminAt, outcome, type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { signedIn, Visitor } from '#tests/visitor.ts'

const NEW = 'seven brass bells at closing'
let app: StartedApp
let database: Sql
let room: StaffRoom
let owner: Awaited<ReturnType<StaffRoom['at']>>
const mail = new MailServer()

beforeAll(async () => {
  app = await startApp({ sample: false, environment: { SMTP_URL: await mail.start(), PASSWORD_URL_ORIGINS: 'https://portal.example/people' } })
  database = connectAsOwner(app.databaseUrl)
  room = await staffRoom(app, 'The Copper Lantern')
  owner = await room.at('olive', [], 'all', ['Owner'])
})
afterAll(async () => {
  await database.end()
  await app.close()
  await mail.stop()
})
beforeEach(async () => {
  await app.database.house`delete from limit_counter`
})

interface Listed {
  Employees: {
    EmployeeId: number
    UserName: string
    DisplayName: string
    Status: string
    Email: string
    Permissions: { Tag: string }[]
    Roles: string[]
    Version: number
  }[]
  Total: number
  NextPage: string | null
}
const list = async (who: Visitor, query = '') => (await who.call<Listed>('GET', `/employees${query}`)).body
const statusOf = async (employeeId: number) => (await list(owner)).Employees.find(({ EmployeeId }) => EmployeeId === employeeId)?.Status
const tag = (...tags: string[]) => tags.map((Tag) => ({ Tag }))

/** Somebody accepts what they are invited to, having proved their password. */
const accept = async ({ userName, userId }: Person) => {
  const who = new Visitor(app.url)
  await who.signIn(userName, PASSWORD)
  const { body } = await who.call<{ Invitations: { InvitationId: number }[] }>('GET', `/users/${userId}/invitations`)
  expect(body.Invitations.length).toBeGreaterThan(0)
  for (const { InvitationId } of body.Invitations) expect((await who.call('POST', `/users/${userId}/invitations/${InvitationId}/accept`)).status).toBe(200)
}

/** A refusal that has to leave everything as it was, and a row in the trail of the venue under the name of who tried. */
const refusedOf = async (method: string, path: string, body: object) => {
  await jobsDone(database)
  const before = await databaseFingerprint(database)
  const noted = (await room.audit('access.refused')).length
  const answer = await owner.call(method, path, { body })
  expect(await databaseFingerprint(database), `${path} left something behind`).toEqual(before)
  const rows = (await room.audit('access.refused')).slice(noted)
  const { ErrorCode: code, Message: message = '', Errors = [] } = answer.body.ResponseStatus ?? {}
  const fields = Errors.map(({ FieldName }) => FieldName)
  expect(rows, path).toMatchObject([{ actor_user_id: owner.userId, detail: { Code: code, ...(fields.length > 0 ? { Fields: [...new Set(fields)] } : {}) } }])
  return { status: answer.status, code, message, fields }
}

describe('from the first day to the last', () => {
  it('a person is entered, invited, chooses a password, works, is locked, unlocked, revoked and let in again', async () => {
    const made = await owner.call<{ EmployeeId: number }>('POST', '/register', {
      body: { FirstName: 'Noor', Surname: 'Haddad', UserName: 'noor', Email: 'noor@people.example' },
    })
    const id = made.body.EmployeeId
    expect(await statusOf(id)).toBe('Registered')
    const [front = 0] = room.locationIds
    const access = { PasswordURL: 'https://portal.example/people/in', Locations: [front], Permissions: tag('can_viewemp'), Roles: ['Staff'] }
    expect((await owner.call('POST', `/employees/${id}/register`, { body: access })).body).toMatchObject({ EmployeeId: id, Status: 'Invited' })
    expect(await statusOf(id)).toBe('Invited')
    const invitation = await mail.next('noor@people.example')
    expect(invitation.subject).toBe('The Copper Lantern invites you to Daybook')
    const { url, token } = linkIn(invitation)
    expect(url.startsWith('https://portal.example/people/in#')).toBe(true)

    const stranger = new Visitor(app.url)
    const choose = (UserName: string, Password = NEW, path = token) =>
      stranger.call('POST', `/employees/${path}/password`, { body: { EmployeeToken: token, UserName, Password } })
    expect(outcome(await choose('noor', 'short'))).toEqual([400, 'PasswordTooShort'])
    expect(outcome(await choose('OLIVE'))).toEqual([400, 'ValidationFailed'])
    expect(outcome(await choose('noor', NEW, 'another-link'))).toEqual([404, 'LinkNotValid'])
    expect((await choose('noor.h')).status).toBe(204)
    expect(outcome(await choose('noor.h'))).toEqual([404, 'LinkNotValid'])
    expect(await statusOf(id)).toBe('Active')

    const noor = await signedIn(app.url, 'noor.h', NEW)
    expect((await list(noor)).Employees.map(({ UserName }) => UserName)).toEqual(expect.arrayContaining(['noor.h', 'olive']))
    expect((await noor.call('GET', `/users/${noor.userId}`)).body).toMatchObject({ Roles: ['Staff'], Impersonator: null })
    const changed = await owner.call('POST', `/employees/${id}/permissions`, { body: { EmployeeId: id, Permissions: [] } })
    expect(changed.status).toBe(200)
    expect(outcome(await noor.call('GET', '/employees')), 'at once, in the session that is open').toEqual([403, 'NotPermitted'])

    await app.database.house`update app_user set locked_until = now() + interval '5 minutes' where user_id = ${noor.userId}`
    expect(await statusOf(id)).toBe('Locked')
    expect((await owner.call('POST', `/employees/${id}/unlock`)).status).toBe(204)
    expect(await statusOf(id)).toBe('Active')

    const revoked = await owner.call('POST', `/employees/${id}/revoke`, { body: { EmployeeId: id } })
    expect(revoked.body).toMatchObject({ SessionsEnded: 1 })
    expect(outcome(await noor.call('GET', `/users/${noor.userId}`))).toEqual([401, 'SessionEnded'])
    expect(await statusOf(id)).toBe('Revoked')
    expect((await owner.call('POST', `/employees/${id}/revoke`, { body: {} })).body).toMatchObject({ SessionsEnded: 0 })

    const again = await owner.call('POST', `/employees/${id}/register`, { body: { Locations: [front], Permissions: [] } })
    expect(again.body, 'whoever left decides whether to come back').toMatchObject({ Status: 'Invited' })
    // Two mails are sent at a time, so those of one moment may come in any order.
    const mails = [await mail.next('noor@people.example'), await mail.next('noor@people.example'), await mail.next('noor@people.example')]
    const subjects = mails.map(({ subject }) => subject).sort()
    expect(subjects).toEqual([
      'The Copper Lantern invites you to Daybook',
      'Your Daybook password was changed',
      'Your access to The Copper Lantern at Daybook has ended',
    ])
    const back = mails.find(({ subject }) => subject?.includes('invites you')) as (typeof mails)[number]
    expect((await stranger.call('POST', `/invitations/${linkIn(back).token}/accept`)).status).toBe(204)
    expect(await statusOf(id)).toBe('Active')
    expect((await signedIn(app.url, 'noor.h', NEW)).venueId).toBe(room.venueId)
    const [last] = (await room.audit('employee.permissions-changed')).slice(-1)
    expect(last).toMatchObject({ subject: String(id), actor_user_id: owner.userId, detail: { AddedTags: [], RemovedTags: ['can_viewemp'] } })
  })

  it('a link that is used, expired or made up sets nothing', async () => {
    const { makeLink } = await import('#features/membership/password-links.sql.ts')
    const person = await room.hire('lena')
    const invite = (token: string) =>
      new Visitor(app.url).call('POST', `/employees/${token}/password`, { body: { EmployeeToken: token, UserName: 'lena', Password: NEW } })
    const late = await app.database.inVenue(0, (sql) => makeLink(sql, person.userId, 'invite'))
    await app.database.house`update link_token set expires_at = now() where user_id = ${person.userId}`
    for (const token of [late, 'x', '%00', '..%2f..', 'é'.repeat(40)]) expect((await invite(token)).status, token).toBe(404)
    await signedIn(app.url, 'lena', PASSWORD)
  })
})

describe('what bad input gets', () => {
  const names = [
    'Zoë',
    '李雷',
    'محمد',
    "O'Brien; drop table employee--",
    '<script>alert(1)</script>',
    '{{7*7}}',
    '%s%n',
    '👩‍🍳',
    'Ａｄｍｉｎ',
    '"quoted"',
    '\\',
    'ﬁ ligature',
    '​visible​',
  ]
  it.each(names)('%j is kept as it was typed, and found again', async (FirstName) => {
    const made = await owner.call<{ EmployeeId: number }>('POST', '/register', { body: { FirstName, Surname: 'Naughty' } })
    expect(made.status).toBe(200)
    const found = await list(owner, `?Search=${encodeURIComponent(FirstName)}`)
    expect(found.Employees.map(({ EmployeeId }) => EmployeeId)).toContain(made.body.EmployeeId)
    const { body } = await owner.call<{ Employees: { FirstName: string }[] }>('GET', `/venue/${room.venueId}/employees/${made.body.EmployeeId}`)
    expect(body.Employees[0]?.FirstName).toBe(FirstName)
  })

  it.each([
    [{ FirstName: '\u200b\u2060' }, 'FirstName'],
    [{ FirstName: 'a\u0000b' }, 'FirstName'],
    [{ FirstName: 'x'.repeat(101) }, 'FirstName'],
    [{ FirstName: 'Two', Email: 'a@people.example,b@people.example' }, 'Email'],
    [{ FirstName: 'Two', Email: 'a@people.example b@people.example' }, 'Email'],
    [{ FirstName: 'Two', Email: 'a@people.example\r\nBcc: all@evil.example' }, 'Email'],
    [{ FirstName: 'Two', Email: 'Olive <olive@people.example>' }, 'Email'],
    [{ FirstName: 'Two', Email: 'OLIVE@people.example' }, 'Email'],
    [{ FirstName: 'Two', UserName: 'ｏｌｉｖｅ' }, 'UserName'],
    [{ FirstName: 'Two', UserName: 'AD\u200bMIN' }, 'UserName'],
    [{ FirstName: 'Two', UserName: 'somebody@else.example' }, 'UserName'],
    [{ FirstName: 'Two', UserName: 'with space' }, 'UserName'],
    [{ FirstName: 'Two', IsAdmin: true }, 'IsAdmin'],
    [{ FirstName: 'Two', Active: true }, 'Active'],
    [{ FirstName: 'Two', EmployeeId: 1, Token: 'x' }, 'EmployeeId'],
  ])('%j is refused with a sentence beside its field, nothing changes, and the trail says who tried', async (body, field) => {
    const refused = await refusedOf('POST', '/register', body)
    expect([refused.status, refused.code, refused.fields[0]]).toEqual([400, 'ValidationFailed', field])
    expect(refused.message.length).toBeGreaterThan(5)
  })

  it('fields that must not be set, another venue in the path, and a path that disagrees with the body change nothing and stand in the trail', async () => {
    const { employeeId } = await room.hire('untouched')
    const elsewhere = await staffRoom(app, 'Not This House')
    const there = await elsewhere.hire('untouched.too')
    const one = `/employees/${employeeId}`
    const access = { Locations: [], Permissions: [] }
    const attempts: [string, string, object, number, string][] = [
      ['POST', `${one}/permissions`, { Permissions: [], IsAdmin: true }, 400, 'ValidationFailed'],
      ['POST', `${one}/permissions`, { EmployeeId: employeeId + 1, Permissions: [] }, 400, 'PathBodyDisagree'],
      ['POST', `${one}/permissions`, { Permissions: [{ Tag: 'can_everything' }] }, 400, 'ValidationFailed'],
      ['POST', `${one}/register`, { ...access, Active: true, Registered: true }, 400, 'ValidationFailed'],
      ['POST', `${one}/register`, { ...access, Locations: elsewhere.locationIds }, 404, 'LocationNotFound'],
      ['POST', `${one}/register`, { ...access, PasswordURL: 'https://evil.example/' }, 400, 'PasswordUrlNotAllowed'],
      ['POST', `${one}/requestpassword`, { PasswordURL: 'https://evil.example/' }, 400, 'PasswordUrlNotAllowed'],
      ['POST', `${one}/revoke`, { EmployeeId: employeeId, VenueId: elsewhere.venueId }, 400, 'ValidationFailed'],
      ['POST', `/employees/${there.employeeId}/revoke`, {}, 404, 'NotFound'],
      ['POST', `/venue/${elsewhere.venueId}/employees/${there.employeeId}/revoke`, {}, 404, 'VenueNotFound'],
      ['POST', `/venue/${elsewhere.venueId}/employees/${there.employeeId}/unlock`, {}, 404, 'VenueNotFound'],
      ['POST', `/venue/${elsewhere.venueId}/employees/${there.employeeId}/permissions`, { Permissions: [], Roles: [] }, 404, 'VenueNotFound'],
      ['POST', `/venues/${elsewhere.venueId}/employees/${there.employeeId}/assign`, { Venues: [room.venueId] }, 404, 'VenueNotFound'],
      ['POST', `/venue/${room.venueId}/employees/${employeeId}/unlock`, { VenueId: elsewhere.venueId }, 400, 'PathBodyDisagree'],
    ]
    for (const [method, path, body, status, code] of attempts) {
      const refused = await refusedOf(method, path, body)
      expect([path, JSON.stringify(body), refused.status, refused.code]).toEqual([path, JSON.stringify(body), status, code])
    }
  })

  it('two spellings of one field that disagree are refused', async () => {
    const { employeeId } = await room.hire('spelt')
    const body = { PasswordURL: 'https://portal.example/people/in', PasswordUrl: 'https://portal.example/people/other' }
    expect(outcome(await owner.call('POST', `/employees/${employeeId}/requestpassword`, { body }))[1]).toBe('PathBodyDisagree')
  })

  it('a link elsewhere is refused before anybody is looked up', async () => {
    for (const path of ['/employees/2147483647/register', '/employees/2147483647/requestpassword']) {
      const body = { PasswordURL: 'https://evil.example/people', ...(path.endsWith('register') ? { Locations: [], Permissions: [] } : {}) }
      expect(outcome(await owner.call('POST', path, { body }))).toEqual([400, 'PasswordUrlNotAllowed'])
    }
  })

  it('a list is searched, by status, place and role, and page by page', async () => {
    const other = await staffRoom(app, 'A Full House')
    const reader = await other.at('reader', ['can_viewemp'])
    await app.database.inVenue(
      other.venueId,
      (sql) => sql`
      insert into employee (venue_id, first_name, surname, display_name, email)
      select ${other.venueId}, 'Person ' || n, 'Of ' || n % 7, 'p' || n, 'p' || n || '@full.example' from generate_series(1, 230) n returning 1`,
    )
    const seen: number[] = []
    let page: string | null = 'first'
    while (page) {
      const answer: Listed = await list(reader, `?Page=${page}`)
      expect(answer.Total).toBe(231)
      seen.push(...answer.Employees.map(({ EmployeeId }) => EmployeeId))
      page = answer.NextPage
    }
    expect(seen).toEqual((await list(reader)).Employees.map(({ EmployeeId }) => EmployeeId))
    expect(new Set(seen).size).toBe(231)
    expect((await list(reader, '?Search=P12%20full')).Employees.map(({ Email }) => Email)).toEqual(
      expect.arrayContaining(['p12@full.example', 'p120@full.example']),
    )
    expect((await list(reader, '?Search=%25')).Total).toBe(0)
    expect((await list(reader, '?Status=Active')).Employees.map(({ UserName }) => UserName)).toEqual(['reader'])
    expect((await list(reader, '?Role=Owner')).Total).toBe(0)
    expect(outcome(await reader.call('GET', `/employees?LocationId=${room.locationIds[0]}`))).toEqual([404, 'LocationNotFound'])
    expect(outcome(await reader.call('GET', '/employees?Page=nonsense'))).toEqual([400, 'ValidationFailed'])
  })
})

describe('venues', () => {
  it('are given and taken by whoever gives access in both, and by Admin in all', async () => {
    const second = await staffRoom(app, 'The Second House')
    const third = await staffRoom(app, 'The Third House')
    const both = await room.at('bo', ['can_viewemp', 'can_register'])
    await employ(app.database, both.colleague, second.venueId, ['can_viewemp', 'can_register'])
    const moved = await room.hire('mo', [])
    const path = `/venues/${room.venueId}/employees/${moved.employeeId}`
    const assign = (who: Visitor, Venues: unknown) => who.call<{ Venues: { VenueId: number }[] }>('POST', `${path}/assign`, { body: { Venues } })
    expect((await both.call('GET', `${path}/venues`)).body).toMatchObject({
      Venues: [{ VenueId: room.venueId, EmployeeId: moved.employeeId }],
      Assignable: [{ VenueId: room.venueId }, { VenueId: second.venueId }],
    })
    expect(outcome(await assign(both, [room.venueId, third.venueId]))).toEqual([404, 'VenueNotFound'])
    expect((await assign(both, [{ VenueId: room.venueId }, { VenueId: second.venueId }])).body).toMatchObject({
      Venues: [{ VenueId: room.venueId }],
      Invited: [{ VenueId: second.venueId }],
    })
    expect(await second.audit('employee.added-to-venue')).toHaveLength(1)
    await accept(moved)
    expect((await both.call<{ Venues: object[] }>('GET', `${path}/venues`)).body).toMatchObject({ Venues: { length: 2 }, Invited: [] })
    const admin = await adminAt(app, third.venueId)
    expect((await assign(admin, [second.venueId, third.venueId])).body).toMatchObject({
      Venues: [{ VenueId: second.venueId }],
      Invited: [{ VenueId: third.venueId }],
    })
    expect(await statusOf(moved.employeeId)).toBe('Revoked')
    expect(outcome(await both.call('POST', `/venues/${room.venueId}/employees/${both.colleague.employeeId}/assign`, { body: { Venues: [] } }))).toEqual([
      403,
      'OwnAccess',
    ])
  })

  it('somebody known by their address at another venue comes in with the login they have, once they accept; Admin never does', async () => {
    const elsewhere = await staffRoom(app, 'Elsewhere')
    const known = await elsewhere.hire('kim')
    const made = await owner.call<{ EmployeeId: number }>('POST', '/register', { body: { FirstName: 'Kim', Email: known.email.toUpperCase() } })
    const answer = await owner.call('POST', `/employees/${made.body.EmployeeId}/register`, { body: { Locations: room.locationIds, Permissions: [] } })
    expect(answer.body).toMatchObject({ Status: 'Invited' })
    await accept(known)
    expect(await statusOf(made.body.EmployeeId)).toBe('Active')
    // The same answer for Admin's address, of which nothing comes.
    const admin = await makePerson(app.database, 'ada', { isAdmin: true })
    const nameless = await owner.call<{ EmployeeId: number }>('POST', '/register', { body: { FirstName: 'Ada' } })
    const asAda = { Email: admin.email, Locations: room.locationIds, Permissions: [] }
    expect((await owner.call('POST', `/employees/${nameless.body.EmployeeId}/register`, { body: asAda })).body).toMatchObject({ Status: 'Invited' })
    const ada = new Visitor(app.url)
    await ada.signIn('ada', PASSWORD)
    expect((await ada.call('GET', `/users/${admin.userId}/invitations`)).body).toEqual({ Invitations: [] })
    expect(await app.database.house`select 1 from user_venue where user_id = ${admin.userId}`).toHaveLength(0)
  })

  it('nobody stands twice at a venue, by an address named when access is given', async () => {
    const there = await room.hire('twice')
    const second = await owner.call<{ EmployeeId: number }>('POST', '/register', { body: { FirstName: 'Twice' } })
    const asked = { Email: there.email, Locations: room.locationIds, Permissions: [] }
    expect(outcome(await owner.call('POST', `/employees/${second.body.EmployeeId}/register`, { body: asked }))).toEqual([400, 'ValidationFailed'])
  })

  it('a link goes to nobody whose access was taken', async () => {
    const gone = await room.hire('gone')
    expect((await owner.call('POST', `/employees/${gone.employeeId}/revoke`, { body: {} })).status).toBe(200)
    expect(outcome(await owner.call('POST', `/employees/${gone.employeeId}/requestpassword`, { body: {} }))[1]).toBe('NoAccess')
  })

  it('a venue is given only by who gives access there, and whoever comes back to one begins with nothing', async () => {
    const looks = await staffRoom(app, 'The Looking House')
    const gives = await staffRoom(app, 'The Giving House')
    const giver = await room.at('giver', ['can_viewemp', 'can_register', 'can_viewsales'])
    await employ(app.database, giver.colleague, looks.venueId, ['can_viewemp'])
    await employ(app.database, giver.colleague, gives.venueId, ['can_viewemp', 'can_register', 'can_viewsales'])
    const moved = await room.hire('mover', [])
    const assign = (...Venues: number[]) =>
      giver.call('POST', `/venues/${room.venueId}/employees/${moved.employeeId}/assign`, { body: { Venues: [room.venueId, ...Venues] } })
    expect(outcome(await assign(looks.venueId))).toEqual([404, 'VenueNotFound'])
    const heldThere = () =>
      app.database.inVenue(
        gives.venueId,
        (sql) => sql`select employee_id, tags, active from employee where venue_id = ${gives.venueId} and user_id = ${moved.userId}`,
      )
    expect((await assign(gives.venueId)).status).toBe(200)
    await accept(moved)
    await app.database.inVenue(
      gives.venueId,
      (sql) => sql`
      update employee set tags = array['can_viewsales'] where venue_id = ${gives.venueId} and user_id = ${moved.userId}`,
    )
    expect((await assign()).status).toBe(200)
    expect(await heldThere()).toMatchObject([{ active: false }])
    expect((await assign(gives.venueId)).status).toBe(200)
    expect(await heldThere()).toMatchObject([{ active: true, tags: [] }])
    await accept(moved)
    expect(await heldThere()).toMatchObject([{ active: true, tags: [] }])
  })
})
