import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type SessionInUse, stillLive } from '#platform/access/live-sessions.ts'
import { tokenHashOf } from '#platform/access/sessions.ts'
import { failure } from '#shared/failure.ts'
import type { EventStream } from './event-stream.ts'
import type { Service } from './implement.ts'

const MOST_PER_SESSION = 2
const REFUSED_SECONDS = 10
/** Well within what our own connections and proxies in between take for silence. */
const HEARTBEAT_MS = 15_000
const HEARTBEAT = Buffer.from(':\n\n')
const CHECKED_MS = 1_000
/** How long a browser waits before it listens again. */
const BEGINNING = 'retry: 2000\n\n'
/** Whoever leaves so much unread is not listening; they begin anew with all of it. */
const MOST_UNREAD_BYTES = 256 * 1024

interface Open extends SessionInUse {
  response: ServerResponse
}

/**
 * Everybody who listens to this process. A stream ends with its session within a second or two: all sessions are asked about together, in one question a second.
 * A session has two streams at most, in each process.
 */
export class EventStreams {
  readonly #service: Service
  readonly #open = new Set<Open>()
  readonly #timers: NodeJS.Timeout[] = []
  #isChecking = false
  #isOver = false

  constructor(app: FastifyInstance, service: Service) {
    this.#service = service
    // Before the server waits for its connections, which would otherwise be there for as long as anybody listens.
    app.addHook('preClose', async () => {
      this.#isOver = true
      for (const { response } of this.#open) response.end()
    })
  }

  /**
   * Answers with a stream of events; nothing is under way for it any more once it began.
   * @throws Unavailable where the session has two already
   */
  open(request: FastifyRequest, reply: FastifyReply, { session, join }: EventStream<unknown>): FastifyReply {
    const { sessionId, companionHash } = session
    const own = [...this.#open].filter((one) => one.sessionId === sessionId).length
    if (this.#isOver || own >= MOST_PER_SESSION) throw failure('Unavailable', {}, [], REFUSED_SECONDS)
    // A proxy that gathers answers would keep what is due now.
    reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no')
    if (request.method === 'HEAD') return reply.send()
    reply.hijack()
    const response = reply.raw
    // Whoever went while they were let in closes no more, and would listen for ever.
    if (response.destroyed) return reply
    response.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
    response.write(BEGINNING)
    // A wall screen is known by its cookie alone; nobody else is let in without a Token.
    const tokenHash = session.boardName === undefined ? (tokenHashOf(request.headers.authorization) ?? Buffer.alloc(0)) : null
    const open = { sessionId, companionHash, tokenHash, response }
    this.#open.add(open)
    if (this.#open.size === 1) this.#keep()
    const { 'last-event-id': lastEventId } = request.headers
    const leave = join({
      lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined,
      send: (event) => write(response, event),
      end: () => response.end(),
    })
    response.once('close', () => {
      leave()
      this.#open.delete(open)
      if (this.#open.size === 0) for (const timer of this.#timers.splice(0)) clearInterval(timer)
    })
    return reply
  }

  #keep(): void {
    const beat = () => {
      for (const { response } of this.#open) write(response, HEARTBEAT)
    }
    this.#timers.push(setInterval(beat, HEARTBEAT_MS).unref(), setInterval(() => void this.#check(), CHECKED_MS).unref())
  }

  async #check(): Promise<void> {
    if (this.#isChecking) return
    this.#isChecking = true
    const streams = [...this.#open]
    // While the database is away nothing can be read either, and so nothing is sent.
    const isLive = await stillLive(this.#service.database.house, streams).catch(() => undefined)
    this.#isChecking = false
    if (isLive) for (const open of streams) if (!isLive(open)) open.response.end()
  }
}

const write = (response: ServerResponse, bytes: Buffer): void => {
  if (response.writableEnded || response.destroyed) return
  if (response.writableLength > MOST_UNREAD_BYTES) response.destroy()
  else response.write(bytes)
}
