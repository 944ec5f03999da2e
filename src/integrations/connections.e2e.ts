import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_PASSWORD } from '#db/demo/cast.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { LinkHouse } from '#tests/link-house.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'

let house: LinkHouse
let browser: Browser
let owner: Visitor

beforeAll(async () => {
  ;[house, browser] = await Promise.all([LinkHouse.open('Connections in a Browser', { sample: true, unset: ['INVOLV_', 'SHOPIFY_'] }), launchBrowser()])
  owner = await signedIn(house.app.url, 'owner', SAMPLE_PASSWORD)
  house.stripe.account('acct_Harbour', { name: 'Harbour Bar Pty Ltd' })
  house.stripe.account('acct_Cellar', { name: 'Cellar Door Wines', payoutsEnabled: false })
})
afterAll(() => house.close())

it('the first run says what each link brings; a location is linked through the provider, and is disconnected there by typing the name of the account', async () => {
  const visit = await Visit.open(browser, house.app.url)
  const { page } = visit
  await visit.signInAt('/venue/connections', 'owner')
  await page.getByRole('heading', { name: 'Your other systems can fill these reports' }).waitFor()
  const offered = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) })
  expect((await offered.allInnerTexts()).map((text) => text.split(/\s/)[0])).toEqual(['Stripe', 'Deputy', 'Deliverect', 'Tyro', 'Marketplace'])
  // Providers without settings are listed without actions. Involv is hidden.
  const said = await page.locator('main').innerText()
  expect(said).toContain('Not set up on this server: Shopify.')
  expect(said).not.toContain('Involv')
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
  expect(await visit.pendingLink('Stripe')).toEqual([`${house.app.url}/stripe/connect`, 3])
  await page.getByRole('link', { name: 'Allow with Cellar Door Wines' }).click()
  await page.getByRole('heading', { name: 'Cellar Door is linked, but payouts are not enabled yet' }).waitFor()
  expect(await visit.pendingLink('Stripe')).toEqual(['', 0])
  await house.work()

  await visit.goto('/venue/connections')
  await page.getByText('Stripe, Cellar Door: payments work, but payouts do not yet.').waitFor()
  await page.getByRole('row', { name: /Cellar Door Linked, no payouts yet .*Cellar Door Wines/ }).waitFor()
  await page.getByRole('button', { name: 'Details of Stripe, Harbour Bar' }).click()
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

it('what is wrong is told in words with its step, and goes once the provider lets Daybook in again', async () => {
  const { books } = house.deputy.install('acme.au.deputy.com', 'Acme')
  books.put('Company', { Id: 1, CompanyName: 'Harbour Bar', Active: true })
  books.put('OperationalUnit', { Id: 11, Company: 1, OperationalUnitName: 'Kitchen', Active: true })
  books.put('Employee', { Id: 21, DisplayName: 'Nobody Here', Active: true })
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  books.roster(11, 21, [`${day}T10:00:00+11:00`, `${day}T18:00:00+11:00`])
  await house.linkDeputy(owner, 'acme.au.deputy.com')
  house.stripe.account('acct_Cellar', { isConnected: false })
  await house.perform('links.nightly')
  await house.work()
  const visit = await Visit.open(browser, house.app.url)
  const { page } = visit
  await visit.signInAt('/venue/connections', 'owner')
  const needs = page.getByRole('list', { name: 'Needs attention' }).getByRole('listitem')
  await needs.first().waitFor()
  const told = (await needs.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
  expect(told[0]).toMatch(/^Stripe, Cellar Door: nothing has arrived since .*2026.*Someone ended the link at Stripe\. Connect again/)
  expect(told.slice(1)).toEqual([
    'Deputy: 1 person is not matched with an employee. Their hours count in T & A under their names in Deputy. Match people',
    'Deputy: 1 area is not matched with a location. Their hours and wages count for the venue, but not for a location. Match areas',
  ])
  await page.getByRole('link', { name: 'Connect Stripe, Cellar Door again' }).waitFor()
  // Somebody at Stripe allowed Daybook again: asking anew is enough.
  house.stripe.account('acct_Cellar', { isConnected: true, payoutsEnabled: true })
  await page.getByRole('button', { name: 'Details of Stripe, Cellar Door' }).click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Daybook is asking Stripe again.').waitFor()
  await house.work()
  await page.getByRole('row', { name: /Cellar Door Linked .*Cellar Door Wines/ }).waitFor()
  await expect.poll(() => needs.count()).toBe(2)
  expect(visit.trouble).toEqual([])
  await visit.close()
})

it('what was linked on another screen is on Connections at once, without a reload, and links are filtered by the address', async () => {
  const visit = await Visit.open(browser, house.app.url)
  const { page } = visit
  house.tyro.merchant('778899', 'Harbour Bar Pty Ltd')
  await visit.signInAt('/venue/connections', 'owner')
  await page.getByRole('link', { name: 'Connect Tyro, Harbour Bar' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox').fill('778899')
  await form.getByRole('button', { name: 'Link Harbour Bar' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Connections', exact: true }).click()
  // Before the list is polled again.
  await page.getByRole('row', { name: /Tyro .*Harbour Bar Linked/ }).waitFor({ timeout: 10_000 })
  const choose = async (blank: RegExp, answer: string) => {
    await page.getByRole('button', { name: blank }).click()
    await page.getByRole('menuitemradio', { name: answer, exact: true }).click()
  }
  const rows = page.getByRole('table', { name: /^Links by provider/ }).getByRole('row')
  await page.getByRole('heading', { name: 'All links' }).waitFor()
  const all = await rows.count()
  await choose(/^Provider/, 'Stripe')
  await choose(/^Location/, 'Cellar Door')
  await expect.poll(() => rows.count()).toBe(2)
  expect(await rows.nth(1).innerText()).toContain('Cellar Door')
  expect(new URL(page.url()).search).toBe('?provider=Stripe&location=3')
  // It is there again after a reload, and for whoever is sent the address.
  await page.reload()
  await expect.poll(() => rows.count()).toBe(2)
  await choose(/^Show/, 'Not linked')
  await page.getByRole('heading', { name: 'No link matches' }).waitFor()
  await page.getByRole('button', { name: 'Show everything' }).click()
  await expect.poll(() => rows.count()).toBe(all)
  expect(new URL(page.url()).search).toBe('')
  expect(visit.trouble).toEqual([])
  await visit.close()
})
