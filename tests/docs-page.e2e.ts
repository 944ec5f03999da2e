import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { operations } from '#app/operations.ts'
import { launchBrowser } from './browser.ts'
import { Visit } from './in-browser.ts'
import { type StartedApp, startApp } from './start-app.ts'

let app: StartedApp
let browser: Browser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(async () => {
  await browser.close()
  await app.close()
})

it.each([
  [1440, false],
  [1440, true],
  [320, false],
] as const)('the page of the API reads well at %i px, dark %s, under the strict policy', async (width, dark) => {
  const visit = await Visit.open(browser, app.url, { width, dark })
  const answer = await visit.page.goto(`${app.url}/api/docs`)
  expect(answer?.headers()['content-security-policy']).toContain("default-src 'none'")
  await expect.poll(() => visit.page.locator('article[data-call]').count()).toBe(operations.length)
  expect(await visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect(await visit.page.evaluate(() => document.fonts.ready.then(() => document.fonts.check('14px "Instrument Sans"')))).toBe(true)
  // The same page at every width and in both themes: judged once, and in the other theme its colours again.
  if (width === 1440) expect(await visit.axe(dark ? ['color-contrast', 'link-in-text-block'] : undefined)).toEqual([])
  expect(visit.trouble).toEqual([])
  await visit.shoot(`api-docs-${width}${dark ? '-dark' : ''}`)
  await visit.close()
})

it('a search leaves what was asked for, in the list and on the page', async () => {
  const visit = await Visit.open(browser, app.url)
  await visit.goto('/api/docs')
  await visit.page.getByLabel('Search').fill('sign in')
  const shown = visit.page.locator('article[data-call]:visible')
  await expect.poll(() => shown.count()).toBeGreaterThan(0)
  await expect.poll(() => shown.count()).toBeLessThan(operations.length)
  await expect.poll(() => visit.page.getByRole('status').textContent()).toMatch(/^\d+ calls?$/)
  await visit.page.getByRole('link', { name: /auth\/credentials/ }).click()
  expect(new URL(visit.page.url()).hash).toBe('#membershipSignIn')
  await visit.close()
})

it("the theme is switched, kept, and the same as the app's", async () => {
  const visit = await Visit.open(browser, app.url)
  await visit.goto('/api/docs')
  const ground = () => visit.page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  await visit.page.getByRole('button', { name: 'Dark' }).click()
  expect(await ground()).not.toBe(light)
  expect(await visit.page.evaluate(() => localStorage.getItem('daybook.theme'))).toBe('dark')
  await visit.page.reload()
  expect(await ground()).not.toBe(light)
  await visit.close()
})
