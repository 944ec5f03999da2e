import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '#platform/database/database.ts'
import { credentialOf } from '#tests/credentials.ts'
import { batchesOf, benchSales, sendBatch } from '../../bench/till.ts'
import { type House, runFault } from './fault.ts'

/** The server, allowed 320 file handles and a heap of 160 MB, meets more connections than that, and by turns gets five times the load and large bodies. */

const LOAD_MS = Number(process.env.LOAD_MS ?? 20_000)
const HANDLES_MS = 8_000
const HANDLES = 320
/** What those were told who came when all handles were taken. */
const newcomers: string[] = []
const answers = new Map<string, number>()
let refusedWithoutWord = 0

const count = (answer: string) => answers.set(answer, (answers.get(answer) ?? 0) + 1)

/** Connections that say nothing take every handle; whoever comes then is told to come again. */
const withoutHandles = async ({ servers }: House): Promise<void> => {
  const url = servers[0]?.url ?? ''
  const sockets: Socket[] = []
  for (let i = 0; i < 400; i += 1) sockets.push(connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined))
  for (const until = Date.now() + HANDLES_MS; Date.now() < until; await sleep(100)) {
    const asked = fetch(`${url}/api/health`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(5000) })
    newcomers.push(
      await asked.then(
        ({ status, headers }) => `${status}${status === 503 && !headers.get('retry-after') ? ' without Retry-After' : ''}`,
        (error) => (error.name === 'TimeoutError' ? 'no answer' : 'cut'),
      ),
    )
  }
  for (const socket of sockets) socket.destroy()
}

let credentials: string[] = []

/** Two people, the same each time: a person keeps five sessions, and the readers' is among them. */
const twoPeople = async (databaseUrl: string): Promise<string[]> => {
  if (credentials.length > 0) return credentials
  const database = openDatabase(databaseUrl, 1)
  credentials = await Promise.all((['owner', 'manager'] as const).map((name) => credentialOf(database, name))).finally(() => database.close())
  return credentials
}

/** Reports and batches of 500 as fast as they are answered, from a hundred senders. */
const overload = async ({ servers, databaseUrl }: House, time: number): Promise<void> => {
  const url = servers[0]?.url ?? ''
  const people = await twoPeople(databaseUrl)
  const until = Date.now() + LOAD_MS
  const reader = async (_: unknown, place: number) => {
    while (Date.now() < until) {
      const headers = { authorization: people[place % 2] ?? '' }
      const answer = await fetch(`${url}/api/sales/day?FromDate=2026-01-01&ToDate=2026-11-20`, { headers }).catch(() => undefined)
      await answer?.text().catch(() => undefined)
      count(String(answer?.status ?? 'cut'))
      if (answer && [429, 503].includes(answer.status) && !answer.headers.get('retry-after')) refusedWithoutWord += 1
      if (answer?.status !== 200) await sleep(50)
    }
  }
  const sender = async (_: unknown, place: number) => {
    const batches = batchesOf(
      benchSales(time * 100 + place, 500, 'WRONG').map((sale) => ({ ...sale, Totals: { ...sale.Totals, Total: sale.Totals.Total + 1 } })),
      500,
    )
    while (Date.now() < until) {
      for (const batch of batches) {
        await sendBatch(url, batch).then(
          () => count('200'),
          (error: { status?: number; retryAfter?: string }) => {
            count(String(error.status ?? 'cut'))
            if ((error.status === 503 || error.status === 429) && !error.retryAfter) refusedWithoutWord += 1
          },
        )
      }
    }
  }
  await Promise.all([...Array.from({ length: 80 }, reader), ...Array.from({ length: 20 }, sender)])
}

await runFault({
  name: 'F8',
  hypothesis: 'without handles, and under five times the load with little memory, the server refuses some with 503 or 429, does not end, and recovers.',
  times: 10,
  environment: { NODE_OPTIONS: '--max-old-space-size=160' },
  under: ['prlimit', `--nofile=${HANDLES}:${HANDLES}`],
  inject: async (house, time) => {
    await sleep(1000)
    await (time % 2 === 0 ? withoutHandles(house) : overload(house, time))
    const ms = await house.untilAnswered()
    house.note({
      what: `${time % 2 === 0 ? 'without handles' : 'overload'} ${time + 1}: answered again after`,
      value: ms,
      unit: 'ms',
      goal: '≤ 10000',
      met: ms <= 10_000,
    })
  },
  conclude: ({ note }) => {
    const cut = newcomers.length === 0 ? 0 : (100 * newcomers.filter((answer) => answer === 'cut').length) / newcomers.length
    note({ what: 'without handles: newcomers cut off without a word', value: cut, unit: '%', goal: '≤ 25', met: cut <= 25 })
    const unheard = newcomers.filter((answer) => !['200', '503', 'cut'].includes(answer)).length
    const toldNewcomers = [...new Set(newcomers)].map((answer) => `${answer}: ${newcomers.filter((one) => one === answer).length}`).join(', ')
    note({ what: `without handles: newcomers left waiting (${toldNewcomers})`, value: unheard, unit: '', goal: '0', met: unheard === 0 })
    const other = [...answers].filter(([answer]) => !['200', '429', '503', 'cut'].includes(answer)).reduce((sum, [, n]) => sum + n, 0)
    const told = [...answers].map(([answer, n]) => `${answer}: ${n}`).join(', ')
    note({ what: `overload: other answers than 200, 429, 503 (${told})`, value: other, unit: '', goal: '0', met: other === 0 })
    note({ what: 'overload: refused without Retry-After', value: refusedWithoutWord, unit: '', goal: '0', met: refusedWithoutWord === 0 })
  },
})
