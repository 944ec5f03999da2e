import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { LinkHouse } from '#tests/link-house.ts'

let house: LinkHouse
let browser: Browser

beforeAll(async () => {
  ;[house, browser] = await Promise.all([LinkHouse.open('Linked in a Browser', { sample: true }), launchBrowser()])
})
afterAll(() => house.close())

/** Goes to Stripe's stand-in for a location, and waits until its page of consent is there. */
const leaveFor = async ({ page }: Visit, place: string) => {
  await page.getByRole('button', { name: `Connect ${place} to Stripe` }).click()
  await page.getByRole('button', { name: 'Continue to Stripe' }).click()
  await page.getByRole('heading', { name: 'Stripe stand-in' }).waitFor()
}

it('a location is linked, shown in Connections, and disconnected by typing its name', async () => {
  const visit = await Visit.open(browser, house.app.url)
  const { page } = visit
  house.stripe.account('acct_CellarPty', { name: 'Cellar Door Wines', payoutsEnabled: false })
  await visit.signInAt('/stripe/connect', 'owner')
  await page.getByRole('heading', { name: 'Stripe', exact: true }).waitFor()
  await leaveFor(visit, 'Cellar Door')

  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('heading', { name: 'Cellar Door was not linked' }).waitFor()
  expect(page.url()).toBe(`${house.app.url}/stripe/connect`)
  await page.getByRole('button', { name: 'Connect again' }).click()
  await page.getByRole('button', { name: 'Continue to Stripe' }).click()

  await page.getByRole('link', { name: 'Allow with Cellar Door Wines' }).click()
  await page.getByRole('heading', { name: 'Cellar Door is linked, but payouts are not enabled yet' }).waitFor()
  await page.getByText(/Linked account: Cellar Door Wines, ending in rPty/).waitFor()
  expect(page.url()).toBe(`${house.app.url}/stripe/connect`)
  const row = page.getByRole('row', { name: /^Cellar Door/ })
  await row.getByText('Linked, no payouts yet').waitFor()

  await house.work()
  await visit.signInAt('/venue/connections', 'owner')
  await page.getByRole('row', { name: /Cellar Door Linked, no payouts yet .*Cellar Door Wines/ }).waitFor()

  await page.getByRole('button', { name: 'Details of Stripe, Cellar Door' }).click()
  await page.getByRole('link', { name: 'Open Stripe' }).click()
  await page.getByRole('button', { name: 'Disconnect Cellar Door…' }).click()
  const end = page.getByRole('button', { name: 'Disconnect Cellar Door', exact: true })
  await expect.poll(() => end.isDisabled()).toBe(true)
  await page.getByLabel('Type Cellar Door to confirm').fill('Cellar Door')
  await end.click()
  await row.getByText('Disconnecting').waitFor()
  await house.work()
  expect(house.stripe.accounts.get('acct_CellarPty')?.isConnected).toBe(false)
  expect(visit.trouble).toEqual([])
  await visit.close()
})

it('a list that was asked for before the link was made does not hide it', async () => {
  const visit = await Visit.open(browser, house.app.url)
  const { page } = visit
  house.stripe.account('acct_Late', { name: 'Late Pty Ltd' })
  await visit.signInAt('/stripe/connect', 'owner')
  await leaveFor(visit, 'Harbour Bar')
  // The list of before arrives after the link: as on a busy server.
  const linked = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.url().endsWith('/location/1/paymenttokens'))
  let lists = 0
  await page.route(/\/venue\/\d+\/paymenttokens$/, async (route) => {
    if (route.request().method() !== 'GET' || ++lists > 1) return route.continue()
    const before = await route.fetch()
    await linked
    // Whoever asked may have given up by now.
    await route.fulfill({ response: before }).catch(() => undefined)
  })
  await page.getByRole('link', { name: 'Allow with Late Pty Ltd' }).click()
  const row = page.getByRole('row', { name: /^Harbour Bar/ })
  await row.getByText('Late Pty Ltd, ending in Late').waitFor({ timeout: 10_000 })
  expect(visit.trouble).toEqual([])
  await visit.close()
})

it('an answer that is lost is told as what it is, and the code is not sent again', async () => {
  const visit = await Visit.open(browser, house.app.url)
  const { page } = visit
  house.stripe.account('acct_Lost', { name: 'Lost Pty Ltd' })
  await visit.signInAt('/stripe/connect', 'owner')
  await leaveFor(visit, 'Vine Bistro')
  const before = house.stripe.standIn.log.filter(({ path }) => path === '/oauth/token').length
  house.stripe.standIn.failNext({ route: '/oauth/token', dropConnection: true })
  await page.getByRole('link', { name: 'Allow with Lost Pty Ltd' }).click()
  await page.getByRole('heading', { name: 'Daybook cannot tell whether Vine Bistro was linked' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Connect Vine Bistro to Stripe' }).waitFor()
  expect(house.stripe.standIn.log.filter(({ path }) => path === '/oauth/token')).toHaveLength(before + 1)
  await visit.close()
})

it("an address with somebody else's code and no state links nothing, though a sign-in waits", async () => {
  const visit = await Visit.open(browser, house.app.url)
  const { page } = visit
  house.stripe.account('acct_Attacker', { name: 'Attacker Pty Ltd' })
  await visit.signInAt('/stripe/connect', 'owner')
  await leaveFor(visit, 'Cellar Door')
  const before = house.stripe.standIn.log.filter(({ path }) => path === '/oauth/token').length
  await page.goto(`${house.app.url}/stripe/connect?code=${house.stripe.code('acct_Attacker')}`)
  await page.getByRole('alert').getByRole('heading', { name: 'Cellar Door was not linked' }).waitFor()
  expect(house.stripe.standIn.log.filter(({ path }) => path === '/oauth/token')).toHaveLength(before)
  await visit.close()
})
