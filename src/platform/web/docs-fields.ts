import type { JsonSchema } from './openapi-schema.ts'

/** A field of a body or an answer, as one line of a table. */
export interface FieldRow {
  name: string
  /** How far it is nested, 0 at the top. */
  depth: number
  type: string
  required: boolean
  note: string
}

/** The fields of a shape in the order they are sent, nested ones beneath theirs. */
export const fieldRows = (schema: JsonSchema, depth = 0): FieldRow[] => {
  const inside = objectIn(schema)
  if (!inside?.properties) return []
  return Object.entries(inside.properties).flatMap(([name, part]) => [
    { name, depth, type: typeInWords(part), required: inside.required?.includes(name) ?? false, note: noteOf(part) },
    ...fieldRows(part, depth + 1),
  ])
}

/** The object a shape is, or is a list of, or may be instead of nothing. */
const objectIn = (schema: JsonSchema): JsonSchema | undefined => {
  if (schema.properties) return schema
  if (schema.items) return objectIn(schema.items)
  return (schema.anyOf ?? schema.oneOf ?? []).map(objectIn).find((found) => found !== undefined)
}

const typeInWords = (schema: JsonSchema): string => {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map(typeInWords).join(' or ')
  if (schema.items) return `list of ${plural(typeInWords(schema.items))}`
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object') return `object of ${plural(typeInWords(schema.additionalProperties))}`
  return [schema.type ?? 'any', schema.format ? `(${schema.format})` : ''].filter(Boolean).join(' ')
}

const plural = (type: string) => (/^(string|integer|number|boolean|object)$/.test(type) ? `${type}s` : type)

const noteOf = (schema: JsonSchema): string =>
  [
    schema.description,
    schema.default !== undefined && `${JSON.stringify(schema.default)} when left out.`,
    range(schema.minimum, schema.maximum, ''),
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minItems, schema.maxItems, ' items'),
    typeof schema.pattern === 'string' && schema.description === undefined && `Like ${schema.pattern}`,
  ]
    .filter(Boolean)
    .join(' ')

const range = (least: unknown, most: unknown, unit: string): string => {
  if (least === undefined && most === undefined) return ''
  if (most === undefined) return `At least ${least}${unit}.`
  return least === undefined || (least === 0 && unit !== '') ? `At most ${most}${unit}.` : `${least} to ${most}${unit}.`
}
