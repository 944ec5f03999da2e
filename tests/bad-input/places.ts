import type * as z from 'zod/mini'
import { type JsonSchema, jsonSchemaOf } from '#platform/web/openapi-schema.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import type { Input } from '../wire.ts'

/** A place in a request where a value goes: the name of a parameter or a path into the body. */
export interface Place {
  where: 'params' | 'query' | 'body'
  path: (string | number)[]
  schema: JsonSchema
}

/** Every place of an operation's input, optional and nested ones too; of a list, its first entry. */
export const placesOf = (operation: AnyOperation): Place[] =>
  (['params', 'query', 'body'] as const).flatMap((where) => {
    const schema = operation[where] as z.ZodMiniType | undefined
    return schema ? inside(jsonSchemaOf(schema, 'input'), where, []) : []
  })

const inside = (schema: JsonSchema, where: Place['where'], path: Place['path']): Place[] => {
  const here = path.length > 0 ? [{ where, path, schema }] : []
  const parts = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  const fields = parts.flatMap(({ properties = {} }) => Object.entries(properties).flatMap(([name, part]) => inside(part, where, [...path, name])))
  const entries = parts.flatMap(({ items }) => (items ? inside(items, where, [...path, 0]) : []))
  return [...here, ...fields, ...entries]
}

/** Whether people type what they like there. */
export const isFreeText = ({ schema }: Place): boolean =>
  [schema, ...(schema.anyOf ?? [])].some(
    ({ type, enum: choices, format, pattern, const: fixed }) => isText(type) && !choices && !format && !pattern && fixed === undefined,
  )

/** Whether a day goes there. */
export const isDay = ({ schema }: Place): boolean => [schema, ...(schema.anyOf ?? [])].some(({ format }) => format === 'date')

/** Whether a moment goes there. */
export const isMoment = ({ schema }: Place): boolean => typeof schema.pattern === 'string' && schema.pattern.includes('[Tt]')

const isText = (type: JsonSchema['type']) => type === 'string' || (Array.isArray(type) && type.includes('string'))

/** The input with another value in that place. */
export const withValue = (input: Input, { where, path }: Place, value: unknown): Input => {
  const copy = structuredClone(input[where] ?? {}) as Record<string, unknown>
  put(copy, path, value)
  return { ...input, [where]: copy }
}

const put = (holder: Record<string | number, unknown>, [name, ...rest]: Place['path'], value: unknown): void => {
  if (name === undefined) return
  if (rest.length === 0) {
    // Not by assignment: a field may be called __proto__.
    Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true })
    return
  }
  const next = holder[name]
  if (next === null || typeof next !== 'object') holder[name] = typeof rest[0] === 'number' ? [] : {}
  put(holder[name] as Record<string | number, unknown>, rest, value)
}

export const nameOf = ({ where, path }: Place): string => `${where}.${path.join('.')}`
