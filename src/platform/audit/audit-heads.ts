import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Head } from './audit-chain.ts'

/** The file in the data folder that the heads of all chains are copied to each day. */
export const HEADS_FILE = 'audit-heads.jsonl'

/** The head of a venue's chain as it was copied. */
export interface CopiedHead extends Head {
  venueId: number
  copiedAt: string
}

interface Line {
  At: string
  VenueId: number
  Seq: number
  Hash: string
}

/**
 * The heads in a file, oldest first; none where there is no such file.
 * @throws Error in a sentence where a line cannot be read
 */
export const copiedHeads = async (file: string): Promise<CopiedHead[]> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  // A line without its end was cut short by a crash.
  return text
    .split('\n')
    .slice(0, -1)
    .map((line, at) => readLine(line, `${file}, line ${at + 1}`))
}

const readLine = (line: string, where: string): CopiedHead => {
  try {
    const { At, VenueId, Seq, Hash } = JSON.parse(line) as Line
    if (![VenueId, Seq].every(Number.isInteger) || !/^[0-9a-f]{64}$/.test(Hash)) throw new Error('not a head')
    return { venueId: VenueId, seq: Seq, hash: Buffer.from(Hash, 'hex'), copiedAt: At }
  } catch {
    throw new Error(`${where} is not a head of an audit trail.`)
  }
}

/** Adds heads to the file. */
export const copyHeads = async (file: string, heads: readonly CopiedHead[]): Promise<void> => {
  if (heads.length === 0) return
  await mkdir(dirname(file), { recursive: true })
  const lines = heads.map(({ venueId, seq, hash, copiedAt }) =>
    JSON.stringify({ At: copiedAt, VenueId: venueId, Seq: seq, Hash: hash.toString('hex') } satisfies Line),
  )
  await appendFile(file, `${lines.join('\n')}\n`, { mode: 0o600 })
}
