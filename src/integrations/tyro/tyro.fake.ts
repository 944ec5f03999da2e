import { createHmac, randomBytes } from 'node:crypto'
import { type Asked, type Said, StandIn } from '#integrations/stand-in.fake.ts'
import { TyroBooks } from './tyro-books.fake.ts'

/** As whom the house signs in at the stand-in; settings that fit it. */
export interface TyroKeys {
  clientId: string
  clientSecret: string
  webhookSecret: string
}

interface FakeMerchant {
  mid: string
  displayName: string
  posReference: string
  isAuthorised: boolean
  books: TyroBooks
}

const AUDIENCES = ['https://pos.connect.tyro', 'https://app.connect.tyro']
const [TOKEN_SECONDS, WINDOW_SECONDS, MOST_TOKENS] = [12 * 3600, 11 * 3600, 12]
const THREE_YEARS_SECONDS = 3 * 365 * 86_400
const refused = (status: number, errorCode: string, error = 'As the stand-in sees it.'): Said => ({ status, json: { error, errorCode } })

/**
 * Tyro Connect's stand-in. A token lasts twelve hours and is looked at with every question; the thirteenth in eleven hours is refused. Merchants that
 * nobody authorised show nothing, and every parameter that Tyro asks for has to be there.
 */
export class TyroFake {
  readonly standIn: StandIn
  readonly merchants = new Map<string, FakeMerchant>()
  /** Locations of Tyro Connect, by their ids. */
  readonly locations = new Map<string, 'GREEN' | 'RED'>()
  /** What else can be fetched by a webhook's address, by its path below the base. */
  readonly resources = new Map<string, Record<string, unknown>>()
  /** It gives no more on a page, whatever is asked for. */
  rowsAtMost = 2000
  readonly #keys: TyroKeys
  readonly #tokens = new Map<string, number>()
  #given: number[] = []

  constructor(keys: TyroKeys) {
    this.#keys = keys
    this.standIn = new StandIn(
      (asked) => this.#answer(asked),
      () => this.#forget(),
    )
  }

  /** Settings by which a server asks it. */
  get settings(): Record<string, string> {
    const { clientId, clientSecret, webhookSecret } = this.#keys
    return {
      TYRO_CLIENT_ID: clientId,
      TYRO_CLIENT_SECRET: clientSecret,
      TYRO_WEBHOOK_SECRET: webhookSecret,
      TYRO_AUTH_BASE: this.standIn.url,
      TYRO_API_BASE: `${this.standIn.url}/connect`,
    }
  }

  /** A merchant, who has authorised us unless it says otherwise. */
  merchant(mid: string, displayName = `Merchant ${mid}`, isAuthorised = true): FakeMerchant {
    const known = this.merchants.get(mid)
    if (known) return known
    const made = { mid, displayName, posReference: '', isAuthorised, books: new TyroBooks(mid) }
    this.merchants.set(mid, made)
    return made
  }

  /** Every token that was given out stops working. */
  revokeTokens(): void {
    this.#tokens.clear()
  }

  /** What a webhook looks like: its body, and its signature in hex or base64. */
  webhook(type: string, id: string, path: string, encoding: 'hex' | 'base64' = 'hex', base = `${this.standIn.url}/connect`) {
    const body = JSON.stringify({ type, data: { id, uri: `${base}/${path}`, resource: path.split('/')[0] } })
    return { body, signature: createHmac('sha256', this.#keys.webhookSecret).update(body).digest(encoding) }
  }

  #forget(): void {
    this.merchants.clear()
    this.locations.clear()
    this.resources.clear()
    this.#tokens.clear()
    this.#given = []
  }

  #answer(asked: Asked): Said {
    const { method, path, headers } = asked
    if (path === '/oauth/token') return this.#token(asked)
    if (!path.startsWith('/connect/')) return refused(404, 'NOT_FOUND')
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
    if (token === undefined || (this.#tokens.get(token) ?? 0) <= this.standIn.seconds) return refused(401, 'UNAUTHORIZED')
    const below = path.slice('/connect/'.length)
    const [, authorised] = /^pay-terminal\/merchants\/(\d+)\/authorise\/test$/.exec(below) ?? []
    if (authorised) return method === 'POST' ? this.#authorised(authorised) : refused(405, 'METHOD_NOT_ALLOWED')
    if (method !== 'GET') return refused(405, 'METHOD_NOT_ALLOWED')
    const [, of = '', mid = '', what = ''] = /^(pay-terminal|reporting)\/merchants(?:\/([^/]+)(?:\/(\w+))?)?$/.exec(below) ?? []
    if (of === 'pay-terminal') return this.#merchants(mid, what)
    if (of === 'reporting') return this.#report(mid, what, asked.query)
    const [, locationId] = /^locations\/([^/]+)$/.exec(below) ?? []
    if (locationId) return this.#location(locationId)
    const resource = this.resources.get(below)
    return resource ? { status: 200, json: resource } : refused(404, 'NOT_FOUND')
  }

  #token({ method, form, headers }: Asked): Said {
    if (method !== 'POST' || !/^application\/x-www-form-urlencoded/.test(headers['content-type'] ?? '')) return refused(400, 'INVALID_REQUEST')
    if (form.get('grant_type') !== 'client_credentials') return refused(400, 'UNSUPPORTED_GRANT_TYPE')
    if (!AUDIENCES.includes(form.get('audience') ?? '')) return refused(403, 'INVALID_AUDIENCE')
    if (form.get('client_id') !== this.#keys.clientId || form.get('client_secret') !== this.#keys.clientSecret) return refused(401, 'ACCESS_DENIED')
    const now = this.standIn.seconds
    this.#given = this.#given.filter((at) => at > now - WINDOW_SECONDS)
    if (this.#given.length >= MOST_TOKENS) return refused(429, 'TOO_MANY_TOKENS')
    this.#given.push(now)
    const token = `${randomBytes(16).toString('hex')}.${randomBytes(16).toString('hex')}`
    this.#tokens.set(token, now + TOKEN_SECONDS)
    return { status: 200, json: { access_token: token, expires_in: TOKEN_SECONDS, token_type: 'Bearer' } }
  }

  #authorised(mid: string): Said {
    const merchant = this.merchants.get(mid)
    if (!merchant) return refused(404, 'NOT_FOUND')
    merchant.isAuthorised = true
    return { status: 204 }
  }

  #merchants(mid: string, what: string): Said {
    const shown = ({ books: _, ...merchant }: FakeMerchant) => merchant
    if (mid === '') return { status: 200, json: { results: [...this.merchants.values()].map(shown) } }
    if (!/^\d+$/.test(mid)) return refused(400, 'VALIDATION_ERROR')
    const merchant = this.merchants.get(mid)
    if (!merchant) return refused(404, 'NOT_FOUND')
    if (what === '') return { status: 200, json: shown(merchant) }
    if (what !== 'terminals') return refused(404, 'NOT_FOUND')
    const results = [...merchant.books.terminals].map(([tid, terminalName]) => ({ tid: String(tid), terminalName, serialNumber: `SN${tid}` }))
    return { status: 200, json: { results } }
  }

  #report(mid: string, what: string, query: URLSearchParams): Said {
    if (!/^\d+$/.test(mid)) return refused(400, 'VALIDATION_ERROR')
    const merchant = this.merchants.get(mid)
    if (!merchant?.isAuthorised) return refused(403, 'FORBIDDEN')
    const day = query.get(what === 'settlements' ? 'settlementDate' : 'transactionDate') ?? ''
    if (!this.#isDay(day)) return refused(400, 'VALIDATION_ERROR', 'A date within the past 3 years is needed.')
    if (what === 'settlements') return { status: 200, json: { mid, settlementDate: day, settlements: merchant.books.settlements.get(day) ?? [] } }
    if (what !== 'transactions') return refused(404, 'NOT_FOUND')
    return transactions(merchant, day, query, this.rowsAtMost)
  }

  #isDay(day: string): boolean {
    if (!/^\d{4}-\d\d-\d\d$/.test(day) || new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day) return false
    const seconds = Date.parse(`${day}T00:00:00Z`) / 1000
    return seconds > this.standIn.seconds - THREE_YEARS_SECONDS && seconds < this.standIn.seconds + 86_400
  }

  #location(locationId: string): Said {
    const code = this.locations.get(locationId)
    if (!code) return refused(404, 'NOT_FOUND')
    return { status: 200, json: { locationId, pos: { vendor: 'Daybook', version: '1', apis: [] }, status: { code, lastOnlineAt: null, reason: null } } }
  }
}

const transactions = ({ mid, displayName, books }: FakeMerchant, day: string, query: URLSearchParams, atMost: number): Said => {
  const [asked, page] = [Number(query.get('limit') ?? NaN), Number(query.get('page') ?? NaN)]
  if (!Number.isInteger(asked) || asked < 1 || asked > 2000 || !Number.isInteger(page) || page < 1) return refused(400, 'VALIDATION_ERROR')
  const limit = Math.min(asked, atMost)
  const all = [...(books.payments.get(day)?.values() ?? [])]
  const some = all.slice((page - 1) * limit, page * limit)
  return {
    status: 200,
    json: {
      terminalBusinessDay: day,
      merchantDetails: { mid, tradingName: displayName },
      transactions: some,
      pagination: { page, size: some.length, limit, total: all.length },
    },
  }
}
