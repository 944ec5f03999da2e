import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashSecret } from '#platform/access/secrets.ts'
import { employ, makePerson, makeVenue, PASSWORD, type Person } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { signedIn, Visitor } from '#tests/visitor.ts'

const SAMPLE_PASSWORD = 'harbour-and-vine'
let app: StartedApp
let ruth: Person

beforeAll(async () => {
  app = await startApp()
  ruth = await makePerson(app.database, 'Ruth')
  const { venueId } = await makeVenue(app.database, 'The Anchor')
  await employ(app.database, ruth, venueId, ['can_viewsales'])
})
afterAll(() => app.close())

const visitor = (plain = false) => new Visitor(app.url, { plain })
const codeOf = (answer: { body: { ResponseStatus?: { ErrorCode: string } } }) => answer.body.ResponseStatus?.ErrorCode

describe('signing in', () => {
  it('answers who it is and a credential that is not the password', async () => {
    const ada = visitor()
    const answer = await ada.signIn('owner', SAMPLE_PASSWORD)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ UserId: 2, UserName: 'owner', DisplayName: 'Mia Tanaka' })
    const [loginId, secret] = Buffer.from(answer.body.Auth, 'base64').toString().split(':')
    expect(loginId).toBe(answer.body.SessionId)
    expect(Buffer.from(secret ?? '', 'base64url')).toHaveLength(32)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('takes the user name in any case and width, and the password in exactly its own', async () => {
    expect((await visitor().signIn('ＲＵＴＨ', PASSWORD)).status).toBe(200)
    expect((await visitor().signIn(' ruth ', PASSWORD)).status).toBe(200)
    expect((await visitor().signIn('ruth', PASSWORD.toUpperCase())).status).toBe(401)
    expect((await visitor().signIn('ruth', ` ${PASSWORD}`)).status).toBe(401)
  })

  it('says the same to a wrong password and to an unknown name', async () => {
    const wrong = await visitor().signIn('ruth', 'not this one at all')
    const unknown = await visitor().signIn('nobody-by-that-name', 'not this one at all')
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(wrong.body.ResponseStatus).toEqual(unknown.body.ResponseStatus)
    expect(wrong.body.ResponseStatus?.Message).toBe("That user name and password don't match.")
    expect(wrong.headers.get('www-authenticate')).toBe('Bearer')
    expect(wrong.headers.getSetCookie()).toEqual([])
  })

  it.each([
    ['no password', { UserName: 'ruth' }],
    ['an empty name', { UserName: '', Password: PASSWORD }],
    ['a name that is a list', { UserName: ['ruth'], Password: PASSWORD }],
    ['a password that is a number', { UserName: 'ruth', Password: 123456789012 }],
    ['a password of ten thousand characters', { UserName: 'ruth', Password: 'x'.repeat(10_000) }],
  ])('refuses %s', async (_what, body) => {
    const answer = await visitor().call('POST', '/auth/credentials', { body })
    expect(answer.status).toBe(400)
    expect(codeOf(answer)).toBe('ValidationFailed')
  })

  it('cannot be done from another site', async () => {
    const body = { UserName: 'ruth', Password: PASSWORD }
    const elsewhere: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': '', origin: 'https://evil.example' },
    ]
    for (const headers of elsewhere) {
      const answer = await visitor().call('POST', '/auth/credentials', { body, headers })
      expect(answer.status).toBe(403)
      expect(codeOf(answer)).toBe('AntiForgery')
      expect(answer.headers.getSetCookie()).toEqual([])
    }
    const form = await visitor().call('POST', '/auth/credentials', { body: 'UserName=ruth', headers: { 'content-type': 'application/x-www-form-urlencoded' } })
    expect(form.status).toBe(415)
    const text = await visitor().call('POST', '/auth/credentials', { body: JSON.stringify(body), headers: { 'content-type': 'text/plain' } })
    expect(text.status).toBe(415)
  })

  it('gives a browser three cookies with the right attributes, and another client none', async () => {
    const cookies = (await visitor().signIn('ruth', PASSWORD)).headers.getSetCookie()
    expect(cookies.map((line) => line.split('=')[0])).toEqual(['daybook', 'XSRF-TOKEN', 'daybook-device'])
    for (const line of cookies) expect(line).toMatch(/; Path=\/.*; SameSite=Strict/)
    expect(cookies.map((line) => line.includes('HttpOnly'))).toEqual([true, false, true])
    expect((await visitor(true).signIn('ruth', PASSWORD)).headers.getSetCookie()).toEqual([])
  })

  it('keeps neither password nor secrets in the database, and no credentials under an idempotency key', async () => {
    const ada = visitor()
    const { body } = await ada.signIn('ruth', PASSWORD)
    const { body: opened } = await ada.open(2, await employeeOf(ruth))
    const secret = Buffer.from(body.Auth, 'base64').toString().split(':')[1] ?? ''
    const tables = await app.database.house<
      { t: string }[]
    >`select table_name as t from information_schema.tables where table_schema = 'public' and table_name <> 'venue'`
    let everything = ''
    for (const { t } of tables) {
      for (const venueId of [0, 2]) {
        const rows = await app.database.inVenue(venueId, (sql) => sql.unsafe(`select to_jsonb(x)::text as row from "${t}" x`))
        everything += (rows as unknown as { row: string }[]).map(({ row }) => row).join('\n')
      }
    }
    expect(everything).toContain('Ruth Tester')
    expect(everything).toContain(hashSecret(opened.Token).toString('hex'))
    for (const kept of [PASSWORD, secret, opened.Token, ada.cookies.get('daybook') ?? '', ada.cookies.get('daybook-device') ?? '']) {
      expect(kept.length).toBeGreaterThan(20)
      expect(everything).not.toContain(kept)
      expect(everything).not.toContain(Buffer.from(kept).toString('hex'))
    }
  })

  it('ends the session the browser had, and the oldest of more than five', async () => {
    const ada = visitor()
    await ada.signIn('ruth', PASSWORD)
    const before = ada.authorization ?? ''
    const cookie = ada.cookies.get('daybook') ?? ''
    await ada.signIn('ruth', PASSWORD)
    expect((await visitor().call('GET', '/auth/session', { headers: { authorization: before, cookie: `daybook=${cookie}` } })).status).toBe(401)

    const many = []
    for (let n = 0; n < 6; n += 1) {
      const one = visitor()
      await one.signIn('ruth', PASSWORD)
      many.push(one)
    }
    const alive = await Promise.all(many.map(async (one) => (await one.call('GET', '/auth/session')).status))
    expect(alive).toEqual([401, 200, 200, 200, 200, 200])
  })

  it('rehashes a password that was hashed with other parameters', async () => {
    const { hash } = await import('@node-rs/argon2')
    const old = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
    const person = await makePerson(app.database, 'Oldham')
    await app.database.house`update app_user set password_hash = ${old} where user_id = ${person.userId}`
    expect((await visitor().signIn('oldham', PASSWORD)).status).toBe(200)
    const [row] = await app.database.house`select password_hash from app_user where user_id = ${person.userId}`
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await visitor().signIn('oldham', PASSWORD)).status).toBe(200)
  })

  it('leaves a trace of what succeeded and what failed, without what was typed', async () => {
    await visitor().signIn('ruth', 'my secret typed wrong')
    await visitor().signIn('my secret in the wrong field', 'x')
    const rows = await app.database.inVenue(
      0,
      (sql) => sql`select action, actor_user_id, to_jsonb(audit_event)::text as row from audit_event order by event_id desc limit 2`,
    )
    expect(rows.map((row) => [row.action, row.actor_user_id])).toEqual([
      ['sign-in.failed', null],
      ['sign-in.failed', ruth.userId],
    ])
    expect(rows.every((row) => !row.row.includes('my secret'))).toBe(true)
  })
})

describe('a session', () => {
  it('in a browser needs its cookie beside the Token', async () => {
    const manager = await signedIn(app.url, 'manager', SAMPLE_PASSWORD)
    expect((await manager.call('GET', '/auth/session')).status).toBe(200)
    const thief = visitor()
    thief.authorization = manager.authorization
    const refused = await thief.call('GET', '/auth/session')
    expect(refused.status).toBe(401)
    thief.cookies.set('daybook', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')
    expect((await thief.call('GET', '/auth/session')).status).toBe(401)
    expect((await thief.call('GET', `/users/${manager.userId}`)).status).toBe(401)
    const [row] = await app.database.inVenue(1, (sql) => sql`select count(*)::int as n from audit_event where action = 'session.companion-missing'`)
    expect(row?.n).toBe(1)
  })

  it('is not kept alive by a Token without its cookie', async () => {
    const manager = await signedIn(app.url, 'manager', SAMPLE_PASSWORD)
    const { body } = await manager.call<{ SessionId: string }>('GET', '/auth/session')
    await app.database
      .house`update session set last_seen_at = now() - interval '10 minutes', idle_until = now() + interval '20 minutes' where session_id = ${body.SessionId}`
    const idle = async () => (await app.database.house`select idle_until::text from session where session_id = ${body.SessionId}`)[0]?.idle_until
    const before = await idle()
    const thief = visitor()
    thief.authorization = manager.authorization
    await thief.call('GET', '/auth/session')
    expect(await idle()).toBe(before)
    await manager.call('GET', '/auth/session')
    expect(await idle()).not.toBe(before)
  })

  it('outside a browser needs no cookie and lasts two hours', async () => {
    const plain = await signedIn(app.url, 'manager', SAMPLE_PASSWORD, { plain: true })
    const { status, body } = await plain.call<{ AbsoluteUntil: string }>('GET', '/auth/session')
    expect(status).toBe(200)
    expect((Date.parse(body.AbsoluteUntil) - Date.now()) / 60_000).toBeLessThan(121)
    expect((await plain.call('POST', '/auth/logout')).status).toBe(204)
  })

  it('takes no write without the anti-forgery header, with a foreign one, or one planted in both places', async () => {
    const manager = await signedIn(app.url, 'manager', SAMPLE_PASSWORD)
    const other = await signedIn(app.url, 'staff', SAMPLE_PASSWORD)
    const logout = async (headers: Record<string, string>, cookie?: string) => {
      const trial = visitor()
      trial.authorization = manager.authorization
      trial.cookies.set('daybook', manager.cookies.get('daybook') ?? '')
      trial.cookies.set('XSRF-TOKEN', cookie ?? manager.cookies.get('XSRF-TOKEN') ?? '')
      return trial.call('POST', '/auth/logout', { headers })
    }
    expect((await logout({ 'x-xsrf-token': '' })).status).toBe(403)
    expect((await logout({ 'x-xsrf-token': other.cookies.get('XSRF-TOKEN') ?? '' })).status).toBe(403)
    expect((await logout({}, other.cookies.get('XSRF-TOKEN'))).status).toBe(403)
    expect((await logout({}, 'planted.planted')).status).toBe(403)
    expect((await logout({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await logout({ 'sec-fetch-site': '', origin: 'https://evil.example' })).status).toBe(403)
    expect((await manager.call('GET', '/auth/session')).status).toBe(200)
    expect((await logout({})).status).toBe(204)
  })

  it('ends on the server when its person signs out', async () => {
    const manager = await signedIn(app.url, 'manager', SAMPLE_PASSWORD)
    const kept = new Map(manager.cookies)
    const out = await manager.call('POST', '/auth/logout')
    expect(out.status).toBe(204)
    expect([...manager.cookies.keys()]).toEqual(['daybook-device'])
    for (const [name, value] of kept) manager.cookies.set(name, value)
    const after = await manager.call('GET', '/auth/session')
    expect(after.status).toBe(401)
    expect(codeOf(after)).toBe('SessionEnded')
    expect((await manager.call('POST', '/auth/logout')).status).toBe(401)
  })

  it.each([
    ['when it was idle too long', 'idle_until'],
    ['twelve hours after it began', 'absolute_until'],
  ])('ends %s', async (_what, column) => {
    const manager = await signedIn(app.url, 'manager', SAMPLE_PASSWORD)
    await app.database
      .house`update session set ${app.database.house(column)} = now() - interval '1 second' where user_id = ${manager.userId} and revoked_at is null`
    expect(codeOf(await manager.call('GET', '/auth/session'))).toBe('SessionEnded')
  })

  it.each([
    ['nothing', ''],
    ['a Token nobody has', 'Bearer AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    ['a name and password', `Basic ${Buffer.from(`owner:${SAMPLE_PASSWORD}`).toString('base64')}`],
    ['another scheme', 'Digest username="owner"'],
    ['nonsense', 'Basic %%%'],
    ['a very long Token', `Bearer ${'A'.repeat(5000)}`],
  ])('is not to be had with %s', async (_what, authorization) => {
    const answer = await visitor().call('GET', '/auth/session', { headers: { authorization } })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })

  it('by Auth lasts ten minutes', async () => {
    const ada = visitor()
    await ada.signIn('ruth', PASSWORD)
    await app.database.house`update session set auth_until = now() - interval '1 second' where user_id = ${ada.userId} and revoked_at is null`
    expect((await ada.call('GET', `/users/${ada.userId}/venues`)).status).toBe(401)
  })
})

const employeeOf = async (person: Person): Promise<number> => {
  const [row] = await app.database.house<{ employee_id: number }[]>`select employee_id from user_venue where user_id = ${person.userId}`
  return row?.employee_id ?? 0
}
