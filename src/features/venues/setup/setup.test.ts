import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImportMapping } from '#features/imports/import-mapping.rules.ts'
import { employ, makePerson, makeVenue, PASSWORD } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale } from '#tests/stored-trade.ts'
import { uploaded } from '#tests/upload.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import type { Setup } from './setup.contract.ts'

let app: StartedApp
let owner: Visitor
let bell: Visitor
let venueId: number

beforeAll(async () => {
  app = await startApp({ sample: false, unset: ['TYRO_'] })
  venueId = (await makeVenue(app.database, 'The Anchor', [])).venueId
  const other = await makeVenue(app.database, 'The Bell', [])
  const tags = ['can_editsettings', 'can_viewemp', 'can_register', 'can_viewsales', 'can_linkpayment'] as const
  await employ(app.database, await makePerson(app.database, 'anna'), venueId, tags)
  await employ(app.database, await makePerson(app.database, 'bella'), other.venueId, tags)
  owner = await signedIn(app.url, 'anna', PASSWORD)
  bell = await signedIn(app.url, 'bella', PASSWORD)
})
afterAll(() => app.close())

const setupOf = async (who = owner): Promise<Setup> => (await who.call<Setup>('GET', '/setup')).body
const configOf = async (who: Visitor) => (await who.call<{ Config: { FirstRun: boolean } }>('GET', `/users/${who.userId}`)).body.Config
const addLocation = async (Name: string) =>
  (await owner.call<{ LocationId: number }>('POST', `/venue/${venueId}/locations`, { body: { Name, TimeZone: 'Australia/Sydney', Region: 'NSW' } })).body
    .LocationId
const makeKey = async (LocationId: number) => (await owner.call<{ Key: string }>('POST', '/tillkeys', { body: { LocationId, Name: 'Till 1' } })).body.Key
const ring = async (key: string, sale: object) => {
  const answer = await fetch(`${app.url}/api/pos/v1/sales`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ Sales: [sale] }),
  })
  return { status: answer.status, body: (await answer.json()) as { Accepted?: number; Rejected?: number } }
}

let bar = 0
let cellar = 0
let key = ''
const started = new Date().toISOString()
const now = () => new Date().toISOString()

describe('each step is told by what is really so', () => {
  it('begins with the venue alone', async () => {
    expect(await setupOf()).toEqual({
      Hidden: false,
      Venue: { Done: true, Since: expect.any(String), Name: 'The Anchor', Currency: 'AUD', WeekStart: 1, FinancialYearStart: '07-01' },
      Locations: { Done: false, Since: null, Places: [] },
      Sales: { Done: false, Since: null, Last: null, Keys: { Made: 0, MadeAt: null, LastUsedAt: null }, Import: null },
      People: { Done: false, Since: null, Joined: 0, Invited: 0 },
      Links: { Done: false, Since: null, Linked: [] },
    })
    expect((await configOf(owner)).FirstRun).toBe(true)
  })

  it('the venue, as it is changed', async () => {
    await owner.call('POST', `/venue/${venueId}/config`, { body: { Config: { WeekStart: 7, FinancialYearStart: '04-01', Currency: 'NZD' } } })
    expect((await setupOf()).Venue).toMatchObject({ WeekStart: 7, FinancialYearStart: '04-01', Currency: 'NZD' })
  })

  it('a location, once one trades', async () => {
    bar = await addLocation('Bar')
    const { Locations } = await setupOf()
    expect(Locations).toEqual({
      Done: true,
      Since: expect.any(String),
      Places: [{ LocationId: bar, Name: 'Bar', TimeZone: 'Australia/Sydney', DayStart: '05:00', Region: 'NSW' }],
    })
    expect(Locations.Since && Locations.Since >= started).toBe(true)
    await owner.call('PUT', `/venue/${venueId}/locations/config`, { body: { Locations: [{ LocationId: bar, Active: false }] } })
    expect((await setupOf()).Locations.Done).toBe(false)
    await owner.call('PUT', `/venue/${venueId}/locations/config`, { body: { Locations: [{ LocationId: bar, Active: true }] } })
    expect((await setupOf()).Locations.Done).toBe(true)
    cellar = await addLocation('Cellar')
  })

  it('a key, that a till came with it, and the first sale that was taken', async () => {
    key = await makeKey(bar)
    expect((await setupOf()).Sales).toMatchObject({ Done: false, Keys: { Made: 1, MadeAt: expect.any(String), LastUsedAt: null } })
    expect((await ring(`${key}x`, plainSale(now(), 450))).status).toBe(401)
    expect((await setupOf()).Sales.Keys.LastUsedAt).toBeNull()
    expect((await ring(key, { SaleId: 'wrong' })).body).toMatchObject({ Rejected: 1 })
    expect((await setupOf()).Sales).toMatchObject({ Done: false, Last: null, Keys: { LastUsedAt: expect.any(String) } })
    const closedAt = now()
    expect((await ring(key, plainSale(closedAt, 450, { SaleId: 'first', TerminalId: 'Till 1', Currency: 'NZD' }))).body).toMatchObject({ Accepted: 1 })
    const { Sales } = await setupOf()
    expect(Sales).toMatchObject({ Done: true, Since: expect.any(String), Last: { LocationId: bar, TerminalId: 'Till 1' }, Import: null })
    expect(Sales.Last && Sales.Last.ReceivedAt >= started).toBe(true)
    expect((await configOf(owner)).FirstRun).toBe(false)
    const { body: day } = await owner.call<{ Totals: { Net: number } }>('GET', `/sales/day?FromDate=${Sales.Last?.Day}&ToDate=${Sales.Last?.Day}`)
    expect(day.Totals.Net).toBe(4.5)
  })

  it('people, from the invitation on', async () => {
    const made = await owner.call<{ EmployeeId: number }>('POST', '/register', {
      body: { FirstName: 'Mia', Surname: 'Tanaka', Email: 'mia@anchor.example' },
    })
    expect(made.status).toBe(200)
    expect((await setupOf()).People).toMatchObject({ Done: false })
    const { EmployeeId } = made.body
    const given = await owner.call('POST', `/employees/${EmployeeId}/register`, {
      body: { EmployeeId, Permissions: [{ Tag: 'can_viewsales' }], Locations: [bar] },
    })
    expect({ status: given.status, body: given.status === 200 ? undefined : given.body }).toEqual({ status: 200, body: undefined })
    expect((await setupOf()).People).toMatchObject({ Done: true, Since: expect.any(String), Joined: 0, Invited: 1 })
    await employ(app.database, await makePerson(app.database, 'carl'), venueId)
    expect((await setupOf()).People).toMatchObject({ Joined: 1, Invited: 1 })
  })

  it('a link', async () => {
    const linked = await owner.call('POST', `/venue/${venueId}/location/${bar}/tyro`, { body: { TyroId: '4711' } })
    if (linked.status !== 200) throw new Error(JSON.stringify(linked.body))
    expect((await setupOf()).Links).toEqual({ Done: true, Since: expect.any(String), Linked: ['Tyro'] })
  })

  it('nothing of it at another venue', async () => {
    expect(await setupOf(bell)).toMatchObject({
      Locations: { Done: false },
      Sales: { Done: false, Keys: { Made: 0 } },
      People: { Done: false },
      Links: { Done: false },
    })
    expect((await configOf(bell)).FirstRun).toBe(true)
  })
})

describe('who reads it', () => {
  it('whoever may change settings; people are for whoever may see them', async () => {
    await employ(app.database, await makePerson(app.database, 'reader'), venueId, ['can_viewsales', 'can_viewdashboard'])
    const reader = await signedIn(app.url, 'reader', PASSWORD)
    expect((await reader.call('GET', '/setup')).status).toBe(403)
    expect((await reader.call('PUT', '/setup', { body: { Hidden: true } })).status).toBe(403)
    await employ(app.database, await makePerson(app.database, 'setter'), venueId, ['can_editsettings'])
    expect((await setupOf(await signedIn(app.url, 'setter', PASSWORD))).People).toBeNull()
  })

  it('sees their own locations, with the keys and sales there', async () => {
    await employ(app.database, await makePerson(app.database, 'cellarer'), venueId, ['can_editsettings'], [cellar])
    const cellarer = await signedIn(app.url, 'cellarer', PASSWORD)
    expect(await setupOf(cellarer)).toMatchObject({
      Locations: { Places: [{ Name: 'Cellar' }] },
      Sales: { Done: false, Last: null, Keys: { Made: 0 } },
      Links: { Done: false },
    })
    expect((await cellarer.call<{ Keys: unknown[] }>('GET', '/tillkeys')).body.Keys).toEqual([])
    expect((await cellarer.call('POST', '/tillkeys', { body: { LocationId: bar, Name: 'Mine' } })).status).toBe(404)
    const { body } = await owner.call<{ Keys: { KeyId: number }[] }>('GET', '/tillkeys')
    expect((await cellarer.call('DELETE', `/tillkeys/${body.Keys[0]?.KeyId}`)).status).toBe(404)
    expect((await bell.call('DELETE', `/tillkeys/${body.Keys[0]?.KeyId}`)).status).toBe(404)
  })
})

it('a revoked key ends at once, and what it sent stays', async () => {
  const { body } = await owner.call<{ Keys: { KeyId: number; Name: string; Begins: string; LastUsedAt: string | null }[] }>('GET', '/tillkeys')
  expect(body.Keys).toEqual([expect.objectContaining({ Name: 'Till 1', Begins: key.slice(0, 8), LastUsedAt: expect.any(String) })])
  expect(JSON.stringify(body)).not.toContain(key)
  expect((await owner.call('DELETE', `/tillkeys/${body.Keys[0]?.KeyId}`)).status).toBe(204)
  expect((await ring(key, plainSale(now(), 450))).status).toBe(401)
  expect((await owner.call('DELETE', `/tillkeys/${body.Keys[0]?.KeyId}`)).status).toBe(404)
  expect((await setupOf()).Sales).toMatchObject({ Done: true, Keys: { Made: 0 }, Last: { TerminalId: 'Till 1' } })
  const actions = await app.database.inVenue(
    venueId,
    (sql) => sql<{ action: string; subject: string }[]>`select action, subject from audit_event where action like 'location-key.%' order by at`,
  )
  expect(actions).toEqual([
    { action: 'location-key.made', subject: 'Till 1' },
    { action: 'location-key.revoked', subject: 'Till 1' },
  ])
})

describe('the list', () => {
  it('is put aside for the venue, and found again', async () => {
    expect((await bell.call<Setup>('PUT', '/setup', { body: { Hidden: true } })).body.Hidden).toBe(true)
    expect((await configOf(bell)).FirstRun).toBe(false)
    expect((await setupOf()).Hidden).toBe(false)
    expect((await bell.call<Setup>('PUT', '/setup', { body: { Hidden: false } })).body.Hidden).toBe(false)
    expect((await configOf(bell)).FirstRun).toBe(true)
  })

  it('tells sales that came from a file, however old they are', async () => {
    const file = 'Day,Item,Total\n2026-01-02,Flat white,4.50\n2026-01-03,Banana bread,6.00\n'
    const { body: read } = await uploaded(bell, file, 'january.csv')
    await bell.call('POST', `/venue/${bell.venueId}/locations`, { body: { Name: 'Tower', TimeZone: 'Australia/Sydney' } })
    const Mapping: ImportMapping = { Columns: { Date: 'Day', Name: 'Item', Net: 'Total' }, Defaults: { Location: 'Tower' } }
    expect((await bell.call('POST', '/imports/runs', { body: { FileId: read.FileId, Mapping } })).status).toBe(200)
    for (;;) {
      const { Sales } = await setupOf(bell)
      if (Sales.Import?.Status === 'done') break
      await sleep(30)
    }
    expect((await setupOf(bell)).Sales).toMatchObject({
      Done: true,
      Last: { Day: expect.stringMatching(/^2026-01-0[23]$/) },
      Import: { FileName: 'january.csv', Accepted: 2, At: expect.any(String) },
    })
  })
})
