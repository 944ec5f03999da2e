import { chromium, type Page } from 'playwright-core'
import { freePort } from '#platform/web/free-port.ts'
import { PASSWORD } from '#tests/people.ts'
import { ensureBrowser } from '../scripts/browser.mjs'
import { groupSize, startGroup } from './group-house.ts'
import { peopleOfGroup } from './group-people.ts'
import { type Figure, percentile, report } from './results.ts'
import { startServer } from './server-process.ts'
import { BROWSER_FLAGS } from './web/visitor.ts'

/**
 * How soon the figures of a report stand on the screen after a filter was changed: from the click on a location until nothing is drawn any
 * more. In the largest venue of a group of LINES lines, at a desk, CLICKS clicks on each screen; every choice of locations comes up once, so
 * that none is answered by the browser's memory.
 */

const LINES = Number(process.env.LINES ?? 22_000_000)
const CLICKS = Number(process.env.CLICKS ?? 30)
const NAME = 'Bench Owner'
const LAST_YEAR = 'range=2025-06-01..2025-06-30'
const SCREENS = [
  { name: 'Sales Summary', path: `/reports/sales?${LAST_YEAR}`, call: '/api/sales/' },
  { name: 'Sales Breakdown', path: `/reports/breakdown?${LAST_YEAR}`, call: '/api/sales/' },
  { name: 'Daily Sales', path: `/reports/daily-sales?${LAST_YEAR}`, call: '/api/reports/daily-sales' },
  { name: 'Media Summary', path: `/reports/media-summary?${LAST_YEAR}`, call: '/api/reports/media-summary' },
  { name: 'PLU Sales', path: `/reports/plu-sales?${LAST_YEAR}`, call: '/api/reports/plu-sales' },
] as const
const MOST_MS = 400

await ensureBrowser()
const postgres = await startGroup(LINES)
try {
  await peopleOfGroup(postgres.url, 1, NAME)
  const server = await startServer(await freePort(), { DATABASE_URL: postgres.url, NODE_ENV: 'production', READS_PER_MINUTE: '10000000' })
  const browser = await chromium.launch(BROWSER_FLAGS())
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-AU', timezoneId: 'Australia/Sydney', reducedMotion: 'reduce' })
    // tsx marks functions by a helper of its own, which no page has.
    await page.addInitScript('globalThis.__name = (it) => it')
    await page.addInitScript(watchDrawing)
    await enter(page, server.url)
    const figures: Figure[] = []
    for (const screen of SCREENS) figures.push(...(await look(page, server.url, screen)))
    report('filters', figures, { ...groupSize(LINES), clicks: CLICKS })
    if (figures.some(({ met }) => met === false)) process.exitCode = 1
  } finally {
    await browser.close()
    await server.end('SIGTERM')
  }
} finally {
  await postgres.stop()
}

async function enter(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/membership/auth`)
  await page.locator('input[name=username]').fill(NAME)
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.locator('button[type=submit]').click()
  await page.waitForURL((at) => !at.pathname.startsWith('/membership/auth'))
}

async function look(page: Page, url: string, { name, path, call }: (typeof SCREENS)[number]): Promise<Figure[]> {
  await page.goto(url + path)
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.getByRole('button', { name: /^Locations/ }).click()
  const boxes = page.locator('fieldset.many input[type=checkbox]')
  await boxes.first().waitFor()
  const places = (await boxes.count()) - 1
  const taken: number[] = []
  for (let i = 0; i < CLICKS; i += 1) {
    // All of them ticked is none of them again, which the browser remembers.
    const answered = page.waitForResponse((response) => response.url().includes(call), { timeout: 5_000 }).catch(() => undefined)
    // Counted up as a number in Gray's code, one click goes through all sets.
    await boxes.nth(1 + (Math.log2((i + 1) & -(i + 1)) % places)).click()
    if (!(await answered)) continue
    await page.waitForTimeout(400)
    taken.push(await page.evaluate(() => (window as unknown as { drawnAfterClick: () => number }).drawnAfterClick()))
  }
  return [50, 95].map((part) => {
    const value = percentile(taken.slice(2), part)
    return {
      what: `${name}: a click on a filter until the figures stand, p${part}`,
      value,
      unit: 'ms',
      ...(part === 95 ? { goal: `≤ ${MOST_MS}`, met: value <= MOST_MS } : {}),
    }
  })
}

/** In the page: when it was clicked last, and when something was drawn last. */
function watchDrawing(): void {
  let [clicked, drawn] = [0, 0]
  addEventListener('pointerdown', () => (clicked = performance.now()), true)
  const note = () => requestAnimationFrame(() => setTimeout(() => (drawn = performance.now())))
  addEventListener('DOMContentLoaded', () =>
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true }),
  )
  Object.assign(window, { drawnAfterClick: () => drawn - clicked })
}
