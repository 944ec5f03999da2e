import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import { SAMPLE_PASSWORD } from '#db/demo/cast.ts'
import type { ImportRun } from '#features/imports/import.contract.ts'
import type { ImportMapping } from '#features/imports/import-mapping.rules.ts'
import { addDays } from '#shared/day.ts'
import { uploaded as sent } from '#tests/upload.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import { type Figure, report } from './results.ts'
import { openSampleHouse } from './sample-house.ts'

/**
 * How long a file of ROWS rows, three to an order, three years of two locations, takes on the path of the screen: its check, its import, and undoing that; once with
 * the rows of each order together, and once with every order in three parts far from each other. And how much more memory the server
 * takes meanwhile than before the first file, and the program that reads the file. The real server and PostgreSQL with fsync share the processors.
 * PARTS=1 or PARTS=3 measures one of the two, CHECK=off leaves the check out: ten million rows take most of an hour.
 */

const ROWS = Number(process.env.ROWS ?? 500_000)
const PARTS = process.env.PARTS?.split(',').map(Number) ?? [1, 3]
const CHECK = process.env.CHECK !== 'off'
const DAYS = 1095
const FIRST_DAY = '2023-10-01'
const MEGABYTE = 1_048_576
const MAPPING: ImportMapping = {
  Columns: { SaleId: 'No', Date: 'Day', Time: 'At', Location: 'Where', Name: 'Item', Quantity: 'Qty', Net: 'Total', Tender: 'Paid' },
  DateFormat: 'YYYY-MM-DD',
  TimeFormat: 'HH:mm',
  Rows: 'SameSaleId',
}

const house = await openSampleHouse({ READS_PER_MINUTE: '100000' })
try {
  const owner = await signedIn(house.server.url, 'owner', SAMPLE_PASSWORD)
  const before = residentBytes(house.server.pid)
  const figures: Figure[] = []
  for (const parts of PARTS) {
    const what = parts === 1 ? 'rows of an order together' : 'every order in three parts'
    const told = (which: string, value: number, unit: string, most: number) =>
      figures.push({ what: `${what}: ${which}`, value, unit, goal: `≤ ${most}`, met: value <= most })
    const FileId = await uploaded(owner, await fileOf(parts === 1 ? 'T' : 'S', parts))
    const runs: Taken[] = []
    for (const Check of CHECK ? [true, false] : [false]) {
      const taken = await timed(owner, { FileId, Mapping: MAPPING, Check })
      runs.push(taken)
      told(Check ? 'check' : 'import', taken.seconds, 's', ((Check ? 20 : 60) * ROWS) / 500_000)
    }
    told('more memory of the server', (Math.max(...runs.map(({ server }) => server)) - before) / MEGABYTE, 'MB', 150)
    told('memory of the program that reads', Math.max(...runs.map(({ reader }) => reader)) / MEGABYTE, 'MB', 150)
    const undoing = await undone(owner, runs.at(-1)?.runId ?? '')
    told('what undoing would do', undoing.outlook, 's', 3)
    told('undoing', undoing.seconds, 's', (60 * ROWS) / 500_000)
    told('more memory of the server while undoing', (undoing.server - before) / MEGABYTE, 'MB', 150)
  }
  report('import', figures, { rows: ROWS })
  if (figures.some(({ met }) => met === false)) process.exitCode = 1
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await house.close()
}

/** Orders of three rows, in the order of their days; in parts, all first rows come before all second ones. */
function fileOf(mark: string, parts: number): Promise<Buffer> {
  const orders = Math.floor(ROWS / 3)
  const rows = function* () {
    let lines = ['No,Day,At,Where,Item,Qty,Total,Paid\n']
    for (let part = 0; part < parts; part += 1) {
      for (let order = 0; order < orders; order += 1) {
        const day = addDays(FIRST_DAY, Math.floor((order * DAYS) / orders))
        const at = `${String(8 + (order % 14)).padStart(2, '0')}:${String(order % 60).padStart(2, '0')}`
        for (let line = part; line < 3; line += parts === 1 ? 1 : 3) {
          const item = (order * 7 + line * 31) % 400
          lines.push(`${mark}${order},${day},${at},${order % 2 === 0 ? 'Harbour Bar' : 'Vine Bistro'},Item ${item},1,${(item % 37) + 3}.50,Card\n`)
        }
        if (lines.length < 10_000) continue
        yield lines.join('')
        lines = []
      }
    }
    yield lines.join('')
  }
  return buffer(Readable.from(rows()).pipe(createGzip()))
}

async function uploaded(owner: Visitor, file: Buffer): Promise<string> {
  const { status, body } = await sent(owner, file, 'bench.csv.gz')
  if (status !== 200) throw new Error(`The upload was answered with ${status}: ${JSON.stringify(body)}`)
  return body.FileId
}

/** How a run or its undoing went, and the most bytes the server and the program that reads took meanwhile. */
interface Taken {
  runId: string
  seconds: number
  server: number
  reader: number
}

async function timed(owner: Visitor, asked: object): Promise<Taken> {
  const { body } = await owner.call<ImportRun>('POST', '/imports/runs', { body: asked })
  const { run, ...taken } = await watched(owner, body.RunId, ({ Status }) => Status !== 'waiting' && Status !== 'running')
  if (run.Accepted !== Math.floor(ROWS / 3)) throw new Error(`The run ended as ${JSON.stringify(run)}`)
  return taken
}

/** How long it takes to say what undoing a run would do, and to undo it. */
async function undone(owner: Visitor, runId: string): Promise<Taken & { outlook: number }> {
  const asked = performance.now()
  const { status, body } = await owner.call<{ Sales: number }>('GET', `/imports/runs/${runId}/undo`)
  const outlook = (performance.now() - asked) / 1000
  if (status !== 200 || body.Sales !== Math.floor(ROWS / 3)) throw new Error(`Asked what undoing would do, the server said ${status}: ${JSON.stringify(body)}`)
  await owner.call('POST', `/imports/runs/${runId}/undo`)
  const { run, ...taken } = await watched(owner, runId, ({ Undo }) => Undo?.Status === 'done' || Undo?.Status === 'failed')
  if (run.Undo?.Status === 'failed') throw new Error('The run could not be undone.')
  return { ...taken, outlook }
}

async function watched(owner: Visitor, runId: string, isOver: (run: ImportRun) => boolean): Promise<Taken & { run: ImportRun }> {
  const startedAt = performance.now()
  let [server, reader, told] = [0, 0, 0]
  for (;;) {
    const { body: run } = await owner.call<ImportRun>('GET', `/imports/runs/${runId}`)
    const seconds = (performance.now() - startedAt) / 1000
    const now = residentBytes(house.server.pid)
    server = Math.max(server, now)
    reader = Math.max(reader, ...readers().map(residentBytes))
    if (seconds > told + 60 || isOver(run)) {
      told = seconds
      console.error(`${Math.round(seconds)} s: ${run.Undo?.Progress ?? run.Progress}, server ${Math.round(now / MEGABYTE)} MB`)
    }
    if (isOver(run)) return { run, runId, seconds, server, reader }
    await sleep(100)
  }
}

/** The programs that the server started. */
function readers(): number[] {
  return readFileSync(`/proc/${house.server.pid}/task/${house.server.pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

function residentBytes(pid: number): number {
  try {
    const [, pages = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')
    return Number(pages) * 4096
  } catch {
    return 0
  }
}
