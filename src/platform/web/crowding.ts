import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { failure } from '#shared/failure.ts'

/** However many handles there are: beyond this, memory would be the next to run out. */
const MOST_CONNECTIONS = 2_000
const LEAST_CONNECTIONS = 16
/** For database, files, log and what Node itself holds open. */
const OTHER_HANDLES = 48
/** Callers beyond the limit who are still told so; whoever comes after them is not let in at all. */
const TOLD = 32
const QUIET_MS = 10_000

/**
 * Keeps the server from running out of file handles: the system would close connections without a word, and the database's among
 * them could not be made. Callers beyond the limit are told to come again.
 * @param handles how many the process may have
 */
export const refuseCrowds = (app: FastifyInstance, databasePool: number, handles = mostHandles()): void => {
  const most = Math.max(LEAST_CONNECTIONS, Math.min(MOST_CONNECTIONS, handles - 2 * databasePool - OTHER_HANDLES - TOLD))
  const tooMany = new WeakSet<Socket>()
  const tell = seldom((times) => app.log.warn(`${times} refused: more than ${most} connections at once`))
  let open = 0
  app.server.maxConnections = most + TOLD
  app.server.on('drop', tell)
  app.server.on('connection', (socket) => {
    open += 1
    socket.once('close', () => {
      open -= 1
    })
    if (open > most) tooMany.add(socket)
  })
  app.addHook('onRequest', async (request, reply) => {
    if (!tooMany.has(request.raw.socket)) return
    tell()
    reply.header('connection', 'close')
    throw failure('Unavailable', {}, [], 1)
  })
}

/** Says at once that something happened, and then only now and then how often it did since: what comes by the thousand fills a log. */
export const seldom = (say: (times: number) => void): (() => void) => {
  let unsaid = 0
  let quietUntil = 0
  let waiting: NodeJS.Timeout | undefined
  const speak = () => {
    waiting = undefined
    quietUntil = performance.now() + QUIET_MS
    say(unsaid)
    unsaid = 0
  }
  return () => {
    unsaid += 1
    if (waiting) return
    const wait = quietUntil - performance.now()
    if (wait <= 0) speak()
    else waiting = setTimeout(speak, wait).unref()
  }
}

/** As the system says, where it does. */
const mostHandles = (): number => {
  try {
    return Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Number.POSITIVE_INFINITY)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
