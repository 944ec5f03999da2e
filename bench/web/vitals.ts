import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import type { Figure } from '../results.ts'
import { type Seen, watchVitals } from './in-page.ts'
import { leaveAsFound, openReport, readReport } from './journey.ts'
import { BROWSER_FLAGS, signIn } from './visitor.ts'

/** A machine the pages are read on. */
interface Reader {
  name: string
  window: BrowserContextOptions
  /** How many times slower than here its processor is made. */
  slower: number
  /** Its connection: bytes per second and milliseconds there and back; absent where the server is as near as it is here. */
  line?: { down: number; up: number; back: number }
}

// The line is what the browser's own tools call "Fast 4G".
const PHONE: Reader = {
  name: '390 px, processor 4 times slower, fast 4G',
  window: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
  slower: 4,
  line: { down: 1_012_500, up: 168_750, back: 165 },
}
const DESK: Reader = { name: '1440 px, as this machine is', window: { viewport: { width: 1440, height: 900 } }, slower: 1 }

const GOALS = { lcp: 1.8, inp: 150, cls: 0.02 }

interface Measured {
  lcp: { page: string; seconds: number }[]
  cls: { page: string; shift: number; moved: string[] }[]
  interactions: { name: string; milliseconds: number }[]
}

/** LCP, CLS and INP as the browser reports them itself, from the door through the Sales Summary, on a phone and on a desk; the worst. */
export const vitals = async (url: string): Promise<{ figures: Figure[]; detail: Record<string, unknown> }> => {
  const figures: Figure[] = []
  const detail: Record<string, unknown> = {}
  for (const reader of [PHONE, DESK]) {
    const measured = await visit(url, reader)
    detail[reader.name] = measured
    figures.push(...figuresOf(reader, measured))
  }
  return { figures, detail }
}

const visit = async (url: string, reader: Reader): Promise<Measured> => {
  const browser = await chromium.launch(BROWSER_FLAGS())
  try {
    const context = await browser.newContext({ ...reader.window, locale: 'en-AU', timezoneId: 'Australia/Sydney' })
    // tsx marks functions by a helper of its own, which no page has.
    await context.addInitScript('globalThis.__name = (it) => it')
    await context.addInitScript(watchVitals)
    const page = await context.newPage()
    await showWhole(page)
    await slowDown(page, reader)
    const measured: Measured = { lcp: [], cls: [], interactions: [] }
    await page.goto(`${url}/membership/auth`)
    await page.locator('input[name=username]').waitFor()
    await settled(page)
    measured.lcp.push({ page: 'sign-in', seconds: (await seen(page)).lcp / 1000 })
    const step = stepsOf(page, measured)
    await step('signing in', () => signIn(page, url))
    await step('going to the reports', () => page.getByRole('link', { name: 'Reports', exact: true }).locator('visible=true').first().click())
    await step('going to the Sales Summary', () =>
      page
        .getByRole('link', { name: /^Sales Summary/ })
        .locator('visible=true')
        .first()
        .click(),
    )
    await openReport(page)
    note(measured, 'sign-in and on', await seen(page))
    // Once more with nothing in the cache, as whoever opens a link to it.
    await (await context.newCDPSession(page)).send('Network.clearBrowserCache')
    await page.goto(`${url}/reports/sales`)
    await openReport(page)
    await settled(page)
    measured.lcp.push({ page: 'Sales Summary', seconds: (await seen(page)).lcp / 1000 })
    await readReport(page, step)
    note(measured, 'Sales Summary', await seen(page))
    await leaveAsFound(page)
    return measured
  } finally {
    await browser.close()
  }
}

/** What a browser's own window has besides its page: its bars take some hundred pixels. */
const BARS = 200

/**
 * Makes the browser's window larger than the page. It begins as large as the page, bars included, so that the foot of the page lies outside
 * of it: what changes only there is never shown, and the press that changed it would count until something else is.
 */
const showWhole = async (page: Page) => {
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const tools = await page.context().newCDPSession(page)
  const { windowId } = await tools.send('Browser.getWindowForTarget')
  await tools.send('Browser.setWindowBounds', { windowId, bounds: { width: width + BARS, height: height + BARS } })
}

const slowDown = async (page: Page, { slower, line }: Reader) => {
  const tools = await page.context().newCDPSession(page)
  await tools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await tools.send('Network.enable')
  if (line)
    await tools.send('Network.emulateNetworkConditions', { offline: false, downloadThroughput: line.down, uploadThroughput: line.up, latency: line.back })
}

const seen = (page: Page): Promise<Seen> => page.evaluate(() => window.vitalsSeen())

/** Frames drawn and reported; a longer wait than any of them takes. */
const settled = (page: Page) => page.waitForTimeout(1_500)

/** Until the browser has been idle for half a second: what it did is drawn by then, and how long that took is told. */
const shownAfter = async (page: Page) => {
  await page.waitForTimeout(600)
  await page.evaluate(async () => {
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
    const giveUpAt = performance.now() + 5_000
    for (let calm = 0, last = await frame(); calm < 30 && performance.now() < giveUpAt; ) {
      const now = await frame()
      calm = now - last < 50 ? calm + 1 : 0
      last = now
    }
  })
}

/** Does something as a person does, and notes the longest any of its key presses and taps took until the screen showed it. */
const stepsOf =
  (page: Page, measured: Measured) =>
  async (name: string, act: () => Promise<unknown>): Promise<void> => {
    const from = await page.evaluate(() => performance.now())
    await act()
    await shownAfter(page)
    const { events } = await seen(page)
    const longest = Math.max(0, ...events.filter(({ at }) => at >= from - 1).map(({ took }) => took))
    measured.interactions.push({ name, milliseconds: longest })
  }

const note = (measured: Measured, page: string, { cls, moved }: Seen) => measured.cls.push({ page, shift: cls, moved })

const figuresOf = (reader: Reader, { lcp, cls, interactions }: Measured): Figure[] => {
  const slowest = [...interactions].sort((a, b) => b.milliseconds - a.milliseconds)[0]
  const shift = Math.max(...cls.map((one) => one.shift))
  return [
    ...lcp.map(({ page, seconds }) => goalFigure(`LCP, ${page}; ${reader.name}`, seconds, 's', GOALS.lcp)),
    goalFigure(`CLS, the worst page; ${reader.name}`, shift, '', GOALS.cls),
    goalFigure(`INP, ${slowest?.name}; ${reader.name}`, slowest?.milliseconds ?? Number.NaN, 'ms', GOALS.inp),
  ]
}

const goalFigure = (what: string, value: number, unit: string, goal: number): Figure => ({ what, value, unit, goal: `≤ ${goal}`, met: value <= goal })
