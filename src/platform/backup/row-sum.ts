import { hash } from 'node:crypto'

const NEWLINE = 10
const LANES = 8

/**
 * What a set of rows of COPY's text adds up to: their number, and the sum of their SHA-256 in eight lanes of 32 bits. The
 * order of the rows does not count, since a table has none: the same rows copied out of another database sum to the same.
 */
export class RowSum {
  rows = 0
  readonly #lanes = new Uint32Array(LANES)

  /** Adds whole rows, each with the line feed at its end. */
  add(block: Buffer): void {
    for (let from = 0; from < block.length; ) {
      const end = block.indexOf(NEWLINE, from)
      if (end < 0) throw new Error('A row was cut in two.')
      const digest = hash('sha256', block.subarray(from, end), 'buffer')
      for (let lane = 0; lane < LANES; lane += 1) this.#lanes[lane] = (this.#lanes[lane] ?? 0) + digest.readUInt32LE(lane * 4)
      this.rows += 1
      from = end + 1
    }
  }

  /** The sum as text. */
  get text(): string {
    return Buffer.from(this.#lanes.buffer).toString('hex')
  }
}

/** The same bytes in blocks of whole rows, each at least so long. */
export async function* wholeRows(chunks: AsyncIterable<Buffer>, leastBytes = 65_536): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    const end = bytes + chunk.length < leastBytes ? -1 : chunk.lastIndexOf(NEWLINE)
    if (end < 0) {
      held.push(chunk)
      bytes += chunk.length
      continue
    }
    yield Buffer.concat([...held, chunk.subarray(0, end + 1)])
    const rest = chunk.subarray(end + 1)
    held = rest.length > 0 ? [rest] : []
    bytes = rest.length
  }
  if (bytes > 0) yield Buffer.concat(held)
}
