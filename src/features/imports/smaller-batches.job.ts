import { isStatementTimeout } from '#platform/database/retry.ts'

/**
 * Does work in a transaction for a batch, or for one half after the other where a statement takes longer than its limit.
 * @param settle takes what the work came to, once its transaction has ended
 */
export const inSmallerBatches = async <T, R>(
  batch: readonly T[],
  work: (some: readonly T[]) => Promise<R>,
  settle: (some: readonly T[], outcome: R) => Promise<void>,
): Promise<void> => {
  let outcome: R
  try {
    outcome = await work(batch)
  } catch (error) {
    if (batch.length < 2 || !isStatementTimeout(error)) throw error
    const half = Math.ceil(batch.length / 2)
    await inSmallerBatches(batch.slice(0, half), work, settle)
    return inSmallerBatches(batch.slice(half), work, settle)
  }
  await settle(batch, outcome)
}
