import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { type ESTree, type Plugin, parseSync, type Rolldown, Visitor } from 'vite'

const squeeze = promisify(brotliCompress)

/** react-aria carries its few words in thirty languages; the product speaks two of them. */
export const onlyOurLanguages: Plugin = {
  name: 'daybook:only-our-languages',
  enforce: 'pre',
  load: (id) => (/react-(aria|stately)[^?]*\/intl\/[^?]*\/(?!en-US|ja-JP)[a-z]{2}-[A-Z]{2}\.m?js/.test(id) ? 'export default {}' : undefined),
}

/** What of an operation only the server, its documentation and its tests read. */
const FOR_SERVERS = ['summary', 'response', 'example']

/** A browser believes the server's answers and shows no documentation of calls: the schemas of answers and the examples stay at home. */
export const contractsForBrowsers: Plugin = {
  name: 'daybook:contracts-for-browsers',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /\.contract\.ts$/ },
    handler: (code, id) => {
      const cuts: { start: number; end: number }[] = []
      const cut = ({ callee, arguments: [described] }: ESTree.CallExpression) => {
        if (callee.type !== 'Identifier' || !/^(operation|report)$/.test(callee.name) || described?.type !== 'ObjectExpression') return
        for (const property of described.properties) if (FOR_SERVERS.includes(nameOf(property) ?? '')) cuts.push(property)
      }
      new Visitor({ CallExpression: cut }).visit(parseSync(id, code).program)
      return { code: cuts.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end).replace(/^\s*,/, ''), code), map: null }
    },
  },
}

/** The screens of the menus as they are written there: the address of each, the file of its page, and whether anybody may open it. */
const pages = new Map<string, { file: string; public: boolean }>()
/** Addresses that lead on to a screen: SECTIONS of src/app/menu.ts. */
const sections = new Set<string>()

/**
 * Writes down which files each screen begins with, by its address, so that the server can name them in the page: a browser fetches them
 * together with the app, and not after it. The server answers 404 at any address that is not in this list.
 */
export const filesOfScreens: Plugin = {
  name: 'daybook:files-of-screens',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /(\.menu|\/app\/menu)\.ts$/ },
    handler: (code, id) => {
      const noteSections = ({ id: declared, init }: ESTree.VariableDeclarator) => {
        const list = init?.type === 'TSAsExpression' ? init.expression : init
        if (declared.type !== 'Identifier' || declared.name !== 'SECTIONS' || list?.type !== 'ArrayExpression') return
        for (const item of list.elements) if (item?.type === 'Literal') sections.add(String(item.value))
      }
      const note = ({ properties }: ESTree.ObjectExpression) => {
        const path = fieldIn(properties, 'path')
        const page = fieldIn(properties, 'page')
        if (path?.type !== 'Literal' || page?.type !== 'ArrowFunctionExpression' || page.body.type !== 'ImportExpression') return
        if (page.body.source.type !== 'Literal') return
        const needs = fieldIn(properties, 'needs')
        pages.set(String(path.value), {
          file: pageFile(id, String(page.body.source.value)),
          public: needs?.type === 'Literal' && needs.value === 'public',
        })
      }
      new Visitor({ ObjectExpression: note, VariableDeclarator: noteSections }).visit(parseSync(id, code).program)
      return undefined
    },
  },
  // Once the page is there, which names files of its own.
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const known = Object.entries(bundle).find(([name]) => name === 'index.html')?.[1]
      const html = known?.type === 'asset' ? String(known.source) : ''
      const screens = [...pages].map(([path, page]) => {
        const files = filesOf(bundle, page.file).filter((file) => !html.includes(file))
        return [path, { files, public: page.public }]
      })
      if (sections.size === 0) throw new Error('src/app/menu.ts has no SECTIONS.')
      const leading = [...sections].map((path) => [path, { files: [], public: false }])
      this.emitFile({ type: 'asset', fileName: '.vite/screens.json', source: JSON.stringify(Object.fromEntries([...screens, ...leading])) })
    },
  },
}

/** The file a menu names: one beside it, or one of another folder by `#…`. */
const pageFile = (menu: string, named: string): string =>
  named.startsWith('#') ? join(import.meta.dirname, 'src', named.slice(1)) : join(dirname(menu), named)

/** A page's own file with all it imports at once, and their styles. */
const filesOf = (bundle: Rolldown.OutputBundle, page: string): string[] => {
  const own = Object.values(bundle).find((file) => file.type === 'chunk' && file.moduleIds.includes(page))
  if (own?.type !== 'chunk') throw new Error(`No file holds the page ${page}.`)
  const chunks = new Set([own])
  for (const chunk of chunks) {
    for (const name of chunk.imports) {
      const imported = bundle[name]
      if (imported?.type === 'chunk') chunks.add(imported)
    }
  }
  return [...chunks].flatMap((chunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])])
}

const nameOf = (property: ESTree.ObjectPropertyKind): string | undefined =>
  property.type === 'Property' && property.key.type === 'Identifier' ? property.key.name : undefined

const fieldIn = (properties: readonly ESTree.ObjectPropertyKind[], name: string): ESTree.Expression | undefined => {
  const found = properties.find((property) => nameOf(property) === name)
  return found?.type === 'Property' ? found.value : undefined
}

/** The page names the app's files itself: the small start that asks for them is not waited for. */
export const appOnItsWay: Plugin = {
  name: 'daybook:app-on-its-way',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const app = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'app')
      if (app?.type !== 'chunk') throw new Error('The app has no file of its own any more: see codeSplitting in vite.config.ts.')
      return [app.fileName, ...app.imports]
        .filter((file) => !html.includes(file))
        .map((file) => ({ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: '', href: `/${file}` }, injectTo: 'head' as const }))
    },
  },
}

/** The service worker, told every file of the build: it is another one as soon as one of them is. */
export const filesKeptForOffline: Plugin = {
  name: 'daybook:files-kept-for-offline',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const folder = join(import.meta.dirname, 'src/ui/public')
      const fixed = readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((file) => (file.isFile() ? [join(file.parentPath, file.name)] : []))
      const page = Object.values(bundle).flatMap((file) => (file.fileName === 'index.html' && file.type === 'asset' ? [file.source] : []))
      const files = [...Object.keys(bundle).filter((name) => name.startsWith('assets/')), ...fixed.map((path) => path.slice(folder.length + 1))].sort()
      const hash = createHash('sha256').update(files.join('\n'))
      for (const content of [...page, ...fixed.sort().map((path) => readFileSync(path))]) hash.update(content)
      const source = readFileSync(join(import.meta.dirname, 'src/app/service-worker.js'), 'utf8')
        .replace('{version}', hash.digest('base64url').slice(0, 16))
        .replace('FILES = []', `FILES = ${JSON.stringify(files.map((file) => `/${file}`))}`)
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source })
    },
  },
}

/** Squeezed once and as hard as it goes, beside each file, instead of lightly at every request. */
export const squeezed: Plugin = {
  name: 'daybook:squeezed',
  apply: 'build',
  writeBundle: async ({ dir = 'dist/web' }) => {
    const assets = join(dir, 'assets')
    const texts = readdirSync(assets).filter((name) => /\.(js|css)$/.test(name))
    await Promise.all(texts.map(async (name) => writeFileSync(join(assets, `${name}.br`), await squeeze(readFileSync(join(assets, name))))))
  },
}
