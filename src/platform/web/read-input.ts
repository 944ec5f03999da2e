import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { cardKey } from '#shared/card-number.ts'
import { tradingMoment } from '#shared/day.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import { type FieldError, failure } from '#shared/failure.ts'
import { isCleanText } from '#shared/fields.ts'
import type { VenueCalendar } from '#shared/range.ts'
import { withDays } from '#shared/relative-dates.ts'
import { formatAsked } from './answer-table.ts'
import { issueInWords } from './issue-in-words.ts'
import { readJson, refuseDangerous } from './json-body.ts'

/** The largest body of an operation that says nothing else. */
export const USUAL_BODY_BYTES = 100 * 1024
/**
 * Somewhat more is read than is taken: whoever sends too much is told whether it was JSON at all, and malformed JSON is 400
 * however long it is.
 */
const READ_BYTES = 320 * 1024

/** The largest body an operation takes. */
const takenBytes = (operation: AnyOperation) => operation.bodyLimit ?? USUAL_BODY_BYTES

/** Whether its bodies may be larger than most: then their senders are known before they are read. */
export const takesLargeBodies = (operation: AnyOperation) => takenBytes(operation) > USUAL_BODY_BYTES

/** Where reading stops. */
export const readBytes = (operation: AnyOperation) => Math.max(takenBytes(operation), READ_BYTES)

/** The largest body an operation takes, as a person says it. */
export const largestBody = (operation: AnyOperation): string => {
  const bytes = takenBytes(operation)
  return bytes >= 1024 * 1024 ? `${Math.round(bytes / 1024 / 1024)} MB` : `${Math.round(bytes / 1024)} KB`
}

/**
 * Files go only where files are taken.
 * @throws WrongContentType
 */
export const refuseContentType = (operation: AnyOperation, request: FastifyRequest, bytes: Buffer | undefined): void => {
  const { rawBody } = operation
  const type = request.headers['content-type'] ?? ''
  const isForm = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(type)
  // A form is what any page may send without being asked; it goes only where it is named.
  if (Array.isArray(rawBody) ? isForm : rawBody && !isForm) return
  if (bytes === undefined || bytes.length === 0) return
  if (!/^application\/json\s*(;|$)/i.test(type)) throw failure('WrongContentType', { expected: 'application/json' })
}

/**
 * What was sent, as the operation's schemas have it.
 * The path comes first: a caller who may not know what it names does not learn whether the rest was well formed.
 * @throws LocationNotFound, MalformedJson, TooLarge, ValidationFailed with a sentence for each field, PathBodyDisagree, NotFound for a path that names nothing
 */
export const readInput = (operation: AnyOperation, request: FastifyRequest, bytes: Buffer | undefined, venue?: VenueScope) => {
  if (venue) refuseOtherLocations(operation, venue, request.params as Record<string, string>)
  const params = readParams(operation, request)
  const json = bytes === undefined || operation.rawBody ? undefined : readJson(bytes, operation.access === 'location-key')
  if (bytes !== undefined && bytes.length > takenBytes(operation)) throw failure('TooLarge', { limit: largestBody(operation) })
  refuseDisagreement(operation, request.params as Record<string, string>, json)
  return {
    params,
    query: operation.query ? parse(operation.query, withPeriod(operation, withFormat(operation, request), venue), undefined, operation.strictQuery) : undefined,
    body: operation.body ? parse(operation.body, json === undefined ? {} : json, undefined, operation.strict) : undefined,
  }
}

/**
 * Returns the path parameters, parsed by the operation's schema.
 * @throws NotFound
 */
export const readParams = ({ params }: AnyOperation, request: FastifyRequest): unknown =>
  params ? parse(params, cleanParams(request.params), 'NotFound') : undefined

const refuseOtherLocations = ({ placeParam, locationParam }: AnyOperation, venue: VenueScope, params: Record<string, string>): void => {
  const param = placeParam ?? locationParam
  if (param !== undefined && !venue.locations.some(({ locationId }) => String(locationId) === params[param])) throw failure('LocationNotFound')
}

/** What a body may say again of the path, by the name of the path's parameter. */
const SAID_AGAIN: Record<string, string> = { venueId: 'VenueId', locationId: 'LocationId', employeeId: 'EmployeeId', card: 'CardNumber' }

/** Also where the body has no such field and would ignore it: whoever says two things may mean the other. */
const refuseDisagreement = ({ venueParam }: AnyOperation, params: Record<string, string>, json: unknown): void => {
  for (const [param, value] of Object.entries(params)) {
    const field = param === venueParam ? 'VenueId' : SAID_AGAIN[param]
    const said = field === undefined ? undefined : (json as Record<string, unknown> | null | undefined)?.[field]
    if (field !== undefined && said !== undefined && !isSame(param, String(said), value)) throw failure('PathBodyDisagree', { field })
  }
}

/** A card's number is the same with spaces or in another case. */
const isSame = (param: string, said: string, value: string): boolean => said === value || (param === 'card' && cardKey(said) === cardKey(value))

/** Nothing here has a name that could not be stored. */
const cleanParams = (params: unknown) => {
  if (!Object.values(params as Record<string, string>).every(isCleanText)) throw failure('NotFound')
  return params
}

/** A file asked for by the Accept header is asked for by the query too, so that a handler knows not to answer page by page. */
const withFormat = (operation: AnyOperation, request: FastifyRequest): Record<string, unknown> => {
  const query = onlyOnce(request.query as Record<string, unknown>)
  const format = operation.table ? formatAsked(request) : undefined
  return format ? { ...query, format } : query
}

/** Days that a word such as LastWeek stands for, by the venue's calendar. */
const withPeriod = (operation: AnyOperation, query: Record<string, unknown>, venue: VenueScope | undefined): Record<string, unknown> =>
  venue ? withDays(operation, query, () => calendarNow(venue)) : query

/** The trading day at the location that is furthest into it, and what the venue's weeks and years begin with. */
export const calendarNow = ({ locations, now, venue: { weekStart, financialYearStart } }: VenueScope): VenueCalendar => ({
  today:
    locations
      .map(({ timeZone, dayStart }) => tradingMoment(now, timeZone, dayStart).day)
      .sort()
      .at(-1) ?? now.toISOString().slice(0, 10),
  weekStart,
  financialYearStart,
})

/** A query field sent twice is ambiguous and refused, rather than one of them picked. */
const onlyOnce = (query: Record<string, unknown>) => {
  for (const [name, value] of Object.entries(query)) {
    if (!Array.isArray(value)) continue
    const FieldName = name.slice(0, 100)
    throw failure('ValidationFailed', {}, [{ FieldName, ErrorCode: 'Repeated', Message: `${FieldName} is sent more than once.` }])
  }
  refuseDangerous(query)
  return query
}

const MOST_COMPLAINTS = 20

/**
 * What was sent, as a schema has it.
 * @throws ValidationFailed with every field that is wrong, or `instead` where a path names nothing
 */
export const parse = (schema: z.ZodMiniType, value: unknown, instead?: 'NotFound', strict = false): unknown => {
  const parsed = schema.safeParse(value)
  const fields = parsed.success ? [] : parsed.error.issues.map((issue) => issueInWords(issue, value))
  if (strict) fields.push(...unknownFields(schema, value))
  if (fields.length > 0) {
    if (instead) throw failure(instead)
    throw failure('ValidationFailed', {}, fields.slice(0, MOST_COMPLAINTS))
  }
  return parsed.data
}

interface Def {
  shape?: Record<string, unknown>
  element?: unknown
  innerType?: unknown
  options?: readonly unknown[]
  in?: unknown
}

const isOfFields = (schema: unknown) => {
  const def = (schema as { _zod?: { def: Def } } | undefined)?._zod?.def
  return def !== undefined && Boolean(def.shape ?? def.element ?? def.innerType ?? def.in)
}

const leastUnknown = (complaints: readonly FieldError[][]): FieldError[] => [...complaints].sort((a, b) => a.length - b.length)[0] ?? []

/** Field names that a shape does not have, at any depth. */
const unknownFields = (schema: unknown, value: unknown, path = ''): FieldError[] => {
  const def = (schema as { _zod?: { def: Def } } | undefined)?._zod?.def
  if (!def || value === null || typeof value !== 'object') return []
  const inner = def.innerType ?? def.in
  if (inner) return unknownFields(inner, value, path)
  if (Array.isArray(value)) return value.flatMap((item, at) => unknownFields(def.element, item, `${path}${at}.`)).slice(0, MOST_COMPLAINTS)
  // One of several kinds: as the kind that knows most of its fields, of those that have any.
  if (def.options) return leastUnknown(def.options.filter(isOfFields).map((option) => unknownFields(option, value, path)))
  const { shape } = def
  if (!shape) return []
  return Object.entries(value).flatMap(([name, part]) => {
    if (Object.hasOwn(shape, name)) return unknownFields(shape[name], part, `${path}${name}.`)
    const FieldName = `${path}${name}`.slice(0, 100)
    return [{ FieldName, ErrorCode: 'Unknown', Message: `${FieldName} is not a field of this call.` }]
  })
}
