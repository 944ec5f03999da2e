import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { ROOT } from '#platform/version.ts'
import { freePort } from '#platform/web/free-port.ts'
import { type Figure, percentile } from '../results.ts'
import { BROWSER_FLAGS, signIn } from './visitor.ts'

interface Audit {
  id: string
  title: string
  score: number | null
  numericValue?: number
  details?: { items?: unknown[] }
}

interface Result {
  audits: Record<string, Audit>
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  runtimeError?: { message: string }
}

type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Result; report: string } | undefined>

/** A page, and who looks at it. */
interface Inspected {
  name: string
  path: string
  signedIn: boolean
}

const PAGES: readonly Inspected[] = [
  { name: 'sign-in', path: '/membership/auth', signedIn: false },
  { name: 'dashboard', path: '/membership/dashboard', signedIn: true },
  { name: 'Sales Summary', path: '/reports/sales', signedIn: true },
]

const GOALS = { performance: 90, accessibility: 100, 'best-practices': 100 } as const
const TIMES = { 'first-contentful-paint': 's', 'largest-contentful-paint': 's', 'total-blocking-time': 'ms', 'cumulative-layout-shift': '' } as const
const LOCK = join(ROOT, 'bench/lighthouse')
const FOLDER = join(ROOT, '.data/lighthouse')

/** Lighthouse's own phone (its defaults: slow 4G and a processor four times slower, worked out): the middle of several runs per page. */
export const lighthouseScores = async (url: string, runs: number): Promise<{ figures: Figure[]; shortcomings: string[] }> => {
  const lighthouse = await installed()
  const figures: Figure[] = []
  const shortcomings = new Set<string>()
  for (const page of PAGES) {
    const results: Result[] = []
    for (let run = 0; run < runs; run += 1) results.push(await inBrowser(url, page, (port) => inspect(lighthouse, url, page, port)))
    figures.push(...figuresOf(page, results))
    for (const result of results) for (const line of shortcomingsOf(page, result)) shortcomings.add(line)
  }
  return { figures, shortcomings: [...shortcomings] }
}

/** Lighthouse is as large as half of all other packages together: it is fetched by its own lock file when it is first needed. */
const installed = async (): Promise<Lighthouse> => {
  const entry = join(FOLDER, 'node_modules/lighthouse/core/index.js')
  if (!existsSync(entry)) {
    console.log('Installing Lighthouse.')
    mkdirSync(FOLDER, { recursive: true })
    for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(LOCK, file), join(FOLDER, file))
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: FOLDER, stdio: 'inherit' })
  }
  return ((await import(pathToFileURL(entry).href)) as { default: Lighthouse }).default
}

/** A browser with a profile of its own, so that nothing is left in its cache by the run before. */
const inBrowser = async <T>(url: string, page: Inspected, work: (port: number) => Promise<T>): Promise<T> => {
  const profile = mkdtempSync(join(tmpdir(), 'daybook-lighthouse-'))
  const port = await freePort()
  const context = await chromium.launchPersistentContext(profile, { ...BROWSER_FLAGS(), args: [...BROWSER_FLAGS().args, `--remote-debugging-port=${port}`] })
  try {
    if (page.signedIn) {
      const [tab = await context.newPage()] = context.pages()
      await signIn(tab, url)
      await tab.goto('about:blank')
    }
    return await work(port)
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

const inspect = async (lighthouse: Lighthouse, url: string, { name, path }: Inspected, port: number): Promise<Result> => {
  const came = await lighthouse(url + path, { port, output: 'html', logLevel: 'error', onlyCategories: Object.keys(GOALS) })
  if (!came) throw new Error(`Lighthouse said nothing of ${name}.`)
  if (came.lhr.runtimeError) throw new Error(came.lhr.runtimeError.message)
  mkdirSync(join(ROOT, 'bench/results'), { recursive: true })
  writeFileSync(join(ROOT, `bench/results/lighthouse-${name.toLowerCase().replace(' ', '-')}.html`), came.report)
  return came.lhr
}

const figuresOf = ({ name }: Inspected, results: readonly Result[]): Figure[] => {
  const middle = (of: (result: Result) => number) => percentile(results.map(of), 50)
  const scores = Object.entries(GOALS).map(([category, goal]): Figure => {
    const value = middle(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100))
    return { what: `Lighthouse, ${name}: ${category.replace('-', ' ')}`, value, unit: '', goal: goal === 100 ? '100' : `≥ ${goal}`, met: value >= goal }
  })
  const times = Object.entries(TIMES).map(([id, unit]): Figure => {
    const value = middle(({ audits }) => audits[id]?.numericValue ?? Number.NaN)
    return { what: `Lighthouse, ${name}: ${id.replaceAll('-', ' ')}`, value: unit === 's' ? value / 1000 : value, unit }
  })
  return [...scores, ...times]
}

/** What accessibility and best practices lose points by, with the places. */
const shortcomingsOf = ({ name }: Inspected, { audits, categories }: Result): string[] =>
  (['accessibility', 'best-practices'] as const).flatMap((category) =>
    (categories[category]?.auditRefs ?? [])
      .map(({ id, weight }) => ({ weight, audit: audits[id] }))
      .filter(({ weight, audit }) => weight > 0 && audit !== undefined && audit.score !== null && audit.score < 1)
      .map(({ audit }) => `${name}: ${category}: ${audit?.id}: ${audit?.title} ${JSON.stringify(audit?.details?.items ?? []).slice(0, 600)}`),
  )
