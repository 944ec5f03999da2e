import type * as z from 'zod/mini'
import { type AnswerOf, type AnyOperation, type Declared, pathOf } from '#shared/endpoint.ts'
import type { ErrorAnswer } from '#shared/failure.ts'
import { CallError } from './call-error.ts'
import { isOnline } from './connection.ts'
import { type StoredUser, storedUser } from './stored-user.ts'
import { settles, submissionKey } from './submission-key.ts'

type Schema = z.ZodMiniType
/** What a caller may hand over: what the wire takes or what the server makes of it, `Locations: '3,4'` or `[3, 4]`. */
type Given<S> = S extends Schema ? { [K in keyof z.input<S>]: z.input<S>[K] | (K extends keyof z.output<S> ? z.output<S>[K] : never) } : undefined
type Part<N extends string, V> = V extends undefined ? { [K in N]?: undefined } : Record<string, never> extends V ? { [K in N]?: V } : { [K in N]: V }

/** The input of one operation: params, query and body as its contract has them. */
export type InputOf<O extends AnyOperation> = Part<'params', Given<Declared<O['params']>>> &
  Part<'query', Given<Declared<O['query']>>> &
  Part<'body', Given<Declared<O['body']>>>

interface AnyInput {
  params?: Record<string, string | number> | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
}

const TIMEOUT_SECONDS = 60

interface SessionListener {
  /** The server says this session is over. */
  ended: () => void
  /** Another tab opened another venue. */
  switched: () => void
  /** A call was answered: the session lives on. */
  active: () => void
  /** A call got no answer at all. */
  unreached: () => void
}

const nobody = () => undefined
let session: SessionListener = { ended: nobody, switched: nobody, active: nobody, unreached: nobody }

/** Tells the toolbox what the app does when the session or the venue under it changes. */
export const listenToSession = (listener: SessionListener): void => {
  session = listener
}

let isWall = false

/** A wall screen calls by its own cookie, whoever may be signed in in the same browser. */
export const callAsWall = (is: boolean): void => {
  isWall = is
}

let onScreen = { userId: 0, venueId: 0 }

/** Whom and which venue this tab shows, whatever other tabs do; the venue goes with every call, so that the server can refuse a mix-up. */
export const showOnScreen = (userId: number, venueId: number): void => {
  onScreen = { userId, venueId }
}

export const shownVenue = (): number => onScreen.venueId
export const shownUser = (): number => onScreen.userId

/**
 * Calls an operation of the API.
 * @throws CallError with the sentence to show, in `errorText`
 */
export const call = <O extends AnyOperation>(operation: O, input: InputOf<O>, signal?: AbortSignal): Promise<AnswerOf<O>> =>
  send<O, AnswerOf<O>>(operation, input as AnyInput, undefined, signal)

/**
 * Hands a file over to an operation that takes files.
 * @throws CallError
 */
export const callWithFile = <O extends AnyOperation>(operation: O, input: InputOf<O>, file: Blob, signal?: AbortSignal): Promise<AnswerOf<O>> =>
  send<O, AnswerOf<O>>(operation, input as AnyInput, file, signal)

/**
 * The text of a file that an operation answers.
 * @throws CallError
 */
export const callForFile = <O extends AnyOperation>(operation: O, input: InputOf<O>): Promise<string> =>
  send<O, string>(operation, input as AnyInput, undefined, undefined)

const send = async <O extends AnyOperation, A>(operation: O, input: AnyInput, file: Blob | undefined, signal: AbortSignal | undefined): Promise<A> => {
  const { params, query, body } = input
  const path = `/api${pathOf(operation.path, params)}${queryText(query)}`
  const writes = operation.method !== 'GET'
  // Refused before anything is noted or sent: what one does without a connection is never done later behind one's back.
  if (writes && !isOnline()) throw new CallError(0, 'Offline', { code: 'OfflineWrite' })
  const sent = file ?? (body === undefined ? undefined : JSON.stringify(body))
  const user = isWall ? undefined : storedUser()
  // A file handed over twice does no harm, and its content is no name to remember it by.
  const submission = writes && !file ? await submissionKey(`${operation.method} ${path} ${sent ?? ''}`, operation.access === 'public') : undefined

  const credential = credentialOf(user)
  const headers: Record<string, string> = {
    ...headersOf(user),
    'Content-Type': file ? 'application/octet-stream' : 'application/json',
    Accept: 'application/json',
  }
  if (writes) headers['X-XSRF-TOKEN'] = cookie('XSRF-TOKEN')
  if (submission) headers['Idempotency-Key'] = submission.key

  try {
    const answer = await answered(path, operation.answersFile === true, {
      method: operation.method,
      headers,
      body: sent ?? null,
      credentials: 'same-origin',
      signal: limited(signal),
    })
    submission?.answered()
    if (credential) session.active()
    return answer as A
  } catch (error) {
    if (error instanceof CallError && settles(error.status, error.code)) submission?.answered()
    throw heeded(error, credential)
  }
}

/**
 * Begins to listen to an operation that answers events, to be read from the answer as they come.
 * @throws CallError
 */
export const callForEvents = async (operation: AnyOperation, lastEventId: string, signal: AbortSignal): Promise<Response> => {
  const user = isWall ? undefined : storedUser()
  const headers = { ...headersOf(user), Accept: 'text/event-stream', ...(lastEventId ? { 'Last-Event-ID': lastEventId } : {}) }
  try {
    const response = await fetch(`/api${operation.path}`, { headers, credentials: 'same-origin', signal })
    if (!response.ok) throw refusalIn(response, parsed(await response.text()))
    session.active()
    return response
  } catch (error) {
    throw heeded(error, credentialOf(user))
  }
}

/** What the app does where a call says that the session or the venue under it is over. */
const heeded = (error: unknown, credential: string | undefined): unknown => {
  if (!(error instanceof CallError)) return error
  if (error.status === 0) session.unreached()
  // Another tab may have taken a new Token meanwhile: then only this call was late, not the session over.
  if (error.status === 401 && credential && credential === credentialOf(storedUser())) session.ended()
  if (error.code === 'VenueSwitched') session.switched()
  return error
}

/** Who calls, and which venue is on screen. */
const headersOf = (user: StoredUser | undefined): Record<string, string> => {
  const credential = credentialOf(user)
  return {
    ...(credential ? { Authorization: credential } : {}),
    ...(onScreen.venueId > 0 && user?.Token ? { 'X-Venue-Id': String(onScreen.venueId) } : {}),
  }
}

/** The specification's rule: the Token if there is one, otherwise basic auth. */
const credentialOf = (user: StoredUser | undefined): string | undefined =>
  user?.Token ? `Bearer ${user.Token}` : user?.Auth ? `Basic ${user.Auth}` : undefined

const answered = async (path: string, isFile: boolean, request: RequestInit): Promise<unknown> => {
  let response: Response
  let written: string
  try {
    response = await fetch(path, request)
    written = await response.text()
  } catch (error) {
    if (request.signal?.reason instanceof Error && request.signal.reason.name === 'AbortError') throw error
    throw new CallError(0, error instanceof Error ? error.message : String(error))
  }
  if (response.ok && isFile) return written
  const read = parsed(written)
  if (response.ok && read !== NOT_JSON) return read
  throw refusalIn(response, read)
}

const refusalIn = (response: Response, read: unknown): CallError => {
  const refusal = read === NOT_JSON ? undefined : (read as ErrorAnswer | undefined)
  return new CallError(response.status, response.statusText, {
    code: refusal?.ResponseStatus?.ErrorCode,
    said: refusal?.ResponseStatus?.Message,
    fields: refusal?.ResponseStatus?.Errors ?? [],
    requestId: refusal?.RequestId ?? response.headers.get('X-Request-Id') ?? undefined,
    retryAfterSeconds: Number(response.headers.get('Retry-After')) || undefined,
  })
}

const NOT_JSON = Symbol('not JSON')

const parsed = (written: string): unknown => {
  if (written === '') return undefined
  try {
    return JSON.parse(written)
  } catch {
    return NOT_JSON
  }
}

/** A list becomes a comma list; what is undefined or null is left out. */
export const queryText = (query: Record<string, unknown> = {}): string => {
  const parts = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    if (!Array.isArray(value)) parts.set(name, String(value))
    else if (value.length > 0) parts.set(name, value.join(','))
  }
  const written = parts.toString()
  return written ? `?${written}` : ''
}

const limited = (signal: AbortSignal | undefined): AbortSignal => {
  const timeout = AbortSignal.timeout(TIMEOUT_SECONDS * 1000)
  return signal ? AbortSignal.any([signal, timeout]) : timeout
}

const cookie = (name: string): string => {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  return found ? decodeURIComponent(found.slice(name.length + 1)) : ''
}
