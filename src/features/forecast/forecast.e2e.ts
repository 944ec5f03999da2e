import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, dayNumber, everyDay, tradingMoment } from '#shared/day.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'

const NOW = new Date()
const TODAY = tradingMoment(NOW, 'Australia/Sydney', '05:00').day
const WEEK = [300, 320, 400, 480, 900, 1100, 700]

let app: StartedApp
let browser: Browser

/** What the first location sells, up to a quarter more or less than its weekday does. */
const soldOn = (day: string): number => {
  const number = dayNumber(day)
  return Math.round((WEEK[(number + 3) % 7] as number) * (0.75 + ((number * 761) % 1000) / 2000) * 100)
}

/** The first location has traded for four months, the second for a month, and each week of the third is like the one before. */
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  const trade = (days: number) =>
    everyDay(addDays(TODAY, -days), addDays(TODAY, -1)).map((day) =>
      plainSale(`${day}T01:00:00Z`, soldOn(day), { Covers: Math.round(soldOn(day) / 2500), Table: '4', OrderType: 'DineIn' }),
    )
  await storeTrade(app.database, 1, 1, trade(120), NOW)
  await storeTrade(app.database, 1, 2, trade(30), NOW)
  const alike = everyDay(addDays(TODAY, -70), addDays(TODAY, -1)).map((day) => plainSale(`${day}T01:00:00Z`, (WEEK[(dayNumber(day) + 3) % 7] as number) * 10))
  await storeTrade(app.database, 1, 3, alike, NOW)
}, 120_000)
afterAll(async () => {
  await app.close()
})

it('shows the next 14 days, how far off it was, and how it is worked out', async () => {
  const visit = await Visit.open(browser, app.url, { height: 1100 })
  const { page } = visit
  await visit.signInAt('/membership/dashboard', 'owner')
  const part = page.locator('section', { has: page.getByRole('heading', { name: /^Next 14 days/ }) })
  // What is far down is drawn when somebody comes near it.
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 2_000)
      return part.count()
    })
    .toBe(1)
  await part.scrollIntoViewIfNeeded()
  await part.getByRole('img', { name: 'Net sales expected on each of the next 14 days' }).waitFor()
  const off = /Over the last 28 days, the forecast was off by [\d.]+ % a day\. The same weekday last week was off by [\d.]+ %\./
  await expect.poll(() => part.innerText()).toMatch(off)
  await expect.poll(() => part.innerText()).toContain('30 days of sales. A forecast needs 56 days.')
  await part.getByRole('button', { name: 'Table', exact: true }).click()
  const rows = part.getByRole('table').locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(15)
  await expect.poll(() => part.getByRole('columnheader', { name: 'Cellar Door (Same weekday last week)' }).count()).toBe(1)
  await part.getByRole('button', { name: 'Covers', exact: true }).click()
  await expect.poll(() => part.getByRole('columnheader', { name: 'Covers booked' }).count()).toBe(1)
  await part.getByRole('button', { name: 'How the forecast is worked out' }).click()
  await page.getByText('Holt–Winters').waitFor()
  expect(visit.trouble).toEqual([])
  await visit.close()
})
