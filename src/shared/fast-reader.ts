import type * as z from 'zod/mini'

/** What is not as its schema has it. */
export const MISFIT = Symbol('misfit')

type Reader = (value: unknown) => unknown

/**
 * Compiles a schema into a function that says the same in a tenth of the time, for calls that bring hundreds of large
 * things at once: the value as the schema would give it, or MISFIT, whereupon the schema itself tells what is wrong.
 * @throws Error for schemas with parts it does not know
 */
export const fastReader = <S extends z.ZodMiniType>(schema: S): ((value: unknown) => z.output<S> | typeof MISFIT) =>
  readerOf(schema as unknown as Schema) as (value: unknown) => z.output<S> | typeof MISFIT

interface Check {
  _zod: {
    def: {
      check: string
      minimum?: number
      maximum?: number
      value?: number
      inclusive?: boolean
      pattern?: RegExp
      fn?: (value: unknown) => unknown
      format?: string
    }
  }
}

interface Schema {
  _zod: {
    def: {
      type: string
      checks?: Check[]
      check?: string
      format?: string
      pattern?: RegExp
      innerType?: Schema
      element?: Schema
      shape?: Record<string, Schema>
      /** What fields without a schema have to be: `never` refuses them. */
      catchall?: Schema
      entries?: Record<string, string | number>
    }
  }
}

const readerOf = (schema: Schema): Reader => {
  const { def } = schema._zod
  if (def.type === 'object') return objectReader(def.shape ?? {}, def.catchall?._zod.def.type === 'never')
  if (def.type === 'array') return arrayReader(readerOf(def.element as Schema), def.checks ?? [])
  if (def.type === 'optional') return readerOf(def.innerType as Schema)
  if (def.type === 'boolean') return (value) => (typeof value === 'boolean' ? value : MISFIT)
  if (def.type === 'enum') {
    const allowed = new Set<unknown>(Object.values(def.entries ?? {}))
    return (value) => (allowed.has(value) ? value : MISFIT)
  }
  const tests = [...(def.check ? [{ _zod: { def: { ...def, check: def.check } } } as unknown as Check] : []), ...(def.checks ?? [])].map(testOf)
  if (def.type === 'string') return passing((value) => typeof value === 'string', tests)
  if (def.type === 'number') return passing((value) => typeof value === 'number' && Number.isFinite(value), tests)
  throw new Error(`No fast reader for ${def.type}.`)
}

type Test = (value: never) => boolean

const passing =
  (isKind: (value: unknown) => boolean, tests: readonly Test[]): Reader =>
  (value) => {
    if (!isKind(value)) return MISFIT
    for (const test of tests) if (!test(value as never)) return MISFIT
    return value
  }

const testOf = ({ _zod: { def } }: Check): Test => {
  const { check, minimum = 0, maximum = 0, value: bound = 0, inclusive, pattern, fn } = def
  if (check === 'min_length') return (value: string | unknown[]) => sizeOf(value, minimum) >= minimum
  if (check === 'max_length') return (value: string | unknown[]) => value.length <= maximum || sizeOf(value, maximum) <= maximum
  if (check === 'greater_than') return inclusive ? (value: number) => value >= bound : (value: number) => value > bound
  if (check === 'less_than') return inclusive ? (value: number) => value <= bound : (value: number) => value < bound
  if (check === 'string_format' && pattern) return (value: string) => pattern.test(value)
  if (check === 'number_format' && def.format === 'safeint') return (value: number) => Number.isSafeInteger(value)
  if (check === 'custom' && fn) return (value: unknown) => Boolean(fn(value))
  throw new Error(`No fast reader for the check ${check}.`)
}

/** Texts are measured in characters as the schema measures them: one outside the basic plane is one, though JavaScript stores two. */
const sizeOf = (value: string | unknown[], bound: number): number =>
  typeof value === 'string' && value.length >= bound && bound > 0 ? [...value].length : value.length

const objectReader = (shape: Record<string, Schema>, refusesOthers: boolean): Reader => {
  const names = Object.keys(shape)
  const readers = names.map((name) => readerOf(shape[name] as Schema))
  const isOptional = names.map((name) => shape[name]?._zod.def.type === 'optional')
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return MISFIT
    if (refusesOthers && !Object.keys(value).every((name) => Object.hasOwn(shape, name))) return MISFIT
    const made: Record<string, unknown> = {}
    for (let i = 0; i < names.length; i += 1) {
      const name = names[i] as string
      const sent = (value as Record<string, unknown>)[name]
      if (sent === undefined) {
        if (isOptional[i]) continue
        return MISFIT
      }
      const read = (readers[i] as Reader)(sent)
      if (read === MISFIT) return MISFIT
      made[name] = read
    }
    return made
  }
}

const arrayReader = (element: Reader, checks: readonly Check[]): Reader => {
  const tests = checks.map(testOf)
  return (value) => {
    if (!Array.isArray(value)) return MISFIT
    for (const test of tests) if (!test(value as never)) return MISFIT
    const made: unknown[] = []
    for (const sent of value) {
      const read = element(sent)
      if (read === MISFIT) return MISFIT
      made.push(read)
    }
    return made
  }
}
