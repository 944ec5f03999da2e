import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { LinkHouse } from '#tests/link-house.ts'
import { LOOKS } from '#tests/looks.ts'

let house: LinkHouse
let browser: Browser

beforeAll(async () => {
  ;[house, browser] = await Promise.all([LinkHouse.open('Connections in a Browser', { sample: true }), launchBrowser()])
  house.stripe.account('acct_Harbour', { name: 'Harbour Bar Pty Ltd' })
  house.stripe.account('acct_Cellar', { name: 'Cellar Door Wines', payoutsEnabled: false })
})
afterAll(() => house.close())

/** What the stored user carries of a link that is under way. */
const remembered = async ({ context }: Visit) => {
  const { origins } = await context.storageState()
  const stored = origins.find(({ origin }) => origin === house.app.url)?.localStorage.find(({ name }) => name === 'daybook.user')
  const { StripeRedirectUri, StripeLocationId } = JSON.parse(stored?.value ?? '{}') as Record<string, unknown>
  return { StripeRedirectUri, StripeLocationId }
}

it.each(LOOKS)('at $width pixels in $language (dark: $dark) the first run says what each link brings', async ({ width, height, language, dark }) => {
  const visit = await Visit.open(browser, house.app.url, { width, height, language, dark })
  await visit.signInAt('/venue/connections', 'owner')
  await visit.page
    .getByRole('heading', { name: language === 'jp' ? '他のシステムのデータをレポートに取り込めます' : 'Your other systems can fill these reports' })
    .waitFor()
  const offered = visit.page.getByRole('listitem').filter({ has: visit.page.getByRole('heading', { level: 3 }) })
  expect((await offered.allInnerTexts()).map((text) => text.split(/\s/)[0])).toEqual(['Stripe', 'Deputy', 'Deliverect', 'Tyro', 'Marketplace'])
  // What this server is not set up for is named and no more; of Involv nobody hears.
  const page = await visit.page.locator('main').innerText()
  expect(page).toContain(language === 'jp' ? 'このサーバーでは未設定: Shopify' : 'Not set up on this server: Shopify.')
  expect(page).not.toContain('Involv')
  expect(await visit.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
  expect(await visit.axe()).toEqual([])
  await visit.shoot(`connections-first-${width}-${language}-${dark ? 'dark' : 'light'}`)
  await visit.close()
})

it('a location is linked from Connections through the provider, and is disconnected there by typing the name of the account', async () => {
  const visit = await Visit.open(browser, house.app.url)
  const { page } = visit
  await visit.signInAt('/venue/connections', 'owner')
  await page.getByRole('link', { name: 'Connect Stripe' }).click()
  await page.getByRole('button', { name: 'Connect Harbour Bar to Stripe' }).click()
  await page.getByRole('button', { name: 'Continue to Stripe' }).click()
  await page.getByRole('link', { name: 'Allow with Harbour Bar Pty Ltd' }).click()
  await page.getByRole('heading', { name: 'Harbour Bar is linked' }).waitFor()

  // The next place is chosen on Connections: its screen asks at once.
  await visit.goto('/venue/connections')
  await page.getByRole('link', { name: 'Connect Stripe, Cellar Door' }).click()
  await page.getByRole('dialog', { name: 'Connect Cellar Door to Stripe' }).waitFor()
  await page.getByRole('button', { name: 'Continue to Stripe' }).click()
  await page.getByRole('heading', { name: 'Stripe stand-in' }).waitFor()
  // Where one comes back to and for which place, while one is away; nothing of it afterwards.
  expect(await remembered(visit)).toEqual({ StripeRedirectUri: `${house.app.url}/stripe/connect`, StripeLocationId: 3 })
  await page.getByRole('link', { name: 'Allow with Cellar Door Wines' }).click()
  await page.getByRole('heading', { name: 'Cellar Door is linked, payouts are not enabled yet' }).waitFor()
  expect(await remembered(visit)).toEqual({ StripeRedirectUri: '', StripeLocationId: 0 })
  await house.work()

  await visit.goto('/venue/connections')
  await page.getByText('Stripe, Cellar Door: payments work, payouts do not yet.').waitFor()
  await page.getByRole('row', { name: /Cellar Door Linked, no payouts yet Cellar Door Wines/ }).waitFor()
  await page.getByRole('button', { name: 'Details of Stripe, Harbour Bar' }).click()
  expect(await visit.axe()).toEqual([])
  await visit.shoot('connections-linked')
  await page.getByRole('button', { name: 'Disconnect…' }).click()
  const end = page.getByRole('button', { name: 'Disconnect Harbour Bar', exact: true })
  const typed = page.getByLabel('Type Harbour Bar Pty Ltd to confirm')
  await typed.fill('Harbour Bar')
  await expect.poll(() => end.isDisabled()).toBe(true)
  await typed.fill('Harbour Bar Pty Ltd')
  await end.click()
  await page.getByRole('row', { name: /Harbour Bar Disconnecting/ }).waitFor()
  await house.work()
  expect(house.stripe.accounts.get('acct_Harbour')?.isConnected).toBe(false)
  expect(visit.trouble).toEqual([])
  await visit.close()
})
