import type { VenueScope } from '#platform/access/venue-scope.ts'
import { hexadecimal, texts } from '#platform/database/sql-arrays.ts'
import type { Fragment } from './sale-rows.sql.ts'
import type { Status } from './standing.rules.ts'
import type { Outcome } from './store-sales.sql.ts'

/** By what a batch is recognised when it comes again: its name and its content. */
export interface BatchMark {
  batchId: string
  content: Buffer
  /** Both in one text. */
  name: string
}

/** What is kept of a batch: its outcomes but for the plain "accepted", which the sales themselves tell. */
interface Kept {
  count: number
  others: Outcome[]
}

/**
 * The outcomes of those batches that came before, by the name of their mark. Other sales under the same BatchId are not refused
 * for it, since each sale is recognised by itself; only the first batch of that name is remembered.
 */
export const recallBatches = async ({ sql, venueId }: VenueScope, locationId: number, marks: readonly BatchMark[]): Promise<Map<string, Outcome[]>> => {
  const recalled = new Map<string, Outcome[]>()
  if (marks.length === 0) return recalled
  const rows = await sql<{ batch_id: string; content_hash: Buffer; answer: Kept }[]>`
    select b.batch_id, b.content_hash, b.answer from unnest(${texts(marks.map(({ batchId }) => batchId))}::text[]) as w(batch_id)
    join sale_batch b on b.venue_id = ${venueId} and b.location_id = ${locationId} and b.batch_id = w.batch_id`
  for (const row of rows) recalled.set(`${row.content_hash.toString('hex')} ${row.batch_id}`, outcomesOf(row.answer))
  return recalled
}

/** The statement that keeps the outcomes of batches. */
export const keptBatches = (
  { sql, venueId }: VenueScope,
  locationId: number,
  batches: readonly { mark: BatchMark; outcomes: readonly Outcome[] }[],
): Fragment => {
  const answers = batches.map(({ outcomes }): Kept => ({ count: outcomes.length, others: outcomes.filter(({ status }) => status !== 'accepted') }))
  return sql`
    insert into sale_batch (venue_id, location_id, batch_id, content_hash, answer)
    select ${venueId}, ${locationId}, u.batch_id, decode(u.content, 'hex'), u.answer::jsonb
    from unnest(${texts(batches.map(({ mark }) => mark.batchId))}::text[], ${hexadecimal(batches.map(({ mark }) => mark.content))}::text[],
      ${texts(answers.map((answer) => JSON.stringify(answer)))}::text[]) as u(batch_id, content, answer)
    on conflict (venue_id, location_id, batch_id) do nothing`
}

const outcomesOf = ({ count, others }: Kept): Outcome[] => {
  const outcomes = Array.from({ length: count }, (_, index): Outcome => ({ index, status: 'accepted' as Status, errors: [] }))
  for (const outcome of others) outcomes[outcome.index] = outcome
  return outcomes
}
