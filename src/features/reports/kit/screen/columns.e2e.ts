import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { addDays, everyDay, isoWeekday, tradingMoment } from '#shared/day.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit, type WindowOptions } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { sampleTrade, storeTrade } from '#tests/stored-trade.ts'

const NOW = new Date()
const TODAY = tradingMoment(NOW, 'Australia/Sydney', '05:00').day
const MONDAY = addDays(TODAY, -(isoWeekday(TODAY) - 1) - 7)
const DAILY = '/reports/daily-sales?range=lastweek'
const USUAL = ['Date', 'Net sales', 'vs last week', 'vs last week %', 'Customers', 'Average spend', 'Discounts']

let app: StartedApp
let browser: Browser
let visits: Visit[] = []

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  for (const { locationId, sales } of sampleTrade(everyDay(addDays(MONDAY, -7), TODAY), NOW)) await storeTrade(app.database, 1, locationId, sales, NOW)
}, 180_000)
afterEach(async () => {
  const trouble = visits.flatMap((visit) => visit.trouble)
  for (const visit of visits) await visit.close()
  visits = []
  expect(trouble).toEqual([])
})
afterAll(async () => {
  await app.close()
})

const opened = async (address: string, userName = 'owner', options: WindowOptions = {}) => {
  const visit = await Visit.open(browser, app.url, options)
  visits.push(visit)
  await visit.signInAt(address, userName)
  await shown(visit.page)
  return visit
}
const shown = (page: Page) => page.locator('[data-report][aria-busy=false] table').first().waitFor()
const heads = (page: Page) => page.locator('.ledger-table').first().locator('thead th').allInnerTexts()
/** Does something, and waits until the server has kept it. */
const kept = async (page: Page, choice: () => Promise<unknown>) => {
  await Promise.all([page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok()), choice()])
}
const columns = (page: Page) => page.getByRole('button', { name: /^Columns/ }).first()

it('are seven until somebody chooses; the choice is had on another device, and by nobody else', async () => {
  const { page } = await opened(DAILY)
  expect(await heads(page)).toEqual(USUAL)
  await columns(page).click()
  await kept(page, () => page.getByRole('checkbox', { name: 'Sales', exact: true }).check())
  await kept(page, () => page.getByRole('checkbox', { name: 'vs last week %' }).uncheck())
  const chosen = ['Date', 'Net sales', 'vs last week', 'Sales', 'Customers', 'Average spend', 'Discounts']
  await expect.poll(() => heads(page).then((all) => [...all].sort())).toEqual([...chosen].sort())
  const [elsewhere, another] = await Promise.all([opened(DAILY), opened(DAILY, 'manager')])
  await expect.poll(() => heads(elsewhere.page)).toEqual(await heads(page))
  expect(await heads(another.page)).toEqual(USUAL)
  // Another table has columns of its own.
  await elsewhere.page.getByRole('button', { name: 'Detail' }).click()
  await expect.poll(() => heads(elsewhere.page).then((all) => all.includes('vs last week %'))).toBe(true)
  await kept(page, () => page.getByRole('button', { name: 'Reset to main columns' }).click())
  await expect.poll(() => heads(page)).toEqual(USUAL)
})

it('go with whoever chose them: signing out leaves none in the browser', async () => {
  const { page } = await opened(DAILY)
  await columns(page).click()
  await kept(page, () => page.getByRole('button', { name: 'Show all columns' }).click())
  await expect.poll(() => heads(page).then((all) => all.length)).toBeGreaterThan(10)
  await page.keyboard.press('Escape')
  await page.locator('a[href="/membership/logout"]').first().click()
  await page.waitForURL(/membership\/logout/)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('daybook.columns'))).toBeNull()
  const { page: again } = await opened(DAILY)
  await columns(again).click()
  await kept(again, () => again.getByRole('button', { name: 'Reset to main columns' }).click())
})

it('are in the file as they are on screen, or all of them, and on paper as on screen', async () => {
  const { page } = await opened(DAILY)
  const saved = async (name: RegExp) => {
    await page.getByRole('button', { name: 'Share' }).click()
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name }).click()])
    const [header = ''] = readFileSync(await download.path(), 'utf8')
      .replace(/^\uFEFF/, '')
      .split('\r\n')
    return header.split(',')
  }
  expect(await saved(/CSV.*7 columns on screen/)).toEqual(USUAL)
  expect((await saved(/CSV.*All columns/)).length).toBeGreaterThan(10)
  await page.emulateMedia({ media: 'print' })
  expect(await heads(page)).toEqual(USUAL)
  expect(await columns(page).isVisible()).toBe(false)
})

it('the largest loss in money is first after one press', async () => {
  const { page } = await opened('/reports/plu-sales?range=lastweek')
  const items = page.getByRole('region', { name: 'Items' })
  await items.locator('thead').getByRole('button', { name: 'Change', exact: true }).click()
  await items.locator('thead th[aria-sort=ascending]').waitFor()
  const changes = await items
    .locator('tbody tr[aria-rowindex]')
    .evaluateAll((rows) => rows.map((row) => Number.parseFloat((row.children[2]?.textContent ?? '').replaceAll(',', '').replace('−', '-'))))
  expect(changes.length).toBeGreaterThan(5)
  expect(changes[0]).toBeLessThan(0)
  expect(changes).toEqual([...changes].sort((a, b) => a - b))
})

it.each([
  ['Daily Sales', DAILY, 'vs last week'],
  ['Media Summary', '/reports/media-summary?range=lastweek', 'Change'],
])('the table of %s goes by the column that is pressed', async (_report, address, head) => {
  const { page } = await opened(address)
  const table = page.locator('.ledger-table').first()
  await table.locator('thead').getByRole('button', { name: head, exact: true }).click()
  await table.locator('thead th[aria-sort=ascending]').waitFor()
  const changes = await table
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => Number.parseFloat((row.children[2]?.textContent ?? '').replaceAll(',', '').replace('−', '-'))))
  expect(changes.length).toBeGreaterThan(3)
  expect(changes).toEqual([...changes].sort((a, b) => a - b))
})

it('between head and total there is room for whole rows', async () => {
  const { page } = await opened('/reports/plu-sales?range=lastweek')
  for (const height of [900, 777]) {
    await page.setViewportSize({ width: 1440, height })
    const cut = () =>
      page.locator('table[aria-rowcount]').evaluate((table) => {
        const total = table.querySelector('tfoot')?.getBoundingClientRect().top ?? 0
        return [...table.querySelectorAll('tbody tr[aria-rowindex]')]
          .map((row) => row.getBoundingClientRect())
          .filter(({ top, bottom }) => top < total - 1 && bottom > total + 1).length
      })
    await expect.poll(cut).toBe(0)
  }
})

it('PLU Sales has everything that is known of an item in detail, and lists the invoices behind all of them', async () => {
  const { page } = await opened('/reports/plu-sales?range=lastweek')
  expect((await heads(page)).length).toBe(7)
  await page.getByRole('button', { name: 'Detail' }).click()
  await expect.poll(() => heads(page).then((all) => all.length)).toBeGreaterThan(20)
  const items = page.getByRole('region', { name: 'Items' })
  await expect.poll(() => heads(page).then((all) => all.slice(0, 2))).toEqual(['Item', 'Location'])
  // A row is of one location, and so are the receipts that prove its figures.
  const row = items.locator('tbody tr[aria-rowindex="3"]')
  const place = await row.locator('td').first().innerText()
  const told = row.locator('a').first()
  const figure = await told.innerText()
  await told.click()
  await page.locator('.docket .proof').waitFor()
  await expect.poll(() => page.locator('.docket .proof').getAttribute('class')).toBe('proof')
  await expect.poll(() => page.locator('.docket').innerText()).toContain(place)
  expect(figure).not.toBe('')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'List invoices' }).click()
  await page.locator('.docket .proof').waitFor()
  await expect.poll(() => page.locator('.docket .proof').getAttribute('class')).toBe('proof')
})

it('where columns go on, the edge says so until one has come to it', async () => {
  const { page } = await opened(DAILY, 'owner', { width: 390, height: 844 })
  const box = page.locator('.scroll:has(> .ledger-table)').first()
  const cue = () => box.evaluate((one) => [one.hasAttribute('data-more'), one.hasAttribute('data-aside')])
  await expect.poll(cue).toEqual([true, false])
  expect(await box.evaluate((one) => getComputedStyle(one).backgroundImage)).toContain('gradient')
  await box.evaluate((one) => one.scrollTo({ left: one.scrollWidth }))
  await expect.poll(cue).toEqual([false, true])
})

it('the first rows are drawn as bars beside what they were, the detail over its periods', async () => {
  const { page } = await opened('/reports/breakdown?range=lastweek&dim=productgroup')
  const bars = page.getByRole('img', { name: /^Net sales, the first \d+ as bars$/ })
  expect(await bars.locator('p').count()).toBeGreaterThan(3)
  const widths = await bars.locator('p:not(:last-of-type) i').evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one, '::before').width)))
  expect(widths).toEqual([...widths].sort((a, b) => b - a))
  await expect.poll(() => bars.innerText()).toContain('Last week')
  await page.getByRole('button', { name: 'Detail' }).click()
  await page.getByRole('figure', { name: 'Net sales' }).waitFor()
})

it('media by till end with what each location took, which its receipts prove', async () => {
  const { page } = await opened('/reports/media-summary?range=lastweek&told=terminal')
  const sums = page.locator('.ledger-table').nth(1).locator('tbody tr.subtotal')
  const place = sums.filter({ has: page.locator('th', { hasText: /^Harbour Bar$/ }) })
  const tills = sums.filter({ has: page.locator('th', { hasText: /^Harbour Bar ·/ }) })
  const amount = async (text: string) => Math.round(Number(text.replaceAll(',', '')) * 100)
  const netOf = async (row: typeof place) => Promise.all((await row.locator('td:nth-child(3)').allInnerTexts()).map(amount))
  const [whole = 0] = await netOf(place)
  expect((await netOf(tills)).reduce((sum, one) => sum + one, 0)).toBe(whole)
  await place.locator('a').first().click()
  await page.locator('.docket .proof').waitFor()
  await expect.poll(() => page.locator('.docket .proof').getAttribute('class')).toBe('proof')
})
