import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_PASSWORD } from '#db/demo/cast.ts'
import { closeDaysOfVenue } from '#features/sums/closed-days.job.ts'
import { everyDay } from '#shared/day.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { LOOKS } from '#tests/looks.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import { signedIn } from '#tests/visitor.ts'

const NOW = new Date('2026-11-22T22:00:00Z')
const [FIRST, CUT, LAST] = ['2026-11-02', '2026-11-10', '2026-11-20']
const AT = `/reports/excises?range=${FIRST}..${LAST}`

const DRINKS = [
  { Plu: 'X-MID', Name: 'Mid-strength can', VolumeMl: 375, Abv: 3.5, Beverage: 'beer', Container: 'can' },
  { Plu: 'X-LAGER', Name: 'Lager can', VolumeMl: 375, Abv: 4.7, Beverage: 'beer', Container: 'can' },
  { Plu: 'X-COLA', Name: 'Whisky and cola can', VolumeMl: 250, Abv: 6, Beverage: 'premix', Container: 'can' },
  { Plu: 'X-GIN', Name: 'Gin nip', VolumeMl: 30, Abv: 40, Beverage: 'spirits' },
  { Plu: 'X-WINE', Name: 'Glass of wine', VolumeMl: 150, Abv: 13, Beverage: 'wine' },
  { Plu: 'X-RUM', Name: 'Rum nip', VolumeMl: 30, Beverage: 'spirits' },
]

let app: StartedApp
let browser: Browser
let visit: Visit
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ now: () => NOW }), launchBrowser()])
  await app.database.inVenue(1, (sql) => sql`update location set region = 'VIC' where venue_id = 1 and location_id = 1`)
  visit = await Visit.open(browser, app.url, { height: 1400 })
}, 120_000)
afterAll(() => app.close())

const opened = async (one: Visit) => {
  await one.signInAt(AT, 'owner')
  await one.page.locator('[data-report][aria-busy=false]').waitFor()
}

/** Six drinks, one without a strength, a few of each a day; and in May what a licensed buyer took. */
const pourDrinks = async () => {
  const owner = await signedIn(app.url, 'owner', SAMPLE_PASSWORD)
  expect((await owner.call('PUT', '/stock/products', { body: { From: '2020-01-01', Products: DRINKS } })).status).toBe(200)
  const sold = (plu: string, day: string, units: number, card = '') =>
    plainSale(`${day}T09:00:00Z`, units * 1000, {
      LoyaltyCard: card,
      Lines: [{ LineId: '1', Kind: 'Sale', Plu: plu, Name: plu, Quantity: String(units), Gross: units * 1000, DiscountTotal: 0, Net: units * 1000, Tax: 0 }],
      Tenders: [{ Method: 'Cash', Amount: units * 1000 }],
      Totals: { Total: units * 1000, Tax: 0 },
    })
  const trade = everyDay(FIRST, LAST).flatMap((day, i) => DRINKS.map(({ Plu }) => sold(Plu, day, 3 + i)))
  await storeTrade(app.database, 1, 1, [...trade, sold('X-LAGER', '2026-05-04', 24, 'W-1'), sold('X-RUM', '2026-05-05', 1, 'W-1')], NOW)
  await closeDaysOfVenue(app.database, 1, NOW)
}

const enter = async (fields: Readonly<Record<string, string>>, drink: string) => {
  const { page } = visit
  await page.getByRole('button', { name: 'Add rate' }).click()
  const dialog = page.getByRole('dialog')
  for (const [label, value] of Object.entries({ Source: 'Rates page of the tax office', ...fields }))
    await dialog.getByLabel(label, { exact: true }).fill(value)
  await dialog.getByText(drink, { exact: true }).click()
  await dialog.getByRole('button', { name: 'Save rate' }).click()
}

it('says what is missing while no product has a strength, and while there is no rate', async () => {
  await opened(visit)
  await visit.page.getByRole('heading', { name: 'No product has a strength yet.' }).waitFor()
  await visit.shoot('excises-no-strengths')
  await pourDrinks()
  await visit.goto(AT)
  await visit.page.getByText('There are no rates yet.').waitFor()
  await visit.shoot('excises-no-rates')
})

it('takes rates by hand, and refuses one that ends before it begins', async () => {
  const { page } = visit
  const dialog = page.getByRole('dialog')
  const beer = { 'Strength without duty, %': '1.15' }
  for (const [fields, drink] of [
    [
      { ...beer, 'Tariff item': '1.5', Name: 'Beer over 3 % to 3.5 %', 'Over, %': '3', 'Up to, %': '3.5', Rate: '62.74', From: '2026-02-02', To: '2026-11-09' },
      'Beer',
    ],
    [{ ...beer, 'Tariff item': '1.5', Name: 'Beer over 3 % to 3.5 %', 'Over, %': '3', 'Up to, %': '3.5', Rate: '63.68', From: CUT }, 'Beer'],
    [{ ...beer, 'Tariff item': '1.10', Name: 'Beer over 3.5 %', 'Over, %': '3.5', Rate: '62.74', From: '2026-02-02' }, 'Beer'],
    [{ 'Tariff item': '2', Name: 'Other drinks up to 10 %', Rate: '106.12', From: '2026-02-02', To: '2026-11-09' }, 'Premixed drinks'],
    [{ 'Tariff item': '3.2', Name: 'Other spirits', Rate: '107.71', From: '2026-02-02' }, 'Spirits'],
  ] as const) {
    const { Rate, To, ...rest } = { To: '', ...fields }
    await enter({ ...rest, 'Rate a litre of alcohol': Rate, ...(To ? { 'To, if known': To } : {}) }, drink)
    await dialog.waitFor({ state: 'hidden' })
  }
  await enter({ 'Tariff item': '9', 'Rate a litre of alcohol': '1', From: CUT, 'To, if known': FIRST }, 'Beer')
  await dialog.getByText('The last day lies before the first.').waitFor()
  await visit.shoot('excises-rate-refused')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'hidden' })
})

it('shows a column group for each side of the change of a rate, the rounding by name, and what has no rate', async () => {
  const { page } = visit
  await visit.goto(AT)
  await page.getByText('Item 2 has no rate from').waitFor()
  expect(await page.getByRole('table', { name: 'By tariff item and product' }).locator('th[scope=colgroup]').count()).toBe(2)
  await page.getByText(/rounding = /).waitFor()
  await page.getByRole('rowheader', { name: 'Rum nip' }).waitFor()
  await page.getByText('published point', { exact: true }).waitFor({ state: 'hidden' })
  await visit.shoot('excises')
  expect(visit.trouble).toEqual([])
})

it('keeps licensed buyers, and Escape closes their panel after one was kept or taken off', async () => {
  const { page } = visit
  const dialog = page.getByRole('dialog')
  const open = async () => {
    await page.getByRole('button', { name: 'Liquor return' }).click()
    await page.getByRole('menuitem', { name: 'Licensed buyers' }).click()
    await dialog.getByLabel('Licence number', { exact: true }).waitFor()
  }
  const keep = async (name: string, card: string) => {
    for (const [label, value] of Object.entries({ Name: name, 'Licence number': '32000001', Postcode: '3000', 'Card number': card }))
      await dialog.getByLabel(label, { exact: true }).fill(value)
    await dialog.getByRole('button', { name: 'Keep buyer' }).click()
    await dialog.getByText(name, { exact: true }).waitFor()
  }
  await open()
  await dialog.getByText('No licensed buyer is kept yet.').waitFor()
  await dialog.getByRole('button', { name: 'Keep buyer' }).click()
  expect(await dialog.getByLabel('Licence number', { exact: true }).getAttribute('aria-invalid')).toBe('true')
  await keep('Corner Bottle Shop', 'W-1')
  await keep('Second Bottle Shop', 'W-2')
  await visit.shoot('excises-buyers')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await open()
  await dialog.getByRole('button', { name: 'Take Second Bottle Shop off the list' }).click()
  await dialog.getByText('Second Bottle Shop', { exact: true }).waitFor({ state: 'hidden' })
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(visit.trouble).toEqual([])
})

it('saves the liquor return of a state as a file', async () => {
  const { page } = visit
  await page.getByRole('button', { name: 'Liquor return' }).click()
  await visit.shoot('excises-liquor-returns')
  await page.getByRole('menuitem', { name: /^VIC, 2025–26/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('9.03 litres, $250.00').waitFor()
  await dialog.getByText('Rows: 2').waitFor()
  await visit.shoot('excises-liquor-return')
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save CSV' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/\.csv$/)
  expect(readFileSync(await file.path(), 'utf8')).toContain('32000001,Corner Bottle Shop,3000,Full strength beer,Up to 48 litres,9,240')
})

it.each(LOOKS)(
  'is sound for those who cannot see it, and fits ($width px, $language), the panel of buyers too',
  async (look) => {
    const other = await Visit.open(browser, app.url, look)
    const { page } = other
    const name = `excises-${look.width}-${look.dark ? 'dark' : 'light'}-${look.language}`
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
    await opened(other)
    await page.getByRole('table').first().waitFor()
    expect(await other.axe()).toEqual([])
    expect(await fits()).toBe(true)
    await other.shoot(name)
    await other.goto(`${AT}&open=buyers`)
    await page.getByRole('dialog').getByText('Corner Bottle Shop').waitFor()
    expect(await other.axe()).toEqual([])
    expect(await fits()).toBe(true)
    await other.shoot(`${name}-buyers`)
    await other.goto(`${AT}&open=return-VIC`)
    await page.getByRole('dialog').getByText(/250/).waitFor()
    expect(await other.axe()).toEqual([])
    await other.shoot(`${name}-return`)
    expect(other.trouble).toEqual([])
    await other.close()
  },
  60_000,
)
