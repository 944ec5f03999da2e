import { type Browser, chromium } from 'playwright-core'
import { findBrowser } from '../scripts/browser.mjs'

let running: Promise<Browser> | undefined

/**
 * The Chromium that the end-to-end tests of one process share, without a window; each visit has a context of its own. What the file before
 * left open is closed. It ends with the process.
 */
export const launchBrowser = async (): Promise<Browser> => {
  running ??= start()
  const browser = await running
  await Promise.all(browser.contexts().map((context) => context.close()))
  return browser
}

const start = async (): Promise<Browser> => {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('No browser here. npm test installs one; DAYBOOK_BROWSER names one.')
  return chromium.launch({
    executablePath,
    // Chromium's own sandbox refuses root and most containers; these tests open nothing but our own pages.
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  })
}
