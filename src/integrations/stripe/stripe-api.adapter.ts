import * as z from 'zod/mini'
import { type AccountState, ProviderTrouble, troubleOf, unreadable } from '#integrations/link-provider.adapter.ts'
import { ProviderId, ProviderText } from '#integrations/provider-text.rules.ts'
import type { ProviderSettings } from '#platform/settings.ts'
import { askOutside, type OutboundAnswer } from '#platform/web/outbound.ts'

type Fields = Readonly<Record<string, string | number | boolean | undefined>>

const REPORT_MS = 30_000

const formOf = (fields: Fields): string =>
  new URLSearchParams(Object.entries(fields).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, String(value)]]))).toString()

/** One question to Stripe in the form it takes, as the house. */
const send = async (settings: ProviderSettings, base: string, method: 'GET' | 'POST', path: string, fields: Fields, account?: string, timeoutMs?: number) => {
  const form = formOf(fields)
  const url = `${base}${path}${method === 'GET' && form ? `?${form}` : ''}`
  const headers = {
    authorization: `Bearer ${settings.stripe.secretKey}`,
    ...(account === undefined ? {} : { 'stripe-account': account }),
    ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
  }
  const asked = { url, method, headers, ...(method === 'POST' ? { body: form } : {}), ...(timeoutMs === undefined ? {} : { timeoutMs }) }
  try {
    return await askOutside(asked, settings.simulation)
  } catch (error) {
    throw troubleOf(error)
  }
}

const ErrorBody = z.object({ error: z.union([z.string(), z.object({ code: z.optional(z.string()), type: z.optional(z.string()) })]) })

const jsonIn = ({ text }: OutboundAnswer): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The code of a refusal, as `invalid_grant`; empty where there is none. */
const codeIn = (answer: OutboundAnswer): string => {
  const { data } = ErrorBody.safeParse(jsonIn(answer))
  return typeof data?.error === 'string' ? data.error : (data?.error.code ?? data?.error.type ?? '')
}

/** @throws ProviderTrouble for whatever is not a readable yes */
const read = <S extends z.ZodMiniType>(answer: OutboundAnswer, shape: S): z.output<S> => {
  const { status, headers } = answer
  if (status === 429) throw new ProviderTrouble('busy', { retryAfterSeconds: Number(headers['retry-after']) || undefined })
  if (status >= 500) throw new ProviderTrouble('silent', { mayBeDone: true, retryAfterSeconds: Number(headers['retry-after']) || undefined })
  if (status === 403 && ['account_invalid', 'invalid_request_error', 'platform_account_required', ''].includes(codeIn(answer)))
    throw new ProviderTrouble('revoked-there')
  if (status >= 400) throw new ProviderTrouble('refused')
  const json = status >= 300 ? undefined : jsonIn(answer)
  const parsed = shape.safeParse(json)
  if (!parsed.success) throw unreadable(json, parsed.error)
  return parsed.data
}

const Granted = z.object({ stripe_user_id: z.string().check(z.regex(/^acct_[A-Za-z0-9]{1,100}$/)), livemode: z.boolean(), scope: z.optional(ProviderText) })

/** Gives a code in. It is sent once: a code that is sent twice ends what the first sending gave. @throws ProviderTrouble */
export const giveCodeIn = async (settings: ProviderSettings, code: string) =>
  read(await send(settings, settings.stripe.connectBase, 'POST', '/oauth/token', { grant_type: 'authorization_code', code }), Granted)

/** Ends what an account allowed us; one that had ended it is no trouble. @throws ProviderTrouble */
export const deauthorise = async (settings: ProviderSettings, account: string): Promise<void> => {
  const { clientId } = settings.stripe
  const answer = await send(settings, settings.stripe.connectBase, 'POST', '/oauth/deauthorize', { client_id: clientId, stripe_user_id: account })
  if (answer.status < 500 && codeIn(answer) === 'invalid_client') return
  read(answer, z.object({ stripe_user_id: z.string() }))
}

const Account = z.object({
  id: z.string(),
  charges_enabled: z.boolean(),
  payouts_enabled: z.boolean(),
  details_submitted: z.boolean(),
  country: z.optional(z.nullable(ProviderText)),
  default_currency: z.optional(z.nullable(ProviderText)),
  business_profile: z.optional(z.nullable(z.object({ name: z.optional(z.nullable(ProviderText)) }))),
})

/** How an account stands, in our words. @throws ProviderTrouble */
export const stateOfAccount = async (settings: ProviderSettings, accountId: string): Promise<AccountState> => {
  const account = read(await send(settings, settings.stripe.apiBase, 'GET', `/v1/accounts/${accountId}`, {}, accountId), Account)
  const meta = {
    ChargesEnabled: account.charges_enabled,
    PayoutsEnabled: account.payouts_enabled,
    DetailsSubmitted: account.details_submitted,
    Country: account.country ?? null,
    Currency: account.default_currency?.toUpperCase() ?? null,
  }
  return { accountName: account.business_profile?.name ?? null, meta }
}

/** Something an account has, as it stands now; nothing where it has no such thing. @throws ProviderTrouble */
export const objectAt = async <S extends z.ZodMiniType>(
  settings: ProviderSettings,
  account: string,
  path: string,
  shape: S,
): Promise<z.output<S> | undefined> => {
  const answer = await send(settings, settings.stripe.apiBase, 'GET', path, {}, account, REPORT_MS)
  return answer.status === 404 ? undefined : read(answer, shape)
}

/** One page of a list, newest first. @throws ProviderTrouble */
export const pageOf = async <S extends z.ZodMiniType>(
  settings: ProviderSettings,
  account: string,
  path: string,
  shape: S,
  fields: Fields,
): Promise<{ items: z.output<S>[]; hasMore: boolean }> => {
  const answer = await send(settings, settings.stripe.apiBase, 'GET', path, { limit: 100, ...fields }, account, REPORT_MS)
  const page = read(answer, z.object({ data: z.array(shape), has_more: z.boolean() }))
  return { items: page.data as z.output<S>[], hasMore: page.has_more }
}

const MethodState = z.optional(z.object({ status: z.string(), status_details: z.optional(z.object({ error_message: z.optional(z.string()) })) }))
const MethodDomain = z.object({
  id: ProviderId,
  domain_name: z.string(),
  enabled: z.boolean(),
  apple_pay: MethodState,
  google_pay: MethodState,
  link: MethodState,
})
export type MethodDomain = z.output<typeof MethodDomain>

const DOMAINS = '/v1/payment_method_domains'

const domainAt = async (settings: ProviderSettings, account: string, domain: string): Promise<MethodDomain | undefined> =>
  (await pageOf(settings, account, DOMAINS, MethodDomain, { domain_name: domain })).items[0]

/** Stripe keeps every domain it was told of; one is taken or not. */
const switchDomain = async (settings: ProviderSettings, account: string, id: string, enabled: 'true' | 'false'): Promise<MethodDomain> =>
  read(await send(settings, settings.stripe.apiBase, 'POST', `${DOMAINS}/${id}`, { enabled }, account), MethodDomain)

/** Registers a domain for an account; one that is registered stays as it is. @throws ProviderTrouble */
export const registerDomainAt = async (settings: ProviderSettings, account: string, domain: string): Promise<MethodDomain> => {
  const there = await domainAt(settings, account, domain)
  if (there) return there.enabled ? there : switchDomain(settings, account, there.id, 'true')
  return read(await send(settings, settings.stripe.apiBase, 'POST', DOMAINS, { domain_name: domain }, account), MethodDomain)
}

/** Ends that an account takes payments on a domain; one it does not know is no trouble. @throws ProviderTrouble */
export const unregisterDomainAt = async (settings: ProviderSettings, account: string, domain: string): Promise<void> => {
  const there = await domainAt(settings, account, domain)
  if (there?.enabled) await switchDomain(settings, account, there.id, 'false')
}

/** Registers a domain and says whether the account does not take it, which is no trouble of the account. @throws ProviderTrouble for any other trouble */
export const isDomainRefused = async (settings: ProviderSettings, account: string, domain: string): Promise<boolean> => {
  try {
    await registerDomainAt(settings, account, domain)
    return false
  } catch (error) {
    if (error instanceof ProviderTrouble && error.kind === 'refused') return true
    throw error
  }
}
