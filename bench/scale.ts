import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '#platform/free-port.ts'
import { groupFolder, groupSize, makeGroup, startGroup } from './group-house.ts'
import { peopleOfGroup } from './group-people.ts'
import { askServer, type Measured, timeAll, warmUp } from './report-asking.ts'
import { rowsOf } from './report-draws.ts'
import { type Figure, percentile, report } from './results.ts'
import { startServer } from './server-process.ts'

/**
 * How the cost of the reports inside the server grows with the sales there are: the same questions, drawn from SEED, to groups of 1, 5 and 22 million
 * lines (SIZES). A group that was not made yet is made first; the largest takes half an hour.
 */

const SIZES = (process.env.SIZES ?? '1000000,5000000,22000000').split(',').map(Number)
const SEED = Number(process.env.SEED ?? 20_261_122)
const DRAWS = Number(process.env.DRAWS ?? 40)
const MOST = 1.5
const VENUE = 1

const bySize: { lines: number; measured: Measured[] }[] = []
for (const lines of SIZES) {
  if (!existsSync(join(groupFolder(lines), 'complete.json'))) await makeGroup(lines, 20_261_121)
  bySize.push({ lines: groupSize(lines).lines, measured: await measure(lines) })
}
show()

async function measure(lines: number): Promise<Measured[]> {
  const postgres = await startGroup(lines)
  try {
    const { locationIds, credential } = await peopleOfGroup(postgres.url, VENUE)
    const server = await startServer(await freePort(), { DATABASE_URL: postgres.url, NODE_ENV: 'production', READS_PER_MINUTE: '10000000' })
    const measured = rowsOf(SEED, DRAWS, locationIds, 1500).map((row): Measured => ({ row, times: {} }))
    const ask = askServer(server.url, credential)
    await warmUp(measured, ask)
    await timeAll(measured, 'http', DRAWS, ask)
    await server.end('SIGTERM')
    return measured
  } finally {
    await postgres.stop()
  }
}

function show(): void {
  const [first] = bySize
  const last = bySize.at(-1)
  const p50 = (measured: readonly Measured[] | undefined, row: number) => percentile(measured?.[row]?.times.inside ?? [], 50)
  const figures = (first?.measured ?? []).flatMap(({ row }, i): Figure[] => {
    const growth = p50(last?.measured, i) / p50(first?.measured, i)
    const at = bySize.map(({ lines, measured }) => `${(lines / 1e6).toFixed(1)} M ${p50(measured, i).toFixed(1)} ms`).join(', ')
    return [{ what: `${row.what} (${at})`, value: growth, unit: '×', goal: `< ${MOST}`, met: growth < MOST }]
  })
  report('scale', figures, { seed: SEED, draws: DRAWS, sizes: bySize.map(({ lines }) => lines) })
  if (figures.some(({ met }) => met === false)) process.exitCode = 1
}
