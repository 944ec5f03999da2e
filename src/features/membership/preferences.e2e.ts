import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { employ, makePerson, makeVenue, PASSWORD } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'

let app: StartedApp
let browser: Browser
let visits: Visit[] = []
let venueId: number

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  venueId = (await makeVenue(app.database, 'Two Rooms')).venueId
})
afterEach(async () => {
  const trouble = visits.flatMap((visit) => visit.trouble)
  for (const visit of visits) await visit.close()
  visits = []
  expect(trouble).toEqual([])
})
afterAll(async () => {
  await app.close()
})

const person = async (userName: string, tags: Parameters<typeof employ>[3] = ['can_viewsales']) =>
  employ(app.database, await makePerson(app.database, userName), venueId, tags)

/** A browser of its own in which this person looks at their preferences. */
const browserOf = async (userName: string, password?: string) => {
  const visit = await Visit.open(browser, app.url)
  visits.push(visit)
  await visit.signInAt('/preferences', userName, password)
  return visit
}

const look = (page: Page) =>
  page.evaluate(() => ({
    lang: document.documentElement.lang,
    theme: document.documentElement.dataset.theme,
    density: document.documentElement.dataset.density,
  }))
const shortcuts = (page: Page) => page.evaluate(() => localStorage.getItem('daybook.shortcuts'))
/** Does something, and waits until the server has kept it. */
const kept = async (page: Page, choice: () => Promise<unknown>) => {
  await Promise.all([page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok()), choice()])
}

it('what one chooses on one browser, another has from its first screen on; the language is chosen by everybody but Admin', async () => {
  // Tried again, it is somebody else.
  const name = `Two Browsers ${Date.now()}`
  await person(name)
  const first = await browserOf(name, PASSWORD)
  await kept(first.page, () => first.page.getByRole('radio', { name: 'Dark' }).click())
  await kept(first.page, () => first.page.getByRole('radio', { name: 'Compact' }).click())
  await kept(first.page, () => first.page.getByRole('radio', { name: 'Single-key shortcuts off' }).click())
  await kept(first.page, () => first.page.getByRole('radio', { name: '日本語' }).click())
  await first.page.getByText('サインインするどのブラウザーでも使われます。').waitFor()

  const second = await Visit.open(browser, app.url)
  visits.push(second)
  await second.signIn(name, PASSWORD)
  await second.page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => look(second.page)).toEqual({ lang: 'ja', theme: 'dark', density: 'compact' })
  await expect.poll(() => shortcuts(second.page)).toBe('off')
  await second.walkTo('/preferences')
  await expect.poll(() => second.page.getByRole('radio', { name: '日本語' }).isChecked()).toBe(true)
  // Changed there, the first has it when it is next opened; there is nothing to see before.
  await kept(second.page, () => second.page.getByRole('radio', { name: 'ライト' }).click())
  await first.page.reload()
  await expect.poll(() => look(first.page)).toMatchObject({ lang: 'ja', theme: 'light' })

  const { page } = await browserOf('admin')
  await page.getByRole('radio', { name: 'Dark' }).waitFor()
  expect(await page.getByRole('radio', { name: '日本語' }).count()).toBe(0)
})

it("signed out, the door keeps this browser's look, and chooses for it alone", async () => {
  await person('At The Door')
  const { page, ...visit } = await browserOf('At The Door', PASSWORD)
  await kept(page, () => page.getByRole('button', { name: 'Dark' }).click())
  await page.getByRole('link', { name: 'Logout' }).click()
  await page.getByRole('heading', { name: "You're signed out." }).waitFor()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`${visit.url}/membership/auth`)
  await page.getByRole('button', { name: '日本語' }).click()
  await expect.poll(() => look(page)).toMatchObject({ lang: 'ja', theme: 'dark' })
  expect(asked.filter((url) => url.includes('preferences'))).toEqual([])
  // They have never chosen a language, so this browser's holds for them, as it holds for anybody.
  await page.locator('input[name=username]').fill('At The Door')
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.locator('button[type=submit]').click()
  await page.waitForURL((url) => !url.pathname.startsWith('/membership/auth'))
  await expect.poll(() => look(page)).toMatchObject({ lang: 'ja', theme: 'dark' })
  expect(
    await app.database.house`select language, theme from user_preference p join app_user u on u.user_id = p.user_id where u.user_name = 'At The Door'`,
  ).toEqual([{ language: null, theme: 'dark' }])
})

it('whoever acts as somebody else chooses for this browser, until they are themselves again', async () => {
  await person('The Actor', ['can_impersonate', 'can_viewsales', 'can_viewemp'])
  await person('The Person')
  const { page, ...visit } = await browserOf('The Actor', PASSWORD)
  await kept(page, () => page.getByRole('button', { name: 'Dark' }).click())
  await page.goto(`${visit.url}/employees/list`)
  await page.getByRole('button', { name: /^Actions for The Person/ }).click()
  await page.getByRole('menuitem', { name: 'Impersonate' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('To see what they see')
  await dialog.getByRole('button', { name: /^Act as/ }).click()
  await page.locator('.ribbon.acting').waitFor()
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await page.goto(`${visit.url}/preferences`)
  await page.getByText('Their own preferences do not change.').waitFor()
  await page.getByRole('radio', { name: 'Light', exact: true }).check()
  await page.getByRole('radio', { name: 'Compact' }).check()
  await expect.poll(() => look(page)).toMatchObject({ theme: 'light', density: 'compact' })
  expect(asked.filter((call) => call.includes('/preferences') && call.includes('/api/'))).toEqual([])
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.locator('.ribbon.acting').waitFor({ state: 'detached' })
  await expect.poll(() => look(page)).toMatchObject({ theme: 'dark' })
  expect(
    await app.database
      .house`select u.user_name, theme, density from user_preference p join app_user u on u.user_id = p.user_id where u.user_name like 'The %' order by 1`,
  ).toEqual([{ user_name: 'The Actor', theme: 'dark', density: null }])
})
