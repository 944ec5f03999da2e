import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MailServer } from '#tests/mail-server.ts'
import { employ, makePerson, makeVenue, PASSWORD, type Person } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { signedIn, Visitor } from '#tests/visitor.ts'
import { forgetOldLinks, makeLink, type Purpose } from './password-links.sql.ts'

const NEW = 'seven brass bells at closing'
let app: StartedApp
let venueId = 0
const mail = new MailServer()

beforeAll(async () => {
  app = await startApp({ environment: { SMTP_URL: await mail.start() } })
  venueId = (await makeVenue(app.database, 'Copper Lantern')).venueId
})
afterAll(async () => {
  await app.close()
  await mail.stop()
})
beforeEach(async () => {
  await app.database.house`delete from limit_counter`
})

let made = 0
const person = async (): Promise<Person & { employeeId: number }> => {
  made += 1
  const one = await makePerson(app.database, `person${made}`)
  return { ...one, employeeId: await employ(app.database, one, venueId) }
}
const linkFor = (one: Person, purpose: Purpose = 'reset') => app.database.inVenue(0, (sql) => makeLink(sql, one.userId, purpose))
const nameOf = (token: string) => new Visitor(app.url).call('GET', `/employees/${encodeURIComponent(token)}/name`)
const chooseBy = (EmployeeToken: string, UserName: string, Password: string) =>
  new Visitor(app.url).call('POST', `/employees/${encodeURIComponent(EmployeeToken)}/password`, { body: { EmployeeToken, UserName, Password } })
const setBy = (EmployeeToken: string, Password: string, { id = EmployeeToken, key }: { id?: string | number; key?: string } = {}) =>
  new Visitor(app.url).call('POST', `/employees/${id}/changepassword`, { body: { EmployeeToken, Password }, ...(key ? { key } : {}) })
const codeOf = (answer: { status: number; body: { ResponseStatus?: { ErrorCode: string } } }) => [answer.status, answer.body.ResponseStatus?.ErrorCode]
const canSignIn = async (one: Person, password: string) => (await new Visitor(app.url).signIn(one.userName, password)).status === 200
const NOT_VALID = [404, 'LinkNotValid']
const passwordAndLinks = (one: Person) =>
  app.database.house`
    select u.xmin::text as version, u.user_name, u.password_hash, (select jsonb_agg(to_jsonb(l) order by l.created_at) from link_token l where l.user_id = u.user_id) as links
    from app_user u where u.user_id = ${one.userId}`
/** What was refused, in the trail of the house. */
const noted = () =>
  app.database.inVenue(
    0,
    (sql) => sql<{ venue_id: number; subject: string; detail: { Code: string }; ip: string | null }[]>`
      select venue_id, subject, detail, ip from audit_event where venue_id = 0 and action = 'access.refused' order by event_id`,
  )

describe('a mailed link', () => {
  it('shows whose it is as often as anybody looks, and sets the password once', async () => {
    const one = await person()
    const token = await linkFor(one)
    for (let n = 0; n < 3; n += 1) expect((await nameOf(token)).body).toEqual({ Name: `${one.userName} Tester`, UserName: one.userName, Purpose: 'reset' })
    const answer = await setBy(token, NEW)
    expect(answer.status).toBe(204)
    expect(answer.headers.getSetCookie(), 'nobody is signed in by it').toEqual([])
    expect(await canSignIn(one, NEW)).toBe(true)
    expect(await canSignIn(one, PASSWORD)).toBe(false)
    expect(codeOf(await nameOf(token))).toEqual(NOT_VALID)
    expect(codeOf(await setBy(token, 'another good long one'))).toEqual(NOT_VALID)
    expect((await mail.next(one.email)).subject).toBe('Your Daybook password was changed')
  })

  it.each(['invite', 'reset'] as const)('of the kind %s is taken by either call that sets a password', async (purpose) => {
    const [one, other] = [await person(), await person()]
    expect((await chooseBy(await linkFor(one, purpose), one.userName.toUpperCase(), NEW)).status).toBe(204)
    expect((await setBy(await linkFor(other, purpose), NEW)).status).toBe(204)
    expect([await canSignIn(one, NEW), await canSignIn(other, NEW)]).toEqual([true, true])
  })

  it('chooses a user name only where it is an invitation; another name with a link to reset is refused, and the link stays good', async () => {
    const [invited, other] = [await person(), await person()]
    expect((await chooseBy(await linkFor(invited, 'invite'), `${invited.userName}.chosen`, NEW)).status).toBe(204)
    expect(await canSignIn({ ...invited, userName: `${invited.userName}.chosen` }, NEW)).toBe(true)
    const link = await linkFor(other)
    const refused = await chooseBy(link, `${other.userName}.chosen`, NEW)
    expect(refused).toMatchObject({ status: 400, body: { ResponseStatus: { Errors: [{ FieldName: 'UserName' }] } } })
    expect(await canSignIn(other, PASSWORD)).toBe(true)
    expect((await chooseBy(link, other.userName, NEW)).status).toBe(204)
  })

  it('works once, however many use it at the same moment', async () => {
    const one = await person()
    const token = await linkFor(one)
    const passwords = Array.from({ length: 16 }, (_, n) => `seven brass bells no ${n}`)
    const answers = await Promise.all(passwords.map((password) => setBy(token, password)))
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(15)
    const winner = passwords[answers.findIndex(({ status }) => status === 204)] ?? ''
    expect(await canSignIn(one, winner)).toBe(true)
  })

  it('answers a request that is sent again as it did before', async () => {
    const one = await person()
    const token = await linkFor(one)
    expect((await setBy(token, NEW, { key: 'lost' })).status).toBe(204)
    expect((await setBy(token, NEW, { key: 'lost' })).status).toBe(204)
    expect(codeOf(await setBy(token, `${NEW} again`, { key: 'lost' }))).toEqual([422, 'KeyReused'])
    expect(codeOf(await setBy(token, NEW, { key: 'other' }))).toEqual(NOT_VALID)
    const [row] = await app.database.inVenue(
      0,
      (sql) => sql`select count(*)::int as n from audit_event where action = 'password.changed' and actor_user_id = ${one.userId}`,
    )
    expect(row?.n).toBe(1)
  })

  it('is worth nothing once there is a newer one, or its time is over, or it never was', async () => {
    const one = await person()
    const older = await linkFor(one)
    const newer = await linkFor(one)
    const expired = await linkFor(await person())
    await app.database.house`update link_token set expires_at = now() - interval '1 second' where token_hash = sha256(${expired}::bytea)`
    for (const token of [
      older,
      expired,
      'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      'x',
      '%00',
      "' or 1=1 --",
      '🍺'.repeat(40),
      `${newer}A`,
      newer.slice(1),
    ]) {
      expect(codeOf(await nameOf(token))).toEqual(NOT_VALID)
      expect(codeOf(await setBy(token, NEW, { id: encodeURIComponent(token) }))).toEqual(NOT_VALID)
    }
    expect((await nameOf(newer)).status).toBe(200)
  })

  it.each([
    [
      'used',
      async (one: Person) => {
        const token = await linkFor(one)
        expect((await setBy(token, NEW)).status).toBe(204)
        return token
      },
    ],
    [
      'expired',
      async (one: Person) => {
        const token = await linkFor(one)
        await app.database.house`update link_token set expires_at = now() - interval '1 second' where user_id = ${one.userId}`
        return token
      },
    ],
    [
      'replaced by a newer one',
      async (one: Person) => {
        const token = await linkFor(one)
        await linkFor(one)
        return token
      },
    ],
    ['of nobody', async () => 'B'.repeat(43)],
    ['malformed', async () => '%00../\u0001'],
  ])('that is %s changes nothing, and that it was tried stands in the trail of the house', async (_what, tokenFor) => {
    const one = await person()
    const token = await tokenFor(one)
    const before = await passwordAndLinks(one)
    const since = await noted()
    expect(codeOf(await nameOf(token))).toEqual(NOT_VALID)
    expect(codeOf(await setBy(token, 'another good long one', { id: encodeURIComponent(token) }))).toEqual(NOT_VALID)
    const invite = await new Visitor(app.url).call('POST', `/employees/${encodeURIComponent(token)}/password`, {
      body: { EmployeeToken: token, UserName: 'taken.over', Password: 'another good long one' },
    })
    expect(codeOf(invite)).toEqual(NOT_VALID)
    expect(await passwordAndLinks(one)).toEqual(before)
    const rows = (await noted()).slice(since.length)
    expect(rows.map(({ subject }) => subject)).toEqual(['GET /employees/:token/name', 'POST /employees/:id/changepassword', 'POST /employees/:token/password'])
    expect(rows.every(({ detail, ip, venue_id }) => detail.Code === 'LinkNotValid' && ip !== null && venue_id === 0)).toBe(true)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('another one’s, sent with one’s own name in the path, changes neither, and stands in the trail', async () => {
    const [one, other] = [await person(), await person()]
    const token = await linkFor(one)
    const before = [await passwordAndLinks(one), await passwordAndLinks(other)]
    const since = await noted()
    expect(codeOf(await setBy(token, NEW, { id: other.employeeId }))).toEqual(NOT_VALID)
    expect([await passwordAndLinks(one), await passwordAndLinks(other)]).toEqual(before)
    expect((await noted()).slice(since.length)).toHaveLength(1)
  })

  it('tried over and over writes no more than thirty rows a minute for one network', async () => {
    const since = await noted()
    for (let n = 0; n < 40; n += 1) {
      await app.database.house`delete from limit_counter where name = 'link-use'`
      await nameOf(`guess number ${n}`)
    }
    const rows = (await noted()).length - since.length
    expect(rows).toBeGreaterThanOrEqual(30)
    expect(rows, 'a minute may have begun in between').toBeLessThanOrEqual(39)
  })

  it('names its own employee in the path, or nobody', async () => {
    const [one, other] = [await person(), await person()]
    const token = await linkFor(one)
    expect(codeOf(await setBy(token, NEW, { id: other.employeeId }))).toEqual(NOT_VALID)
    expect(codeOf(await setBy(token, NEW, { id: 'somebody' }))).toEqual(NOT_VALID)
    expect((await setBy(token, NEW, { id: one.employeeId })).status).toBe(204)
  })

  it('ends every session, forgets every browser and opens a locked account', async () => {
    const one = await person()
    const open = await signedIn(app.url, one.userName, PASSWORD)
    await app.database.house`update app_user set locked_until = now() + interval '15 minutes' where user_id = ${one.userId}`
    await app.database.house`
      insert into limit_counter (name, subject, window_start, n)
      select name, encode(sha256(${one.userName}::bytea), 'hex'), now(), 1 from unnest(array['sign-in-failure', 'sign-in-lock']) name`
    expect(await canSignIn(one, PASSWORD)).toBe(false)
    expect((await setBy(await linkFor(one), NEW)).status).toBe(204)
    expect((await open.call('GET', '/auth/session')).status).toBe(401)
    expect(await app.database.house`select from known_device where user_id = ${one.userId}`).toHaveLength(0)
    const [row] = await app.database.house`select locked_until from app_user where user_id = ${one.userId}`
    expect(row?.locked_until).toBeNull()
    expect(await canSignIn(one, NEW)).toBe(true)
  })

  it.each([
    ['eleven characters', 'eleven char', 'PasswordTooShort'],
    ['eleven characters of four bytes', '🍺🍻🥂🍷🍸🍹🍾🥃🍶🍵☕', 'PasswordTooShort'],
    ['257 characters', 'ab cd ef gh '.repeat(22).slice(0, 257), 'PasswordTooLong'],
    ['one that everyone takes', 'password1234', 'PasswordTooCommon'],
    ['the venue and a number', 'CopperLantern2026', 'PasswordTooCommon'],
    ['the product and a number', 'Daybook-123456', 'PasswordTooCommon'],
    ['half of a surrogate pair', 'seven brass bells \ud83c', 'ValidationFailed'],
  ])('refuses %s and stays good', async (_what, password, code) => {
    const token = await linkFor(await person())
    expect(codeOf(await setBy(token, password))).toEqual([400, code])
    expect((await nameOf(token)).status).toBe(200)
  })

  it('takes twelve characters of any kind, 256 of them, spaces at the ends, and every byte counts', async () => {
    for (const password of [
      '  blue otter ',
      '🍺🍻🥂🍷🍸🍹🍾🥃🍶🍵☕🫖',
      'ひらがなだけのながいことば',
      'owls & foxes '.repeat(20).slice(0, 256),
      'tab\tand \u0007 bell kept',
    ]) {
      const one = await person()
      expect((await setBy(await linkFor(one), password)).status).toBe(204)
      expect(await canSignIn(one, password)).toBe(true)
      expect(await canSignIn(one, password.slice(0, -1))).toBe(false)
    }
  })

  it('may not be tried by the thousand', async () => {
    await app.database.house`
      insert into limit_counter (name, subject, window_start, n)
      select 'link-use', '127.0.0.1', date_trunc('minute', now()) + m * interval '1 minute', 30 from generate_series(0, 1) m`
    expect((await nameOf('guess')).status).toBe(429)
    expect((await setBy('guess', NEW)).status).toBe(429)
  })

  it('is forgotten a month after it ended, and a browser a year after it was last used', async () => {
    const one = await person()
    const [old, kept] = [await linkFor(one), await linkFor(one)]
    await app.database.house`update link_token set expires_at = now() - interval '31 days' where token_hash = sha256(${old}::bytea)`
    await app.database.house`
      insert into known_device (device_hash, user_id, last_used_at)
      values ('old', ${one.userId}, now() - interval '367 days'), ('kept', ${one.userId}, now() - interval '364 days')`
    await forgetOldLinks(app.database.house)
    const links = await app.database.house`select token_hash = sha256(${kept}::bytea) as kept from link_token where user_id = ${one.userId}`
    expect(links).toEqual([{ kept: true }])
    const devices = await app.database.house`select convert_from(device_hash, 'utf8') as device from known_device where user_id = ${one.userId}`
    expect(devices).toEqual([{ device: 'kept' }])
  })

  it('lets people of the sample take its words', async () => {
    const sample = { userId: 4, userName: 'staff', email: '' }
    expect((await setBy(await linkFor(sample), 'harbour-and-vine')).status).toBe(204)
    expect(await canSignIn(sample, 'harbour-and-vine')).toBe(true)
  })
})

describe('someone signed in', () => {
  const change = (visitor: Visitor, id: number | string, body: Record<string, unknown>) => visitor.call('POST', `/employees/${id}/changepassword`, { body })

  it('changes their password with the one they have; all else ends, this session goes on under a new cookie', async () => {
    const one = await person()
    const here = await signedIn(app.url, one.userName, PASSWORD)
    const elsewhere = await signedIn(app.url, one.userName, PASSWORD)
    const link = await linkFor(one)
    const stolen = new Map(here.cookies)
    expect((await change(here, one.employeeId, { Password: NEW, CurrentPassword: PASSWORD })).status).toBe(204)
    expect((await here.call('GET', '/auth/session')).status).toBe(200)
    expect((await elsewhere.call('GET', '/auth/session')).status).toBe(401)
    expect(codeOf(await nameOf(link))).toEqual(NOT_VALID)
    expect(await canSignIn(one, NEW)).toBe(true)
    expect((await mail.next(one.email)).subject).toBe('Your Daybook password was changed')
    const thief = new Visitor(app.url)
    thief.authorization = here.authorization
    for (const [name, value] of stolen) thief.cookies.set(name, value)
    expect((await thief.call('GET', '/auth/session')).status, 'both halves of the session were copied before').toBe(401)
  })

  it('is always asked for the current password, also a moment after signing in or proving it', async () => {
    const one = await person()
    const visitor = await signedIn(app.url, one.userName, PASSWORD)
    expect(codeOf(await change(visitor, one.employeeId, { Password: NEW }))).toEqual([403, 'PasswordNeeded'])
    expect((await visitor.call('POST', '/auth/password', { body: { Password: PASSWORD } })).body).toEqual({ Proved: true })
    expect(codeOf(await change(visitor, one.employeeId, { Password: NEW }))).toEqual([403, 'PasswordNeeded'])
    expect(codeOf(await change(visitor, one.employeeId, { Password: NEW, CurrentPassword: 'not the current one' }))).toEqual([403, 'PasswordNeeded'])
    expect(await canSignIn(one, PASSWORD)).toBe(true)
    expect((await change(visitor, one.employeeId, { Password: NEW, CurrentPassword: PASSWORD })).status).toBe(204)
  })

  it('has as few guesses at the current password as at the door', async () => {
    const one = await person()
    const rider = await signedIn(app.url, one.userName, PASSWORD)
    for (let n = 0; n < 5; n += 1) await change(rider, one.employeeId, { Password: NEW, CurrentPassword: `guess number ${n}` })
    await app.database.house`update limit_counter set window_start = window_start + interval '30 seconds' where name = 'sign-in-failure'`
    expect(codeOf(await change(rider, one.employeeId, { Password: NEW, CurrentPassword: PASSWORD }))).toEqual([403, 'PasswordNeeded'])
  })

  it('changes nobody else, and not while acting for somebody', async () => {
    const [one, other] = [await person(), await person()]
    const visitor = await signedIn(app.url, one.userName, PASSWORD)
    for (const id of [other.employeeId, 999_999, 'x']) expect(codeOf(await change(visitor, id, { Password: NEW }))).toEqual([404, 'NotFound'])
    await signedIn(app.url, other.userName, PASSWORD)
    await app.database.house`update session set impersonator_session_id = (
      select session_id from session where user_id = ${other.userId}) where user_id = ${one.userId}`
    expect(codeOf(await change(visitor, one.employeeId, { Password: NEW, CurrentPassword: PASSWORD }))).toEqual([403, 'NotWhileImpersonating'])
    expect(await canSignIn(one, PASSWORD)).toBe(true)
  })

  it('is not somebody with an Auth only, without the cookie, or without the anti-forgery header', async () => {
    const one = await person()
    const byAuth = new Visitor(app.url)
    await byAuth.signIn(one.userName, PASSWORD)
    expect((await change(byAuth, one.employeeId, { Password: NEW })).status).toBe(401)
    expect((await change(new Visitor(app.url), one.employeeId, { Password: NEW })).status).toBe(401)
    const visitor = await signedIn(app.url, one.userName, PASSWORD)
    const forged = await visitor.call('POST', `/employees/${one.employeeId}/changepassword`, { body: { Password: NEW }, headers: { 'x-xsrf-token': '' } })
    expect(codeOf(forged)).toEqual([403, 'AntiForgery'])
    visitor.cookies.delete('daybook')
    expect((await change(visitor, one.employeeId, { Password: NEW })).status).toBe(401)
    expect(await canSignIn(one, PASSWORD)).toBe(true)
  })

  it('is told what the new password lacks', async () => {
    const one = await person()
    const visitor = await signedIn(app.url, one.userName, PASSWORD)
    const to = (Password: string) => change(visitor, one.employeeId, { Password, CurrentPassword: PASSWORD })
    expect(codeOf(await to('too short'))).toEqual([400, 'PasswordTooShort'])
    expect(codeOf(await to('passwordpassword'))).toEqual([400, 'PasswordTooCommon'])
    expect(codeOf(await change(visitor, one.employeeId, {}))).toEqual([400, 'ValidationFailed'])
    expect(codeOf(await change(visitor, one.employeeId, { Password: NEW, IsAdmin: true }))).toEqual([400, 'ValidationFailed'])
  })
})
