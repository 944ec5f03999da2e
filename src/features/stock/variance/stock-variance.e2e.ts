import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { signedIn } from '#tests/visitor.ts'

const NOW = new Date('2026-11-22T22:00:00Z')

let app: StartedApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ now: () => NOW }), launchBrowser()])
  const owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
  const send = async (method: 'PUT' | 'POST', path: string, body: object) => {
    const answer = await owner.call(method, path, { body })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  }
  const gin = { Plu: 'V-GIN', Name: 'Variance Gin', Unit: 'bottle', Supplier: 'Wharf Brewing', PackSize: 6 }
  await send('PUT', '/stock/products', { Products: [gin] })
  const count = (number: string, CountedAt: string, Quantity: number) =>
    send('POST', '/stock/counts', { Number: number, LocationId: 1, CountedAt, Lines: [{ Plu: 'V-GIN', Quantity }] })
  await count('6a7e2f0a-0000-4000-8000-000000000001', '2026-11-15T12:00:00Z', 10)
  await send('POST', '/stock/invoices', {
    LocationId: 1,
    Supplier: 'Wharf Brewing',
    Invoice: 'V-1',
    ReceivedOn: '2026-11-17',
    Lines: [{ Plu: 'V-GIN', Quantity: 6, Cost: 240 }],
  })
  await count('6a7e2f0a-0000-4000-8000-000000000002', '2026-11-21T12:00:00Z', 13)
}, 120_000)
afterAll(() => app.close())

it('a manager sees what is missing in units and money, and how it came about', async () => {
  const visit = await Visit.open(browser, app.url)
  const { page } = visit
  await visit.signInAt('/venue/counts', 'owner')
  await page.getByRole('link', { name: 'Stock Variance' }).click()
  await page.getByRole('heading', { name: 'Stock Variance' }).waitFor()
  await visit.goto('/reports/stock-variance?range=2026-11-16..2026-11-22&q=Variance')
  await page.getByRole('link', { name: 'Variance Gin' }).click()
  const docket = page.getByRole('dialog', { name: /Variance Gin/ })
  // Ten counted and six received, none sold: sixteen should be there, and thirteen are.
  await docket.getByRole('row', { name: /Expected stock 16/ }).waitFor()
  await docket.getByText('10 + 6 − 0 − 0 = 16 expected; 13 counted: −3').waitFor()
  await page.keyboard.press('Escape')
  await visit.goto('/reports/stock-variance?range=2026-11-23..2026-11-23')
  await page.getByRole('heading', { name: 'No product was counted twice in this period.' }).waitFor()
  expect(visit.trouble).toEqual([])
  await visit.close()
})
