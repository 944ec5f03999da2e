import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_TILL_KEY } from '#db/demo/cast.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale } from '#tests/stored-trade.ts'

const HERE = '/membership/dashboard'
/** From a sale to the screen. */
const SOON = { timeout: 2_000, interval: 50 }

let app: StartedApp
let browser: Browser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
}, 120_000)
afterAll(() => app.close())

/** Sells as the sample's till does, each time a sale of its own: a try after a failed one sells again. */
const sell = async (cents: number) => {
  const SaleId = `live-${randomUUID()}`
  const sale = plainSale(new Date().toISOString(), cents, { SaleId })
  const answer = await fetch(`${app.url}/api/pos/v1/sales`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SAMPLE_TILL_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ BatchId: SaleId, Sales: [sale] }),
  })
  expect(await answer.json()).toMatchObject({ Accepted: 1 })
}

it('a sale is on the screen within two seconds, and the page is not loaded again', async () => {
  const visit = await Visit.open(browser, app.url, { height: 1400 })
  await visit.signInAt(HERE, 'owner')
  const { page } = visit
  const net = page.getByRole('group', { name: 'Net sales', exact: true }).locator('.fig')
  await page.locator('[data-live=true]').waitFor()
  await expect.poll(() => net.innerText()).toMatch(/\d/)
  const before = Number(await net.getAttribute('data-value'))
  await page.evaluate(() => Object.assign(window, { stillHere: true }))
  await sell(12_345)
  await expect.poll(() => net.getAttribute('data-value'), SOON).toBe(String(Math.round(before * 100 + 12_345) / 100))
  await expect.poll(() => page.locator('[data-live]').innerText()).toMatch(/^Live · last sale \d\d:\d\d, Harbour Bar$/)
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true)
  expect(visit.trouble).toEqual([])
  await visit.close()
}, 60_000)

it('a tab that nobody looks at does not listen, and has what it missed when it is looked at again', async () => {
  const visit = await Visit.open(browser, app.url, { height: 1400 })
  await visit.signInAt(HERE, 'owner')
  const { page } = visit
  const net = page.getByRole('group', { name: 'Net sales', exact: true }).locator('.fig')
  await page.locator('[data-live=true]').waitFor()
  const look = (visibility: 'hidden' | 'visible') =>
    page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
      document.dispatchEvent(new Event('visibilitychange'))
    }, visibility)
  await expect.poll(() => net.innerText()).toMatch(/\d/)
  const before = Number(await net.getAttribute('data-value'))
  await look('hidden')
  await sell(5_000)
  await page.waitForTimeout(2_500)
  expect(Number(await net.getAttribute('data-value'))).toBe(before)
  await look('visible')
  await expect.poll(() => net.getAttribute('data-value'), SOON).toBe(String(Math.round(before * 100 + 5_000) / 100))
  await visit.close()
}, 60_000)

it('says so where nothing is heard, and shows the figures all the same', async () => {
  const visit = await Visit.open(browser, app.url, { width: 390, height: 900 })
  await visit.page.route('**/api/sales/live', (route) => route.abort())
  await visit.signInAt(HERE, 'owner')
  await visit.page.getByText('Live updates are interrupted. Figures are refreshed every minute.').first().waitFor()
  await expect.poll(() => visit.page.getByRole('group', { name: 'Net sales', exact: true }).locator('.fig').innerText()).toMatch(/\d/)
  await visit.close()
}, 60_000)
