import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { APP, type Logins, REPORT } from './database/logins.ts'
import { readTrustedProxies, type TrustsProxy } from './web/trusted-proxies.ts'

const Flag = z.pipe(
  z.optional(z.enum(['0', '1', 'true', 'false', ''])),
  z.transform((value) => value === '1' || value === 'true'),
)
/** Undefined where nothing was said. */
const Choice = z.pipe(
  z.optional(z.enum(['0', '1', 'true', 'false'])),
  z.transform((value) => (value === undefined ? undefined : value === '1' || value === 'true')),
)
const WholeNumber = (fallback: number, least: number, most: number) =>
  z
    .pipe(
      z.optional(z.string()),
      z.transform((value) => (value === undefined || value === '' ? fallback : Number(value))),
    )
    .check(z.refine((value) => Number.isInteger(value) && value >= least && value <= most, `must be a whole number from ${least} to ${most}`))

const PostgresUrl = z.optional(z.string().check(z.regex(/^postgres(ql)?:\/\//, 'must start with postgres://')))
const ProviderBase = z.optional(
  z.string().check(z.regex(/^https?:\/\/[^\s?#]+[^\s?#/]$/, 'must be an address such as https://api.stripe.com, without a slash at the end')),
)
const TokenKeys = z.pipe(
  z.optional(z.string()),
  z.transform((value, { issues }) => {
    const keys = (value ?? '')
      .split(',')
      .map((key) => key.trim())
      .filter(Boolean)
      .map((key) => Buffer.from(key, 'base64'))
    if (keys.every(({ length }) => length === 32)) return keys
    issues.push({ code: 'custom', message: 'must be keys of 32 bytes in base64, separated by commas, the newest first', input: undefined })
    return z.NEVER
  }),
)
const TrustedProxies = z.pipe(
  z.optional(z.string()),
  z.transform((value, { issues }) => {
    const read = value === undefined ? undefined : readTrustedProxies(value.trim())
    if (typeof read !== 'string') return read
    issues.push({ code: 'custom', message: read, input: value })
    return z.NEVER
  }),
)

const ClientText = z.string().check(z.regex(/^[\x21-\x7e]{1,250}$/, 'must be 1 to 250 letters, digits or signs without spaces'))

const Environment = z.object({
  NODE_ENV: z.optional(z.string()),
  HOST: z.optional(z.string()),
  PORT: WholeNumber(3000, 0, 65535),
  DATABASE_URL: PostgresUrl,
  DATABASE_APP_URL: PostgresUrl,
  DATABASE_REPORT_URL: PostgresUrl,
  DAYBOOK_DATA: z.optional(z.string()),
  DAYBOOK_DEMO: Choice,
  SMTP_URL: z.optional(z.string().check(z.regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://'))),
  MAIL_FROM: z.optional(z.string()),
  PUBLIC_URL: z.optional(z.string().check(z.regex(/^https?:\/\/[^/]+$/, 'must be an origin such as https://daybook.example, without a path'))),
  PASSWORD_URL_ORIGINS: z.optional(z.string()),
  STRIPE_CLIENT_ID: z.optional(z.string().check(z.regex(/^ca_[A-Za-z0-9]{1,100}$/, 'must be a client ID such as ca_…'))),
  STRIPE_SECRET_KEY: z.optional(z.string().check(z.regex(/^(sk|rk)_(test|live)_[A-Za-z0-9]{1,250}$/, 'must be a secret key such as sk_live_…'))),
  STRIPE_WEBHOOK_SECRET: z.optional(
    z
      .string()
      .check(z.regex(/^whsec_[A-Za-z0-9_]{1,250}(,whsec_[A-Za-z0-9_]{1,250})?$/, 'must be a secret such as whsec_…, or two of them separated by a comma')),
  ),
  STRIPE_API_BASE: ProviderBase,
  STRIPE_CONNECT_BASE: ProviderBase,
  DEPUTY_CLIENT_ID: z.optional(ClientText),
  DEPUTY_CLIENT_SECRET: z.optional(ClientText),
  DEPUTY_ONCE_BASE: ProviderBase,
  DEPUTY_INSTALL_BASE_TEMPLATE: z.optional(
    z.string().check(z.regex(/^https?:\/\/[^\s?#]*\{endpoint\}[^\s?#]*$/, 'must be an address with {endpoint} in it, such as https://{endpoint}')),
  ),
  DELIVERECT_BASE: ProviderBase,
  DELIVERECT_CLIENT_ID: z.optional(ClientText),
  DELIVERECT_CLIENT_SECRET: z.optional(ClientText),
  DELIVERECT_HMAC_SECRET: z.optional(ClientText),
  TYRO_CLIENT_ID: z.optional(ClientText),
  TYRO_CLIENT_SECRET: z.optional(ClientText),
  TYRO_WEBHOOK_SECRET: z.optional(ClientText),
  TYRO_AUTH_BASE: ProviderBase,
  TYRO_API_BASE: ProviderBase,
  INVOLV_AUTHORIZE_URL: ProviderBase,
  INVOLV_TOKEN_URL: ProviderBase,
  INVOLV_REVOKE_URL: ProviderBase,
  INVOLV_API_BASE: ProviderBase,
  INVOLV_CLIENT_ID: z.optional(ClientText),
  INVOLV_CLIENT_SECRET: z.optional(ClientText),
  INVOLV_SCOPE: z.optional(z.string().check(z.regex(/^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/, 'must be words separated by single spaces'))),
  INVOLV_PKCE: z.optional(z.enum(['0', '1', 'true', 'false'])),
  INVOLV_AUTH_METHOD: z.optional(z.enum(['client_secret_basic', 'client_secret_post'])),
  SHOPIFY_CLIENT_ID: z.optional(ClientText),
  SHOPIFY_CLIENT_SECRET: z.optional(
    z
      .string()
      .check(z.regex(/^[\x21-\x2b\x2d-\x7e]{1,250}(,[\x21-\x2b\x2d-\x7e]{1,250})?$/, 'must be a secret without spaces, or two of them separated by a comma')),
  ),
  SHOPIFY_API_VERSION: z.optional(
    z.string().check(z.regex(/^(2025-10|20(2[6-9]|[3-9]\d)-(01|04|07|10))$/, 'must be a version such as 2026-07, from 2025-10 on')),
  ),
  SHOPIFY_BASE_TEMPLATE: z.optional(
    z.string().check(z.regex(/^https?:\/\/[^\s?#]*\{shop\}[^\s?#]*$/, 'must be an address with {shop} in it, such as https://{shop}')),
  ),
  SHOPIFY_ALL_ORDERS: Flag,
  PROVIDER_SIMULATION: Flag,
  REDIRECT_ORIGINS: z.optional(z.string()),
  TOKEN_KEYS: TokenKeys,
  TRUST_PROXY: TrustedProxies,
  LOG_LEVEL: z.optional(z.enum(['silent', 'error', 'warn', 'info', 'debug'])),
  DATABASE_POOL: WholeNumber(10, 2, 200),
  READS_PER_MINUTE: WholeNumber(600, 1, 10_000_000),
  WRITES_PER_MINUTE: WholeNumber(120, 1, 10_000_000),
  POINT_WRITES_PER_MINUTE: WholeNumber(60, 1, 10_000_000),
  SEARCHES_PER_MINUTE: WholeNumber(120, 1, 10_000_000),
  SCREEN_CODES_PER_MINUTE: WholeNumber(10, 1, 10_000_000),
  TOKEN_READS_PER_MINUTE: WholeNumber(300, 1, 10_000_000),
  TOKEN_ROWS: WholeNumber(50_000, 1, 10_000_000),
  INTAKE_PER_SECOND: WholeNumber(1000, 1, 10_000_000),
  SIGN_INS_PER_MINUTE: WholeNumber(20, 1, 10_000_000),
  STOREFRONTS_PER_MINUTE: WholeNumber(300, 1, 10_000_000),
  SECOND_FACTOR: z.optional(z.enum(['required', 'optional'])),
  SAMPLE_HISTORY: z.optional(z.enum(['on', 'off'])),
  JOBS: z.optional(z.enum(['on', 'asked', 'off'])),
})

/** What is settled about outside systems. */
export interface ProviderSettings {
  /** Stand-ins are asked instead: plain http and addresses that are not public are allowed. Never in production. */
  simulation: boolean
  /** Origins a provider may send people back to, publicUrl among them. */
  redirectOrigins: string[]
  /** What providers give out rests under the first of them; the others still open what was sealed before. */
  tokenKeys: Buffer[]
  stripe: {
    /** What the house is called at Stripe; absent, nothing can be linked there. */
    clientId: string | undefined
    secretKey: string | undefined
    /** One, or two while they change. */
    webhookSecrets: string[]
    apiBase: string
    connectBase: string
  }
  deputy: {
    /** What the house is called at Deputy; absent, nothing can be linked there. */
    clientId: string | undefined
    clientSecret: string | undefined
    /** Where somebody signs in. */
    onceBase: string
    /** Where a customer's own server is, their address standing for `{endpoint}`. */
    installBase: string
  }
  deliverect: {
    /** What this installation is called at Deliverect; absent, nothing is asked there. */
    clientId: string | undefined
    clientSecret: string | undefined
    /** By which Deliverect signs what it sends; absent, it signs as before a production secret was made. */
    hmacSecret: string | undefined
    base: string
  }
  tyro: {
    /** What the house is called at Tyro; absent, links are kept and nothing is read. */
    clientId: string | undefined
    clientSecret: string | undefined
    /** One, or two while they change. */
    webhookSecrets: string[]
    authBase: string
    /** With `/connect` at its end. */
    apiBase: string
  }
  /** A loyalty provider by OAuth 2, of which nothing is known but what is settled here. */
  involv: {
    /** Where somebody signs in; absent, nothing can be linked. */
    authorizeUrl: string | undefined
    tokenUrl: string | undefined
    /** Where tokens are ended; absent, they are only deleted here. */
    revokeUrl: string | undefined
    apiBase: string | undefined
    clientId: string | undefined
    clientSecret: string | undefined
    scope: string
    /** Whether a sign-in carries a challenge that only we can meet. */
    pkce: boolean
    authMethod: 'client_secret_basic' | 'client_secret_post'
  }
  shopify: {
    /** What the house is called at Shopify; absent, nothing can be linked there. */
    clientId: string | undefined
    /** The one in use first, and while they change the one before it. */
    clientSecrets: string[]
    /** Of the Admin API, as 2026-07. */
    apiVersion: string
    /** Where a shop is, its name at Shopify standing for `{shop}`. */
    base: string
    /** Shopify allowed the house to read orders of any age, so that it is asked for. */
    allOrders: boolean
  }
}

/** Everything the environment decides, read once at the start. */
export interface Settings {
  production: boolean
  host: string
  port: number
  /** Absent: the embedded PostgreSQL under dataFolder serves. */
  databaseUrl: string | undefined
  /** Absent: they follow from the owner's address. */
  databaseLogins: Logins | undefined
  dataFolder: string
  /** Whether the sample venue and its people exist; never in production. */
  sample: boolean
  /** Asked for by name, and so made even beside real people. */
  sampleAsked: boolean
  /** Whether the sample's fourteen months fill in behind; benches and tests do without. */
  sampleHistory: boolean
  /** What this process works off of what runs later: all, only what calls ask for and nothing by the clock, or none, where another does. */
  jobs: 'on' | 'asked' | 'off'
  smtpUrl: string | undefined
  mailFrom: string
  /** Origin that links in mails begin with. */
  publicUrl: string
  /** Origins a caller's PasswordUrl may name, publicUrl among them. */
  passwordUrlOrigins: string[]
  /** Outside systems that venues link. */
  providers: ProviderSettings
  /** Which machines are believed what they say about a request they pass on; absent, none are. */
  trustProxy: TrustsProxy | undefined
  logLevel: string
  databasePool: number
  limits: {
    readsPerMinute: number
    writesPerMinute: number
    pointWritesPerMinute: number
    searchesPerMinute: number
    /** Codes of wall screens that a session may try. */
    screenCodesPerMinute: number
    /** Requests by one personal token. */
    tokenReadsPerMinute: number
    /** Rows of one answer to a personal token. */
    tokenRows: number
    intakePerSecond: number
    signInsPerMinute: number
    /** Storefronts that one network may read from one process. */
    storefrontsPerMinute: number
  }
  /** Whether Admin and Owners must have a second factor before a venue opens; people of the sample never need one. */
  secondFactorRequired: boolean
  /** Names this process in logs. */
  processName: string
}

/**
 * Reads the environment. `root` is the project's folder, where `.data` lies unless DAYBOOK_DATA says otherwise.
 * @throws Error with one sentence per wrong variable
 */
export const readSettings = (environment: Record<string, string | undefined>, root: string): Settings => {
  // An empty variable is one that is not set.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`).join('\n'))
  }
  const read = parsed.data
  const production = read.NODE_ENV === 'production'
  const host = read.HOST || '127.0.0.1'
  // A venue of one's own lies apart from the sample.
  const folder = read.DAYBOOK_DEMO === false && !production ? '.data/own' : '.data'
  const publicUrl = read.PUBLIC_URL ?? `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${read.PORT}`
  return {
    production,
    host,
    port: read.PORT,
    databaseUrl: read.DATABASE_URL,
    databaseLogins: loginsIn(read),
    dataFolder: resolve(root, read.DAYBOOK_DATA || join(root, folder)),
    sample: !production && (read.DAYBOOK_DEMO ?? read.DATABASE_URL === undefined),
    sampleAsked: read.DAYBOOK_DEMO === true,
    sampleHistory: read.SAMPLE_HISTORY !== 'off',
    jobs: read.JOBS ?? 'on',
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM || 'Daybook <daybook@localhost>',
    publicUrl,
    passwordUrlOrigins: [publicUrl, ...listIn(read.PASSWORD_URL_ORIGINS)],
    providers: providersIn(read, production, publicUrl),
    trustProxy: read.TRUST_PROXY,
    logLevel: read.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    databasePool: read.DATABASE_POOL,
    limits: {
      readsPerMinute: read.READS_PER_MINUTE,
      writesPerMinute: read.WRITES_PER_MINUTE,
      pointWritesPerMinute: read.POINT_WRITES_PER_MINUTE,
      searchesPerMinute: read.SEARCHES_PER_MINUTE,
      screenCodesPerMinute: read.SCREEN_CODES_PER_MINUTE,
      tokenReadsPerMinute: read.TOKEN_READS_PER_MINUTE,
      tokenRows: read.TOKEN_ROWS,
      intakePerSecond: read.INTAKE_PER_SECOND,
      signInsPerMinute: read.SIGN_INS_PER_MINUTE,
      storefrontsPerMinute: read.STOREFRONTS_PER_MINUTE,
    },
    secondFactorRequired: read.SECOND_FACTOR !== 'optional',
    processName: randomUUID().slice(0, 8),
  }
}

const loginsIn = (read: z.output<typeof Environment>): Logins | undefined => {
  const { DATABASE_URL, DATABASE_APP_URL, DATABASE_REPORT_URL } = read
  if (!DATABASE_APP_URL && !DATABASE_REPORT_URL) return undefined
  if (!DATABASE_URL || !DATABASE_APP_URL || !DATABASE_REPORT_URL)
    throw new Error('DATABASE_APP_URL and DATABASE_REPORT_URL are set together, and beside DATABASE_URL.')
  return { [APP]: DATABASE_APP_URL, [REPORT]: DATABASE_REPORT_URL }
}

const listIn = (value = ''): string[] =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)

const providersIn = (read: z.output<typeof Environment>, production: boolean, publicUrl: string): ProviderSettings => {
  if (read.PROVIDER_SIMULATION && production) throw new Error('PROVIDER_SIMULATION is for trying things out and not allowed in production.')
  for (const name of [
    'STRIPE_API_BASE',
    'STRIPE_CONNECT_BASE',
    'DEPUTY_ONCE_BASE',
    'DEPUTY_INSTALL_BASE_TEMPLATE',
    'DELIVERECT_BASE',
    'SHOPIFY_BASE_TEMPLATE',
    'TYRO_AUTH_BASE',
    'TYRO_API_BASE',
    'INVOLV_AUTHORIZE_URL',
    'INVOLV_TOKEN_URL',
    'INVOLV_REVOKE_URL',
    'INVOLV_API_BASE',
  ] as const)
    if (read[name]?.startsWith('http://') && !read.PROVIDER_SIMULATION)
      throw new Error(`${name} must begin with https://; http:// takes PROVIDER_SIMULATION=true.`)
  return {
    simulation: read.PROVIDER_SIMULATION,
    redirectOrigins: [publicUrl, ...listIn(read.REDIRECT_ORIGINS)],
    tokenKeys: read.TOKEN_KEYS,
    stripe: {
      clientId: read.STRIPE_CLIENT_ID,
      secretKey: read.STRIPE_SECRET_KEY,
      webhookSecrets: listIn(read.STRIPE_WEBHOOK_SECRET),
      apiBase: read.STRIPE_API_BASE ?? 'https://api.stripe.com',
      connectBase: read.STRIPE_CONNECT_BASE ?? 'https://connect.stripe.com',
    },
    deputy: {
      clientId: read.DEPUTY_CLIENT_ID,
      clientSecret: read.DEPUTY_CLIENT_SECRET,
      onceBase: read.DEPUTY_ONCE_BASE ?? 'https://once.deputy.com',
      installBase: read.DEPUTY_INSTALL_BASE_TEMPLATE ?? 'https://{endpoint}',
    },
    deliverect: {
      clientId: read.DELIVERECT_CLIENT_ID,
      clientSecret: read.DELIVERECT_CLIENT_SECRET,
      hmacSecret: read.DELIVERECT_HMAC_SECRET,
      base: read.DELIVERECT_BASE ?? 'https://api.deliverect.com',
    },
    tyro: {
      clientId: read.TYRO_CLIENT_ID,
      clientSecret: read.TYRO_CLIENT_SECRET,
      webhookSecrets: listIn(read.TYRO_WEBHOOK_SECRET),
      authBase: read.TYRO_AUTH_BASE ?? 'https://auth.connect.tyro.com',
      apiBase: read.TYRO_API_BASE ?? 'https://api.tyro.com/connect',
    },
    involv: {
      authorizeUrl: read.INVOLV_AUTHORIZE_URL,
      tokenUrl: read.INVOLV_TOKEN_URL,
      revokeUrl: read.INVOLV_REVOKE_URL,
      apiBase: read.INVOLV_API_BASE,
      clientId: read.INVOLV_CLIENT_ID,
      clientSecret: read.INVOLV_CLIENT_SECRET,
      scope: read.INVOLV_SCOPE ?? '',
      pkce: read.INVOLV_PKCE !== 'false' && read.INVOLV_PKCE !== '0',
      authMethod: read.INVOLV_AUTH_METHOD ?? 'client_secret_basic',
    },
    shopify: {
      clientId: read.SHOPIFY_CLIENT_ID,
      clientSecrets: listIn(read.SHOPIFY_CLIENT_SECRET),
      apiVersion: read.SHOPIFY_API_VERSION ?? '2026-07',
      base: read.SHOPIFY_BASE_TEMPLATE ?? 'https://{shop}',
      allOrders: read.SHOPIFY_ALL_ORDERS,
    },
  }
}
