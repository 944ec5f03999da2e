import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_PASSWORD } from '#db/demo/cast.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { sampleTrade, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, Visitor } from '#tests/visitor.ts'
import type { Storefront } from './storefront.contract.ts'

// Friday 20 November 2026, 19:00 in Sydney.
const NOW = new Date('2026-11-20T08:00:00Z')
const SCREEN = '/venue/connections/marketplace'

let app: StartedApp
let browser: Browser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ now: () => NOW }), launchBrowser()])
  for (const { locationId, sales } of sampleTrade(['2026-11-19'], NOW)) await storeTrade(app.database, 1, locationId, sales, NOW)
})
afterAll(() => app.close())

const storefront = async (location: number) => (await new Visitor(app.url, { plain: true }).call<Storefront>('GET', `/storefront/${location}`)).body

it('a manager sets a storefront up, chooses its menu, looks at it and pauses it, and anybody reads what was published', async () => {
  const visit = await Visit.open(browser, app.url)
  const { page } = visit
  await visit.signInAt('/venue/connections', 'owner')
  await page.getByRole('link', { name: 'Set up Marketplace' }).click({ timeout: 5000 })
  await page.getByText('Nobody can see this storefront.').waitFor()

  await page.getByLabel('Publish this storefront').check()
  await page.getByText('Enter a name of at most 80 characters before you publish.').waitFor()
  await page.getByLabel('Name of the storefront').fill('Harbour to go')
  await page.getByLabel('Markup on list prices, %').fill('140')
  await page.getByText('Enter a number from 0 to 100 with at most two decimals.').waitFor()
  await page.getByLabel('Markup on list prices, %').fill('12')
  await page.getByLabel('Commission of the marketplace, %').fill('30')
  await page.getByText('A product with a list price of $12.50 sells for $14.00. After commission, $9.80 is left.').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The changes have been saved.').waitFor()

  await page.getByRole('link', { name: 'Opening hours' }).click()
  await page.getByRole('button', { name: 'Add hours on Monday' }).click()
  await page.getByLabel('Monday opens at, 1').fill('17:00')
  await page.getByLabel('Monday closes at, 1').fill('01:30')
  await page.getByText('Closes Tuesday at 01:30, after midnight.').waitFor()
  await page.getByRole('button', { name: 'Tuesday: same as Monday' }).click()
  await page.getByRole('button', { name: 'Friday: same as Monday' }).click()
  await page.getByRole('button', { name: 'Add hours on Tuesday' }).click()
  await page.getByLabel('Tuesday opens at, 2').fill('01:00')
  await page.getByLabel('Tuesday closes at, 2').fill('02:00')
  await page.getByText('This overlaps Monday, 17:00 to 01:30.').waitFor()
  await page.getByRole('button', { name: 'Remove Tuesday, 01:00 to 02:00' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Closes Sat 21 Nov').waitFor()

  await page.getByRole('link', { name: 'Menu', exact: true }).click()
  const products = page.getByRole('region', { name: 'Products' })
  await products.getByPlaceholder('Name or PLU').fill('ale')
  await products
    .getByRole('status')
    .filter({ hasText: /^[1-9] products$/ })
    .waitFor()
  await products.getByRole('checkbox').first().check()
  const menu = page.getByRole('region', { name: 'Published menu' })
  await menu.getByLabel('Name of group 1').fill('On tap')
  await menu.getByRole('button', { name: /^Edit / }).click()
  await menu.getByLabel('Name on the storefront').fill('House ale')
  await products.getByPlaceholder('Name or PLU').fill('')
  await products.getByRole('combobox', { name: 'Product group' }).selectOption({ index: 1 })
  await products.getByRole('button', { name: /^Publish all|^Publish it/ }).click()
  await menu.getByRole('group').nth(1).waitFor()
  await menu
    .getByRole('button', { name: /^Move .* up$/ })
    .and(page.locator(':enabled'))
    .first()
    .click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The changes have been saved.').first().waitFor()
  // The same sentence may still be there from the save before.
  await expect.poll(async () => JSON.stringify(await storefront(1))).toContain('House ale')

  await page.getByRole('link', { name: 'Preview' }).click()
  const card = page.getByRole('article').filter({ hasText: 'Harbour to go' })
  await card.getByText('House ale').waitFor()
  await card.getByText('17:00–01:30 (next day)').first().waitFor()
  await expect.poll(() => storefront(1)).toMatchObject({ Name: 'Harbour to go', Open: true })

  await page.getByRole('button', { name: 'Until tomorrow morning' }).click()
  await page
    .getByRole('status')
    .filter({ hasText: /^Paused/ })
    .waitFor()
  await expect.poll(() => storefront(1), { timeout: 15_000 }).toMatchObject({ Open: false, PausedUntil: '2026-11-21T05:00:00+11:00' })
  await page.getByRole('button', { name: 'End pause' }).click()
  await page.getByRole('status').filter({ hasText: /^Open/ }).waitFor()
  await visit.goto('/venue/connections')
  await page.getByRole('row', { name: /Harbour to go/ }).waitFor()
  expect(visit.trouble).toEqual([])
  await visit.close()
})

it('what is not saved is asked about, and what somebody else saved meanwhile is not overwritten', async () => {
  const visit = await Visit.open(browser, app.url)
  const { page } = visit
  await visit.signInAt(`${SCREEN}?location=2`, 'owner')
  await page.getByLabel('Name of the storefront').fill('Mine')
  const owner = await signedIn(app.url, 'owner', SAMPLE_PASSWORD)
  await owner.call('POST', '/venue/1/location/2/marketplace', { body: { Settings: { DisplayName: 'Theirs', PreparationMinutes: 33 } } })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Show current values' }).click()
  await expect.poll(() => page.getByLabel('Preparation time, in minutes').inputValue()).toBe('33')
  expect(await page.getByLabel('Name of the storefront').inputValue()).toBe('Mine')
  await page.getByRole('link', { name: 'Menu', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('region', { name: 'Published menu' }).waitFor()
  await page.getByRole('link', { name: 'Settings', exact: true }).last().click()
  await page.getByRole('button', { name: 'Remove marketplace settings…' }).click()
  await page.getByRole('button', { name: 'Remove settings' }).click()
  await expect
    .poll(async () => (await owner.call<{ Settings: object }>('GET', '/venue/1/location/2/marketplace')).body.Settings)
    .toMatchObject({ DisplayName: '' })
  await visit.close()
})
