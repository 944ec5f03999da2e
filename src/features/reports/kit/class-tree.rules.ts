import { fieldFailure } from '#shared/failure.ts'
import { type Kind, LEVELS, type Level } from './breakdown-kinds.rules.ts'

/** A class of products: one leaf of the tree, frozen on every line at the time of sale. */
export interface ProductClass {
  classId: number
  group: string
  department: string
  productGroup: string
  category: string
}

/** A row's name, and the names of what it lies within from the top down; '' is what nobody assigned. */
interface ClassName {
  name: string
  path: readonly string[]
}

/** The part of the tree asked for, by the key of a row at each step. */
export type Within = Partial<Record<Level, number>>

const pathAt = (level: Level, { group, department, productGroup, category }: ProductClass): string[] => {
  if (level === 'category') return [category]
  return [group, department, productGroup].slice(0, LEVELS.indexOf(level) + 1)
}

/**
 * The order of products, read once for an answer. A row of a step is known by the smallest class in it, which no renaming changes: classes
 * are only ever added.
 */
export class ClassTree {
  readonly #classes: readonly ProductClass[]
  readonly #keys = new Map<Level, Map<number, number>>()
  readonly #byId: ReadonlyMap<number, ProductClass>
  readonly #steps = new Map<number, readonly string[]>()

  constructor(classes: readonly ProductClass[]) {
    this.#classes = classes
    this.#byId = new Map(classes.map((one) => [one.classId, one]))
  }

  /** The row of a step that each class belongs to. */
  keysAt(level: Level): ReadonlyMap<number, number> {
    const known = this.#keys.get(level)
    if (known) return known
    const first = new Map<string, number>()
    const keys = new Map<number, number>()
    for (const one of [...this.#classes].sort((a, b) => a.classId - b.classId)) {
      const path = pathAt(level, one)
        .map((step) => `${step.length} ${step}`)
        .join()
      const key = first.get(path) ?? one.classId
      first.set(path, key)
      keys.set(one.classId, key)
    }
    this.#keys.set(level, keys)
    return keys
  }

  nameAt(level: Level, key: number): ClassName {
    const one = this.#byId.get(key)
    const path = one ? pathAt(level, one) : ['']
    return { name: path.at(-1) ?? '', path: path.slice(0, -1) }
  }

  /** All the steps above an item of a class; the same list for all of its items. */
  stepsOf(classId: number): readonly string[] {
    const known = this.#steps.get(classId)
    if (known) return known
    const one = this.#byId.get(classId)
    const steps = one ? pathAt('productgroup', one) : []
    this.#steps.set(classId, steps)
    return steps
  }

  /**
   * The classes within rows of the tree; undefined for all of them.
   * @throws ValidationFailed for a row the venue does not have
   */
  within(asked: Within): number[] | undefined {
    const steps = LEVELS.flatMap((level) => (asked[level] === undefined ? [] : [{ level, key: asked[level] }]))
    if (steps.length === 0) return undefined
    const wanted = steps.map(({ level, key }) => {
      const keys = this.keysAt(level)
      const row = keys.get(key)
      if (row === undefined) throw fieldFailure(FIELDS[level], `This venue has no ${level} named ${key}.`, 'Unknown')
      return { keys, row }
    })
    return this.#classes.map(({ classId }) => classId).filter((classId) => wanted.every(({ keys, row }) => keys.get(classId) === row))
  }
}

const FIELDS: Readonly<Record<Level, string>> = { group: 'Group', department: 'Department', productgroup: 'ProductGroup', category: 'Category' }

interface RowsAsked {
  kind: Kind
  tree: ClassTree
  /** The row of each key, where rows are types or reasons. */
  types: ReadonlyMap<number, number> | undefined
}

/** The row a key of the rollup belongs to. */
export const rowKeyOf = ({ kind, tree, types }: RowsAsked): ((key: number) => number) => {
  if (types) return (key) => types.get(key) ?? 0
  if (!kind.level) return (key) => key
  const keys = tree.keysAt(kind.level)
  return (classId) => keys.get(classId) ?? classId
}
