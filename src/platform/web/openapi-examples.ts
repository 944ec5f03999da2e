import type { JsonSchema } from './openapi-schema.ts'

/** A name in braces stands for a value that only a running installation knows. */
const PLACEHOLDER = /\{([\w-]+)\}/g

/** An example of a contract as the documentation shows it: a value that the schema accepts in place of each placeholder. */
export const documentedExample = (schema: JsonSchema | undefined, example: unknown): unknown => {
  if (Array.isArray(example)) return example.map((item) => documentedExample(itemsOf(schema), item))
  if (typeof example === 'object' && example !== null)
    return Object.fromEntries(Object.entries(example).map(([name, value]) => [name, documentedExample(propertyOf(schema, name), value)]))
  if (typeof example === 'number' && schema?.type === 'string') return String(example)
  if (typeof example !== 'string' || example.search(PLACEHOLDER) < 0) return example
  if (schema?.type === 'integer') return 12
  if (schema?.format === 'date') return '2026-11-15'
  const words = example.replace('{origin}', 'https://daybook.example').replace(PLACEHOLDER, '$1')
  const { pattern } = schema ?? {}
  if (typeof pattern !== 'string') return words
  return [words, '7319482650134', `1-${words}-of-a-mailed-report`].find((value) => new RegExp(pattern).test(value)) ?? words
}

const variantsOf = (schema: JsonSchema | undefined): readonly JsonSchema[] =>
  schema ? [schema, ...(schema.anyOf ?? schema.oneOf ?? []).flatMap(variantsOf)] : []

const itemsOf = (schema: JsonSchema | undefined): JsonSchema | undefined => variantsOf(schema).find((one) => one.items)?.items

const propertyOf = (schema: JsonSchema | undefined, name: string): JsonSchema | undefined =>
  variantsOf(schema).find((one) => one.properties?.[name])?.properties?.[name]
