import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { SAMPLE_TILL_KEY } from '#db/demo/cast.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { LOOKS } from '#tests/looks.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'

const NOW = new Date()
const TODAY = new Date(NOW.getTime() - 3_600_000)
let app: StartedApp
let browser: Browser
let visit: Visit

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  const closed = new Date(TODAY.getTime() - 600_000).toISOString()
  for (const till of ['E1', 'E2']) await storeTrade(app.database, 1, 1, [plainSale(closed, 6000, { TerminalId: till })], NOW)
  const session = {
    SessionId: 'E1-1',
    TerminalId: 'E1',
    ZNumber: 41,
    ClerkId: '9',
    ClerkName: 'Robin Vale',
    OpenedAt: new Date(TODAY.getTime() - 3_600_000).toISOString(),
    ClosedAt: TODAY.toISOString(),
    OpeningFloat: 30_000,
  }
  const sent = await fetch(`${app.url}/api/pos/v1/control-sheets`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${SAMPLE_TILL_KEY}` },
    body: JSON.stringify({ ControlSheets: [session] }),
  })
  expect(await sent.json()).toMatchObject({ Accepted: 1 })
})
beforeEach(async () => {
  visit = await Visit.open(browser, app.url)
})
afterEach(async () => {
  await visit.close()
  expect(visit.trouble).toEqual([])
})
afterAll(() => app.close())

const row = (till: string) => visit.page.getByRole('row').filter({ hasText: `till ${till}` })
const tableOf = (name: string) => visit.page.getByRole('table', { name, exact: true })

it('a drawer is counted, signed and committed, and the list says so', async () => {
  const { page } = visit
  await visit.signInAt('/reports/control-sheets?range=thisweek', 'owner')
  await row('E1').first().getByRole('link').click()
  await page.getByLabel('How many: 100.00').fill('3')
  await page.getByLabel('How many: 50.00').fill('1')
  await page.getByLabel('How many: 10.00').fill('1')
  await page.getByRole('button', { name: 'Save the count' }).click()
  await page.getByRole('heading', { name: 'Count again' }).waitFor()
  expect(await tableOf('Expected against counted').getByRole('row').last().innerText()).toMatch(/60\.00\s+60\.00\s+0\.00/)
  expect(await tableOf('Cash').innerText()).toMatch(/Expected in the drawer\s+360\.00/)
  await page.getByRole('button', { name: 'Sign off' }).click()
  await page.getByRole('button', { name: 'Commit', exact: true }).click()
  await page.getByRole('button', { name: 'Open it again' }).waitFor()
  expect(await page.locator('main').innerText()).not.toContain('Save the count')
  await page.getByRole('link', { name: 'All control sheets' }).click()
  await expect.poll(() => row('E1').first().innerText()).toMatch(/Z 41\s+Committed\s+60\.00\s+60\.00\s+0\.00/)
})

it('what a till sold outside any session is counted from the list; above the limit somebody else signs', async () => {
  const { page } = visit
  await visit.signInAt('/reports/control-sheets?range=thisweek', 'owner')
  await row('E2').first().getByRole('button', { name: 'Count it now' }).last().click()
  await page.getByLabel('How many: 10.00').fill('x')
  await page.getByRole('button', { name: 'Save the count' }).click()
  await page.getByText('A whole number of zero or more.').waitFor()
  await page.getByLabel('How many: 10.00').fill('2')
  await page.getByRole('button', { name: 'Save the count' }).click()
  await page.getByText(/Somebody else who may sign control sheets/).waitFor()
  expect(await page.getByRole('button', { name: 'Sign off' }).count()).toBe(0)
})

it.each(LOOKS)('both screens are in order at %o', async (look) => {
  await visit.close()
  visit = await Visit.open(browser, app.url, look)
  const { page } = visit
  await visit.signInAt('/reports/control-sheets?range=thisweek', 'owner')
  await page.locator('main table').first().waitFor()
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect([await visit.axe(), await overflow()]).toEqual([[], 0])
  await visit.shoot(`control-sheets-${look.width}`)
  await page.locator('main table a').first().click()
  await page.locator('main table').nth(1).waitFor()
  expect([await visit.axe(), await overflow()]).toEqual([[], 0])
  await visit.shoot(`control-sheet-${look.width}`)
})
