import type { LocationKeys } from '#platform/access/location-keys.ts'
import type { Session } from '#platform/access/sessions.ts'
import type { SupplierCaller } from '#platform/access/supplier-keys.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Database } from '#platform/database/database.ts'
import type { Transaction } from '#platform/database/pool.ts'
import type { Settings } from '#platform/settings.ts'
import type { AnswerOf, AnyOperation, BodyOf, Contract, ParamsOf, QueryOf, SupplierKeyAccess } from '#shared/endpoint.ts'
import type { WrittenJson } from '#shared/json-text.ts'
import type { FileAnswer } from './file-answer.ts'

/** Who is at the other end of the wire, before anything is known of them. */
export interface Caller {
  ip: string
  userAgent: string
  /** Told by Sec-Fetch-Site and a companion-capable client; others get shorter, unbound sessions. */
  isBrowser: boolean
  requestId: string
  cookie(name: string): string | undefined
  /** Sets a cookie on the answer, `maxAgeSeconds` 0 clears it. */
  setCookie(name: string, value: string, options: { maxAgeSeconds: number; httpOnly: boolean }): void
}

/** What every handler may use. */
export interface Service {
  database: Database
  settings: Settings
  /** Signs anti-forgery tokens; the same in every process. */
  signingKey: Buffer
  /** Finds and counts tills by their keys. */
  locationKeys: LocationKeys
  now(): Date
  /** A test's clock. Without it, venues work by the database's: a server whose own is wrong must not refuse a till's sales as too old. */
  clock?: (() => Date) | undefined
}

interface Always<O extends AnyOperation> {
  params: ParamsOf<O>
  query: QueryOf<O>
  body: BodyOf<O>
  caller: Caller
  service: Service
  /** The raw bytes, for operations that take files. */
  bytes: Buffer | undefined
  /** The request's content type and file name, for operations that take files. */
  contentType: string
}

/** A house transaction: for calls made before or beside a venue, their effects and their audit row together. */
export interface HouseScope {
  sql: Transaction
}

/** What handlers of public calls may ask for beside what they were sent. */
export interface PublicScope {
  session: undefined
  /** Who is signed in, checked as on any call for signed-in people: for public calls that have a form for them. */
  signedIn(): Promise<Session>
  /** Who acts as somebody else, also when the time for it is over. */
  acting(): Promise<Session>
  /**
   * One transaction of the house, done once per Idempotency-Key: sent again under the same key, nothing happens.
   * @param principal what the key belongs to, such as the mailed link that is used
   */
  once(principal: string, work: (sql: Transaction) => Promise<void>): Promise<void>
}

/** What a handler is given, by the access its operation declares. */
export type Given<O extends AnyOperation> = Always<O> &
  (O['access'] extends 'public'
    ? PublicScope
    : O['access'] extends 'auth'
      ? { house: HouseScope; session: Session }
      : O['access'] extends 'admin'
        ? { house: HouseScope; session: Session }
        : O['access'] extends SupplierKeyAccess<'any'>
          ? { house: HouseScope; session: undefined; supplier: SupplierCaller }
          : O['access'] extends SupplierKeyAccess
            ? { venue: VenueScope; session: undefined; supplier: SupplierCaller }
            : { venue: VenueScope; session: O['access'] extends 'location-key' ? undefined : Session })

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that has nothing to answer may simply end.
type Answer<O extends AnyOperation> = AnswerOf<O> extends undefined ? undefined | void | FileAnswer : AnswerOf<O> | WrittenJson<AnswerOf<O>>
export type Handler<O extends AnyOperation> = (given: Given<O>) => Promise<Answer<O>> | Answer<O>
export type Handlers<C extends Contract> = { [K in keyof C]: Handler<C[K]> }

/** An operation with the handler that does it. */
export interface Implementation {
  name: string
  operation: AnyOperation
  handler: (given: never) => unknown
}

/** Pairs a contract with its handlers; a missing handler or a wrong answer does not compile. */
export const implement = <C extends Contract>(contract: C, handlers: Handlers<C>): Implementation[] =>
  Object.entries(contract).map(([name, operation]) => ({
    name,
    operation,
    handler: handlers[name as keyof C] as Implementation['handler'],
  }))
