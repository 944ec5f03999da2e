import * as z from 'zod/mini'
import { ProviderTrouble, troubleOf } from '#integrations/link-provider.adapter.ts'
import type { GivenToken, TokenGiver } from '#platform/access/house-tokens.ts'
import type { ProviderSettings } from '#platform/settings.ts'
import { askOutside, type OutboundAnswer, type OutboundRequest } from '#platform/web/outbound.ts'
import { Merchant, OfMerchant, type Run, SettlementDay, type Transaction, TransactionPage, TyroLocation } from './tyro-answers.rules.ts'

const REPORT_MS = 30_000
const AUDIENCE = 'https://pos.connect.tyro'
/** Tyro gives out twelve tokens in eleven hours. */
export const TYRO_TOKENS: TokenGiver = { provider: 'Tyro', limit: { most: 12, windowMs: 11 * 3_600_000 } }
/** The two thousand that Tyro gives would be more than the 1 MB that an answer may have. */
const ROWS_A_PAGE = 400

/** Settings that reading Tyro takes and that are missing, by name; without a key its token could not be kept. */
export const missingOfTyro = ({ tyro: { clientId, clientSecret }, tokenKeys }: ProviderSettings): string[] => [
  ...(clientId ? [] : ['TYRO_CLIENT_ID']),
  ...(clientSecret ? [] : ['TYRO_CLIENT_SECRET']),
  ...(tokenKeys.length > 0 ? [] : ['TOKEN_KEYS']),
]

const send = async (asked: OutboundRequest, simulation: boolean): Promise<OutboundAnswer> => {
  try {
    return await askOutside(asked, simulation)
  } catch (error) {
    throw troubleOf(error)
  }
}

const jsonIn = ({ text }: OutboundAnswer): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @throws ProviderTrouble for whatever is not a readable yes */
const read = <S extends z.ZodMiniType>(answer: OutboundAnswer, shape: S): z.output<S> => {
  const { status, headers } = answer
  const retryAfterSeconds = Number(headers['retry-after']) || undefined
  if (status === 429) throw new ProviderTrouble('busy', { retryAfterSeconds })
  if (status >= 500) throw new ProviderTrouble('silent', { mayBeDone: true, retryAfterSeconds })
  // Not ours to read, or not there any more: the merchant took back what they had allowed.
  if (status === 403 || status === 404) throw new ProviderTrouble('revoked-there')
  if (status >= 400) throw new ProviderTrouble('refused')
  const parsed = status >= 300 ? undefined : shape.safeParse(jsonIn(answer))
  if (!parsed?.success) throw new ProviderTrouble('unreadable', { mayBeDone: true })
  return parsed.data as z.output<S>
}

const Granted = z.object({
  access_token: z.string().check(z.minLength(1), z.maxLength(8000)),
  expires_in: z.number().check(z.minimum(1), z.maximum(31_536_000)),
})

/** A new token of the house. Tyro gives out twelve in eleven hours. @throws ProviderTrouble */
export const askForToken = async (settings: ProviderSettings, now: Date): Promise<GivenToken> => {
  const { clientId = '', clientSecret = '', authBase } = settings.tyro
  const fields = { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials', audience: AUDIENCE }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await send({ url: `${authBase}/oauth/token`, method: 'POST', headers, body: new URLSearchParams(fields).toString() }, settings.simulation)
  if (answer.status === 401 || answer.status === 403) throw new ProviderTrouble('refused')
  const { access_token: token, expires_in: seconds } = read(answer, Granted)
  return { token, expiresAt: new Date(now.getTime() + seconds * 1000) }
}

/** Asks with a token that works; one that is refused is asked for anew, once. */
export interface Asking {
  settings: ProviderSettings
  token(): Promise<string>
  anotherToken(): Promise<string>
}

const get = async (asking: Asking, path: string, query: Record<string, string> = {}): Promise<OutboundAnswer> => {
  const { settings } = asking
  const fields = new URLSearchParams(query).toString()
  const url = `${settings.tyro.apiBase}/${path}${fields ? `?${fields}` : ''}`
  const by = (token: string) => send({ url, method: 'GET', headers: { authorization: `Bearer ${token}` }, timeoutMs: REPORT_MS }, settings.simulation)
  const answer = await by(await asking.token())
  return answer.status === 401 ? by(await asking.anotherToken()) : answer
}

const Found = z.object({ name: z.nullable(z.string()), isAuthorised: z.boolean() })
export type Found = z.output<typeof Found>

/** A merchant as Tyro knows it; nothing where it knows none of this id. @throws ProviderTrouble */
export const merchantAt = async (asking: Asking, mid: string): Promise<Found | undefined> => {
  const answer = await get(asking, `pay-terminal/merchants/${mid}`)
  if (answer.status === 404 || answer.status === 400) return undefined
  const merchant = read(answer, Merchant)
  if (merchant.mid !== mid) throw new ProviderTrouble('unreadable')
  return { name: merchant.displayName ?? null, isAuthorised: merchant.isAuthorised }
}

/** A location of Tyro Connect; nothing where it knows none of this id. @throws ProviderTrouble */
export const locationAt = async (asking: Asking, locationId: string): Promise<Found | undefined> => {
  const answer = await get(asking, `locations/${locationId}`)
  if (answer.status === 404 || answer.status === 400) return undefined
  read(answer, TyroLocation)
  return { name: null, isAuthorised: true }
}

/** A page of what the terminals of a merchant did on one of their business days: how many there are in all, and how many came up to here. */
export interface DayPage {
  rows: Transaction[]
  total: number
  upToHere: number
}

/** @throws ProviderTrouble, also where it is another page than was asked for */
export const transactionsOn = async (asking: Asking, mid: string, day: string, page: number): Promise<DayPage> => {
  const query = { transactionDate: day, limit: String(ROWS_A_PAGE), page: String(page) }
  const { terminalBusinessDay, transactions, pagination } = read(await get(asking, `reporting/merchants/${mid}/transactions`, query), TransactionPage)
  if (terminalBusinessDay !== day || (pagination.page ?? page) !== page) throw new ProviderTrouble('unreadable')
  // It may give fewer on a page than it was asked for.
  return { rows: transactions, total: pagination.total, upToHere: (page - 1) * (pagination.limit ?? ROWS_A_PAGE) + transactions.length }
}

/** What was settled of a merchant's payments on a day. @throws ProviderTrouble */
export const settledOn = async (asking: Asking, mid: string, day: string): Promise<Run[]> => {
  const { settlementDate, settlements } = read(await get(asking, `reporting/merchants/${mid}/settlements`, { settlementDate: day }), SettlementDay)
  if (settlementDate !== day) throw new ProviderTrouble('unreadable')
  return settlements
}

/** The merchant that a thing of Tyro belongs to; nothing where it says none, or is not there. @throws ProviderTrouble */
export const merchantOf = async (asking: Asking, path: string): Promise<string | undefined> => {
  const answer = await get(asking, path)
  if (answer.status === 404 || answer.status === 403) return undefined
  return read(answer, OfMerchant).mid ?? undefined
}
