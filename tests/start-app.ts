import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '#app/serve.ts'
import type { Database } from '#platform/database/database.ts'
import { readSettings, type Settings } from '#platform/settings.ts'
import { ROOT } from '#platform/version.ts'
import { freePort } from '#platform/web/free-port.ts'
import { freshDatabase } from './fresh-database.ts'

export interface StartedApp {
  url: string
  database: Database
  /** For what only the owner may do, and for a second server on the same database. */
  databaseUrl: string
  /** Where mails and files land. */
  dataFolder: string
  settings: Settings
  close(): Promise<void>
}

export interface StartAppOptions {
  /** The sample venue and its people: on, unless a test wants an empty house. */
  sample?: boolean
  /** Variables of the environment, as a person would set them. */
  environment?: Record<string, string>
  /** How the names of variables begin that are left out, whoever sets them. */
  unset?: readonly string[]
  /** The clock. */
  now?: () => Date
}

// Stripe, Deputy, Involv and Shopify are set up, except in production, where no stand-in may be, and nobody is there: what is asked of it fails at once. Tests of links name their stand-in.
const STRIPE = {
  PROVIDER_SIMULATION: 'true',
  STRIPE_CLIENT_ID: 'ca_standin',
  STRIPE_SECRET_KEY: 'sk_test_standin',
  STRIPE_WEBHOOK_SECRET: 'whsec_standin',
  STRIPE_API_BASE: 'http://127.0.0.1:9',
  STRIPE_CONNECT_BASE: 'http://127.0.0.1:9',
  TOKEN_KEYS: Buffer.alloc(32, 7).toString('base64'),
  DEPUTY_CLIENT_ID: 'deputy-standin',
  DEPUTY_CLIENT_SECRET: 'deputy-standin-secret',
  DEPUTY_ONCE_BASE: 'http://127.0.0.1:9',
  DEPUTY_INSTALL_BASE_TEMPLATE: 'http://127.0.0.1:9/{endpoint}',
  TYRO_CLIENT_ID: 'tyro-standin',
  TYRO_CLIENT_SECRET: 'tyro-standin-secret',
  TYRO_WEBHOOK_SECRET: 'psk_standin',
  TYRO_AUTH_BASE: 'http://127.0.0.1:9',
  TYRO_API_BASE: 'http://127.0.0.1:9/connect',
  INVOLV_AUTHORIZE_URL: 'http://127.0.0.1:9/oauth/authorize',
  INVOLV_TOKEN_URL: 'http://127.0.0.1:9/oauth/token',
  INVOLV_REVOKE_URL: 'http://127.0.0.1:9/oauth/revoke',
  INVOLV_API_BASE: 'http://127.0.0.1:9/api',
  INVOLV_CLIENT_ID: 'involv-standin',
  INVOLV_CLIENT_SECRET: 'involv-standin-secret',
  INVOLV_SCOPE: 'members.read adjustments.write',
  SHOPIFY_CLIENT_ID: 'shopify-standin',
  SHOPIFY_CLIENT_SECRET: 'shpss_standin',
  SHOPIFY_BASE_TEMPLATE: 'http://127.0.0.1:9/{shop}',
}

// A test may ask as fast as it can, its people do without a second factor, and nothing happens because it is twenty-five past; those about
// the one or the other set their own.
const UNDISTURBED = {
  SECOND_FACTOR: 'optional',
  JOBS: 'asked',
  READS_PER_MINUTE: '10000000',
  WRITES_PER_MINUTE: '10000000',
  POINT_WRITES_PER_MINUTE: '10000000',
  SEARCHES_PER_MINUTE: '10000000',
  SCREEN_CODES_PER_MINUTE: '10000000',
  TOKEN_READS_PER_MINUTE: '10000000',
  INTAKE_PER_SECOND: '10000000',
  SIGN_INS_PER_MINUTE: '10000000',
  STOREFRONTS_PER_MINUTE: '10000000',
}

/** Starts the real server on a free port and a database of its own, the same way the product does. */
export const startApp = async (options: StartAppOptions = {}): Promise<StartedApp> => {
  const dataFolder = mkdtempSync(join(tmpdir(), `daybook-test-${process.pid}-`))
  const fresh = await freshDatabase({ sample: options.sample ?? true })
  const environment = {
    PORT: String(await freePort()),
    DAYBOOK_DATA: dataFolder,
    LOG_LEVEL: 'error',
    DATABASE_POOL: '4',
    ...UNDISTURBED,
    ...(options.environment?.NODE_ENV === 'production' ? {} : STRIPE),
    ...options.environment,
  }
  const isUnset = ([name]: [string, unknown]) => options.unset?.some((beginning) => name.startsWith(beginning)) ?? false
  const settings = readSettings(Object.fromEntries(Object.entries(environment).filter((one) => !isUnset(one))), ROOT)
  if (process.env.SERVER_STARTS) appendFileSync(process.env.SERVER_STARTS, '.')
  const running = await serve(settings, fresh.url, options.now)
  return {
    url: running.url,
    database: running.database,
    databaseUrl: fresh.url,
    dataFolder,
    settings,
    close: async () => {
      await running.close()
      await fresh.drop()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}
