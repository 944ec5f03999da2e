import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ROOT } from '#platform/version.ts'
import type { Figure } from '../results.ts'

interface Chunk {
  file: string
  src?: string
  name?: string
  imports?: string[]
  dynamicImports?: string[]
}

type Manifest = Record<string, Chunk>

const FIRST_LOAD_KB = 200
const AREA_KB = 60
const DIST = join(ROOT, 'dist/web')

/** What a browser downloads: all that the page itself names, and each area beyond that it asks for later; JavaScript, gzipped. */
export const bundleSizes = (): Figure[] => {
  const manifest = readManifest()
  const page = readFileSync(join(DIST, 'index.html'), 'utf8')
  const named = Object.keys(manifest).filter((name) => page.includes(`"/${manifest[name]?.file}"`))
  const first = new Set(named.flatMap((name) => [...withImports(manifest, name)]))
  const areas = [...new Set(Object.values(manifest).flatMap(({ dynamicImports = [] }) => dynamicImports))]
    .map((name) => ({ name: nameOf(manifest, name), kb: sum(askedFor(manifest, name, first)) }))
    .filter(({ kb }) => kb > 0)
    .sort((a, b) => b.kb - a.kb)
  return [
    { what: 'first load', value: sum(first), unit: 'KB gz', goal: `≤ ${FIRST_LOAD_KB}`, met: sum(first) <= FIRST_LOAD_KB },
    ...areas.map(({ name, kb }) => ({ what: `lazy: ${name}`.slice(0, 52), value: kb, unit: 'KB gz', goal: `≤ ${AREA_KB}`, met: kb <= AREA_KB })),
  ]
}

/** The files an area still needs when it is opened: neither of the first load, nor loaded with every screen that opens it. */
const askedFor = (manifest: Manifest, name: string, first: Set<string>): string[] => {
  const openers = Object.keys(manifest).filter((opener) => manifest[opener]?.dynamicImports?.includes(name))
  const before = openers.map((opener) => withImports(manifest, opener))
  return [...withImports(manifest, name)].filter((file) => !first.has(file) && !before.every((files) => files.has(file)))
}

const readManifest = (): Manifest => {
  const file = join(DIST, '.vite/manifest.json')
  if (!existsSync(file)) throw new Error('Build the browser app first: npm run build')
  return JSON.parse(readFileSync(file, 'utf8'))
}

const nameOf = (manifest: Manifest, name: string): string => manifest[name]?.src?.replace(/^src\//, '') ?? manifest[name]?.name ?? name

const gzippedKb = (file: string): number => (file.endsWith('.js') ? gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length / 1024 : 0)

const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + gzippedKb(file), 0)

/** The files of a chunk and of everything it imports at once. */
const withImports = (manifest: Manifest, name: string, seen = new Set<string>()): Set<string> => {
  const chunk = manifest[name]
  if (!chunk || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const imported of chunk.imports ?? []) withImports(manifest, imported, seen)
  return seen
}
