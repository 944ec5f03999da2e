import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_PASSWORD } from '#db/demo/cast.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { employ, makePerson, makeVenue, PASSWORD } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import type { AuditList, AuditProof } from './audit.contract.ts'

let app: StartedApp
let owner: Visitor

beforeAll(async () => {
  app = await startApp()
  owner = await signedIn(app.url, 'owner', SAMPLE_PASSWORD)
  await app.database.inVenue(1, async (sql) => {
    for (let i = 1; i <= 120; i += 1)
      await recordAudit(sql, 1, {
        action: 'settings.changed',
        subject: `Setting ${i} 100%_`,
        detail: { From: i, To: [i + 1, i + 2] },
        actorUserId: owner.userId,
        ip: '10.1.1.1',
      })
    await recordAudit(sql, 1, { action: 'employee.moved', detail: { Locations: [2, 3] }, actorUserId: null })
    await recordAudit(sql, 1, { action: 'export.made', detail: { Locations: '1,2' }, actorUserId: null })
    await recordAudit(sql, 1, { action: 'venue.locations-changed', detail: { '3 Name': ['Cellar', 'Vault'] } as never, actorUserId: null })
    await recordAudit(sql, 1, { action: 'till.named', detail: { LocationId: 3 }, actorUserId: null })
  })
})
afterAll(() => app.close())

const trail = async (who: Visitor, query: Record<string, string> = {}) => {
  const answer = await who.call<AuditList>('GET', `/audit?${new URLSearchParams(query)}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

it('shows who did what, newest first, and its filters hold', async () => {
  const { Rows, TimeZone } = await trail(owner, { Search: 'Setting 7 ' })
  expect(TimeZone).toBe('Australia/Sydney')
  expect(Rows).toMatchObject([
    {
      Action: 'settings.changed',
      Subject: 'Setting 7 100%_',
      Who: { UserId: owner.userId },
      OnBehalfOf: null,
      Ip: '10.1.1.1',
      Detail: [
        { Name: 'To', Of: null, Before: null, Values: ['8', '9'] },
        { Name: 'From', Of: null, Before: null, Values: ['7'] },
      ],
    },
  ])
  expect((await trail(owner, { Search: '9 100%_' })).Rows).toHaveLength(12)
  expect((await trail(owner, { Search: '9 1__%' })).Rows).toHaveLength(0)
  expect((await trail(owner, { Action: 'venue.opened', Person: String(owner.userId) })).Rows).toHaveLength(1)
  expect((await trail(owner, { Person: '999' })).Rows).toEqual([])
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: TimeZone }).format(new Date())
  expect((await trail(owner, { FromDate: today, ToDate: today, Limit: '500' })).Rows.length).toBeGreaterThan(120)
  expect((await trail(owner, { ToDate: '2026-01-01' })).Rows).toEqual([])
})

it('is read page by page, each row once, and as a file', async () => {
  const seen: string[] = []
  for (let after: string | null = ''; after !== null; ) {
    const page: AuditList = await trail(owner, { Action: 'settings.changed', ...(after ? { After: after } : {}) })
    expect(page.Rows.length).toBeLessThanOrEqual(50)
    seen.push(...page.Rows.map(({ Subject }) => Subject))
    after = page.Next
  }
  expect(new Set(seen).size).toBe(120)
  expect(seen).toHaveLength(120)
  expect((await owner.call('GET', '/audit?After=nonsense')).status).toBe(400)
  expect((await owner.call('GET', '/audit?After=20269999999999999999-1')).status).toBe(400)
  const file = await owner.call<{ text: string }>('GET', '/audit?format=csv&Action=settings.changed&Language=en')
  expect(file.body.text.trim().split('\n')).toHaveLength(121)
})

it('whoever does not hold every location is not shown rows that name one they lack', async () => {
  const person = await makePerson(app.database, 'Watcher')
  await employ(app.database, person, 1, ['can_viewaudit'], [1, 2])
  const watcher = await signedIn(app.url, 'Watcher', PASSWORD)
  const named = async (who: Visitor) => {
    const { Rows } = await trail(who, { Limit: '500' })
    return Rows.map(({ Action }) => Action).filter((action) => ['employee.moved', 'export.made', 'till.named', 'venue.locations-changed'].includes(action))
  }
  expect(await named(watcher)).toEqual(['export.made'])
  expect(await named(owner)).toEqual(['till.named', 'venue.locations-changed', 'export.made', 'employee.moved'])
})

it('tells people and places by name as far as they exist for the reader, and finds people by theirs', async () => {
  const [bar, cellar] = [await makePerson(app.database, 'Barkeep'), await makePerson(app.database, 'Cellarhand')]
  const inBar = await employ(app.database, bar, 1, [], [1])
  const inCellar = await employ(app.database, cellar, 1, [], [3])
  await app.database.inVenue(1, async (sql) => {
    for (const employeeId of [inBar, inCellar])
      await recordAudit(sql, 1, { action: 'employee.unlocked', subject: String(employeeId), detail: { LocationId: 1 }, actorUserId: null })
  })
  const told = async (who: Visitor, query = {}) =>
    (await trail(who, { Action: 'employee.unlocked', ...query })).Rows.map(({ Subject, SubjectName, Detail }) => [
      Number(Subject),
      SubjectName,
      Detail[0]?.Values[0],
    ])
  const { Rows } = await trail(owner, { Search: 'takings' })
  expect(Rows).toEqual([])
  const [first] = await app.database.inVenue(1, (sql) => sql<{ name: string }[]>`select name from location where venue_id = 1 and location_id = 1`)
  expect(await told(owner)).toEqual([
    [inCellar, 'Cellarhand', first?.name],
    [inBar, 'Barkeep', first?.name],
  ])
  expect(await told(owner, { Search: 'barkeep' })).toHaveLength(1)
  const watcher = await signedIn(app.url, 'Watcher', PASSWORD)
  expect(await told(watcher)).toEqual([
    [inCellar, null, first?.name],
    [inBar, 'Barkeep', first?.name],
  ])
  expect(await told(watcher, { Search: 'cellarhand' })).toEqual([])
})

it('what happened outside of any venue is told to Admin, with its own proof', async () => {
  const admin = await signedIn(app.url, 'admin', SAMPLE_PASSWORD)
  const read = async (query: Record<string, string>) => {
    const { body, status } = await admin.call<AuditList>('GET', `/admin/audit?${new URLSearchParams(query)}`)
    expect(status).toBe(200)
    return body
  }
  const signIns = await read({ Action: 'sign-in', Person: String(owner.userId), TimeZone: 'Asia/Tokyo' })
  expect(signIns).toMatchObject({ TimeZone: 'Asia/Tokyo', Rows: [{ Who: { UserId: owner.userId }, Action: 'sign-in' }] })
  expect((await read({ Search: 'Setting 7' })).Rows, 'no rows of a venue').toEqual([])
  const first = await read({ Limit: '1' })
  expect(first.Next).not.toBeNull()
  expect((await read({ Limit: '1', After: first.Next ?? '' })).Rows[0]?.EventId).not.toBe(first.Rows[0]?.EventId)
  expect((await admin.call('GET', '/admin/audit?TimeZone=Nowhere')).status).toBe(400)
  expect((await owner.call('GET', '/admin/audit')).status).toBe(403)
  await expect
    .poll(async () => (await admin.call<AuditProof>('GET', '/admin/audit/proof')).body, { timeout: 20_000 })
    .toMatchObject({ Intact: true, Waiting: 0 })
})

it('what Admin reads of a venue stands in the trail of that venue, once an hour for each question', async () => {
  const { venueId } = await makeVenue(app.database, 'Looked into')
  const admin = await signedIn(app.url, 'admin', SAMPLE_PASSWORD)
  const read = (path: string, venue: number) => admin.call('GET', `/venue/${venue}/${path}`)
  for (const [path, venue] of [
    ['config', venueId],
    ['config', venueId],
    ['locations', venueId],
    ['config', 1],
  ] as const)
    expect((await read(path, venue)).status).toBe(200)
  const told = (venue: number) =>
    app.database.inVenue(
      venue,
      (sql) => sql<{ subject: string; who: number; ip: string }[]>`
        select subject, actor_user_id as who, ip from audit_event where venue_id = ${venue} and action = 'admin.read' order by event_id`,
    )
  expect((await told(venueId)).map(({ subject, who }) => [subject, who])).toEqual([
    ['GET /venue/:id/config', admin.userId],
    ['GET /venue/:id/locations', admin.userId],
  ])
  expect((await told(venueId)).every(({ ip }) => ip !== null)).toBe(true)
  expect((await told(1)).map(({ subject }) => subject)).toEqual(['GET /venue/:id/config'])
  expect((await read('config', 2_147_483_647)).status).toBe(404)
  // What is refused there stands there as well; of a venue that is not there, where Admin is.
  expect((await admin.call('PUT', `/venue/${venueId}/config/paymentinfo`, { body: { PercentageFee: 101, FixedFee: 0 } })).status).toBe(400)
  const refused = (venue: number) =>
    app.database.inVenue(
      venue,
      (sql) => sql<{ code: string }[]>`
        select detail->>'Code' as code from audit_event where venue_id = ${venue} and action = 'access.refused' and actor_user_id = ${admin.userId}`,
    )
  expect(await refused(venueId)).toEqual([{ code: 'ValidationFailed' }])
  expect(await refused(admin.venueId ?? 0)).toEqual([{ code: 'VenueNotFound' }])
  expect((await trail(owner, { Action: 'admin.read' })).Rows).toMatchObject([{ Who: { UserId: admin.userId }, Subject: 'GET /venue/:id/config' }])
})

it('proves that the trail is whole, and says when it is not', async () => {
  const proof = async () => (await owner.call<AuditProof>('GET', '/audit/proof')).body
  await expect.poll(async () => (await proof()).Sealed, { timeout: 20_000 }).toBeGreaterThan(123)
  expect(await proof()).toMatchObject({ Intact: true, Checked: (await proof()).Sealed })
  const sql = connectAsOwner(app.databaseUrl)
  await sql`update audit_event set subject = 'Nothing' where venue_id = 1 and action = 'till.named'`.finally(() => sql.end())
  expect(await proof()).toMatchObject({ Intact: false })
})
