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
  await visit.shoot(`api-docs-${width}${dark ? '-dark' : ''}`)
  expect(await visit.page.evaluate(idsTwice)).toEqual([])
  expect(await visit.page.evaluate(leaveOneOfEachKind)).toBeGreaterThan(100)
  // The same page at every width and in both themes: judged once, and in the other theme its colours again.
  if (width === 1440) expect(await visit.axe(dark ? ['color-contrast', 'link-in-text-block'] : undefined)).toEqual([])
  expect(visit.trouble).toEqual([])
  await visit.close()
})

it('a search leaves what was asked for, in the list and on the page', async () => {
  const visit = await Visit.open(browser, app.url)
  await visit.goto('/api/docs')
  await visit.page.getByRole('searchbox').fill('sign in')
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

/** Names of elements that several have. */
function idsTwice(): string[] {
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  return ids.filter((id, i) => ids.indexOf(id) !== i)
}

/**
 * Some 130 calls, written by the same few lines of code: of those, of the entries of the contents and of rows of tables, whatever shows no kind of
 * element that none before it had is taken out, and the checker has a page of people's size. Answers how many elements are left.
 */
function leaveOneOfEachKind(): number {
  const kindOf = (element: Element): string => {
    const own = `${element.tagName}.${element.className}[${element.getAttributeNames().sort()}]`
    return element.parentElement && element.tagName !== 'MAIN' ? `${kindOf(element.parentElement)} ${own}` : own
  }
  // Rows and entries first, and then the calls: the first of a kind stays, and none of those they stand in is left empty.
  for (const some of ['nav li, tbody tr, dd a', 'article']) {
    const seen = new Set<string>()
    for (const one of document.querySelectorAll(some)) {
      const kinds = [one, ...one.querySelectorAll('*')].map(kindOf)
      if (kinds.every((kind) => seen.has(kind)) && (one.parentElement?.children.length ?? 0) > 1) one.remove()
      else for (const kind of kinds) seen.add(kind)
    }
  }
  // An entry whose call was taken out leads to one that was left.
  const left = document.querySelector('article[id]')?.id ?? ''
  for (const link of document.querySelectorAll<HTMLAnchorElement>('nav a[href^="#"]')) if (!document.getElementById(link.hash.slice(1))) link.hash = left
  return document.querySelectorAll('*').length
}
