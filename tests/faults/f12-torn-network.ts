import { setTimeout as sleep } from 'node:timers/promises'
import { runFault } from './fault.ts'
import { type Between, tcpBetween, type Weather } from './tcp-between.ts'

/** The network between the server and its database is slow, torn, silent or trickling. */

const ALL: readonly Weather[] = [{ delayMs: 200 }, { resets: 0.05 }, { silent: true }, { bytesPerSecond: 1000 }, { delayMs: 30, resets: 0.01 }]
/** MODES in the environment chooses some of them, by number. */
const MODES = process.env.MODES ? [...process.env.MODES].map((mode) => ALL[Number(mode)] ?? {}) : ALL
const MODE_MS = Number(process.env.MODE_MS ?? 60_000)

let between: Between | undefined
await runFault({
  name: 'F12',
  hypothesis: 'a bad network to the database slows and refuses, and never wedges: when it is good again, so is the server.',
  times: MODES.length,
  between: async (databaseUrl) => {
    const url = new URL(databaseUrl)
    between = await tcpBetween(Number(url.port), Math.random)
    url.port = String(between.port)
    return { url: url.href, close: between.close }
  },
  inject: async ({ untilAnswered, note }, time) => {
    if (!between) throw new Error('Nothing stands in between.')
    const weather = MODES[time % MODES.length] ?? {}
    between.weather = weather
    await sleep(MODE_MS)
    between.weather = {}
    const ms = await untilAnswered()
    note({ what: `answered again after ${JSON.stringify(weather)}`, value: ms, unit: 'ms', goal: '≤ 10000', met: ms <= 10_000 })
    await sleep(2000)
  },
})
