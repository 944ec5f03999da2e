import { FAILURES } from '#shared/failure.ts'
import type { JsonSchema } from './openapi-schema.ts'

/** The ways to prove who one is. */
export const SECURITY_SCHEMES = {
  auth: {
    type: 'http',
    scheme: 'basic',
    description: 'The short-lived Auth from the answer of POST /api/auth/credentials. It can only list and open venues and read your own user.',
  },
  token: { type: 'http', scheme: 'bearer', description: 'The Token from selecting a venue. Outside a browser it works alone and lasts two hours.' },
  companion: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-daybook',
    description: "Set when signing in with a browser (named daybook on plain http). A browser's Token does not work without it.",
  },
  locationKey: { type: 'http', scheme: 'bearer', description: 'The key of one location, made with: npm run daybook -- location-key' },
  locationKeyHeader: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'The same key, without Authorization.' },
  supplierKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      "The API key of a supplier's user, shown once when Admin makes it. It gives access to the supplier's own products at the venues that grant it.",
  },
  supplierKeyHeader: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'The same key, without Authorization.' },
}

/** The headers calls share. */
export const HEADERS = {
  venue: {
    name: 'X-Venue-Id',
    in: 'header',
    required: false,
    schema: { type: 'integer' },
    description: 'The venue on screen. The answer is 409 VenueSwitched if the Token is for another venue.',
  },
  idempotency: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', maxLength: 255 },
    description: 'A second call with the same key gets the answer of the first call and changes nothing.',
  },
  antiForgery: {
    name: 'X-XSRF-TOKEN',
    in: 'header',
    required: false,
    schema: { type: 'string' },
    description: 'In a browser: the value of the XSRF-TOKEN cookie.',
  },
}

/** The body of every refused call. */
export const ERROR_ANSWER: JsonSchema = {
  type: 'object',
  required: ['ResponseStatus'],
  properties: {
    ResponseStatus: {
      type: 'object',
      required: ['ErrorCode', 'Message', 'Errors'],
      properties: {
        ErrorCode: { type: 'string', enum: Object.keys(FAILURES) },
        Message: { type: 'string', description: 'A sentence to show to the user.' },
        Errors: {
          type: 'array',
          items: {
            type: 'object',
            required: ['FieldName', 'ErrorCode', 'Message'],
            properties: { FieldName: { type: 'string' }, ErrorCode: { type: 'string' }, Message: { type: 'string' } },
          },
        },
      },
    },
    RequestId: { type: 'string', description: "The ID of this request in the server's log." },
  },
}

/** One refusal for each of these statuses, with the codes that carry it and one of them as the example. */
export const refusalsWith = (statuses: ReadonlySet<string>) =>
  Object.fromEntries(
    [...new Set(Object.values(FAILURES).map(([status]) => status))]
      .filter((status) => statuses.has(String(status)))
      .map((status) => {
        const codes = Object.entries(FAILURES).filter(([, [theirs]]) => theirs === status)
        const [code, [, message]] = codes[0] as [string, readonly [number, string, string]]
        const example = { ResponseStatus: { ErrorCode: code, Message: message, Errors: [] }, RequestId: 'mW0v9n2XK1c3T7aQ.2f' }
        const content = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorAnswer' }, example } }
        return [`Refused${status}`, { description: codes.map(([each]) => each).join(', '), content }]
      }),
  )
