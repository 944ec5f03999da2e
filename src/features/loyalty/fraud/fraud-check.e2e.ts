import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'

/** A Friday evening in Sydney. */
const NOW = new Date('2026-11-20T10:04:00Z')
const AT = '/loyalty/fraud-check?range=2026-11-16..2026-11-22'

let app: StartedApp
let browser: Browser
let visit: Visit
let owner: Visitor

const use = (card: string, time: string, clerk: string) =>
  plainSale(`2026-11-19T${time}:00+11:00`, 2345, { LoyaltyCard: card, Points: { Accrued: 23, Redeemed: 0 }, ClerkId: clerk, ClerkName: clerk })

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ now: () => NOW }), launchBrowser()])
  for (const [i, card] of ['70017710', '70015026', '70013158'].entries())
    await storeTrade(
      app.database,
      1,
      1,
      ['12:01', '13:11', '14:21', '15:31', '16:41', '17:51']
        .slice(0, 6 - (i % 2))
        .map((time) => use(card, time, i === 0 ? 'Oskar Lund' : `Clerk ${i} ${time}`)),
      NOW,
    )
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
  await owner.call('POST', '/loyalty/70017710/details', { body: { Details: { Name: 'Oskar Lund' } } })
  visit = await Visit.open(browser, app.url)
  await visit.signInAt(AT, 'owner')
})
beforeEach(() => visit.walkTo(AT))
afterEach(() => expect(visit.trouble.splice(0)).toEqual([]))
afterAll(async () => {
  await app.close()
})

it('lists cards with why, opens their evidence and decides', async () => {
  const { page } = visit
  const row = page.locator('[data-card="70017710"]')
  await row.getByRole('link').first().click()
  const docket = page.getByRole('dialog')
  await docket.getByRole('button', { name: 'Open a case' }).click()
  const confirm = docket.getByRole('form', { name: 'Decide' }).getByRole('button', { name: /^Confirm/ })
  await confirm.click()
  await docket.getByText(/^Write a note first\./).waitFor()
  await docket.locator('textarea').fill('Spoke with Oskar on Sunday')
  await confirm.click()
  await docket.getByText('Spoke with Oskar on Sunday').waitFor()
  await expect.poll(() => row.locator('[data-state]').getAttribute('data-state')).toBe('Confirmed')
  await row.getByText('card blocked').waitFor()
})

it('shows who was at the tills beside the evidence, from their first to their last receipt, and how many uses fall into it', async () => {
  const { page } = visit
  await visit.walkTo(`${AT}&card=70017710`)
  const shift = page.getByRole('dialog').getByRole('region', { name: /^People at the tills Thu 19 Nov 2026/ })
  await expect.poll(() => shift.getByRole('listitem').first().innerText()).toMatch(/^Oskar Lund\s+12:01 – 17:51\s+6 of 6 uses while there, 6 rung up by them$/)
  await shift.getByText('6 of 6 uses happened while Oskar Lund was at the till.').waitFor()
  await visit.walkTo(`${AT}&card=70015026`)
  // Five people rang up one receipt of this card each; Oskar Lund and the clerks of another card were there too.
  await expect.poll(() => shift.getByRole('listitem').last().innerText()).toMatch(/^Clerk 1 16:41/)
  await shift.getByText('6 more people rang up receipts at that time.').waitFor()
})

it('says how long the oldest new card waits, and gives the list away as a file', async () => {
  const { page } = visit
  await page
    .locator('[data-count="New"]')
    .getByText(/^Oldest \d+ days?$/)
    .waitFor()
  await page.getByRole('button', { name: 'Share' }).click()
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'CSV' }).click()])
  expect(await readFile(await saved.path(), 'utf8')).toContain('70015026')
})

it('on a phone the card and why it is listed have most of the width', async () => {
  await visit.page.setViewportSize({ width: 390, height: 844 })
  const row = visit.page.locator('[data-card="70015026"]')
  await row.waitFor()
  const [card = 0, whole = 0] = await row.evaluate((tr) => [tr.children[0], tr].map((part) => part?.getBoundingClientRect().width ?? 0))
  expect(card).toBeGreaterThan(whole / 2)
  await visit.page.setViewportSize({ width: 1440, height: 900 })
})

it('the threshold that is chosen is in the address, and where nothing is above it that is said with one way on', async () => {
  const { page } = visit
  await visit.walkTo('/loyalty/fraud-check?range=2026-11-20..2026-11-20')
  await page.getByText('No card used 5 times or more in a day').waitFor()
  await page.getByRole('button', { name: 'Show 4 uses or more' }).click()
  await page.waitForURL(/threshold=4/)
  await page.getByText('No card used 4 times or more in a day').waitFor()
  await visit.walkTo(AT)
  const row = page.locator('[data-card="70015026"]')
  await row.waitFor()
  await page.getByRole('spinbutton').fill('6')
  await page.getByRole('spinbutton').press('Enter')
  await page.waitForURL(/threshold=6/)
  await expect.poll(() => page.locator('[data-card="70013158"]').getByText('6 uses in one day').count()).toBeGreaterThan(0)
  await expect.poll(() => row.getByText('5 uses in one day').count()).toBe(0)
})

it('a person asks for the daily mail of new cases, and stops it', async () => {
  const { page } = visit
  const tick = page.getByRole('checkbox', { name: 'E-mail me new cases once a day' })
  // The tick follows the server's answer.
  await tick.click()
  await page.getByText('You will receive new cases by e-mail once a day.').waitFor()
  await page.reload()
  await expect.poll(() => tick.isChecked()).toBe(true)
  await tick.click()
  await page.getByText('You will no longer receive new cases by e-mail.').waitFor()
  await expect.poll(async () => (await owner.call<{ On: boolean }>('GET', '/loyalty/fraud/digest')).body.On).toBe(false)
})

it('the threshold on screen becomes that of the venue, for people who may edit settings', async () => {
  const usesPerDay = async () => (await owner.call<{ Rules: { UsesPerDay: number } }>('GET', '/venue/1/config/fraudrules')).body.Rules.UsesPerDay
  const { page } = visit
  await visit.walkTo(`${AT}&threshold=6`)
  await page.getByText('The venue’s own threshold is 5 uses a day.').waitFor()
  await page.getByRole('button', { name: 'Save 6 uses a day for the venue' }).click()
  await page.getByText('The venue’s own threshold is now 6 uses a day.').waitFor()
  expect(await usesPerDay()).toBe(6)
  await expect.poll(() => page.getByRole('button', { name: /for the venue$/ }).count()).toBe(0)
  await owner.call('POST', '/venue/1/config/fraudrules', { body: { Rules: { UsesPerDay: 5 } } })
})

it('whoever may only look reads the evidence, and is told that somebody else decides', async () => {
  const { body } = await owner.call<{ Employees: { EmployeeId: number; UserName: string }[] }>('GET', '/employees')
  const staff = body.Employees.find(({ UserName }) => UserName === 'staff')?.EmployeeId
  const given = await owner.call('POST', `/employees/${staff}/permissions`, { body: { Permissions: ['can_viewloyalty'] } })
  expect(given.status).toBe(200)
  await visit.close()
  visit = await Visit.open(browser, app.url)
  const { page } = visit
  await visit.signInAt(`${AT}&card=70015026`, 'staff')
  await page
    .getByRole('dialog')
    .getByText(/You can read this case but not decide it/)
    .waitFor()
  expect(await page.getByRole('dialog').getByRole('button', { name: 'Open a case' }).count()).toBe(0)
})
