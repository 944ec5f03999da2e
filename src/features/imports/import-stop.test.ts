import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workInVenue } from '#platform/access/venue-work.ts'
import { connectAsOwner, type Database } from '#platform/database/database.ts'
import { employ, makePerson, makeVenue, PASSWORD } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { uploaded } from '#tests/upload.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import type { ImportRun } from './import.contract.ts'
import { performRun } from './import.job.ts'
import type { ImportOptions } from './import-file.job.ts'
import type { ImportMapping } from './import-mapping.rules.ts'
import { addRun, beginRun, failSalesRun, noteProgress } from './import-runs.sql.ts'
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

describe('an import that others keep waiting', () => {
  /** A database that gives up waiting early, and says how often it did. */
  const impatient = (limit: 'lock_timeout' | 'statement_timeout') => {
    const gaveUp: string[] = []
    const inVenue: Database['inVenue'] = (id, work) =>
      app.database
        .inVenue(id, async (sql) => {
          await sql`select set_config(${limit}, '500ms', true)`
          return work(sql)
        })
        .catch((error: { code?: string }) => {
          if (error.code === '55P03' || error.code === '57014') gaveUp.push(error.code)
          throw error
        })
    return { database: Object.create(app.database, { inVenue: { value: inVenue } }) as Database, gaveUp }
  }
  const linesOf = (mark: string, n: number) => Array.from({ length: n }, (_, i) => `${mark}${i},2026-11-12,Lager,1.10`)

  it.each([
    ['a lock', 'lock_timeout', '55P03', false],
    ['a statement', 'statement_timeout', '57014', false],
    ['a lock', 'lock_timeout', '55P03', true],
  ] as const)(
    'for %s past its limit (%s, %s; all or nothing: %s) goes on and is never further back than it was',
    async (_, limit, code, allOrNothing) => {
      const sql = connectAsOwner(app.databaseUrl)
      const mark = `${limit}${allOrNothing}`
      const file = `No,Day,Item,Total\n${linesOf(mark, 1200).join('\n')}\n`
      const asked = { fileId: null, fileName: 'held.csv', mappingName: '', mapping: MAPPING, corrections: [], check: false, allOrNothing }
      const now = () => new Date()
      const runId = await workInVenue(app.database, venueId, now(), (venue) => addRun(venue, asked))
      const { database, gaveUp } = impatient(limit)
      const parts: number[] = []
      const onProgress = ({ part }: { part: number }) => void parts.push(part)
      const work = performRun(
        database,
        venueId,
        { source: { file: fileOf(Buffer.from(file)) } },
        { mapping: MAPPING, allOrNothing, granted: null, runId, begunAt: now(), now, onProgress },
      )
      const held = sql.begin(async (holding) => {
        await holding`lock table sale_line in share mode`
        while (gaveUp.length < 4) await sleep(20)
      })
      const { status, counts } = await work
      await held
      await sql.end()
      expect([status, counts.accepted, counts.duplicates, counts.rowsRejected]).toEqual(['done', 1200, 0, 0])
      expect((await brought(runId))[0]?.n).toBe(1200)
      expect(gaveUp).toContain(code)
      expect(parts).toEqual(parts.toSorted((a, b) => a - b))
    },
    60_000,
  )

  it('is checked, then stored, and begun again after its process died is never further back than it was', async () => {
    const file = `No,Day,Item,Total\n${linesOf('again', 1800).join('\n')}\n`
    const asked = { fileId: null, fileName: 'again.csv', mappingName: '', mapping: MAPPING, corrections: [], check: false, allOrNothing: false }
    const now = () => new Date()
    const runId = await workInVenue(app.database, venueId, now(), (venue) => addRun(venue, asked))
    const stands = async () => (await owner.call<ImportRun>('GET', `/imports/runs/${runId}`)).body
    const work = (onProgress: (part: number) => void) =>
      performRun(
        app.database,
        venueId,
        { source: { file: fileOf(Buffer.from(file)) } },
        { mapping: MAPPING, granted: null, runId, begunAt: now(), now, onProgress: ({ part }) => onProgress(part) },
      )
    expect((await stands()).Phase).toBe('Check')
    await workInVenue(app.database, venueId, now(), (venue) => beginRun(venue, runId))
    await workInVenue(app.database, venueId, now(), (venue) => noteProgress(venue, runId, 0.75))
    expect(await stands()).toMatchObject({ Progress: 0.75, Phase: 'Store' })
    const parts: number[] = []
    await work((part) => parts.push(part))
    expect(Math.min(...parts)).toBeGreaterThanOrEqual(0.75)
    expect(await stands()).toMatchObject({ Status: 'done', Progress: 1, Accepted: 1800, Duplicates: 0, Phase: null })
  }, 60_000)
})
