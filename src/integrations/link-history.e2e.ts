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

/** Cellar Door was linked, fell ill and is ill; Harbour Bar was linked and ended. */
beforeAll(async () => {
  ;[house, browser] = await Promise.all([LinkHouse.open('History in a Browser', { sample: true }), launchBrowser()])
  owner = await signedIn(house.app.url, 'owner', SAMPLE_PASSWORD)
  house.stripe.account('acct_CellarPty', { name: 'Cellar Door Wines' })
  house.stripe.account('acct_BarPty', { name: 'Harbour Bar Pty Ltd' })
  await house.link(owner, 'acct_CellarPty', 3)
  await house.link(owner, 'acct_BarPty', 1)
  await house.work()
  await owner.call('DELETE', '/location/1/paymenttokens')
  house.stripe.account('acct_CellarPty', { isConnected: false })
  await house.perform('links.nightly')
  await house.work()
})
afterAll(() => house.close())

it('what happened to a link is opened from Connections, with why and who was mailed', async () => {
  const visit = await Visit.open(browser, house.app.url)
  const { page } = visit
  await visit.signInAt('/venue/connections', 'owner')
  await page.getByRole('button', { name: 'Details of Stripe, Cellar Door' }).click()
  await page.getByRole('heading', { name: 'Stripe does not let Daybook in' }).waitFor()
  const events = page.getByRole('list').filter({ hasText: 'Linked by' }).getByRole('listitem')
  await expect.poll(() => events.allInnerTexts()).toHaveLength(3)
  const told = (await events.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
  expect(told[0]).toMatch(/2026.* Someone ended the link at Stripe E-mail sent to .*\w/)
  expect(told[1]).toMatch(/The last 90 days were fetched$/)
  expect(told[2]).toMatch(/Linked by \w/)
  expect(await page.getByRole('link', { name: 'Connect Stripe', exact: true }).getAttribute('href')).toBe('/stripe/connect?begin=3')
  await page.getByRole('button', { name: 'Close the details of Stripe, Cellar Door' }).click()
  await page.getByRole('heading', { name: 'Stripe does not let Daybook in' }).waitFor({ state: 'detached' })
  // A place whose link ended keeps its history.
  await page.getByRole('button', { name: 'Details of Stripe, Harbour Bar' }).click()
  await page.getByRole('heading', { name: 'Nothing is linked here' }).waitFor()
  await page.getByText(/Disconnected by \w/).waitFor()
  await page.getByText('Stripe was told that the link ended').waitFor()
  expect(visit.trouble).toEqual([])
  await visit.close()
})
