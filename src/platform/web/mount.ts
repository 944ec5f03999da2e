import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Admitted, Opened } from '#platform/access/admitted.ts'
import { admit } from '#platform/access/door.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Transaction } from '#platform/database/pool.ts'
import { answerOf } from '#platform/database/stored-or-made.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import { Failure, failure } from '#shared/failure.ts'
import { admitEarly, takeOver } from './admit-early.ts'
import { type AskAgain, formatAsked, refuseUnknownOrder, tableFile } from './answer-table.ts'
import { callerOf } from './caller.ts'
import { EventStream } from './event-stream.ts'
import { EventStreams } from './event-streams.ts'
import { FileAnswer, sendFile } from './file-answer.ts'
import { claimKey, requestHash, storeAnswer } from './idempotency.ts'
import { type Caller, type Implementation, type PublicScope, type Service, Staged } from './implement.ts'
import { jsonInSlices } from './json-in-slices.ts'
import { KeptAnswer, sendKept } from './kept-answer.ts'
import { LargeBodies } from './large-bodies.ts'
import { InFlight } from './limits.ts'
import { largestBody, readBytes, readInput, readParams, refuseContentType, takesLargeBodies } from './read-input.ts'
import { openParams } from './request-log.ts'
import { countingPages, refuseTooManyRows } from './row-limit.ts'

const API = '/api'

/** Puts every operation behind its door: who, from where, how often, what exactly, and then one transaction. */
export const mount = (app: FastifyInstance, service: Service, implementations: readonly Implementation[]): void => {
  const places = { inFlight: new InFlight(), streams: new EventStreams(app, service) }
  const bodies = new LargeBodies()
  for (const implementation of implementations) {
    const { operation } = implementation
    const isLarge = takesLargeBodies(operation)
    for (const path of [operation.path, ...(operation.alsoAt ? [operation.alsoAt] : [])])
      app.route({
        method: operation.method,
        url: API + path,
        bodyLimit: readBytes(operation),
        config: { largestBody: largestBody(operation), openParams: openParams(operation) },
        ...(isLarge ? { preParsing: (request, reply) => admitEarly(service, operation, request, reply, bodies) } : {}),
        handler: (request, reply) => takeOver(request, (early) => handle(service, places, implementation, request, reply, early)),
      })
  }
}

/** The one question that is answered to the last: a process that gives way to a newer version is alive while it does so. */
const ALIVE = '/health'

const handle = async (
  service: Service,
  { inFlight, streams }: { inFlight: InFlight; streams: EventStreams },
  implementation: Implementation,
  request: FastifyRequest,
  reply: FastifyReply,
  early: Admitted | undefined,
) => {
  const { operation } = implementation
  if (operation.path !== ALIVE) service.database.succession.refuse()
  const startedAt = performance.now()
  const caller = callerOf(service, request, reply)
  const isWrite = operation.method !== 'GET'
  const bytes = Buffer.isBuffer(request.body) ? request.body : undefined
  refuseContentType(operation, request, bytes)
  const admitted = early ?? (await admit(service, operation, request, caller))
  const leave = inFlight.enter(admitted.subject, isWrite)
  try {
    const done =
      implementation.handler instanceof Staged
        ? await performStaged(service, operation, implementation.handler, request, caller, bytes, admitted)
        : await admitted.inTransaction((opened) => perform(service, implementation, request, caller, bytes, admitted, opened))
    if (done.value instanceof EventStream) return streams.open(request, reply, done.value)
    // What a report costs may be seen by whoever reads it; how long a sign-in takes is nobody's business.
    const timing = operation.table ? () => `app;dur=${(performance.now() - startedAt).toFixed(2)}` : undefined
    const again: AskAgain = (query) =>
      admitted.inTransaction(async (opened) => {
        const input = { ...readInput(operation, request, bytes, opened.venue), query }
        const given = { ...input, service, caller, bytes, contentType: '', ...opened }
        return checked(operation, service, await answerOf(implementation, given, request.log))
      })
    const { mostRows } = admitted
    refuseTooManyRows(mostRows, done.value, operation.next !== undefined && formatAsked(request) !== undefined)
    return await send(
      operation,
      request,
      reply,
      admitted.shown ? { ...done, value: admitted.shown(done.value as never) } : done,
      countingPages(mostRows, done.value, again),
      timing,
    )
  } catch (error) {
    const refused = await firstRefusal(service, implementation, request, admitted, error)
    if (refused instanceof Failure) await admitted.noteRefusal(refused)
    throw refused
  } finally {
    leave()
  }
}

/** PasswordUrlNotAllowed comes before any lookup, so that it reveals nothing about users. */
const isOfInput = ({ status, code }: Failure): boolean => status === 413 || (status === 400 && code !== 'PasswordUrlNotAllowed')

/** Returns the not-found failure of the path if there is one, otherwise the refusal of the request. */
const firstRefusal = async (
  service: Service,
  { operation, find }: Implementation,
  request: FastifyRequest,
  admitted: Admitted,
  refused: unknown,
): Promise<unknown> => {
  if (!find || !(refused instanceof Failure) || !isOfInput(refused)) return refused
  return admitted
    .inTransaction(async (opened): Promise<never> => {
      await find({ ...opened, service, params: readParams(operation, request) } as never)
      throw refused
    })
    .catch((first: unknown) => first)
}

/** Reads what was sent and does it; who may not do it never learns whether it was well formed. */
const perform = async (
  service: Service,
  implementation: Implementation,
  request: FastifyRequest,
  caller: Caller,
  bytes: Buffer | undefined,
  admitted: Admitted,
  opened: Opened,
): Promise<Done> => {
  const { operation } = implementation
  const input = readInput(operation, request, bytes, opened.venue)
  const sent = sentOnce(operation, request, bytes)
  const given = { ...input, service, caller, bytes, contentType: request.headers['content-type'] ?? '', ...opened, once: onceUnder(service, sent) }
  const done = { query: input.query, venue: opened.venue }
  const stored = await storedAnswer(sent, admitted, opened)
  if (stored) return { ...done, ...stored }
  const value = checked(operation, service, await answerOf(implementation, given, request.log))
  return { ...done, ...(await storedWith(sent, admitted, opened, { status: statusOf(operation, value), value })) }
}

/** Settles, asks outside while no transaction is open, and writes down what came of it. */
const performStaged = async (
  service: Service,
  operation: AnyOperation,
  stages: Staged<AnyOperation>,
  request: FastifyRequest,
  caller: Caller,
  bytes: Buffer | undefined,
  admitted: Admitted,
): Promise<Done> => {
  const given = { service, caller, bytes, contentType: request.headers['content-type'] ?? '' }
  const sent = sentOnce(operation, request, bytes)
  const { input, stored, prepared } = await admitted.inTransaction(async (opened) => {
    const input = readInput(operation, request, bytes, opened.venue)
    const stored = await storedAnswer(sent, admitted, opened)
    return { input, stored, prepared: (stored ? undefined : await stages.prepare({ ...given, ...input, ...opened } as never)) as never }
  })
  const done = { query: input.query, venue: undefined }
  if (stored) return { ...done, ...stored }
  const within = <T>(work: (whole: never) => Promise<T>) => admitted.inTransaction((opened) => work({ ...given, ...input, ...opened } as never))
  const asked = await stages.ask(prepared, { ...given, ...input } as never).catch(async (error: unknown) => {
    await within(async (whole) => stages.failed?.(whole, prepared, error))
    throw error
  })
  return admitted.inTransaction(async (opened) => {
    // The same request may have been answered while this one asked.
    const meanwhile = await storedAnswer(sent, admitted, opened)
    if (meanwhile) return { ...done, ...meanwhile }
    const value = checked(operation, service, await stages.finish({ ...given, ...input, ...opened } as never, prepared, asked as never))
    return { ...done, ...(await storedWith(sent, admitted, opened, { status: statusOf(operation, value), value })) }
  })
}

/** The idempotency key of a request, and the hash of what was sent under it. */
interface SentOnce {
  key: string
  hash: Buffer
}

const sentOnce = ({ method }: AnyOperation, request: FastifyRequest, bytes: Buffer | undefined): SentOnce | undefined => {
  const key = method === 'GET' ? undefined : keyOf(request)
  return key === undefined ? undefined : { key, hash: requestHash(request.method, request.url, bytes?.toString('base64')) }
}

/** The answer that an earlier request under the same key was given; its key is held until the transaction ends. */
const storedAnswer = async (sent: SentOnce | undefined, admitted: Admitted, { sql }: Opened): Promise<Pick<Done, 'status' | 'text'> | undefined> => {
  if (!sent || !admitted.keepsAnswers || !sql) return undefined
  const stored = await claimKey(sql, admitted.venueId, admitted.principal, sent.key, sent.hash)
  return stored && { status: stored.status, text: stored.body ?? undefined }
}

/** Stores an answer under the key of its request, in the transaction of its effect. */
const storedWith = async <A extends Pick<Done, 'status' | 'value'>>(sent: SentOnce | undefined, admitted: Admitted, { sql }: Opened, answer: A): Promise<A> => {
  if (sent && admitted.keepsAnswers && sql) {
    const body = answer.value === undefined ? null : JSON.stringify(answer.value)
    await storeAnswer(sql, admitted.venueId, admitted.principal, sent.key, sent.hash, { status: answer.status, body })
  }
  return answer
}

const statusOf = (operation: AnyOperation, value: unknown): number => (operation.isPending?.(value as never) ? 202 : 200)

/** Public calls open their transaction themselves, after the slow work; the key is claimed and kept in it all the same. */
const onceUnder =
  (service: Service, sent: SentOnce | undefined): PublicScope['once'] =>
  (principal, work) =>
    service.database.inVenue(0, async (sql: Transaction) => {
      if (sent === undefined) return work(sql)
      const { key, hash } = sent
      if (await claimKey(sql, 0, principal, key, hash)) return
      await work(sql)
      await storeAnswer(sql, 0, principal, key, hash, { status: 200, body: null })
    })

interface Done {
  status: number
  query: unknown
  value?: unknown
  text?: string | undefined
  venue: VenueScope | undefined
}

const send = async (operation: AnyOperation, request: FastifyRequest, reply: FastifyReply, done: Done, again: AskAgain, timing: (() => string) | undefined) => {
  const format = operation.table ? formatAsked(request) : undefined
  if (format && done.venue) return sendFile(reply, tableFile(operation, done.value, done.query, done.venue, format, again))
  if (operation.table && done.venue) refuseUnknownOrder(operation, done.value, done.query, done.venue)
  if (done.value instanceof FileAnswer) return sendFile(reply, done.value)
  reply.code(done.status)
  if (done.text !== undefined) return reply.type('application/json; charset=utf-8').send(done.text)
  if (done.value === undefined) return reply.code(204).send()
  if (done.value instanceof KeptAnswer) return sendKept(request, reply, done.value)
  const text = await jsonInSlices(done.value)
  if (timing) reply.header('server-timing', timing())
  return reply.type('application/json; charset=utf-8').send(text)
}

/**
 * The answer as its schema has it: what the schema does not name never leaves the server. A report's answer is made of sums by rules
 * that name every figure, and may hold a hundred thousand of them: it is looked through while it is being tested, where one thing too
 * many is an error, and not again for every reader.
 */
export const checked = (operation: AnyOperation, service: Service, value: unknown): unknown => {
  const { production } = service.settings
  if (operation.answersEvents) return value
  if (!operation.response) return value instanceof FileAnswer ? value : undefined
  if (production && operation.table) return value
  if (value instanceof KeptAnswer) {
    // In production it was looked through when it was made.
    if (!production) checked(operation, service, value.read())
    return value
  }
  const parsed = operation.response.safeParse(value)
  if (parsed.success && (!operation.table || isDeepStrictEqual(parsed.data, value))) return parsed.data
  if (production) return value
  const wrong = parsed.success ? 'more than it names' : JSON.stringify(parsed.error.issues.slice(0, 3))
  throw new Error(`${operation.method} ${operation.path} answered what its contract does not allow: ${wrong}`)
}

const keyOf = (request: FastifyRequest): string | undefined => {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key.length === 0 || key.length > 255) {
    throw failure('ValidationFailed', {}, [{ FieldName: 'Idempotency-Key', ErrorCode: 'Invalid', Message: 'Idempotency-Key must have 1 to 255 characters.' }])
  }
  return key
}
