import { posix } from 'node:path'
import { type Complaint, parsed, type Source } from './source.ts'

/** Where a file stands: its part of the house and, in features and integrations, its folder and its suffix. */
interface Place {
  part: 'app' | 'feature' | 'platform' | 'ui' | 'shared' | 'database' | 'tests' | 'elsewhere'
  /** `features/loyalty`, `integrations/stripe`. */
  folder?: string
  suffix?: string
}

const PURE = ['contract', 'rules', 'messages']
const SERVER = ['routes', 'sql', 'job', 'adapter', 'fake']
const BROWSER = ['page', 'form', 'part', 'menu']
const TEST = ['test', 'e2e']
export const SUFFIXES = [...PURE, ...SERVER, ...BROWSER, ...TEST]

/** Packages of the browser, and those both sides may use; what is in neither list belongs to the server. */
export const isBrowserPackage = (wanted: string) =>
  /^(react|react-dom|react-aria-components|react-aria|@react-aria|@internationalized|@tanstack|recharts)(\/|$)/.test(wanted)
const SCHEMA_LIBRARY = /^zod(\/|$)/
/** Calendar arithmetic that neither Node 20 nor every browser has; it reads no clock. */
const CALENDAR = 'temporal-polyfill'

export const placeOf = (path: string): Place => {
  const [root, second, third] = path.split('/')
  if (root === 'db') return { part: 'database' }
  if (root === 'tests' || /\.(test|e2e)\.tsx?$/.test(path)) return { part: 'tests' }
  if (root !== 'src' || second === undefined) return { part: 'elsewhere' }
  if (second === 'app' || second === 'platform' || second === 'ui' || second === 'shared') return { part: second }
  if (second !== 'features' && second !== 'integrations') return { part: 'elsewhere' }
  const suffix = /\.([a-z0-9]+)\.tsx?$/.exec(path)?.[1]
  // What the integrations share lies beside their folders and belongs to all of them.
  const folder = path.split('/').length > 3 ? `${second}/${third}` : second
  return { part: 'feature', folder, ...(suffix ? { suffix } : {}) }
}

/** Who imports whom against architecture.md's table, and paths written another way than `./` and `#…`. */
export const importComplaints = (sources: readonly Source[]): Complaint[] =>
  sources.flatMap((source) =>
    parsed(source).imports.flatMap((wanted) => complaintsAbout(source.path, wanted).map((why) => `${source.path} imports ${wanted}: ${why}`)),
  )

const complaintsAbout = (path: string, wanted: string): string[] => {
  const from = placeOf(path)
  if (wanted.includes('../../')) return ['no ../../; use #…']
  if (from.part === 'tests') return []
  if (wanted.startsWith('.')) {
    const target = posix.join(posix.dirname(path), wanted)
    // A report's sub-folder reaches what its feature shares; nothing leaves its feature this way.
    if (!wanted.startsWith('./') && (from.part !== 'feature' || placeOf(target).folder !== from.folder)) return ['inside a folder ./, elsewhere #…']
    return crossing(from, target, wanted)
  }
  if (wanted.startsWith('#db/') || wanted.startsWith('#tests/')) return crossing(from, wanted.slice(1), wanted)
  if (wanted.startsWith('#')) return crossing(from, `src/${wanted.slice(1)}`, wanted)
  return packageAllowed(from, wanted) ? [] : [`${nameOf(from)} does not use this package`]
}

const crossing = (from: Place, target: string, wanted: string): string[] => {
  const to = placeOf(target)
  const why = pathAllowed(from, to) ? [] : [`${nameOf(from)} does not import ${nameOf(to)}`]
  return /\.(ts|tsx|css|mjs|json)$/.test(wanted) ? why : [...why, "the path ends with the file's extension"]
}

const pathAllowed = (from: Place, to: Place): boolean => {
  if (to.part === 'tests') return false
  if (from.part === 'app') return true
  // The sample is built through the front door: it may use what the server uses.
  if (from.part === 'database') return to.part !== 'ui'
  if (from.part === 'shared') return to.part === 'shared'
  if (from.part === 'platform' || from.part === 'ui') return to.part === from.part || to.part === 'shared'
  return from.part === 'feature' && featureMay(from, to)
}

const featureMay = (from: Place, to: Place): boolean => {
  if (to.part === 'shared') return true
  const own = to.part === 'feature' && to.folder === from.folder
  const theirWord = to.part === 'feature' && (to.suffix === 'contract' || to.suffix === 'rules')
  if (PURE.includes(from.suffix ?? '')) return theirWord || (own && PURE.includes(to.suffix ?? ''))
  if (SERVER.includes(from.suffix ?? '')) return to.part === 'platform' || theirWord || (own && !BROWSER.includes(to.suffix ?? ''))
  if (BROWSER.includes(from.suffix ?? '')) return to.part === 'ui' || theirWord || (own && !SERVER.includes(to.suffix ?? ''))
  return false
}

const packageAllowed = (from: Place, wanted: string): boolean => {
  if (from.part === 'app' || from.part === 'database') return true
  if (SCHEMA_LIBRARY.test(wanted) || wanted === CALENDAR) return true
  const isBrowsers = isBrowserPackage(wanted)
  if (from.part === 'platform') return !isBrowsers
  if (from.part === 'ui') return isBrowsers
  if (from.part !== 'feature') return false
  if (BROWSER.includes(from.suffix ?? '')) return isBrowsers
  return SERVER.includes(from.suffix ?? '') && !isBrowsers
}

const nameOf = ({ part, folder, suffix }: Place): string =>
  part === 'feature'
    ? `${folder?.split('/').at(-1)}'s ${suffix ? `*.${suffix}` : 'file without a suffix'}`
    : part === 'elsewhere'
      ? 'a file outside the house'
      : part
