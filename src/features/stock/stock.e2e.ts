import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { SAMPLE_PASSWORD } from '#db/demo/cast.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { signedIn } from '#tests/visitor.ts'

const NOW = new Date('2026-11-22T22:00:00Z')
const PURCHASES = '/reports/plu-purchases?range=2026-11-16..2026-11-22'

let app: StartedApp
let visit: Visit
beforeAll(async () => {
  const [started, browser] = await Promise.all([startApp({ now: () => NOW }), launchBrowser()])
  app = started
  const owner = await signedIn(app.url, 'owner', SAMPLE_PASSWORD)
  const send = async (method: 'PUT' | 'POST', path: string, body: object) => {
    const answer = await owner.call(method, path, { body })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  }
  const bottle = (Plu: string, Name: string) => ({ Plu, Name, Unit: 'bottle', Supplier: 'Wharf Brewing', PackSize: 6 })
  await send('PUT', '/stock/products', { Products: [bottle('E-GIN', 'Harbour Gin'), bottle('E-RUM', 'Harbour Rum'), bottle('V-GIN', 'Variance Gin')] })
  const count = (number: string, CountedAt: string, Quantity: number) =>
    send('POST', '/stock/counts', { Number: number, LocationId: 1, CountedAt, Lines: [{ Plu: 'V-GIN', Quantity }] })
  await count('6a7e2f0a-0000-4000-8000-000000000001', '2026-11-15T12:00:00Z', 10)
  const bought = { Plu: 'V-GIN', Quantity: 6, Cost: 240 }
  await send('POST', '/stock/invoices', { LocationId: 1, Supplier: 'Wharf Brewing', Invoice: 'V-1', ReceivedOn: '2026-11-17', Lines: [bought] })
  await count('6a7e2f0a-0000-4000-8000-000000000002', '2026-11-21T12:00:00Z', 13)
  visit = await Visit.open(browser, app.url)
  await visit.signInAt('/venue/counts', 'owner')
}, 120_000)
afterEach(() => expect(visit.trouble.splice(0)).toEqual([]))
afterAll(() => app.close())

const purchased = (name: string) => visit.page.locator('main tbody tr').filter({ hasText: name })

it('a manager sees what is missing in units and money, and how it came about', async () => {
  const { page } = visit
  await page.getByRole('link', { name: 'Stock Variance' }).click()
  await page.getByRole('heading', { name: 'Stock Variance' }).waitFor()
  await visit.walkTo('/reports/stock-variance?range=2026-11-16..2026-11-22&q=Variance')
  await page.getByRole('link', { name: 'Variance Gin' }).click()
  const docket = page.getByRole('dialog', { name: /Variance Gin/ })
  // Ten counted and six received, none sold: sixteen should be there, and thirteen are.
  await docket.getByRole('row', { name: /Expected stock 16/ }).waitFor()
  await docket.getByText('10 + 6 − 0 − 0 = 16 expected; 13 counted: −3').waitFor()
  await visit.walkTo('/reports/stock-variance?range=2026-11-23..2026-11-23')
  await page.getByRole('heading', { name: 'No product was counted twice in this period.' }).waitFor()
})

it('a manager writes a broken bottle off, is told what is missing, sees it listed, and takes it back', async () => {
  const { page } = visit
  await visit.walkTo('/venue/movements?plu=E-GIN')
  await page.getByRole('button', { name: 'Write off' }).click()
  const form = page.getByRole('dialog', { name: 'Write off' })
  await form.getByLabel('Quantity (bottles)').fill('2')
  await form.getByLabel('Day').fill('2026-11-21')
  await form.getByRole('button', { name: 'Write off' }).click()
  await form.getByText('A write-off or an adjustment needs a reason.').waitFor()
  await form.getByLabel('Reason').selectOption('breakage')
  await form.getByRole('button', { name: 'Write off' }).click()
  await page.getByText('The movement has been entered.').waitFor()
  const latest = page.locator('main tbody tr').first()
  await expect.poll(() => latest.innerText()).toMatch(/Harbour Gin[\s\S]*Breakage[\s\S]*2 bottles/)
  await page.getByRole('button', { name: 'Undo Harbour Gin' }).click()
  await page.getByText('Undone', { exact: true }).waitFor()
  await expect.poll(() => latest.innerText()).toContain('Undoes an earlier entry')
})

it('a manager enters an invoice, is told what is wrong at its line, and sees it among the purchases', async () => {
  const { page } = visit
  await visit.walkTo(PURCHASES)
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
  await expect.poll(() => purchased('Harbour Gin').innerText()).toContain('480.60')
})

it('a manager brings invoices in from a file, sees the wrong one, and finds the right one among the purchases', async () => {
  const { page } = visit
  await visit.walkTo(PURCHASES)
  await page.getByRole('button', { name: 'Add invoices' }).click()
  await page.getByRole('menuitem', { name: 'Import invoices' }).click()
  const file = [
    'Supplier,Invoice,Received on,PLU,Packs,Cost',
    'Wharf Brewing,W-88,2026-11-20,E-RUM,2,390.60',
    'Wharf Brewing,W-89,2026-11-20,E-RUMM,2,390.60',
  ].join('\n')
  await page.locator('input[type=file]').setInputFiles({ name: 'invoices.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await page.getByLabel('Location of rows without one').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByText('This venue has no product with the PLU E-RUMM.').waitFor()
  await page.getByRole('button', { name: 'Import 1 invoice' }).click()
  await page.getByRole('link', { name: 'Show PLU Purchases' }).click()
  await expect.poll(() => purchased('Harbour Rum').innerText()).toContain('390.60')
})
