import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request to a stand-in, read. */
export interface Asked {
  method: string
  path: string
  query: URLSearchParams
  form: URLSearchParams
  headers: IncomingHttpHeaders
  text: string
}

/** What a stand-in answers: JSON, or a page. */
export interface Said {
  status: number
  json?: unknown
  html?: string
  headers?: Record<string, string>
}

/** How the next request to a route is to fail. */
export interface Failing {
  /** The beginning of its path. */
  route: string
  /** So many requests to it go well before. */
  skip?: number
  status?: number
  body?: string
  headers?: Record<string, string>
  delayMs?: number
  /** Does what was asked, and says nothing. */
  dropConnection?: boolean
}

/**
 * An outside system's stand-in: a server of its own with its state in memory. Tests and newcomers steer it: `/__sim/reset`, `/__sim/fail-next`,
 * `/__sim/clock { seconds }` moves its clock on, `/__sim/log` lists what it was asked.
 */
export class StandIn {
  readonly log: { method: string; path: string; status: number; account: string | undefined }[] = []
  readonly #failing: Failing[] = []
  readonly #server: Server
  readonly #answer: (asked: Asked) => Said | Promise<Said>
  readonly #reset: () => void
  readonly #more: ((path: string, sent: Record<string, never>) => Said | undefined) | undefined
  #aheadMs = 0

  /** @param more what else it can be steered by */
  constructor(answer: (asked: Asked) => Said | Promise<Said>, reset: () => void, more?: (path: string, sent: Record<string, never>) => Said | undefined) {
    this.#answer = answer
    this.#reset = reset
    this.#more = more
    this.#server = createServer((request, response) => {
      const pieces: Buffer[] = []
      request.on('data', (piece: Buffer) => pieces.push(piece))
      request.on('end', async () => {
        const url = new URL(request.url ?? '/', 'http://stand-in')
        const text = Buffer.concat(pieces).toString('utf8')
        const isForm = /^application\/x-www-form-urlencoded/.test(request.headers['content-type'] ?? '')
        const asked = {
          method: request.method ?? '',
          path: url.pathname,
          query: url.searchParams,
          form: new URLSearchParams(isForm ? text : ''),
          headers: request.headers,
          text,
        }
        const { said, drop } = await this.#said(asked)
        if (drop) return request.socket.destroy()
        const body = said.html ?? (said.json === undefined ? '' : JSON.stringify(said.json))
        response
          .writeHead(said.status, { 'content-type': said.html === undefined ? 'application/json' : 'text/html; charset=utf-8', ...said.headers })
          .end(body)
      })
    })
  }

  /** Its clock, in seconds. */
  get seconds(): number {
    return Math.floor((Date.now() + this.#aheadMs) / 1000)
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  failNext(failing: Failing): void {
    this.#failing.push(failing)
  }

  /** Nothing is to fail any more that has not yet. */
  forgetFailures(): void {
    this.#failing.length = 0
  }

  moveClock(seconds: number): void {
    this.#aheadMs += seconds * 1000
  }

  start(port = 0): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, '127.0.0.1', () => resolve())
    })
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }

  async #said(asked: Asked): Promise<{ said: Said; drop?: boolean }> {
    if (asked.path.startsWith('/__sim/')) return { said: this.#steered(asked) }
    const at = this.#failing.findIndex(({ route }) => asked.path.startsWith(route))
    const isYet = at >= 0 && this.#isTurnOf(at)
    const [failing] = isYet ? this.#failing.splice(at, 1) : []
    if (failing?.delayMs) await new Promise((resolve) => setTimeout(resolve, failing.delayMs))
    const said = failing?.status === undefined ? await this.#answer(asked) : failed(failing)
    this.log.push({ method: asked.method, path: asked.path, status: said.status, account: asked.headers['stripe-account'] as string | undefined })
    return { said, drop: failing?.dropConnection ?? false }
  }

  /** Whether enough requests went well before. */
  #isTurnOf(at: number): boolean {
    const failing = this.#failing[at] as Failing
    const skip = failing.skip ?? 0
    this.#failing[at] = { ...failing, skip: skip - 1 }
    return skip <= 0
  }

  #steered({ path, text }: Asked): Said {
    const sent = (text ? JSON.parse(text) : {}) as Failing & { seconds?: number }
    if (path === '/__sim/log') return { status: 200, json: this.log }
    if (path === '/__sim/reset') {
      this.log.length = 0
      this.#failing.length = 0
      this.#aheadMs = 0
      this.#reset()
    } else if (path === '/__sim/fail-next') this.failNext(sent)
    else if (path === '/__sim/clock') this.moveClock(sent.seconds ?? 0)
    else return this.#more?.(path, sent as never) ?? { status: 404, json: {} }
    return { status: 200, json: {} }
  }
}

const failed = ({ status = 500, body, headers }: Failing): Said =>
  body === undefined
    ? { status, json: { error: { type: 'api_error', message: 'As asked for.' } }, ...(headers ? { headers } : {}) }
    : { status, html: body, ...(headers ? { headers } : {}) }
