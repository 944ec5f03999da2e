import type { OpenApi } from './openapi.ts'
import type { JsonSchema } from './openapi-schema.ts'

/** Shorter shapes are read more easily where they are used. */
const WORTH_A_NAME = 300

/**
 * Gives answers and bodies that several operations share a name under components, so that the document says them once. The
 * name is the first operation's.
 */
export const shareShapes = (document: OpenApi): OpenApi => {
  const uses = new Map<string, number>()
  for (const { schema } of shapesOf(document)) {
    const written = JSON.stringify(schema)
    uses.set(written, (uses.get(written) ?? 0) + 1)
  }
  const named = new Map<string, string>()
  for (const place of shapesOf(document)) {
    const written = JSON.stringify(place.schema)
    if (written.length < WORTH_A_NAME || (uses.get(written) ?? 0) < 2) continue
    const name = named.get(written) ?? place.name
    if (!named.has(written)) {
      named.set(written, name)
      document.components.schemas = { ...document.components.schemas, [name]: place.schema }
    }
    place.put({ $ref: `#/components/schemas/${name}` })
  }
  return document
}

/** The shape a reference stands for. */
export const shapeAt = (document: OpenApi, schema: JsonSchema | undefined): JsonSchema | undefined => {
  const reference = schema?.$ref
  if (typeof reference !== 'string') return schema
  return document.components.schemas?.[reference.split('/').at(-1) ?? ''] as JsonSchema | undefined
}

interface Shape {
  name: string
  schema: JsonSchema
  put: (schema: JsonSchema) => void
}

const shapesOf = (document: OpenApi): Shape[] =>
  Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ operationId, requestBody, responses }) => {
      const name = operationId.charAt(0).toUpperCase() + operationId.slice(1)
      const answers = [responses[200], responses[202]].map((answer) => (answer && 'content' in answer ? answer.content?.['application/json'] : undefined))
      const contents = [
        { name: `${name}Body`, content: requestBody?.content['application/json'] },
        ...answers.map((content) => ({ name: `${name}Answer`, content })),
      ]
      return contents.flatMap(({ name: shape, content }) =>
        content?.schema ? [{ name: shape, schema: content.schema, put: (schema: JsonSchema) => Object.assign(content, { schema }) }] : [],
      )
    })
