import { afterAll, beforeAll, expect, it } from 'vitest'
import { codeOf, stepAt } from '#platform/access/totp.ts'
import { STARTING_ROLES, type Tag } from '#shared/permissions.ts'
import { MailServer } from '#tests/mail-server.ts'
import { employ, makePerson, makeVenue, PASSWORD, type Person } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { signedIn, Visitor } from '#tests/visitor.ts'
import type { SecondFactor } from './second-factor.contract.ts'

let app: StartedApp
const mail = new MailServer()
let venueId: number
let made = 0
/** Codes are used once, so each sign-in is in a step of its own. */
let steps = 0
const now = () => new Date(Date.now() + steps * 60_000)

beforeAll(async () => {
  app = await startApp({ environment: { SECOND_FACTOR: 'required', SMTP_URL: await mail.start() }, now })
  venueId = (await makeVenue(app.database, 'Factored', ['Bar', 'Cellar'])).venueId
})
afterAll(async () => {
  await app.close()
  await mail.stop()
})

const person = async (tags: Parameters<typeof employ>[3] = [], options: { isAdmin?: boolean; owner?: boolean } = {}) => {
  const who = await makePerson(app.database, `factor-${++made}`, { isAdmin: options.isAdmin ?? false })
  const employeeId = options.isAdmin ? 0 : await employ(app.database, who, venueId, tags)
  if (options.owner) await makeOwner(employeeId)
  return { ...who, employeeId }
}

const makeOwner = (employeeId: number) =>
  app.database.inVenue(venueId, async (sql) => {
    await sql`insert into role (venue_id, name, name_key, tags) values (${venueId}, 'Owner', 'owner', ${['can_register']}) on conflict (venue_id, name_key) do nothing`
    await sql`insert into employee_role (venue_id, employee_id, role_id) select ${venueId}, ${employeeId}, role_id from role where venue_id = ${venueId} and name_key = 'owner' returning 1`
  })

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const bytesOf = (secret: string) => {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
const codeNow = (secret: string) => codeOf(bytesOf(secret), stepAt(now()))
const wrongCode = (secret: string) => (codeNow(secret) === '123456' ? '654321' : '123456')

const setUp = async (visitor: Visitor, current?: string) => {
  const begun = await visitor.call<{ Secret: string; Url: string; Picture: string }>('POST', `/users/${visitor.userId}/secondfactor`)
  expect(begun.status, JSON.stringify(begun.body)).toBe(200)
  const { Secret } = begun.body
  const body = { Code: codeNow(Secret), ...(current ? { CurrentCode: current } : {}) }
  const confirmed = await visitor.call<{ On: boolean; RecoveryCodes: string[] }>('POST', `/users/${visitor.userId}/secondfactor/confirm`, { body })
  steps += 1
  return { ...begun.body, secret: Secret, ...confirmed.body }
}

const factorOf = async (visitor: Visitor) => (await visitor.call<SecondFactor>('GET', `/users/${visitor.userId}/secondfactor`)).body
const withCode = (who: Person, Code?: string, password = PASSWORD) =>
  new Visitor(app.url).call<{ UserId: number }>('POST', '/auth/credentials', {
    body: { UserName: who.userName, Password: password, ...(Code ? { Code } : {}) },
  })
const answerOf = async (who: Person, code?: string, password?: string) => {
  const { status, body } = await withCode(who, code, password)
  return status === 200 ? 200 : `${status} ${body.ResponseStatus?.ErrorCode}`
}

it('is set up with a picture, and asked for from then on, only once the password was right', async () => {
  const who = await person()
  const visitor = await signedIn(app.url, who.userName, PASSWORD)
  expect(await factorOf(visitor)).toEqual({ On: false, Since: null, RecoveryCodesLeft: 0, Needed: false })
  const { secret, Url, Picture, On, RecoveryCodes } = await setUp(visitor)
  expect(Url).toBe(`otpauth://totp/Daybook:${who.userName}?secret=${secret}&issuer=Daybook`)
  expect(Picture).toMatch(/^<svg /)
  expect({ On, codes: RecoveryCodes.length, distinct: new Set(RecoveryCodes).size }).toEqual({ On: true, codes: 10, distinct: 10 })
  expect(await factorOf(visitor)).toMatchObject({ On: true, RecoveryCodesLeft: 10 })
  expect(await answerOf(who)).toBe('401 SecondFactorNeeded')
  expect(await answerOf(who, undefined, 'not the password')).toBe('401 SignInFailed')
  expect(await answerOf(who, codeNow(secret), 'not the password')).toBe('401 SignInFailed')
  expect(await answerOf(who, wrongCode(secret))).toBe('401 SecondFactorWrong')
  expect(await answerOf(who, codeNow(secret))).toBe(200)
  const [row] = await app.database.house<{ secret: Buffer }[]>`select secret from second_factor where user_id = ${who.userId}`
  expect(row?.secret.includes(bytesOf(secret))).toBe(false)
})

it('a code is good once, and so is a recovery code', async () => {
  const who = await person()
  const { secret, RecoveryCodes } = await setUp(await signedIn(app.url, who.userName, PASSWORD))
  const code = codeNow(secret)
  const both = await Promise.all([answerOf(who, code), answerOf(who, code)])
  expect(both.sort()).toEqual([200, '401 SecondFactorWrong'])
  expect(await answerOf(who, code)).toBe('401 SecondFactorWrong')
  const [first = '', second = ''] = RecoveryCodes
  expect(await answerOf(who, first.toUpperCase().replaceAll('-', ' '))).toBe(200)
  expect(await answerOf(who, first)).toBe('401 SecondFactorWrong')
  expect(await answerOf(who, second)).toBe(200)
  const used = await app.database.inVenue(
    0,
    (sql) => sql`select from audit_event where action = 'second-factor.recovery-used' and actor_user_id = ${who.userId}`,
  )
  expect(used).toHaveLength(2)
})

it('wrong codes are counted like wrong passwords, and a right password without a code forgives none', async () => {
  const who = await person()
  const { secret } = await setUp(await signedIn(app.url, who.userName, PASSWORD))
  for (let i = 0; i < 5; i += 1) {
    expect(await answerOf(who, wrongCode(secret))).toBe('401 SecondFactorWrong')
    if (i < 4) expect(await answerOf(who)).toBe('401 SecondFactorNeeded')
  }
  // The sixth within a second is not judged at all, right or wrong.
  expect(await answerOf(who, codeNow(secret))).toBe('401 SignInFailed')
})

it('Admin and Owners set one up before a venue opens; it can be replaced, not turned off', async () => {
  for (const who of [await person([], { isAdmin: true }), await person([], { owner: true })]) {
    const visitor = new Visitor(app.url)
    await visitor.signIn(who.userName, PASSWORD)
    const refused = await visitor.open(venueId, who.employeeId)
    expect([refused.status, refused.body.ResponseStatus?.ErrorCode]).toEqual([403, 'SecondFactorMissing'])
    expect(await factorOf(visitor)).toMatchObject({ On: false, Needed: true })
    const { secret } = await setUp(visitor)
    expect((await visitor.open(venueId, who.employeeId)).status).toBe(200)
    const off = await visitor.call('DELETE', `/users/${who.userId}/secondfactor`, { body: { Code: codeNow(secret) } })
    expect([off.status, off.body.ResponseStatus?.ErrorCode]).toEqual([403, 'SecondFactorKept'])
    expect((await setUp(visitor)).RecoveryCodes).toEqual([])
    const again = await setUp(visitor, codeNow(secret))
    expect(again.RecoveryCodes).toHaveLength(10)
    expect(await answerOf(who, codeNow(secret))).toBe('401 SecondFactorWrong')
    expect(await answerOf(who, codeNow(again.secret))).toBe(200)
  }
})

const roleOf = (name: string, tags: readonly Tag[], employeeId: number) =>
  app.database.inVenue(venueId, async (sql) => {
    await sql`insert into role (venue_id, name, name_key, tags) values (${venueId}, ${name}, ${name.toLowerCase()}, ${[...tags]})`
    await sql`insert into employee_role (venue_id, employee_id, role_id) select ${venueId}, ${employeeId}, role_id from role where venue_id = ${venueId} and name = ${name} returning 1`
  })

it('whoever may do what an Owner may sets one up first, whatever the role is called and wherever the tags come from', async () => {
  const boss = await person()
  await roleOf('Boss', STARTING_ROLES.Owner, boss.employeeId)
  const mixed = await person(['can_editsettings', 'can_impersonate'])
  await roleOf('Registrar', ['can_register'], mixed.employeeId)
  const linker = await person(['can_register', 'can_editsettings', 'can_linkpayment'])
  for (const who of [boss, mixed, linker]) {
    const visitor = new Visitor(app.url)
    await visitor.signIn(who.userName, PASSWORD)
    expect((await visitor.open(venueId, who.employeeId)).body.ResponseStatus?.ErrorCode).toBe('SecondFactorMissing')
    expect(await factorOf(visitor)).toMatchObject({ On: false, Needed: true })
    const { secret } = await setUp(visitor)
    expect((await visitor.open(venueId, who.employeeId)).status).toBe(200)
    const off = await visitor.call('DELETE', `/users/${who.userId}/secondfactor`, { body: { Code: codeNow(secret) } })
    expect(off.body.ResponseStatus?.ErrorCode).toBe('SecondFactorKept')
  }
  const keeper = await signedIn(app.url, (await person(['can_register'])).userName, PASSWORD)
  expect((await keeper.call('POST', `/employees/${boss.employeeId}/resetsecondfactor`)).status, 'taken away by somebody weaker').toBe(403)
})

it('a Manager, and whoever holds less, opens a venue without one', async () => {
  const manager = await person()
  await roleOf('Manager', STARTING_ROLES.Manager, manager.employeeId)
  for (const who of [manager, await person(['can_register', 'can_impersonate', 'can_linkpayment']), await person(['can_editsettings'])]) {
    const visitor = new Visitor(app.url)
    await visitor.signIn(who.userName, PASSWORD)
    expect((await visitor.open(venueId, who.employeeId)).status).toBe(200)
    expect(await factorOf(visitor)).toMatchObject({ Needed: false })
  }
})

it('others turn theirs off by a code, with the password proved a moment ago', async () => {
  const who = await person()
  const visitor = await signedIn(app.url, who.userName, PASSWORD)
  const { secret } = await setUp(visitor)
  const off = (Code: string) => visitor.call<{ On: boolean }>('DELETE', `/users/${who.userId}/secondfactor`, { body: { Code } })
  await app.database.house`update session set password_checked_at = now() - interval '11 minutes' where user_id = ${who.userId}`
  expect((await off(codeNow(secret))).body.ResponseStatus?.ErrorCode).toBe('PasswordNeeded')
  expect((await visitor.call('POST', '/auth/password', { body: { Password: 'something else' } })).body).toEqual({ Proved: false })
  expect((await visitor.call('POST', '/auth/password', { body: { Password: PASSWORD } })).body).toEqual({ Proved: true })
  expect((await off(wrongCode(secret))).body).toEqual({ On: true })
  // Ten guesses in a quarter of an hour: then the right code is no better than another. The next quarter too, should it begin meanwhile.
  const { house } = app.database
  expect((await house`select n from limit_counter where name = 'second-factor' and subject = ${who.userId}::text`).at(-1)?.n).toBeGreaterThan(0)
  await house`
    insert into limit_counter (name, subject, window_start, n)
    select 'second-factor', ${who.userId}::text, to_timestamp((floor(extract(epoch from now()) / 900) + quarter) * 900), 10 from unnest(array[0, 1]) quarter
    on conflict (name, subject, window_start) do update set n = excluded.n`
  expect((await off(codeNow(secret))).body).toEqual({ On: true })
  await house`delete from limit_counter where name = 'second-factor'`
  expect((await off(codeNow(secret))).body).toEqual({ On: false })
  expect(await answerOf(who)).toBe(200)
  expect((await visitor.call('GET', `/users/${who.userId + 1}/secondfactor`)).status).toBe(404)
})

it('is reset by whoever gives access, within limits; sessions end, it is written down and mailed', async () => {
  const keeper = await person(['can_register'])
  const visitor = await signedIn(app.url, keeper.userName, PASSWORD)
  const who = await person()
  const theirs = await signedIn(app.url, who.userName, PASSWORD)
  await setUp(theirs)
  const reset = async (employeeId: number) => (await visitor.call('POST', `/employees/${employeeId}/resetsecondfactor`)).status
  expect(await reset(keeper.employeeId)).toBe(403)
  expect(await reset(99_999)).toBe(404)
  const owner = await person([], { owner: true })
  expect(await reset(owner.employeeId)).toBe(403)
  const elsewhere = await person()
  await employ(app.database, elsewhere, (await makeVenue(app.database, `Elsewhere ${made}`)).venueId)
  expect(await reset(elsewhere.employeeId)).toBe(403)
  const places = await app.database.inVenue(
    venueId,
    (sql) => sql<{ location_id: number }[]>`
      insert into location (venue_id, name, time_zone, currency) select ${venueId}, n, 'Australia/Sydney', 'AUD' from unnest(array['Here', 'There']) n
      returning location_id`,
  )
  const [here, there] = places.map(({ location_id }) => location_id)
  const local = await makePerson(app.database, 'factor-local')
  await employ(app.database, local, venueId, ['can_register'], [here as number])
  const away = await makePerson(app.database, 'factor-away')
  const awayId = await employ(app.database, away, venueId, [], [there as number])
  const localVisitor = await signedIn(app.url, local.userName, PASSWORD)
  expect((await localVisitor.call('POST', `/employees/${awayId}/resetsecondfactor`)).status, 'somebody of another place').toBe(404)
  expect(await reset(who.employeeId)).toBe(204)
  expect((await theirs.call('GET', '/auth/session')).status).toBe(401)
  expect(await answerOf(who)).toBe(200)
  const [noted] = await app.database.inVenue(
    venueId,
    (sql) => sql`select actor_user_id, subject, detail from audit_event where venue_id = ${venueId} and action = 'second-factor.reset'`,
  )
  expect(noted).toEqual({ actor_user_id: keeper.userId, subject: who.userName, detail: { UserId: who.userId } })
  expect([(await mail.next(who.email)).subject, (await mail.next(who.email)).subject]).toEqual([
    'Two-step sign-in is on for Daybook',
    'Your two-step sign-in at Daybook was reset',
  ])
})

it('is not told to be asked for at another venue to whoever acts as the person', async () => {
  const [boss, target] = [await person(['can_impersonate', 'can_viewsales']), await person(['can_viewsales'])]
  const themselves = await signedIn(app.url, target.userName, PASSWORD)
  const other = (await makeVenue(app.database, `Owned ${made}`)).venueId
  const there = await employ(app.database, target, other)
  await app.database.inVenue(other, async (sql) => {
    const [role] = await sql<{ role_id: number }[]>`
      insert into role (venue_id, name, name_key, tags) values (${other}, 'Owner', 'owner', '{can_register}') returning role_id`
    await sql`insert into employee_role (venue_id, employee_id, role_id) values (${other}, ${there}, ${role?.role_id ?? 0})`
  })
  expect(await factorOf(themselves)).toMatchObject({ Needed: true })
  const acting = await signedIn(app.url, boss.userName, PASSWORD)
  const begun = await acting.call<{ Token: string }>('POST', `/venue/${venueId}/employees/${target.employeeId}/impersonate`, { body: {} })
  acting.authorization = `Bearer ${begun.body.Token}`
  acting.userId = target.userId
  expect(await factorOf(acting)).toMatchObject({ Needed: false })
})
