import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, everyDay, isoWeekday, tradingMoment } from '#shared/day.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { countOf, printedPages } from '#tests/printed-pdf.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { sampleTrade, storeTrade } from '#tests/stored-trade.ts'

const NOW = new Date()
const TODAY = tradingMoment(NOW, 'Australia/Sydney', '05:00').day
const MONDAY = addDays(TODAY, -(isoWeekday(TODAY) - 1) - 7)

/** A4 across between its margins, at 96 pixels to the inch. */
const PAPER = { width: 1032, height: 703 }

let app: StartedApp
let browser: Browser
let visit: Visit

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  for (const { locationId, sales } of sampleTrade(everyDay(addDays(MONDAY, -7), addDays(MONDAY, 6)), NOW))
    await storeTrade(app.database, 1, locationId, sales, NOW)
  visit = await Visit.open(browser, app.url, PAPER)
  await visit.signInAt('/preferences', 'owner')
}, 180_000)
afterAll(async () => {
  await visit.close()
  await app.close()
})

/** Opens a report on screen. The print styles apply while printing, so no medium is emulated. */
const open = async (address: string, media: 'screen' | null = 'screen') => {
  await visit.page.emulateMedia({ media })
  await visit.page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await visit.walkTo(address)
  await visit.page.locator('[data-report][aria-busy=false] > ul').waitFor()
}

/** Turns to paper as the browser's own printing does. */
const print = async () => {
  await visit.page.emulateMedia({ media: 'print' })
  await visit.page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
}

/** What is on the paper and should not be: things to press, what is cut off at its edge, heads that do not repeat. Words for the ear are on no paper. */
const misprinted = () =>
  visit.page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((one) => one.getClientRects().length > 0 && !one.closest('.sr'))
      .filter(
        (one) =>
          one.matches('button:not(.sorter), input, select, nav, .rail, .topbar') ||
          one.getBoundingClientRect().right > window.innerWidth + 1 ||
          (one.matches('thead') && getComputedStyle(one).display !== 'table-header-group'),
      )
      .map((one) => `${one.tagName} ${one.className} ${one.innerText?.slice(0, 40)} ${one.getBoundingClientRect().right}`),
  )

/** What the printer gets, from a window as wide as this. */
const printed = async (address: string, width = PAPER.width) => {
  const { page } = visit
  await page.setViewportSize({ width, height: PAPER.height })
  await open(address, null)
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true], .waiting'))
  const pages = await printedPages(page)
  await page.setViewportSize(PAPER)
  return pages
}

const COMPARED = 'Same days last week'
const REPORTS: readonly (readonly [title: string, address: string, told: readonly string[], untold: readonly string[]])[] = [
  ['Sales Summary', '/reports/sales?range=lastweek&days=5,6', ['All locations', COMPARED, 'Fri Sat'], []],
  ['Sales Summary', '/reports/sales?range=lastweek&by=day&view=detail', [COMPARED], []],
  ['Sales Breakdown', '/reports/breakdown?range=lastweek', ['All locations', COMPARED], []],
  ['Sales Breakdown', '/reports/breakdown?range=lastweek&dim=gpmargins', [COMPARED], []],
  ['Daily Sales', '/reports/daily-sales?range=lastweek&part=Dinner', ['All locations', 'Dinner'], [COMPARED]],
  ['Weekly Summary', '/reports/weekly-summary?range=lastweek', ['All locations'], [COMPARED]],
  ['Media Summary', '/reports/media-summary?range=lastweek', ['All locations', COMPARED], []],
  ['Media Summary', '/reports/media-summary/bridge?range=lastweek', ['All locations'], [COMPARED]],
  ['PLU Sales', '/reports/plu-sales?range=lastweek&cols=all', ['All locations', COMPARED], []],
]

describe('on paper', () => {
  it.each(REPORTS)('%s says what it is and is whole: %s', async (title, address, told, untold) => {
    await open(address)
    await print()
    expect(await visit.page.locator('h1').innerText()).toBe(title)
    const line = await visit.page.locator('.print-line').first().innerText()
    for (const part of ['Harbour & Vine', title, 'by owner', ...told]) expect(line).toContain(part)
    for (const part of untold) expect(line).not.toContain(part)
    expect(await misprinted()).toEqual([])
  })

  it('all products of PLU Sales are there, not those alone that were in sight, and what was chosen is said', async () => {
    await open('/reports/plu-sales?range=lastweek&group=Beverage')
    const count = Number(await visit.page.locator('table[aria-rowcount]').getAttribute('aria-rowcount')) - 2
    expect(count).toBeGreaterThan(20)
    await print()
    await expect.poll(() => visit.page.locator('table[aria-rowcount] tbody tr[aria-rowindex]').count()).toBe(count)
    expect(await visit.page.locator('[data-report] .print-line').innerText()).toBe('Group: Beverage')
  })

  it('the receipts behind a figure, and a receipt, are printed instead of the page under them', async () => {
    await open('/reports/sales?range=lastweek&drill=all')
    await visit.page.locator('.docket .proof').waitFor()
    for (const isReceipt of [false, true]) {
      await visit.page.emulateMedia({ media: 'screen' })
      if (isReceipt) {
        await visit.page.locator('.docket tbody a').first().click()
        await visit.page.locator('.docket dl').first().waitFor()
      }
      await visit.page.emulateMedia({ media: 'print' })
      // The printed content exists only while printing.
      const seen = await visit.page.evaluate(() => {
        const at = { docket: 0, page: 1, pressed: 1, right: 0 }
        window.print = () => {
          const docket = document.querySelector('.docket.printed')
          at.docket = docket?.getClientRects().length ?? 0
          at.page = document.querySelector('.pass > .page')?.getClientRects().length ?? 0
          at.pressed = [...document.querySelectorAll('button, input')].filter((one) => one.getClientRects().length > 0).length
          at.right = Math.max(...[...(docket?.querySelectorAll('*:not(.sr)') ?? [])].map((one) => one.getBoundingClientRect().right))
        }
        const buttons = [...document.querySelectorAll<HTMLElement>('.docket .acts button')]
        buttons.at(-1)?.click()
        return { ...at, width: window.innerWidth }
      })
      expect([isReceipt, seen]).toMatchObject([isReceipt, { docket: 1, page: 0, pressed: 0 }])
      expect(seen.right).toBeLessThan(seen.width + 1)
    }
  })

  it("asked for on a phone, where sharing stands under the page's head and not in the filters, the page is printed whole", async () => {
    const { page } = visit
    await page.setViewportSize({ width: 390, height: 844 })
    await open('/reports/sales?range=lastweek&by=day')
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printing', '')
    })
    await page.locator('.under-head').getByRole('button', { name: 'Share' }).click()
    await page.getByRole('menuitem', { name: 'Print' }).click()
    await page.locator('body[data-printing]').waitFor()
    await page.setViewportSize(PAPER)
    await print()
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('visible')
    expect(await misprinted()).toEqual([])
  })

  it('the Sales Summary is two pages at most, says once what it came to, and a phone prints what a desk prints', async () => {
    const pages = await printed('/reports/sales?range=lastweek')
    expect(pages.length).toBeLessThanOrEqual(2)
    expect(pages.every(({ upright }) => !upright)).toBe(true)
    expect(pages[0]?.text).toMatch(/SalesSummaryHarbour&Vine\(sample\)·SalesSummary·.*·Alllocations·.*\d\d:\d\dbyowner/)
    expect(pages.filter(({ text }) => text.includes('byowner'))).toHaveLength(1)
    const bare = (all: typeof pages) => all.map(({ text }) => text.replace(/\d\d:\d\d/g, ''))
    expect(bare(await printed('/reports/sales?range=lastweek', 390))).toEqual(bare(pages))
  })

  it('a month of the Sales Summary is two pages as well, in either language', async () => {
    for (const language of ['jp', 'en'] as const) {
      await visit.speak(language)
      const pages = await printed(`/reports/sales?range=${addDays(MONDAY, -24)}..${addDays(MONDAY, 6)}`)
      expect(pages.map(({ text }) => text.slice(0, 60))).toHaveLength(2)
      expect(pages.every(({ upright }) => !upright)).toBe(true)
    }
  })

  it('the Weekly Summary is one upright page, to be read without a glass', async () => {
    const pages = await printed('/reports/weekly-summary?range=lastweek')
    expect(pages).toHaveLength(1)
    expect(pages[0]?.upright).toBe(true)
    // What a file of the printer has as 7.99 is 8.
    expect(pages[0]?.smallest).toBeGreaterThan(7.95)
  })

  it('a long table has its headings on each page and its total once, at the end', async () => {
    const pages = await printed('/reports/plu-sales?range=lastweek')
    const total = await visit.page.locator('table[aria-rowcount] tfoot th').innerText()
    const [ends] = pages.flatMap(({ text }, i) => (countOf(total, text) > 0 ? [i] : []))
    expect(ends).toBeGreaterThan(0)
    expect(pages.reduce((sum, { text }) => sum + countOf(total, text), 0)).toBe(1)
    const heading = await visit.page.locator('table[aria-rowcount] thead th').nth(3).innerText()
    for (const { text } of pages.slice(0, (ends ?? 0) + 1)) expect(text).toContain(heading.replace(/\s/g, ''))
  })

  it('is drawn without an error', () => {
    expect(visit.trouble).toEqual([])
  })
})
