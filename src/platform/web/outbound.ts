import { lookup } from 'node:dns'
import { request as askPlain } from 'node:http'
import { request as askSecurely } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** What an outside system is asked. */
export interface OutboundRequest {
  url: string
  method: 'GET' | 'POST' | 'DELETE'
  headers?: Record<string, string>
  body?: string
  /** From the beginning to the last byte of the answer; ten seconds unless it says otherwise. */
  timeoutMs?: number
}

export interface OutboundAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/**
 * Why there is no answer to go by.
 * - `not-sent`: nothing reached the other side, so asking again does no harm
 * - `lost`: it may have been done there, and nobody told us
 * - `refused`: we do not ask at such an address, or do not read such an answer
 */
export type OutboundTrouble = 'not-sent' | 'lost' | 'refused'

/** An outside system that could not be asked, or whose answer did not come. */
export class Unanswered extends Error {
  readonly trouble: OutboundTrouble
  constructor(trouble: OutboundTrouble, message: string) {
    super(message)
    this.trouble = trouble
  }
}

const CONNECT_MS = 3_000
const TOTAL_MS = 10_000
const MOST_BYTES = 1024 * 1024

/**
 * Asks an outside system once. Redirects are not followed: they are answers like others. The address is resolved once and checked, and the
 * connection goes to what was checked.
 * @param simulation stand-ins may be asked: plain http, and addresses that are not public
 * @throws Unanswered
 */
export const askOutside = (asked: OutboundRequest, simulation: boolean): Promise<OutboundAnswer> => {
  const url = new URL(asked.url)
  if (url.protocol !== 'https:' && !(simulation && url.protocol === 'http:')) throw new Unanswered('refused', 'Daybook calls outside systems over https only.')
  if (url.username || url.password) throw new Unanswered('refused', 'Daybook does not call an address with a user name in it.')
  if (!simulation && isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0 && !isPublic(url.hostname.replace(/^\[|\]$/g, '')))
    throw new Unanswered('refused', 'Daybook does not call an address that is not public.')
  return new Promise((resolve, reject) => {
    let sent = false
    const ask = url.protocol === 'https:' ? askSecurely : askPlain
    const request = ask(url, { method: asked.method, headers: headersOf(asked), ...(simulation ? {} : { lookup: publicOnly }), agent: false })
    const giveUp = (trouble: OutboundTrouble, message: string) => {
      clearTimeout(connecting)
      clearTimeout(patience)
      request.destroy()
      reject(new Unanswered(trouble, message))
    }
    const connecting = setTimeout(() => giveUp('not-sent', 'It could not be reached in time.'), CONNECT_MS)
    const patience = setTimeout(() => giveUp(sent ? 'lost' : 'not-sent', 'It did not answer in time.'), asked.timeoutMs ?? TOTAL_MS)
    request.on('socket', (socket) =>
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        sent = true
        clearTimeout(connecting)
      }),
    )
    request.on('error', (error: NodeJS.ErrnoException) =>
      giveUp(error.code === 'NOT_PUBLIC' ? 'refused' : sent ? 'lost' : 'not-sent', error.code ?? 'The connection broke off.'),
    )
    request.on('response', (response) => {
      const pieces: Buffer[] = []
      let bytes = 0
      response.on('data', (piece: Buffer) => {
        bytes += piece.length
        if (bytes > MOST_BYTES) giveUp('refused', 'Its answer is too large.')
        else pieces.push(piece)
      })
      response.on('end', () => {
        clearTimeout(patience)
        clearTimeout(connecting)
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(pieces).toString('utf8') })
      })
      response.on('aborted', () => giveUp('lost', 'Its answer broke off.'))
    })
    request.end(asked.body)
  })
}

const headersOf = ({ headers = {}, body }: OutboundRequest): Record<string, string> => ({
  accept: 'application/json',
  'user-agent': 'Daybook',
  ...headers,
  ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
})

/** Addresses of machines of our own, of neighbours, and of nobody. */
const PRIVATE = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv4')

/** Of the sixth version only the part that is given out is public, and what stands for an address of the fourth is judged as that. */
export const isPublic = (address: string): boolean => {
  const inside = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (inside) return isIP(inside) === 4 && !PRIVATE.check(inside, 'ipv4')
  return isIP(address) === 6 && /^[23]/.test(address) && !/^2001:0?:|^2001:db8:|^2002:/i.test(address)
}

const publicOnly: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, [])
    const shut = found.length === 0 || found.some(({ address }) => !isPublic(address))
    if (shut) return done(Object.assign(new Error('The address is not public.'), { code: 'NOT_PUBLIC' }), [])
    const [first] = found
    if ((options as { all?: boolean }).all) return done(null, found)
    done(null, first?.address ?? '', first?.family ?? 4)
  })
}
