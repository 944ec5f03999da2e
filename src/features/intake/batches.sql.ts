import { hash } from 'node:crypto'
import type { VenueScope } from '#platform/venue-scope.ts'
import type { Status } from './standing.rules.ts'
import type { BatchMemory, Outcome } from './store-sales.sql.ts'

/** What is kept of a batch: its outcomes but for the plain "accepted", which the sales themselves tell. */
interface Kept {
  count: number
  others: Outcome[]
}

/**
 * The memory of one batch of a till: the same batch sent again gets the answer it got before. Other sales under the same
 * BatchId are not refused for it, since each sale is recognised by itself; only the first batch of that name is remembered.
 */
export const batchMemory = ({ sql, venueId }: VenueScope, locationId: number, batchId: string, sales: readonly unknown[]): BatchMemory => {
  const content = Buffer.from(hash('sha256', JSON.stringify(sales), 'hex'), 'hex')
  return {
    recall: () =>
      sql<{ content_hash: Buffer; answer: Kept }[]>`
        select content_hash, answer from sale_batch where venue_id = ${venueId} and location_id = ${locationId} and batch_id = ${batchId}`.then(([row]) =>
        row?.content_hash.equals(content) ? outcomesOf(row.answer) : undefined,
      ),
    keep: (outcomes) => {
      const kept: Kept = { count: outcomes.length, others: outcomes.filter(({ status }) => status !== 'accepted') }
      return sql`
        insert into sale_batch (venue_id, location_id, batch_id, content_hash, answer)
        values (${venueId}, ${locationId}, ${batchId}, ${content}, ${sql.json(kept as never)}) on conflict (venue_id, location_id, batch_id) do nothing`
    },
  }
}

const outcomesOf = ({ count, others }: Kept): Outcome[] => {
  const outcomes = Array.from({ length: count }, (_, index): Outcome => ({ index, status: 'accepted' as Status, errors: [] }))
  for (const outcome of others) outcomes[outcome.index] = outcome
  return outcomes
}
