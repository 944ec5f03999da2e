import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { LinkHouse } from '#tests/link-house.ts'

let house: LinkHouse
let browser: Browser

beforeAll(async () => {
  ;[house, browser] = await Promise.all([LinkHouse.open('Involv in a Browser', { sample: true }), launchBrowser()])
  house.involv.account('club-1', 'Harbour Club')
})
afterAll(() => house.close())

it('Involv is linked from Connections, which lists it once this server is set up for it', async () => {
  const visit = await Visit.open(browser, house.app.url)
  const { page } = visit
  await visit.signInAt('/venue/connections', 'owner')
  await page.getByRole('link', { name: 'Connect Involv' }).click()
  await page.getByRole('button', { name: 'Connect Cellar Door to Involv' }).click()
  await page.getByRole('button', { name: 'Continue to Involv' }).click()
  await page.getByRole('heading', { name: 'Involv stand-in' }).waitFor()
  expect(await visit.pendingLink('Involv')).toEqual([`${house.app.url}/involv/connect`, 3])
  await page
    .getByRole('link', { name: /^Allow/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Cellar Door is linked' }).waitFor()
  expect(await visit.pendingLink('Involv')).toEqual(['', 0])
  expect(page.url()).toBe(`${house.app.url}/involv/connect`)
  await house.work()
  await visit.goto('/venue/connections')
  await page.getByRole('row', { name: /^(Involv.*)?Cellar Door Linked/ }).waitFor()
  expect(visit.trouble).toEqual([])
  await visit.close()
})
