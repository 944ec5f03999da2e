import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { SAMPLE_TILL_KEY } from '#db/demo/cast.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'

const NOW = new Date()
// In the middle of a trading day, whatever the hour: a session and its sales belong to one.
const CLOSED = new Date(`${new Date(NOW.getTime() - 86_400_000).toISOString().slice(0, 10)}T03:00:00Z`)
const DAY = CLOSED.toISOString().slice(0, 10)
const BRIDGE = `/reports/media-summary/bridge?range=${DAY}&loc=1`
let app: StartedApp
let visit: Visit

beforeAll(async () => {
  const [started, browser] = await Promise.all([startApp(), launchBrowser()])
  app = started
  const sold = new Date(CLOSED.getTime() - 600_000).toISOString()
  for (const till of ['E1', 'E2']) await storeTrade(app.database, 1, 1, [plainSale(sold, 6000, { TerminalId: till })], NOW)
  // As many kinds of payment as a page has to hold.
  for (const Method of ['Card', 'Account', 'Voucher', 'Online', 'Points'] as const)
    await storeTrade(app.database, 1, 1, [plainSale(sold, 9000, { TerminalId: 'E1', Tenders: [{ Method, Amount: 9000 }] })], NOW)
  const session = {
    SessionId: 'E1-1',
    TerminalId: 'E1',
    OpenedAt: new Date(CLOSED.getTime() - 3_600_000).toISOString(),
    ClosedAt: CLOSED.toISOString(),
    OpeningFloat: 30_000,
    Counts: [{ At: CLOSED.toISOString(), Media: [{ Method: 'Cash', Amount: 35_750 }] }],
  }
  const sent = await fetch(`${app.url}/api/pos/v1/control-sheets`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${SAMPLE_TILL_KEY}` },
    body: JSON.stringify({ ControlSheets: [session] }),
  })
  expect(await sent.json()).toMatchObject({ Accepted: 1 })
  visit = await Visit.open(browser, app.url)
  await visit.signInAt(`/reports/media-summary?range=${DAY}`, 'owner')
})
afterEach(() => expect(visit.trouble).toEqual([]))
afterAll(() => app.close())

it('the bridge is reached from the Media Summary, is printed on one page, and leads back', async () => {
  const { page } = visit
  await page.getByRole('heading', { name: /System and declared/ }).waitFor()
  await page.getByRole('link', { name: 'Bridge', exact: true }).click()
  await page.getByRole('heading', { name: /From the till to the bank/ }).waitFor()
  await visit.walkTo(BRIDGE)
  await page.locator('[data-report][aria-busy=false]').getByRole('table', { name: 'By media' }).waitFor()
  const pages = (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page\b/g)
  expect(pages).toHaveLength(1)
  await page.getByRole('link', { name: 'By media', exact: true }).click()
  await page.getByRole('heading', { name: /All media/ }).waitFor()
})

it('a step opens its control sheets, which add up to it, and a till that is not counted is named and hatched', async () => {
  const { page } = visit
  await visit.walkTo(BRIDGE)
  await page.getByRole('heading', { name: /not counted yet/ }).waitFor()
  expect(await page.locator('path[data-open]').count()).toBeGreaterThan(0)
  await page
    .getByRole('table', { name: 'From takings to the bank' })
    .getByRole('row', { name: /Over \/ \(short\)/ })
    .getByRole('link')
    .click()
  await page.locator('.docket .proof').waitFor()
  await expect.poll(() => page.locator('.docket').innerText()).toMatch(/−\$2\.50[\s\S]*till E1[\s\S]*1 control sheet adds up to −2\.50, the step you opened/)
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await page.getByRole('table', { name: 'From the till to the bank' }).waitFor()
})
