import * as z from 'zod/mini'
import { ProviderTrouble, type Tokens, troubleOf, unreadable } from '#integrations/link-provider.adapter.ts'
import type { ProviderSettings } from '#platform/settings.ts'
import { askOutside, type OutboundAnswer, type OutboundRequest } from '#platform/web/outbound.ts'
import { endpointIn, ROWS_A_PAGE } from './deputy-rows.adapter.ts'
import type { Page } from './unreadable-rows.rules.ts'

const REPORT_MS = 30_000
const SCOPE = 'longlife_refresh_token'

const jsonIn = ({ text }: OutboundAnswer): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const send = async (asked: OutboundRequest, simulation: boolean): Promise<OutboundAnswer> => {
  try {
    return await askOutside(asked, simulation)
  } catch (error) {
    throw troubleOf(error)
  }
}

const retryAfter = ({ headers }: OutboundAnswer): number | undefined => Number(headers['retry-after']) || undefined

/** @throws ProviderTrouble for whatever is not a readable yes */
const read = <S extends z.ZodMiniType>(answer: OutboundAnswer, shape: S): z.output<S> => {
  const { status } = answer
  if (status === 429) throw new ProviderTrouble('busy', { retryAfterSeconds: retryAfter(answer) })
  if (status >= 500) throw new ProviderTrouble('silent', { mayBeDone: true, retryAfterSeconds: retryAfter(answer) })
  // A customer's server that is gone sends people to the page of signing in.
  if (status === 401 || (status >= 300 && status < 400)) throw new ProviderTrouble('revoked-there')
  if (status >= 400) throw new ProviderTrouble('refused')
  const json = jsonIn(answer)
  const parsed = shape.safeParse(json)
  if (!parsed.success) throw unreadable(json, parsed.error)
  return parsed.data as z.output<S>
}

const Token = z.string().check(z.minLength(1), z.maxLength(4000))
const Granted = z.object({ access_token: Token, refresh_token: Token, expires_in: z.number(), endpoint: z.optional(z.string()) })
type Granted = z.output<typeof Granted>

const tokensOf = ({ access_token: access, refresh_token: refresh, expires_in }: Granted, now: Date): Tokens => ({
  access,
  refresh,
  expiresAt: new Date(now.getTime() + expires_in * 1000),
})

const askForTokens = (settings: ProviderSettings, url: string, fields: Record<string, string>): Promise<OutboundAnswer> => {
  const { clientId = '', clientSecret = '' } = settings.deputy
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, scope: SCOPE, ...fields }).toString()
  return send({ url, method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body }, settings.simulation)
}

/** The address of a customer's own server. */
const installBase = ({ deputy: { installBase } }: ProviderSettings, endpoint: string): string => installBase.replace('{endpoint}', endpoint)

/** Where somebody signs in at Deputy and allows it. */
export const signInAddress = ({ deputy: { clientId = '', onceBase } }: ProviderSettings, state: string, redirectUri: string): string =>
  `${onceBase}/my/oauth/login?${new URLSearchParams({ client_id: clientId, redirect_uri: redirectUri, response_type: 'code', scope: SCOPE, state })}`

/** Gives a code in, once: the tokens, and the customer's server, which is one of Deputy's. @throws ProviderTrouble */
export const giveCodeIn = async (settings: ProviderSettings, code: string, redirectUri: string): Promise<{ endpoint: string; tokens: Tokens }> => {
  const url = `${settings.deputy.onceBase}/my/oauth/access_token`
  const answer = await askForTokens(settings, url, { grant_type: 'authorization_code', redirect_uri: redirectUri, code })
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) throw new ProviderTrouble('refused')
  const granted = read(answer, Granted)
  const endpoint = endpointIn(granted.endpoint ?? '')
  // Whoever is named here gets the token with every question.
  if (endpoint === undefined) throw new ProviderTrouble('unreadable', { mayBeDone: true, missing: granted.endpoint ? [] : ['endpoint'] })
  return { endpoint, tokens: tokensOf(granted, new Date()) }
}

/** New tokens by the one to renew by, which is used up. @throws ProviderTrouble */
export const renewTokens = async (settings: ProviderSettings, endpoint: string, redirectUri: string, refreshToken: string): Promise<Tokens> => {
  const url = `${installBase(settings, endpoint)}/oauth/access_token`
  const answer = await askForTokens(settings, url, { grant_type: 'refresh_token', redirect_uri: redirectUri, refresh_token: refreshToken })
  if (answer.status === 400 || answer.status === 401) throw new ProviderTrouble('revoked-there')
  const granted = read(answer, Granted)
  if (granted.endpoint !== undefined && endpointIn(granted.endpoint) !== endpoint) throw new ProviderTrouble('refused')
  return tokensOf(granted, new Date())
}

/** Whom a token speaks for. */
export interface Install {
  endpoint: string
  token: string
}

const ask = (settings: ProviderSettings, { endpoint, token }: Install, method: 'GET' | 'POST', path: string, body?: unknown): Promise<OutboundAnswer> =>
  send(
    {
      url: `${installBase(settings, endpoint)}${path}`,
      method,
      headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      timeoutMs: REPORT_MS,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
    settings.simulation,
  )

const Me = z.object({ CompanyObject: z.optional(z.nullable(z.object({ CompanyName: z.optional(z.nullable(z.string())) }))) })

/** What the customer is called at Deputy. @throws ProviderTrouble */
export const nameOfInstall = async (settings: ProviderSettings, install: Install): Promise<string | null> =>
  read(await ask(settings, install, 'GET', '/api/v1/me'), Me).CompanyObject?.CompanyName ?? null

/** A condition on a field; all of them hold together. */
export interface Condition {
  field: string
  type: 'ge' | 'gt' | 'le'
  data: string | number
}

/** Things of a kind, by their ids from the lowest; as many as a page has at most. A row that cannot be read is told apart. @throws ProviderTrouble */
export const pageOf = async <S extends z.ZodMiniType>(
  settings: ProviderSettings,
  install: Install,
  kind: string,
  shape: S,
  search: readonly Condition[],
): Promise<Page<z.output<S>>> => {
  const body = { search: Object.fromEntries(search.map((one, i) => [`s${i + 1}`, one])), sort: { Id: 'asc' }, start: 0, max: ROWS_A_PAGE }
  const answered = read(await ask(settings, install, 'POST', `/api/v1/resource/${kind}/QUERY`, body), z.array(z.unknown()))
  const page: Page<z.output<S>> = { rows: [], unreadable: [], count: answered.length, last: 0 }
  for (const row of answered) {
    const [parsed, named] = [shape.safeParse(row), Named.safeParse(row)]
    if (named.success) page.last = Math.max(page.last, named.data.Id)
    if (parsed.success) page.rows.push(parsed.data as z.output<S>)
    else page.unreadable.push(named.success ? named.data.Id : null)
  }
  // Without a single id nobody knows where the next page begins.
  if (answered.length > 0 && page.last === 0) throw new ProviderTrouble('unreadable')
  return page
}

const Named = z.object({ Id: z.int().check(z.minimum(1)) })

/** One thing as it stands now; nothing where it was deleted. @throws ProviderTrouble */
export const thingAt = async <S extends z.ZodMiniType>(
  settings: ProviderSettings,
  install: Install,
  kind: string,
  shape: S,
  id: number,
): Promise<z.output<S> | undefined> => {
  const answer = await ask(settings, install, 'GET', `/api/v1/resource/${kind}/${id}`)
  return answer.status === 404 ? undefined : read(answer, shape)
}

const Registered = z.array(z.object({ Id: z.int(), Topic: z.optional(z.nullable(z.string())), Address: z.optional(z.nullable(z.string())) }))

/** Has Deputy tell of changes; a webhook that is registered already is written anew. @throws ProviderTrouble, also where the role of who allowed us may not */
export const registerWebhooks = async (
  settings: ProviderSettings,
  install: Install,
  webhooks: readonly { Topic: string; Address: string }[],
): Promise<void> => {
  const there = read(await ask(settings, install, 'GET', '/api/v1/resource/Webhook'), Registered)
  for (const webhook of webhooks) {
    const same = there.find(({ Topic, Address }) => Topic === webhook.Topic && Address === webhook.Address)
    read(await ask(settings, install, 'POST', `/api/v1/resource/Webhook${same ? `/${same.Id}` : ''}`, webhook), z.object({ Id: z.int() }))
  }
}

/** Tells how much was sold in hours; the same reference again replaces what was told before. @throws ProviderTrouble */
export const tellSales = async (
  settings: ProviderSettings,
  install: Install,
  data: readonly { timestamp: number; area: number; type: 'Sales'; reference: string; value: number }[],
): Promise<void> => {
  read(await ask(settings, install, 'POST', '/api/v2/metrics', { data }), z.object({ success: z.literal(true) }))
}
