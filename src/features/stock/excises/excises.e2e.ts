import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeDaysOfVenue } from '#features/sums/closed-days.job.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'

const NOW = new Date('2026-11-22T22:00:00Z')
const [FIRST, CUT, LAST] = ['2026-11-02', '2026-11-10', '2026-11-20']
const AT = `/reports/excises?range=${FIRST}..${LAST}`

let app: StartedApp
let browser: Browser
let owner: Visitor
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ now: () => NOW }), launchBrowser()])
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
  const house = connectAsOwner(app.databaseUrl)
  await house`update location set region = 'VIC' where venue_id = 1 and location_id = 1`
  await house.end()
  const plus = ['E-MID', 'E-ALE', 'E-IPA', 'E-GT', 'E-NIP', 'E-GIN', 'E-SHIRAZ', 'E-MYST']
  const sold = (day: string, plu: string, units: number, card?: string) =>
    plainSale(`${day}T12:00:00+11:00`, units * 1100, {
      ...(card ? { LoyaltyCard: card } : {}),
      Lines: [
        {
          LineId: '1',
          Kind: 'Sale',
          Plu: plu,
          Name: `Test ${plu}`,
          Quantity: String(units),
          Gross: units * 1100,
          DiscountTotal: 0,
          Net: units * 1100,
          Tax: units * 100,
        },
      ],
      Tenders: [{ Method: 'Cash', Amount: units * 1100 }],
      Totals: { Total: units * 1100, Tax: units * 100 },
    })
  const guests = ['2026-11-03', '2026-11-12', '2026-11-18'].flatMap((day, i) => plus.map((plu, j) => sold(day, plu, 40 + 37 * i + 11 * j)))
  await storeTrade(app.database, 1, 1, [...guests, sold('2026-06-10', 'E-ALE', 48, 'TRADE-1'), sold('2026-06-10', 'E-MYST', 2, 'TRADE-1')], NOW)
  await closeDaysOfVenue(app.database, 1, NOW)
}, 180_000)
afterAll(() => app.close())

const describeDrinks = async () => {
  const drink = (Plu: string, Name: string, Beverage: string, VolumeMl: number, Abv?: number) => ({ Plu, Name, Beverage, VolumeMl, ...(Abv ? { Abv } : {}) })
  const Products = [
    drink('E-MID', 'Mid Tide, can 375 ml', 'beer', 375, 3.5),
    drink('E-ALE', 'Pacific Ale, can 375 ml', 'beer', 375, 4.7),
    drink('E-IPA', 'Harbour IPA, can 375 ml', 'beer', 375, 6.2),
    drink('E-GT', 'Gin and tonic, can 250 ml', 'premix', 250, 6),
    drink('E-NIP', 'House vodka, nip 30 ml', 'spirits', 30, 37.5),
    drink('E-GIN', 'Coastal Gin, nip 30 ml', 'spirits', 30, 41),
    drink('E-SHIRAZ', 'Shiraz, bottle', 'wine', 750, 13),
    drink('E-MYST', 'Yuzu sour, can', 'premix', 250),
  ]
  const answer = await owner.call('PUT', '/stock/products', { body: { Products } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

const open = async (visit: Visit, more = '') => {
  await visit.signInAt(`${AT}${more}`, 'owner')
  await visit.page.locator('[data-report][aria-busy=false]').waitFor()
}

const fill = async (visit: Visit, fields: Record<string, string>) => {
  const dialog = visit.page.getByRole('dialog')
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label, { exact: true }).fill(value)
}

const enterRate = async (visit: Visit, drink: string, fields: Record<string, string>) => {
  const { page } = visit
  await page.getByRole('button', { name: 'Add rate' }).click()
  await fill(visit, { Source: 'ATO rates page', ...fields })
  const dialog = page.getByRole('dialog')
  await dialog.getByText(drink, { exact: true }).click()
  await dialog.getByRole('button', { name: 'Save rate' }).click()
}

describe('Excises, read by the owner', () => {
  let visit: Visit
  beforeAll(async () => {
    visit = await Visit.open(browser, app.url, { height: 1400 })
  })
  afterAll(() => visit.close())

  it('says what is missing while no product has a strength, and while there is no rate', async () => {
    await open(visit)
    await visit.page.getByRole('heading', { name: 'No product has a strength yet.' }).waitFor()
    await describeDrinks()
    await visit.page.reload()
    await visit.page.getByText('There are no rates yet.').waitFor()
  })

  it('has rates entered on its screen, and refuses one that ends before it begins at its field', async () => {
    const { page } = visit
    const dialog = page.getByRole('dialog')
    const enter = async (drink: string, fields: Record<string, string>) => {
      await enterRate(visit, drink, fields)
      await dialog.waitFor({ state: 'detached' })
    }
    const since = { From: '2026-02-02' }
    const mid = { 'Tariff item': '1.5', Name: 'Beer over 3 % to 3.5 %', 'Duty-free strength, %': '1.15', 'Over, %': '3', 'Up to, %': '3.5' }
    await enter('Beer', { ...mid, ...since, Rate: '62.74', 'To (if known)': '2026-11-09' })
    await enter('Beer', { ...mid, From: CUT, Rate: '63.68' })
    const strong = { 'Tariff item': '1.10', Name: 'Beer over 3.5 %', 'Duty-free strength, %': '1.15', 'Over, %': '3.5' }
    await enter('Beer', { ...strong, ...since, Rate: '62.74' })
    await enter('Spirits', { 'Tariff item': '3.2', Name: 'Other spirits', ...since, Rate: '107.71' })
    const other = { 'Tariff item': '2', Name: 'Other drinks up to 10 %', ...since, Rate: '106.12' }
    await enterRate(visit, 'Premixed drinks', { ...other, 'To (if known)': '2026-01-01' })
    await dialog.getByText('The last day is before the first.').waitFor()
    await fill(visit, { 'To (if known)': '2026-11-09' })
    await dialog.getByRole('button', { name: 'Save rate' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  it('has a rate by the stick entered, which is for no drink, and shows its five decimals', async () => {
    const { page } = visit
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Add rate' }).click()
    await dialog.getByLabel('Rate per').selectOption('Stick')
    await dialog.getByText('It applies to every product that has sticks or a weight of tobacco in Products.').waitFor()
    expect(await dialog.getByText('Kinds of drink').count()).toBe(0)
    await fill(visit, {
      'Tariff item': '5.1',
      Name: 'Cigarettes',
      Rate: '1.16435',
      From: '2023-03-01',
      'To (if known)': '2023-08-31',
      Source: 'ATO rates page',
    })
    await dialog.getByRole('button', { name: 'Save rate' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /^5\.1 ?Cigarettes 1\.16435 ?Stick/ }).waitFor()
  })

  it('shows both sides of a change of rate, the rounding by name, what has no rate and what is not counted', async () => {
    const { page } = visit
    const items = page.getByRole('region', { name: 'By tariff item and product' })
    await items.getByRole('columnheader', { name: '10 – 20 Nov 2026, new rates' }).waitFor()
    await items.getByRole('rowheader', { name: 'Coastal Gin, nip 30 ml' }).waitFor()
    await page.getByText(/^Rounding −/).waitFor()
    await page.getByText(/Item 2 has no rate from 10 Nov/).waitFor()
    await page.getByRole('row', { name: /Yuzu sour, can Add ABV/ }).waitFor()
    await page.getByText(/have no excise. They have wine equalisation tax instead/).waitFor()
    expect(visit.trouble).toEqual([])
  })

  it('keeps licensed buyers in a panel that Escape closes, also after one is saved or removed', async () => {
    const { page } = visit
    const dialog = page.getByRole('dialog', { name: 'Licensed buyers' })
    const openBuyers = async () => {
      await page.getByRole('button', { name: 'Liquor return CSV' }).click()
      await page.getByRole('menuitem', { name: 'Licensed buyers' }).click()
      await dialog.getByRole('heading', { name: 'New buyer' }).waitFor()
    }
    const shop = { Name: 'Corner Bottle Shop', 'Licence number': '32000001', Postcode: '3000', 'Card number': 'TRADE-1' }
    await openBuyers()
    await fill(visit, shop)
    await dialog.getByRole('button', { name: 'Add buyer' }).click()
    await dialog.getByText('Licence 32000001 · VIC 3000 · card TRADE-1').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await openBuyers()
    await fill(visit, { ...shop, Name: 'Passing Trade' })
    await dialog.getByRole('button', { name: 'Add buyer' }).click()
    await dialog.getByText('“Corner Bottle Shop” already has this card. Choose another one.').waitFor()
    await fill(visit, { 'Card number': 'TRADE-2' })
    await dialog.getByRole('button', { name: 'Add buyer' }).click()
    await dialog.getByRole('button', { name: 'Change Passing Trade' }).click()
    await dialog.getByRole('heading', { name: 'Change Passing Trade' }).waitFor()
    await fill(visit, { 'Licence number': '32000077' })
    await dialog.getByRole('button', { name: 'Save buyer' }).click()
    await dialog.getByText('Licence 32000077').waitFor()
    await dialog.getByRole('button', { name: 'Remove Passing Trade' }).click()
    await dialog.getByText('Licence 32000077').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('shows a liquor return with what is not in it, and saves it as CSV', async () => {
    const { page } = visit
    await page.getByRole('button', { name: 'Liquor return CSV' }).click()
    await page.getByRole('menuitem', { name: 'Liquor return VIC' }).click()
    const dialog = page.getByRole('dialog', { name: 'Liquor return VIC' })
    await dialog.getByRole('row', { name: /Corner Bottle Shop.*Heavy strength beer.*18\.0 528\.00/ }).waitFor()
    await dialog.getByRole('row', { name: /Ready to drink 0\.5 22\.00/ }).waitFor()
    const saving = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save CSV' }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toMatch(/\.csv$/)
    expect(readFileSync(await saved.path(), 'utf8')).toContain('32000001,Corner Bottle Shop,3000,Heavy strength beer,Up to 48 litres,18,528')
    await dialog.getByLabel('Year').selectOption('2025')
    await dialog.getByText('No sales to buyers licensed in VIC in this year.').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(visit.trouble).toEqual([])
  })
})
