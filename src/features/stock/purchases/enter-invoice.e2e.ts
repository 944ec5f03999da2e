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
  const gin = { Plu: 'E-GIN', Name: 'Harbour Gin', Unit: 'bottle', Supplier: 'Wharf Brewing', PackSize: 6 }
  expect((await owner.call('PUT', '/stock/products', { body: { Products: [gin] } })).status).toBe(200)
}, 120_000)
afterAll(() => app.close())

it('a manager enters an invoice, is told what is wrong at its line, and sees it among the purchases', async () => {
  const visit = await Visit.open(browser, app.url)
  const { page } = visit
  await visit.signInAt('/reports/plu-purchases?range=2026-11-16..2026-11-22', 'owner')
  await page.getByRole('button', { name: 'Add invoices' }).click()
  await page.getByRole('menuitem', { name: 'Enter an invoice' }).click()
  const form = page.getByRole('dialog', { name: 'Enter an invoice' })
  await form.getByLabel('Supplier').selectOption('Wharf Brewing')
  await form.getByLabel('Invoice number').fill('W-77')
  await form.getByLabel('Received on').fill('2026-11-20')
  await form.getByLabel('Product (PLU)').fill('E-GINN')
  await form.getByLabel('Units').fill('12')
  await form.getByLabel('Cost ex GST').fill('480.60')
  await form.getByLabel('Freight of the invoice').fill('9.40')
  await form.getByLabel('GST of the invoice').fill('49')
  await form.getByText('This invoice comes to $539.00 inc GST.').waitFor()
  await form.getByRole('button', { name: 'Enter invoice' }).click()
  await form.getByText('This venue has no product with the PLU E-GINN.').waitFor()
  await form.getByLabel('Product (PLU)').fill('E-GIN')
  await form.getByRole('paragraph').filter({ hasText: 'Harbour Gin' }).waitFor()
  expect(await form.getByText('This venue has no product with the PLU E-GINN.').count()).toBe(0)
  await form.getByRole('button', { name: 'Enter invoice' }).click()
  await page.getByText('Invoice W-77 has been entered.').waitFor()
  await expect.poll(() => page.locator('main tbody tr').filter({ hasText: 'Harbour Gin' }).innerText()).toContain('480.60')
  await visit.close()
})
