import * as z from 'zod/mini'
import { ProviderTrouble, type Tokens, troubleOf, unreadable } from '#integrations/link-provider.adapter.ts'
import type { ProviderSettings } from '#platform/settings.ts'
import { askOutside, type OutboundAnswer, type OutboundRequest } from '#platform/web/outbound.ts'
import { ALL_ORDERS, CUSTOMERS, SHOP_SCOPES } from './shop.rules.ts'
import { Answers, DOCUMENTS, type Question } from './shopify-orders.adapter.ts'
import type { Pace } from './shopify-pace.adapter.ts'

const REPORT_MS = 30_000

/** Where a shop is. */
const baseOf = ({ shopify: { base } }: ProviderSettings, shop: string): string => base.replace('{shop}', shop)

const scopesAsked = ({ shopify: { allOrders } }: ProviderSettings): string[] => [...SHOP_SCOPES, CUSTOMERS, ...(allOrders ? [ALL_ORDERS] : [])]

/** Where somebody signs in at their shop and allows it. */
export const consentAddress = (settings: ProviderSettings, shop: string, state: string, redirectUri: string): string => {
  const { clientId = '' } = settings.shopify
  const asked = { client_id: clientId, scope: scopesAsked(settings).join(','), redirect_uri: redirectUri, state }
  return `${baseOf(settings, shop)}/admin/oauth/authorize?${new URLSearchParams(asked)}`
}

const jsonIn = ({ text }: OutboundAnswer): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const send = async (settings: ProviderSettings, asked: OutboundRequest): Promise<OutboundAnswer> => {
  try {
    return await askOutside(asked, settings.simulation)
  } catch (error) {
    throw troubleOf(error)
  }
}

const refuseBad = ({ status, headers }: OutboundAnswer): void => {
  const retryAfterSeconds = Number(headers['retry-after']) || undefined
  if (status === 429) throw new ProviderTrouble('busy', { retryAfterSeconds })
  if (status >= 500) throw new ProviderTrouble('silent', { mayBeDone: true, retryAfterSeconds })
  // A shop that is closed or gone is not there any more, or sends people elsewhere.
  if (status === 401 || status === 404 || (status >= 300 && status < 400)) throw new ProviderTrouble('revoked-there')
  if (status >= 400) throw new ProviderTrouble('refused')
}

const Token = z.string().check(z.minLength(1), z.maxLength(4000))
const Granted = z.object({
  access_token: Token,
  scope: z.optional(z.string().check(z.maxLength(2000))),
  expires_in: z.optional(z.number()),
  refresh_token: z.optional(Token),
})

const askForTokens = async (settings: ProviderSettings, shop: string, fields: Record<string, string>): Promise<{ tokens: Tokens; scopes: string }> => {
  const { clientId: client_id = '', clientSecrets } = settings.shopify
  const body = JSON.stringify({ client_id, client_secret: clientSecrets[0] ?? '', ...fields })
  const answer = await send(settings, {
    url: `${baseOf(settings, shop)}/admin/oauth/access_token`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  refuseBad(answer)
  const json = jsonIn(answer)
  const granted = Granted.safeParse(json)
  if (!granted.success) throw unreadable(json, granted.error)
  const { access_token: access, refresh_token: refresh = null, expires_in, scope = '' } = granted.data
  return { tokens: { access, refresh, expiresAt: expires_in === undefined ? null : new Date(Date.now() + expires_in * 1000) }, scopes: scope }
}

/** Gives a code in, once: tokens that expire, and what the shop allowed. @throws ProviderTrouble */
export const giveCodeIn = async (settings: ProviderSettings, shop: string, code: string): Promise<{ tokens: Tokens; scopes: string }> => {
  try {
    return await askForTokens(settings, shop, { code, expiring: '1' })
  } catch (error) {
    // Whatever a shop answers to a code it does not take, nothing was linked.
    if (error instanceof ProviderTrouble && error.kind === 'revoked-there') throw new ProviderTrouble('refused')
    throw error
  }
}

/** New tokens by the one to renew by. @throws ProviderTrouble */
export const renewTokens = async (settings: ProviderSettings, shop: string, refreshToken: string): Promise<Tokens> => {
  try {
    return (await askForTokens(settings, shop, { grant_type: 'refresh_token', refresh_token: refreshToken })).tokens
  } catch (error) {
    if (error instanceof ProviderTrouble && error.kind === 'refused') throw new ProviderTrouble('revoked-there')
    throw error
  }
}

/** Uninstalls Daybook from a shop; where it is gone already, there is nothing to do. @throws ProviderTrouble */
export const uninstall = async (settings: ProviderSettings, shop: string, token: string): Promise<void> => {
  const url = `${baseOf(settings, shop)}/admin/api_permissions/current.json`
  const answer = await send(settings, { url, method: 'DELETE', headers: { 'x-shopify-access-token': token } })
  if (answer.status !== 401 && answer.status !== 404) refuseBad(answer)
}

/** Whom a token speaks for. */
export interface OpenShop {
  shop: string
  token: string
}

const Errors = z.array(z.object({ extensions: z.optional(z.object({ code: z.optional(z.string()) })) }))
const Cost = z.object({ requestedQueryCost: z.number(), throttleStatus: z.object({ currentlyAvailable: z.number(), restoreRate: z.number() }) })
const Body = z.object({
  data: z.optional(z.nullable(z.unknown())),
  errors: z.optional(z.unknown()),
  extensions: z.optional(z.object({ cost: z.optional(Cost) })),
})

/** A question that costs more than a shop lets one question cost: it is to be asked in smaller pieces. */
export class TooCostly extends Error {}

/**
 * Asks a shop by GraphQL, as fast as it lets one ask: a question waits until there are points enough for it.
 * @throws ProviderTrouble, TooCostly
 */
export const ask = async <Q extends Question>(
  settings: ProviderSettings,
  { shop, token }: OpenShop,
  pace: Pace,
  question: Q,
  variables: Record<string, unknown> = {},
): Promise<z.output<(typeof Answers)[Q]>> => {
  const url = `${baseOf(settings, shop)}/admin/api/${settings.shopify.apiVersion}/graphql.json`
  const headers = { 'content-type': 'application/json', 'x-shopify-access-token': token }
  const body = JSON.stringify({ query: DOCUMENTS[question], variables })
  for (let tries = 0; ; tries += 1) {
    await pace.wait(question)
    const answer = await send(settings, { url, method: 'POST', headers, body, timeoutMs: REPORT_MS })
    const read = Body.safeParse(jsonIn(answer)).data
    const codes = codesIn(read?.errors)
    if (read?.extensions?.cost) pace.note(question, read.extensions.cost)
    // Whether it is a 200 or a 429, a shop that had enough says so in its body.
    if (codes.includes('THROTTLED')) {
      if (tries >= pace.mostTries) throw new ProviderTrouble('busy', { retryAfterSeconds: pace.secondsFor(question) })
      continue
    }
    refuseBad(answer)
    if (codes.includes('MAX_COST_EXCEEDED')) throw new TooCostly()
    if (codes.includes('ACCESS_DENIED')) throw new ProviderTrouble('refused')
    const data = read?.errors === undefined ? Answers[question].safeParse(read?.data) : undefined
    if (!data?.success) throw new ProviderTrouble(codes.includes('INTERNAL_SERVER_ERROR') ? 'silent' : 'unreadable')
    return data.data as z.output<(typeof Answers)[Q]>
  }
}

const codesIn = (errors: unknown): string[] => (Errors.safeParse(errors).data ?? []).flatMap(({ extensions }) => extensions?.code ?? [])
