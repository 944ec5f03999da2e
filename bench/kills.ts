import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomFor } from '#db/demo/random.ts'
import { type Reconciled, reconcileVenue } from '#features/sums/reconcile.job.ts'
import { connectAsOwner, openDatabase } from '#platform/database/database.ts'
import { startPostgres } from '#platform/database/embedded-postgres.ts'
import { freePort } from '#platform/web/free-port.ts'
import { type Figure, percentile, report } from './results.ts'
import { startServer } from './server-process.ts'
import { type Batch, batchesOf, benchSales, ConnectionCut, sendBatch } from './till.ts'

/**
 * Kills the server, database and all, with kill -9 while sales come in and a request is in flight, again and again. The
 * sender's journal on disk is the judge: every sale it was told of is there exactly once, and the rollup equals the lines.
 */

const SEED = Number(process.env.SEED ?? 20_261_120)
const KILLS = Number(process.env.KILLS ?? 20)
const BATCH = 20

const random = randomFor(SEED, 'kills')
const folder = mkdtempSync(join(tmpdir(), 'daybook-kills-'))
const journal = join(folder, 'journal.txt')
const port = await freePort()
const environment = { DAYBOOK_DATA: join(folder, 'data'), INTAKE_PER_SECOND: '100000', SAMPLE_HISTORY: 'off' }
const batches = batchesOf(benchSales(SEED, KILLS * 400 * BATCH, 'KILL'), BATCH)

let at = 0
let resent = 0
let inFlight: Batch | undefined
/** The batch nobody knows the fate of. */
let cut: Batch | undefined
const recoveries: number[] = []
try {
  for (let kill = 0; kill < KILLS; kill += 1) {
    const server = await startServer(port, environment)
    recoveries.push(server.readyAfterMs)
    const sending = sendUntilCut(server.url)
    await sleep(200 + random.next() * 1_800)
    // Only with a request on its way: the interesting moment is between its effect and its answer.
    while (inFlight === undefined) await sleep(1)
    // Anywhere on its way: a batch takes about as long as this may wait.
    await sleep(random.next() * 20)
    await server.end('SIGKILL')
    await sending
  }
  await judge()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Sends batch after batch, journalling before the next; one that got no answer is sent again after the restart. */
async function sendUntilCut(url: string): Promise<void> {
  for (;;) {
    const batch = batches[at]
    if (!batch) throw new Error('The bench ran out of sales; make more.')
    inFlight = batch
    try {
      const results = await sendBatch(url, cut === batch ? underAnotherName(batch) : batch)
      if (results.some(({ Status }) => Status !== 'accepted' && Status !== 'duplicate')) throw new Error(`Refused: ${JSON.stringify(results)}`)
      if (results.some(({ Status }) => Status === 'duplicate')) resent += 1
      appendFileSync(journal, batch.sales.map(({ SaleId, Totals }) => `${SaleId}\t${Totals.Total}\n`).join(''), { flush: true })
      at += 1
    } catch (error) {
      if (error instanceof ConnectionCut) {
        cut = batch
        return
      }
      throw error
    } finally {
      inFlight = undefined
    }
  }
}

/** The same sales as a batch nobody has seen: only the sales themselves can tell that they are there. */
function underAnotherName(batch: Batch): Batch {
  const batchId = randomUUID()
  return { ...batch, batchId, body: batch.body.replace(batch.batchId, batchId) }
}

async function judge(): Promise<void> {
  const acknowledged = new Map(
    readFileSync(journal, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split('\t') as [string, string]),
  )
  const postgres = await startPostgres({ dataDir: join(environment.DAYBOOK_DATA, 'postgres'), log: () => {} })
  const sql = connectAsOwner(postgres.url)
  try {
    const stored = await sql<{ receipt: string; n: number; total: number }[]>`
      select receipt, count(*)::int as n, sum(total)::bigint as total from sale where receipt like 'KILL-%' group by receipt`
    const byReceipt = new Map(stored.map((row) => [row.receipt, row]))
    let lost = 0
    let changed = 0
    for (const [receipt, total] of acknowledged) {
      const row = byReceipt.get(receipt)
      if (!row) lost += 1
      else if (row.n !== 1 || row.total !== Number(total)) changed += 1
    }
    const doubled = stored.filter(({ n }) => n > 1).length
    const { mismatches, unsound } = await checked(postgres.url)
    const figures: Figure[] = [
      { what: 'kill -9 with a request in flight', value: KILLS, unit: 'times' },
      { what: 'sales acknowledged', value: acknowledged.size, unit: 'sales' },
      { what: 'batches stored before the kill, answered after it', value: resent, unit: 'batches' },
      { what: 'acknowledged sales lost', value: lost, unit: 'sales', goal: '0', met: lost === 0 },
      { what: 'acknowledged sales changed', value: changed, unit: 'sales', goal: '0', met: changed === 0 },
      { what: 'sales stored twice', value: doubled, unit: 'sales', goal: '0', met: doubled === 0 },
      { what: 'rows of the rollup that differ from the sales', value: mismatches.length, unit: 'rows', goal: '0', met: mismatches.length === 0 },
      { what: 'sales whose parts do not make the whole', value: unsound.length, unit: 'sales', goal: '0', met: unsound.length === 0 },
      { what: 'ready again after, median', value: percentile(recoveries.slice(1), 50), unit: 'ms' },
      { what: 'ready again after, longest', value: Math.max(...recoveries.slice(1)), unit: 'ms' },
    ]
    report('kills', figures, { seed: SEED })
    if (figures.some(({ met }) => met === false)) process.exitCode = 1
  } finally {
    await sql.end()
    await postgres.stop()
  }
}

/** Every day there is, against its sales and their lines. */
async function checked(url: string): Promise<Reconciled> {
  const database = openDatabase(url, 2)
  return reconcileVenue(database, 1, { all: true, now: new Date() }).finally(() => database.close())
}
