import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, tradingMoment } from '#shared/day.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { employ, makePerson, PASSWORD } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'

const NOW = new Date()
const TODAY = tradingMoment(NOW, 'Australia/Sydney', '05:00').day
const HERE = '/membership/dashboard'
let app: StartedApp
let browser: Browser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  // A card used five times within minutes, on a day that is over.
  const first = Date.parse(`${addDays(TODAY, -1)}T02:00:00Z`)
  const uses = [0, 11, 22, 33, 44].map((minutes) =>
    plainSale(new Date(first + minutes * 60_000).toISOString(), 2345, { LoyaltyCard: '60004417', Points: { Accrued: 23, Redeemed: 0 } }),
  )
  await storeTrade(app.database, 1, 1, uses, NOW)
}, 120_000)
afterAll(() => app.close())

describe('what needs attention', () => {
  it('is seen, opens its screen, is dismissed and undone by keyboard alone', async () => {
    const visit = await Visit.open(browser, app.url)
    await visit.signInAt(HERE, 'owner')
    const { page } = visit
    const list = page.getByRole('region', { name: 'Needs attention' })
    const card = list.getByRole('link', { name: /^Card •••• 4417 was used 5 times yesterday$/ })
    await card.waitFor()
    await list.getByRole('button', { name: /^Dismiss: Card/ }).press('Enter')
    await page.getByRole('menuitem', { name: 'Until tomorrow' }).press('Enter')
    await card.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Needs attention')
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await card.waitFor()
    await list.getByRole('button', { name: /^Dismiss: Card/ }).press('ArrowDown')
    await page.getByRole('menuitem', { name: /^Permanently/ }).press('Enter')
    await card.waitFor({ state: 'detached' })
    await list.getByRole('button', { name: 'Show', exact: true }).press('Enter')
    await list.getByRole('button', { name: /^Show again: Card/ }).press('Enter')
    await card.press('Enter')
    await expect.poll(() => visit.path()).toBe('/loyalty/fraud-check')
    await expect.poll(() => page.getByRole('dialog').or(page.getByRole('complementary')).count()).toBeGreaterThan(0)
    expect(new URL(page.url()).searchParams.get('card')).toBe('60004417')
    expect(visit.trouble).toEqual([])
    await visit.close()
  })

  it('says quietly that nothing needs somebody whom nothing is for', async () => {
    const who = await makePerson(app.database, 'calm')
    await employ(app.database, who, 1, ['can_viewdashboard'])
    const visit = await Visit.open(browser, app.url)
    await visit.signInAt(HERE, who.userName, PASSWORD)
    await visit.page.getByRole('region', { name: 'Needs attention' }).getByText('Nothing needs attention today.').waitFor()
    expect(visit.trouble).toEqual([])
    await visit.close()
  })
})
