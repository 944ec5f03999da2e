import { createHmac, randomBytes } from 'node:crypto'
import { type Asked, type Said, StandIn } from '#integrations/stand-in.fake.ts'
import { Books } from './stripe-books.fake.ts'

/** As whom the house signs in at the stand-in; settings that fit it. */
export interface FakeKeys {
  clientId: string
  secretKey: string
  webhookSecret: string
}

interface FakeAccount {
  id: string
  name: string
  isConnected: boolean
  chargesEnabled: boolean
  payoutsEnabled: boolean
  books: Books
  domains: Map<string, { id: string; domain_name: string; enabled: boolean }>
}

/** What one may say when one steers the stand-in. */
interface Steered {
  account?: string
  amount?: number
  at?: number
  status?: string
  ourFee?: number
}

const CODE_SECONDS = 300
const refused = (error: string, error_description: string): Said => ({ status: 400, json: { error, error_description } })
const wrong = (status: number, type: string, message: string, code?: string): Said => ({
  status,
  json: { error: { type, message, ...(code ? { code } : {}) } },
})

/**
 * Stripe's stand-in, strict where Stripe is: codes work once and for five minutes, one used twice ends what it gave, an account that ended the link
 * is refused, and nothing is answered without the secret key.
 */
export class StripeFake {
  readonly standIn: StandIn
  readonly #keys: FakeKeys
  /** Where it sends what happens; nowhere where a test does so itself. */
  readonly #webhookUrl: string | undefined
  readonly accounts = new Map<string, FakeAccount>()
  /** Domains that no account may register. */
  readonly refusedDomains = new Set<string>()
  readonly #codes = new Map<string, { account: string; until: number; used: boolean }>()
  #events = 0

  constructor(keys: FakeKeys, webhookUrl?: string) {
    this.#keys = keys
    this.#webhookUrl = webhookUrl
    this.standIn = new StandIn(
      (asked) => this.#answer(asked),
      () => {
        this.accounts.clear()
        this.#codes.clear()
        this.refusedDomains.clear()
      },
      (path, sent) => this.#steered(path, sent),
    )
  }

  /** An account there is at Stripe, whether linked or not. */
  account(id: string, given: Partial<Omit<FakeAccount, 'id' | 'books' | 'domains'>> = {}): FakeAccount {
    const known = this.accounts.get(id)
    if (known) return Object.assign(known, given)
    const made = {
      id,
      name: `Account ${id.slice(-4)}`,
      isConnected: false,
      chargesEnabled: true,
      payoutsEnabled: true,
      ...given,
      books: new Books(),
      domains: new Map(),
    }
    this.accounts.set(id, made)
    return made
  }

  /** A code as the page of consent gives one. */
  code(account: string): string {
    this.account(account)
    const code = `ac_${randomBytes(12).toString('hex')}`
    this.#codes.set(code, { account, until: this.standIn.seconds + CODE_SECONDS, used: false })
    return code
  }

  /** A signed webhook: its body, and its header. */
  webhook(account: string, type: string, object: object, { at = this.standIn.seconds, id = '' } = {}): { body: string; signature: string; id: string } {
    this.#events += 1
    const eventId = id || `evt_${this.#events.toString(36)}${randomBytes(6).toString('hex')}`
    const body = JSON.stringify({
      id: eventId,
      object: 'event',
      type,
      created: at,
      livemode: this.#isLive,
      account,
      api_version: '2026-07-29.dahlia',
      data: { object },
    })
    return { body, signature: this.sign(body, at), id: eventId }
  }

  sign(body: string, at = this.standIn.seconds): string {
    return `t=${at},v1=${createHmac('sha256', this.#keys.webhookSecret).update(`${at}.${body}`).digest('hex')}`
  }

  get #isLive(): boolean {
    return this.#keys.secretKey.includes('_live_')
  }

  /**
   * `/__sim/charge { account, amount }`: somebody pays by card, and a webhook tells of it. With `at`, in seconds, it was earlier and nobody tells of it;
   * `status` and `ourFee` as the books take them. `/__sim/payout { account, at, status }` pays out what was not yet.
   */
  #steered(path: string, sent: Steered): Said | undefined {
    const { account = '', amount = 1000, at, status, ourFee } = sent
    if (path === '/__sim/payout') {
      const payout = this.account(account).books.payOut(at ?? this.standIn.seconds)
      return { status: 200, json: Object.assign(payout, status ? { status } : {}) }
    }
    if (path !== '/__sim/charge') return undefined
    const charge = this.account(account).books.charge({
      amount,
      at: at ?? this.standIn.seconds,
      ...(status === 'failed' ? { status } : {}),
      ...(ourFee === undefined ? {} : { ourFee }),
    })
    const { body, signature } = this.webhook(account, 'charge.succeeded', charge)
    if (this.#webhookUrl && at === undefined)
      void fetch(this.#webhookUrl, { method: 'POST', headers: { 'content-type': 'application/json', 'stripe-signature': signature }, body }).catch(
        () => undefined,
      )
    return { status: 200, json: charge }
  }

  #answer(asked: Asked): Said {
    const { method, path } = asked
    if (path === '/oauth/authorize') return this.#consent(asked)
    if (path === '/oauth/decide') return this.#decided(asked)
    if (asked.headers.authorization !== `Bearer ${this.#keys.secretKey}`) return wrong(401, 'invalid_request_error', 'No such key.')
    if (method === 'POST' && !/^application\/x-www-form-urlencoded/.test(asked.headers['content-type'] ?? ''))
      return wrong(400, 'invalid_request_error', 'The content type must be a form.')
    if (path === '/oauth/token') return this.#token(asked)
    if (path === '/oauth/deauthorize') return this.#deauthorise(asked)
    const account = this.accounts.get(String(asked.headers['stripe-account'] ?? ''))
    if (!account?.isConnected) return wrong(403, 'invalid_request_error', 'The key does not have access to this account.', 'account_invalid')
    return this.#api(asked, account)
  }

  #consent({ query }: Asked): Said {
    const { clientId } = this.#keys
    if (query.get('client_id') !== clientId) return { status: 400, json: { error: { message: 'No application matches the supplied client identifier' } } }
    if (query.get('response_type') !== 'code' || !query.get('redirect_uri') || query.get('scope') !== 'read_write')
      return refused('invalid_request', 'A parameter is missing.')
    const link = (choice: string, account: string) =>
      `/oauth/decide?${new URLSearchParams({ choice, account, redirect_uri: query.get('redirect_uri') ?? '', state: query.get('state') ?? '' })}`
    const choices = [...this.accounts.values()].map(
      ({ id, name }) => `<p><a href="${link('allow', id).replaceAll('&', '&amp;')}">Allow with ${escaped(name)}</a></p>`,
    )
    return {
      status: 200,
      html: `<!doctype html><html lang="en"><title>Stripe stand-in</title><h1>Stripe stand-in</h1><p>Daybook would like to read and take payments.</p>${choices.join('')}
        <p><a href="${link('allow', `acct_${randomBytes(8).toString('hex')}`).replaceAll('&', '&amp;')}">Allow with a new account</a></p>
        <p><a href="${link('deny', '').replaceAll('&', '&amp;')}">Cancel</a></p></html>`,
    }
  }

  #decided({ query }: Asked): Said {
    const back = new URL(query.get('redirect_uri') ?? '')
    const answer =
      query.get('choice') === 'allow'
        ? { code: this.code(query.get('account') ?? ''), scope: 'read_write' }
        : { error: 'access_denied', error_description: 'The user denied your request' }
    for (const [name, value] of Object.entries({ ...answer, state: query.get('state') ?? '' })) back.searchParams.set(name, value)
    return { status: 302, headers: { location: back.href }, html: '' }
  }

  #token({ form }: Asked): Said {
    if (form.get('grant_type') !== 'authorization_code') return refused('unsupported_grant_type', 'Only codes are given in here.')
    for (const name of form.keys())
      if (!['grant_type', 'code', 'scope'].includes(name)) return refused('invalid_request', `Received unknown parameter: ${name}`)
    const code = this.#codes.get(form.get('code') ?? '')
    if (!code || code.until < this.standIn.seconds) return refused('invalid_grant', 'Authorization code does not exist or is too old.')
    const account = this.account(code.account)
    if (code.used) {
      account.isConnected = false
      return refused('invalid_grant', 'Authorization code was used already. All tokens issued with it have been revoked.')
    }
    code.used = true
    account.isConnected = true
    const mode = this.#isLive ? 'live' : 'test'
    const given = { access_token: `sk_${mode}_${randomBytes(8).toString('hex')}`, refresh_token: `rt_${randomBytes(8).toString('hex')}`, token_type: 'bearer' }
    return {
      status: 200,
      json: { ...given, scope: 'read_write', livemode: this.#isLive, stripe_user_id: account.id },
      headers: { 'cache-control': 'no-store' },
    }
  }

  #deauthorise({ form }: Asked): Said {
    const account = this.accounts.get(form.get('stripe_user_id') ?? '')
    if (form.get('client_id') !== this.#keys.clientId || !account?.isConnected)
      return refused('invalid_client', 'This application is not connected to that account.')
    account.isConnected = false
    return { status: 200, json: { stripe_user_id: account.id } }
  }

  #api(asked: Asked, account: FakeAccount): Said {
    const { books } = account
    const [, , kind = '', id] = asked.path.split('/')
    if (kind === 'accounts' && id === account.id) return { status: 200, json: accountOf(account) }
    const lists: Record<string, readonly { id: string; created: number }[]> = {
      charges: books.charges,
      disputes: books.disputes,
      payouts: books.payouts,
      balance_transactions: books.entries,
    }
    if (kind === 'payment_method_domains') return this.#domains(asked, account)
    const list = lists[kind]
    if (!list || asked.method !== 'GET') return wrong(404, 'invalid_request_error', 'Unrecognized request URL.')
    if (id) {
      const found = list.find((one) => one.id === id)
      return found ? { status: 200, json: found } : wrong(404, 'invalid_request_error', `No such object: '${id}'`, 'resource_missing')
    }
    return listed(asked, list, (one) => (asked.query.get('expand[]') === 'data.source' ? { ...one, source: books.sourceOf(one as never) } : one))
  }

  #domains({ method, form, query, path }: Asked, { domains }: FakeAccount): Said {
    const shown = (one: { id: string; domain_name: string; enabled: boolean }) => ({
      ...one,
      object: 'payment_method_domain',
      apple_pay: { status: 'inactive', status_details: { error_message: 'The association file could not be read.' } },
      google_pay: { status: 'active' },
      link: { status: 'active' },
    })
    if (method === 'GET') {
      const found = [...domains.values()].filter(({ domain_name }) => !query.has('domain_name') || domain_name === query.get('domain_name'))
      return { status: 200, json: { object: 'list', data: found.map(shown), has_more: false } }
    }
    const [, , , id] = path.split('/')
    if (id) {
      const known = [...domains.values()].find((one) => one.id === id)
      if (!known) return wrong(404, 'invalid_request_error', `No such payment method domain: '${id}'`, 'resource_missing')
      if (form.has('enabled')) known.enabled = form.get('enabled') === 'true'
      return { status: 200, json: shown(known) }
    }
    const name = form.get('domain_name')
    if (!name) return wrong(400, 'invalid_request_error', 'Missing required param: domain_name.', 'parameter_missing')
    if (this.refusedDomains.has(name)) return wrong(400, 'invalid_request_error', `The domain ${name} cannot be registered.`)
    const made = domains.get(name) ?? { id: `pmd_${randomBytes(8).toString('hex')}`, domain_name: name, enabled: true }
    domains.set(name, made)
    return { status: 200, json: shown(made) }
  }
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const accountOf = ({ id, name, chargesEnabled, payoutsEnabled }: FakeAccount) => ({
  id,
  object: 'account',
  type: 'standard',
  charges_enabled: chargesEnabled,
  payouts_enabled: payoutsEnabled,
  details_submitted: true,
  country: 'AU',
  default_currency: 'aud',
  business_profile: { name },
})

const KNOWN = ['limit', 'starting_after', 'created[gte]', 'created[gt]', 'created[lte]', 'created[lt]', 'expand[]', 'payout', 'charge']

/** One page of a list, newest first, as Stripe cuts it. */
const listed = ({ query }: Asked, all: readonly { id: string; created: number }[], shown: (one: { id: string; created: number }) => unknown): Said => {
  for (const name of query.keys())
    if (!KNOWN.includes(name)) return wrong(400, 'invalid_request_error', `Received unknown parameter: ${name}`, 'parameter_unknown')
  const limit = Number(query.get('limit') ?? 10)
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) return wrong(400, 'invalid_request_error', 'The limit lies between 1 and 100.')
  const bound = (name: string, other: number) => Number(query.get(`created[${name}]`) ?? other)
  const within = all
    .filter(
      ({ created }) =>
        created >= bound('gte', 0) &&
        created > bound('gt', -1) &&
        created <= bound('lte', Number.MAX_SAFE_INTEGER) &&
        created < bound('lt', Number.MAX_SAFE_INTEGER),
    )
    .filter((one) => !query.has('payout') || (one as { payout?: string | null }).payout === query.get('payout'))
    .map((one, at) => ({ one, at }))
    .sort((a, b) => b.one.created - a.one.created || b.at - a.at)
    .map(({ one }) => one)
  const after = query.get('starting_after')
  const from = after === null ? 0 : within.findIndex(({ id }) => id === after) + 1
  if (after !== null && from === 0) return wrong(400, 'invalid_request_error', `No such object: '${after}'`, 'resource_missing')
  return { status: 200, json: { object: 'list', data: within.slice(from, from + limit).map(shown), has_more: within.length > from + limit, url: '' } }
}
