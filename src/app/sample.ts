import { fillSample } from '#db/demo/sample.ts'
import type { Database } from '#platform/database/database.ts'

/**
 * The sample venue's history filling in behind the running server, and its tills selling on.
 * @returns what stops it
 */
export const keepSelling = (database: Database, venueId: number, say: (line: string) => void): (() => Promise<void>) => {
  const stopping = new AbortController()
  const filling = fillSample(database, venueId, { now: () => new Date(), signal: stopping.signal, onProgress: tenthsIn(say) }).catch((error: unknown) => {
    if (!stopping.signal.aborted) say(`Filling the sample's history stopped: ${error instanceof Error ? error.message : String(error)}`)
  })
  return async () => {
    stopping.abort()
    await filling
  }
}

/** Says every tenth part of the way, so that a terminal is not flooded; nothing where all was there already. */
const tenthsIn = (say: (line: string) => void) => {
  const startedAt = performance.now()
  let said = 0
  return ({ done, total }: { done: number; total: number }) => {
    const tenth = Math.floor((done * 10) / total)
    if (tenth === said || performance.now() - startedAt < 1_000) return
    said = tenth
    say(tenth === 10 ? 'The sample has all its 14 months.' : `Filling the sample's history: ${tenth}0 %`)
  }
}
