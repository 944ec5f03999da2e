import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'

const NOW = new Date()
let app: StartedApp
let browser: Browser
let visit: Visit

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  const closed = new Date(NOW.getTime() - 2 * 86_400_000).toISOString()
  // Many ways of paying make a long day.
  const tender = (i: number) => ({ Tenders: [{ Method: 'Card', Name: `Card ${i}`, Amount: 6000 }] })
  const sales = Array.from({ length: 14 }, (_, i) => plainSale(closed, 6000, { TerminalId: 'J1', ...tender(i) }))
  await storeTrade(app.database, 1, 1, sales, NOW)
})
beforeEach(async () => {
  visit = await Visit.open(browser, app.url)
})
afterEach(async () => {
  await visit.close()
  expect(visit.trouble).toEqual([])
})
afterAll(() => app.close())

const day = () => new Date(NOW.getTime() - 4 * 86_400_000).toISOString().slice(0, 10)
const address = () => `/reports/journal?range=${day()}..${NOW.toISOString().slice(0, 10)}`

it('a day is opened, its journal balances, and the days are exported once', async () => {
  const { page } = visit
  await visit.signInAt(address(), 'owner')
  await page.getByRole('table', { name: 'Trading days' }).getByRole('link').last().click()
  const sums = await page.getByRole('dialog').getByRole('row').last().innerText()
  expect(sums).toMatch(/Total AUD\s+([\d.,]+)\s+\1/)
  const pdf = await page.pdf({ preferCSSPageSize: true })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)
  await page.keyboard.press('Escape')
  await page.getByLabel('Include days with uncounted drawers').check()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'For MYOB' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^journal-myob-.*\.txt$/)
  await expect.poll(() => page.getByRole('table', { name: 'Exports' }).getByRole('row').count()).toBe(2)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'For MYOB' }).click()
  await page.getByText('There is nothing new to export.', { exact: true }).waitFor()
})

it('an account without a code is marked and not saved; with one it is', async () => {
  const { page } = visit
  await visit.signInAt('/venue/accounts', 'owner')
  await page.getByLabel('Code: Tips').fill('')
  await page.getByRole('button', { name: 'Save accounts' }).click()
  await page.getByText('Enter the code of this account.').waitFor()
  await page.getByLabel('Code: Tips').fill('853')
  await page.getByRole('button', { name: 'Save accounts' }).click()
  await page.getByText('The accounts have been saved.').waitFor()
  await page.reload()
  await expect.poll(() => page.getByLabel('Code: Tips').inputValue()).toBe('853')
})
