import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { Socket } from 'node:net'

/** Requests of one connection that wait for the answers before them; whoever sends more is not reading them and is cut off. */
const MOST_WAITING = 8

/** How long somebody who has their last answer may go on sending: long enough to read it, as a connection that is cut takes it away. */
const GRACE_MS = 3_000

/** HTTP with an end to everything: to headers, bodies, idle connections and to answers that nobody takes. */
export const httpServer = (handle: RequestListener): Server => {
  const server = createServer({ maxHeaderSize: 16 * 1024, headersTimeout: 10_000, connectionsCheckingInterval: 5_000 }, oneAtATime(handle))
  server.maxRequestsPerSocket = 1000
  server.requestTimeout = 30_000
  // Longer than proxies keep a connection that nobody uses, a minute with most: whoever closes first must be the one who asks, as a request
  // that is on its way to a connection just being closed has no answer.
  server.keepAliveTimeout = 65_000
  // Whoever does not take what they asked for: nothing may be under way for longer than this without a byte going either way. What the system still
  // took of an answer in that time makes Node wait once more, and so they are gone after twice as long at most.
  server.setTimeout(30_000)
  return server
}

type Waiting = [IncomingMessage, ServerResponse][]

/**
 * Requests that a caller sends without waiting for answers are begun when those before them were taken. Node begins them all at once: a thousand callers who ask
 * four times each and read nothing would have the server make four thousand answers before anybody else had a turn.
 */
const oneAtATime = (handle: RequestListener): RequestListener => {
  const answering = new WeakMap<Socket, Waiting>()
  const begin = (request: IncomingMessage, response: ServerResponse, waiting: Waiting): void => {
    letGoAfter(request, response)
    response.once('close', () => {
      const next = request.socket.writable ? waiting.shift() : undefined
      if (next) begin(...next, waiting)
      else answering.delete(request.socket)
    })
    handle(request, response as never)
  }
  return (request, response) => {
    // It was told that no more is answered here.
    if (!request.socket.writable) return request.socket.destroy()
    const waiting = answering.get(request.socket)
    if (!waiting) {
      const none: Waiting = []
      answering.set(request.socket, none)
      begin(request, response, none)
    } else if (waiting.push([request, response]) > MOST_WAITING) request.socket.destroy()
  }
}

/** Whoever is answered before they have sent everything has a moment to read it. What they send meanwhile is thrown away; then they are cut off. */
const letGoAfter = (request: IncomingMessage, response: ServerResponse): void => {
  const { socket } = request
  // How Node closes a connection after its last answer: at once, and then the system takes the answer from whoever is still sending.
  socket.destroySoon = () => (request.complete ? Socket.prototype.destroySoon.call(socket) : socket.end())
  response.once('finish', () => {
    if (request.complete) return
    request.unpipe()
    request.resume()
    hangUp(socket, () => !request.complete || !socket.writable)
  })
}

/** Cuts a connection off after a moment, whatever is still sent on it. */
export const hangUp = (socket: Socket, isToEnd: () => boolean = () => true): void => {
  setTimeout(() => {
    if (isToEnd()) socket.destroy()
  }, GRACE_MS).unref()
}
