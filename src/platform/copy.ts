import { once } from 'node:events'
import { Readable, type Writable } from 'node:stream'
import type { Sql } from './database.ts'

/** A COPY into the database that is under way. */
export interface CopyIn {
  /** Hands over text of COPY's own form; resolves when more may come. */
  write(chunk: Buffer): Promise<void>
  /** Everything was handed over: resolves with the number of rows once PostgreSQL has taken them all. */
  end(): Promise<number>
  /** Ends it without a result; the transaction can only be rolled back. */
  abandon(): Promise<void>
}

/** The rows a COPY … TO STDOUT answers, as COPY's text, while they come. The connection must be a reserved one. */
export async function* copyOut(connection: Sql, statement: string): AsyncGenerator<Buffer> {
  const query = connection.unsafe(statement)
  const { resolve } = query as unknown as Settled
  // An error may come in one piece with the beginning, and then reaches the stream before we do: unheard, it would end the process.
  Object.assign(query, {
    resolve: (value: unknown) => {
      if (value instanceof Readable) value.on('error', () => undefined)
      resolve(value)
    },
  })
  const stream = await query.readable()
  for await (const chunk of stream) yield chunk as Buffer
  // The driver stops reading from the server when we are slower, and forgets to go on if that was at the very end
  // (porsager/postgres 1016): the next question would wait for ever.
  stream._read(0)
}

/**
 * Begins a COPY … FROM STDIN on a reserved connection.
 *
 * The driver settles its stream only when all goes well: rows refused after the last of them was sent leave it waiting for
 * ever (porsager/postgres 1173). So the end is taken from the query, which the driver settles a second time when
 * PostgreSQL has answered; the driver's version is pinned, and copy.test.ts shows both ends.
 */
export const copyIn = async (connection: Sql, statement: string): Promise<CopyIn> => {
  const query = connection.unsafe(statement)
  const answered = answerOf(query as unknown as Settled)
  const stream = await query.writable()
  stream.on('error', () => undefined)
  const closed = new Promise((resolve) => stream.once('close', resolve))
  return {
    write: async (chunk) => {
      if (!stream.write(chunk)) await Promise.race([drained(stream), answered])
    },
    end: async () => {
      stream.end()
      const rows = await answered
      // On closing, the driver says once more that the copy is over; before the next one begins, that is harmless.
      await closed
      return rows
    },
    abandon: async () => {
      stream.destroy(new Error('abandoned'))
      await answered.catch(() => undefined)
    },
  }
}

/** How the driver tells a query's end: first with the stream, then with the answer. */
interface Settled {
  resolve(value: unknown): void
  reject(error: unknown): void
}

const answerOf = (query: Settled): Promise<number> => {
  const answered = new Promise<number>((resolve, reject) => {
    const { resolve: settle, reject: refuse } = query
    query.resolve = (value) => {
      if (Array.isArray(value)) resolve((value as unknown as { count: number }).count)
      settle(value)
    }
    query.reject = (error) => {
      reject(error)
      refuse(error)
    }
  })
  answered.catch(() => undefined)
  return answered
}

const drained = (stream: Writable): Promise<unknown> => once(stream, 'drain').catch(() => new Promise(() => undefined))
