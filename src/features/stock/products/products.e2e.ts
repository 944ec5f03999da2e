import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { SAMPLE_PASSWORD } from '#db/demo/cast.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import type { ProductsAnswer } from './products.contract.ts'

let app: StartedApp
let visit: Visit
let owner: Visitor

beforeAll(async () => {
  const [started, browser] = await Promise.all([startApp(), launchBrowser()])
  app = started
  owner = await signedIn(app.url, 'owner', SAMPLE_PASSWORD)
  const supplier = (await owner.call<ProductsAnswer>('GET', '/stock/products')).body.Suppliers[0]?.Name
  const Products = [
    {
      Plu: 'E-KEG',
      Name: 'E Test Lager',
      Unit: 'keg',
      VolumeMl: 49_500,
      Abv: 4.6,
      Beverage: 'beer',
      Container: 'keg',
      Supplier: supplier,
      PackSize: 1,
      LeadDays: 3,
    },
    { Plu: 'E-GLASS', Name: 'E Test schooner', Parts: [{ Plu: 'E-KEG', VolumeMl: 425, Loss: 2 }] },
    {
      Plu: 'E-GIN',
      Name: 'E Test gin',
      Unit: 'bottle',
      VolumeMl: 700,
      Abv: 41,
      Beverage: 'spirits',
      Container: 'bottle',
      Supplier: supplier,
      PackSize: 6,
      LeadDays: 2,
    },
    { Plu: 'E-BITTER', Name: 'E Test bitter', Unit: 'bottle', VolumeMl: 700, Abv: 25, Beverage: 'spirits', Container: 'bottle' },
    {
      Plu: 'E-MIX',
      Name: 'E Test negroni',
      Parts: [
        { Plu: 'E-GIN', VolumeMl: 30 },
        { Plu: 'E-BITTER', VolumeMl: 30 },
      ],
    },
  ]
  const { status, body } = await owner.call('PUT', '/stock/products', { body: { Products } })
  expect(status, JSON.stringify(body)).toBe(200)
  visit = await Visit.open(browser, app.url)
  await visit.signInAt('/preferences', 'owner')
})
// Reload to close what the previous test opened.
beforeEach(async () => {
  await visit.walkTo('/preferences')
  await visit.walkTo('/venue/products?q=E+Test')
})
afterEach(() => expect(visit.trouble.splice(0)).toEqual([]))
afterAll(() => app.close())

const now = async (plu: string) => {
  const { status, body } = await owner.call<ProductsAnswer>('GET', `/stock/products?Plu=${plu}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.Products[0]
}
const open = (page: Page, product: string) => page.getByRole('button', { name: product, exact: true, expanded: false }).click()
const cell = (page: Page, what: string, product: string) => page.getByLabel(`${what}, ${product}`, { exact: true })
const shown = (page: Page, text: string | RegExp) => page.getByText(text).last().waitFor()

it('cells are moved between by keys, a wrong one is named with what was meant, and what is changed is saved whole', async () => {
  const { page } = visit
  const lead = cell(page, 'Lead days', 'E Test gin')
  await lead.fill('4')
  await lead.press('ArrowRight')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Drink, E Test gin')
  await lead.focus()
  await lead.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Lead days, E Test Lager')
  const abv = cell(page, 'ABV %', 'E Test gin')
  await abv.fill('410')
  await shown(page, 'ABV can be 100 % at most. Did you mean')
  expect(await page.getByRole('button', { name: 'Save 2 changes' }).isDisabled()).toBe(true)
  // `tests/looks` leaves each screen, and a changed cell opens a confirmation.
  expect(await visit.axe()).toEqual([])
  await page.getByRole('button', { name: 'E Test gin, ABV %' }).click()
  expect(await abv.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: '41.0' }).click()
  await page.getByRole('button', { name: 'Save 1 change' }).waitFor()
  await abv.fill('42')
  await cell(page, 'Pack', 'E Test gin').fill('12')
  await cell(page, 'Pack', 'E Test gin').press('Escape')
  await page.getByRole('button', { name: 'Save 2 changes' }).click()
  await shown(page, 'Saved.')
  await expect.poll(() => now('E-GIN')).toMatchObject({ LeadDays: 4, Abv: 42, PackSize: 6 })
})

it('what is changed stays while another search is shown, and whoever leaves is asked', async () => {
  const { page } = visit
  await cell(page, 'Lead days', 'E Test Lager').fill('6')
  await page.getByLabel('Find a product').fill('E Test gin')
  await cell(page, 'Lead days', 'E Test Lager').waitFor({ state: 'detached' })
  await page.getByText('1 change', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Stock counts' }).click()
  await page.getByRole('alertdialog', { name: 'Save 1 change in 1 product first?' }).waitFor()
  await page.getByRole('button', { name: 'Stay here' }).click()
  await page.getByRole('link', { name: 'Stock counts' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.waitForURL(/\/venue\/counts/)
  await expect.poll(async () => (await now('E-KEG'))?.LeadDays).toBe(6)
})

it('a cell that somebody else changed meanwhile is decided about before it is saved', async () => {
  const { page } = visit
  const lead = cell(page, 'Lead days', 'E Test gin')
  await lead.fill('9')
  await owner.call('PUT', '/stock/products', { body: { Products: [{ Plu: 'E-GIN', LeadDays: 5 }] } })
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await shown(page, /^At \d\d:\d\d Mia Tanaka changed E Test gin, Lead days to 5\./)
  expect((await now('E-GIN'))?.LeadDays).toBe(5)
  await page.getByRole('button', { name: 'Use mine, 9' }).click()
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await shown(page, 'Saved.')
  await expect.poll(async () => (await now('E-GIN'))?.LeadDays).toBe(9)
})

it('the loss of a keg is changed under its row, with what that makes a glass cost, and a recipe is shown with its standard drinks', async () => {
  const { page } = visit
  await open(page, 'E Test Lager')
  await page.getByRole('heading', { name: /E Test Lager to E Test schooner/ }).waitFor()
  await shown(page, '116.47')
  await page.getByLabel('Line loss %').fill('4')
  await shown(page, '111.81')
  await shown(page, /1\.54 standard drinks/)
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await shown(page, 'Saved.')
  await expect.poll(async () => (await now('E-GLASS'))?.Parts).toMatchObject([{ Plu: 'E-KEG', VolumeMl: 425, Loss: 4 }])
  await open(page, 'E Test negroni')
  const recipe = page.getByRole('table', { name: 'Recipe of one E Test negroni' })
  await recipe.getByRole('row', { name: /^One E Test negroni 60 ml 33\.5 1\.59/ }).waitFor()
  await page.getByLabel('How much of E Test bitter').fill('60')
  await recipe.getByRole('row', { name: /^One E Test negroni 90 ml/ }).waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
})

it('a file is checked before anything is stored, and imported', async () => {
  const { page } = visit
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  const buffer = Buffer.from('PLU,ABV %\nE-BITTER,26\nE-KEG,460\n')
  await page.locator('input[type=file]').setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('row', { name: /E Test bitter PLU E-BITTER ABV % 25 26/ }).waitFor()
  await shown(page, /PLU E-KEG: ABV can be 100 % at most\. Did you mean 46\.0\?/)
  expect((await now('E-BITTER'))?.Abv).toBe(25)
  await page.getByRole('button', { name: 'Import 1 product' }).click()
  await page.getByRole('heading', { name: 'What was imported' }).waitFor()
  expect((await now('E-BITTER'))?.Abv).toBe(26)
})

it('on a phone one product at a time is a form', async () => {
  const { page } = visit
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: /E Test bitter PLU/ }).click()
  await page.getByLabel('Pack', { exact: true }).fill('6')
  await page.getByRole('button', { name: 'All products' }).click()
  await shown(page, 'Not saved')
  await page.getByRole('button', { name: 'Discard' }).click()
})
