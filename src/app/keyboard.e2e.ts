import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { sampleTrade, storeTrade } from '#tests/stored-trade.ts'

const NOW = new Date()
const DAY = new Date(NOW.getTime() - 3 * 86_400_000).toISOString().slice(0, 10)

let app: StartedApp
let browser: Browser
let visit: Visit

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  for (const { locationId, sales } of sampleTrade([DAY], NOW)) await storeTrade(app.database, 1, locationId, sales, NOW)
  visit = await Visit.open(browser, app.url)
  await visit.signInUnseen('owner')
}, 180_000)
afterAll(async () => {
  await visit.close()
  await app.close()
})

const MOST_STOPS = 15
const focused = () =>
  visit.page.evaluate(() => {
    const { activeElement: at } = document
    return { isSkip: at?.matches('.skip.to-table') ?? false, isTable: at?.matches('section.scroll:has(> table)') ?? false, isLost: at === document.body }
  })

it.each(['sales', 'breakdown', 'daily-sales', 'plu-sales', 'media-summary', 'weekly-summary'])(
  "the table of %s is a few keys from the page's top, and from its content, where a row of buttons is one of them",
  async (report) => {
    const { page } = visit
    await visit.goto(`/reports/${report}?range=${DAY}`)
    await page.locator('main .scroll > table').first().waitFor()
    let stops = 0
    do {
      await page.keyboard.press('Tab')
      stops += 1
    } while (stops < MOST_STOPS && !(await focused()).isSkip)
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await focused()).isTable).toBe(true)
    expect(stops).toBeLessThanOrEqual(MOST_STOPS)
    expect(await page.evaluate(() => (document.activeElement?.getBoundingClientRect().top ?? 0) < innerHeight - 100)).toBe(true)

    await page.waitForFunction(() => !document.querySelector('[aria-busy=true], .waiting'))
    await page.locator('main').focus()
    stops = 0
    do {
      await page.keyboard.press('Tab')
      stops += 1
    } while (stops <= MOST_STOPS && !(await focused()).isTable)
    expect(stops).toBeLessThanOrEqual(MOST_STOPS)
  },
)

it('the arrow keys lead along a row of buttons, and Tab comes back to where one was', async () => {
  const { page } = visit
  await visit.goto(`/reports/sales?range=${DAY}`)
  const [summary, detail] = ['Summary', 'Detail'].map((name) => page.getByRole('button', { name, exact: true }))
  await summary?.focus()
  await page.keyboard.press('ArrowRight')
  const isOn = (button = detail) => button?.evaluate((one) => one === document.activeElement)
  await expect.poll(() => isOn()).toBe(true)
  await page.keyboard.press('Shift+Tab')
  expect(await isOn()).toBe(false)
  await page.keyboard.press('Tab')
  await expect.poll(() => isOn()).toBe(true)
  await page.keyboard.press('Enter')
  await page.waitForURL(/view=detail/)
})

it('a page without a table offers no way to one', async () => {
  await visit.goto('/venue/setup')
  await visit.arrived()
  await visit.page.keyboard.press('Tab')
  await visit.page.keyboard.press('Tab')
  expect((await focused()).isSkip).toBe(false)
})

it('the menu shows the keys that lead to its screens, and opens the list of all of them, which gives the focus back', async () => {
  const { page } = visit
  await visit.goto('/reports')
  await visit.arrived()
  const shown = await page
    .locator('.rail .menu a[data-keys]')
    .evaluateAll((links) => links.map((link) => [link.getAttribute('href')?.replace(/\?.*/, ''), getComputedStyle(link, '::after').content.slice(1, 4)]))
  expect(shown).toContainEqual(['/reports/sales', 'G S'])
  const button = page.locator('.rail .for-keys')
  await button.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true)
  // With single keys off no keys are shown.
  const turn = (to: 'off' | null) =>
    page.evaluate((value) => {
      if (value === null) localStorage.removeItem('daybook.shortcuts')
      else localStorage.setItem('daybook.shortcuts', value)
      dispatchEvent(new StorageEvent('storage', { key: 'daybook.shortcuts' }))
    }, to)
  await turn('off')
  await expect.poll(() => page.locator('.rail .menu a[data-keys]').count()).toBe(0)
  await turn(null)
})

it('after a link is sent the focus is on the page and not lost', async () => {
  const { page } = visit
  await visit.goto('/employees/requestpassword')
  await page.locator('main [role=option], main label.tickable, main input').first().waitFor()
  await page.evaluate(() => history.replaceState(history.state, '', '/employees/requestpassword?people=3'))
  await page.reload()
  await page.locator('main .btn.primary.big').click()
  const dialog = page.locator('.modal-body')
  await dialog.locator('button[type=submit]').click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(async () => (await focused()).isLost).toBe(false)
})

it('is drawn without an error', () => {
  expect(visit.trouble).toEqual([])
})
