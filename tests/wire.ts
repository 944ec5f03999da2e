import { Agent, request } from 'node:http'
import { type AnyOperation, pathOf } from '#shared/endpoint.ts'
import type { ErrorAnswer } from '#shared/failure.ts'

/** A request byte for byte: unlike fetch, nothing is tidied on the way. */
export interface Wire {
  method: string
  /** Path and query as they go on the wire. */
  path: string
  headers?: Record<string, string>
  body?: string | Buffer | undefined
}

export interface WireAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  /** The body, where it is JSON. */
  json: unknown
  errorCode: string | undefined
}

/** A client that keeps its connections, as many as are asked for at once. */
export class WireClient {
  readonly #agent: Agent
  readonly #url: URL

  constructor(url: string, connections = 8) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections })
    this.#url = new URL(url)
  }

  async send(wire: Wire): Promise<WireAnswer> {
    try {
      return await this.#once(wire)
    } catch (error) {
      // The server closes a connection after a while; a request that met the closing has had no effect.
      if ((error as { code?: string }).code !== 'ECONNRESET') throw error
      return this.#once(wire)
    }
  }

  close(): void {
    this.#agent.destroy()
  }

  #once({ method, path, headers = {}, body }: Wire): Promise<WireAnswer> {
    return new Promise((resolve, reject) => {
      const sent: Record<string, string> = { 'content-type': 'application/json', ...headers }
      if (body !== undefined) sent['content-length'] = String(Buffer.byteLength(body))
      const asked = request({ agent: this.#agent, host: this.#url.hostname, port: this.#url.port, method, path, headers: sent }, (response) => {
        const chunks: Buffer[] = []
        const type = String(response.headers['content-type'] ?? '')
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          // Events go on for as long as somebody listens: the first is enough.
          if (type.startsWith('text/event-stream') && firstEvent(chunks) !== undefined) {
            answered(firstEvent(chunks))
            response.destroy()
          }
        })
        response.on('error', reject)
        response.on('end', () => answered(undefined))
        const answered = (event: string | undefined) => {
          const text = Buffer.concat(chunks).toString('utf8')
          const written = event ?? (type.includes('json') && text ? text : undefined)
          const json = written === undefined ? undefined : (JSON.parse(written) as unknown)
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            json,
            errorCode: (json as ErrorAnswer | undefined)?.ResponseStatus?.ErrorCode,
          })
        }
      })
      asked.on('error', reject)
      asked.end(body)
    })
  }
}

const firstEvent = (chunks: readonly Buffer[]): string | undefined => /^data: (.*)\n\n/m.exec(Buffer.concat(chunks).toString('utf8'))?.[1]

export interface Input {
  params?: Record<string, string | number> | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
}

/** An operation's request, from its example or with other parts in its place. */
export const wireOf = (operation: AnyOperation, instead: Input = {}, headers: Record<string, string> = {}): Wire => {
  const { params, query, body } = { ...operation.example, ...instead } as Input
  const asked = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`],
  )
  // An example that is a text is a file.
  const isFile = operation.rawBody === true && typeof body === 'string'
  return {
    method: operation.method,
    path: `/api${pathOf(operation.path, params)}${asked.length > 0 ? `?${asked.join('&')}` : ''}`,
    headers: { ...(isFile ? { 'content-type': 'text/csv' } : {}), ...headers },
    body: body === undefined ? undefined : typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  }
}

/** Does all of them, so many at a time. */
export const inParallel = async <T, R>(items: readonly T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = new Array(items.length)
  let next = 0
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as T)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return results
}
