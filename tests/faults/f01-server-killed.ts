import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../bench/results.ts'
import { runFault } from './fault.ts'

/** The server is killed while sales come in, anywhere between a sale's arrival and its answer, and started again. */

const readyAfter: number[] = []
await runFault({
  name: 'F1',
  hypothesis: 'kill -9 of the server loses nothing that was acknowledged and stores nothing twice, and it is ready again within 3 s.',
  times: 200,
  inject: async (house) => {
    await sleep(200 + house.random() * 1200)
    while (house.trade.inFlight === 0) await sleep(1)
    await sleep(house.random() * 20)
    await house.servers[0]?.end('SIGKILL')
    readyAfter.push((await house.startServer()).readyAfterMs)
  },
  conclude: ({ note }) => {
    note({ what: 'ready again, median', value: percentile(readyAfter, 50), unit: 'ms' })
    note({ what: 'ready again, longest', value: Math.max(...readyAfter), unit: 'ms', goal: '≤ 3000', met: Math.max(...readyAfter) <= 3000 })
  },
})
