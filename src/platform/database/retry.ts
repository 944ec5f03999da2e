import { setTimeout as sleep } from 'node:timers/promises'

const MOST_ATTEMPTS = 6

/**
 * Runs a transaction again when it met another one: a deadlock, a serialisation failure, or two facts made under one key
 * at the same moment. Nothing of a failed attempt remains, so the work must have no effect outside its transaction.
 */
export const retried = async <T>(transaction: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction()
    } catch (error) {
      if (attempt >= MOST_ATTEMPTS || !isCollision(error)) throw error
      await sleep(Math.random() * 4 * 2 ** attempt)
    }
  }
}

const MOST_LOCK_WAITS = 30
const MOST_STATEMENT_WAITS = 3
const LONGEST_PAUSE_MS = 2000

/**
 * Runs a transaction of a long job again after it waited too long for a lock, or took longer than a statement may. Nothing of a failed attempt remains.
 * @param signal ends the attempts
 */
export const patiently = async <T>(transaction: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted()
    try {
      return await transaction()
    } catch (error) {
      const most = isLockTimeout(error) ? MOST_LOCK_WAITS : isStatementTimeout(error) ? MOST_STATEMENT_WAITS : 1
      if (attempt >= most) throw error
      await sleep(Math.min(LONGEST_PAUSE_MS, 100 * 2 ** attempt))
    }
  }
}

const isLockTimeout = (error: unknown): boolean => (error as { code?: string }).code === '55P03'

/** Whether a statement took longer than its limit. */
export const isStatementTimeout = (error: unknown): boolean => (error as { code?: string }).code === '57014'

/** Thrown by work that finds its own premise gone: another transaction was faster, and the next attempt will see it. */
export class Overtaken extends Error {}

const isCollision = (error: unknown): boolean => {
  if (error instanceof Overtaken) return true
  const { code, table } = error as { code?: string; table?: string }
  if (code === '40P01' || code === '40001' || code === 'STALE_PLAN') return true
  // Only keys of facts: any other unique key is a rule of the business, and meeting it is an answer.
  return code === '23505' && table !== undefined && (FACT_TABLES.has(table) || table.startsWith('rollup'))
}

const FACT_TABLES = new Set([
  'sale',
  'sale_line',
  'sale_payment',
  'sale_adjustment',
  'sale_batch',
  'trading_day_state',
  'loyalty_movement',
  'loyalty_day',
  'till_session',
  'till_count',
  'till_step',
  'till_committed',
])
