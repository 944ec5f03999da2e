import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, everyDay, isoWeekday, tradingMoment } from '#shared/day.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, sampleTrade, storeTrade } from '#tests/stored-trade.ts'

const NOW = new Date()
const TODAY = tradingMoment(NOW, 'Australia/Sydney', '05:00').day
const MONDAY = addDays(TODAY, -(isoWeekday(TODAY) - 1) - 7)
const WEDNESDAY = addDays(MONDAY, 2)
const FRIDAY = addDays(MONDAY, 4)

let app: StartedApp
let browser: Browser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  // Known while they were traded; what comes now comes late.
  const then = new Date(`${MONDAY}T00:00:00Z`)
  for (const { locationId, sales } of sampleTrade(everyDay(MONDAY, addDays(MONDAY, 6)), NOW)) await storeTrade(app.database, 1, locationId, sales, then)
  const late = (day: string, cents: number) => plainSale(`${day}T20:00:00Z`, cents)
  // Seven in the morning in Sydney: the day after has begun.
  await storeTrade(app.database, 1, 1, [late(addDays(WEDNESDAY, -1), 700), late(addDays(WEDNESDAY, -1), 500)], NOW)
  await storeTrade(app.database, 1, 2, [late(addDays(WEDNESDAY, -1), 1050)], NOW)
  await storeTrade(app.database, 1, 2, [late(addDays(FRIDAY, -1), 300)], NOW)
}, 180_000)
afterAll(async () => {
  await app.close()
})

const shown = async (page: Page) => {
  await page.locator('[data-report][aria-busy=false]').waitFor()
  await page.locator('[data-report] > ul').waitFor()
}
const rowOf = (page: Page, at: number) => page.locator('.ledger-table tbody tr').nth(at)

describe('days that changed after they closed, read by the owner', () => {
  let visit: Visit
  const page = () => visit.page
  beforeAll(async () => {
    visit = await Visit.open(browser, app.url, { height: 1100 })
    await visit.signInAt('/preferences', 'owner')
  })
  afterAll(() => visit.close())

  it('Daily Sales marks the day in the calendar and in the list, and tells how it changed', async () => {
    await visit.walkTo('/reports/daily-sales?range=lastweek&cols=all')
    await shown(page())
    await expect.poll(() => page().locator('.ledger-table thead').innerText()).toContain('Late amount')
    await expect.poll(() => rowOf(page(), 2).locator('th').innerText()).toMatch(/3 late$/)
    await expect.poll(() => rowOf(page(), 2).innerText()).toContain('22.50')
    await expect.poll(() => page().locator('.ledger-table tbody th button').count()).toBe(2)
    await expect.poll(() => page().locator('table:not(.ledger-table) td a').nth(2).getAttribute('aria-label')).toContain('3 changes, +$22.50, latest')
    await expect.poll(() => page().locator('table:not(.ledger-table) small > span').allInnerTexts()).toEqual(['3 late', '1 late'])
    await rowOf(page(), 2).getByRole('button', { name: '3 late: 3 changes, +$22.50' }).click()
    await expect.poll(() => page().locator('.popover').innerText()).toContain('3 changes, +$22.50, latest')
    await page().keyboard.press('Escape')
    await page().getByRole('button', { name: 'Detail' }).click()
    await expect.poll(() => page().locator('.ledger-table tbody th button').allInnerTexts()).toEqual(['2 late', '1 late', '1 late'])
  })

  it('the Weekly Summary marks the head of the day, and says beneath how it changed', async () => {
    await visit.walkTo('/reports/weekly-summary?range=lastweek')
    await shown(page())
    await expect.poll(() => page().locator('main table thead th').nth(3).innerText()).toMatch(/3 late$/)
    await expect.poll(() => page().locator('[data-report]').innerText()).toContain('3 changes, +$22.50, latest')
    const pdf = await page().pdf({ preferCSSPageSize: true })
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)
  })

  it('the Sales Summary says in one line how many days, and each leads to its Daily Sales', async () => {
    await visit.walkTo('/reports/sales?range=lastweek&loc=2')
    await shown(page())
    const line = page().locator('[data-report] > details')
    await expect.poll(() => line.locator('summary').innerText()).toContain('2 days changed after they closed')
    await line.locator('summary').click()
    await expect.poll(() => line.locator('li').count()).toBe(2)
    await expect.poll(() => line.locator('li').last().innerText()).toContain('1 change, +$10.50, latest')
    await line.locator('li a').last().click()
    await expect.poll(() => page().locator('.ledger-table').count()).toBe(1)
    await expect.poll(() => [visit.path(), new URL(page().url()).search]).toEqual(['/reports/daily-sales', `?range=${WEDNESDAY}&loc=2`])
    await expect.poll(() => page().locator('.ledger-table tbody th button').innerText()).toBe('1 late')
  })

  it('nothing is said where nothing came late', async () => {
    for (const [report, drawn] of [
      ['daily-sales', '.ledger-table'],
      ['weekly-summary', 'main table'],
      ['sales', '.bar-head'],
    ]) {
      await visit.walkTo(`/reports/${report}?range=${MONDAY}&loc=3`)
      await shown(page())
      await page().locator(`${drawn}`).first().waitFor()
      const said = page()
        .getByText(/^\d+ late$/)
        .or(page().locator('[data-report] > details'))
      expect([report, await said.count()]).toEqual([report, 0])
    }
  })

  it('is drawn without an error and without anything the content policy refuses', () => expect(visit.trouble).toEqual([]))
})
