import { once } from 'node:events'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Reserved } from './pool.ts'

/** A COPY into the database that is under way. */
export interface CopyIn {
  /** Hands over text of COPY's own form; resolves when more may come. */
  write(chunk: Buffer): Promise<void>
  /** Everything was handed over: resolves with the number of rows once PostgreSQL has taken them all. */
  end(): Promise<number>
  /** Ends it without a result; the transaction can only be rolled back. */
  abandon(): Promise<void>
}

/** The rows a COPY … TO STDOUT answers, as COPY's text, while they come. */
export async function* copyOut(connection: Reserved, statement: string): AsyncGenerator<Buffer> {
  for await (const chunk of connection.client.query(copyTo(statement))) yield chunk as Buffer
}

/** Begins a COPY … FROM STDIN. What is wrong with the statement itself may be told only by the first write, or the end. */
export const copyIn = (connection: Reserved, statement: string): CopyIn => {
  const stream = connection.client.query(copyFrom(statement))
  const ended = new Promise<number>((resolve, reject) => {
    stream.once('finish', () => resolve(stream.rowCount))
    stream.once('error', reject)
  })
  ended.catch(() => undefined)
  return {
    write: async (chunk) => {
      if (stream.errored || !stream.write(chunk)) await Promise.race([once(stream, 'drain'), ended])
    },
    end: () => {
      stream.end()
      return ended
    },
    abandon: async () => {
      const closed = once(stream, 'close')
      stream.destroy()
      await closed.catch(() => undefined)
    },
  }
}
