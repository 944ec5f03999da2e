import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { operations } from '#app/operations.ts'
import { hashSecret } from '#platform/access/secrets.ts'
import { stepAt, codeOf as totpOf } from '#platform/access/totp.ts'
import { type AnyOperation, isSupplierKeyAccess, ruleOf } from '#shared/endpoint.ts'
import type { Tag } from '#shared/permissions.ts'
import { ALWAYS_READ, mayRead, TOKEN_REPORT_NAMES, TOKEN_REPORTS } from '#shared/token-reports.ts'
import { exampleInput, someCard } from '#tests/example-input.ts'
import { employ, makeVenue, PASSWORD } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { sampleTrade, storeTrade } from '#tests/stored-trade.ts'
import { type Answered, signedIn, Visitor } from '#tests/visitor.ts'
import { codeOf, netOf, setTags, someone } from '#tests/wall-screens.ts'
import { WireClient, wireOf } from '#tests/wire.ts'
import type { Token } from './tokens.contract.ts'

const DAY = '2026-11-20'
const NOW = new Date('2026-11-20T21:00:00+11:00')
const SALES = `/sales/day?FromDate=${DAY}&ToDate=${DAY}`

let app: StartedApp
let owner: Visitor

beforeAll(async () => {
  app = await startApp({ now: () => NOW, environment: { TOKEN_READS_PER_MINUTE: '500', TOKEN_ROWS: '60' } })
  for (const { locationId, sales } of sampleTrade([DAY], NOW)) await storeTrade(app.database, 1, locationId, sales, NOW)
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.database.house`delete from limit_counter`
})

const prove = (who: Visitor, Password = PASSWORD) => who.call<{ Proved: boolean }>('POST', '/auth/password', { body: { Password } })

const make = async (who: Visitor, body: object = {}, password = PASSWORD): Promise<Answered<{ Token: string }>> => {
  // Whoever has just signed in proved nothing since: the proof is asked for again, at least a moment later.
  expect((await prove(who, password)).body).toEqual({ Proved: true })
  return who.call<{ Token: string }>('POST', '/tokens', { body: { Name: 'Workbook', ...body } })
}

/** Somebody who asks by a token alone. */
const withToken = async (who: Visitor, body: object = {}, password?: string): Promise<Visitor> => {
  const { status, body: answer } = await make(who, body, password)
  expect(status, JSON.stringify(answer)).toBe(200)
  const reader = new Visitor(app.url, { plain: true })
  reader.authorization = `Bearer ${answer.Token}`
  return reader
}

const listed = async (who: Visitor) => (await who.call<{ Tokens: Token[]; Reports: string[] }>('GET', '/tokens')).body

describe('a token', () => {
  it('is made with the password, shown once, kept as a hash, and works for 90 days', async () => {
    const { visitor } = await someone(app, ['can_viewsales'])
    expect(codeOf(await visitor.call('POST', '/tokens', { body: { Name: 'Workbook' } }))).toEqual([403, 'PasswordNeeded'])
    const token = (await make(visitor)).body.Token
    expect(token).toMatch(/^daybook_[0-9A-Za-z]{38}$/)
    const [kept] = await app.database.house<{ n: number }[]>`select count(*)::int as n from personal_token where token_hash = ${hashSecret(token)}`
    expect(kept).toEqual({ n: 1 })
    const { Tokens, Reports } = await listed(visitor)
    expect(Tokens).toMatchObject([{ Name: 'Workbook', Begins: token.slice(0, 12), Reports: null, Locations: null, Expired: false, LastUsedAt: null }])
    expect(Math.round((Date.parse(Tokens[0]?.Expires ?? '') - Date.parse(Tokens[0]?.MadeAt ?? '')) / 86_400_000)).toBe(90)
    expect(Reports).toEqual(['sales', 'dailySales', 'weeklySummary', 'products', 'receipts', 'journal'])
    const everything = JSON.stringify(
      await app.database.inVenue(1, (sql) => sql`select action, subject, detail from audit_event where venue_id = 1 and action like 'token.%'`),
    )
    expect(everything).toContain('token.made')
    expect(everything).not.toContain(token)
  })

  it('lasts a year at most, and is for reports and locations one may see oneself', async () => {
    const { visitor } = await someone(app, ['can_viewsales'], [1])
    const refused = async (body: object) => codeOf(await make(visitor, body))
    expect(await refused({ Days: 366 })).toEqual([400, 'ValidationFailed'])
    expect(await refused({ Reports: ['payments'] })).toEqual([403, 'NotPermitted'])
    expect(await refused({ Locations: [1, 2] })).toEqual([404, 'LocationNotFound'])
    expect(await refused({ Reports: ['sales'], Locations: [1], Days: 365 })).toEqual([200, undefined])
  })

  it('asks for a code as well where two-step sign-in is on', async () => {
    const { visitor } = await someone(app, ['can_viewsales'])
    await prove(visitor)
    const { Secret } = (await visitor.call<{ Secret: string }>('POST', `/users/${visitor.userId}/secondfactor`)).body
    const bits = [...Secret].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('')
    const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
    const code = (later: number) => totpOf(bytes, stepAt(NOW) + later)
    expect((await visitor.call('POST', `/users/${visitor.userId}/secondfactor/confirm`, { body: { Code: code(0) } })).body).toMatchObject({ On: true })
    expect((await make(visitor)).body).toEqual({ Token: null })
    expect((await make(visitor, { Code: code(0) })).body).toEqual({ Token: null })
    expect((await make(visitor, { Code: code(1) })).body.Token).toMatch(/^daybook_/)
  })

  it('is one of 20 at most', async () => {
    const { visitor } = await someone(app, ['can_viewsales'])
    for (let i = 0; i < 20; i += 1) expect((await make(visitor)).status).toBe(200)
    expect(codeOf(await make(visitor))).toEqual([409, 'TooManyTokens'])
  })

  it('is nobody else’s to see or to revoke', async () => {
    const { visitor } = await someone(app, ['can_viewsales'])
    await withToken(visitor)
    const id = (await listed(visitor)).Tokens[0]?.TokenId
    expect((await listed(owner)).Tokens.map(({ TokenId }) => TokenId)).not.toContain(id)
    expect(codeOf(await owner.call('DELETE', `/tokens/${id}`))).toEqual([404, 'NotFound'])
  })
})

describe('what it reads', () => {
  it('is what its person reads, as JSON, CSV and XLSX, and says when and from where it was used', async () => {
    const { visitor } = await someone(app, ['can_viewsales'])
    const reader = await withToken(visitor)
    const own = await visitor.call('GET', SALES)
    expect(netOf(own.body)).toBeGreaterThan(0)
    expect((await reader.call('GET', SALES)).body).toEqual(own.body)
    const csv = await reader.call<{ text: string }>('GET', `${SALES}&format=csv`)
    expect(csv.headers.get('content-type')).toContain('text/csv')
    expect(csv.body.text).toBe((await visitor.call<{ text: string }>('GET', `${SALES}&format=csv`)).body.text)
    expect((await reader.call<{ text: string }>('GET', `${SALES}&format=xlsx`)).body.text.slice(0, 2)).toBe('PK')
    expect((await listed(visitor)).Tokens[0]).toMatchObject({ LastUsedFrom: '127.0.0.1' })
  })

  it('never is more than its person holds at that moment', async () => {
    const { visitor, employeeId } = await someone(app, ['can_viewsales', 'can_viewmedia'], [1, 2])
    const reader = await withToken(visitor)
    const both = netOf((await reader.call('GET', SALES)).body)
    await app.database.inVenue(1, (sql) => sql`delete from employee_location where venue_id = 1 and employee_id = ${employeeId} and location_id = 2`)
    const one = netOf((await reader.call('GET', SALES)).body)
    expect(one).toBe(netOf((await owner.call('GET', `${SALES}&Locations=1`)).body))
    expect(one).not.toBe(both)
    expect(codeOf(await reader.call('GET', `${SALES}&Locations=2`))).toEqual([404, 'LocationNotFound'])
    await setTags(app, employeeId, ['can_viewmedia'])
    expect(codeOf(await reader.call('GET', SALES))).toEqual([403, 'NotPermitted'])
    expect((await reader.call('GET', `/reports/media-summary?FromDate=${DAY}&ToDate=${DAY}`)).status).toBe(200)
  })

  it('is no more than it was made for, whatever its person holds', async () => {
    const reader = await withToken(owner, { Reports: ['receipts'], Locations: [2] }, 'harbour-and-vine')
    expect(codeOf(await reader.call('GET', SALES))).toEqual([403, 'TokenOnlyReads'])
    const list = `/sales/invoices?FromDate=${DAY}&ToDate=${DAY}&Limit=1`
    const { Invoices } = (await reader.call<{ Invoices: { LocationId: number; SaleId: string }[] }>('GET', list)).body
    expect(Invoices.map(({ LocationId }) => LocationId)).toEqual([2])
    expect(codeOf(await reader.call('GET', `${list}&Locations=1`))).toEqual([404, 'LocationNotFound'])
    // Where points come from is told to whoever may see loyalty, which no tag of this token is about.
    expect((await reader.call('GET', `/sales/invoices/${Invoices[0]?.SaleId}`)).body).toMatchObject({ PointsAccrued: null, PointsSource: null })
  })

  it('is nothing but reads named by what it was made for', async () => {
    const reader = await withToken(owner, {}, 'harbour-and-vine')
    const wire = new WireClient(app.url)
    const headers = { authorization: reader.authorization ?? '' }
    const wrong: string[] = []
    for (const { operation } of operations) {
      if (operation.access === 'public') continue
      const isRead = operation.method === 'GET' && mayRead(null, operation.path)
      const { status, errorCode } = await wire.send(wireOf(operation, isRead ? await exampleInput(app, operation) : {}, headers))
      const isRight = isRead ? status === 200 || errorCode === 'TooManyRows' || errorCode === 'NotFound' : errorCode === 'TokenOnlyReads'
      if (!isRight) wrong.push(`${operation.method} ${operation.path}: ${status} ${errorCode}`)
    }
    wire.close()
    expect(wrong).toEqual([])
    expect(codeOf(await reader.call('POST', '/auth/password', { body: { Password: 'harbour-and-vine' } }))).toEqual([401, 'NotSignedIn'])
    const [noted] = await app.database.inVenue(
      1,
      (sql) =>
        sql<
          { n: number }[]
        >`select count(*)::int as n from audit_event where venue_id = 1 and action = 'access.refused' and detail->>'Code' = 'TokenOnlyReads'`,
    )
    expect(noted?.n).toBeGreaterThan(100)
  })

  it('masks cards, and does not tell how their holders are reached', async () => {
    const { visitor } = await someone(app, ['can_viewloyalty'])
    const reader = await withToken(visitor)
    const { Details } = (
      await reader.call<{ Details: { CardNumber: string; Email: null; Phone: null }[] }>(
        'GET',
        `/loyalty/search?CardNumber=${encodeURIComponent(await someCard(app))}`,
      )
    ).body
    expect(Details.length).toBeGreaterThan(0)
    for (const card of Details) expect(card).toMatchObject({ CardNumber: expect.stringMatching(/^•••• .{1,4}$/), Email: null, Phone: null })
  })

  it('never is of another venue', async () => {
    const { person, visitor } = await someone(app, ['can_viewsales'])
    const there = await makeVenue(app.database, 'Elsewhere', ['Bar'])
    const employeeId = await employ(app.database, person, there.venueId, ['can_viewsales'])
    const reader = await withToken(visitor)
    const { Locations } = (await reader.call<{ Locations: { LocationId: number }[] }>('GET', '/locations')).body
    expect(Locations.map(({ LocationId }) => LocationId)).toEqual([1, 2, 3])
    expect(codeOf(await reader.call('GET', `${SALES}&Locations=${there.locationIds[0]}`))).toEqual([404, 'LocationNotFound'])
    // Their own token of the other venue is neither listed nor revoked here.
    await withToken(visitor, { Name: 'There' })
    const id = (await listed(visitor)).Tokens.find(({ Name }) => Name === 'There')?.TokenId
    await app.database.house`update personal_token set venue_id = ${there.venueId}, employee_id = ${employeeId} where token_id = ${id}`
    expect((await listed(visitor)).Tokens.map(({ Name }) => Name)).toEqual(['Workbook'])
    expect(codeOf(await visitor.call('DELETE', `/tokens/${id}`))).toEqual([404, 'NotFound'])
  })

  it('has limits of its own, on requests and on rows', async () => {
    const reader = await withToken(owner, {}, 'harbour-and-vine')
    const days = '/sales/day?FromDate=2026-09-01&ToDate='
    expect((await reader.call('GET', `${days}2026-10-15`)).status).toBe(200)
    expect(codeOf(await reader.call('GET', `${days}2026-11-15`))).toEqual([400, 'TooManyRows'])
    expect(codeOf(await reader.call('GET', `/sales/invoices?FromDate=${DAY}&ToDate=${DAY}&format=csv`))).toEqual([400, 'TooManyRows'])
    expect((await owner.call('GET', `${days}2026-11-15`)).status).toBe(200)
    await app.database.house`update limit_counter set n = 500 where name = 'token'`
    expect(codeOf(await reader.call('GET', SALES))).toEqual([429, 'TooManyRequests'])
    expect((await owner.call('GET', SALES)).status).toBe(200)
  })
})

describe('its end', () => {
  it('is at once: revoked, expired, or with a letter wrong', async () => {
    const { visitor } = await someone(app, ['can_viewsales'])
    const reader = await withToken(visitor)
    expect((await reader.call('GET', SALES)).status).toBe(200)
    expect((await visitor.call('DELETE', `/tokens/${(await listed(visitor)).Tokens[0]?.TokenId}`)).status).toBe(204)
    expect(codeOf(await reader.call('GET', SALES))).toEqual([401, 'TokenNotValid'])
    expect((await listed(visitor)).Tokens).toEqual([])
    const late = await withToken(visitor)
    await app.database.house`update personal_token set expires_at = now() - interval '1 second' where user_id = ${visitor.userId} and revoked_at is null`
    expect(codeOf(await late.call('GET', SALES))).toEqual([401, 'TokenNotValid'])
    expect((await listed(visitor)).Tokens).toMatchObject([{ Expired: true }])
    late.authorization = `${late.authorization}x`
    expect(codeOf(await late.call('GET', SALES))).toEqual([401, 'TokenNotValid'])
  })

  it('comes with the access of its person, also where that is given back', async () => {
    const { visitor, employeeId } = await someone(app, ['can_viewsales'])
    const reader = await withToken(visitor)
    const { AccessVersion } = await versionOf(employeeId)
    expect((await owner.call('POST', `/employees/${employeeId}/revoke`, { body: { Version: AccessVersion } })).status).toBe(200)
    await app.database.inVenue(1, (sql) => sql`update employee set active = true where venue_id = 1 and employee_id = ${employeeId}`)
    expect(codeOf(await reader.call('GET', SALES))).toEqual([401, 'TokenNotValid'])
  })

  it('comes with the next use where access ended past us', async () => {
    const { visitor, employeeId } = await someone(app, ['can_viewsales'])
    const reader = await withToken(visitor)
    const set = (active: boolean) =>
      app.database.inVenue(1, (sql) => sql`update employee set active = ${active} where venue_id = 1 and employee_id = ${employeeId}`)
    await set(false)
    expect(codeOf(await reader.call('GET', SALES))).toEqual([401, 'TokenNotValid'])
    await set(true)
    expect(codeOf(await reader.call('GET', SALES))).toEqual([401, 'TokenNotValid'])
  })
})

const versionOf = async (employeeId: number) => {
  const [row] = await app.database.inVenue(
    1,
    (sql) => sql<{ AccessVersion: number }[]>`select access_version as "AccessVersion" from employee where venue_id = 1 and employee_id = ${employeeId}`,
  )
  return row ?? { AccessVersion: 0 }
}

describe('relative dates', () => {
  it('move with the venue’s calendar, in any case, for whoever asks', async () => {
    const reader = await withToken(owner, {}, 'harbour-and-vine')
    const week = (await owner.call('GET', '/sales/day?FromDate=2026-11-09&ToDate=2026-11-15')).body
    for (const word of ['LastWeek', 'lastweek']) expect((await reader.call('GET', `/sales/day?Period=${word}`)).body).toEqual(week)
    expect((await owner.call('GET', '/sales/day?Period=LastWeek')).body).toEqual(week)
    const trend = (await reader.call('GET', '/sales/trend?Period=Yesterday')).body
    expect(trend).toEqual((await owner.call('GET', '/sales/trend?FromDate=2026-11-19&ToDate=2026-11-19&TrendDate=2026-11-19')).body)
  })

  it('are one of a few words, and not sent beside days', async () => {
    expect((await owner.call('GET', '/sales/day?Period=NextWeek')).body.ResponseStatus?.Errors).toMatchObject([{ FieldName: 'Period' }])
    expect((await owner.call('GET', `${SALES}&Period=LastWeek`)).body.ResponseStatus?.Errors).toMatchObject([{ FieldName: 'Period' }])
  })
})

describe('the list of reports', () => {
  /** What is in a report's list of rows and is no report of the product. */
  const NOT_REPORTS = ['/audit']

  it('has every report once, with the tags that open it', () => {
    const isOfVenue = ({ table, access }: AnyOperation) => table !== undefined && !isSupplierKeyAccess(access)
    const reports = operations.filter(({ operation }) => isOfVenue(operation)).map(({ operation }) => operation.path)
    const paths = TOKEN_REPORT_NAMES.flatMap((name): readonly string[] => TOKEN_REPORTS[name].paths)
    expect(reports.filter((path) => ![...paths, ...ALWAYS_READ].includes(path))).toEqual(NOT_REPORTS)
    expect(new Set(paths).size).toBe(paths.length)
    for (const name of TOKEN_REPORT_NAMES)
      for (const path of TOKEN_REPORTS[name].paths) {
        const found = operations.find(({ operation }) => operation.method === 'GET' && operation.path === path)
        expect(found, path).toBeDefined()
        const rule = ruleOf(found?.operation.access ?? 'public') as readonly Tag[] | { anyOf: readonly Tag[] }
        const needed = 'anyOf' in rule ? rule.anyOf : rule
        expect([path, typeof rule === 'string' ? [] : needed.filter((tag) => !(TOKEN_REPORTS[name].tags as readonly Tag[]).includes(tag))]).toEqual([path, []])
      }
  })
})
