import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'

let app: StartedApp
let browser: Browser
let visit: Visit

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  visit = await Visit.open(browser, app.url)
  await visit.signInAt('/preferences', 'owner')
})
beforeEach(() => visit.walkTo('/preferences'))
afterEach(() => expect(visit.trouble.splice(0)).toEqual([]))
afterAll(async () => {
  await app.close()
})

const rail = () => visit.page.getByRole('navigation', { name: 'Main' })

it('speaks Japanese at a touch, everywhere, and after a reload, and no key stands where a word belongs', async () => {
  await rail().getByRole('button', { name: '日本語' }).click()
  await visit.page.locator('.rail').getByRole('link', { name: '従業員' }).waitFor()
  const menu = ['レポート', '従業員', 'Regulars', 'Stripe', 'ダッシュボード', 'サインアウト', '事業者']
  await expect.poll(() => visit.page.locator('.rail .menu > li > a').allInnerTexts()).toEqual(menu)
  await visit.page.reload()
  await visit.page.locator('.rail').getByRole('link', { name: '従業員' }).waitFor()
  await expect.poll(() => visit.page.locator('.rail .menu > li > a').allInnerTexts()).toEqual(menu)
  expect(await visit.page.evaluate(() => document.documentElement.lang)).toBe('ja')
  await expect.poll(() => visit.page.locator('.rail .venue').innerText()).toContain('3店舗 · オーナー')
  for (const language of ['日本語', 'English']) {
    await visit.page.locator('.lang').getByRole('button', { name: language }).click()
    for (const path of ['/reports', '/preferences', '/membership/changepassword', '/venue/connections']) {
      await visit.walkTo(path)
      await visit.page.waitForFunction((to) => location.pathname === to && document.querySelector('h1') && !document.querySelector('[aria-busy=true]'), path)
      expect(await visit.page.locator('body').innerText()).not.toMatch(/\b[a-z]+[A-Z][A-Za-z]*About\b|\{\w+\}/)
    }
  }
})

it('keeps a chosen theme and row height', async () => {
  const ground = () => visit.page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await expect.poll(ground).toBe('rgb(243, 245, 241)')
  await visit.page.getByRole('radio', { name: 'Dark' }).check()
  await visit.page.getByRole('radio', { name: 'Compact' }).check()
  await expect.poll(ground).toBe('rgb(16, 27, 23)')
  await visit.page.reload()
  await expect.poll(ground).toBe('rgb(16, 27, 23)')
  await expect.poll(() => visit.page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--row'))).toBe('28px')
  await visit.page.getByRole('radio', { name: 'Same as the system' }).check()
  await expect.poll(ground).toBe('rgb(243, 245, 241)')
})

it('follows the system from light to dark and back while it is open, unless a theme is chosen', async () => {
  const { page } = visit
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const offered = () => page.locator('.rail .me p button').first().innerText()
  await expect.poll(async () => [await ground(), await offered()]).toEqual(['rgb(243, 245, 241)', 'Dark'])
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(async () => [await ground(), await offered()]).toEqual(['rgb(16, 27, 23)', 'Light'])
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(async () => [await ground(), await offered()]).toEqual(['rgb(243, 245, 241)', 'Dark'])
  await page.locator('.rail .me p button').first().click()
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(async () => [await ground(), await offered()]).toEqual(['rgb(16, 27, 23)', 'Light'])
})

it('single keys go places and list themselves, and can be turned off', async () => {
  const { page } = visit
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await list.waitFor()
  await expect.poll(() => list.innerText()).toContain('Go to Sales Summary')
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await page.waitForURL(/\/reports$/)
  await visit.walkTo('/preferences')
  await page.getByRole('radio', { name: 'Single-key shortcuts off' }).check()
  await page.locator('h1').click()
  await page.keyboard.press('?')
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  expect(await list.count()).toBe(0)
  expect(visit.path()).toBe('/preferences')
})

it('keeps the page without a connection: a screen not opened before says so, and opens once there is one', async () => {
  const { page, context } = visit
  await page.getByRole('heading', { level: 1 }).waitFor()
  await context.setOffline(true)
  await page.locator('.ribbon.offline').waitFor()
  await rail().getByRole('link', { name: 'Employees' }).click()
  await page.getByRole('heading', { level: 1, name: 'This page needs a connection' }).waitFor()
  await expect.poll(() => rail().isVisible()).toBe(true)
  await context.setOffline(false)
  await page.getByRole('heading', { level: 1, name: 'Employees' }).waitFor()
  // The router writes down that it could not fetch the screen, ahead of the click where the pointer came some time before it.
  expect(visit.trouble.splice(0).filter((words) => !words.startsWith('NoConnection'))).toEqual([])
})

it('lets the keyboard skip the menu, and begins a new page at its top', async () => {
  const { page } = visit
  await page.reload()
  await rail().waitFor()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
  await rail().getByRole('link', { name: 'Employees' }).click()
  await page.waitForURL(/\/employees\/list$/)
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
})

it('prints the page without what is around it', async () => {
  await visit.walkTo('/reports')
  await visit.page.getByRole('heading', { level: 1 }).waitFor()
  await visit.page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const part of ['.rail', '.ribbon', 'footer', '.topbar']) expect(await visit.page.locator(part).first().isVisible(), part).toBe(false)
  expect(await visit.page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe('rgb(255, 255, 255)')
  await visit.page.emulateMedia({ media: 'screen', colorScheme: 'light' })
})

it('the footer keeps clear of the menu on the left at every width', async () => {
  const footer = visit.page.locator('footer')
  for (const [width, padding] of [
    [767, '16px'],
    [768, '280px'],
    [1440, '280px'],
  ] as const) {
    await visit.page.setViewportSize({ width, height: 800 })
    await expect.poll(() => footer.innerText()).toBe(`Daybook 1.0.42 · © ${new Date().getFullYear()} Daybook`)
    await expect.poll(() => footer.evaluate((element) => getComputedStyle(element).paddingLeft), { message: String(width) }).toBe(padding)
  }
})

it('the menu opens over the page on a phone, keeps the focus, and closes by Escape', async () => {
  await visit.page.setViewportSize({ width: 390, height: 844 })
  await visit.walkTo('/reports')
  await visit.page.locator('.topbar').getByRole('button', { name: 'Menu' }).click()
  const drawer = visit.page.getByRole('dialog', { name: 'Menu' })
  await drawer.getByRole('link', { name: 'Logout' }).waitFor()
  for (let tabs = 0; tabs < 40; tabs++) await visit.page.keyboard.press('Tab')
  expect(await visit.page.evaluate(() => document.activeElement?.closest('dialog') !== null || document.activeElement === document.body)).toBe(true)
  await visit.page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await expect.poll(() => visit.page.locator('nav.four a').allInnerTexts()).toEqual(['Today', 'Reports', 'Regulars'])
})

it('says two minutes before that the session ends, and stays when asked', async () => {
  const { page } = visit
  await expect.poll(() => page.evaluate(() => localStorage.getItem('daybook.session'))).not.toBeNull()
  await page.clock.install()
  // Loading the page requests the user, which counts as activity. A page without a subscription sends nothing after that.
  await Promise.all([page.waitForResponse(/\/api\/users\/\d+$/), visit.goto('/preferences')])
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    const clock = JSON.parse(localStorage.getItem('daybook.session') ?? '{}')
    localStorage.setItem('daybook.session', JSON.stringify({ ...clock, idleUntil: Date.now() + 90_000 }))
  })
  const banner = page.getByRole('alert').filter({ hasText: 'Your session ends in 2 minutes.' })
  // The app checks the clock every five seconds.
  await page.clock.fastForward(5_000)
  await banner.waitFor()
  await Promise.all([page.waitForResponse((answer) => answer.ok()), banner.getByRole('button', { name: 'Stay signed in' }).click()])
  await page.clock.fastForward(5_000)
  await banner.waitFor({ state: 'detached' })
})
