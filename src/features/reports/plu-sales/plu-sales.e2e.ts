import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeDaysOfVenue } from '#features/sums/closed-days.job.ts'
import { addDays, everyDay, isoWeekday, tradingMoment } from '#shared/day.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { sampleTrade, storeTrade } from '#tests/stored-trade.ts'

const NOW = new Date()
const TODAY = tradingMoment(NOW, 'Australia/Sydney', '05:00').day
const MONDAY = addDays(TODAY, -(isoWeekday(TODAY) - 1) - 7)

let app: StartedApp
let browser: Browser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  for (const { locationId, sales } of sampleTrade(everyDay(MONDAY, addDays(MONDAY, 6)), NOW)) await storeTrade(app.database, 1, locationId, sales, NOW)
  await closeDaysOfVenue(app.database, 1, NOW)
}, 180_000)
afterAll(async () => {
  await app.close()
})

describe('PLU Sales, read by the owner', () => {
  let visit: Visit
  beforeAll(async () => {
    visit = await Visit.open(browser, app.url, { height: 1000 })
    await visit.signInAt('/reports/plu-sales?range=lastweek', 'owner')
    await visit.page.locator('[data-report][aria-busy=false] section:has(> table[aria-rowcount])').waitFor()
  })
  afterAll(() => visit.close())

  it('is a table that says how many rows it has, and which is which', async () => {
    const table = visit.page.locator('table[aria-rowcount]')
    const all = Number(await table.getAttribute('aria-rowcount'))
    expect(all).toBeGreaterThan(20)
    await expect.poll(() => table.locator('thead tr').getAttribute('aria-rowindex')).toBe('1')
    await expect.poll(() => table.locator('tbody tr[aria-rowindex]').first().getAttribute('aria-rowindex')).toBe('2')
    await expect.poll(() => table.locator('tfoot tr').getAttribute('aria-rowindex')).toBe(String(all))
  })

  it('at a time of day leads to the receipts of that time of day, which prove it', async () => {
    const { page } = visit
    await visit.walkTo('/reports/plu-sales?range=lastweek&part=Dinner')
    await page.locator('[data-report][aria-busy=false] section:has(> table[aria-rowcount])').waitFor()
    const cell = page.locator('table[aria-rowcount] tbody tr[aria-rowindex="2"] a').first()
    await cell.click()
    await page.locator('.docket .proof').waitFor()
    await expect.poll(() => page.locator('.docket .proof').getAttribute('class')).toBe('proof')
    const hours = await page.locator('.docket tbody tr td:first-child').allInnerTexts()
    expect([...new Set(hours.map((time) => time.slice(0, 2)))].every((hour) => ['17', '18', '19', '20'].includes(hour))).toBe(true)
    await visit.walkTo('/reports/plu-sales?range=lastweek')
    await page.locator('[data-report][aria-busy=false] section:has(> table[aria-rowcount])').waitFor()
  })

  it('scrolled far at once, the last rows are there by their numbers, and lead to their receipts as soon as they rest', async () => {
    const { page } = visit
    const all = Number(await page.locator('table[aria-rowcount]').getAttribute('aria-rowcount'))
    const box = page.locator('section:has(> table[aria-rowcount])')
    await box.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
    const last = page.locator(`table[aria-rowcount] tbody tr[aria-rowindex="${all - 1}"]`)
    await last.locator('a').first().waitFor()
    // The name stays beside what one has scrolled to.
    await box.evaluate((element) => element.scrollTo({ left: 300 }))
    const left = async () => Math.round(((await last.locator('th').boundingBox())?.x ?? -1) - ((await box.boundingBox())?.x ?? -1))
    await expect.poll(left).toBe(0)
    await box.evaluate((element) => element.scrollTo({ top: 0, left: 0 }))
    await page.locator('table[aria-rowcount] tbody tr[aria-rowindex="2"] a').first().waitFor()
  })

  it('sorts by a column, largest first and then smallest', async () => {
    const { page } = visit
    const header = page.locator('table[aria-rowcount] thead th', { hasText: 'Net qty' })
    await header.locator('button').click()
    await page.locator('table[aria-rowcount] thead th[aria-sort=descending]', { hasText: 'Net qty' }).waitFor()
    const column = await page
      .locator('table[aria-rowcount] thead th')
      .evaluateAll((cells) => cells.findIndex((cell) => cell.textContent?.startsWith('Net qty')))
    const values = await page
      .locator('table[aria-rowcount] tbody tr[aria-rowindex]')
      .evaluateAll((rows, at) => rows.map((row) => Number(row.children[at]?.textContent?.replaceAll(',', '').replace('−', '-'))), column)
    expect(values).toEqual([...values].sort((a, b) => b - a))
    expect(page.url()).toContain('sort=-Quantity')
  })

  it('opens a figure to the receipts that prove it', async () => {
    const { page } = visit
    const cell = page.locator('table[aria-rowcount] tbody tr[aria-rowindex="2"] a[href*="plu="]:not([href*="fig="])').first()
    const figure = await cell.innerText()
    await cell.click()
    await page.locator('.docket .proof').waitFor()
    await expect.poll(() => page.locator('.docket .proof').getAttribute('class')).toBe('proof')
    await expect.poll(() => page.locator('.docket .proof').innerText()).toContain(figure)
    await page.keyboard.press('Escape')
    await page.locator('.docket').waitFor({ state: 'detached' })
  })

  it('finds an item by what is typed, and says so where there is none', async () => {
    const { page } = visit
    const name = await page.locator('table[aria-rowcount] tbody th').nth(3).innerText()
    await page.getByRole('searchbox').fill(name)
    await page.waitForURL((url) => url.searchParams.get('q') === name)
    await page.locator('[data-report][aria-busy=false] table[aria-rowcount] tbody th', { hasText: name }).first().waitFor()
    await page.getByRole('searchbox').fill('nothing is called so')
    await page.getByRole('link', { name: 'Show all items' }).click()
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('')
    await page.locator('[data-report][aria-busy=false] section:has(> table[aria-rowcount])').waitFor()
    // What was typed before does not come back once the typing would have rested.
    await page.waitForTimeout(600)
    expect(new URL(page.url()).searchParams.get('q')).toBeNull()
  })

  it('on a phone the first columns are in sight', async () => {
    await visit.page.setViewportSize({ width: 390, height: 844 })
    const heads = visit.page.locator('table[aria-rowcount] thead th')
    await expect.poll(async () => (await heads.allInnerTexts()).slice(0, 4)).toEqual(['Item', 'Net sales', 'Change', 'Change %'])
    const furthest = async () => Math.max(...(await heads.evaluateAll((cells) => cells.slice(0, 4).map((cell) => cell.getBoundingClientRect().right))))
    await expect.poll(furthest).toBeLessThanOrEqual(390)
    expect(visit.trouble).toEqual([])
  })
})
