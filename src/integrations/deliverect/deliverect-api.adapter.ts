import * as z from 'zod/mini'
import { ProviderTrouble, troubleOf } from '#integrations/link-provider.adapter.ts'
import { ProviderText } from '#integrations/provider-text.rules.ts'
import type { GivenToken } from '#platform/access/house-tokens.ts'
import type { ProviderSettings } from '#platform/settings.ts'
import { askOutside, type OutboundAnswer } from '#platform/web/outbound.ts'
import type { TaxRates } from './deliverect-tax.rules.ts'

const REPORT_MS = 30_000

/** Settings that are missing before anything can be asked of Deliverect, by name. */
export const missingForDeliverect = ({ deliverect: { clientId, clientSecret }, tokenKeys }: ProviderSettings): string[] => [
  ...(clientId ? [] : ['DELIVERECT_CLIENT_ID']),
  ...(clientSecret ? [] : ['DELIVERECT_CLIENT_SECRET']),
  ...(tokenKeys.length > 0 ? [] : ['TOKEN_KEYS']),
]

const send = async (settings: ProviderSettings, token: string | undefined, method: 'GET' | 'POST', path: string, body?: unknown): Promise<OutboundAnswer> => {
  try {
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const asked = {
      url: `${settings.deliverect.base}${path}`,
      method,
      headers,
      timeoutMs: REPORT_MS,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }
    return await askOutside(asked, settings.simulation)
  } catch (error) {
    throw troubleOf(error)
  }
}

const retryAfter = ({ headers }: OutboundAnswer): number | undefined => Number(headers['retry-after']) || undefined

/** @throws ProviderTrouble for what passes, and for a token that is not taken */
const passable = (answer: OutboundAnswer): OutboundAnswer => {
  const { status } = answer
  if (status === 429) throw new ProviderTrouble('busy', { retryAfterSeconds: retryAfter(answer) })
  if (status >= 500) throw new ProviderTrouble('silent', { mayBeDone: true, retryAfterSeconds: retryAfter(answer) })
  if (status === 401 || (status >= 300 && status < 400)) throw new ProviderTrouble('revoked-there')
  return answer
}

/** What says that something was done: a page in place of it says nothing. */
const Done = z.looseObject({})

/** @throws ProviderTrouble for whatever is not a readable yes */
const read = <S extends z.ZodMiniType>(answer: OutboundAnswer, shape: S): z.output<S> => {
  if (passable(answer).status >= 400) throw new ProviderTrouble('refused')
  const parsed = shape.safeParse(jsonIn(answer))
  if (!parsed.success) throw new ProviderTrouble('unreadable', { mayBeDone: true })
  return parsed.data as z.output<S>
}

const jsonIn = ({ text }: OutboundAnswer): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const Granted = z.object({
  access_token: z.string().check(z.minLength(1), z.maxLength(8000)),
  expires_in: z.optional(z.number().check(z.minimum(0), z.maximum(86_400))),
  expires_at: z.optional(z.number().check(z.minimum(0), z.maximum(100_000_000_000))),
})

/** The token for all customers of this installation, good for a day at most. @throws ProviderTrouble: refused, where the client is not known there */
export const obtainToken = async (settings: ProviderSettings, now: Date): Promise<GivenToken> => {
  const { clientId: client_id, clientSecret: client_secret, base: audience } = settings.deliverect
  const answer = await send(settings, undefined, 'POST', '/oauth/token', { client_id, client_secret, audience, grant_type: 'client_credentials' })
  if (answer.status === 401 || answer.status === 403 || answer.status === 404) throw new ProviderTrouble('refused')
  const { access_token: token, expires_at, expires_in } = read(answer, Granted)
  return { token, expiresAt: expires_at === undefined ? new Date(now.getTime() + (expires_in ?? 3600) * 1000) : new Date(expires_at * 1000) }
}

const MOST_A_PAGE = 500
const MOST_PAGES = 40

/** Everything of a list that fits a condition, page by page. @throws ProviderTrouble for a list without end */
const all = async <S extends z.ZodMiniType>(settings: ProviderSettings, token: string, path: string, where: object, shape: S): Promise<z.output<S>[]> => {
  const items: z.output<S>[] = []
  const Page = z.object({ _items: z.array(shape), _meta: z.object({ total: z.optional(z.int()) }) })
  for (let page = 1; ; page += 1) {
    const query = new URLSearchParams({ where: JSON.stringify(where), max_results: String(MOST_A_PAGE), page: String(page) })
    const { _items } = read(await send(settings, token, 'GET', `${path}?${query}`), Page)
    items.push(...(_items as z.output<S>[]))
    if (_items.length < MOST_A_PAGE) return items
    if (page >= MOST_PAGES) throw new ProviderTrouble('endless')
  }
}

const Text = z.optional(z.nullable(ProviderText))

/** A location of a customer at Deliverect; nothing where the account has none of that id. @throws ProviderTrouble */
export const locationAt = async (settings: ProviderSettings, token: string, account: string, locationId: string): Promise<{ name: string } | undefined> => {
  const found = await all(settings, token, '/locations', { account, _id: locationId }, z.object({ _id: z.string(), name: Text }))
  const one = found.find(({ _id }) => _id === locationId)
  return one && { name: one.name ?? '' }
}

/** The channels that sell for a location. @throws ProviderTrouble */
export const channelsAt = async (settings: ProviderSettings, token: string, locationId: string): Promise<{ channel: number; name: string }[]> => {
  const shape = z.object({ channel: z.int().check(z.minimum(0), z.maximum(1_000_000_000)), name: Text })
  return (await all(settings, token, '/channelLinks', { location: locationId }, shape)).map(({ channel, name }) => ({ channel, name: name ?? '' }))
}

/** A rate that is none counts as not told. */
const Rate = z.catch(z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(50_000)))), null)
const Listed = z.object({ plu: z.optional(z.nullable(ProviderText)), name: Text, deliveryTax: Rate, takeawayTax: Rate, eatInTax: Rate })

/** A product as Deliverect lists it. */
export interface ListedProduct {
  plu: string
  name: string
  rates: TaxRates
}

/** What Deliverect lists of a location's products, by their PLUs, with the tax it has of them. @throws ProviderTrouble */
export const productsAt = async (settings: ProviderSettings, token: string, account: string, location: string): Promise<ListedProduct[]> => {
  const listed = await all(settings, token, '/products', { account, location }, Listed)
  return listed.flatMap(({ plu, name, deliveryTax, takeawayTax, eatInTax }) =>
    plu ? [{ plu, name: name ?? '', rates: { delivery: deliveryTax ?? 0, takeaway: takeawayTax ?? 0, eatIn: eatInTax ?? 0 } }] : [],
  )
}

/**
 * Tells how an order stands.
 * @returns the status by which it was not taken, where it was not
 * @throws ProviderTrouble for what passes
 */
export const tellStatus = async (
  settings: ProviderSettings,
  token: string,
  told: { orderId: string; status: number; reason?: string | undefined; at: Date },
): Promise<number | undefined> => {
  const { orderId, status, reason, at } = told
  const body = { orderId, status, receiptId: orderId, timeStamp: at.toISOString(), ...(reason ? { reason } : {}) }
  const answer = passable(await send(settings, token, 'POST', `/orderStatus/${orderId}`, body))
  if (answer.status >= 400) return answer.status
  if (!Done.safeParse(jsonIn(answer)).success) throw new ProviderTrouble('silent', { mayBeDone: true })
  return undefined
}

/** Says whether a location takes orders now. @throws ProviderTrouble */
export const tellOpen = async (settings: ProviderSettings, token: string, locationId: string, isActive: boolean): Promise<void> => {
  read(await send(settings, token, 'POST', `/updateStoreStatus/${locationId}`, { isActive }), Done)
}

/** A product as Deliverect is told it; prices in minor units. */
export interface ToldProduct {
  plu: string
  name: string
  price: number
  productType: 1
  posProductId: string
  posCategoryIds: string[]
  deliveryTax?: number
  takeawayTax?: number
  eatInTax?: number
}

const Counts = z.object({
  inserted: z._default(z.int(), 0),
  updated: z._default(z.int(), 0),
  deleted: z._default(z.int(), 0),
  ignored: z._default(z.int(), 0),
})
const Synced = z.object({
  products: Counts,
  modifiers: z.optional(Counts),
  modifierGroups: z.optional(Counts),
  bundles: z.optional(Counts),
  warnings: z.optional(z.nullable(z.array(z.unknown()))),
  errors: z.optional(z.nullable(z.array(z.unknown()))),
})
export type SyncCounts = z.output<typeof Counts>

/**
 * Gives Deliverect the products of a location. What is left out is deleted there, modifiers, their groups and bundles among it: each counts.
 * @param isPreview nothing is changed, and the answer says what would be
 * @throws ProviderTrouble
 */
export const giveProducts = async (
  settings: ProviderSettings,
  token: string,
  given: { accountId: string; locationId: string; products: readonly ToldProduct[]; categories: readonly { name: string; posCategoryId: string }[] },
  isPreview: boolean,
): Promise<SyncCounts> => {
  const answer = await send(settings, token, 'POST', `/productAndCategories${isPreview ? '?previewSync=true' : ''}`, given)
  const { products, modifiers, modifierGroups, bundles } = read(answer, Synced)
  return { ...products, deleted: [products, modifiers, modifierGroups, bundles].reduce((sum, counts) => sum + (counts?.deleted ?? 0), 0) }
}
