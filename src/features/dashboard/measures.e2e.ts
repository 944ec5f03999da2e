import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addDays, tradingMoment } from '#shared/day.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { employ, makePerson, PASSWORD } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { sampleTrade, storeTrade } from '#tests/stored-trade.ts'
import { signedIn } from '#tests/visitor.ts'

const NOW = new Date()
const TODAY = tradingMoment(NOW, 'Australia/Sydney', '05:00').day
const HERE = '/membership/dashboard'

let app: StartedApp
let browser: Browser
let owner: Visit
let manager: Visit

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  for (const { locationId, sales } of sampleTrade([addDays(TODAY, -7), addDays(TODAY, -1), TODAY], NOW))
    await storeTrade(app.database, 1, locationId, sales, NOW)
  owner = await Visit.open(browser, app.url, { height: 1400 })
  await owner.signInAt(HERE, 'owner')
}, 120_000)
afterEach(() => expect([owner, manager].flatMap((visit) => visit?.trouble.splice(0) ?? [])).toEqual([]))
afterAll(() => app.close())

const namesOn = (visit: Visit) =>
  visit.page.locator('[data-measure]').evaluateAll((measures) => measures.map((measure) => measure.getAttribute('aria-label') ?? ''))

describe("a dashboard of one's own", () => {
  it('is edited by keyboard: added, moved, widened, drawn otherwise, removed and saved for this person alone', async () => {
    const { page } = owner
    await page.getByRole('group', { name: 'Net sales', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Edit layout' }).press('Enter')
    await page.getByRole('button', { name: 'Reset' }).press('Enter')
    const before = await namesOn(owner)
    await page.getByRole('button', { name: 'Add a measure' }).press('Enter')
    await page.getByRole('searchbox', { name: 'Search measures' }).fill('takings')
    await page.getByRole('button', { name: 'Takings', exact: true }).press('Enter')
    await expect.poll(() => namesOn(owner)).toEqual([...before, 'Takings'])
    await page.getByRole('button', { name: /^Move Takings, place/ }).focus()
    for (let i = before.length; i > 0; i -= 1) {
      await page.keyboard.press('ArrowLeft')
      await expect.poll(async () => (await namesOn(owner)).indexOf('Takings')).toBe(i - 1)
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/^Move Takings, place/)
    }
    await page.getByRole('combobox', { name: 'Width of Takings' }).selectOption('2')
    await page.getByRole('combobox', { name: 'Show Customers as' }).selectOption('bar')
    await page.getByRole('button', { name: 'Remove Average spend' }).press('Enter')
    await page.getByRole('button', { name: 'Settings of Covers' }).press('Enter')
    await page.getByRole('combobox', { name: 'Days' }).selectOption('ThisMonth')
    await page.keyboard.press('Escape')
    await page.getByRole('group', { name: 'Covers', exact: true }).getByText('This month').waitFor()
    await page.getByRole('button', { name: 'Save layout' }).press('Enter')
    await page.getByRole('button', { name: 'Edit layout' }).waitFor()
    const after = await namesOn(owner)
    const drawn = before.filter((name) => name !== 'Average spend').map((name) => (name === 'Customers' ? 'Customers by location' : name))
    expect(after).toEqual(['Takings', ...drawn])
    await page.reload()
    await expect.poll(() => namesOn(owner)).toEqual(after)
    manager = await Visit.open(browser, app.url, { height: 1400 })
    await manager.signInAt(HERE, 'manager')
    await expect.poll(() => namesOn(manager)).toContain('Average spend')
    expect(await namesOn(manager)).not.toContain('Takings')
  })

  it('is edited by dragging, and reset to what it began with', async () => {
    const { page } = manager
    await page.getByRole('group', { name: 'Net sales', exact: true }).waitFor()
    const before = await namesOn(manager)
    await page.getByRole('button', { name: 'Edit layout' }).click()
    const from = await page.getByRole('button', { name: /^Move Customers, place/ }).boundingBox()
    const to = await page.locator('[data-measure]', { has: page.getByRole('button', { name: /^Move Average spend, place/ }) }).boundingBox()
    if (!from || !to) throw new Error('Nothing to drag.')
    await page.mouse.move(from.x + 8, from.y + 8)
    await page.mouse.down()
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 })
    await page.mouse.up()
    await expect.poll(() => namesOn(manager)).toEqual(before.toSpliced(1, 2, 'Average spend', 'Customers'))
    await page.getByRole('button', { name: 'Reset' }).click()
    await expect.poll(() => namesOn(manager)).toEqual(before)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await manager.close()
  })

  it('names a figure that is not for somebody any more, without its number, and draws others over time through every change of the range', async () => {
    const who = await makePerson(app.database, 'nia')
    const employeeId = await employ(app.database, who, 1, ['can_viewdashboard', 'can_viewsales', 'can_viewloyalty'])
    const nia = await signedIn(app.url, who.userName, PASSWORD)
    await nia.call('PUT', '/DashboardsConfig', { body: { Measures: [{ Metric: 'PointsAccrued' }, { Metric: 'Net' }] } })
    await app.database.inVenue(
      1,
      (sql) => sql`update employee set tags = '{can_viewdashboard,can_viewsales}' where venue_id = 1 and employee_id = ${employeeId}`,
    )
    const visit = await Visit.open(browser, app.url)
    await visit.signInAt(HERE, who.userName, PASSWORD)
    const { page } = visit
    const points = page.getByRole('group', { name: 'Regulars points accrued' })
    await points.getByText('Not permitted', { exact: true }).waitFor()
    expect(await points.innerText()).not.toMatch(/\d/)
    await page.getByRole('button', { name: 'Edit layout' }).click()
    await page.getByRole('button', { name: 'Save layout' }).click()
    await expect.poll(() => namesOn(visit)).toEqual(['Net sales'])

    // From hours to days to months.
    const drawnAs = (Visual: string) => ({ Metric: 'Net', Dimension: 'Period', Visual })
    await nia.call('PUT', '/DashboardsConfig', { body: { Measures: [drawnAs('line'), drawnAs('bar')] } })
    await page.reload()
    for (const range of ['yesterday', 'last7', 'last12', 'yesterday', 'last12', 'last7']) {
      await visit.walkTo(`${HERE}?range=${range}`)
      await expect.poll(() => page.locator('main svg, main table').count()).toBeGreaterThanOrEqual(2)
    }
    await expect.poll(() => page.getByRole('group', { name: /^Net sales/ }).count()).toBe(2)
    expect(visit.trouble).toEqual([])
    await visit.close()
  })

  it('opens the report of a figure with the same days, and shows the number the report shows', async () => {
    const { page } = owner
    await owner.walkTo(`${HERE}?range=lastweek`)
    const day = page.getByRole('group', { name: 'Day so far' })
    await day.getByRole('button', { name: 'Table' }).click()
    await expect.poll(() => day.locator('tbody tr').count()).toBe(24)
    const figure = page.getByRole('group', { name: 'Net sales', exact: true }).locator('.fig')
    await expect.poll(() => figure.innerText()).toMatch(/^\$[\d,]+\.\d\d$/)
    const shown = await figure.innerText()
    await figure.locator('xpath=..').getByRole('link').first().click()
    await page.waitForURL(/\/reports\/sales\?range=lastweek/)
    await expect.poll(() => page.locator('.hero .fig').first().innerText()).toBe(shown)
  })
})
