import type { Page } from 'playwright-core'
import { findBrowser } from '../../scripts/browser.mjs'

/** How the measured browser is started: without a window, and with nothing of its own going on behind. */
export const BROWSER_FLAGS = () => ({
  executablePath: findBrowser() ?? '',
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
})

/** The owner types the two words, and waits to be inside. */
export const signIn = async (page: Page, url: string): Promise<void> => {
  if (!page.url().startsWith(`${url}/membership/auth`)) await page.goto(`${url}/membership/auth`)
  await page.locator('input[name=username]').pressSequentially('owner', { delay: 40 })
  await page.locator('input[name=password]').pressSequentially('harbour-and-vine', { delay: 40 })
  await page.locator('button[type=submit]').click()
  await page.waitForURL((at) => !at.pathname.startsWith('/membership/auth'))
}
