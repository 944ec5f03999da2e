import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { misfits } from '#tests/on-a-phone.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { SCREENS_OF } from './screens.ts'
import type { State } from './state.ts'
import { TOURS } from './tours.ts'

let app: StartedApp
let browser: Browser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(() => app.close())

/** Of phones, tablets and desks, by language: at these something wraps or folds. */
const WIDTHS = { en: [320, 768, 1024, 1100, 1280, 1366, 1440, 1920], jp: [320, 390, 1024, 1100, 1200, 1280] }
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

/** By how much the page is wider than its window. */
const overflow = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** A desk in English in the light, and a phone in Japanese in the dark. Between themes only colours differ, so only contrast is checked again. */
const DESK = { width: 1440, height: 900, colorScheme: 'light', language: 'en', rules: undefined } as const
const PHONE = { width: 390, height: 844, colorScheme: 'dark', language: 'jp', rules: ['color-contrast'] as string[] } as const
type Look = typeof DESK | typeof PHONE

const wear = async ({ page }: Visit, { width, height, colorScheme, language }: Look) => {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await speak(page, language)
}

const shotName = (name: string, { width, language, colorScheme }: Look) => `${name.replace(/\W+/g, '-')}-${width}-${language}-${colorScheme}`

describe.each(['nobody', 'owner', 'admin'] as const)('as %s', (who) => {
  let visit: Visit
  beforeAll(async () => {
    visit = await Visit.open(browser, app.url)
    if (who !== 'nobody') await visit.signIn(who)
  })
  afterAll(() => visit.close())

  it.each(SCREENS_OF[who])('%s is in order for axe, and fits a phone and every width in both languages', async (path) => {
    await visit.page.setViewportSize({ width: 320, height: 640 })
    await walkTo(visit, path)
    expect(await misfits(visit.page), 'on a small phone').toEqual([])
    for (const look of [DESK, PHONE]) {
      await wear(visit, look)
      expect(await visit.axe(look.rules), `${look.language} ${look.colorScheme}`).toEqual([])
      await visit.shoot(shotName(path, look))
      for (const width of WIDTHS[look.language])
        await expect.poll(() => tooNarrow(visit.page, width), { message: `${look.language} at ${width} pixels` }).toEqual([])
    }
    expect(visit.trouble.splice(0)).toEqual([])
  })
})

describe.each(TOURS)('$title', ({ who, password, prepare, states }) => {
  let visit: Visit
  beforeAll(async () => {
    await prepare?.(app)
    visit = await Visit.open(browser, app.url)
    await visit.signInUnseen(who, password)
    await visit.goto('/preferences')
    await visit.arrived()
  })
  afterAll(() => visit.close())

  it.each(states.map((state) => [state.name ?? state.path, state] as const))('%s', async (name, state: State) => {
    const looks = [DESK, PHONE].filter(({ width }) => state.only === undefined || (state.only === 'desk') === width >= DESK_WIDTH)
    for (const look of looks) {
      await wear(visit, look)
      await walkTo(visit, state.path)
      await state.open?.(visit.page)
      await visit.shoot(shotName(name, look))
      expect(await visit.axe(look.rules), `${look.language} ${look.colorScheme}`).toEqual([])
      await expect.poll(() => overflow(visit.page), { message: `sideways at ${look.width} pixels` }).toBe(0)
      // What was opened is closed before the next state.
      await walkTo(visit, '/preferences')
    }
    expect(visit.trouble.splice(0)).toEqual([])
  })
})
