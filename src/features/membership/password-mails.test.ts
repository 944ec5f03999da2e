import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { addJob } from '#platform/jobs/jobs.ts'
import { linkIn, MailServer } from '#tests/mail-server.ts'
import { employ, makePerson, makeVenue, PASSWORD, type Person } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { Visitor } from '#tests/visitor.ts'
import { passwordMail } from './mails.contract.ts'

let app: StartedApp
let venueId = 0
const mail = new MailServer()

beforeAll(async () => {
  const SMTP_URL = await mail.start()
  const environment = {
    SMTP_URL,
    PUBLIC_URL: 'https://daybook.example',
    PASSWORD_URL_ORIGINS: 'https://portal.example/people',
    TRUST_PROXY: '1',
    MAIL_FROM: 'The House <house@daybook.example>',
  }
  app = await startApp({ sample: false, environment })
  venueId = (await makeVenue(app.database, 'The "Anchor" & <Chain>')).venueId
})
afterAll(async () => {
  await app.close()
  await mail.stop()
})
beforeEach(async () => {
  await app.database.house`delete from limit_counter`
})

const person = async (name: string): Promise<Person> => {
  const made = await makePerson(app.database, name)
  await employ(app.database, made, venueId)
  return made
}
const ask = (body: unknown, headers: Record<string, string> = {}, key?: string) =>
  new Visitor(app.url).call('POST', '/users/requestpassword', { body, headers: { 'x-forwarded-for': '203.0.113.5', ...headers }, ...(key ? { key } : {}) })
const codeOf = (answer: { body: { ResponseStatus?: { ErrorCode: string } } }) => answer.body.ResponseStatus?.ErrorCode
const queued = async () => (await owner<{ n: number }>('select count(*)::int as n from graphile_worker._private_jobs'))[0]?.n
const links = () => app.database.house`select token_hash, xmin::text as version from link_token order by token_hash`
const idle = () => vi.waitFor(async () => expect(await queued()).toBe(0), { timeout: 15_000, interval: 50 })

const owner = async <T>(statement: string): Promise<T[]> => {
  const { connectAsOwner } = await import('#platform/database/database.ts')
  const sql = connectAsOwner(app.databaseUrl)
  return (await sql.unsafe(statement).finally(() => sql.end())) as unknown as T[]
}

describe('a forgotten password', () => {
  it('is asked for by number, name or address, and a link comes by mail', async () => {
    const ruth = await person('Ruth')
    for (const UserId of [ruth.userId, 'RUTH', 'Ruth@People.example']) {
      const answer = await ask({ UserId })
      expect(answer.status).toBe(204)
      const sent = await mail.next(ruth.email)
      expect(sent.subject).toBe('Set a new password for Daybook')
      expect(sent.from).toMatchObject({ name: 'The House', address: 'house@daybook.example' })
      expect(sent.to).toEqual([{ name: 'Ruth Tester', address: ruth.email }])
      const { url, token } = linkIn(sent)
      expect(url).toMatch(/^https:\/\/daybook\.example\/membership\/password#[\w-]{43}$/)
      const [link] = await app.database
        .house`select purpose, extract(epoch from expires_at - created_at)::int as seconds from link_token where token_hash = ${createHash('sha256').update(token).digest()}`
      expect(link).toEqual({ purpose: 'reset', seconds: 1800 })
    }
  })

  it('answers the same whether or not there is such a person, and sends nobody anything', async () => {
    const known = await person('known')
    const homeless = await makePerson(app.database, 'homeless')
    const answers = [await ask({ UserId: 'known' }), await ask({ UserId: 'not known' }), await ask({ UserId: 2147483647 }), await ask({ UserId: 'homeless' })]
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(Array(4).fill({ status: 204, body: { text: '' } }))
    await mail.next(known.email)
    await idle()
    expect(mail.mails).toEqual([])
    expect(await app.database.house`select from link_token where user_id = ${homeless.userId}`).toHaveLength(0)
  })

  it('leads to the page asked for where that is allowed, in either spelling', async () => {
    await person('portal')
    const pages = { PasswordUrl: 'https://portal.example/people/password', PasswordURL: 'https://daybook.example/membership/password' }
    for (const [field, page] of Object.entries(pages)) {
      expect((await ask({ UserId: 'portal', [field]: page })).status).toBe(204)
      expect(linkIn(await mail.next('portal@people.example')).url).toMatch(new RegExp(`^${page}#[\\w-]{43}$`))
    }
  })

  it.each([
    'https://evil.example/people/password',
    'http://portal.example/people/password',
    'https://portal.example:8443/people/password',
    'https://portal.example/other',
    'https://portal.example/peoples',
    'https://portal.example/people/../other',
    'https://portal.example/people/%2e%2e/other',
    'https://portal.example@evil.example/people',
    'https://user:pass@portal.example/people',
    'https://portal.example.evil.example/people',
    'https://portal.example\\@evil.example/people',
    'https:portal.example/people',
    '//portal.example/people',
    'https://portal.example/people?next=https://evil.example',
    'https://portal.example/people#here',
    'https://portal.example/people\r\nBcc: all@evil.example',
    ' https://portal.example/people',
    'https://ＰＯＲＴＡＬ.example/people',
    'javascript:alert(1)//https://portal.example/people',
    'data:text/html,https://portal.example/people',
    'not an address',
  ])('leads nowhere else: %j is refused before anybody is looked up', async (page) => {
    const before = await links()
    const [known, unknown] = [await ask({ UserId: 'portal', PasswordUrl: page }), await ask({ UserId: 'nobody', PasswordUrl: page })]
    expect([known.status, codeOf(known)]).toEqual([400, 'PasswordUrlNotAllowed'])
    expect(unknown.body.ResponseStatus).toEqual(known.body.ResponseStatus)
    expect(await queued()).toBe(0)
    const told = await owner<{ code: string; user: number | null }>(`
      select detail->>'Code' as code, actor_user_id as user from audit_event
      where venue_id = 0 and action = 'access.refused' and subject = 'POST /users/requestpassword' order by event_id desc limit 2`)
    expect(told, 'in the trail, without whom it was asked for').toEqual([
      { code: 'PasswordUrlNotAllowed', user: null },
      { code: 'PasswordUrlNotAllowed', user: null },
    ])
    expect(await links()).toEqual(before)
  })

  it('refuses two addresses that disagree', async () => {
    const answer = await ask({ UserId: 'portal', PasswordUrl: 'https://daybook.example/a', PasswordURL: 'https://daybook.example/b' })
    expect([answer.status, codeOf(answer)]).toEqual([400, 'PathBodyDisagree'])
  })

  it.each([
    ['an X-Forwarded-Host', { 'x-forwarded-host': 'evil.example' }],
    ['a Forwarded', { forwarded: 'host=evil.example;proto=https' }],
    ['an Origin of its own', { origin: 'https://daybook.example', referer: 'https://evil.example/' }],
  ])('is not led astray by %s', async (_what, headers) => {
    const name = `astray ${Object.keys(headers)[0]}`
    const made = await person(name)
    expect((await ask({ UserId: name }, headers as unknown as Record<string, string>)).status).toBe(204)
    expect(linkIn(await mail.next(made.email)).url).toMatch(/^https:\/\/daybook\.example\/membership\/password#/)
  })

  it('is not led astray by a Host', async () => {
    const made = await person('astray host')
    const { port } = new URL(app.url)
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request({
        port,
        host: '127.0.0.1',
        path: '/api/users/requestpassword',
        method: 'POST',
        headers: { host: 'evil.example', 'content-type': 'application/json' },
      })
      sent.on('response', (response) => resolve(response.resume().statusCode))
      sent.on('error', reject)
      sent.end(JSON.stringify({ UserId: 'astray host' }))
    })
    expect(status).toBe(204)
    expect(linkIn(await mail.next(made.email)).url).toMatch(/^https:\/\/daybook\.example\/membership\/password#/)
  })

  it.each([
    ['nobody', {}],
    ['two people', { UserId: ['ruth', 'known'] }],
    ['an object', { UserId: { name: 'ruth' } }],
    ['an empty name', { UserId: '' }],
    ['a name of a thousand characters', { UserId: 'x'.repeat(1000) }],
    ['a fraction', { UserId: 1.5 }],
    ['a language it does not speak', { UserId: 'ruth', Language: 'fr' }],
  ])('refuses %s', async (_what, body) => {
    const answer = await ask(body)
    expect([answer.status, codeOf(answer)]).toEqual([400, 'ValidationFailed'])
  })

  it.each([
    'ruth@people.example,evil@evil.example',
    'ruth@people.example\r\nBcc: evil@evil.example',
    'ruth@people.example%0aBcc:evil@evil.example',
    '<ruth@people.example>',
  ])('sends nothing for %j', async (UserId) => {
    expect((await ask({ UserId })).status).toBe(204)
    await idle()
    expect(mail.mails).toEqual([])
  })

  it('sends three mails an hour to one person and says nothing of the fourth', async () => {
    const often = await person('often')
    for (let n = 0; n < 4; n += 1) expect((await ask({ UserId: 'often' })).status).toBe(204)
    for (let n = 0; n < 3; n += 1) await mail.next(often.email)
    await idle()
    expect(mail.mails).toEqual([])
  })

  it('takes ten requests an hour from one address and says nothing of the eleventh', async () => {
    for (let n = 0; n < 10; n += 1) expect((await ask({ UserId: `nobody ${n}` }, { 'x-forwarded-for': '198.51.100.9' })).status).toBe(204)
    await person('eleventh')
    const answer = await ask({ UserId: 'eleventh' }, { 'x-forwarded-for': '198.51.100.9' })
    expect([answer.status, answer.body]).toEqual([204, { text: '' }])
    await idle()
    expect(mail.mails).toEqual([])
  })

  it('sends one mail for requests under one idempotency key, and refuses the key for another request', async () => {
    const once = await person('once')
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask({ UserId: 'once' }, {}, 'one-key')))
    expect(answers.every(({ status }) => status === 204 || status === 409)).toBe(true)
    expect((await ask({ UserId: 'once' }, {}, 'one-key')).status).toBe(204)
    expect(codeOf(await ask({ UserId: 'someone else' }, {}, 'one-key'))).toBe('KeyReused')
    await mail.next(once.email)
    await idle()
    expect(mail.mails).toEqual([])
  })

  it('comes in Japanese to who asks in Japanese', async () => {
    const made = await person('yuki')
    await ask({ UserId: 'yuki', Language: 'jp' })
    const sent = await mail.next(made.email)
    expect(sent.subject).toBe('Daybook の新しいパスワードの設定')
    expect(sent.text).toContain('30分間有効です')
    expect(sent.html).toContain('<html lang="ja">')
  })

  it('is sent again, once, when the mail server was away', async () => {
    const made = await person('patient')
    mail.refusing = true
    const before = mail.attempts
    await ask({ UserId: 'patient' })
    await vi.waitFor(() => expect(mail.attempts).toBeGreaterThan(before), { timeout: 15_000 })
    const [job] = await owner<{ payload: unknown; last_error: string }>('select payload, last_error from graphile_worker._private_jobs')
    expect(JSON.stringify(job?.payload)).not.toMatch(/[\w-]{43}/)
    mail.refusing = false
    const { token } = linkIn(await mail.next(made.email))
    await idle()
    expect(mail.mails).toEqual([])
    expect((await new Visitor(app.url).call('GET', `/employees/${token}/name`)).status, 'the link that arrived is the good one').toBe(200)
  })
})

it('where the house is reached by https, cookies are for it alone', async () => {
  const made = await person('secure')
  const visitor = new Visitor(app.url)
  const cookies = (await visitor.signIn('secure', PASSWORD)).headers.getSetCookie()
  expect(cookies.map((line) => line.split('=')[0])).toEqual(['__Host-daybook', 'XSRF-TOKEN', '__Host-daybook-device'])
  for (const line of cookies) expect(line).toMatch(/; Path=\/;.*Secure/)
  for (const line of cookies) expect(line).not.toContain('Domain')
  expect((await visitor.call('GET', `/users/${made.userId}/venues`)).status).toBe(200)
  expect((await visitor.call('POST', '/auth/logout')).status).toBe(204)
})

describe('an invitation', () => {
  it('names the venue, as text and never as markup, and lasts three days', async () => {
    const made = await makePerson(app.database, 'newcomer', { displayName: '<img src=x onerror=alert(1)>' })
    await employ(app.database, made, venueId)
    await app.database.inVenue(0, (sql) => addJob(sql, passwordMail, { UserId: made.userId, Purpose: 'invite', VenueId: venueId }))
    const sent = await mail.next(made.email)
    expect(sent.subject).toBe('The "Anchor" & <Chain> invites you to Daybook')
    expect(sent.html).toContain('The &quot;Anchor&quot; &amp; &lt;Chain&gt;')
    expect(sent.html).not.toContain('<img')
    const { token } = linkIn(sent)
    expect((await new Visitor(app.url).call('GET', `/employees/${token}/name`)).body).toEqual({
      Name: '<img src=x onerror=alert(1)>',
      UserName: 'newcomer',
      Purpose: 'invite',
    })
    const [link] = await app.database.house`select extract(epoch from expires_at - created_at)::int as seconds from link_token where user_id = ${made.userId}`
    expect(link?.seconds).toBe(72 * 3600)
  })
})
