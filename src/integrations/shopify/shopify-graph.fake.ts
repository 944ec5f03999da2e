/** As much of GraphQL as a shop's stand-in needs: documents are read, held against a schema, counted and answered field by field. */

export type Answerer = Record<string, unknown>
type Args = Record<string, unknown>

interface Field {
  name: string
  args: Args
  fields: Field[]
  on?: string
}

/** What a field gives: something plain, an object, a list of them, or a list in pages. */
export type Kind = 'plain' | { one: string } | { list: string } | { pages: string }
export type Schema = Record<string, Record<string, Kind>>

/** A list that is answered in pages: all of it, or a reader of pages of its own. */
export type Paged = (args: { first: number; after?: string | undefined; args: Args }) => { nodes: unknown[]; hasNextPage: boolean; endCursor: string | null }

export class GraphError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const TOKENS = /\.\.\.|[{}():$!@]|[A-Za-z_]\w*|-?\d+|"[^"]*"/g
const MOST_A_PAGE = 250

/** A document, read. @throws GraphError */
export const readDocument = (text: string, variables: Args): { kind: 'query' | 'mutation'; fields: Field[] } => {
  const tokens = text.match(TOKENS) ?? []
  let at = 0
  const next = () => tokens[at++] ?? ''
  const expect = (token: string) => {
    if (next() !== token) throw new GraphError('BAD_DOCUMENT', `Expected ${token}.`)
  }
  const argsHere = (): Args => {
    const args: Args = {}
    if (tokens[at] !== '(') return args
    expect('(')
    while (tokens[at] !== ')') {
      const name = next()
      expect(':')
      const token = next()
      if (token === '') throw new GraphError('BAD_DOCUMENT', 'An argument has no end.')
      const value = token === '$' ? variables[next()] : /^-?\d+$/.test(token) ? Number(token) : token.replaceAll('"', '')
      if (value !== undefined && value !== null) args[name] = value
    }
    expect(')')
    return args
  }
  const includedHere = (): boolean => {
    if (tokens[at] !== '@') return true
    expect('@')
    expect('include')
    return argsHere().if === true
  }
  const fieldsHere = (): Field[] => {
    expect('{')
    const fields: Field[] = []
    while (tokens[at] !== '}') {
      const name = next()
      if (name === '') throw new GraphError('BAD_DOCUMENT', 'A selection has no end.')
      if (name === '...') {
        expect('on')
        const on = next()
        fields.push(...fieldsHere().map((field) => ({ ...field, on })))
        continue
      }
      const args = argsHere()
      const isIncluded = includedHere()
      const field = { name, args, fields: tokens[at] === '{' ? fieldsHere() : [] }
      if (isIncluded) fields.push(field)
    }
    expect('}')
    return fields
  }
  const kind = next()
  if (kind !== 'query' && kind !== 'mutation') throw new GraphError('BAD_DOCUMENT', 'Only queries and mutations.')
  while (at < tokens.length && tokens[at] !== '{') at += 1
  return { kind, fields: fieldsHere() }
}

const kindOf = (schema: Schema, type: string, { name, on }: Field): Kind => {
  const kind = schema[on ?? type]?.[name]
  if (kind === undefined) throw new GraphError('undefinedField', `Field '${name}' doesn't exist on type '${on ?? type}'`)
  return kind
}

const typeIn = (kind: Exclude<Kind, 'plain'>): string => ('one' in kind ? kind.one : 'list' in kind ? kind.list : kind.pages)

const PAGE: Schema[string] = { pageInfo: 'plain', nodes: 'plain' }

/** What a document costs at most: a point for each object, two for a list in pages and what its page holds. @throws GraphError */
export const costOf = (schema: Schema, type: string, fields: readonly Field[]): number =>
  fields.reduce((sum, field) => {
    const kind = kindOf(schema, type, field)
    if (kind === 'plain') return sum
    if (field.fields.length === 0) throw new GraphError('selectionMismatch', `Field '${field.name}' must have selections`)
    if (!('pages' in kind)) return sum + 1 + costOf(schema, typeIn(kind), field.fields)
    const first = firstOf(field)
    const nodes = field.fields.find(({ name }) => name === 'nodes')
    for (const { name } of field.fields)
      if (!PAGE[name]) throw new GraphError('undefinedField', `Field '${name}' doesn't exist on type '${kind.pages}Connection'`)
    return sum + 2 + first * (1 + costOf(schema, kind.pages, nodes?.fields ?? []))
  }, 0)

const firstOf = ({ name, args }: Field): number => {
  const { first } = args
  if (typeof first !== 'number' || first < 1 || first > MOST_A_PAGE) throw new GraphError('BAD_REQUEST', `${name} needs first, between 1 and ${MOST_A_PAGE}.`)
  return first
}

/** Answers a document. @param counted is told of each object that is answered @throws GraphError */
export const answered = (schema: Schema, type: string, from: Answerer, fields: readonly Field[], counted: () => void): Record<string, unknown> =>
  Object.fromEntries(
    fields.map((field) => {
      const kind = kindOf(schema, type, field)
      const given = from[field.name]
      const value = typeof given === 'function' && !(kind !== 'plain' && 'pages' in kind) ? (given as (args: Args) => unknown)(field.args) : given
      if (value === undefined) throw new Error(`The stand-in has no ${type}.${field.name}.`)
      if (kind === 'plain' || value === null) return [field.name, value]
      const below = (one: unknown) => {
        counted()
        return answered(schema, typeIn(kind), one as Answerer, field.fields, counted)
      }
      if ('one' in kind) return [field.name, below(value)]
      if ('list' in kind) return [field.name, (value as unknown[]).map((one) => (one === null ? null : below(one)))]
      const { nodes, ...pageInfo } = pageOf(value as Paged | unknown[], field)
      const below2 = (one: unknown) => {
        counted()
        return answered(schema, kind.pages, one as Answerer, field.fields.find(({ name }) => name === 'nodes')?.fields ?? [], counted)
      }
      return [field.name, Object.fromEntries(field.fields.map(({ name }) => [name, name === 'nodes' ? nodes.map(below2) : pageInfo]))]
    }),
  )

const pageOf = (value: Paged | unknown[], field: Field): ReturnType<Paged> => {
  const first = firstOf(field)
  const after = field.args.after as string | undefined
  if (typeof value === 'function') return value({ first, after, args: field.args })
  const from = after === undefined ? 0 : Number(Buffer.from(after, 'base64').toString())
  const nodes = value.slice(from, from + first)
  return { nodes, hasNextPage: from + first < value.length, endCursor: nodes.length === 0 ? null : Buffer.from(String(from + nodes.length)).toString('base64') }
}
