import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ROOT } from '#platform/version.ts'
import { type Figure, report } from './results.ts'

/** What a browser downloads: first load, each lazy area beyond it, and the largest chart chunk; JavaScript, gzipped. */

interface Chunk {
  file: string
  src?: string
  isEntry?: boolean
  isDynamicEntry?: boolean
  imports?: string[]
}

const FIRST_LOAD_KB = 200
const AREA_KB = 60

const manifestFile = join(ROOT, 'dist/.vite/manifest.json')
if (!existsSync(manifestFile)) throw new Error('Build the browser app first: npm run build')
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, Chunk>

const gzippedKb = (file: string): number => (file.endsWith('.js') ? gzipSync(readFileSync(join(ROOT, 'dist', file)), { level: 9 }).length / 1024 : 0)

/** A chunk with everything it imports at once. */
const withImports = (name: string, seen = new Set<string>()): Set<string> => {
  const chunk = manifest[name]
  if (!chunk || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const imported of chunk.imports ?? []) withImports(imported, seen)
  return seen
}

const entries = Object.keys(manifest).filter((name) => manifest[name]?.isEntry)
const first = new Set(entries.flatMap((name) => [...withImports(name)]))
const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + gzippedKb(file), 0)

const areas = Object.keys(manifest)
  .filter((name) => manifest[name]?.isDynamicEntry)
  .map((name) => ({ name, kb: sum([...withImports(name)].filter((file) => !first.has(file))) }))
  .sort((a, b) => b.kb - a.kb)

const figures: Figure[] = [
  { what: 'first load', value: sum(first), unit: 'KB gz', goal: `≤ ${FIRST_LOAD_KB}`, met: sum(first) <= FIRST_LOAD_KB },
  ...areas.map(
    ({ name, kb }): Figure => ({
      what: `lazy: ${name.replace(/^src\//, '')}`.slice(0, 52),
      value: kb,
      unit: 'KB gz',
      goal: `≤ ${AREA_KB}`,
      met: kb <= AREA_KB,
    }),
  ),
]
report('web', figures)
if (figures.some(({ met }) => met === false)) process.exitCode = 1
