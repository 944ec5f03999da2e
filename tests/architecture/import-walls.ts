import { posix } from 'node:path'
import { type Complaint, parsed, type Source } from './source.ts'

/** Where a file stands: its part of the house and, in features and integrations, its folder and its suffix. */
interface Place {
  part: 'app' | 'feature' | 'platform' | 'ui' | 'shared' | 'database' | 'tests' | 'elsewhere'
  /** `features/loyalty`, `integrations/stripe`; a folder of reports is one of its own: `features/reports/kit`, `features/reports/plu-sales`. */
  folder?: string
  suffix?: string
}

const PURE = ['contract', 'rules', 'messages']
const SERVER = ['routes', 'report', 'sql', 'job', 'adapter', 'fake']
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
  const [root, second] = path.split('/')
  if (root === 'db') return { part: 'database' }
  if (root === 'tests' || /\.(test|e2e)\.tsx?$/.test(path)) return { part: 'tests' }
  if (root !== 'src' || second === undefined) return { part: 'elsewhere' }
  if (second === 'app' || second === 'platform' || second === 'ui' || second === 'shared') return { part: second }
  if (second !== 'features' && second !== 'integrations') return { part: 'elsewhere' }
  const suffix = /\.([a-z0-9]+)\.tsx?$/.exec(path)?.[1]
  return { part: 'feature', folder: folderOf(path.split('/')), ...(suffix ? { suffix } : {}) }
}

/** What the integrations share lies beside their folders and belongs to all of them; so does what all reports share at the root of reports. */
const folderOf = ([, kind = '', feature = '', inner, ...deeper]: string[]): string => {
  if (inner === undefined) return kind
  const isReport = kind === 'features' && feature === 'reports' && deeper.length > 0
  return isReport ? `${kind}/${feature}/${inner}` : `${kind}/${feature}`
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
    if (!wanted.startsWith('./')) return ['inside a folder ./, elsewhere #…']
    return crossing(from, posix.join(posix.dirname(path), wanted), wanted)
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

const REPORTS = 'features/reports'

/**
 * Folders that others build on as if they were their own, beside the contracts and rules that anybody may import. Every other meeting of two
 * features is in app/, in the database, or by contract and rules.
 */
const FOUNDATIONS: readonly { folder: string; of: (folder: string) => boolean }[] = [
  { folder: 'features/sums', of: () => true },
  {
    folder: `${REPORTS}/kit`,
    of: (folder) =>
      folder.startsWith(`${REPORTS}/`) ||
      folder === REPORTS ||
      [
        'features/assistant',
        'features/delivery',
        'features/dashboard',
        'features/attention',
        'features/forecast',
        'features/loyalty',
        'features/till',
        'features/journal',
        'features/rosters',
        'features/stock',
        'integrations/tyro',
      ].includes(folder),
  },
  {
    folder: `${REPORTS}/receipts`,
    of: (folder) => (folder.startsWith(`${REPORTS}/`) && folder !== `${REPORTS}/kit`) || folder === 'features/till',
  },
  {
    folder: 'features/ledger',
    of: (folder) => ['features/intake', 'features/imports', 'features/loyalty', 'features/attention', 'features/audit', 'integrations/involv'].includes(folder),
  },
  { folder: 'features/loyalty', of: (folder) => folder === 'features/audit' },
  {
    folder: 'features/till',
    of: (folder) => ['features/intake', 'features/journal'].includes(folder) || (folder.startsWith(`${REPORTS}/`) && folder !== `${REPORTS}/kit`),
  },
  { folder: 'features/attention', of: (folder) => folder === 'features/dashboard' },
  { folder: 'integrations', of: (folder) => folder.startsWith('integrations/') },
  { folder: 'integrations/link-screen', of: (folder) => folder.startsWith('integrations/') || folder === 'features/venues' },
  { folder: 'integrations/online-orders', of: (folder) => folder.startsWith('integrations/') },
  { folder: 'features/imports', of: (folder) => folder === 'features/stock' },
  { folder: 'features/forecast', of: (folder) => folder === 'features/dashboard' },
  { folder: 'features/intake', of: (folder) => ['features/imports', 'features/stock', 'integrations/online-orders'].includes(folder) },
  {
    folder: 'features/rosters',
    of: (folder) =>
      ['features/intake', 'features/imports', 'integrations/deputy'].includes(folder) || (folder.startsWith(`${REPORTS}/`) && folder !== `${REPORTS}/kit`),
  },
]

/** A report is asked by its contract like any other; nothing else of it is another report's. */
const isBetweenReports = (from: Place, to: Place): boolean =>
  [from, to].every(({ folder = '' }) => folder.startsWith(`${REPORTS}/`)) && !FOUNDATIONS.some(({ folder }) => folder === to.folder)

const featureMay = (from: Place, to: Place): boolean => {
  if (to.part === 'shared') return true
  const own = to.part === 'feature' && (to.folder === from.folder || isFoundation(from, to) || isPageOfMenu(from, to))
  const theirWord = to.part === 'feature' && (to.suffix === 'contract' || (to.suffix === 'rules' && !isBetweenReports(from, to)))
  if (PURE.includes(from.suffix ?? '')) return theirWord || (own && PURE.includes(to.suffix ?? ''))
  if (SERVER.includes(from.suffix ?? '')) return to.part === 'platform' || theirWord || (own && !BROWSER.includes(to.suffix ?? ''))
  if (BROWSER.includes(from.suffix ?? '')) return to.part === 'ui' || theirWord || (own && !SERVER.includes(to.suffix ?? ''))
  return false
}

/** The menu of all reports opens the page of each; loyalty's opens that of its usage summary, which is a report too, and the one that imports cards. */
const isPageOfMenu = (from: Place, to: Place): boolean =>
  from.suffix === 'menu' &&
  to.suffix === 'page' &&
  (from.folder === REPORTS || (from.folder === 'features/loyalty' && (to.folder === 'features/imports' || (to.folder ?? '').startsWith(`${REPORTS}/`))))

const isFoundation = ({ folder: from = '' }: Place, { folder: to }: Place): boolean => FOUNDATIONS.some(({ folder, of }) => folder === to && of(from))

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
