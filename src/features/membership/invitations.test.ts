import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetOldInvitations } from '#platform/access/invitations.ts'
import { linkIn, MailServer } from '#tests/mail-server.ts'
import { employ, makePerson, PASSWORD, type Person } from '#tests/people.ts'
import { adminAt, outcome, type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { signedIn, Visitor } from '#tests/visitor.ts'

const NEW = 'seven brass bells at closing'
let app: StartedApp
let home: StaffRoom
let room: StaffRoom
let owner: Awaited<ReturnType<StaffRoom['at']>>
const mail = new MailServer()

beforeAll(async () => {
  app = await startApp({ sample: false, environment: { SMTP_URL: await mail.start() } })
  home = await staffRoom(app, 'The Home House')
  room = await staffRoom(app, 'The Copper Lantern')
  owner = await room.at('olive', [], 'all', ['Owner'])
})
afterAll(async () => {
  await app.close()
  await mail.stop()
})
beforeEach(async () => {
  await app.database.house`delete from limit_counter`
})

let made = 0
const name = (word: string) => `${word}${++made}`

interface Invitations {
  Invitations: { InvitationId: number; VenueName: string; Expires: string }[]
}

/** Enters somebody by address at The Copper Lantern and gives them access; answers their EmployeeId there. */
const enlist = async (email: string, more: object = {}, access: object = {}) => {
  const { body } = await owner.call<{ EmployeeId: number }>('POST', '/register', { body: { FirstName: name('Ada'), Email: email, ...more } })
  const given = await owner.call('POST', `/employees/${body.EmployeeId}/register`, { body: { Locations: room.locationIds, Permissions: [], ...access } })
  expect(given.body, JSON.stringify(given.body)).toMatchObject({ Status: 'Invited' })
  return body.EmployeeId
}
const proved = async (userName: string, password = PASSWORD) => {
  const who = new Visitor(app.url)
  expect((await who.signIn(userName, password)).status).toBe(200)
  return who
}
const invitationsOf = async (who: Visitor) => (await who.call<Invitations>('GET', `/users/${who.userId}/invitations`)).body.Invitations
const venuesOf = async (who: Visitor) =>
  (await who.call<{ Venues: { VenueId: number }[] }>('GET', `/users/${who.userId}/venues`)).body.Venues.map(({ VenueId }) => VenueId)
const answer = (who: Visitor, InvitationId: number, how: 'accept' | 'decline') =>
  who.call<{ EmployeeId: number }>('POST', `/users/${who.userId}/invitations/${InvitationId}/${how}`)
const statusOf = async (employeeId: number) =>
  (await owner.call<{ Employees: { Status: string }[] }>('GET', `/venue/${room.venueId}/employees/${employeeId}`)).body.Employees[0]?.Status
const lapse = (employeeId: number, days: number) =>
  app.database.house`update invitation set expires_at = expires_at - ${days} * interval '1 day', password_until = password_until - ${days} * interval '1 day'
    where venue_id = ${room.venueId} and employee_id = ${employeeId}`
const houseTrail = (action: string, venueId = 0) =>
  app.database.inVenue(
    venueId,
    (sql) => sql<{ subject: string; actor_user_id: number | null; detail: Record<string, unknown> }[]>`
      select subject, actor_user_id, detail from audit_event where venue_id = ${venueId} and action = ${action} order by event_id`,
  )

describe('an invitation', () => {
  it('shows who invites, to which venue, with what; until it is accepted the venue is neither listed nor opened', async () => {
    const person = await home.hire(name('kim'), ['can_viewsales'])
    const employeeId = await enlist(person.email, {}, { Permissions: [{ Tag: 'can_viewemp' }], Roles: ['Staff'], Locations: room.locationIds.slice(0, 1) })
    const who = await proved(person.userName)
    const [invitation] = await invitationsOf(who)
    expect(invitation).toMatchObject({
      VenueName: 'The Copper Lantern',
      InvitedBy: 'olive Tester',
      Roles: ['Staff'],
      Locations: [{ LocationId: room.locationIds[0], Name: 'Front Bar' }],
      AllLocations: false,
    })
    expect(invitation).toHaveProperty('Permissions', expect.arrayContaining([{ Tag: 'can_viewemp' }]))
    const days = (Date.parse(invitation?.Expires ?? '') - Date.now()) / 86_400_000
    expect([Math.round(days), await venuesOf(who)]).toEqual([14, [home.venueId]])
    expect(outcome(await who.open(room.venueId, employeeId))).toEqual([404, 'VenueNotFound'])

    const accepted = await answer(who, invitation?.InvitationId ?? 0, 'accept')
    expect([accepted.status, accepted.body]).toEqual([200, { VenueId: room.venueId, EmployeeId: employeeId }])
    expect(await venuesOf(who)).toEqual([home.venueId, room.venueId])
    expect((await who.open(room.venueId, employeeId)).status).toBe(200)
    expect((await who.call<{ Employees: object[] }>('GET', `/employees?Search=${person.userName}`)).body.Employees[0]).toMatchObject({
      EmployeeId: employeeId,
      UserId: person.userId,
      UserName: person.userName,
      Status: 'Active',
      Roles: ['Staff'],
    })
    expect(outcome(await answer(who, invitation?.InvitationId ?? 0, 'accept')), 'done once').toEqual([404, 'NotFound'])
    const [trail] = (await room.audit('invitation.accepted')).slice(-1)
    expect(trail).toMatchObject({ subject: String(employeeId), actor_user_id: person.userId })
    const [asked] = (await room.audit('employee.invited')).slice(-1)
    expect(asked).toMatchObject({ subject: String(employeeId), actor_user_id: owner.userId })
    expect(JSON.stringify(asked?.detail)).not.toContain('UserId')
  })

  it('is told by a mail that asks, with a link by which whoever is invited accepts, in either language', async () => {
    const person = await home.hire(name('kim'))
    const employeeId = await enlist(person.email)
    const told = await mail.next(person.email)
    expect(told.subject).toBe('The Copper Lantern invites you to Daybook')
    expect(told.text).toContain(`olive Tester invites you to The Copper Lantern at Daybook. You can open it with your user name ${person.userName}`)
    const { url, token } = linkIn(told)
    expect(url.startsWith(`${app.settings.publicUrl}/membership/password#`)).toBe(true)
    const anybody = new Visitor(app.url)
    const shown = await anybody.call('GET', `/employees/${token}/name`)
    expect(shown.body).toMatchObject({ Purpose: 'accept', UserName: person.userName, Offer: { VenueName: 'The Copper Lantern', InvitedBy: 'olive Tester' } })
    const body = { EmployeeToken: token, UserName: person.userName, Password: NEW }
    expect(outcome(await anybody.call('POST', `/employees/${token}/password`, { body })), 'it is no way to their password').toEqual([409, 'HasPassword'])
    const asReset = { EmployeeToken: token, Password: NEW }
    expect(outcome(await anybody.call('POST', `/employees/${token}/changepassword`, { body: asReset }))).toEqual([409, 'HasPassword'])
    expect((await anybody.call('POST', `/invitations/${token}/accept`)).status).toBe(204)
    expect(await statusOf(employeeId)).toBe('Active')
    expect(await venuesOf(await proved(person.userName))).toContain(room.venueId)
    expect(outcome(await anybody.call('POST', `/invitations/${token}/accept`))).toEqual([404, 'LinkNotValid'])

    const other = await home.hire(name('yui'))
    await (await proved(other.userName)).call('PUT', `/users/${other.userId}/preferences`, { body: { Language: 'jp' } })
    await enlist(other.email)
    const inJapanese = await mail.next(other.email)
    expect(inJapanese.subject).toBe('The Copper Lantern から Daybook への招待')
    expect(inJapanese.text).toContain('14日間有効')
  })

  it('can be declined, signed in or by the link, by somebody with a login or without; the venue learns that alone', async () => {
    const person = await home.hire(name('kim'))
    const [declined, byLink, unknown] = [await enlist(person.email), await enlist((await home.hire(name('lou'))).email), await enlist('nobody1@people.example')]
    const who = await proved(person.userName)
    const [one] = await invitationsOf(who)
    expect((await answer(who, one?.InvitationId ?? 0, 'decline')).status).toBe(204)
    expect(await invitationsOf(who)).toEqual([])
    const anybody = new Visitor(app.url)
    for (const [employeeId, email] of [
      [byLink, await addressOf(byLink)],
      [unknown, 'nobody1@people.example'],
    ] as const) {
      const { token } = linkIn(await mail.next(email))
      expect((await anybody.call('POST', `/invitations/${token}/decline`)).status).toBe(204)
      expect(outcome(await anybody.call('GET', `/employees/${token}/name`))).toEqual([404, 'LinkNotValid'])
      expect(await statusOf(employeeId)).toBe('Registered')
    }
    expect(await statusOf(declined)).toBe('Registered')
    const trail = (await houseTrail('invitation.declined', room.venueId)).slice(-3)
    expect(trail.map(({ subject }) => Number(subject))).toEqual([declined, byLink, unknown])
    expect(trail.map(({ actor_user_id, detail }) => [actor_user_id, detail])).toEqual([
      [null, {}],
      [null, {}],
      [null, {}],
    ])
    expect(outcome(await owner.call('POST', `/employees/${declined}/requestpassword`, { body: {} })), 'asked, and answered').toEqual([409, 'NoAccess'])
  })

  it('is good for fourteen days; used later it changes nothing, and that it was tried is written down', async () => {
    const person = await home.hire(name('kim'))
    const employeeId = await enlist(person.email)
    const { token } = linkIn(await mail.next(person.email))
    const who = await proved(person.userName)
    const [invitation] = await invitationsOf(who)
    await lapse(employeeId, 14)
    expect(await invitationsOf(who)).toEqual([])
    expect(outcome(await answer(who, invitation?.InvitationId ?? 0, 'accept'))).toEqual([404, 'NotFound'])
    const anybody = new Visitor(app.url)
    for (const how of ['accept', 'decline']) expect(outcome(await anybody.call('POST', `/invitations/${token}/${how}`))).toEqual([404, 'LinkNotValid'])
    expect(await venuesOf(who)).toEqual([home.venueId])
    const [last] = (await houseTrail('access.refused')).slice(-1)
    expect(last).toMatchObject({ subject: 'POST /invitations/:token/decline', detail: { Code: 'LinkNotValid' } })
    await lapse(employeeId, 31)
    await forgetOldInvitations(app.database.house)
    expect(await app.database.house`select from invitation where venue_id = ${room.venueId} and employee_id = ${employeeId}`).toHaveLength(0)
    expect((await owner.call('POST', `/employees/${employeeId}/requestpassword`, { body: {} })).status, 'asked again, it begins anew').toBe(204)
    expect(await invitationsOf(who)).toHaveLength(1)
  })

  it('is nobody else’s to see or to answer, and taken back it is over', async () => {
    const [person, other] = [await home.hire(name('kim')), await home.hire(name('eve'))]
    const employeeId = await enlist(person.email)
    const [who, eve] = [await proved(person.userName), await proved(other.userName)]
    const [invitation] = await invitationsOf(who)
    const id = invitation?.InvitationId ?? 0
    expect(await invitationsOf(eve)).toEqual([])
    for (const how of ['accept', 'decline'] as const) {
      expect(outcome(await answer(eve, id, how))).toEqual([404, 'NotFound'])
      expect(outcome(await eve.call('POST', `/users/${person.userId}/invitations/${id}/${how}`))).toEqual([404, 'NotFound'])
    }
    expect((await eve.call('GET', `/users/${person.userId}/invitations`)).status).toBe(404)
    expect((await owner.call('POST', `/employees/${employeeId}/revoke`, { body: {} })).status).toBe(200)
    expect(outcome(await answer(who, id, 'accept'))).toEqual([404, 'NotFound'])
    expect(await venuesOf(who)).toEqual([home.venueId])
  })

  it('accepted at the same moment as it is taken back, or sent again, is one or the other', async () => {
    for (let n = 0; n < 4; n += 1) {
      const person = await home.hire(name('kim'))
      const employeeId = await enlist(person.email)
      const who = await proved(person.userName)
      const [invitation] = await invitationsOf(who)
      const [accepted, other] = await Promise.all([
        answer(who, invitation?.InvitationId ?? 0, 'accept'),
        owner.call('POST', `/employees/${employeeId}/${n % 2 ? 'revoke' : 'requestpassword'}`, { body: {} }),
      ])
      expect([200, 204]).toContain(other.status)
      const opens = (await venuesOf(who)).includes(room.venueId)
      const status = await statusOf(employeeId)
      if (n % 2) expect([status, opens]).toEqual(['Revoked', false])
      else expect([accepted.status, status, opens]).toEqual([200, 'Active', true])
    }
  })
})

/** The address somebody is on the venue's books with. */
const addressOf = async (employeeId: number) =>
  (await owner.call<{ Employees: { Email: string }[] }>('GET', `/venue/${room.venueId}/employees/${employeeId}`)).body.Employees[0]?.Email ?? ''

describe('an address without a login', () => {
  it('chooses user name and password with the link, for seventy-two hours; later the same form as for a forgotten password sends another', async () => {
    const employeeId = await enlist('una@people.example', { UserName: 'una' })
    const told = await mail.next('una@people.example')
    const { token } = linkIn(told)
    expect(told.text).toContain('The link works once, for 72 hours.')
    const anybody = new Visitor(app.url)
    expect((await anybody.call('GET', `/employees/${token}/name`)).body).toMatchObject({ UserName: 'una', Purpose: 'invite' })
    expect(outcome(await anybody.call('POST', `/invitations/${token}/accept`))).toEqual([409, 'PasswordFirst'])
    await lapse(employeeId, 3)
    const choose = (link: string) => anybody.call('POST', `/employees/${link}/password`, { body: { EmployeeToken: link, UserName: 'una', Password: NEW } })
    expect(outcome(await choose(token))).toEqual([404, 'LinkNotValid'])
    expect(await statusOf(employeeId)).toBe('Invited')
    expect((await anybody.call('POST', '/users/requestpassword', { body: { UserId: 'una@people.example' } })).status).toBe(204)
    const again = linkIn(await mail.next('una@people.example'))
    expect((await choose(again.token)).status).toBe(204)
    expect(await statusOf(employeeId)).toBe('Active')
    expect((await signedIn(app.url, 'una', NEW)).venueId).toBe(room.venueId)
  })

  it('that gets one between the invitation and its use is asked as whoever has one', async () => {
    const employeeId = await enlist('ivo@people.example', { UserName: 'ivo' })
    const { token } = linkIn(await mail.next('ivo@people.example'))
    const person = await makePerson(app.database, 'ivo.elsewhere', { email: 'ivo@people.example' })
    await employ(app.database, person, home.venueId)
    const anybody = new Visitor(app.url)
    expect((await anybody.call('GET', `/employees/${token}/name`)).body).toMatchObject({ UserName: 'ivo.elsewhere', Purpose: 'accept' })
    const body = { EmployeeToken: token, UserName: 'ivo', Password: NEW }
    expect(outcome(await anybody.call('POST', `/employees/${token}/password`, { body }))).toEqual([409, 'HasPassword'])
    expect((await anybody.call('POST', `/invitations/${token}/accept`)).status).toBe(204)
    expect(await venuesOf(await proved('ivo.elsewhere'))).toEqual([home.venueId, room.venueId])
    expect(await statusOf(employeeId)).toBe('Active')
  })

  it('is offered another user name where the one the venue wished for is taken elsewhere, and only then is that told', async () => {
    const taken = await home.hire(name('taken'))
    await enlist('ola@people.example', { UserName: taken.userName })
    const { token } = linkIn(await mail.next('ola@people.example'))
    const anybody = new Visitor(app.url)
    const { body } = await anybody.call<{ UserName: string }>('GET', `/employees/${token}/name`)
    expect(body.UserName).toBe(`${taken.userName}2`)
    const choose = (UserName: string) => anybody.call('POST', `/employees/${token}/password`, { body: { EmployeeToken: token, UserName, Password: NEW } })
    expect(outcome(await choose(taken.userName))).toEqual([400, 'ValidationFailed'])
    expect((await choose(body.UserName)).status).toBe(204)
  })

  it('is one login, though two venues invited it', async () => {
    const other = await home.at(name('giver'), ['can_viewemp', 'can_register'])
    await enlist('twice@people.example')
    const first = linkIn(await mail.next('twice@people.example'))
    const { body } = await other.call<{ EmployeeId: number }>('POST', '/register', { body: { FirstName: 'Twice', Email: 'twice@people.example' } })
    await other.call('POST', `/employees/${body.EmployeeId}/register`, { body: { Locations: [], Permissions: [] } })
    const second = linkIn(await mail.next('twice@people.example'))
    const anybody = new Visitor(app.url)
    const choose = { EmployeeToken: first.token, UserName: 'twice', Password: NEW }
    expect((await anybody.call('POST', `/employees/${first.token}/password`, { body: choose })).status).toBe(204)
    expect((await anybody.call('POST', `/invitations/${second.token}/accept`)).status).toBe(204)
    expect(await venuesOf(await proved('twice', NEW))).toEqual([home.venueId, room.venueId])
  })
})

describe('a login belongs to its person', () => {
  it('a venue unlocks only people who belong to no other; else Admin does', async () => {
    const [own, shared] = [await room.hire(name('own')), await room.hire(name('shared'))]
    await employ(app.database, shared, home.venueId)
    const lock = (person: Person) => app.database.house`update app_user set locked_until = now() + interval '5 minutes' where user_id = ${person.userId}`
    for (const person of [own, shared]) await lock(person)
    const unlock = (who: Visitor, { employeeId }: { employeeId: number }) =>
      who.call('POST', `/venue/${room.venueId}/employees/${employeeId}/unlock`, { body: {} })
    expect((await unlock(owner, own)).status).toBe(204)
    const refused = await unlock(owner, shared)
    expect(outcome(refused)).toEqual([403, 'UnlockByAdmin'])
    expect(refused.body.ResponseStatus?.Message).toBe('This sign-in is not only for this venue, so only Admin can unlock it.')
    expect(JSON.stringify(refused.body)).not.toContain('Home House')
    expect(await statusOf(shared.employeeId)).toBe('Locked')
    expect((await unlock(await adminAt(app, room.venueId), shared)).status).toBe(204)
    expect(await statusOf(shared.employeeId)).toBe('Active')
    // An invitation that waits elsewhere, or a venue they have left, is no other venue.
    await lock(own)
    await app.database
      .house`insert into invitation (venue_id, employee_id, user_id, expires_at) values (${home.venueId}, 2147483647, ${own.userId}, now() + interval '1 day')`
    expect((await unlock(owner, own)).status).toBe(204)
  })

  it('what a venue does about one of its people changes nothing of their login, and links go to its address', async () => {
    const person = await room.hire(name('kim'))
    await employ(app.database, person, home.venueId)
    await app.database.inVenue(
      room.venueId,
      (sql) => sql`update employee set email = 'typed@venue.example' where venue_id = ${room.venueId} and employee_id = ${person.employeeId}`,
    )
    const login = () =>
      app.database.house`select user_name, display_name, email, email_key, password_hash, is_admin from app_user where user_id = ${person.userId}`
    const before = await login()
    const at = `/employees/${person.employeeId}`
    const changes: [string, object][] = [
      [`${at}/requestpassword`, {}],
      [`${at}/permissions`, { Permissions: [] }],
      [`${at}/register`, { Locations: [], Permissions: [], Email: 'typed@venue.example' }],
      [`${at}/revoke`, {}],
      [`${at}/register`, { Locations: [], Permissions: [], Email: 'typed@venue.example' }],
    ]
    for (const [path, body] of changes) expect((await owner.call('POST', path, { body })).status, path).toBeLessThan(300)
    const subjects = []
    for (let n = 0; n < 4; n += 1) subjects.push((await mail.next(person.email)).subject)
    expect(subjects).toEqual(expect.arrayContaining(['Set a new password for Daybook', 'The Copper Lantern invites you to Daybook']))
    expect(mail.mails.filter(({ to }) => to?.[0]?.address === 'typed@venue.example')).toEqual([])
    expect(await login()).toEqual(before)
  })

  it('somebody put at another venue is invited there, by its people and by Admin, unless they belong there', async () => {
    const giver = await home.at(name('giver'), ['can_viewemp', 'can_register'])
    await employ(app.database, giver.colleague, room.venueId, ['can_viewemp', 'can_register'])
    const admin = await adminAt(app, home.venueId)
    for (const asking of [giver, admin]) {
      const person = await home.hire(name('moved'))
      const path = `/venues/${home.venueId}/employees/${person.employeeId}/assign`
      const assign = (...Venues: number[]) => asking.call('POST', path, { body: { Venues: [home.venueId, ...Venues] } })
      expect((await assign(room.venueId)).body).toMatchObject({ Venues: [{ VenueId: home.venueId }], Invited: [{ VenueId: room.venueId }] })
      const who = await proved(person.userName)
      expect(await venuesOf(who)).toEqual([home.venueId])
      const [listed] = (await owner.call<{ Employees: object[] }>('GET', `/employees?Search=${person.email}`)).body.Employees
      expect(listed).toMatchObject({ Status: 'Invited', Email: person.email, UserName: '', Locked: false })
      expect(listed).not.toHaveProperty('UserId')
      expect((await assign(room.venueId)).status, 'invited already: nothing to do').toBe(200)
      const [invitation] = await invitationsOf(who)
      expect(invitation).toMatchObject({ Roles: [], Permissions: [], Locations: [] })
      const accepted = await answer(who, invitation?.InvitationId ?? 0, 'accept')
      expect(accepted.status).toBe(200)
      expect(await venuesOf(who)).toEqual([home.venueId, room.venueId])
      expect((await assign(room.venueId)).body).toMatchObject({ Venues: { length: 2 }, Invited: [] })
      expect((await mail.next(person.email)).subject).toBe('The Copper Lantern invites you to Daybook')
      expect((await room.audit('employee.added-to-venue')).filter(({ subject }) => subject === String(accepted.body.EmployeeId))).toHaveLength(1)
    }
  })

  it('an Owner who is only invited is no Owner yet', async () => {
    const house = await staffRoom(app, name('One Owner '))
    const only = await house.at(name('only'), [], 'all', ['Owner'])
    const second = await only.call<{ EmployeeId: number }>('POST', '/register', { body: { FirstName: 'Second', Email: (await home.hire(name('kim'))).email } })
    const access = { Locations: [], AllLocations: true, Permissions: [], Roles: ['Owner'] }
    expect((await only.call('POST', `/employees/${second.body.EmployeeId}/register`, { body: access })).body).toMatchObject({ Status: 'Invited' })
    const admin = await adminAt(app, house.venueId)
    expect(outcome(await admin.call('POST', `/employees/${only.colleague.employeeId}/revoke`, { body: {} }))).toEqual([409, 'LastOwner'])
  })
})

describe('while acting for somebody', () => {
  it('only this venue exists: no other is listed or opened, no invitation read or answered, nothing chosen elsewhere shown', async () => {
    const boss = await room.at(name('boss'), ['can_impersonate', 'can_viewemp', 'can_register'])
    const target = await room.hire(name('target'), ['can_viewemp', 'can_register'])
    const elsewhere = await home.hire(name('owner'), [], 'all', ['Owner'])
    const atHome = await employ(app.database, target, home.venueId, [])
    await app.database.inVenue(home.venueId, async (sql) => {
      await sql`insert into employee_role (venue_id, employee_id, role_id)
        select ${home.venueId}, ${atHome}, role_id from role where venue_id = ${home.venueId} and name = 'Owner' returning 1`
    })
    const third = await staffRoom(app, name('The Third House '))
    const giver = await third.at(name('giver'), ['can_viewemp', 'can_register'])
    const asked = await giver.call<{ EmployeeId: number }>('POST', '/register', { body: { FirstName: 'T', Email: target.email } })
    await giver.call('POST', `/employees/${asked.body.EmployeeId}/register`, { body: { Locations: [], Permissions: [] } })
    const themselves = await proved(target.userName)
    await themselves.call('PUT', `/users/${target.userId}/preferences`, { body: { Theme: 'dark', Language: 'jp' } })
    const [invitation] = await invitationsOf(themselves)
    expect(await venuesOf(themselves)).toHaveLength(2)

    const begun = await boss.call<{ Token: string }>('POST', `/venue/${room.venueId}/employees/${target.employeeId}/impersonate`, { body: {} })
    boss.authorization = `Bearer ${begun.body.Token}`
    boss.userId = target.userId
    const get = (path: string) => boss.call('GET', path)
    expect(await venuesOf(boss)).toEqual([room.venueId])
    expect(outcome(await boss.open(home.venueId, atHome))).toEqual([403, 'NotWhileImpersonating'])
    expect(outcome(await get(`/users/${target.userId}/invitations`))).toEqual([403, 'NotWhileImpersonating'])
    for (const how of ['accept', 'decline'] as const)
      expect(outcome(await answer(boss, invitation?.InvitationId ?? 0, how))).toEqual([403, 'NotWhileImpersonating'])
    expect((await get(`/users/${target.userId}/preferences`)).body).toEqual({ Language: null, Theme: null, Density: null, Shortcuts: null, Columns: {} })
    expect((await get(`/users/${target.userId}`)).body).toMatchObject({ Roles: [], Config: { VenueName: 'The Copper Lantern' } })
    expect((await get('/auth/session')).body).toMatchObject({ VenueId: room.venueId })
    expect((await get(`/venue/${home.venueId}/employees`)).status).toBe(404)
    const venues = await get(`/venues/${room.venueId}/employees/${target.employeeId}/venues`)
    expect(venues.body).toMatchObject({ Venues: [{ VenueId: room.venueId }], Invited: [], Assignable: [{ VenueId: room.venueId }] })
    const everything = JSON.stringify([venues.body, (await get(`/users/${target.userId}`)).body, (await get(`/users/${target.userId}/venues`)).body])
    for (const secret of ['Home House', 'Third House', elsewhere.userName]) expect(everything).not.toContain(secret)
  })
})
