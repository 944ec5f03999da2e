import type { LocationKeys } from '#platform/access/location-keys.ts'
import type { Session } from '#platform/access/sessions.ts'
import type { SupplierCaller } from '#platform/access/supplier-keys.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Database } from '#platform/database/database.ts'
import type { Transaction } from '#platform/database/pool.ts'
import type { Settings } from '#platform/settings.ts'
import type { AnswerOf, AnyOperation, BodyOf, Contract, ParamsOf, QueryOf, SupplierKeyAccess } from '#shared/endpoint.ts'
import type { EventStream } from './event-stream.ts'
import type { FileAnswer } from './file-answer.ts'
import type { KeptAnswer } from './kept-answer.ts'

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

type Something<O extends AnyOperation> = AnswerOf<O> | KeptAnswer<AnswerOf<O>> | EventStream<AnswerOf<O>>
// biome-ignore lint/suspicious/noConfusingVoidType: a handler that has nothing to answer may simply end.
type Answer<O extends AnyOperation> = AnswerOf<O> extends undefined ? undefined | void | FileAnswer : Something<O>
export type Handler<O extends AnyOperation> = (given: Given<O>) => Promise<Answer<O>> | Answer<O>
export type Handlers<C extends Contract> = { [K in keyof C]: Handler<C[K]> | Staged<C[K]> }

/** What a stage between transactions may use: nothing of the database. */
export type Outside<O extends AnyOperation> = Omit<Always<O>, 'service'> & { service: Pick<Service, 'settings' | 'now'> }

/**
 * A call that asks an outside system, which may take seconds, and never while it holds a transaction: what is settled before, the question,
 * and what comes of it. Access is looked at anew at the last. What was settled stays though the question fails.
 */
export class Staged<O extends AnyOperation> {
  readonly prepare: (given: Given<O>) => Promise<unknown>
  readonly ask: (prepared: never, given: Outside<O>) => Promise<unknown>
  readonly finish: (given: Given<O>, prepared: never, asked: never) => Promise<Answer<O>> | Answer<O>
  readonly failed: ((given: Given<O>, prepared: never, error: unknown) => Promise<void>) | undefined

  constructor(stages: Pick<Staged<O>, 'prepare' | 'ask' | 'finish'> & { failed?: Staged<O>['failed'] }) {
    this.prepare = stages.prepare
    this.ask = stages.ask
    this.finish = stages.finish
    this.failed = stages.failed
  }
}

/** Pairs the stages of a call, each with what the one before it came to. */
export const staged = <O extends AnyOperation, P, R>(stages: {
  prepare(given: Given<O>): Promise<P>
  ask(prepared: P, given: Outside<O>): Promise<R>
  finish(given: Given<O>, prepared: P, asked: R): Promise<Answer<O>> | Answer<O>
  /** Writes down that the question failed; the failure is answered all the same. */
  failed?(given: Given<O>, prepared: P, error: unknown): Promise<void>
}): Staged<O> => new Staged(stages as never)

type InPath<O extends AnyOperation> = Omit<Given<O>, Exclude<keyof Always<O>, 'params' | 'service'> | 'once'>

/**
 * Lookups of the resource in the path, by operation. Each throws the not-found failure of its handler.
 * They run only after a request was refused with 400 or 413, so that an unknown path is refused before a wrong body.
 */
type Finders<C extends Contract> = { [K in keyof C]?: (given: InPath<C[K]>) => unknown }

/** An operation with the handler that does it. */
export interface Implementation {
  name: string
  operation: AnyOperation
  handler: ((given: never) => unknown) | Staged<AnyOperation>
  find?: ((given: never) => unknown) | undefined
}

/** Pairs a contract with its handlers; a missing handler or a wrong answer does not compile. */
export const implement = <C extends Contract>(contract: C, handlers: Handlers<C> & { finders?: Finders<C> }): Implementation[] =>
  Object.entries(contract).map(([name, operation]) => ({
    name,
    operation,
    handler: handlers[name as keyof C] as Implementation['handler'],
    find: handlers.finders?.[name as keyof C],
  }))
