import { posix } from 'node:path'
import { type Complaint, type Node, nodesOf, parsed, type Source } from './source.ts'

const isModule = (path: string) => path.endsWith('.module.css')

/** Stylesheets of features that would apply to other screens once loaded. */
export const looseStyleComplaints = (paths: readonly string[]): Complaint[] =>
  paths
    .filter((path) => /^src\/(features|integrations)\/.*\.css$/.test(path) && !isModule(path))
    .map((path) => `${path} applies everywhere: name it .module.css`)

/** Selectors of a module that name no class of their own, and so apply to other screens. */
export const farReachingComplaints = (sheets: readonly Source[]): Complaint[] =>
  sheets
    .filter(({ path }) => isModule(path))
    .flatMap(({ path, text }) =>
      selectorsIn(text)
        .filter((selector) => classesIn(withoutGlobals(selector)).length === 0 || /:global(?!\()/.test(selector))
        .map((selector) => `${path}: "${selector}" names no class of its own`),
    )

/** Classes that a module defines and nobody uses, and those used that it does not define. */
export const moduleClassComplaints = (sheets: readonly Source[], sources: readonly Source[]): Complaint[] => {
  const uses = sources.flatMap(moduleUses)
  return sheets
    .filter(({ path }) => isModule(path))
    .flatMap(({ path, text }) => {
      const defined = new Set(selectorsIn(text).flatMap((selector) => classesIn(withoutGlobals(selector))))
      const used = uses.filter(({ sheet }) => sheet === path)
      const dead = [...defined].filter((name) => !used.some((use) => use.name === name)).map((name) => `${path} defines .${name}, which nobody uses`)
      const missing = used.filter(({ name }) => name === undefined || !defined.has(name))
      return [...dead, ...missing.map(({ by, name }) => `${by} uses ${name === undefined ? 'a class by a computed name' : `.${name}`}, not known in ${path}`)]
    })
}

/** Shared classes that screens and modules name and src/ui/styles does not define. */
export const sharedClassComplaints = (shared: readonly Source[], sheets: readonly Source[], sources: readonly Source[]): Complaint[] => {
  const defined = new Set(shared.flatMap(({ text }) => selectorsIn(text).flatMap(classesIn)))
  const named = [
    ...sheets.filter(({ path }) => isModule(path)).flatMap(({ path, text }) => globalsIn(text).map((name) => ({ path, name }))),
    ...sources.filter(({ path }) => path.endsWith('.tsx')).flatMap((source) => literalClasses(source).map((name) => ({ path: source.path, name }))),
  ]
  return named.filter(({ name }) => !defined.has(name)).map(({ path, name }) => `${path} names the shared class .${name}, which src/ui/styles does not define`)
}

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/url\([^)]*\)|@import[^;]*;/g, '')

/** What stands before a block, at-rules left out. */
const selectorsIn = (text: string): string[] =>
  [...withoutComments(text).matchAll(/([^{}]+)\{/g)]
    .map(([, before = '']) => (before.split(';').at(-1) ?? '').trim())
    .filter((before) => before !== '' && !before.startsWith('@'))
    .flatMap(separated)
    .filter((selector) => !isStep(selector))

/** A step of an animation, which no element is chosen by. */
const isStep = (selector: string): boolean => /^(from|to|\d+%)$/.test(selector)

/** The parts of a list of selectors; commas within brackets separate nothing. */
const separated = (list: string): string[] => {
  let depth = 0
  const parts = ['']
  for (const sign of list) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
    if (sign === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts.map((part) => part.trim())
}

const classesIn = (selector: string): string[] => [...selector.matchAll(/\.(-?[A-Za-z_][\w-]*)/g)].map(([, name = '']) => name)

const GLOBAL = /:global\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g
const withoutGlobals = (selector: string): string => selector.replace(GLOBAL, '')
const globalsIn = (text: string): string[] => [...withoutComments(text).matchAll(GLOBAL)].flatMap(([, inside = '']) => classesIn(inside))

interface ModuleUse {
  by: string
  sheet: string
  /** Unknown where it is computed. */
  name: string | undefined
}

/** Which classes of which modules a file uses, by the names under which it imports them. */
const moduleUses = (source: Source): ModuleUse[] => {
  if (!source.text.includes('.module.css')) return []
  const { program } = parsed(source)
  const sheets = new Map(
    (program.body as Node[])
      .filter(({ type }) => type === 'ImportDeclaration')
      .flatMap(({ source: from, specifiers }) => {
        const wanted = String((from as { value?: unknown }).value)
        const [local] = (specifiers as { local: { name: string } }[]).map((specifier) => specifier.local.name)
        return isModule(wanted) && local ? [[local, fileOf(source.path, wanted)] as const] : []
      }),
  )
  return nodesOf(program).flatMap((node) => {
    const object = node.type === 'MemberExpression' ? (node.object as Node) : undefined
    const sheet = object?.type === 'Identifier' ? sheets.get(String(object.name)) : undefined
    if (!sheet) return []
    return [{ by: source.path, sheet, name: node.computed ? undefined : String((node.property as Node).name) }]
  })
}

/** What an import in a file names, inside its folder by ./ and elsewhere by #. */
const fileOf = (path: string, wanted: string): string => (wanted.startsWith('#') ? `src/${wanted.slice(1)}` : posix.join(posix.dirname(path), wanted))

/** Classes written out in the className of an element. */
const literalClasses = (source: Source): string[] =>
  nodesOf(parsed(source).program)
    .filter((node) => node.type === 'JSXAttribute' && (node.name as Node).name === 'className')
    .flatMap(({ value }) => wordsOf(value as Node))

/** The words of what a className comes to; one that is put together from pieces is left out. */
const wordsOf = (node: Node | null | undefined): string[] => {
  const all = (nodes: unknown) => (nodes as Node[]).flatMap(wordsOf)
  if (node?.type === 'Literal') return typeof node.value === 'string' ? split(node.value) : []
  if (node?.type === 'JSXExpressionContainer') return wordsOf(node.expression as Node)
  if (node?.type === 'ConditionalExpression') return all([node.consequent, node.alternate])
  if (node?.type === 'LogicalExpression') return all([node.left, node.right])
  if (node?.type === 'ArrayExpression') return all(node.elements)
  if (node?.type === 'CallExpression') return wordsOf(node.callee as Node)
  if (node?.type === 'MemberExpression') return wordsOf(node.object as Node)
  if (node?.type !== 'TemplateLiteral') return []
  const quasis = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
  return [
    ...quasis.flatMap((text, i) => split(text.replace(i === 0 ? '' : /^\S+/, '').replace(i === quasis.length - 1 ? '' : /\S+$/, ''))),
    ...all(node.expressions),
  ]
}

const split = (text: string): string[] => text.split(/\s+/).filter(Boolean)
