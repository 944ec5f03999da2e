import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '#platform/web/free-port.ts'
import { groupFolder, groupSize, makeGroup, startGroup } from './group-house.ts'
import { peopleOfGroup } from './group-people.ts'
import { type Ask, askServer, warmUp } from './report-asking.ts'
import { type Draw, type Row, rowsOf } from './report-draws.ts'
import { type Figure, percentile, report } from './results.ts'
import { startServer } from './server-process.ts'

/**
 * How the cost of the reports inside the server grows with the sales there are: the same questions, drawn from SEED, to groups of 1, 5 and 22 million
 * lines (SIZES), each asked of one size and then of the next, since the machine may be slower a minute later. ROWS, a regular expression, picks questions by
 * their names. A group that was not made yet is made first; the largest takes half an hour.
 */

const SIZES = (process.env.SIZES ?? '1000000,5000000,22000000').split(',').map(Number)
const SEED = Number(process.env.SEED ?? 20_261_122)
const DRAWS = Number(process.env.DRAWS ?? 40)
const ROWS = new RegExp(process.env.ROWS ?? '')
const MOST = 2
const VENUE = 1

interface Size {
  lines: number
  rows: readonly Row[]
  ask: Ask
  stop(): Promise<void>
}

for (const lines of SIZES) if (!existsSync(join(groupFolder(lines), 'complete.json'))) await makeGroup(lines, 20_261_121)
const sizes: Size[] = []
try {
  for (const lines of SIZES) sizes.push(await serve(lines))
  for (const { rows, ask } of sizes)
    await warmUp(
      rows.map((row) => ({ row, times: {} })),
      ask,
    )
  show(await measure())
} finally {
  for (const { stop } of sizes) await stop()
}

async function serve(lines: number): Promise<Size> {
  const postgres = await startGroup(lines)
  const { locationIds, credential } = await peopleOfGroup(postgres.url, VENUE)
  const server = await startServer(await freePort(), { DATABASE_URL: postgres.url, NODE_ENV: 'production', READS_PER_MINUTE: '10000000' })
  const stop = async () => {
    await server.end('SIGTERM')
    await postgres.stop()
  }
  return {
    lines: groupSize(lines).lines,
    rows: rowsOf(SEED, DRAWS, locationIds, 1500).filter(({ what }) => ROWS.test(what)),
    ask: askServer(server.url, credential),
    stop,
  }
}

/** What each row took inside, of each size. */
async function measure(): Promise<{ what: string; p50s: number[] }[]> {
  const measured: { what: string; p50s: number[] }[] = []
  for (const [i, { what }] of (sizes[0]?.rows ?? []).entries()) {
    const taken = sizes.map((): number[] => [])
    for (let draw = 0; draw < DRAWS; draw += 1) {
      for (const [at, { rows, ask }] of sizes.entries()) {
        const row = rows[i] as Row
        const inside = await ask(row, row.draws[draw] as Draw)
        if (inside !== undefined) taken[at]?.push(inside)
      }
    }
    measured.push({ what, p50s: taken.map((times) => percentile(times, 50)) })
  }
  return measured
}

function show(measured: readonly { what: string; p50s: readonly number[] }[]): void {
  const figures = measured.map(({ what, p50s }): Figure => {
    const growth = (p50s.at(-1) as number) / (p50s[0] as number)
    const at = p50s.map((p50, i) => `${((sizes[i]?.lines ?? 0) / 1e6).toFixed(1)} M ${p50.toFixed(1)} ms`).join(', ')
    return { what: `${what} (${at})`, value: growth, unit: '×', goal: `< ${MOST}`, met: growth < MOST }
  })
  report('scale', figures, { seed: SEED, draws: DRAWS, sizes: sizes.map(({ lines }) => lines) })
  if (figures.some(({ met }) => met === false)) process.exitCode = 1
}
