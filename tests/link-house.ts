import { jobs } from '#app/jobs.ts'
import { DeputyFake } from '#integrations/deputy/deputy.fake.ts'
import { InvolvFake } from '#integrations/involv/involv.fake.ts'
import { ShopifyFake } from '#integrations/shopify/shopify.fake.ts'
import { StripeFake } from '#integrations/stripe/stripe.fake.ts'
import { TyroFake } from '#integrations/tyro/tyro.fake.ts'
import { LocationKeys } from '#platform/access/location-keys.ts'
import { createMailer } from '#platform/mail/mail.ts'
import type { Service } from '#platform/web/implement.ts'
import { type StaffRoom, staffRoom } from './staff-room.ts'
import { type StartAppOptions, type StartedApp, startApp } from './start-app.ts'
import type { Answered, Visitor } from './visitor.ts'

const KEYS = { clientId: 'ca_standin', secretKey: 'sk_test_standin', webhookSecret: 'whsec_standin' }

const INVOLV = { clientId: 'involv-standin', clientSecret: 'involv-standin-secret' }

const DEPUTY = { clientId: 'deputy-standin', clientSecret: 'deputy-standin-secret' }

const TYRO = { clientId: 'tyro-standin', clientSecret: 'tyro-standin-secret', webhookSecret: 'psk_standin' }

/** As the settings of tests say. */
const SHOPIFY = { clientId: 'shopify-standin', clientSecret: 'shpss_standin', apiVersion: '2026-07' }

/** A server whose Stripe, Deputy, Shopify, Tyro and Involv are stand-ins of its own, and a venue there with two locations. */
export class LinkHouse {
  readonly app: StartedApp
  readonly stripe: StripeFake
  readonly deputy: DeputyFake
  readonly shopify: ShopifyFake
  readonly tyro: TyroFake
  readonly involv: InvolvFake
  readonly room: StaffRoom
  readonly #service: Service

  private constructor(app: StartedApp, fakes: Pick<LinkHouse, 'stripe' | 'deputy' | 'shopify' | 'tyro' | 'involv'>, room: StaffRoom) {
    this.app = app
    this.stripe = fakes.stripe
    this.deputy = fakes.deputy
    this.shopify = fakes.shopify
    this.tyro = fakes.tyro
    this.involv = fakes.involv
    this.shopify.complianceUrl = `${app.url}/api/webhooks/shopify`
    this.room = room
    const { database, settings } = app
    this.#service = { database, settings, signingKey: Buffer.alloc(32), locationKeys: new LocationKeys(1000), now: () => new Date() }
  }

  /** Work that waits is done when it is asked for, and not before. */
  static async open(name: string, options: StartAppOptions = {}): Promise<LinkHouse> {
    const stripe = new StripeFake(KEYS)
    const deputy = new DeputyFake(DEPUTY)
    const shopify = new ShopifyFake(SHOPIFY)
    const tyro = new TyroFake(TYRO)
    const involv = new InvolvFake(INVOLV)
    await Promise.all([stripe.standIn.start(), deputy.standIn.start(), shopify.standIn.start(), tyro.standIn.start(), involv.standIn.start()])
    const stripeAt = { STRIPE_API_BASE: stripe.standIn.url, STRIPE_CONNECT_BASE: stripe.standIn.url }
    const environment = { ...stripeAt, ...deputy.settings, ...shopify.settings, ...tyro.settings, ...involv.settings, JOBS: 'off', ...options.environment }
    const app = await startApp({ sample: false, ...options, environment })
    return new LinkHouse(app, { stripe, deputy, shopify, tyro, involv }, await staffRoom(app, name))
  }

  /** A further venue of the same server. */
  another(name: string): Promise<StaffRoom> {
    return staffRoom(this.app, name)
  }

  async close(): Promise<void> {
    await this.app.close()
    await Promise.all([
      this.stripe.standIn.stop(),
      this.deputy.standIn.stop(),
      this.shopify.standIn.stop(),
      this.tyro.standIn.stop(),
      this.involv.standIn.stop(),
    ])
  }

  get redirectUri(): string {
    return `${this.app.settings.publicUrl}/stripe/connect`
  }

  /** Begins to link a location, or the whole venue. */
  begin(who: Visitor, LocationId?: number): Promise<Answered<{ AuthUrl: string; State: string; ExpiresAt: string }>> {
    const body = { Provider: 'Stripe', ...(LocationId === undefined ? {} : { LocationId }), RedirectURI: this.redirectUri }
    return who.call('POST', '/oauth/start', { body })
  }

  /** Comes back with a code. */
  comeBack(who: Visitor, code: string, LocationId?: number, more: object = {}): Promise<Answered<{ Link: Record<string, unknown> }>> {
    const path = LocationId === undefined ? `/venue/${who.venueId}/paymenttokens` : `/location/${LocationId}/paymenttokens`
    const place = LocationId === undefined ? { VenueId: who.venueId } : { LocationId }
    return who.call('POST', path, { body: { ...place, AuthorizationCode: code, ...more } })
  }

  /** The whole way from beginning to a link. */
  async link(who: Visitor, account: string, LocationId?: number): Promise<Answered<{ Link: Record<string, unknown> }>> {
    await this.begin(who, LocationId)
    return this.comeBack(who, this.stripe.code(account), LocationId)
  }

  /** The whole way from signing in at Deputy to a link. */
  async linkDeputy(who: Visitor, endpoint: string, LocationId?: number): Promise<Answered<{ Link: Record<string, unknown> }>> {
    const RedirectURI = `${this.app.settings.publicUrl}/deputy/connect`
    const place = LocationId === undefined ? {} : { LocationId }
    await who.call('POST', '/oauth/start', { body: { Provider: 'Deputy', ...place, RedirectURI } })
    const path = LocationId === undefined ? `/venue/${who.venueId}/deputytokens` : `/location/${LocationId}/deputytokens`
    return who.call('POST', path, { body: { ...place, AutorizationCode: this.deputy.code(endpoint, RedirectURI), RedirectURI } })
  }

  /** Begins to link Involv. */
  beginInvolv(who: Visitor, LocationId?: number): Promise<Answered<{ AuthUrl: string; State: string }>> {
    const place = LocationId === undefined ? {} : { LocationId }
    return who.call('POST', '/oauth/start', { body: { Provider: 'Involv', ...place, RedirectURI: `${this.app.settings.publicUrl}/involv/connect` } })
  }

  /** Comes back from Involv with a code. */
  giveInvolvCode(who: Visitor, AuthorizationCode: string, LocationId?: number, more: object = {}): Promise<Answered<{ Link: Record<string, unknown> }>> {
    const path = LocationId === undefined ? `/venue/${who.venueId}/involvtokens` : `/locations/${LocationId}/involvtokens`
    return who.call('POST', path, { body: { AuthorizationCode, ...(LocationId === undefined ? {} : { LocationId }), ...more } })
  }

  /** The whole way from signing in at Involv to a link. */
  async linkInvolv(who: Visitor, account: string, LocationId?: number): Promise<Answered<{ Link: Record<string, unknown> }>> {
    const begun = await this.beginInvolv(who, LocationId)
    return this.giveInvolvCode(who, this.involv.code(account, begun.body.AuthUrl), LocationId)
  }

  /** Begins to link a shop of Shopify. */
  beginShopify(who: Visitor, ShopUrl: string | undefined, LocationId?: number): Promise<Answered<{ AuthUrl: string; State: string; ExpiresAt: string }>> {
    const place = LocationId === undefined ? {} : { LocationId }
    const shop = ShopUrl === undefined ? {} : { ShopUrl }
    return who.call('POST', '/oauth/start', { body: { Provider: 'Shopify', ...place, ...shop, RedirectURI: `${this.app.settings.publicUrl}/shopify/connect` } })
  }

  /** Comes back from Shopify, with what it sent along. */
  backFromShopify(who: Visitor, sent: URLSearchParams, LocationId?: number, more: object = {}): Promise<Answered<{ Link: Record<string, unknown> }>> {
    const path = LocationId === undefined ? `/venue/${who.venueId}/shopifytokens` : `/location/${LocationId}/shopifytokens`
    const named = { code: 'AuthorizationCode', state: 'State', shop: 'Shop', hmac: 'Hmac', timestamp: 'Timestamp', host: 'Host' } as Record<string, string>
    const body = Object.fromEntries([...sent].map(([name, value]) => [named[name] ?? name, value]))
    return who.call('POST', path, { body: { ...(LocationId === undefined ? {} : { LocationId }), ...body, ...more } })
  }

  /** The whole way from signing in at a shop to a link. */
  async linkShopify(who: Visitor, shop: string, LocationId?: number): Promise<Answered<{ Link: Record<string, unknown> }>> {
    const { body } = await this.beginShopify(who, shop, LocationId)
    return this.backFromShopify(who, this.shopify.back(shop, body.State), LocationId)
  }

  /** Does the work of links that waits and is due, and what that asks for. @returns how many jobs were done */
  async work({ evenLater = false } = {}): Promise<number> {
    const { database } = this.app
    const mailer = createMailer(this.app.settings)
    let done = 0
    for (; done < 50; done += 1) {
      const job = await nextJob(this.app, evenLater && done === 0)
      if (!job) break
      await jobs.find(({ name }) => name === job.name)?.perform(job.payload, { service: this.#service, mailer, attempt: 1, log: { error: () => undefined } })
    }
    mailer.close()
    void database
    return done
  }

  /** One job by its name, now. */
  async perform(name: string, payload: unknown = {}): Promise<void> {
    const mailer = createMailer(this.app.settings)
    await jobs.find((one) => one.name === name)?.perform(payload, { service: this.#service, mailer, attempt: 1, log: { error: () => undefined } })
    mailer.close()
  }

  /** Sends a webhook as it stands. */
  hook(body: string, signature: string): Promise<Response> {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    return fetch(`${this.app.url}/api/webhooks/stripe`, { method: 'POST', headers, body })
  }
}

/** Takes the next job of links out of the queue, as a worker would. */
const nextJob = async (app: StartedApp, evenLater: boolean): Promise<{ name: string; payload: unknown } | undefined> => {
  const { connectAsOwner } = await import('#platform/database/database.ts')
  const owner = connectAsOwner(app.databaseUrl)
  try {
    const [job] = await owner<{ name: string; payload: unknown }[]>`
      delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
      where t.id = j.task_id and j.id = (
        select j2.id from graphile_worker._private_jobs j2 join graphile_worker._private_tasks t2 on t2.id = j2.task_id
        where t2.identifier like 'link%' and (${evenLater} or j2.run_at <= now()) order by j2.run_at, j2.id limit 1)
      returning t.identifier as name, j.payload`
    return job
  } finally {
    await owner.end()
  }
}
