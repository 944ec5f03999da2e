import { randomUUID } from 'node:crypto'
import { SAMPLE_TILL_KEY } from '#db/demo/cast.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { batchesOf, benchSales } from '../../bench/till.ts'
import { runFault } from './fault.ts'

/** A hundred requests under one idempotency key at the same moment, to two servers. */

const AT_ONCE = 100
let round = 0
let wrong = 0
const sent: string[] = []

await runFault({
  name: 'F17',
  hypothesis: 'of a hundred requests under one key at once, one has an effect; the others get its answer or are told that it is under way.',
  times: 500,
  servers: 2,
  tills: [],
  inject: async ({ servers }) => {
    round += 1
    const [batch] = batchesOf(benchSales(round, 1, `KEY${round}`), 1)
    if (!batch) return
    sent.push(batch.sales[0]?.SaleId ?? '')
    const headers = { authorization: `Bearer ${SAMPLE_TILL_KEY}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, at) => {
        const answer = await fetch(`${servers[at % 2]?.url}/api/pos/v1/sales`, { method: 'POST', headers, body: batch.body })
        return `${answer.status} ${answer.status === 200 ? await answer.text() : ((await answer.json()) as { ResponseStatus: { ErrorCode: string } }).ResponseStatus.ErrorCode}`
      }),
    )
    const done = new Set(answers.filter((answer) => answer.startsWith('200')))
    const others = answers.filter((answer) => !answer.startsWith('200') && !/^(409 InProgress|503 Unavailable|429)/.test(answer))
    if (done.size !== 1 || others.length > 0) wrong += 1
  },
  conclude: async ({ note, trade, databaseUrl }) => {
    note({ what: 'rounds with another answer than one', value: wrong, unit: '', goal: '0', met: wrong === 0 })
    const owner = connectAsOwner(databaseUrl)
    const stored = await owner<{ receipt: string; total: number }[]>`select receipt, total from sale`.finally(() => owner.end())
    note({ what: 'sales stored', value: stored.length, unit: '', goal: `${sent.length}`, met: stored.length === sent.length })
    for (const { receipt, total } of stored) trade.acknowledged.set(receipt, total)
  },
})
