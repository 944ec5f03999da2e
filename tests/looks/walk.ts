import type { Page } from 'playwright-core'
import type { Visit } from '#tests/in-browser.ts'

/** Tested widths by language: at each of them a layout changes. */
export const WIDTHS = { en: [320, 768, 1024, 1100, 1280, 1366, 1440, 1920], jp: [320, 390, 1024, 1100, 1200, 1280] }
export const DESK_WIDTH = 1024
const TALLEST_HEAD = 140

/** Navigates to a path and waits until the screen is drawn. */
export const walkTo = async (visit: Visit, path: string): Promise<void> => {
  const { page, url } = visit
  if (!page.url().startsWith(url)) await page.goto(url + path)
  await visit.walkTo(path)
  await page.waitForFunction(
    (to) => location.pathname === to.split('?')[0] && document.querySelector('h1') && !document.querySelector('[aria-busy=true]'),
    path,
  )
}

/**
 * What does not fit the window's width: the page itself, a title on more than two lines, a header that takes too much of a desk's
 * height, or a part that goes on sideways and does not show it.
 */
export const tooNarrow = async (page: Page, width: number): Promise<string[]> => {
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
      for (const one of document.querySelectorAll('main section, main div')) {
        const isWide = one.scrollWidth - one.clientWidth > 1 && ['auto', 'scroll'].includes(getComputedStyle(one).overflowX)
        if (isWide && !one.matches('[data-more], [data-aside]')) complaints.push(`${one.className} scrolls sideways without a shaded edge`)
      }
      return complaints
    },
    { isDesk: width >= DESK_WIDTH, tallest: TALLEST_HEAD },
  )
}

/** By how much the page is wider than its window. */
export const overflow = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** A desk in English in the light, and a phone in Japanese in the dark. Between themes only colours differ, so only contrast is checked again. */
export const DESK = { width: 1440, height: 900, colorScheme: 'light', language: 'en', rules: undefined } as const
export const PHONE = { width: 390, height: 844, colorScheme: 'dark', language: 'jp', rules: ['color-contrast'] as string[] } as const
export type Look = typeof DESK | typeof PHONE

export const wear = async (visit: Visit, { width, height, colorScheme, language }: Look) => {
  await visit.page.setViewportSize({ width, height })
  await visit.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await visit.speak(language)
}

export const shotName = (name: string, { width, language, colorScheme }: Look) => `${name.replace(/\W+/g, '-')}-${width}-${language}-${colorScheme}`
