import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, everyDay, isoWeekday, tradingMoment } from '#shared/day.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { chosen, figuresFrom, type OracleSale, readSales } from '#tests/sales-oracle.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { sampleTrade, storeTrade } from '#tests/stored-trade.ts'

const NOW = new Date()
const TODAY = tradingMoment(NOW, 'Australia/Sydney', '05:00').day
const MONDAY = addDays(TODAY, -(isoWeekday(TODAY) - 1) - 7)
const SUNDAY = addDays(MONDAY, 6)

let app: StartedApp
let browser: Browser
let sales: OracleSale[]

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  for (const { locationId, sales: trade } of sampleTrade(everyDay(addDays(MONDAY, -7), SUNDAY), NOW)) await storeTrade(app.database, 1, locationId, trade, NOW)
  sales = await readSales(app.databaseUrl, 1)
}, 180_000)
afterAll(async () => {
  await app.close()
})

const money = (value: number) => value.toLocaleString('en-AU', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).replace('-', '−')
const shown = async (page: Page) => {
  await page.locator('[data-report][aria-busy=false]').waitFor()
  await page.locator('[data-report] > ul').waitFor()
}
const proved = async (page: Page, figure: string) => {
  await page.locator('.docket .proof').waitFor()
  await expect.poll(() => page.locator('.docket .proof').getAttribute('class')).toBe('proof')
  await expect.poll(() => page.locator('.docket .proof').innerText()).toContain(`$${figure}, the figure you opened.`)
  await page.keyboard.press('Escape')
  await page.locator('.docket').waitFor({ state: 'detached' })
}

describe('the days, the week and the media, read by the owner', () => {
  let visit: Visit
  const page = () => visit.page
  beforeAll(async () => {
    visit = await Visit.open(browser, app.url, { height: 1100 })
    await visit.signInAt('/preferences', 'owner')
  })
  afterAll(() => visit.close())

  it('Daily Sales shows each day to the cent, and a day opens the receipts that prove it', async () => {
    await visit.walkTo('/reports/daily-sales?range=lastweek')
    await shown(page())
    const rows = page().locator('.ledger-table tbody tr')
    await expect.poll(() => rows.count()).toBe(7)
    for (const [i, day] of everyDay(MONDAY, SUNDAY).entries()) {
      const { Net } = figuresFrom(chosen(sales, { from: day, to: day }))
      await expect.poll(() => rows.nth(i).locator('td a').first().innerText()).toBe(money(Net))
    }
    await page().locator('table:not(.ledger-table) td a').nth(2).click()
    const wednesday = addDays(MONDAY, 2)
    await proved(page(), money(figuresFrom(chosen(sales, { from: wednesday, to: wednesday })).Net))
    for (const width of [390, 1440]) {
      await page().setViewportSize({ width, height: 1100 })
      await expect.poll(() => changesBelowFigure(page())).toBe(true)
    }
    await page().getByRole('button', { name: 'Detail' }).click()
    await page().locator('.ledger-table tbody tr').nth(20).waitFor()
  })

  it('the Weekly Summary adds the days up, and a media opens its receipts', async () => {
    await visit.walkTo('/reports/weekly-summary?range=lastweek')
    await shown(page())
    const row = page()
      .locator('main table tr', { has: page().locator('th', { hasText: /^Net sales/ }) })
      .first()
    const { Net, Takings } = figuresFrom(chosen(sales, { from: MONDAY, to: SUNDAY }))
    await expect.poll(() => row.locator('td').nth(7).innerText()).toBe(money(Net))
    await expect.poll(() => page().locator('tbody[data-block=media] tr').last().locator('td').nth(7).innerText()).toBe(money(Takings))
    const media = page().locator('tbody[data-block=media] tr').nth(1).locator('td').nth(7).locator('a')
    const figure = await media.innerText()
    await media.click()
    await proved(page(), figure)
    // Of the first group on the second day, and of it in the week.
    const group = page().locator('main table tbody').nth(1).locator('tr').nth(1)
    for (const cell of [group.locator('td').nth(1), group.locator('td').nth(7)]) {
      const told = await cell.innerText()
      await cell.locator('a').click()
      await proved(page(), told)
    }
  })

  it('the Weekly Summary prints on one page', async () => {
    const pdf = await page().pdf({ preferCSSPageSize: true })
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)
  })

  it('the Media Summary ends on the takings, and tells media by till', async () => {
    await visit.walkTo('/reports/media-summary?range=lastweek')
    await shown(page())
    const { Takings } = figuresFrom(chosen(sales, { from: MONDAY, to: SUNDAY }))
    await expect.poll(() => page().locator('[data-report] .proof').innerText()).toContain(`$${money(Takings)}`)
    await page().getByRole('button', { name: 'How net paid is calculated' }).click()
    await expect.poll(() => page().locator('.popover').innerText()).toContain(`cash-out = ${money(Takings)}`)
    await page().keyboard.press('Escape')
    const cell = page().locator('.ledger-table').nth(1).locator('tbody tr').first().locator('a')
    const figure = await cell.innerText()
    await cell.click()
    await proved(page(), figure)
    await page().getByRole('button', { name: 'Till', exact: true }).click()
    await page().locator('.ledger-table').nth(1).locator('thead th', { hasText: 'Till' }).waitFor()
    const till = page().locator('.ledger-table').nth(1).locator('tbody tr').first().locator('a')
    const paid = await till.innerText()
    await till.click()
    await proved(page(), paid)
  })

  it('where nothing was sold, each names the last sale and leads there', async () => {
    for (const report of ['daily-sales', 'weekly-summary', 'media-summary']) {
      await visit.walkTo(`/reports/${report}?range=2020-01-01..2020-01-07`)
      await page().locator('.state-page .btn').click()
      await page().locator('[data-report] table').first().waitFor()
    }
    expect(visit.trouble).toEqual([])
  })
})

/** Whether what stands beneath the largest figure begins where the figure ends, and not on it. */
const changesBelowFigure = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const place = (part: string) => document.querySelector(`.figures > .hero ${part}`)?.getBoundingClientRect()
    return (place('.delta')?.top ?? 0) >= (place('.fig')?.bottom ?? 0) - 1
  })
