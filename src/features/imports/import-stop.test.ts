import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { workInVenue } from '#platform/access/venue-work.ts'
import { employ, makePerson, makeVenue, PASSWORD } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { uploaded } from '#tests/upload.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import type { ImportRun } from './import.contract.ts'
import { performRun } from './import.job.ts'
import type { ImportOptions } from './import-file.job.ts'
import type { ImportMapping } from './import-mapping.rules.ts'
import { addRun, failSalesRun } from './import-runs.sql.ts'
import { fileOf } from './nameless-file.adapter.ts'

const ORDERS = 20_000
const MAPPING: ImportMapping = { Columns: { SaleId: 'No', Date: 'Day', Name: 'Item', Net: 'Total' }, Rows: 'SameSaleId' }
const FILE = `No,Day,Item,Total\n${Array.from({ length: ORDERS }, (_, i) => `${i},2026-11-0${1 + (i % 9)},Lager,1.10`).join('\n')}\n`

let app: StartedApp
let owner: Visitor
let venueId: number
beforeAll(async () => {
  app = await startApp({ sample: false })
  const person = await makePerson(app.database, 'stopper')
  venueId = (await makeVenue(app.database, 'Stopping House', ['Bar'])).venueId
  await employ(app.database, person, venueId, ['can_editsettings', 'can_viewsales'])
  owner = await signedIn(app.url, 'stopper', PASSWORD)
})
afterAll(() => app.close())

const begin = async (asked: object = {}): Promise<string> => {
  const { body } = await uploaded(owner, FILE, 'long.csv')
  const started = await owner.call<ImportRun>('POST', '/imports/runs', { body: { FileId: body.FileId, Mapping: MAPPING, ...asked } })
  expect(started.status).toBe(200)
  return started.body.RunId
}
const until = async (runId: string, isSo: (run: ImportRun) => boolean): Promise<ImportRun> => {
  for (;;) {
    const { body } = await owner.call<ImportRun>('GET', `/imports/runs/${runId}`)
    if (isSo(body)) return body
    await sleep(20)
  }
}
const isOver = ({ Status }: ImportRun) => Status !== 'waiting' && Status !== 'running'
const stop = (runId: string) => owner.call<ImportRun>('POST', `/imports/runs/${runId}/stop`)
const stored = async () => {
  const [row] = await app.database.readVenue(venueId, (sql) => sql<{ n: number }[]>`select count(*)::int as n from sale where venue_id = ${venueId}`)
  return row?.n ?? 0
}

const brought = (runId: string) =>
  app.database.readVenue(
    venueId,
    (sql) => sql<{ n: number }[]>`select count(*)::int as n from sale where venue_id = ${venueId} and batch_id = ${runId} and kind <> 5`,
  )

it('an import that is stopped keeps what was stored by then, says so, and goes on when the file is imported again', async () => {
  const runId = await begin()
  const going = await until(runId, (run) => isOver(run) || (run.RowsDone > 0 && run.Accepted > 0))
  expect(going).toMatchObject({ Status: 'running', RowsRead: ORDERS })
  expect(going.RowsDone).toBeGreaterThanOrEqual(going.Accepted)
  expect(going.RowsDone).toBeLessThan(ORDERS)
  expect(going.Totals).toEqual([{ Currency: 'AUD', Total: Math.round(going.Accepted * 110) / 100 }])
  expect((await stop(runId)).status).toBe(200)
  const stopped = await until(runId, isOver)
  expect(stopped).toMatchObject({ Status: 'stopped', RowsRead: ORDERS, RowsRejected: 0 })
  expect(stopped.Accepted).toBeGreaterThan(0)
  expect(stopped.Accepted).toBeLessThan(ORDERS)
  expect(await stored()).toBe(stopped.Accepted)
  const { body: setup } = await owner.call<{ Sales: { Import: { Status: string } } }>('GET', '/setup')
  expect(setup.Sales.Import.Status).toBe('stopped')
  const again = await until(await begin(), isOver)
  expect(again).toMatchObject({ Status: 'done', Accepted: ORDERS - stopped.Accepted, Duplicates: stopped.Accepted })
  // One that has ended stays as it is.
  expect((await stop(runId)).body).toMatchObject({ Status: 'stopped' })
  expect((await stop(again.RunId)).body).toMatchObject({ Status: 'done' })
}, 300_000)

it('an import whose process died is begun again, and counts what it had stored as its own', async () => {
  const file = FILE.replaceAll('\n1', '\nK1').replaceAll('\n2', '\nK2')
  const asked = { fileId: null, fileName: 'long.csv', mappingName: '', mapping: MAPPING, corrections: [], check: false, allOrNothing: false }
  const now = () => new Date()
  const runId = await workInVenue(app.database, venueId, now(), (venue) => addRun(venue, asked))
  const work = (onProgress: ImportOptions['onProgress'], signal?: AbortSignal) =>
    performRun(
      app.database,
      venueId,
      { source: { file: fileOf(Buffer.from(file)) } },
      { mapping: MAPPING, granted: null, runId, begunAt: new Date(), now, ...(onProgress && { onProgress }), ...(signal && { signal }) },
    )
  const dying = new AbortController()
  await expect(work(({ part }) => part > 0.7 && dying.abort(new Error('gone')), dying.signal)).rejects.toThrow('gone')
  const [{ n: before } = { n: 0 }] = await brought(runId)
  expect(before).toBeGreaterThan(0)
  // What was on its way was waited for: nothing is stored behind the back of whoever counts.
  await sleep(500)
  expect((await brought(runId))[0]?.n).toBe(before)
  await workInVenue(app.database, venueId, now(), (venue) => failSalesRun(venue, runId, new Error('gone')))
  expect(await until(runId, isOver)).toMatchObject({ Status: 'failed', Accepted: before, Totals: [{ Currency: 'AUD', Total: Math.round(before * 110) / 100 }] })
  const { counts } = await work(undefined)
  const [after] = await brought(runId)
  expect(after?.n).toBeGreaterThan(before)
  expect(counts.accepted).toBe(after?.n)
  expect([counts.accepted + counts.duplicates, counts.lines, counts.totals]).toEqual([ORDERS, after?.n, { AUD: (after?.n ?? 0) * 110 }])
  expect((await until(runId, isOver)).Accepted).toBe(after?.n)
}, 300_000)

it('where all or nothing was asked for, nothing is stored', async () => {
  const before = await stored()
  const runId = await begin({ AllOrNothing: true })
  await until(runId, ({ Progress }) => Progress > 0.35)
  await stop(runId)
  expect(await until(runId, isOver)).toMatchObject({ Status: 'stopped', Accepted: 0 })
  expect(await stored()).toBe(before)
}, 300_000)
