import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

/**
 * A plain proxy before several servers, each in turn. One that takes no connection is passed over; a request that was sent and got
 * no answer is answered with 502, since nobody knows what became of it.
 */
export const httpFront = async (ports: readonly number[]): Promise<{ url: string; close(): Promise<void> }> => {
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  const server = createServer(async (asked: IncomingMessage, answer: ServerResponse) => {
    const pieces: Buffer[] = []
    for await (const piece of asked) pieces.push(piece as Buffer)
    const body = Buffer.concat(pieces)
    turn += 1
    const tryAt = (attempt: number): void => {
      const port = ports[(turn + attempt) % ports.length]
      const passed = request(
        { agent, host: '127.0.0.1', port, method: asked.method, path: asked.url, headers: { ...asked.headers, 'x-forwarded-proto': 'http' } },
        (got) => {
          answer.writeHead(got.statusCode ?? 502, got.headers)
          got.pipe(answer)
          got.on('error', () => answer.destroy())
        },
      )
      passed.on('error', (error: NodeJS.ErrnoException) => {
        const neverSent =
          error.code === 'ECONNREFUSED' ||
          ((passed as { reusedSocket?: boolean }).reusedSocket === true && error.code === 'ECONNRESET' && asked.method === 'GET')
        if (answer.headersSent) answer.destroy()
        else if (neverSent && attempt + 1 < ports.length * 2) tryAt(attempt + 1)
        else answer.writeHead(502).end()
      })
      passed.end(body)
    }
    tryAt(0)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    close: async () => {
      agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}
