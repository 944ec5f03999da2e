import { createHash } from 'node:crypto'
import type { Transaction } from '#platform/database/pool.ts'
import { failure } from '#shared/failure.ts'

/** The answer stored for a key. */
export interface StoredAnswer {
  status: number
  body: string | null
}

/** What a key stands for: method, path and body; another request under the same key is refused. */
export const requestHash = (method: string, url: string, body: unknown): Buffer =>
  createHash('sha256')
    .update(`${method} ${url}\n${JSON.stringify(body ?? null)}`)
    .digest()

/**
 * Looks a key up and takes hold of it until the transaction ends.
 * @returns the stored answer of an earlier, finished call, or undefined when this call is to do the work
 * @throws KeyReused for another request under the same key, InProgress while its twin runs
 */
export const claimKey = async (sql: Transaction, venueId: number, principal: string, key: string, hash: Buffer): Promise<StoredAnswer | undefined> => {
  const [held] = await sql<{ held: boolean }[]>`select pg_try_advisory_xact_lock(hashtextextended(${`${venueId} ${principal} ${key}`}, 0)) as held`
  if (!held?.held) throw failure('InProgress', {}, [], 1)
  const [stored] = await sql<{ request_hash: Buffer; status: number; body: string | null }[]>`
    select request_hash, status, body from idempotency_key where venue_id = ${venueId} and principal = ${principal} and key = ${key}`
  if (!stored) return undefined
  if (!stored.request_hash.equals(hash)) throw failure('KeyReused')
  return { status: stored.status, body: stored.body }
}

/** Stores the answer in the transaction of its effect. */
export const storeAnswer = async (sql: Transaction, venueId: number, principal: string, key: string, hash: Buffer, answer: StoredAnswer): Promise<void> => {
  await sql`
    insert into idempotency_key (venue_id, principal, key, request_hash, status, body)
    values (${venueId}, ${principal}, ${key}, ${hash}, ${answer.status}, ${answer.body})`
}
