import type * as z from 'zod/mini'
import type { LinkName } from '#platform/access/linked-accounts.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { JobGiven } from '#platform/jobs/jobs.ts'
import type { ProviderSettings } from '#platform/settings.ts'
import { Unanswered } from '#platform/web/outbound.ts'
import type { ExchangeBody, LinkedProvider, LinkTrouble, SignInProvider } from './link.contract.ts'

/** What a provider gave for a code. */
export interface Exchanged {
  /** Null where the provider names no account. */
  accountId: string | null
  accountName: string | null
  isLive: boolean
  scopes: string
  /** What it told of the account, to be kept and shown; no secret. */
  meta: Record<string, string | number | boolean | null>
  /** What its calls need, where it is not ours to know already. */
  tokens?: Tokens
}

/** Asks a provider for new tokens, by the one to renew by. */
export type Renewing = (refreshToken: string) => Promise<Tokens>

/** What was kept of a link's tokens, opened. */
export interface KeptTokens {
  access: string | undefined
  refresh: string | undefined
}

export interface Tokens {
  access: string
  refresh: string | null
  expiresAt: Date | null
}

/** An account as it stands at its provider. */
export type AccountState = Pick<Exchanged, 'accountName' | 'meta'>

/** An outside system that venues are linked with. Each lives in a folder of its own. */
export interface AccountProvider {
  name: LinkedProvider
  /** Settings it cannot work without that are missing, by name. */
  missing(settings: ProviderSettings): string[]
  /**
   * Tells the provider that the link ended; no error where it had ended there already.
   * @param tokenOf the token that was kept for the link, renewed where it is about to end; nothing where none is left
   * @param kept what was kept as it is, for a provider that is told by the tokens themselves
   * @throws ProviderTrouble
   */
  revoke(
    settings: ProviderSettings,
    accountId: string,
    tokenOf: (renew: Renewing) => Promise<string | undefined>,
    kept: () => Promise<KeptTokens>,
  ): Promise<void>
  /** Read every hour and not at night alone: for what people look at on the day itself. */
  isReadHourly?: boolean
  /** Reads what an account has since it was read last, into tables of ours; goes on where it was interrupted. */
  sync(given: JobGiven, link: LinkName): Promise<void>
}

/** A code with what belongs to it. */
export interface GivenIn {
  code: string
  redirectUri: string
  shop: string | null
  verifier?: string | undefined
}

/** One that is linked by signing in there. */
export interface LinkProvider extends AccountProvider {
  name: SignInProvider
  /** Whether a sign-in carries the challenge of a verifier that the exchange has to bring (PKCE). */
  isChallenged?(settings: ProviderSettings): boolean
  /** Where each customer has an address of their own: the one that was sent, by a field. @throws ValidationFailed */
  shopIn?(sent: { url: string; field: string }): string
  /** The one that is known at a location or venue. @throws ShopNotSet */
  knownShop?(venue: VenueScope, place: number | null): Promise<string>
  /** Where the browser goes to sign in and allow it. */
  authUrl(settings: ProviderSettings, begun: { state: string; redirectUri: string; shop?: string | undefined; verifier?: string | undefined }): string
  /**
   * Looks whether the provider signed what a browser came back with; nothing of it was sent on yet.
   * @param shop the one that was asked for
   * @throws ValidationFailed
   */
  checkReturn?(settings: ProviderSettings, returned: ExchangeBody, shop: string | null, now: Date): void
  /**
   * Gives a code in for an account, once: a code that was sent is used up, whatever the answer.
   * @throws ProviderTrouble
   */
  exchange(settings: ProviderSettings, given: GivenIn): Promise<Exchanged>
  /** Whether an account is one of those this server is set up for, tests or real. */
  isOurMode(settings: ProviderSettings, exchanged: Exchanged): boolean
}

interface TroubleDetail {
  mayBeDone?: boolean
  retryAfterSeconds?: number | undefined
  missing?: readonly string[]
}

/** A provider that did not do what it was asked. */
export class ProviderTrouble extends Error {
  readonly kind: LinkTrouble
  /** Whether it may have done it all the same. */
  readonly mayBeDone: boolean
  readonly retryAfterSeconds: number | undefined
  /** Fields that an answer lacks, by name. */
  readonly missing: readonly string[]

  constructor(kind: LinkTrouble, { mayBeDone = false, retryAfterSeconds, missing = [] }: TroubleDetail = {}) {
    super(`The provider: ${kind}.`)
    this.kind = kind
    this.mayBeDone = mayBeDone
    this.retryAfterSeconds = retryAfterSeconds
    this.missing = missing
  }
}

/** Returns the trouble of an answer that does not have the shape it should, with the fields it lacks where it is an object. */
export const unreadable = (answered: unknown, error?: z.core.$ZodError): ProviderTrouble => {
  const fields = typeof answered === 'object' && answered !== null && !Array.isArray(answered) ? (answered as Record<string, unknown>) : undefined
  const named = fields && error ? error.issues.map(({ path }) => String(path[0])) : []
  return new ProviderTrouble('unreadable', { mayBeDone: true, missing: [...new Set(named)].filter((name) => (fields?.[name] ?? '') === '') })
}

/** What kept us from an answer, as the trouble of a provider. */
export const troubleOf = (error: unknown): unknown =>
  error instanceof Unanswered ? new ProviderTrouble(error.trouble === 'refused' ? 'unreadable' : 'silent', { mayBeDone: error.trouble === 'lost' }) : error
