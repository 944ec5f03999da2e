import { setTimeout as sleep } from 'node:timers/promises'
import { randomFor } from '#db/demo/random.ts'
import type { TillSale } from '#db/demo/till-sale.ts'
import { batchesOf, benchSales } from '../../bench/till.ts'
import { runFault } from './fault.ts'
import { shuffled } from './shuffled.ts'

/** Every sale is delivered one to five times, in any order, in batches that hold others too, by eight senders at once; the server is killed in between. */

const SALES = Number(process.env.SALES ?? 1700)
let events = 0
let round = 0
const sent = new Set<string>()

await runFault({
  name: 'F10',
  hypothesis: 'a sale delivered any number of times, in parallel and across restarts, is stored once, and counted once.',
  times: 20,
  tills: [],
  environment: { INTAKE_PER_SECOND: '100000' },
  inject: async (house) => {
    round += 1
    const random = randomFor(round, 'duplicates')
    const sales = benchSales(round, SALES, `DUP${round}`)
    for (const { SaleId } of sales) sent.add(SaleId)
    const deliveries: TillSale[] = shuffled(
      sales.flatMap((sale) => Array.from({ length: random.between(1, 5) }, () => sale)),
      random.next,
    )
    events += deliveries.length
    const batches = batchesOf(deliveries, 40)
    // Some come again whole, under the name they had.
    const delivering = house.trade.deliver([...batches, ...batches.filter((_, index) => index % 10 === 0)], 8)
    await sleep(300 + random.next() * 700)
    await house.servers[0]?.end('SIGKILL')
    await house.startServer()
    await delivering
  },
  conclude: ({ note, trade }) => {
    note({ what: 'deliveries', value: events, unit: '' })
    note({ what: 'sales never acknowledged', value: sent.size - trade.acknowledged.size, unit: '', goal: '0', met: sent.size === trade.acknowledged.size })
  },
})
