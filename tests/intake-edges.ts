import * as z from 'zod/mini'
import type { AnyOperation } from '#shared/endpoint.ts'

/** What JSON Schema says of a value. */
interface Shape {
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Shape[]
  properties?: Record<string, Shape>
  items?: Shape
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
}

type Item = Record<string, unknown>

/** A batch for intake: the list's name and its items. */
export interface IntakeEdges {
  list: string
  items: Item[]
}

/** Quantities and codes whose shape is a pattern. */
const PATTERNED = ['0', '0.0001', '-0.0001', '999999', '-999999', '999999999.9999', '-999999999.9999', 'AUD', 'ZZZ', '0000']

/**
 * The example of an intake call with every field that its contract names at each edge of what that field takes, one field at a time. Moments and
 * days stay as they are, so that all of it falls into the same report.
 * @param day the trading day, in place of the example's
 */
export const intakeEdges = (operation: AnyOperation, day: string): IntakeEdges => {
  const body = z.toJSONSchema(operation.body as z.ZodMiniType, { io: 'input', unrepresentable: 'any' }) as Shape
  const [list = '', { items = {} } = {}] = Object.entries(body.properties ?? {}).find(([, { type }]) => type === 'array') ?? []
  const example = JSON.parse(JSON.stringify(operation.example.body).replaceAll(/2026-11-\d\d/g, day)) as Record<string, Item[]>
  const id = IDS.find((name) => name in (items.properties ?? {})) ?? ''
  const whole = example[list] ?? []
  const edges = whole.flatMap((item) => edgesOf(items, item) as Item[])
  return { list, items: [...whole, ...edges.map((item, i) => ({ ...item, [id]: `edge ${i}` }))] }
}

/** What tells one item of a list from the others, the first that the list has. */
const IDS = ['SaleId', 'ReservationId', 'SessionId', 'PunchId', 'Invoice', 'CountId', 'MovementId', 'Plu']

const edgesOf = (shape: Shape, value: unknown): unknown[] => {
  const { anyOf, properties, items, pattern, type } = shape
  if (anyOf) return anyOf.flatMap((one) => edgesOf(one, value))
  if (shape.enum) return shape.enum
  if (properties) {
    const whole = value === undefined || value === null ? {} : (value as Item)
    return Object.entries(properties).flatMap(([name, part]) =>
      name === 'LocationId' ? [] : edgesOf(part, whole[name]).map((edge) => ({ ...whole, [name]: edge })),
    )
  }
  if (items) {
    const [first, ...others] = Array.isArray(value) ? value : []
    return [[], ...(first === undefined ? [] : edgesOf(items, first).map((edge) => [edge, ...others]))]
  }
  if (pattern) return /\\d\\d:\\d\\d|02-29/.test(pattern) ? [] : PATTERNED
  const types = [type].flat()
  return [
    ...(types.includes('null') ? [null] : []),
    ...(types.includes('boolean') ? [true, false] : []),
    ...(types.includes('integer') || types.includes('number') ? [shape.minimum ?? -1, 0, 0.5, shape.maximum ?? 1_000_000] : []),
    ...(types.includes('string') ? ['', '=1+1', '現金', 'x'.repeat(shape.maxLength ?? 64)] : []),
  ]
}
