import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { connectAsOwner, openDatabase } from '#platform/database/database.ts'
import { startPostgres } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import { freePort } from '#platform/web/free-port.ts'
import { employ, makePerson, PASSWORD } from '#tests/people.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import { ensureBrowser } from '../scripts/browser.mjs'
import { ensureWebApp } from '../scripts/built.mjs'
import { type Figure, percentile, report } from './results.ts'
import { startServer } from './server-process.ts'
import { BROWSER_FLAGS } from './web/visitor.ts'

/**
 * PLU Sales with fifty thousand products on a desk: how soon they are there, and how many frames a second the table shows while it is
 * scrolled through, slowly and fast. PRODUCTS says how many.
 */

const PRODUCTS = Number(process.env.PRODUCTS ?? 50_000)
const NAME = 'Bench Manager'
/** On one receipt. */
const LINES = 500

await ensureBrowser()
await ensureWebApp()
const folder = mkdtempSync(join(tmpdir(), 'daybook-plu-'))
const postgres = await startPostgres({ dataDir: folder, log: () => {} })
try {
  await migrate(postgres.url)
  await fill(postgres.url)
  const server = await startServer(await freePort(), { DATABASE_URL: postgres.url, NODE_ENV: 'production' })
  const browser = await chromium.launch(BROWSER_FLAGS())
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-AU', timezoneId: 'Australia/Sydney' })
    // tsx marks functions by a helper of its own, which no page has.
    await page.addInitScript('globalThis.__name = (it) => it')
    await enter(page, server.url)
    const figures = await look(page, server.url)
    report('plu-scroll', figures, { products: PRODUCTS })
    if (figures.some(({ met }) => met === false)) process.exitCode = 1
  } finally {
    await browser.close()
    await server.end('SIGTERM')
  }
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** A venue of one place whose products all sold on the first of this month; no hourly job has looked at that day yet. */
async function fill(url: string): Promise<void> {
  const database = openDatabase(url, 2)
  const owner = connectAsOwner(url)
  await owner`insert into venue (name, currency) values ('The Wide Range', 'AUD')`
  await owner`insert into location (venue_id, name, time_zone, day_start, currency) values (1, 'Shop', 'Australia/Sydney', '05:00', 'AUD')`
  const now = new Date()
  const closedAt = `${now.toISOString().slice(0, 7)}-01T02:00:00Z`
  for (let first = 1; first <= PRODUCTS; first += LINES) {
    const lines = Array.from({ length: Math.min(LINES, PRODUCTS - first + 1) }, (_, at) => lineOf(first + at))
    const cents = lines.reduce((sum, { Net }) => sum + Net, 0)
    await storeTrade(database, 1, 1, [plainSale(closedAt, cents, { Lines: lines, Totals: { Total: cents } })], now)
  }
  await owner.end()
  const person = await makePerson(database, NAME)
  await employ(database, person, 1, ['can_viewplu', 'can_viewsales'])
  await database.close()
}

/** What was sold of a product of the range. */
function lineOf(i: number) {
  const [quantity, discount] = [(i % 90) + 1, i % 7]
  return {
    Plu: String(100_000 + i),
    Name: `Product ${i} of the range`,
    Group: `Group ${i % 5}`,
    Department: `Department ${i % 20}`,
    ProductGroup: `Product group ${1 + (i % 100)}`,
    Quantity: String(quantity),
    Gross: quantity * 1100,
    DiscountTotal: discount,
    Net: quantity * 1100 - discount,
    Tax: quantity * 100,
    Cost: quantity * 400,
  }
}

async function enter(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/membership/auth`)
  await page.locator('input[name=username]').fill(NAME)
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.locator('button[type=submit]').click()
  await page.waitForURL((at) => !at.pathname.startsWith('/membership/auth'))
}

async function look(page: Page, url: string): Promise<Figure[]> {
  await page.goto(`${url}/reports/plu-sales?range=thismonth&cmp=none`)
  const startedAt = performance.now()
  await page.reload()
  await page.locator('table[aria-rowcount] tbody a').first().waitFor({ timeout: 60_000 })
  const shownMs = performance.now() - startedAt
  const figures: Figure[] = [{ what: 'loaded anew until the first rows show', value: shownMs, unit: 'ms' }]
  for (const [what, step] of [
    ['slowly', 24],
    ['fast', 400],
  ] as const) {
    const frames = await page.evaluate(scrolled, { step, frames: 240 })
    const seconds = frames.reduce((sum, one) => sum + one, 0) / 1000
    const perSecond = frames.length / seconds
    figures.push({ what: `scrolled ${what}: frames a second`, value: perSecond, unit: '1/s', goal: '≥ 55', met: perSecond >= 55 })
    figures.push({ what: `scrolled ${what}: a frame, p99`, value: percentile(frames, 99), unit: 'ms' })
  }
  const rows = await page.locator('table[aria-rowcount] tbody tr').count()
  figures.push({ what: 'rows drawn at once', value: rows, unit: '', goal: '≤ 150', met: rows <= 150 })
  return figures
}

/** Scrolls the table by so many pixels each frame and tells how long each took. */
function scrolled({ step, frames }: { step: number; frames: number }): Promise<number[]> {
  const table = document.querySelector('section:has(> table[aria-rowcount])') as HTMLElement
  return new Promise((resolve) => {
    const taken: number[] = []
    let before = performance.now()
    const next = (now: number) => {
      taken.push(now - before)
      before = now
      if (taken.length > frames) return resolve(taken.slice(1))
      table.scrollTop += step
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
}
