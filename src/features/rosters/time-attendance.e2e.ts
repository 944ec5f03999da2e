import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createLocationKey } from '#platform/access/location-keys.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { PASSWORD } from '#tests/people.ts'
import { handIn, planShifts } from '#tests/roster-house.ts'
import { type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'

const NOW = new Date('2026-11-22T10:04:00Z')
const [THU, FRI] = ['2026-11-19', '2026-11-20']
const SCREEN = '/reports/time-attendance?range=2026-11-16..2026-11-22'
let app: StartedApp
let browser: Browser
let room: StaffRoom

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => NOW })
  browser = await launchBrowser()
  room = await staffRoom(app, 'The Roster')
  const [front = 0] = room.locationIds
  await app.database.house`update venue set show_time_and_attendance_module = true where venue_id = ${room.venueId}`
  await room.hire('head', ['can_viewtimesheet', 'can_viewroster', 'can_viewsales', 'can_editsettings'])
  await room.hire('planner', ['can_viewroster'])
  await room.hire('chief', ['can_viewsales', 'can_viewbreakdown', 'can_viewdashboard', 'can_viewroster', 'can_viewtimesheet'])
  await planShifts(app.database, room.venueId, front, NOW, [
    { name: 'Leo Marsh', day: FRI, start: `${FRI}T16:00:00+11:00`, end: '2026-11-21T00:00:00+11:00' },
    { name: 'Sam Whitlock', day: THU, start: `${THU}T11:00:00+11:00`, end: `${THU}T17:00:00+11:00` },
  ])
  await handIn(app.database, room.venueId, front, NOW, [
    {
      name: 'Leo Marsh',
      day: FRI,
      start: `${FRI}T15:45:00+11:00`,
      end: '2026-11-21T01:15:00+11:00',
      claimed: 540,
      approved: 525,
      approvedBy: 'Mia Tanaka',
      note: 'Late table of 14',
      cost: 29_313,
    },
  ])
  const key = await createLocationKey(app.database.house, room.venueId, front, 'Till')
  await fetch(`${app.url}/api/pos/v1/punches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({
      Punches: [
        ['In', '15:54'],
        ['BreakStart', '20:10'],
        ['BreakEnd', '20:40'],
        ['Out', '22:00'],
      ].map(([Kind, at]) => ({ PunchId: `P-${Kind}`, TerminalId: 'Till 1', ClerkId: '291', ClerkName: 'Jonah Pike', Kind, At: `${FRI}T${at}:00+11:00` })),
    }),
  })
  await storeTrade(app.database, room.venueId, front, [plainSale(`${FRI}T18:00:00+11:00`, 110_000)], NOW)
})
afterAll(() => app.close())

const visits = new Map<string, Visit>()
afterEach(() => expect([...visits.values()].flatMap(({ trouble }) => trouble.splice(0))).toEqual([]))

/** Each user signs in once. */
const at = async (user: string, path: string) => {
  const known = visits.get(user)
  if (known) {
    await known.walkTo(path)
    return known
  }
  const visit = await Visit.open(browser, app.url)
  visits.set(user, visit)
  await visit.signInAt(path, user, PASSWORD)
  return visit
}

/** Scrolls down until everything of the dashboard is drawn. */
const drawAll = async ({ page }: Visit) => {
  await page.locator('[data-measure] .fig').first().waitFor()
  const waiting = page.locator('[data-near]')
  await waiting.first().waitFor({ state: 'attached' })
  const scrolled = async () => {
    const left = await waiting.count()
    if (left > 0)
      await waiting
        .first()
        .scrollIntoViewIfNeeded({ timeout: 1_000 })
        .catch(() => undefined)
    return left
  }
  await expect.poll(scrolled, { timeout: 20_000 }).toBe(0)
}

describe('T & A', () => {
  it('opens a figure down to the shift, the claim and who approved it, and leads on to the next to look at', async () => {
    const { page } = await at('head', SCREEN)
    const grid = page.getByRole('table', { name: 'Hours by person and day' })
    await expect.poll(() => grid.getByRole('row', { name: /^Leo Marsh/ }).innerText()).toContain('8.75')
    await grid
      .getByRole('row', { name: /^Leo Marsh/ })
      .getByRole('link', { name: /8\.75/ })
      .first()
      .click()
    const docket = page.getByRole('dialog')
    await expect.poll(() => docket.innerText()).toContain('Approved 8.75 h')
    expect(await docket.innerText()).toContain('by Mia Tanaka “Late table of 14”')
    expect(await docket.innerText()).toContain('A night shift counts on the day it starts, Fri 20')
    await docket.getByRole('link', { name: 'Next to check' }).click()
    await expect.poll(() => docket.getByRole('heading').first().innerText()).toContain('Sam Whitlock')
  })

  it('lists the days behind a total, adding up to it', async () => {
    const { page } = await at('head', SCREEN)
    await page
      .getByRole('table', { name: 'Hours by person and day' })
      .getByRole('row', { name: /^Hours to pay/ })
      .getByRole('link')
      .last()
      .click()
    await expect.poll(() => page.getByRole('dialog').innerText()).toContain('The total of 3 days is 14.35 h')
  })

  it('has somebody the till names matched, whose hours then stand without a mark', async () => {
    const { page } = await at('head', SCREEN)
    await page
      .getByRole('link', { name: /2 people/ })
      .or(page.getByRole('link', { name: /3 people/ }))
      .first()
      .click()
    const docket = page.getByRole('dialog')
    const form = docket.locator('form', { has: page.locator('b', { hasText: 'Jonah Pike' }) })
    await form.getByLabel('Jonah Pike').selectOption({ label: 'Works here without an account' })
    await form.getByRole('button', { name: 'Confirm' }).click()
    await expect.poll(() => docket.locator('form', { has: page.locator('b', { hasText: 'Jonah Pike' }) }).count()).toBe(0)
    await expect.poll(() => page.getByRole('row', { name: /^Jonah Pike/ }).innerText()).not.toContain('not matched')
  })

  it('has the same wages as Costs and the dashboard, which lead to it with the same days and locations', async () => {
    const visit = await at('chief', `${SCREEN}&loc=${room.locationIds[0]}`)
    const { page } = visit
    const figures = page.getByRole('region', { name: 'T & A' })
    const said = async (name: string) =>
      (
        await figures
          .getByRole('link', { name: new RegExp(`^${name}`) })
          .locator('.fig')
          .innerText()
      ).replace(/\s/g, '')
    await expect.poll(() => said('Wage cost')).toBe('$293.13')
    const share = await said('Wages')
    await visit.walkTo(`/reports/breakdown?dim=costs&range=2026-11-16..2026-11-22&loc=${room.locationIds[0]}`)
    const line = page.getByRole('table', { name: 'Costs' }).getByRole('row', { name: /^Wages/ })
    await expect.poll(() => line.innerText()).toContain('293.13')
    expect((await line.innerText()).replace(/\s/g, '')).toContain(share)
    await line.getByRole('link').click()
    await expect.poll(() => said('Wage cost')).toBe('$293.13')
    await visit.walkTo('/membership/dashboard?range=2026-11-16..2026-11-22')
    await drawAll(visit)
    const wages = page.getByRole('region', { name: 'Wages', exact: true })
    await expect.poll(async () => (await wages.getByRole('link', { name: /^Wage cost/ }).innerText()).replace(/\s/g, '')).toContain('$293.13')
    await wages.getByRole('link', { name: /^Wage cost/ }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/reports/time-attendance')
    await expect.poll(() => said('Wage cost')).toBe('$293.13')
    expect(await said('Wages')).toBe(share)
  })

  it('keeps the employees chosen in the address, and leads back to everybody', async () => {
    const { page } = await at('head', SCREEN)
    await page.getByRole('button', { name: /^Employees/ }).click()
    await page.getByRole('checkbox', { name: 'Sam Whitlock' }).click()
    await page.keyboard.press('Escape')
    const grid = page.getByRole('table', { name: 'Hours by person and day' })
    await expect.poll(() => grid.getByRole('row', { name: /^Leo Marsh/ }).count()).toBe(0)
    expect(await grid.getByRole('row', { name: /^Sam Whitlock/ }).count()).toBe(1)
    expect(new URL(page.url()).searchParams.get('emp')).toMatch(/^-\d+$/)
    await page.reload()
    await expect.poll(() => page.getByRole('button', { name: /^Employees/ }).innerText()).toContain('Sam Whitlock')
    await page.getByRole('button', { name: /^Employees/ }).click()
    await page.getByRole('checkbox', { name: 'Everybody' }).click()
    await page.keyboard.press('Escape')
    await expect.poll(() => grid.getByRole('row', { name: /^Leo Marsh/ }).count()).toBe(1)
  })

  it('sets what somebody costs from a day on and where they belong, and takes a rate away again', async () => {
    const { page } = await at('head', SCREEN)
    const grid = page.getByRole('table', { name: 'Hours by person and day' })
    await grid
      .getByRole('row', { name: /^Jonah Pike/ })
      .getByRole('link', { name: 'Jonah Pike' })
      .click()
    const docket = page.getByRole('dialog')
    await docket.getByLabel('Home location').selectOption({ label: 'Front Bar' })
    await docket.getByLabel('From').fill(THU)
    await docket.getByLabel('Rate, AUD').fill('30')
    await docket.getByRole('button', { name: 'Add rate from Thu 19' }).click()
    const rates = docket.getByRole('table', { name: 'Pay rates' })
    await expect.poll(() => rates.getByRole('row', { name: /19 Nov 2026/ }).innerText()).toContain('$30.00')
    await expect.poll(() => page.getByRole('region', { name: 'T & A' }).innerText()).toContain('461.13')
    await rates.getByRole('button', { name: /^Remove rate from/ }).click()
    await page
      .getByRole('dialog', { name: /^Remove the rate/ })
      .getByRole('button', { name: /^Remove rate/ })
      .click()
    await expect.poll(() => docket.innerText()).toContain('No pay rate yet')
  })

  it('shows rates to somebody who may not edit settings, and nothing to change', async () => {
    const { page } = await at('chief', SCREEN)
    await page.getByRole('link', { name: 'Jonah Pike', exact: true }).click()
    const docket = page.getByRole('dialog')
    await expect.poll(() => docket.innerText()).toContain('Home location: Front Bar')
    expect(await docket.getByRole('button', { name: /rate/ }).count()).toBe(0)
  })

  it('draws the target that was set, and says how far wages are over it', async () => {
    const visit = await at('head', '/venue/settings?tab=settings')
    const { page } = visit
    await page.getByLabel('Wage target of the venue, %').fill('26.5')
    await page.getByLabel('Wage target of Front Bar, %').fill('25')
    await Promise.all([
      page.waitForResponse((answer) => answer.request().method() !== 'GET' && answer.ok()),
      page.getByRole('button', { name: 'Save', exact: true }).click(),
    ])
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'detached' })
    await visit.walkTo(`${SCREEN}&loc=${room.locationIds[0]}`)
    await expect.poll(() => page.locator('#wage').innerText()).toContain('Target 25 %')
    expect(await page.getByRole('region', { name: 'T & A' }).innerText()).toContain('4.3 pp over target')
    await page.locator('#wage').getByRole('link', { name: 'Fri 20, 29.3 %, 4.3 pp over target' }).waitFor()
  })

  it('shows a planner the roster alone', async () => {
    const { page } = await at('planner', SCREEN)
    const grid = page.getByRole('table', { name: 'Hours by person and day' })
    await expect.poll(() => grid.getByRole('row', { name: /^Leo Marsh/ }).innerText()).toContain('7.50')
    expect(await page.getByText('Wages against sales').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Export payroll' }).count()).toBe(0)
  })
})
