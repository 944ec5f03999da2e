import { hash } from 'node:crypto'
import type * as z from 'zod/mini'
import { type GivenIn, type KeptTokens, ProviderTrouble, type Tokens, troubleOf, unreadable } from '#integrations/link-provider.adapter.ts'
import type { ProviderSettings } from '#platform/settings.ts'
import { askOutside, type OutboundAnswer, type OutboundRequest } from '#platform/web/outbound.ts'
import { Adjusted, Granted, Member, MembersFound, MembersPage, TransactionsPage } from './involv-rows.adapter.ts'

const REPORT_MS = 30_000
const FORM = 'application/x-www-form-urlencoded'

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

/** @throws ProviderTrouble where the provider asks to wait, or does not work */
const refuseBusy = (answer: OutboundAnswer): void => {
  if (answer.status === 429) throw new ProviderTrouble('busy', { retryAfterSeconds: retryAfter(answer) })
  if (answer.status >= 500) throw new ProviderTrouble('silent', { mayBeDone: true, retryAfterSeconds: retryAfter(answer) })
}

/** @throws ProviderTrouble for whatever is not a readable yes */
const read = <S extends z.ZodMiniType>(answer: OutboundAnswer, shape: S): z.output<S> => {
  refuseBusy(answer)
  if (answer.status === 401) throw new ProviderTrouble('revoked-there')
  if (answer.status >= 400) throw new ProviderTrouble('refused')
  const json = answer.status === 200 || answer.status === 201 ? jsonIn(answer) : undefined
  const parsed = shape.safeParse(json)
  if (!parsed.success) throw unreadable(json, parsed.error)
  return parsed.data as z.output<S>
}

const formEncoded = (text: string): string => new URLSearchParams({ a: text }).toString().slice(2)

/** A question to the addresses of OAuth, as our client there: by the header, or in the form (RFC 6749, 2.3.1). */
const asClient = ({ involv, simulation }: ProviderSettings, url: string, fields: Record<string, string>): Promise<OutboundAnswer> => {
  const { clientId = '', clientSecret = '', authMethod } = involv
  const isBasic = authMethod === 'client_secret_basic'
  const basic = Buffer.from(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`).toString('base64')
  const body = new URLSearchParams({ ...fields, ...(isBasic ? {} : { client_id: clientId, client_secret: clientSecret }) }).toString()
  return send({ url, method: 'POST', headers: { 'content-type': FORM, ...(isBasic ? { authorization: `Basic ${basic}` } : {}) }, body }, simulation)
}

/** The challenge of a verifier: what the provider is sent before, so that only whoever has the verifier can give the code in (RFC 7636, S256). */
const challengeOf = (verifier: string): string => hash('sha256', verifier, 'base64url')

/** Where somebody signs in at the provider and allows it. */
export const signInAddress = (settings: ProviderSettings, begun: { state: string; redirectUri: string; verifier?: string | undefined }): string => {
  const { authorizeUrl = '', clientId = '', scope } = settings.involv
  const asked = new URLSearchParams({ response_type: 'code', client_id: clientId, redirect_uri: begun.redirectUri, state: begun.state })
  if (scope) asked.set('scope', scope)
  if (begun.verifier !== undefined) {
    asked.set('code_challenge', challengeOf(begun.verifier))
    asked.set('code_challenge_method', 'S256')
  }
  return `${authorizeUrl}?${asked}`
}

const tokensOf = ({ access_token: access, refresh_token: refresh, expires_in: seconds }: Granted, now: Date): Tokens => ({
  access,
  refresh: refresh ?? null,
  expiresAt: seconds === undefined || seconds === null ? null : new Date(now.getTime() + seconds * 1000),
})

/**
 * Gives a code in, once: the tokens, and whose account they are for, where the provider names it; RFC 6749 does not.
 * @throws ProviderTrouble
 */
export const giveCodeIn = async (settings: ProviderSettings, given: Omit<GivenIn, 'shop'>) => {
  const { code, redirectUri, verifier } = given
  const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...(verifier === undefined ? {} : { code_verifier: verifier }) }
  const answer = await asClient(settings, settings.involv.tokenUrl ?? '', fields)
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) throw new ProviderTrouble('refused')
  const granted = read(answer, Granted)
  return {
    accountId: granted.account_id ?? null,
    accountName: granted.account_name ?? null,
    scopes: granted.scope ?? settings.involv.scope,
    tokens: tokensOf(granted, new Date()),
  }
}

/** New tokens by the one to renew by, which may be used up by it. @throws ProviderTrouble */
export const renewTokens = async (settings: ProviderSettings, refreshToken: string): Promise<Tokens> => {
  const answer = await asClient(settings, settings.involv.tokenUrl ?? '', { grant_type: 'refresh_token', refresh_token: refreshToken })
  if (answer.status === 400 || answer.status === 401) throw new ProviderTrouble('revoked-there')
  return tokensOf(read(answer, Granted), new Date())
}

/** Ends what the provider gave out, the token to renew by first: with it the others end too. No error where it had ended (RFC 7009). @throws ProviderTrouble */
export const endTokens = async (settings: ProviderSettings, { access, refresh }: KeptTokens): Promise<void> => {
  const { revokeUrl } = settings.involv
  if (revokeUrl === undefined) return
  const ended = [
    ['refresh_token', refresh],
    ['access_token', access],
  ] as const
  for (const [hint, token] of ended) {
    if (token === undefined) continue
    const answer = await asClient(settings, revokeUrl, { token, token_type_hint: hint })
    refuseBusy(answer)
    const error = (jsonIn(answer) as { error?: unknown } | undefined)?.error
    // A provider need not be able to end a token to ask by alone; it ends by itself soon.
    if (answer.status !== 200 && error !== 'unsupported_token_type') throw new ProviderTrouble('refused')
  }
}

/** An account, asked with a token that works. */
export type Asking = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<OutboundAnswer>

/** Asks the provider's own calls with a token. @throws ProviderTrouble where no answer came */
export const askingWith =
  (settings: ProviderSettings, token: string): Asking =>
  (method, path, body) =>
    send(
      {
        url: `${settings.involv.apiBase}${path}`,
        method,
        headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        timeoutMs: REPORT_MS,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
      settings.simulation,
    )

const MEMBERS_A_PAGE = 100

/** What a provider answers that lists no members, and only finds them by their card. */
const NOT_LISTED: readonly number[] = [400, 404, 405, 422]

/** A page of the members there, after a cursor; undefined where the provider does not list them. @throws ProviderTrouble */
export const membersAfter = async (ask: Asking, after: string | null) => {
  const answer = await ask('GET', `/members?${new URLSearchParams({ limit: String(MEMBERS_A_PAGE), ...(after === null ? {} : { after }) })}`)
  return after === null && NOT_LISTED.includes(answer.status) ? undefined : read(answer, MembersPage)
}

/** The members there with a card; empty where there is none. @throws ProviderTrouble */
export const membersWithCard = async (ask: Asking, card: string): Promise<Member[]> => {
  const answer = await ask('GET', `/members?${new URLSearchParams({ card })}`)
  return answer.status === 404 ? [] : read(answer, MembersFound)
}

/** A member as it stands now; nothing where it is not there any more. @throws ProviderTrouble */
export const memberAt = async (ask: Asking, id: string): Promise<Member | undefined> => {
  const answer = await ask('GET', `/members/${id}`)
  return answer.status === 404 || answer.status === 410 ? undefined : read(answer, Member)
}

const MOST_PAGES = 200

/** What moved a member's points since a moment; nothing where the member is not there any more. @throws ProviderTrouble, also for a list without end */
export const transactionsSince = async (ask: Asking, id: string, from: Date) => {
  const found: z.output<typeof TransactionsPage>['transactions'] = []
  const cursors = new Set<string>()
  for (let after: string | null = null; ; ) {
    const answer = await ask('GET', `/members/${id}/transactions?${new URLSearchParams({ from: from.toISOString(), ...(after === null ? {} : { after }) })}`)
    if (answer.status === 404 || answer.status === 410) return undefined
    const { transactions, next } = read(answer, TransactionsPage)
    found.push(...transactions)
    if (next === null || next === undefined) return found
    if (cursors.has(next) || cursors.size >= MOST_PAGES) throw new ProviderTrouble('endless')
    cursors.add(next)
    after = next
  }
}

const NEVER_TAKEN: readonly number[] = [400, 404, 410, 422]

/**
 * Has a member's points adjusted; the same key again is the same adjustment.
 * @returns the transaction it became; nothing where the provider does not take it
 * @throws ProviderTrouble where it may have been done, or will be taken later
 */
export const adjustMember = async (ask: Asking, id: string, adjustment: { points: number; reason: string; key: string }): Promise<string | undefined> => {
  const { points, reason, key } = adjustment
  const answer = await ask('POST', `/members/${id}/adjustments`, { points, reason, idempotency_key: key })
  if (NEVER_TAKEN.includes(answer.status)) return undefined
  // The key means another adjustment there: nobody knows what became of this one.
  if (answer.status === 409) throw new ProviderTrouble('unreadable', { mayBeDone: true })
  return read(answer, Adjusted).id
}
