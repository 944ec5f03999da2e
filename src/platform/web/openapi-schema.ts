import * as z from 'zod/mini'
import { Day, Id, LocationList } from '#shared/fields.ts'

/** A JSON Schema as OpenAPI 3.1 has it. */
export interface JsonSchema {
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  [keyword: string]: unknown
}

/** Shapes that say more in words than their pattern does. */
const IN_WORDS = new Map<unknown, JsonSchema>([
  [Id, { type: 'integer', minimum: 1, maximum: 2147483647 }],
  [Day, { type: 'string', format: 'date', description: 'A day as YYYY-MM-DD, 1900 to 2999.' }],
  [
    LocationList,
    { type: 'string', pattern: '^[1-9]\\d{0,9}(,[1-9]\\d{0,9})*$', description: 'Location IDs, separated by commas. All granted locations if left out.' },
  ],
])

/** What a schema takes (`input`) or answers (`output`), in JSON Schema 2020-12. */
export const jsonSchemaOf = (schema: z.ZodMiniType, io: 'input' | 'output', closed = false): JsonSchema => {
  const written = z.toJSONSchema(schema as never, {
    io,
    // A transformed answer has no schema of its own; what it is made of has.
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const words = IN_WORDS.get(zodSchema)
      if (!words) return
      for (const keyword of Object.keys(jsonSchema)) delete (jsonSchema as JsonSchema)[keyword]
      Object.assign(jsonSchema, words)
    },
  }) as JsonSchema
  delete written.$schema
  return tidy(written, closed)
}

/** Leaves out what no reader needs: JavaScript's largest integers, the calendar as a pattern, and walls that do not stand. */
const tidy = (schema: JsonSchema, closed: boolean): JsonSchema => {
  const kept: JsonSchema = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'minimum' && value === Number.MIN_SAFE_INTEGER) continue
    if (keyword === 'maximum' && value === Number.MAX_SAFE_INTEGER) continue
    if (keyword === 'pattern' && schema.format !== undefined) continue
    if (keyword === 'additionalProperties' && value === false) continue
    kept[keyword] = tidied(keyword, value)
  }
  // Unknown fields are refused at the top of a call by which access, money, points or stock change hands, and ignored elsewhere.
  if (closed && kept.properties) kept.additionalProperties = false
  return nullInType(namedEntries(kept))
}

/** A record with one entry for each of a list of names, as an object with these properties. */
const namedEntries = (schema: JsonSchema): JsonSchema => {
  const { propertyNames, additionalProperties, ...rest } = schema
  const names = (propertyNames as JsonSchema | undefined)?.enum
  if (!names || typeof additionalProperties !== 'object') return schema
  return { ...rest, properties: Object.fromEntries(names.map((name) => [name, additionalProperties])) }
}

const LISTS = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])

const tidied = (keyword: string, value: unknown): unknown => {
  if (LISTS.has(keyword)) return (value as JsonSchema[]).map((part) => tidy(part, false))
  if (keyword === 'properties') return Object.fromEntries(Object.entries(value as Record<string, JsonSchema>).map(([name, part]) => [name, tidy(part, false)]))
  if ((keyword === 'items' || keyword === 'additionalProperties') && typeof value === 'object' && value !== null) return tidy(value as JsonSchema, false)
  return value
}

/** `anyOf: [{ type: string }, { type: null }]` says the same as `type: [string, null]`, in one line. */
const nullInType = (schema: JsonSchema): JsonSchema => {
  const { anyOf, ...rest } = schema
  if (anyOf?.length !== 2 || anyOf[1]?.type !== 'null' || typeof anyOf[0]?.type !== 'string' || anyOf[0].enum) return schema
  return { ...anyOf[0], ...rest, type: [anyOf[0].type, 'null'] }
}
