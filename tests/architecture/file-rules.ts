import { isBrowserPackage, placeOf, SUFFIXES } from './import-walls.ts'
import { type Complaint, type Node, nodesOf, parsed, type Source } from './source.ts'

/** Licences and their like keep the names they came with. */
const KEBAB = /^([a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*|[A-Z]+\.(txt|md))$/
const EMPTY_WORDS = /(^|\/)(utils?|commons?|helpers?|misc|lib)(\.|\/)/

/** Names of files and folders: kebab-case, a known suffix in features, no index, no place for everything. */
export const nameComplaints = (paths: readonly string[]): Complaint[] =>
  paths.flatMap((path) => {
    const why: string[] = []
    const name = path.split('/').at(-1) ?? ''
    if (!path.split('/').every((part) => KEBAB.test(part))) why.push('is not kebab-case')
    if (/^index\.\w+$/.test(name)) why.push('an index hides where things are')
    if (EMPTY_WORDS.test(path)) why.push('a name that says nothing about the shop')
    const place = placeOf(path)
    if (place.part === 'feature' && /\.tsx?$/.test(path) && !SUFFIXES.includes(place.suffix ?? ''))
      why.push(`a feature's file ends with one of .${SUFFIXES.join(' .')}`)
    return why.map((each) => `${path}: ${each}`)
  })

/** Files that hand on what others export. */
export const barrelComplaints = (sources: readonly Source[]): Complaint[] =>
  sources.flatMap((source) => parsed(source).reExports.map((from) => `${source.path} hands on ${from}: import it from where it is made`))

const SERVER_ONLY = new Set(['process', 'Buffer', '__dirname', 'require', 'global'])
const BROWSER_ONLY = new Set(['window', 'document', 'localStorage', 'sessionStorage', 'navigator', 'location', 'history'])

/** Names of the other side: `process` in the browser, `window` on the server, either in what both read. */
export const wrongSideComplaints = (sources: readonly Source[]): Complaint[] =>
  sources.flatMap((source) => {
    const { program, imports } = parsed(source)
    const side = sideOf(source.path, imports)
    if (side === undefined) return []
    const refused = new Set([...(side === 'server' ? [] : SERVER_ONLY), ...(side === 'browser' ? [] : BROWSER_ONLY)])
    return [...new Set(freeNames(program))]
      .filter((name) => refused.has(name))
      .map((name) => `${source.path} uses ${name}, which ${side === 'both' ? 'only one side has' : `the ${side} does not have`}`)
  })

/** Which side a file runs on; undefined for tests and what is not ours to judge. In app, what draws imports the browser's toolbox. */
const sideOf = (path: string, imports: readonly string[]): 'server' | 'browser' | 'both' | undefined => {
  const { part, suffix } = placeOf(path)
  if (part === 'ui') return 'browser'
  if (part === 'shared') return 'both'
  if (part === 'app') return imports.some((wanted) => wanted.startsWith('#ui/') || isBrowserPackage(wanted)) ? 'browser' : 'server'
  if (part === 'platform') return path.endsWith('.js') ? 'browser' : 'server'
  if (part !== 'feature') return undefined
  if (['contract', 'rules', 'messages'].includes(suffix ?? '')) return 'both'
  return ['page', 'form', 'part', 'menu'].includes(suffix ?? '') ? 'browser' : 'server'
}

/** What decisions may not ask for: the clock, chance, the outside. */
export const impureComplaints = (sources: readonly Source[]): Complaint[] =>
  sources
    .filter(({ path }) => /\.(rules|contract|messages)\.ts$/.test(path))
    .flatMap((source) => {
      const why = new Set<string>()
      for (const node of nodesOf(parsed(source).program)) {
        const member = node.type === 'MemberExpression' ? `${nameIn(node.object)}.${nameIn(node.property)}` : ''
        if (['Date.now', 'Math.random', 'Temporal.Now', 'crypto.randomUUID', 'performance.now'].includes(member)) why.add(member)
        if (node.type === 'NewExpression' && nameIn(node.callee) === 'Date' && (node.arguments as unknown[]).length === 0) why.add('new Date()')
        if (node.type === 'CallExpression' && nameIn(node.callee) === 'fetch') why.add('fetch')
      }
      return [...why].map((each) => `${source.path} asks ${each}: rules are pure, the caller hands over now`)
    })

/** Identifiers that are read and declared nowhere in the file: properties and types do not count. */
const freeNames = (program: Node): string[] => {
  const declared = new Set<string>()
  const used: string[] = []
  const visit = (node: Node, parent: Node | undefined, key: string) => {
    if (
      node.type.startsWith('TS') &&
      !['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression', 'TSTypeAssertion', 'TSInstantiationExpression'].includes(node.type)
    )
      return
    if (node.type === 'Identifier') {
      const isName = (key === 'property' && parent?.computed !== true) || (key === 'key' && parent?.computed !== true && parent?.shorthand !== true)
      const isDeclared =
        parent !== undefined && ((key === 'id' && /Declarat|Function|Class/.test(parent.type)) || key === 'params' || key === 'local' || key === 'param')
      if (isDeclared) declared.add(String(node.name))
      else if (!isName) used.push(String(node.name))
    }
    for (const [field, value] of Object.entries(node)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (child !== null && typeof child === 'object' && typeof (child as Node).type === 'string') visit(child as Node, node, field)
      }
    }
    if (node.type === 'ObjectPattern' || node.type === 'ArrayPattern')
      for (const each of nodesOf(node)) if (each.type === 'Identifier') declared.add(String(each.name))
  }
  visit(program, undefined, '')
  return used.filter((name) => !declared.has(name))
}

const nameIn = (node: unknown): string => String((node as { name?: unknown } | undefined)?.name ?? '')
