import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { parseSync } from 'vite'

export const PROJECT = join(import.meta.dirname, '../..')

/** A source file as the guards read it: its path from the project's folder, with forward slashes, and its text. */
export interface Source {
  path: string
  text: string
}

/** A complaint: the file and what is wrong with it, in a sentence. */
export type Complaint = string

/** Every file under a folder of the project. */
export const filesUnder = (folder: string): string[] =>
  readdirSync(join(PROJECT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(PROJECT, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()

/** Every TypeScript and JavaScript file under a folder. */
export const sourcesUnder = (folder: string): Source[] =>
  filesUnder(folder)
    .filter((path) => /\.(ts|tsx|js|mjs)$/.test(path))
    .map(readSource)

export const readSource = (path: string): Source => ({ path, text: readFileSync(join(PROJECT, path), 'utf8') })

/** A node of the syntax tree; the guards look at few kinds of them. */
export interface Node {
  type: string
  [field: string]: unknown
}

export interface Parsed {
  program: Node
  /** What the file imports, from where, types and re-exports included. */
  imports: string[]
  reExports: string[]
}

/** Every guard looks at every file: each is parsed once. */
const trees = new WeakMap<Source, Parsed>()

/** The syntax tree of a file, and its imports. */
export const parsed = (source: Source): Parsed => {
  const known = trees.get(source)
  if (known) return known
  const made = parse(source)
  trees.set(source, made)
  return made
}

const parse = ({ path, text }: Source): Parsed => {
  const { program, module, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`)
  const reExports = module.staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])))
  const dynamic = module.dynamicImports.map(({ moduleRequest }) => text.slice(moduleRequest.start, moduleRequest.end).replace(/^['"`]|['"`]$/g, ''))
  const types = importTypes(program as unknown as Node)
  return {
    program: program as unknown as Node,
    imports: [...module.staticImports.map(({ moduleRequest }) => moduleRequest.value), ...reExports, ...dynamic, ...types],
    reExports,
  }
}

/** All guards visit every tree, so the nodes are listed once. */
const lists = new WeakMap<Node, readonly Node[]>()

/** Every node of a tree, parents first. */
export const nodesOf = (root: Node): readonly Node[] => {
  const known = lists.get(root)
  if (known) return known
  const nodes: Node[] = []
  const add = (node: Node) => {
    nodes.push(node)
    for (const value of Object.values(node)) for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) add(child)
  }
  add(root)
  lists.set(root, nodes)
  return nodes
}

const isNode = (value: unknown): value is Node => value !== null && typeof value === 'object' && typeof (value as Node).type === 'string'

const importTypes = (program: Node): string[] =>
  nodesOf(program)
    .filter(({ type }) => type === 'TSImportType')
    .map(({ source }) => String((source as { value?: unknown } | undefined)?.value ?? ''))
