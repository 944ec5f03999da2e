import type * as z from 'zod/mini'
import { type Access, type AnyOperation, type Example, type ExamplePrincipal, isSupplierKeyAccess } from '#shared/endpoint.ts'
import { FAILURES, type FailureCode } from '#shared/failure.ts'
import { PERIOD_WORDS, takesPeriod } from '#shared/relative-dates.ts'
import { ERROR_ANSWER, HEADERS, refusalsWith, SECURITY_SCHEMES } from './openapi-components.ts'
import { documentedExample } from './openapi-examples.ts'
import { type JsonSchema, jsonSchemaOf } from './openapi-schema.ts'
import { shareShapes } from './openapi-shapes.ts'

/** A feature as the documentation groups it. */
export interface Feature {
  /** Its folder, which also begins its operations' ids. */
  name: string
  title: string
  /** One sentence under the title. */
  description: string
  implementations: readonly { name: string; operation: AnyOperation }[]
}

export interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  schema: JsonSchema
  example?: unknown
}

type Content = Record<string, { schema?: JsonSchema; example?: unknown }>

/** One operation of the document. */
export interface OperationObject {
  operationId: string
  tags: string[]
  summary: string
  'x-access': string
  'x-example-as': ExamplePrincipal
  'x-failures': FailureCode[]
  security: Record<string, string[]>[]
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { description: string; content?: Content } | { $ref: string }>
}

export interface OpenApi {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, OperationObject>>
  components: Record<string, Record<string, unknown>>
  'x-failures': Record<string, { status: number; message: string; japanese: string }>
}

/** The whole API as OpenAPI 3.1, read from the contracts and from nothing else. */
export const openApi = (features: readonly Feature[], version: string): OpenApi => {
  const paths: OpenApi['paths'] = {}
  for (const feature of features) {
    for (const { name, operation } of feature.implementations) {
      const path = `/api${operation.path.replace(/:(\w+)/g, '{$1}')}`
      paths[path] = { ...paths[path], [operation.method.toLowerCase()]: described(feature, name, operation) }
    }
  }
  const operations = Object.values(paths).flatMap((item) => Object.values(item))
  const refused = new Set(operations.flatMap(({ responses }) => Object.keys(responses)))
  return shareShapes({
    openapi: '3.1.0',
    info: { title: 'Daybook', version, description: ABOUT, license: { name: 'Unlicensed', identifier: 'LicenseRef-Unlicensed' } },
    servers: [{ url: '/' }],
    tags: features.map(({ title, description }) => ({ name: title, description })),
    paths,
    components: { securitySchemes: SECURITY_SCHEMES, parameters: HEADERS, schemas: { ErrorAnswer: ERROR_ANSWER }, responses: refusalsWith(refused) },
    'x-failures': Object.fromEntries(Object.entries(FAILURES).map(([code, [status, message, japanese]]) => [code, { status, message, japanese }])),
  })
}

const ABOUT = [
  'Field names are PascalCase. Money is a decimal number in major units (12.5 is 12.50); only till intake sends integer minor units.',
  'Days are YYYY-MM-DD, date-times are ISO 8601 with offset. A venue is the tenant, and a location is a place inside it. Things a caller may not see are answered with 404.',
].join(' ')

const described = (feature: Feature, name: string, operation: AnyOperation): OperationObject => {
  const failures = failuresOf(operation)
  const parameters = [
    ...parametersOf('path', operation.params, operation.example.params),
    ...parametersOf('query', operation.query, operation.example.query),
    ...periodOf(operation),
  ]
  const headers = headersOf(operation)
  return {
    operationId: feature.name + name.charAt(0).toUpperCase() + name.slice(1),
    tags: [feature.title],
    summary: operation.summary,
    'x-access': `${accessInWords(operation.access)}${operation.wholeVenue ? ' People need it at all locations.' : ''}`,
    'x-example-as': operation.example.as,
    'x-failures': failures,
    security: SECURITY[securityKind(operation.access)],
    ...(parameters.length + headers.length > 0 ? { parameters: [...parameters, ...headers] } : {}),
    ...bodyOf(operation),
    responses: { ...answerOf(operation), ...refusalsOf(failures) },
  }
}

/** Who may call it, as a sentence. */
const accessInWords = (access: Access): string => {
  if (access === 'public') return 'Anyone, signed in or not.'
  if (access === 'auth') return 'Anyone with an Auth or a Token.'
  if (access === 'signed-in') return 'Anyone signed in to a venue. The answer covers only the locations granted to them.'
  if (access === 'admin') return 'Admin.'
  if (access === 'location-key') return 'A till, with the key of its location.'
  if ('supplierScope' in access)
    return access.supplierScope === 'any'
      ? 'A supplier, with an API key.'
      : `A supplier, with an API key with the scope ${access.supplierScope}, at a venue that granted it.`
  if ('people' in access) return access.people === 'nobody' ? 'Admin, for any venue.' : `${accessInWords(access.people)} Admin too, for any venue.`
  return 'anyOf' in access ? `Anyone with ${access.anyOf.join(' or ')} at the venue.` : `Anyone with ${access.join(' and ')} at the venue.`
}

const securityKind = (access: Access) => {
  if (isSupplierKeyAccess(access)) return 'supplier-key'
  return typeof access === 'string' && access !== 'signed-in' && access !== 'admin' ? access : 'token'
}

/** By a key of a machine: no session, no cookie, no other tab. */
const isByKey = (access: Access): boolean => access === 'location-key' || isSupplierKeyAccess(access)

const SECURITY: Record<ReturnType<typeof securityKind>, Record<string, string[]>[]> = {
  public: [],
  auth: [{ auth: [] }, { token: [], companion: [] }, { token: [] }],
  token: [{ token: [], companion: [] }, { token: [] }],
  'location-key': [{ locationKey: [] }, { locationKeyHeader: [] }],
  'supplier-key': [{ supplierKey: [] }, { supplierKeyHeader: [] }],
}

/** Done once under an Idempotency-Key; a credential is made anew, since it must not rest in the database. */
const bearsRepeats = ({ method, answersSecret }: AnyOperation) => method !== 'GET' && !answersSecret

const headersOf = (operation: AnyOperation) => {
  const headers: (keyof typeof HEADERS)[] = []
  if (securityKind(operation.access) === 'token' && operation.access !== 'admin') headers.push('venue')
  if (bearsRepeats(operation)) headers.push('idempotency')
  if (operation.method !== 'GET' && operation.access !== 'public' && !isByKey(operation.access)) headers.push('antiForgery')
  return headers.map((header) => ({ $ref: `#/components/parameters/${header}` }))
}

const parametersOf = (where: 'path' | 'query', schema: z.ZodMiniType | undefined, examples: Example['query'] = {}): Parameter[] => {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input')
  return Object.entries(properties).map(([name, part]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: part,
    ...(examples[name] === undefined ? {} : { example: documentedExample(part, examples[name]) }),
  }))
}

/** A word in place of FromDate and ToDate. */
const periodOf = (operation: AnyOperation): Parameter[] =>
  takesPeriod(operation) ? [{ name: 'Period', in: 'query', required: false, schema: { type: 'string', enum: Object.values(PERIOD_WORDS) } }] : []

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const bodyOf = (operation: AnyOperation): Pick<OperationObject, 'requestBody'> => {
  const content: Content = {}
  if (operation.body) {
    const schema = jsonSchemaOf(operation.body, 'input', operation.strict === true)
    content['application/json'] = { schema, example: documentedExample(schema, operation.example.body ?? {}) }
  }
  for (const type of rawTypesOf(operation)) content[type] = {}
  return Object.keys(content).length > 0 ? { requestBody: { required: true, content } } : {}
}

const rawTypesOf = ({ rawBody }: AnyOperation): readonly string[] =>
  Array.isArray(rawBody) ? rawBody : rawBody ? ['text/csv', XLSX, 'application/octet-stream'] : []

const EVENTS =
  'Server-sent events, each with an id and this as its data, until the session or the access ends. With Last-Event-ID, events are not repeated. A session can have two streams.'

const FILE: Content = { 'text/csv': { schema: { type: 'string' } }, [XLSX]: { schema: { type: 'string', format: 'binary' } } }

// A report's file is described in words: a second content type would make generated clients type the answer as a union.
const REPORT = `The report. With format=csv|xlsx, or with text/csv or ${XLSX} in Accept, the rows of the screen as a file.`

const answerOf = (operation: AnyOperation): OperationObject['responses'] => {
  if (operation.answersFile) return { 200: { description: 'The file.', content: FILE } }
  if (!operation.response) return { 204: { description: 'Done.' } }
  const schema = jsonSchemaOf(operation.response, 'output')
  if (operation.answersEvents) return { 200: { description: EVENTS, content: { 'text/event-stream': { schema } } } }
  return {
    200: { description: operation.table ? REPORT : 'Done.', content: { 'application/json': { schema } } },
    ...(operation.isPending ? { 202: { description: 'Waits for approval by another person.', content: { 'application/json': { schema } } } } : {}),
  }
}

/** What the house itself may refuse before or after a handler; a handler's own refusals carry codes of the same list. */
const failuresOf = (operation: AnyOperation): FailureCode[] => {
  const { access } = operation
  const writes = operation.method !== 'GET'
  const codes: (FailureCode | false)[] = [
    (operation.query ?? operation.body) !== undefined && 'ValidationFailed',
    operation.body !== undefined && 'MalformedJson',
    access !== 'public' && !isByKey(access) && 'NotSignedIn',
    access !== 'public' && !isByKey(access) && 'SessionEnded',
    isByKey(access) && 'TwoKeys',
    access === 'location-key' && 'KeyNotValid',
    isSupplierKeyAccess(access) && 'ApiKeyNotValid',
    (access === 'admin' || typeof access === 'object') && 'NotPermitted',
    writes && !isByKey(access) && 'AntiForgery',
    operation.params !== undefined && 'NotFound',
    isSupplierKeyAccess(access) && access.supplierScope !== 'any' && 'VenueNotFound',
    securityKind(access) === 'token' && access !== 'admin' && 'VenueSwitched',
    bearsRepeats(operation) && 'InProgress',
    writes && 'TooLarge',
    writes && 'WrongContentType',
    bearsRepeats(operation) && 'KeyReused',
    'TooManyRequests',
    'InternalError',
    'Unavailable',
    'Superseded',
  ]
  return codes.filter((code) => code !== false)
}

const refusalsOf = (codes: readonly FailureCode[]): OperationObject['responses'] =>
  Object.fromEntries([...new Set(codes.map((code) => FAILURES[code][0]))].map((status) => [status, { $ref: `#/components/responses/Refused${status}` }]))
