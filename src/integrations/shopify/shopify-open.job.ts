import type * as z from 'zod/mini'
import { endAtProvider } from '#integrations/link.sql.ts'
import { ProviderTrouble } from '#integrations/link-provider.adapter.ts'
import { accessTokenOf, expireToken } from '#integrations/link-tokens.sql.ts'
import type { AccountReading } from '#integrations/read-account.job.ts'
import type { ProviderSettings } from '#platform/settings.ts'
import { CUSTOMERS } from './shop.rules.ts'
import { ask, renewTokens } from './shopify-api.adapter.ts'
import { type Answers, numberIn, type Question } from './shopify-orders.adapter.ts'
import { Pace } from './shopify-pace.adapter.ts'

/**
 * Opens a shop by its token. One that is refused is renewed once, in the middle of a reading too: a reading may take longer than a token is good
 * for, and only what is refused then was taken back. Where the shop said that Daybook was uninstalled, and it was, its account is let go of.
 * @throws ProviderTrouble
 */
export const openShop = async (
  reading: AccountReading,
  settings: ProviderSettings,
  told: readonly { eventId: string; type: string }[],
  done: (eventIds: readonly string[]) => Promise<void>,
): Promise<OpenedShop> => {
  const { link } = reading
  const isRevoked = (error: unknown) => error instanceof ProviderTrouble && error.kind === 'revoked-there'
  const tokenNow = async (): Promise<string> => {
    const token = await reading.within((venue) =>
      accessTokenOf(venue, link.linkId, settings.tokenKeys, (refresh) => renewTokens(settings, link.accountId, refresh)),
    )
    if (token === undefined) throw new ProviderTrouble('revoked-there')
    return token
  }
  const anotherToken = async (): Promise<string> => {
    await reading.within((venue) => expireToken(venue, link.linkId))
    return tokenNow()
  }
  try {
    return await OpenedShop.at(settings, { shop: link.accountId, tokenNow, anotherToken })
  } catch (error) {
    if (isRevoked(error) && told.some(({ type }) => type === 'app/uninstalled')) {
      await reading.store((venue) => endAtProvider(venue, link.linkId))
      await done(told.map(({ eventId }) => eventId))
    }
    throw error
  }
}

/** Where a shop is, and what gives the tokens that it is asked with. */
interface ShopKeys {
  shop: string
  tokenNow: () => Promise<string>
  /** A new one for one that was refused. */
  anotherToken: () => Promise<string>
}

/** A shop that lets us in. */
export class OpenedShop {
  readonly #settings: ProviderSettings
  readonly #keys: ShopKeys
  readonly #pace = new Pace()
  #token: string
  name = ''
  currency = ''
  scopes = ''
  /** It shows customers: it allowed that, and Shopify lets this app see what is protected. */
  #showsCustomers = false

  private constructor(settings: ProviderSettings, keys: ShopKeys, token: string) {
    this.#settings = settings
    this.#keys = keys
    this.#token = token
  }

  static async at(settings: ProviderSettings, keys: ShopKeys): Promise<OpenedShop> {
    const opened = new OpenedShop(settings, keys, await keys.tokenNow())
    const { shop: told, currentAppInstallation } = await opened.ask('shop')
    const scopes = currentAppInstallation.accessScopes.map(({ handle }) => handle).join(',')
    opened.#showsCustomers = scopes.split(',').includes(CUSTOMERS)
    return Object.assign(opened, { name: told.name, currency: told.currencyCode, scopes })
  }

  /** Asks the shop; where its token is refused, once more with another one. @throws ProviderTrouble, TooCostly */
  async ask<Q extends Question>(question: Q, variables: Record<string, unknown> = {}): Promise<z.output<(typeof Answers)[Q]>> {
    const askNow = () => ask(this.#settings, { shop: this.#keys.shop, token: this.#token }, this.#pace, question, variables)
    try {
      return await askNow()
    } catch (error) {
      if (!(error instanceof ProviderTrouble) || error.kind !== 'revoked-there') throw error
      this.#token = await this.#keys.anotherToken()
      return askNow()
    }
  }

  /** Asks for orders, with their customers where the shop shows them. @throws ProviderTrouble, TooCostly */
  async askForOrders<Q extends 'orders' | 'order'>(question: Q, variables: Record<string, unknown>): Promise<z.output<(typeof Answers)[Q]>> {
    try {
      return await this.ask(question, { ...variables, customers: this.#showsCustomers })
    } catch (error) {
      if (!this.#showsCustomers || !(error instanceof ProviderTrouble) || error.kind !== 'refused') throw error
      this.#showsCustomers = false
      return this.ask(question, { ...variables, customers: false })
    }
  }

  /** Which of some orders are there, by their numbers. */
  async ordersThere(numbers: readonly string[]): Promise<string[]> {
    if (numbers.length === 0) return []
    const { nodes } = await this.ask('there', { ids: numbers.map((number) => `gid://shopify/Order/${number}`) })
    return nodes.flatMap((node) => (node ? [numberIn(node.id)] : []))
  }

  /** What it tells webhooks of: topic and address of each. */
  async subscriptions(): Promise<{ topic: string; uri: string | null }[]> {
    return (await this.ask('webhooks')).webhookSubscriptions.nodes
  }

  /** @returns whether it will tell */
  async subscribe(topic: string, webhook: { uri: string; format: 'JSON'; includeFields?: string[] }): Promise<boolean> {
    const { webhookSubscriptionCreate: made } = await this.ask('subscribe', { topic, webhook })
    return made.webhookSubscription !== null
  }
}
