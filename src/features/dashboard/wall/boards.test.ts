import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { operations } from '#app/operations.ts'
import { SOURCES } from '#features/dashboard/metrics.rules.ts'
import { callOf } from '#features/dashboard/sources.rules.ts'
import { CODE_DIM } from '#features/sums/rollup.rules.ts'
import { BOARD_CALLS, BOARD_QUERY } from '#platform/access/board-calls.ts'
import { hashSecret } from '#platform/access/secrets.ts'
import { exampleInput } from '#tests/example-input.ts'
import { someSheet } from '#tests/example-sheets.ts'
import { planShifts } from '#tests/roster-house.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { sampleTrade, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, Visitor } from '#tests/visitor.ts'
import { claim, codeOf, netOf, screenOf, screenWithCode, setTags, someone } from '#tests/wall-screens.ts'
import { WireClient, wireOf } from '#tests/wire.ts'

const DAY = '2026-11-20'
const NOW = new Date('2026-11-20T21:00:00+11:00')
const SALES = `/sales/day?FromDate=${DAY}&ToDate=${DAY}`

let app: StartedApp
let owner: Visitor

beforeAll(async () => {
  app = await startApp({ now: () => NOW, environment: { SCREEN_CODES_PER_MINUTE: '10' } })
  for (const { locationId, sales } of sampleTrade([DAY], NOW)) await storeTrade(app.database, 1, locationId, sales, NOW)
  await planShifts(app.database, 1, 1, NOW, [{ name: 'Robin Vale', day: DAY, start: '2026-11-20T09:00:00+11:00', end: '2026-11-20T17:00:00+11:00' }])
  await sheetOf('Robin Vale')
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.database.house`delete from limit_counter`
})

/** A counted drawer of somebody's. */
const sheetOf = async (operator: string) => {
  const sheet = await someSheet(app, 'Declared')
  await app.database.inVenue(1, async (sql) => {
    const [clerk] = await sql<{ key: number }[]>`
      insert into dimension_key (venue_id, dim, code, name) values (1, ${CODE_DIM.clerk}, 'robin', ${operator}) on conflict (venue_id, dim, code) do update set name = excluded.name
      returning key`
    await sql`update till_session set clerk_key = ${clerk?.key ?? 0} where venue_id = 1 and session_id = ${sheet}::bigint`
  })
}

const refusedCode = async (who: Visitor, code: string) => (await claim(who, code, [1])).body.ResponseStatus?.Errors

describe('a code', () => {
  it('is shown once, kept as a hash, and binds the screen by a cookie no script reads', async () => {
    const { asked, code, screen } = await screenWithCode(app)
    expect(code).toMatch(/^[CDFGHJKMNPQRTVWXY34679]{8}$/)
    expect(asked.body.Seconds).toBe(600)
    expect(asked.headers.getSetCookie().join()).toMatch(/^daybook-board=[^;]+;.*Max-Age=2592600.*HttpOnly.*SameSite=Strict/)
    const kept = await app.database.house<{ device_hash: Buffer }[]>`select device_hash from board_pairing where code_hash = ${hashSecret(code)}`
    expect(kept[0]?.device_hash).toEqual(hashSecret(screen.cookies.get('daybook-board') ?? ''))
    expect((await screen.call('GET', '/boards/pairings')).body).toEqual({ Paired: false })
    expect(codeOf(await screen.call('GET', '/boards/now'))).toEqual([401, 'SessionEnded'])
  })

  it('is claimed however it is typed, and from then on the screen shows the figures of its locations', async () => {
    const { screen, code } = await screenWithCode(app)
    expect((await claim(owner, ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `, [2])).status).toBe(200)
    expect((await screen.call('GET', '/boards/pairings')).body).toEqual({ Paired: true })
    const now = (await screen.call<{ Name: string; Tags: string[]; Config: { Locations: { LocationId: number }[] } }>('GET', '/boards/now')).body
    expect([now.Name, now.Config.Locations.map(({ LocationId }) => LocationId)]).toEqual(['Kitchen', [2]])
    const there = (await owner.call('GET', `${SALES}&Locations=2`)).body
    expect(netOf(there)).toBeGreaterThan(0)
    expect(netOf((await screen.call('GET', SALES)).body)).toBe(netOf(there))
    expect((await screen.call('GET', '/DashboardsConfig')).body).toEqual((await owner.call('GET', '/DashboardsConfig')).body)
  })

  it('is good once, for ten minutes, and only as the screen shows it', async () => {
    const { code } = await screenWithCode(app)
    expect((await claim(owner, code, [1])).status).toBe(200)
    expect(await refusedCode(owner, code)).toMatchObject([{ FieldName: 'Code', ErrorCode: 'NotFound' }])
    expect(await refusedCode(owner, 'CDFGHJKM')).toMatchObject([{ FieldName: 'Code', ErrorCode: 'NotFound' }])
    const { screen, code: late } = await screenWithCode(app)
    await app.database.house`update board_pairing set expires_at = now() - interval '1 second' where code_hash = ${hashSecret(late)}`
    expect(await refusedCode(owner, late)).toMatchObject([{ FieldName: 'Code', ErrorCode: 'NotFound' }])
    expect((await screen.call('GET', '/boards/pairings')).body).toEqual({ Paired: false })
  })

  it('gives way to the next one of the same screen', async () => {
    const { screen, code } = await screenWithCode(app)
    const next = (await screen.call<{ Code: string }>('POST', '/boards/pairings')).body.Code
    expect(await refusedCode(owner, code)).toMatchObject([{ FieldName: 'Code', ErrorCode: 'NotFound' }])
    expect((await claim(owner, next, [1])).status).toBe(200)
  })

  it('cannot be guessed by the dozen, nor asked for by the hundred', async () => {
    const { visitor } = await someone(app, ['can_viewdashboard'])
    // So many that some are too many though the minute or the hour changes meanwhile.
    const tries = []
    for (let i = 0; i < 21; i += 1) tries.push((await claim(visitor, `CDFGHJK${i}`, [1])).status)
    expect([...new Set(tries)].sort()).toEqual([400, 429])
    const asked = []
    for (let i = 0; i < 121; i += 1) asked.push((await new Visitor(app.url).call('POST', '/boards/pairings')).status)
    expect([...new Set(asked)].sort()).toEqual([200, 429])
  })

  it('is claimed for locations of one’s own alone', async () => {
    const { visitor } = await someone(app, ['can_viewdashboard', 'can_viewsales'], [1])
    const { code } = await screenWithCode(app)
    expect(codeOf(await claim(visitor, code, [1, 2]))).toEqual([404, 'LocationNotFound'])
    expect((await claim(visitor, code, [1])).status).toBe(200)
  })
})

describe('a wall screen', () => {
  it('may ask what the measures ask, and nothing else of all there is', async () => {
    const { screen } = await screenOf(app, owner, [1, 2, 3])
    const wire = new WireClient(app.url)
    const headers = { cookie: `daybook-board=${screen.cookies.get('daybook-board')}` }
    const wrong: string[] = []
    for (const { operation } of operations) {
      const call = `${operation.method} ${operation.path}`
      if (operation.access === 'public') continue
      const isShown = BOARD_CALLS.has(call)
      const { query = {} } = isShown ? await exampleInput(app, operation) : {}
      const measured = Object.fromEntries(Object.entries(query).filter(([name]) => (BOARD_QUERY as readonly string[]).includes(name)))
      const { status, errorCode } = await wire.send(wireOf(operation, isShown ? { query: measured } : {}, headers))
      if (isShown ? status !== 200 : errorCode !== 'BoardOnlyShows') wrong.push(`${call}: ${status} ${errorCode}`)
    }
    wire.close()
    expect(wrong).toEqual([])
    // What measures ask, what stands about them, and nothing beside.
    const starts = ['2026-11-20', '2026-10-01', '2026-01-01', '2016-01-01']
    const measured = SOURCES.flatMap((source) => starts.map((from) => `GET ${callOf(source, { from, to: DAY }).path}`))
    const about = ['GET /boards/now', 'GET /DashboardsConfig', 'GET /reports/currencies', 'GET /sales/live']
    expect([...BOARD_CALLS.keys()].sort()).toEqual([...new Set([...measured, ...about])].sort())
  })

  it('writes nothing down but refusals, takes no files, and singles nobody out', async () => {
    const { screen } = await screenOf(app, owner, [1])
    const attendance = `/reports/time-attendance?FromDate=${DAY}&ToDate=${DAY}`
    const asked = [`${SALES}&format=csv`, `${SALES}&Employees=1`, `${attendance}&Employees=1`, `${SALES}&Language=jp`]
    for (const path of asked) expect([path, ...codeOf(await screen.call('GET', path))]).toEqual([path, 403, 'BoardOnlyShows'])
    expect(codeOf(await screen.call('GET', SALES, { headers: { accept: 'text/csv' } }))).toEqual([403, 'BoardOnlyShows'])
    expect(codeOf(await screen.call('PUT', '/DashboardsConfig', { body: { Measures: [] } }))).toEqual([403, 'BoardOnlyShows'])
    type People = { Rows: object[]; Totals: { Roster: number } }
    const all = (await owner.call<People>('GET', `${attendance}&Locations=1`)).body
    const seen = (await screen.call<People>('GET', attendance)).body
    expect([all.Rows.length, seen.Totals.Roster]).toEqual([1, 7.5])
    expect(seen).toMatchObject({ People: [], Rows: [], Exceptions: [], Totals: all.Totals })
    const variance = '/reports/variance?FromDate=2026-11-13&ToDate=2026-11-13'
    expect((await owner.call('GET', variance)).body).toMatchObject({ Rows: [{ Operator: 'Robin Vale' }] })
    expect((await screen.call('GET', variance)).body).toMatchObject({ Rows: [{ Operator: null, OperatorId: 0, Sheets: 1 }] })
    expect(JSON.stringify([seen, (await screen.call('GET', variance)).body])).not.toContain('Robin')
    const [noted] = await app.database.inVenue(
      1,
      (sql) =>
        sql<
          { n: number }[]
        >`select count(*)::int as n from audit_event where venue_id = 1 and action = 'access.refused' and detail->>'Code' = 'BoardOnlyShows'`,
    )
    expect(noted?.n).toBeGreaterThan(5)
  })

  it('has the tags and locations its person has at that moment', async () => {
    const { visitor, employeeId } = await someone(app, ['can_viewdashboard', 'can_viewsales'], [1, 2])
    const { screen } = await screenOf(app, visitor, [1, 2])
    const both = netOf((await screen.call('GET', SALES)).body)
    expect(both).toBe(netOf((await owner.call('GET', `${SALES}&Locations=1,2`)).body))
    await app.database.inVenue(1, (sql) => sql`delete from employee_location where venue_id = 1 and employee_id = ${employeeId} and location_id = 2`)
    expect(netOf((await screen.call('GET', SALES)).body)).toBe(netOf((await owner.call('GET', `${SALES}&Locations=1`)).body))
    expect(codeOf(await screen.call('GET', `${SALES}&Locations=2`))).toEqual([404, 'LocationNotFound'])
    await app.database.inVenue(1, (sql) => sql`update employee set all_locations = true where venue_id = 1 and employee_id = ${employeeId}`)
    expect(netOf((await screen.call('GET', SALES)).body)).toBe(both)
    expect(codeOf(await screen.call('GET', `${SALES}&Locations=3`))).toEqual([404, 'LocationNotFound'])
    await setTags(app, employeeId, ['can_viewdashboard'])
    expect(codeOf(await screen.call('GET', SALES))).toEqual([403, 'NotPermitted'])
    await setTags(app, employeeId, ['can_viewdashboard', 'can_viewsales'])
    expect((await screen.call('GET', SALES)).status).toBe(200)
  })

  it('is nobody’s way in: its cookie is no companion, and a companion is no screen', async () => {
    const { screen } = await screenOf(app, owner, [1])
    const cookie = screen.cookies.get('daybook-board') ?? ''
    const asBearer = new Visitor(app.url)
    asBearer.authorization = `Bearer ${cookie}`
    expect(codeOf(await asBearer.call('GET', SALES))).toEqual([401, 'NotSignedIn'])
    const withCompanion = new Visitor(app.url)
    withCompanion.cookies.set('daybook-board', owner.cookies.get('daybook') ?? '')
    expect(codeOf(await withCompanion.call('GET', SALES))).toEqual([401, 'SessionEnded'])
  })

  it('beside somebody who signs in on it is theirs no longer than they ask as themselves', async () => {
    const { screen } = await screenOf(app, owner, [1])
    const staff = await signedIn(app.url, 'staff', 'harbour-and-vine')
    staff.cookies.set('daybook-board', screen.cookies.get('daybook-board') ?? '')
    expect(codeOf(await staff.call('GET', SALES))).toEqual([403, 'NotPermitted'])
    staff.authorization = undefined
    expect((await staff.call('GET', SALES)).status).toBe(200)
  })
})
