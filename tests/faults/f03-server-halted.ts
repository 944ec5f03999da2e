import { setTimeout as sleep } from 'node:timers/promises'
import { runFault } from './fault.ts'

/** The server stands still for half a minute, as a machine does that was put to sleep, and goes on where it was. */

const HALT_MS = Number(process.env.HALT_MS ?? 30_000)

await runFault({
  name: 'F3',
  hypothesis: 'a server that stands still (SIGSTOP) for 30 s and goes on has no effect twice and refuses nothing wrongly.',
  times: 20,
  inject: async ({ servers, trade, random, untilAnswered }) => {
    await sleep(300 + random() * 1000)
    while (trade.inFlight === 0) await sleep(1)
    servers[0]?.signal('SIGSTOP')
    await sleep(HALT_MS)
    servers[0]?.signal('SIGCONT')
    await untilAnswered()
  },
})
