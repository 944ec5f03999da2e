import { type Browser, chromium } from 'playwright-core'
import { findBrowser } from '../scripts/browser.mjs'

/** Starts the Chromium that end-to-end tests run in, without a window. Whoever starts it closes it. */
export const launchBrowser = async (): Promise<Browser> => {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('No browser here. npm test installs one; DAYBOOK_BROWSER names one.')
  return chromium.launch({
    executablePath,
    // Chromium's own sandbox refuses root and most containers; these tests open nothing but our own pages.
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  })
}
