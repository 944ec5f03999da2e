import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { LinkHouse } from '#tests/link-house.ts'

const SHOP = 'harbour-vine.myshopify.com'
let house: LinkHouse
let browser: Browser

beforeAll(async () => {
  ;[house, browser] = await Promise.all([LinkHouse.open('Shop in a Browser', { sample: true }), launchBrowser()])
  const { books } = house.shopify.shop(SHOP, { name: 'Harbour & Vine Online' })
  const at = new Date(Date.now() - 2 * 86_400_000)
  books.place([{ quantity: 1, unit: 16_800 }], { at, place: { id: 71, name: 'Cellar Door' } })
  books.place([{ quantity: 2, unit: 2500 }], { at, place: { id: 72, name: 'Night Market' } })
  books.place([{ quantity: 1, unit: 8900 }], { at, shipping: 990 })
})
afterAll(() => house.close())

it('a shop is linked by its address, says what it allows, and its orders are said to count somewhere', async () => {
  const visit = await Visit.open(browser, house.app.url)
  const { page } = visit
  await visit.signInAt('/shopify/connect', 'owner')
  await page.getByRole('button', { name: 'Connect Harbour & Vine (sample) to Shopify' }).click()
  const onward = page.getByRole('button', { name: 'Continue to Shopify' })
  expect(await onward.isDisabled()).toBe(true)
  await page.getByLabel('Shop address').fill('www.harbourvine.example')
  await onward.click()
  await page.getByText('Enter the shop’s address at Shopify, such as my-shop.myshopify.com.').waitFor()
  await page.getByLabel('Shop address').fill(`https://${SHOP}/`)
  await onward.click()
  await page.getByRole('heading', { name: 'Shopify stand-in' }).waitFor()
  await page.getByRole('link', { name: 'Install in Harbour & Vine Online' }).click()
  await page.getByRole('heading', { name: 'Harbour & Vine (sample) is linked' }).waitFor()
  expect(page.url()).toBe(`${house.app.url}/shopify/connect`)
  await page.getByText('Orders and refunds, products, locations').waitFor()
  await page.getByText('Orders older than 60 days are not fetched').waitFor()
  await house.work()

  await page.reload()
  const places = page.getByRole('region', { name: 'Where orders count' })
  await places.getByText('2 not matched, 1 suggested, 0 confirmed').waitFor()
  const open = page.getByRole('region', { name: 'Orders that are not counted' })
  await open.getByRole('row', { name: /#1001 Cellar Door.*168\.00 AUD/ }).waitFor()
  await places.getByRole('button', { name: 'Confirm Cellar Door' }).click()
  await places.getByText('2 not matched, 0 suggested, 1 confirmed').waitFor()
  await places.getByLabel('Online store', { exact: true }).selectOption({ label: 'Cellar Door' })
  await places.getByRole('button', { name: 'Confirm Online store' }).click()
  await places.getByText('1 not matched, 0 suggested, 2 confirmed').waitFor()
  await house.work()
  // Before the list is polled again.
  await page.reload()
  await expect.poll(() => open.getByRole('rowheader').allInnerTexts()).toEqual(['#1004'])
  expect(visit.trouble).toEqual([])
  await visit.close()
})
