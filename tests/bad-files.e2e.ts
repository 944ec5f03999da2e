import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CardMapping } from '#features/imports/cards/card-mapping.rules.ts'
import type { ImportRun } from '#features/imports/import.contract.ts'
import type { ImportMapping } from '#features/imports/import-mapping.rules.ts'
import { freePort } from '#platform/web/free-port.ts'
import { type ServerProcess, startServer } from '../bench/server-process.ts'
import { BAD_FILES } from './bad-files.ts'
import { sampled } from './sampled.ts'
import { uploaded } from './upload.ts'
import { signedIn, type Visitor } from './visitor.ts'

// The server as people run it, with its own database: what ends the one ends the other.

const dataFolder = mkdtempSync(join(tmpdir(), `daybook-test-${process.pid}-`))
let server: ServerProcess
let owner: Visitor
let other: Visitor
let database: string

beforeAll(async () => {
  const settings = { DAYBOOK_DATA: dataFolder, SAMPLE_HISTORY: 'off', SECOND_FACTOR: 'optional', DATABASE_URL: '', NODE_ENV: '', WRITES_PER_MINUTE: '10000' }
  server = await startServer(await freePort(), { ...settings, READS_PER_MINUTE: '1000000' })
  owner = await signedIn(server.url, 'owner', 'harbour-and-vine')
  other = await signedIn(server.url, 'manager', 'harbour-and-vine')
  database = postmaster()
}, 120_000)

afterAll(async () => {
  if (!server.exited()) await server.end('SIGTERM')
  rmSync(dataFolder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
})

const postmaster = () => readFileSync(join(dataFolder, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0] ?? ''

/** The most memory the server ever had, in MB, where the system tells. */
const mostMemory = (): number => {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
/** The server itself takes a third of it; a file is handed over in 20 MB, and comes back from the database as many. */
const MOST_MEMORY_MB = 600

/** Each is another file, however often it comes. */
let made = 0

/** Files of sales and of cards are handed over at two places and read in the same way. */
type At = '/imports' | '/loyalty/imports'

const upload = (body: Buffer, at: At = '/imports') =>
  at === '/imports'
    ? uploaded<{ FileId: string; Columns: string[] }>(owner, body, `bad-${made++}.xlsx`)
    : owner.call<{ FileId: string; Columns: string[] }>('POST', `${at}/files?Name=bad.xlsx`, { body, headers: { 'content-type': 'application/octet-stream' } })

const check = async (FileId: string, Mapping: ImportMapping | CardMapping, at: At = '/imports'): Promise<ImportRun> => {
  const { body } = await owner.call<ImportRun>('POST', `${at}/runs`, { body: { FileId, Mapping, Check: true } })
  for (;;) {
    const run = await owner.call<ImportRun>('GET', `${at}/runs/${body.RunId}`)
    if (run.body.Status !== 'waiting' && run.body.Status !== 'running') return run.body
    await sleep(50)
  }
}

/** Somebody else at work all the while, until told to stop; what they were answered. */
const meanwhile = async <T>(work: () => Promise<T>): Promise<{ result: T; answers: Set<number> }> => {
  const answers = new Set<number>()
  let going = true
  const reading = (async () => {
    do answers.add((await other.call('GET', '/sales/day?FromDate=2026-11-01&ToDate=2026-11-07')).status)
    while (going)
  })()
  try {
    return { result: await work(), answers }
  } finally {
    going = false
    await reading
  }
}

const expectUnharmed = () => {
  expect(server.exited()).toBe(false)
  expect(postmaster()).toBe(database)
  expect(mostMemory()).toBeLessThan(MOST_MEMORY_MB)
}

/** Hands a file over and has it checked, where it comes so far, and tells how it was refused. */
const refusalOf = async (bytes: Buffer, at: At = '/imports') => {
  const { status, body } = await upload(bytes, at)
  if (status !== 200) return { later: false, ErrorCode: body.ResponseStatus?.ErrorCode, Message: body.ResponseStatus?.Message }
  const [column = ''] = body.Columns
  const mapping = at === '/imports' ? { Columns: { Date: column, Net: column }, Defaults: { Location: 'Harbour Bar' } } : { Columns: { CardNumber: column } }
  const run = await check(body.FileId, mapping, at)
  return { later: true, ErrorCode: run.Failure?.ErrorCode, Message: run.Failure?.Message }
}

/** The first has ended servers; of the others some are tried each day. */
const TODAY = [...BAD_FILES.slice(0, 1), ...sampled(BAD_FILES.slice(1), ({ what }) => what)]

const CARDS_TODAY = [...BAD_FILES.slice(0, 1), ...sampled(BAD_FILES.slice(1), ({ what }) => `cards: ${what}`)]

describe('a file made to bring the server down', () => {
  it.each(TODAY.map((file) => [file.what, file] as const))(
    'is refused, and nobody else notices: %s',
    {
      timeout: 120_000,
    },
    async (_, { make, says, later = false }) => {
      const bytes = await make()
      const { result, answers } = await meanwhile(() => refusalOf(bytes))
      expect(result).toEqual({ later, ErrorCode: 'FileNotReadable', Message: expect.stringContaining(says) })
      expect([...answers]).toEqual([200])
      expectUnharmed()
    },
  )

  it.each(CARDS_TODAY.map((file) => [file.what, file] as const))(
    'is refused as a file of cards too, and nobody else notices: %s',
    {
      timeout: 120_000,
    },
    async (_, { make, says, later = false }) => {
      const bytes = await make()
      const { result, answers } = await meanwhile(() => refusalOf(bytes, '/loyalty/imports'))
      expect(result).toEqual({ later, ErrorCode: 'FileNotReadable', Message: expect.stringContaining(says) })
      expect([...answers]).toEqual([200])
      expectUnharmed()
    },
  )

  it('is refused, or told to come again, where many come at once', { timeout: 120_000 }, async () => {
    const bytes = await BAD_FILES[0]?.make()
    const { result, answers } = await meanwhile(() => Promise.all(Array.from({ length: 12 }, () => upload(bytes ?? Buffer.alloc(0)))))
    expect([...new Set(result.map(({ status }) => status))].every((status) => [422, 503, 429].includes(status))).toBe(true)
    expect(result.some(({ status }) => status === 422)).toBe(true)
    expect([...answers]).toEqual([200])
    expectUnharmed()
  })

  it('leaves a server that reads the next file', async () => {
    const { status, body } = await upload(Buffer.from('Day,Total\n2026-11-02,9.80\n'))
    expect(status).toBe(200)
    const checked = await check(body.FileId, { Columns: { Date: 'Day', Net: 'Total' }, Defaults: { Location: 'Harbour Bar' } })
    expect(checked).toMatchObject({ Status: 'done', Accepted: 1 })
    expectUnharmed()
  })
})
