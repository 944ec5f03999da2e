import { hash, randomBytes } from 'node:crypto'
import { type Asked, type Said, StandIn } from '#integrations/stand-in.fake.ts'
import { InvolvBooks } from './involv-books.fake.ts'
import { involvApi, plainInvolvApi } from './involv-calls.fake.ts'

/** As whom the house signs in at the stand-in, and how. */
export interface InvolvKeys {
  clientId: string
  clientSecret: string
  /** Addresses people may be sent back to begin with one of these. */
  redirectOrigins?: readonly string[]
  authMethod?: 'client_secret_basic' | 'client_secret_post'
}

export interface FakeAccount {
  id: string
  name: string
  books: InvolvBooks
  /** Access tokens and until when they work, in seconds; each with the grant it is of. */
  access: Map<string, { until: number; grant: string }>
  refresh: Map<string, { grant: string; used: boolean }>
}

interface FakeCode {
  account: string
  redirectUri: string
  challenge: string | null
  until: number
  /** The grant it gave, once it was given in. */
  grant: string | undefined
}

const [CODE_SECONDS, TOKEN_SECONDS] = [600, 3600]
const SCOPE = 'members.read adjustments.write'
const NO_STORE = { 'cache-control': 'no-store', pragma: 'no-cache' }
const secret = (): string => randomBytes(16).toString('hex')
const refused = (error: string, status = 400): Said => ({ status, json: { error, error_description: 'Not granted.' }, headers: NO_STORE })
const S256 = /^[\w-]{43}$/
const VERIFIER = /^[\w.~-]{43,128}$/

/**
 * A loyalty provider's stand-in: a server of OAuth 2 (RFC 6749) that insists on PKCE by S256 and ends tokens (RFC 7009), with members and what moves
 * their points. A code works once and for ten minutes, and given in twice it ends what it gave; a token to renew by works once, and used twice it
 * ends all that came of it.
 */
export class InvolvFake {
  readonly standIn: StandIn
  readonly accounts = new Map<string, FakeAccount>()
  /** It has what RFC 6749 and the shortest loyalty surface have: it names no account, lists no members, and answers lists without pages. */
  isPlain = false
  readonly #keys: InvolvKeys
  readonly #codes = new Map<string, FakeCode>()

  constructor(keys: InvolvKeys) {
    this.#keys = keys
    this.standIn = new StandIn(
      (asked) => this.#answer(asked),
      () => {
        this.accounts.clear()
        this.#codes.clear()
        this.isPlain = false
      },
      (path, sent) => this.#steered(path, sent),
    )
  }

  /** Settings by which a server asks it. */
  get settings(): Record<string, string> {
    const { url } = this.standIn
    return {
      INVOLV_AUTHORIZE_URL: `${url}/oauth/authorize`,
      INVOLV_TOKEN_URL: `${url}/oauth/token`,
      INVOLV_REVOKE_URL: `${url}/oauth/revoke`,
      INVOLV_API_BASE: `${url}/api`,
      INVOLV_CLIENT_ID: this.#keys.clientId,
      INVOLV_CLIENT_SECRET: this.#keys.clientSecret,
      INVOLV_SCOPE: SCOPE,
      INVOLV_AUTH_METHOD: this.#keys.authMethod ?? 'client_secret_basic',
    }
  }

  /** An account, whether linked or not. */
  account(id: string, name = id): FakeAccount {
    const known = this.accounts.get(id)
    if (known) return known
    const made = { id, name, books: new InvolvBooks(() => this.standIn.seconds), access: new Map(), refresh: new Map() }
    this.accounts.set(id, made)
    return made
  }

  /** A code as the page of consent gives one, for an address of the authorise page. */
  code(account: string, authUrl: string): string {
    const asked = new URL(authUrl).searchParams
    return this.#code(account, asked.get('redirect_uri') ?? '', asked.get('code_challenge'))
  }

  /** The account takes its consent back. */
  revoke(account: string): void {
    this.account(account).access.clear()
    this.account(account).refresh.clear()
  }

  #code(account: string, redirectUri: string, challenge: string | null): string {
    const code = secret()
    this.#codes.set(code, { account, redirectUri, challenge, until: this.standIn.seconds + CODE_SECONDS, grant: undefined })
    return code
  }

  #steered(path: string, { account = 'club', card, points, type }: { account?: string; card?: string; points?: number; type?: string }): Said | undefined {
    if (path !== '/__sim/move') return undefined
    const { books } = this.account(account)
    const member = [...books.members.values()].find(({ card_number }) => card_number === card)
    if (!member || !Number.isInteger(points)) return { status: 404, json: {} }
    return { status: 200, json: books.move(member.id, type === 'redeem' || type === 'adjust' ? type : 'accrue', points ?? 0) }
  }

  #answer(asked: Asked): Said {
    const { path, method } = asked
    if (path === '/oauth/authorize') return this.#consent(asked)
    if (path === '/oauth/decide') return this.#decided(asked)
    if (path === '/oauth/token' || path === '/oauth/revoke') {
      const wrong = method === 'POST' ? this.#wrongClient(asked) : { status: 405, json: {} }
      return wrong ?? (path === '/oauth/token' ? this.#granting(asked) : this.#ending(asked))
    }
    if (!path.startsWith('/api/')) return { status: 404, json: { error: 'not_found' } }
    const token = /^Bearer (.+)$/.exec(asked.headers.authorization ?? '')?.[1] ?? ''
    const account = [...this.accounts.values()].find(({ access }) => (access.get(token)?.until ?? 0) > this.standIn.seconds)
    if (!account) return { status: 401, json: { error: 'invalid_token' }, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } }
    return (this.isPlain ? plainInvolvApi : involvApi)(path.slice('/api'.length), asked, account.books)
  }

  /** The client says who it is in one way alone (RFC 6749, 2.3). */
  #wrongClient({ form, headers }: Asked): Said | undefined {
    if (!/^application\/x-www-form-urlencoded/.test(headers['content-type'] ?? '')) return refused('invalid_request')
    for (const name of new Set(form.keys())) if (form.getAll(name).length > 1) return refused('invalid_request')
    const { clientId, clientSecret, authMethod = 'client_secret_basic' } = this.#keys
    if (authMethod === 'client_secret_post') {
      if (headers.authorization !== undefined) return refused('invalid_request')
      return form.get('client_id') === clientId && form.get('client_secret') === clientSecret ? undefined : refused('invalid_client')
    }
    const encoded = (text: string) => new URLSearchParams({ a: text }).toString().slice(2)
    const right = `Basic ${Buffer.from(`${encoded(clientId)}:${encoded(clientSecret)}`).toString('base64')}`
    if (form.has('client_secret')) return refused('invalid_request')
    return headers.authorization === right ? undefined : { ...refused('invalid_client', 401), headers: { ...NO_STORE, 'www-authenticate': 'Basic' } }
  }

  #consent({ query }: Asked): Said {
    const redirectUri = query.get('redirect_uri') ?? ''
    const origins = this.#keys.redirectOrigins
    // Somebody is not sent on to an address that is not right (RFC 6749, 4.1.2.1).
    if (query.get('client_id') !== this.#keys.clientId || !URL.canParse(redirectUri) || (origins && !origins.includes(new URL(redirectUri).origin)))
      return { status: 400, html: '<!doctype html><html lang="en"><title>Wrong</title><p>The client or the address is not known.</p></html>' }
    const state = query.get('state') ?? ''
    const back = (error: string): Said => ({ status: 302, headers: { location: withQuery(redirectUri, { error, state }) }, html: '' })
    if (query.get('response_type') !== 'code') return back('unsupported_response_type')
    if (query.get('scope') !== SCOPE) return back('invalid_scope')
    if (query.get('code_challenge_method') !== 'S256' || !S256.test(query.get('code_challenge') ?? '')) return back('invalid_request')
    const link = (choice: string, account: string) => {
      const decided = { choice, account, redirect_uri: redirectUri, state, code_challenge: query.get('code_challenge') ?? '' }
      return `/oauth/decide?${new URLSearchParams(decided)}`.replaceAll('&', '&amp;')
    }
    const choices = [...this.accounts.values()].map(({ id, name }) => `<p><a href="${link('allow', id)}">Allow with ${name.replaceAll('&', '&amp;')}</a></p>`)
    return {
      status: 200,
      html: `<!doctype html><html lang="en"><title>Involv stand-in</title><h1>Involv stand-in</h1><p>Daybook would like to read members and adjust their points.</p>${choices.join('')}
        <p><a href="${link('deny', '')}">Cancel</a></p></html>`,
    }
  }

  #decided({ query }: Asked): Said {
    const redirectUri = query.get('redirect_uri') ?? ''
    const isAllowed = query.get('choice') === 'allow'
    const answer: Record<string, string> = isAllowed
      ? { code: this.#code(query.get('account') ?? '', redirectUri, query.get('code_challenge')) }
      : { error: 'access_denied' }
    return { status: 302, headers: { location: withQuery(redirectUri, { ...answer, state: query.get('state') ?? '' }) }, html: '' }
  }

  #granting({ form }: Asked): Said {
    const kind = form.get('grant_type')
    if (kind === 'authorization_code') return this.#codeGivenIn(form)
    if (kind !== 'refresh_token') return refused(kind === null ? 'invalid_request' : 'unsupported_grant_type')
    const given = form.get('refresh_token') ?? ''
    const account = [...this.accounts.values()].find(({ refresh }) => refresh.has(given))
    const held = account?.refresh.get(given)
    if (!account || !held) return refused('invalid_grant')
    if (held.used) {
      endGrant(account, held.grant)
      return refused('invalid_grant')
    }
    held.used = true
    return this.#granted(account, held.grant)
  }

  #codeGivenIn(form: URLSearchParams): Said {
    const [given, verifier] = [form.get('code'), form.get('code_verifier')]
    if (!given || !form.get('redirect_uri')) return refused('invalid_request')
    const code = this.#codes.get(given)
    if (!code) return refused('invalid_grant')
    const account = this.account(code.account)
    if (code.grant !== undefined) {
      endGrant(account, code.grant)
      return refused('invalid_grant')
    }
    const isRight =
      code.until >= this.standIn.seconds &&
      code.redirectUri === form.get('redirect_uri') &&
      verifier !== null &&
      VERIFIER.test(verifier) &&
      hash('sha256', verifier, 'base64url') === code.challenge
    // Whoever guesses once has no second guess.
    code.grant = secret()
    return isRight ? this.#granted(account, code.grant) : refused('invalid_grant')
  }

  #granted(account: FakeAccount, grant: string): Said {
    const [access, refresh] = [secret(), secret()]
    account.access.set(access, { until: this.standIn.seconds + TOKEN_SECONDS, grant })
    account.refresh.set(refresh, { grant, used: false })
    const granted = { access_token: access, token_type: 'Bearer', expires_in: TOKEN_SECONDS, refresh_token: refresh, scope: SCOPE }
    return { status: 200, headers: NO_STORE, json: this.isPlain ? granted : { ...granted, account_id: account.id, account_name: account.name } }
  }

  /** A token that nobody has is ended already (RFC 7009, 2.2). */
  #ending({ form }: Asked): Said {
    const token = form.get('token')
    if (!token) return refused('invalid_request')
    for (const account of this.accounts.values()) {
      const held = account.refresh.get(token)
      if (held) endGrant(account, held.grant)
      account.access.delete(token)
    }
    return { status: 200 }
  }
}

const endGrant = ({ access, refresh }: FakeAccount, grant: string): void => {
  for (const [token, of] of access) if (of.grant === grant) access.delete(token)
  for (const [token, of] of refresh) if (of.grant === grant) refresh.delete(token)
}

const withQuery = (address: string, query: Record<string, string>): string => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}
