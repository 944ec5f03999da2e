import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../bench/results.ts'
import { runFault } from './fault.ts'

/** PostgreSQL stops at once, without tidying up, while sales come in; it is started again by whoever watches over it. */

const recoveries: number[] = []
await runFault({
  name: 'F4',
  hypothesis: 'PostgreSQL stopped at once (SIGQUIT) leaves the server alive; whoever asks meanwhile is told 503 and when to come again.',
  times: 50,
  inject: async (house) => {
    await sleep(300 + house.random() * 1500)
    while (house.trade.inFlight === 0) await sleep(1)
    process.kill(house.postmaster(), 'SIGQUIT')
    await sleep(30)
    recoveries.push(await house.untilAnswered())
  },
  conclude: ({ note }) => {
    note({ what: 'ready again, median', value: percentile(recoveries, 50), unit: 'ms' })
    note({ what: 'ready again, longest', value: Math.max(...recoveries), unit: 'ms', goal: '≤ 5000', met: Math.max(...recoveries) <= 5000 })
  },
})
