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

it('a manager writes a broken bottle off, is told what is missing, sees it listed, and takes it back', async () => {
  const visit = await Visit.open(browser, app.url)
  const { page } = visit
  await visit.signInAt('/venue/movements?plu=E-GIN', 'owner')
  await page.getByRole('button', { name: 'Write off' }).click()
  const form = page.getByRole('dialog', { name: 'Write off' })
  await form.getByLabel('Quantity (bottles)').fill('2')
  await form.getByLabel('Day').fill('2026-11-21')
  await form.getByRole('button', { name: 'Write off' }).click()
  await form.getByText('A write-off or an adjustment needs a reason.').waitFor()
  await form.getByLabel('Reason').selectOption('breakage')
  await form.getByRole('button', { name: 'Write off' }).click()
  await page.getByText('The movement has been entered.').waitFor()
  await expect.poll(() => page.locator('main tbody tr').first().innerText()).toMatch(/Harbour Gin[\s\S]*Breakage[\s\S]*2 bottles/)
  await page.getByRole('button', { name: 'Undo Harbour Gin' }).click()
  await page.getByText('Undone', { exact: true }).waitFor()
  expect(await page.locator('main tbody tr').first().innerText()).toContain('Undoes an earlier entry')
  await visit.close()
})

it('a manager brings invoices in from a file, sees the wrong one, and finds the right one among the purchases', async () => {
  const visit = await Visit.open(browser, app.url)
  const { page } = visit
  await visit.signInAt('/reports/plu-purchases?range=2026-11-16..2026-11-22', 'owner')
  await page.getByRole('button', { name: 'Add invoices' }).click()
  await page.getByRole('menuitem', { name: 'Import invoices' }).click()
  const file = [
    'Supplier,Invoice,Received on,PLU,Packs,Cost',
    'Wharf Brewing,W-88,2026-11-20,E-GIN,2,480.60',
    'Wharf Brewing,W-89,2026-11-20,E-GINN,2,480.60',
  ].join('\n')
  await page.locator('input[type=file]').setInputFiles({ name: 'invoices.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await page.getByLabel('Location of rows without one').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByText('This venue has no product with the PLU E-GINN.').waitFor()
  await page.getByRole('button', { name: 'Import 1 invoice' }).click()
  await page.getByRole('link', { name: 'Show PLU Purchases' }).click()
  await expect.poll(() => page.locator('main tbody tr').filter({ hasText: 'Harbour Gin' }).innerText()).toContain('480.60')
  await visit.close()
})
