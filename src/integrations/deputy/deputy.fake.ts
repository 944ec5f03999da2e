import { randomBytes } from 'node:crypto'
import { type Asked, type Said, StandIn } from '#integrations/stand-in.fake.ts'
import { DeputyBooks, isKind, type Kind, type Thing } from './deputy-books.fake.ts'

/** As whom the house signs in at the stand-in; settings that fit it. */
export interface DeputyKeys {
  clientId: string
  clientSecret: string
}

interface FakeInstall {
  endpoint: string
  name: string
  books: DeputyBooks
  /** Access tokens and until when they work, in seconds. */
  access: Map<string, number>
  refresh: Set<string>
  /** Kinds that the role of who allowed us may not see. */
  denied: Set<string>
  metrics: Map<string, Record<string, unknown>>
  webhooks: { Id: number; Topic: string; Address: string; Headers: string }[]
}

const [CODE_SECONDS, TOKEN_SECONDS] = [600, 86_400]
const SCOPE = 'longlife_refresh_token'
const refused = (status: number, message: string): Said => ({ status, json: { error: { code: status, message } } })
const notGranted = (error: string): Said => ({ status: 400, json: { error, error_description: 'Not granted.' } })
const secret = (): string => randomBytes(16).toString('hex')

/**
 * Deputy's stand-in: the page of signing in, and every customer's server below its address. Codes work once and for ten minutes, tokens for a day,
 * and one to renew by works once; a server nobody has answers with the page of signing in.
 */
export class DeputyFake {
  readonly standIn: StandIn
  readonly installs = new Map<string, FakeInstall>()
  readonly #keys: DeputyKeys
  readonly #codes = new Map<string, { endpoint: string; redirectUri: string; until: number; used: boolean }>()

  constructor(keys: DeputyKeys) {
    this.#keys = keys
    this.standIn = new StandIn(
      (asked) => this.#answer(asked),
      () => {
        this.installs.clear()
        this.#codes.clear()
      },
    )
  }

  /** Settings by which a server asks it. */
  get settings(): Record<string, string> {
    const { clientId, clientSecret } = this.#keys
    return {
      DEPUTY_CLIENT_ID: clientId,
      DEPUTY_CLIENT_SECRET: clientSecret,
      DEPUTY_ONCE_BASE: this.standIn.url,
      DEPUTY_INSTALL_BASE_TEMPLATE: `${this.standIn.url}/{endpoint}`,
    }
  }

  /** A customer's server, whether linked or not. */
  install(endpoint: string, name = endpoint): FakeInstall {
    const known = this.installs.get(endpoint)
    if (known) return known
    const made = {
      endpoint,
      name,
      books: new DeputyBooks(() => this.standIn.seconds),
      access: new Map(),
      refresh: new Set<string>(),
      denied: new Set<string>(),
      metrics: new Map(),
      webhooks: [],
    }
    this.installs.set(endpoint, made)
    return made
  }

  /** A code as the page of consent gives one. */
  code(endpoint: string, redirectUri: string): string {
    const code = secret()
    this.#codes.set(code, { endpoint, redirectUri, until: this.standIn.seconds + CODE_SECONDS, used: false })
    return code
  }

  /** Sends a webhook to whoever registered for its topic. @returns what they answered */
  async tell(endpoint: string, topic: string, data: Record<string, unknown>, at = this.standIn.seconds): Promise<number[]> {
    const { webhooks } = this.install(endpoint)
    const answers: number[] = []
    for (const { Address, Headers } of webhooks.filter(({ Topic }) => Topic === topic)) {
      const own = Object.fromEntries(
        Headers.split('\n')
          .filter(Boolean)
          .map((line) => line.split(': ') as [string, string]),
      )
      const headers = { 'content-type': 'application/json', 'x-deputy-generation-time': String(at), ...own }
      answers.push((await fetch(Address, { method: 'POST', headers, body: JSON.stringify({ topic, data }) })).status)
    }
    return answers
  }

  /** The customer takes the consent back. */
  revoke(endpoint: string): void {
    this.install(endpoint).access.clear()
    this.install(endpoint).refresh.clear()
  }

  #answer(asked: Asked): Said {
    const { path } = asked
    if (path === '/my/oauth/login') return this.#consent(asked)
    if (path === '/my/oauth/decide') return this.#decided(asked)
    if (path === '/my/oauth/access_token') return this.#codeGivenIn(asked)
    const [, endpoint = '', ...rest] = path.split('/')
    const install = this.installs.get(endpoint)
    if (!install) return { status: 302, html: '<html>Log in</html>', headers: { location: 'https://once.deputy.com/my/login' } }
    return `/${rest.join('/')}` === '/oauth/access_token' ? this.#renewed(asked, install) : api(`/${rest.join('/')}`, asked, install, this.standIn.seconds)
  }

  #isUs({ form, headers, method }: Asked): boolean {
    return (
      method === 'POST' &&
      /^application\/x-www-form-urlencoded/.test(headers['content-type'] ?? '') &&
      form.get('client_id') === this.#keys.clientId &&
      form.get('client_secret') === this.#keys.clientSecret &&
      form.get('scope') === SCOPE
    )
  }

  #consent({ query }: Asked): Said {
    const redirectUri = query.get('redirect_uri') ?? ''
    if (query.get('client_id') !== this.#keys.clientId || query.get('response_type') !== 'code' || query.get('scope') !== SCOPE || !redirectUri)
      return refused(400, 'A parameter is missing or wrong.')
    const link = (choice: string, endpoint: string) =>
      `/my/oauth/decide?${new URLSearchParams({ choice, endpoint, redirect_uri: redirectUri, state: query.get('state') ?? '' })}`.replaceAll('&', '&amp;')
    const choices = [...this.installs.values()].map(({ endpoint, name }) => `<p><a href="${link('allow', endpoint)}">Allow with ${name}</a></p>`)
    return {
      status: 200,
      html: `<!doctype html><html lang="en"><title>Deputy stand-in</title><h1>Deputy stand-in</h1><p>Daybook would like to read rosters and timesheets.</p>${choices.join('')}
        <p><a href="${link('deny', '')}">Cancel</a></p></html>`,
    }
  }

  #decided({ query }: Asked): Said {
    const back = new URL(query.get('redirect_uri') ?? '')
    const isAllowed = query.get('choice') === 'allow'
    const answer = isAllowed ? { code: this.code(query.get('endpoint') ?? '', back.href) } : { error: 'access_denied' }
    for (const [name, value] of Object.entries({ ...answer, state: query.get('state') ?? '' })) back.searchParams.set(name, value)
    return { status: 302, headers: { location: back.href }, html: '' }
  }

  #codeGivenIn(asked: Asked): Said {
    if (!this.#isUs(asked) || asked.form.get('grant_type') !== 'authorization_code') return notGranted('invalid_client')
    const code = this.#codes.get(asked.form.get('code') ?? '')
    if (!code || code.used || code.until < this.standIn.seconds || code.redirectUri !== asked.form.get('redirect_uri')) return notGranted('invalid_grant')
    code.used = true
    return this.#granted(this.install(code.endpoint))
  }

  #renewed(asked: Asked, install: FakeInstall): Said {
    const given = asked.form.get('refresh_token') ?? ''
    if (!this.#isUs(asked) || asked.form.get('grant_type') !== 'refresh_token' || !asked.form.get('redirect_uri')) return notGranted('invalid_client')
    if (!install.refresh.delete(given)) return notGranted('invalid_grant')
    return this.#granted(install)
  }

  #granted(install: FakeInstall): Said {
    const [access, refresh] = [secret(), secret()]
    install.access.set(access, this.standIn.seconds + TOKEN_SECONDS)
    install.refresh.add(refresh)
    return {
      status: 200,
      json: { access_token: access, expires_in: TOKEN_SECONDS, scope: SCOPE, endpoint: `https://${install.endpoint}`, refresh_token: refresh },
    }
  }
}

/** A customer's server. */
const api = (path: string, { method, headers, text }: Asked, install: FakeInstall, now: number): Said => {
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
  if (token === undefined) return refused(403, 'No authorization given')
  if ((install.access.get(token) ?? 0) <= now) return { status: 401, html: '' }
  const sent = method === 'POST' ? jsonIn(text) : {}
  if (sent === undefined) return refused(400, 'The body is no JSON.')
  if (path === '/api/v1/me')
    return { status: 200, json: { Login: 'owner', EmployeeId: 1, Name: 'Owner', Company: 1, CompanyObject: { Id: 1, CompanyName: install.name } } }
  if (path === '/api/v2/metrics' && method === 'POST') return metrics(sent, install)
  const [isWebhook, webhookId] = /^\/api\/v1\/resource\/Webhook(?:\/(\d+))?$/.exec(path) ?? []
  if (isWebhook) return webhook(method, webhookId, sent, install)
  const [, kind = '', rest = ''] = /^\/api\/v1\/resource\/(\w+)\/(\w+)$/.exec(path) ?? []
  if (!isKind(kind)) return refused(404, 'Object not found')
  if (install.denied.has(kind)) return refused(403, 'Access to object-type denied')
  if (rest === 'QUERY' && method === 'POST') {
    const found = install.books.find(kind, sent)
    return typeof found === 'string' ? refused(400, found) : { status: 200, json: found.map((thing) => withRest(kind, thing)) }
  }
  const one = method === 'GET' ? install.books.things[kind].get(Number(rest)) : undefined
  return one ? { status: 200, json: withRest(kind, one) } : refused(404, 'Object not found')
}

const person = (id: unknown) => ({
  Id: String(id),
  DisplayName: 'Alexandra Fitzgerald-Montgomery',
  EmployeeProfile: id,
  Employee: id,
  Photo: `https://photo.deputy.com/app/webroot/customs/${'0123456789abcdef'.repeat(4)}/photo/${id}_face_small.jpg`,
  Pronouns: null,
  CustomPronouns: null,
})

/** A shift as it is answered: with all that Deputy tells beside it, which makes it ten times as long. */
const withRest = (kind: Kind, thing: Thing): Record<string, unknown> => {
  if (kind !== 'Roster' && kind !== 'Timesheet') return thing
  const slot = { blnEmptySlot: false, strType: 'B', intStart: 14_400, intEnd: 16_200, intUnixStart: thing.StartTime, intUnixEnd: thing.StartTime }
  const more = {
    mixedActivity: { intState: 4, blnCanStartEarly: 1, blnCanEndEarly: 1, blnIsMandatory: 1, strBreakType: 'M' },
    strTypeName: 'Meal Break',
    strState: 'Finished Duration',
  }
  const area = thing.OperationalUnit
  return {
    ...thing,
    Slots: [slot, slot, slot].map((one) => ({ ...one, ...more })),
    Comment: '',
    Warning: '',
    WarningOverrideComment: '',
    MatchedByTimesheet: 0,
    ConfirmComment: '',
    ConfirmStatus: 0,
    SwapStatus: null,
    ShiftTemplate: thing.ShiftTemplate ?? null,
    Creator: 1,
    Created: thing.Modified,
    _DPMetaData: {
      System: kind,
      CreatorInfo: person(1),
      OperationalUnitInfo: {
        Id: String(area),
        OperationalUnitName: 'Functions',
        Company: 1,
        CompanyName: 'Harbour & Vine',
        LabelWithCompany: '[Harbour & Vine] Functions',
      },
      EmployeeInfo: person(thing.Employee),
      EmployeeHistory: kind === 'Timesheet' ? { ...person(thing.Employee), LeaveInfo: null } : undefined,
      CustomFieldData: null,
    },
  }
}

const jsonIn = (text: string): Record<string, never> | undefined => {
  try {
    return JSON.parse(text) as Record<string, never>
  } catch {
    return undefined
  }
}

/** Those there are, one more, or one of them changed. */
const webhook = (method: string, id: string | undefined, sent: Record<string, unknown>, { webhooks, denied }: FakeInstall): Said => {
  if (denied.has('Webhook')) return refused(403, 'Access to object-type denied')
  if (method === 'GET' && id === undefined) return { status: 200, json: webhooks }
  if (method !== 'POST') return refused(404, 'Object not found')
  const { Topic, Enabled, Type, Address, Headers } = sent
  if (!/^\w+\.(Insert|Update|Delete|Save)$/.test(String(Topic)) || Enabled !== 1 || Type !== 'URL' || !URL.canParse(String(Address)))
    return refused(400, 'A webhook is wrong.')
  const known = webhooks.find((one) => String(one.Id) === id)
  if (id !== undefined && !known) return refused(404, 'Object not found')
  const kept = { Id: known?.Id ?? webhooks.length + 1, Topic: String(Topic), Address: String(Address), Headers: String(Headers ?? '') }
  if (known) Object.assign(known, kept)
  else webhooks.push(kept)
  return { status: 200, json: kept }
}

/** The same reference again replaces what was told before. */
const metrics = ({ data }: { data?: Record<string, unknown>[] }, { metrics: told, books }: FakeInstall): Said => {
  if (!Array.isArray(data) || data.length === 0) return refused(400, 'data is missing')
  for (const { timestamp, area, type, reference, value } of data)
    if (
      typeof timestamp !== 'number' ||
      !books.things.OperationalUnit.has(area as number) ||
      type !== 'Sales' ||
      typeof reference !== 'string' ||
      typeof value !== 'number'
    )
      return refused(400, 'A metric is wrong.')
  for (const one of data) told.set(String(one.reference), one)
  return { status: 200, json: { success: true } }
}
