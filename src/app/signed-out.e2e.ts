import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'

let app: StartedApp
let browser: Browser
let visit: Visit

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  visit = await Visit.open(browser, app.url, { keepsFiles: true })
})
afterAll(async () => {
  await visit.close()
  await app.close()
})

/** What this browser keeps, wherever a page may keep something. */
const kept = () =>
  visit.page.evaluate(async () => {
    const answersIn = (name: string) =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => {
          const [store] = opening.result.objectStoreNames
          if (!store) return resolve(0)
          const counting = opening.result.transaction(store).objectStore(store).count()
          counting.onsuccess = () => {
            opening.result.close()
            resolve(counting.result)
          }
        }
      })
    const cached = await Promise.all(
      (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)),
    )
    return {
      local: Object.keys(localStorage).sort(),
      session: Object.keys(sessionStorage),
      answers: (await Promise.all((await indexedDB.databases()).map(({ name = '' }) => answersIn(name)))).reduce((sum, one) => sum + one, 0),
      cached: cached.flat().filter((path) => path.startsWith('/api/')),
    }
  })

it('after signing out nothing of the session stays in the browser, in no tab; how the app looks does', async () => {
  const { page } = visit
  await visit.signInAt('/membership/dashboard', 'owner')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.locator('.rail').getByRole('button', { name: 'Dark' }).click()
  // What a day's work leaves: a screen found by its name, a card looked at, a submission whose answer never came.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('weekly')
  await page.getByRole('option', { selected: true }).filter({ hasText: 'Weekly Summary' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/weekly-summary/)
  await page.evaluate(() => {
    localStorage.setItem('daybook.recent-cards.1.1', '[{"number":"6001 0004","at":1}]')
    sessionStorage.setItem('daybook.submissions', '[{"fingerprint":"f","key":"k"}]')
  })
  await expect.poll(async () => (await kept()).local).toEqual(expect.arrayContaining(['daybook.session', 'daybook.user']))
  await expect.poll(async () => (await kept()).answers).toBeGreaterThan(0)
  const other = await visit.tab()
  await visit.goto('/reports', other)
  await other.evaluate(() => sessionStorage.setItem('daybook.submissions', '[]'))

  await page.locator('.rail .menu a[href="/membership/logout"]').click()
  await page.locator('.door a[href="/membership/auth"]').waitFor()
  await expect.poll(kept).toEqual({ local: ['daybook.theme'], session: [], answers: 0, cached: [] })
  await other.waitForURL(/\/membership\/auth/)
  expect(await other.evaluate(() => Object.keys(sessionStorage))).toEqual([])
  // A device that is known stays known, so that signing in from it again is no news.
  expect((await visit.context.cookies()).map(({ name }) => name).filter((name) => !name.includes('device'))).toEqual([])
  expect(visit.trouble).toEqual([])
}, 120_000)
