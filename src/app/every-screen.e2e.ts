import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { misfits } from '#tests/on-a-phone.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'

let app: StartedApp
let browser: Browser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(async () => {
  await app.close()
})

const DOOR = [
  '/membership/auth',
  '/membership/forgotpassword',
  '/membership/password',
  '/membership/begin',
  '/reports/unsubscribe',
  '/reports/recipients',
  '/wall',
]
const OWNER = [
  '/membership/dashboard',
  '/membership/changepassword',
  '/membership/secondfactor',
  '/membership/invitations',
  '/membership/assistant',
  '/reports',
  '/reports/sales',
  '/reports/breakdown',
  '/reports/loyalty-points',
  '/reports/daily-sales',
  '/reports/control-sheets',
  '/reports/control-sheets/4417',
  '/reports/control-sheets/4417/count',
  '/reports/plu-sales',
  '/reports/plu-purchases',
  '/reports/plu-reorders',
  '/reports/plu-reorders/4417',
  '/reports/plu-dayonhand',
  '/reports/stock-variance',
  '/reports/media-summary',
  '/reports/media-summary/bridge',
  '/reports/weekly-summary',
  '/reports/excises',
  '/reports/time-attendance',
  '/reports/payments',
  '/reports/journal',
  '/employees/list',
  '/employees/register',
  '/employees/revoke',
  '/employees/requestpassword',
  '/employees/permissions',
  '/employees/create',
  '/loyalty/search',
  '/loyalty/adjust-points',
  '/loyalty/transfer-points',
  '/loyalty/replace',
  '/loyalty/import-cards',
  '/venue/imports/rosters',
  '/venue/imports/rates',
  '/loyalty/fraud-check',
  '/loyalty/usage-summary',
  '/loyalty/cards/4417',
  '/loyalty/expiry',
  '/stripe/connect',
  '/deputy/connect',
  '/involv/connect',
  '/shopify/connect',
  '/venue/settings',
  '/venue/setup',
  '/venue/tillkeys',
  '/venue/connections',
  '/venue/connections/deliverect',
  '/venue/connections/tyro',
  '/venue/connections/marketplace',
  '/venue/targets',
  '/venue/accounts',
  '/venue/imports',
  '/venue/activity',
  '/reports/schedules',
  '/venue/wall-screens',
  '/preferences',
  '/preferences/tokens',
  '/nothing/here',
  '/membership/auth?denied=/admin/list',
]
const ADMIN = [
  'list',
  'apikeylist',
  'activity',
  'employees/list',
  'employees/create',
  'employees/register',
  'employees/revoke',
  'employees/requestpassword',
  'employees/permissions',
].map((screen) => `/admin/${screen}`)

/** Of phones, tablets and desks. */
const WIDTHS = [320, 390, 768, 1024, 1100, 1200, 1280, 1366, 1440, 1920]
const DESK_WIDTH = 1024
const TALLEST_HEAD = 140

/** Goes there and waits until it is drawn. */
const walkTo = async (visit: Visit, path: string): Promise<void> => {
  const { page, url } = visit
  if (!page.url().startsWith(url)) await page.goto(url + path)
  await visit.walkTo(path)
  await page.waitForFunction(
    (to) => location.pathname === to.split('?')[0] && document.querySelector('h1') && !document.querySelector('[aria-busy=true]'),
    path,
  )
}

/** By how much the page is wider than its window. */
const overflow = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

const speak = async (page: Page, chosen: 'en' | 'jp'): Promise<void> => {
  await page.evaluate((language) => {
    localStorage.setItem('daybook.language', language)
    dispatchEvent(new StorageEvent('storage', { key: 'daybook.language' }))
  }, chosen)
  await page.waitForFunction((lang) => document.documentElement.lang === lang, chosen === 'jp' ? 'ja' : 'en')
}

/** What does not fit the window's width: the page itself, a title on more than two lines, or a header that takes too much of a desk's height. */
const tooNarrow = async (page: Page, width: number): Promise<string[]> => {
  await page.setViewportSize({ width, height: 800 })
  return page.evaluate(
    async ({ isDesk, tallest }) => {
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      const complaints: string[] = []
      const { scrollWidth, clientWidth } = document.documentElement
      if (scrollWidth > clientWidth) complaints.push(`scrolls sideways by ${scrollWidth - clientWidth}`)
      const title = document.querySelector('h1')
      const lines = title ? Math.round(title.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(title).lineHeight)) : 0
      if (lines !== 1 && lines !== 2) complaints.push(`its title takes ${lines} lines`)
      const head = document.querySelector('.head')?.getBoundingClientRect().height ?? 0
      if (isDesk && head > tallest) complaints.push(`its header is ${head} high`)
      return complaints
    },
    { isDesk: width >= DESK_WIDTH, tallest: TALLEST_HEAD },
  )
}

/** What axe finds in English in the light and in Japanese in the dark. Between themes only colours differ, so only contrast is looked at again. */
const findings = async (visit: Visit, path: string): Promise<string[]> => {
  await walkTo(visit, path)
  const found: string[] = []
  for (const [language, colorScheme] of [
    ['en', 'light'],
    ['jp', 'dark'],
  ] as const) {
    await speak(visit.page, language)
    await visit.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const complaint of await visit.axe(colorScheme === 'dark' ? ['color-contrast'] : undefined)) found.push(`${language} ${colorScheme}: ${complaint}`)
    await visit.shoot(`${path.replace(/\W+/g, '-').slice(1)}-${language}-${colorScheme}`)
  }
  return found
}

const visits: [who: string | undefined, paths: string[]][] = [
  [undefined, DOOR],
  ['owner', OWNER],
  ['admin', ADMIN],
]

describe.each(visits)('as %s', (who, paths) => {
  let visit: Visit
  beforeAll(async () => {
    visit = await Visit.open(browser, app.url)
    if (who) await visit.signIn(who)
  })
  afterAll(() => visit.close())

  it.each(paths)('%s is in order for axe, light and dark, English and Japanese', async (path) => {
    expect(await findings(visit, path)).toEqual([])
    expect(visit.trouble.splice(0)).toEqual([])
  })

  it.each(paths)('%s fits a phone, where what is pressed is large enough, and every width in both languages', async (path) => {
    await visit.page.setViewportSize({ width: 320, height: 640 })
    await walkTo(visit, path)
    await visit.shoot(`320${path.replace(/\W+/g, '-')}`)
    expect(await misfits(visit.page)).toEqual([])
    for (const language of ['en', 'jp'] as const) {
      await speak(visit.page, language)
      for (const width of WIDTHS) await expect.poll(() => tooNarrow(visit.page, width), { message: `${language} at ${width} pixels` }).toEqual([])
    }
  })
})

describe('on a narrow window', () => {
  let visit: Visit
  beforeAll(async () => {
    visit = await Visit.open(browser, app.url, { width: 320, height: 700 })
    await visit.signIn('owner')
  })
  afterAll(() => visit.close())

  it.each([320, 390, 768, 1024, 1440, 1920])('%i pixels wide nothing scrolls sideways', async (width) => {
    await visit.page.setViewportSize({ width, height: 800 })
    const tooWide: string[] = []
    for (const path of ['/membership/auth?denied=/admin/list', '/reports', '/reports/sales', '/reports/plu-dayonhand', '/preferences', '/venue/imports']) {
      await walkTo(visit, path)
      const by = await overflow(visit.page)
      if (by > 0) tooWide.push(`${path} by ${by}`)
      await visit.shoot(`${width}-${path.replace(/\W+/g, '-').slice(1)}`)
    }
    expect(tooWide).toEqual([])
  })

  it.each([
    [767, '16px'],
    [768, '280px'],
    [1440, '280px'],
  ])('at %i pixels the footer keeps %s clear on the left', async (width, padding) => {
    await visit.page.setViewportSize({ width, height: 800 })
    await visit.goto('/preferences')
    const footer = visit.page.locator('footer')
    await footer.waitFor({ state: 'attached' })
    await expect.poll(() => footer.innerText()).toBe(`Daybook 1.0.42 · © ${new Date().getFullYear()} Daybook`)
    expect(await footer.evaluate((element) => getComputedStyle(element).paddingLeft)).toBe(padding)
  })

  it('the menu opens over the page on a phone, keeps the focus, and closes by Escape', async () => {
    await visit.page.setViewportSize({ width: 390, height: 844 })
    await visit.goto('/reports')
    await visit.page.locator('.topbar').getByRole('button', { name: 'Menu' }).click()
    const drawer = visit.page.getByRole('dialog', { name: 'Menu' })
    await drawer.getByRole('link', { name: 'Logout' }).waitFor()
    expect(await visit.axe()).toEqual([])
    for (let tabs = 0; tabs < 40; tabs++) await visit.page.keyboard.press('Tab')
    expect(await visit.page.evaluate(() => document.activeElement?.closest('dialog') !== null || document.activeElement === document.body)).toBe(true)
    await visit.page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    await expect.poll(() => visit.page.locator('nav.four a').allInnerTexts()).toEqual(['Today', 'Reports', 'Regulars'])
  })
})
