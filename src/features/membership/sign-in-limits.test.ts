import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { unlockAccount } from '#platform/access/sign-in-limits.ts'
import { makePerson, PASSWORD } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { Visitor } from '#tests/visitor.ts'

let app: StartedApp
beforeAll(async () => {
  app = await startApp({ sample: false, environment: { SIGN_INS_PER_MINUTE: '20', TRUST_PROXY: '1', DATABASE_POOL: '20' } })
})
afterAll(() => app.close())
// Windows of the clock would cut a test in two.
beforeEach(async () => {
  await app.database.house`delete from limit_counter`
})

let network = 0
/** A browser somewhere else in the world each time, so that only what a test is about is counted. */
const stranger = () => {
  network += 1
  return new Visitor(app.url)
}
const tryAs = async (visitor: Visitor, name: string, password: string, ip = `203.0.${Math.floor(network / 250)}.${network % 250}`) => {
  const { status, body } = await visitor.call('POST', '/auth/credentials', { body: { UserName: name, Password: password }, headers: { 'x-forwarded-for': ip } })
  return { status, code: body.ResponseStatus?.ErrorCode, message: body.ResponseStatus?.Message, body }
}
const fail = async (name: string, times: number) => {
  for (let n = 0; n < times; n += 1) {
    expect((await tryAs(stranger(), name, 'wrong password here')).code).toBe('SignInFailed')
    await passSeconds(61)
  }
}
/** Lets time pass for the limiter, by moving what it noted into the past. */
const passSeconds = (seconds: number) =>
  app.database.house`update limit_counter set window_start = window_start - ${seconds} * interval '1 second' where name in ('sign-in-failure', 'sign-in-lock')`

describe('an account', () => {
  it('makes the attempt after the fifth failure wait, without saying so', async () => {
    await makePerson(app.database, 'waits')
    for (let n = 0; n < 5; n += 1) await tryAs(stranger(), 'waits', 'wrong password here')
    await passSeconds(-30)
    const early = await tryAs(stranger(), 'waits', PASSWORD)
    expect(early).toMatchObject({ status: 401, code: 'SignInFailed', message: "That user name and password don't match." })
    await passSeconds(31.1)
    expect((await tryAs(stranger(), 'waits', PASSWORD)).status).toBe(200)
    for (let n = 0; n < 4; n += 1) await tryAs(stranger(), 'waits', 'wrong password here')
    expect((await tryAs(stranger(), 'waits', PASSWORD)).status, 'a success begins the count anew').toBe(200)
  })

  it('is locked by the tenth failure for a quarter of an hour, in the same words', async () => {
    const person = await makePerson(app.database, 'locks')
    await fail('locks', 9)
    expect(await lockedUntil(person.userId)).toBeNull()
    await fail('locks', 1)
    expect(await lockedUntil(person.userId)).not.toBeNull()
    const locked = await tryAs(stranger(), 'locks', PASSWORD)
    const unknown = await tryAs(stranger(), 'nobody-at-all', PASSWORD)
    expect(locked.body.ResponseStatus).toEqual(unknown.body.ResponseStatus)
    expect(locked.status).toBe(401)
    await passSeconds(15 * 60)
    expect((await tryAs(stranger(), 'locks', PASSWORD)).status).toBe(200)
    const [row] = await app.database.inVenue(
      0,
      (sql) => sql`select count(*)::int as n from audit_event where action = 'account.locked' and actor_user_id = ${person.userId}`,
    )
    expect(row?.n).toBe(1)
  })

  it('opens at once when somebody unlocks it', async () => {
    const person = await makePerson(app.database, 'unlocked')
    await fail('unlocked', 10)
    expect((await tryAs(stranger(), 'unlocked', PASSWORD)).status).toBe(401)
    await app.database.inVenue(0, (sql) => unlockAccount(sql, person.userId))
    expect(await lockedUntil(person.userId)).toBeNull()
    expect((await tryAs(stranger(), 'unlocked', PASSWORD)).status).toBe(200)
  })

  it('lets its owner in from a browser that knows it, while strangers have locked it', async () => {
    await makePerson(app.database, 'owns')
    const own = stranger()
    expect((await tryAs(own, 'owns', PASSWORD)).status).toBe(200)
    await fail('owns', 10)
    expect((await tryAs(stranger(), 'owns', PASSWORD)).status).toBe(401)
    const cookieOfElse = stranger()
    cookieOfElse.cookies.set('daybook-device', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')
    expect((await tryAs(cookieOfElse, 'owns', PASSWORD)).status).toBe(401)
    expect((await tryAs(own, 'owns', PASSWORD)).status).toBe(200)
  })

  it('has an allowance in a known browser that ends too', async () => {
    await makePerson(app.database, 'mislaid')
    const own = stranger()
    await tryAs(own, 'mislaid', PASSWORD)
    for (let n = 0; n < 10; n += 1) {
      await tryAs(own, 'mislaid', 'wrong password here')
      await passSeconds(61)
    }
    expect((await tryAs(own, 'mislaid', PASSWORD)).status).toBe(401)
    expect((await tryAs(stranger(), 'mislaid', PASSWORD)).status, 'elsewhere nobody guessed').toBe(200)
  })

  it('is known in a browser that several people share, and not by its old cookie', async () => {
    await makePerson(app.database, 'early shift')
    await makePerson(app.database, 'late shift')
    const till = stranger()
    await tryAs(till, 'early shift', PASSWORD)
    const old = till.cookies.get('daybook-device') ?? ''
    await tryAs(till, 'late shift', PASSWORD)
    expect(till.cookies.get('daybook-device')).not.toBe(old)
    await fail('early shift', 10)
    const copied = stranger()
    copied.cookies.set('daybook-device', old)
    expect((await tryAs(copied, 'early shift', PASSWORD)).status).toBe(401)
    expect((await tryAs(till, 'early shift', PASSWORD)).status).toBe(200)
  })

  it('judges no more guesses when forty come at once', async () => {
    const person = await makePerson(app.database, 'crowded')
    const began = performance.now()
    const guesses = Array.from({ length: 40 }, (_, n) => tryAs(stranger(), 'crowded', 'wrong password here', `192.0.2.${n}`))
    expect((await Promise.all(guesses)).every(({ status }) => status === 401)).toBe(true)
    const seconds = (performance.now() - began) / 1000
    const rows = await app.database.inVenue(
      0,
      (sql) => sql`select detail->>'Judged' as judged from audit_event where action = 'sign-in.failed' and actor_user_id = ${person.userId}`,
    )
    expect(rows.length).toBe(40)
    const judged = rows.filter((row) => row.judged === 'true').length
    expect(judged).toBeGreaterThanOrEqual(5)
    // Five at once; each further one waited twice as long as the one before.
    expect(judged).toBeLessThanOrEqual(6 + Math.floor(Math.log2(seconds + 1)))
  })

  it('counts for a name nobody has exactly as for one somebody has', async () => {
    await fail('no such person', 10)
    const [row] = await app.database.house`select count(*)::int as n from limit_counter where name = 'sign-in-lock'`
    expect(row?.n).toBe(1)
  })
})

describe('an address', () => {
  it('may try twenty times a minute before anything is hashed; known browsers are not counted', async () => {
    await makePerson(app.database, 'neighbour')
    const known = stranger()
    await tryAs(known, 'neighbour', PASSWORD)
    const busy = '198.51.100.7'
    await alreadyTried(busy, 19)
    const wrong = await tryAs(new Visitor(app.url), 'neighbour', 'wrong password here', busy)
    expect(wrong.status).toBe(401)
    await alreadyTried(busy, 20)
    const refused = await new Visitor(app.url).call('POST', '/auth/credentials', {
      body: { UserName: 'neighbour', Password: PASSWORD },
      headers: { 'x-forwarded-for': busy },
    })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await tryAs(known, 'neighbour', PASSWORD, busy)).status).toBe(200)
    expect((await tryAs(stranger(), 'neighbour', PASSWORD)).status).toBe(200)
  })

  it('of IPv6 is as wide as one household has', async () => {
    await alreadyTried('2001:db8:1:2::/64', 20)
    expect((await tryAs(new Visitor(app.url), 'guess', 'wrong password here', '2001:db8:1:2:ffff::1')).status).toBe(429)
    expect((await tryAs(new Visitor(app.url), 'guess', 'wrong password here', '2001:db8:1:3::1')).status).toBe(401)
  })
})

/** As if so many attempts were made from there, in this minute and the next: a test may run across their border. */
const alreadyTried = (from: string, times: number) =>
  app.database.house`
    insert into limit_counter (name, subject, window_start, n)
    select 'sign-in-network', ${from}, date_trunc('minute', now()) + m * interval '1 minute', ${times} from generate_series(0, 1) m
    on conflict (name, subject, window_start) do update set n = excluded.n`

it('everyone together may try fifty times a second', async () => {
  await app.database.house`
    insert into limit_counter (name, subject, window_start, n)
    select 'sign-in-everyone', '', date_trunc('second', now()) + s * interval '1 second', 50 from generate_series(0, 5) s`
  expect((await tryAs(stranger(), 'anyone', 'wrong password here')).status).toBe(429)
})

it('strangers by the hundred are told to come later, and keep nobody out whose browser is known', async () => {
  await makePerson(app.database, 'regular')
  const known = new Visitor(app.url)
  expect((await tryAs(known, 'regular', PASSWORD)).status).toBe(200)
  const storm = Array.from({ length: 200 }, (_, n) =>
    new Visitor(app.url).call('POST', '/auth/credentials', {
      body: { UserName: `storm-${n}`, Password: 'wrong password here' },
      headers: { 'x-forwarded-for': `198.18.0.${n}` },
    }),
  )
  expect((await tryAs(known, 'regular', PASSWORD)).status).toBe(200)
  const answers = await Promise.all(storm)
  const crowded = answers.filter(({ status }) => status === 503)
  expect(crowded.length).toBeGreaterThan(0)
  expect(crowded.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true)
})

const lockedUntil = async (userId: number) =>
  (await app.database.house`select locked_until from app_user where user_id = ${userId} and locked_until > now()`)[0] ?? null
