import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { ImportRun } from '#features/imports/import.contract.ts'
import { employ, makePerson, makeVenue, PASSWORD } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { uploaded } from '#tests/upload.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import { REFERRING } from './empty-locations.sql.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let app: StartedApp
let owner: Visitor
let venueId: number

beforeAll(async () => {
  app = await startApp({ sample: false })
  venueId = (await makeVenue(app.database, 'Quay', ['Bar'])).venueId
  await employ(app.database, await makePerson(app.database, 'quay-owner'), venueId, ['can_editsettings', 'can_viewsales'])
  owner = await signedIn(app.url, 'quay-owner', PASSWORD)
})
afterAll(() => app.close())

const runOf = async (runId: string, isSo: (run: ImportRun) => boolean): Promise<ImportRun> => {
  for (;;) {
    const { body } = await owner.call<ImportRun>('GET', `/imports/runs/${runId}`)
    if (isSo(body)) return body
    await new Promise((go) => setTimeout(go, 50))
  }
}
const bring = async (text: string): Promise<ImportRun> => {
  const { FileId } = (await uploaded(owner, `Day,Where,Item,Total\n${text}`, 'places.csv')).body
  const Mapping = { Columns: { Date: 'Day', Location: 'Where', Name: 'Item', Net: 'Total' }, NewLocations: { TimeZone: 'Australia/Sydney' } }
  const { body } = await owner.call<ImportRun>('POST', '/imports/runs', { body: { FileId, Mapping } })
  return runOf(body.RunId, ({ Status }) => Status !== 'waiting' && Status !== 'running')
}
const undo = async ({ RunId }: ImportRun) => {
  await owner.call('POST', `/imports/runs/${RunId}/undo`)
  await runOf(RunId, ({ Undo }) => Undo?.Status === 'done')
}
type Places = { Locations: { LocationId: number; Name: string }[] }
const empty = async () => (await owner.call<Places>('GET', `/venue/${venueId}/locations/empty`)).body.Locations
const places = async () => (await owner.call<Places>('GET', `/venue/${venueId}/locations/config`)).body.Locations.map(({ Name }) => Name)
const remove = (locationId: number) => owner.call('DELETE', `/venue/${venueId}/locations/${locationId}`)

it('a location that an import made can be removed once its sales are taken back, and is made anew by the next file', async () => {
  const run = await bring('2026-11-02,Bar,Lager,9.80\n2026-11-02,Brunswick,Lager,9.80\n2026-11-02,Fitzroy,Lager,9.80\n')
  expect([run.NewLocations, await empty()]).toEqual([['Brunswick', 'Fitzroy'], []])
  await undo(run)
  const [brunswick, fitzroy] = await empty()
  expect([brunswick?.Name, fitzroy?.Name]).toEqual(['Brunswick', 'Fitzroy'])

  // Whoever gives it a till uses it.
  const key = await owner.call('POST', '/tillkeys', { body: { LocationId: fitzroy?.LocationId, Name: 'Front' } })
  expect(key.status, JSON.stringify(key.body)).toBe(200)
  expect(await empty()).toEqual([brunswick])
  expect((await remove(fitzroy?.LocationId ?? 0)).body.ResponseStatus?.ErrorCode).toBe('LocationInUse')

  expect((await remove(brunswick?.LocationId ?? 0)).status).toBe(204)
  expect(await places()).toEqual(['Bar', 'Fitzroy'])
  expect((await remove(brunswick?.LocationId ?? 0)).body.ResponseStatus?.ErrorCode).toBe('LocationNotFound')
  const trail = await app.database.inVenue(
    venueId,
    (sql) => sql<{ subject: string }[]>`select subject from audit_event where action = 'venue.location-removed'`,
  )
  expect(trail.map(({ subject }) => subject)).toEqual(['Brunswick'])

  const again = await bring('2026-11-02,Brunswick,Lager,9.80\n')
  expect([again.NewLocations, again.Accepted]).toEqual([['Brunswick'], 1])
  expect(await places()).toEqual(['Bar', 'Fitzroy', 'Brunswick'])
})

it('one that somebody made, or that sold something, stays', async () => {
  const there = await app.database.inVenue(venueId, (sql) => sql<{ id: number }[]>`select location_id as id from location where name = 'Bar'`)
  expect((await remove(there[0]?.id ?? 0)).body.ResponseStatus?.ErrorCode).toBe('LocationInUse')
})

/** Derived from sales, or of something that is looked at by what it belongs to. */
const BESIDE = [
  /^(sale|sale_.*|rollup|rollup_.*|running_total|trading_day_state|packed_guests|product_day|sheet_sold|sheet_taken|fraud_day|loyalty_day|loyalty_entry|loyalty_movement)$/,
  /^(location|location_calendar|import_run|link_authorisation|marketplace_group|marketplace_item|payment_day|payment_entry|purchase_sum|reservation_day|stock_latest)$/,
]

it('every table that names a location is looked at', async () => {
  const columns = await app.database.house<{ table: string; column: string }[]>`
    select c.table_name as table, c.column_name as column from information_schema.columns c join information_schema.tables t
      on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
    where c.table_schema = 'public' and c.column_name ~ '(^|_)location_id$' and c.data_type = 'integer' order by 1, 2`
  const wanted = columns.filter(({ table }) => !BESIDE.some((beside) => beside.test(table))).map(({ table, column }) => `${table}.${column}`)
  expect(wanted.sort()).toEqual(REFERRING.map(([table, column]) => `${table}.${column}`).sort())
})
