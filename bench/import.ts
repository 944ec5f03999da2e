import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
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
 * takes meanwhile. The real server and PostgreSQL with fsync share the processors.
 */

const ROWS = Number(process.env.ROWS ?? 500_000)
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
  const figures: Figure[] = []
  for (const [what, mark, parts] of [
    ['rows of an order together', 'T', 1],
    ['every order in three parts', 'S', 3],
  ] as const) {
    const FileId = await uploaded(owner, fileOf(mark, parts))
    const check = await timed(owner, { FileId, Mapping: MAPPING, Check: true })
    const stored = await timed(owner, { FileId, Mapping: MAPPING })
    const [outlook, undone] = await undoing(owner, stored.runId)
    const told = (which: string, value: number, unit: string, most: number): Figure => ({
      what: `${what}: ${which}`,
      value,
      unit,
      goal: `≤ ${most}`,
      met: value <= most,
    })
    figures.push(
      told('check', check.seconds, 's', (20 * ROWS) / 500_000),
      told('import', stored.seconds, 's', (60 * ROWS) / 500_000),
      told('what undoing would do', outlook, 's', 3),
      told('undoing', undone, 's', (60 * ROWS) / 500_000),
      told('more memory of the server', Math.max(check.moreBytes, stored.moreBytes) / MEGABYTE, 'MB', 150),
    )
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
function fileOf(mark: string, parts: number): Buffer {
  const orders = Math.floor(ROWS / 3)
  const lines = ['No,Day,At,Where,Item,Qty,Total,Paid']
  for (let part = 0; part < parts; part += 1) {
    for (let order = 0; order < orders; order += 1) {
      const day = addDays(FIRST_DAY, Math.floor((order * DAYS) / orders))
      const at = `${String(8 + (order % 14)).padStart(2, '0')}:${String(order % 60).padStart(2, '0')}`
      for (let line = part; line < 3; line += parts === 1 ? 1 : 3) {
        const item = (order * 7 + line * 31) % 400
        lines.push(`${mark}${order},${day},${at},${order % 2 === 0 ? 'Harbour Bar' : 'Vine Bistro'},Item ${item},1,${(item % 37) + 3}.50,Card`)
      }
    }
  }
  return gzipSync(lines.join('\n'))
}

async function uploaded(owner: Visitor, file: Buffer): Promise<string> {
  const { status, body } = await sent(owner, file, 'bench.csv.gz')
  if (status !== 200) throw new Error(`The upload was answered with ${status}: ${JSON.stringify(body)}`)
  return body.FileId
}

async function timed(owner: Visitor, asked: object): Promise<{ runId: string; seconds: number; moreBytes: number }> {
  const before = residentBytes()
  let most = before
  const startedAt = performance.now()
  const { body: started } = await owner.call<ImportRun>('POST', '/imports/runs', { body: asked })
  for (;;) {
    const { body: run } = await owner.call<ImportRun>('GET', `/imports/runs/${started.RunId}`)
    most = Math.max(most, residentBytes())
    if (run.Status !== 'waiting' && run.Status !== 'running') {
      if (run.Accepted !== Math.floor(ROWS / 3)) throw new Error(`The run ended as ${JSON.stringify(run)}`)
      return { runId: run.RunId, seconds: (performance.now() - startedAt) / 1000, moreBytes: most - before }
    }
    await sleep(100)
  }
}

/** How long it takes to say what undoing a run would do, and to undo it. */
async function undoing(owner: Visitor, runId: string): Promise<[outlook: number, undone: number]> {
  const asked = performance.now()
  const { status, body } = await owner.call<{ Sales: number }>('GET', `/imports/runs/${runId}/undo`)
  if (status !== 200 || body.Sales !== Math.floor(ROWS / 3)) throw new Error(`Asked what undoing would do, the server said ${status}: ${JSON.stringify(body)}`)
  const begun = performance.now()
  await owner.call('POST', `/imports/runs/${runId}/undo`)
  for (;;) {
    const { body: run } = await owner.call<ImportRun>('GET', `/imports/runs/${runId}`)
    if (run.Undo?.Status === 'done') return [(begun - asked) / 1000, (performance.now() - begun) / 1000]
    if (run.Undo?.Status === 'failed') throw new Error('The run could not be undone.')
    await sleep(100)
  }
}

function residentBytes(): number {
  const [, pages = '0'] = readFileSync(`/proc/${house.server.pid}/statm`, 'utf8').split(' ')
  return Number(pages) * 4096
}
