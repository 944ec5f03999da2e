import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { addDays, everyDay, isoWeekday, tradingMoment } from '#shared/day.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { sampleTrade, storeTrade } from '#tests/stored-trade.ts'

const NOW = new Date()
const TODAY = tradingMoment(NOW, 'Australia/Sydney', '05:00').day
const MONDAY = addDays(TODAY, -(isoWeekday(TODAY) - 1) - 7)
const DAILY = '/reports/daily-sales?range=lastweek'
const USUAL = ['Date', 'Net sales', 'vs last week', 'vs last week %', 'Customers', 'Average spend', 'Discounts']

let app: StartedApp
let visit: Visit
let elsewhere: Visit

beforeAll(async () => {
  const [started, browser] = await Promise.all([startApp(), launchBrowser()])
  app = started
  for (const { locationId, sales } of sampleTrade(everyDay(addDays(MONDAY, -7), addDays(MONDAY, 6)), NOW))
    await storeTrade(app.database, 1, locationId, sales, NOW)
  visit = await Visit.open(browser, app.url)
  elsewhere = await Visit.open(browser, app.url)
  await Promise.all([visit.signInAt(DAILY, 'owner'), elsewhere.signInUnseen('owner')])
}, 180_000)
afterEach(() => expect([visit, elsewhere].flatMap(({ trouble }) => trouble.splice(0))).toEqual([]))
afterAll(() => app.close())

const open = async (address: string): Promise<Page> => {
  await visit.walkTo(address)
  await shown(visit.page)
  return visit.page
}
const shown = (page: Page) => page.locator('[data-report][aria-busy=false] table').first().waitFor()
const heads = (page: Page) => page.locator('.ledger-table').first().locator('thead th').allInnerTexts()
/** Does something, and waits until the server has kept it. */
const kept = async (page: Page, choice: () => Promise<unknown>) => {
  await Promise.all([page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok()), choice()])
}
const columns = (page: Page) => page.getByRole('button', { name: /^Columns/ }).first()
const changesOf = (rows: Locator) =>
  rows.evaluateAll((all) => all.map((row) => Number.parseFloat((row.children[2]?.textContent ?? '').replaceAll(',', '').replace('−', '-'))))
/** Opens a figure, whose receipts add up to it. */
const proves = async (page: Page, press: Locator) => {
  await press.click()
  await page.locator('.docket .proof').waitFor()
  await expect.poll(() => page.locator('.docket .proof').getAttribute('class')).toBe('proof')
}

it('are seven until somebody chooses, in the file, on screen and on paper; the choice is had on another device, for one table alone', async () => {
  const page = await open(DAILY)
  await expect.poll(() => heads(page)).toEqual(USUAL)
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
  await page.emulateMedia({ media: null })

  await columns(page).click()
  await kept(page, () => page.getByRole('checkbox', { name: 'Sales', exact: true }).check())
  await kept(page, () => page.getByRole('checkbox', { name: 'vs last week %' }).uncheck())
  const chosen = ['Date', 'Net sales', 'vs last week', 'Sales', 'Customers', 'Average spend', 'Discounts']
  await expect.poll(() => heads(page).then((all) => [...all].sort())).toEqual([...chosen].sort())
  await elsewhere.goto(DAILY)
  await shown(elsewhere.page)
  await expect.poll(() => heads(elsewhere.page)).toEqual(await heads(page))
  // Another table has columns of its own.
  await elsewhere.page.getByRole('button', { name: 'Detail' }).click()
  await expect.poll(() => heads(elsewhere.page).then((all) => all.includes('vs last week %'))).toBe(true)
  await kept(page, () => page.getByRole('button', { name: 'Reset to main columns' }).click())
  await expect.poll(() => heads(page)).toEqual(USUAL)
  await page.keyboard.press('Escape')
})

it('where columns go on, the edge says so until one has come to it', async () => {
  const page = await open(DAILY)
  await page.setViewportSize({ width: 390, height: 844 })
  const box = page.locator('.scroll:has(> .ledger-table)').first()
  const cue = () => box.evaluate((one) => [one.hasAttribute('data-more'), one.hasAttribute('data-aside')])
  await expect.poll(cue).toEqual([true, false])
  expect(await box.evaluate((one) => getComputedStyle(one).backgroundImage)).toContain('gradient')
  await box.evaluate((one) => one.scrollTo({ left: one.scrollWidth }))
  await expect.poll(cue).toEqual([false, true])
  await page.setViewportSize({ width: 1440, height: 900 })
})

it('the table goes by the column that is pressed, the largest loss in money first', async () => {
  for (const [address, head] of [
    [DAILY, 'vs last week'],
    ['/reports/media-summary?range=lastweek', 'Change'],
  ] as const) {
    const page = await open(address)
    const table = page.locator('.ledger-table').first()
    await table.locator('thead').getByRole('button', { name: head, exact: true }).click()
    await table.locator('thead th[aria-sort=ascending]').waitFor()
    const changes = await changesOf(table.locator('tbody tr'))
    expect(changes.length).toBeGreaterThan(3)
    expect(changes).toEqual([...changes].sort((a, b) => a - b))
  }
})

it('PLU Sales has room for whole rows between head and total, everything that is known of an item in detail, and lists the invoices behind all', async () => {
  const page = await open('/reports/plu-sales?range=lastweek')
  for (const height of [777, 900]) {
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
  const items = page.getByRole('region', { name: 'Items' })
  await items.locator('thead').getByRole('button', { name: 'Change', exact: true }).click()
  await items.locator('thead th[aria-sort=ascending]').waitFor()
  const changes = await changesOf(items.locator('tbody tr[aria-rowindex]'))
  expect(changes.length).toBeGreaterThan(5)
  expect(changes[0]).toBeLessThan(0)
  expect(changes).toEqual([...changes].sort((a, b) => a - b))

  await open('/reports/plu-sales?range=lastweek')
  await expect.poll(() => heads(page).then((all) => all.length)).toBe(7)
  await page.getByRole('button', { name: 'Detail' }).click()
  await expect.poll(() => heads(page).then((all) => all.length)).toBeGreaterThan(20)
  await expect.poll(() => heads(page).then((all) => all.slice(0, 2))).toEqual(['Item', 'Location'])
  // A row is of one location, and so are the receipts that prove its figures.
  const row = items.locator('tbody tr[aria-rowindex="3"]')
  const place = await row.locator('td').first().innerText()
  expect(await row.locator('a').first().innerText()).not.toBe('')
  await proves(page, row.locator('a').first())
  await expect.poll(() => page.locator('.docket').innerText()).toContain(place)
  await page.keyboard.press('Escape')
  await proves(page, page.getByRole('button', { name: 'List invoices' }))
})

it('the first rows are drawn as bars beside what they were, the detail over its periods', async () => {
  const page = await open('/reports/breakdown?range=lastweek&dim=productgroup')
  const bars = page.getByRole('img', { name: /^Net sales, the first \d+ as bars$/ })
  await expect.poll(() => bars.locator('p').count()).toBeGreaterThan(3)
  const widths = await bars.locator('p:not(:last-of-type) i').evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one, '::before').width)))
  expect(widths).toEqual([...widths].sort((a, b) => b - a))
  await expect.poll(() => bars.innerText()).toContain('Last week')
  await page.getByRole('button', { name: 'Detail' }).click()
  await page.getByRole('figure', { name: 'Net sales' }).waitFor()
})

it('media by till end with what each location took, which its receipts prove', async () => {
  const page = await open('/reports/media-summary?range=lastweek&told=terminal')
  const sums = page.locator('.ledger-table').nth(1).locator('tbody tr.subtotal')
  const place = sums.filter({ has: page.locator('th', { hasText: /^Harbour Bar$/ }) })
  const tills = sums.filter({ has: page.locator('th', { hasText: /^Harbour Bar ·/ }) })
  await place.first().waitFor()
  const amount = (text: string) => Math.round(Number(text.replaceAll(',', '')) * 100)
  const netOf = async (row: typeof place) => (await row.locator('td:nth-child(3)').allInnerTexts()).map(amount)
  const [whole = 0] = await netOf(place)
  expect((await netOf(tills)).reduce((sum, one) => sum + one, 0)).toBe(whole)
  await proves(page, place.locator('a').first())
})

it('go with whoever chose them: signing out leaves none in the browser', async () => {
  const page = await open(DAILY)
  await columns(page).click()
  await kept(page, () => page.getByRole('button', { name: 'Show all columns' }).click())
  await expect.poll(() => heads(page).then((all) => all.length)).toBeGreaterThan(10)
  await page.keyboard.press('Escape')
  await page.locator('a[href="/membership/logout"]').first().click()
  await page.waitForURL(/membership\/logout/)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('daybook.columns'))).toBeNull()
})
