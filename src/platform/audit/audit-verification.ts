import type { Database } from '#platform/database/database.ts'
import type { AuditFault } from './audit-chain.ts'
import type { CopiedHead } from './audit-heads.ts'
import { walkVenue } from './audit-seals.sql.ts'

/** What walking a venue's chain came to. */
interface VerifiedTrail {
  venueId: number
  /** Links of the chain. */
  sealed: number
  /** Rows that have no seal yet. */
  unsealed: number
  /** How many copied heads the chain was held against. */
  heads: number
  faults: AuditFault[]
}

/**
 * Walks the chain of a venue from its beginning, as it is at this moment, and holds it against the heads that were copied elsewhere.
 * @param copied heads of any venue
 */
export const verifyTrail = (database: Database, venueId: number, copied: readonly CopiedHead[]): Promise<VerifiedTrail> =>
  database.readVenue(venueId, async (sql) => {
    await sql.withoutTimeLimit()
    const heads = copied.filter((head) => head.venueId === venueId)
    const wanted = new Map(heads.map((head) => [head.seq, head]))
    const wrong: CopiedHead[] = []
    const { walk, unsealed } = await walkVenue(sql, venueId, {
      onLink: ({ seq, hash }) => {
        const head = wanted.get(seq)
        if (head && !head.hash.equals(hash)) wrong.push(head)
        wanted.delete(seq)
      },
    })
    const last = walk.head.seq
    // Heads beyond the end, and those whose link is missing in between, which the walk tells of by itself.
    const beyond = [...wanted.values()].filter(({ seq }) => seq > last).slice(-1)
    const cuts = [...wrong.map((head) => cut(Math.max(last, head.seq), head)), ...beyond.map((head) => cut(last, head))]
    return { venueId, sealed: last, unsealed, heads: heads.length, faults: [...walk.faults(), ...cuts] }
  })

const cut = (seq: number, { seq: copiedSeq, copiedAt }: CopiedHead): AuditFault => ({ kind: 'cut', seq, copiedSeq, copiedAt })
