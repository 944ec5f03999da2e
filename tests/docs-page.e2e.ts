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

it('the page of the API reads well at every width and in both themes under the strict policy, is searched, and has the theme of the app', async () => {
  const visit = await Visit.open(browser, app.url)
  const { page } = visit
  const answer = await page.goto(`${app.url}/api/docs`)
  expect(answer?.headers()['content-security-policy']).toContain("default-src 'none'")
  await expect.poll(() => page.locator('article[data-call]').count()).toBe(operations.length)
  expect(await page.evaluate(() => document.fonts.ready.then(() => document.fonts.check('14px "Instrument Sans"')))).toBe(true)
  expect(await page.evaluate(idsTwice)).toEqual([])
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(await overflow()).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 320, height: 900 })
  expect(await overflow()).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('searchbox').fill('sign in')
  const shown = () => page.locator('article[data-call]:visible').count()
  await expect.poll(shown).toBeLessThan(operations.length)
  expect(await shown()).toBeGreaterThan(0)
  expect(await page.getByRole('status').textContent()).toMatch(/^\d+ calls?$/)
  await page.getByRole('link', { name: /auth\/credentials/ }).click()
  expect(new URL(page.url()).hash).toBe('#membershipSignIn')
  await page.getByRole('searchbox').fill('')

  expect(await page.evaluate(leaveOneOfEachKind)).toBeGreaterThan(100)
  expect(await visit.axe()).toEqual([])
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  await page.getByRole('button', { name: 'Dark' }).click()
  const dark = await ground()
  expect(dark).not.toBe(light)
  // Themes differ in colours only.
  expect(await visit.axe(['color-contrast', 'link-in-text-block'])).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('daybook.theme'))).toBe('dark')
  await page.reload()
  expect(await ground()).toBe(dark)
  expect(visit.trouble).toEqual([])
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
