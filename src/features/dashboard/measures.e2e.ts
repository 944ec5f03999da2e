import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, everyDay, tradingMoment } from '#shared/day.ts'
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

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  for (const { locationId, sales } of sampleTrade(everyDay(addDays(TODAY, -8), TODAY), NOW)) await storeTrade(app.database, 1, locationId, sales, NOW)
}, 120_000)
afterAll(() => app.close())

const namesOn = (visit: Visit) =>
  visit.page.locator('[data-measure]').evaluateAll((measures) => measures.map((measure) => measure.getAttribute('aria-label') ?? ''))

describe("a dashboard of one's own", () => {
  it('is edited by keyboard: added, moved, widened, drawn otherwise, removed and saved for this person alone', async () => {
    const visit = await Visit.open(browser, app.url, { height: 1400 })
    await visit.signInAt(HERE, 'owner')
    const { page } = visit
    await page.getByRole('group', { name: 'Net sales', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Edit layout' }).press('Enter')
    await page.getByRole('button', { name: 'Reset' }).press('Enter')
    const before = await namesOn(visit)
    await page.getByRole('button', { name: 'Add a measure' }).press('Enter')
    await page.getByRole('searchbox', { name: 'Search measures' }).fill('takings')
    await page.getByRole('button', { name: 'Takings', exact: true }).press('Enter')
    await expect.poll(() => namesOn(visit)).toEqual([...before, 'Takings'])
    await page.getByRole('button', { name: /^Move Takings, place/ }).focus()
    for (let i = before.length; i > 0; i -= 1) {
      await page.keyboard.press('ArrowLeft')
      await expect.poll(async () => (await namesOn(visit)).indexOf('Takings')).toBe(i - 1)
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
    const after = await namesOn(visit)
    const drawn = before.filter((name) => name !== 'Average spend').map((name) => (name === 'Customers' ? 'Customers by location' : name))
    expect(after).toEqual(['Takings', ...drawn])
    await page.reload()
    await expect.poll(() => namesOn(visit)).toEqual(after)
    await visit.close()
    const other = await Visit.open(browser, app.url)
    await other.signInAt(HERE, 'manager')
    await expect.poll(() => namesOn(other)).toContain('Average spend')
    expect(await namesOn(other)).not.toContain('Takings')
    await other.close()
  }, 60_000)

  it('is edited by dragging, and reset to what it began with', async () => {
    const visit = await Visit.open(browser, app.url, { height: 1400 })
    await visit.signInAt(HERE, 'manager')
    const { page } = visit
    await page.getByRole('group', { name: 'Net sales', exact: true }).waitFor()
    const before = await namesOn(visit)
    await page.getByRole('button', { name: 'Edit layout' }).click()
    const from = await page.getByRole('button', { name: /^Move Customers, place/ }).boundingBox()
    const to = await page.locator('[data-measure]', { has: page.getByRole('button', { name: /^Move Average spend, place/ }) }).boundingBox()
    if (!from || !to) throw new Error('Nothing to drag.')
    await page.mouse.move(from.x + 8, from.y + 8)
    await page.mouse.down()
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 })
    await page.mouse.up()
    await expect.poll(() => namesOn(visit)).toEqual(before.toSpliced(1, 2, 'Average spend', 'Customers'))
    await page.getByRole('button', { name: 'Reset' }).click()
    await expect.poll(() => namesOn(visit)).toEqual(before)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await visit.close()
  }, 60_000)

  it('names a figure that is not for somebody any more, without its number, and leaves it out when the layout is saved', async () => {
    const who = await makePerson(app.database, 'nia')
    const employeeId = await employ(app.database, who, 1, ['can_viewdashboard', 'can_viewsales', 'can_viewloyalty'])
    const nia = await signedIn(app.url, who.userName, PASSWORD)
    await nia.call('PUT', '/DashboardsConfig', { body: { Measures: [{ Metric: 'PointsAccrued' }, { Metric: 'Net' }] } })
    await app.database.inVenue(
      1,
      (sql) => sql`update employee set tags = '{can_viewdashboard,can_viewsales}' where venue_id = 1 and employee_id = ${employeeId}`,
    )
    const visit = await Visit.open(browser, app.url)
    await visit.signInUnseen(who.userName, PASSWORD)
    await visit.goto(HERE)
    const { page } = visit
    const points = page.getByRole('group', { name: 'Regulars points accrued' })
    await points.getByText('Not permitted', { exact: true }).waitFor()
    expect(await points.innerText()).not.toMatch(/\d/)
    await page.getByRole('button', { name: 'Edit layout' }).click()
    await page.getByRole('button', { name: 'Save layout' }).click()
    await expect.poll(() => namesOn(visit)).toEqual(['Net sales'])
    expect(visit.trouble).toEqual([])
    await visit.close()
  }, 60_000)

  it('draws a figure over time through every change of the range, from hours to days to months', async () => {
    const who = await makePerson(app.database, 'ove')
    await employ(app.database, who, 1, ['can_viewdashboard', 'can_viewsales'])
    const ove = await signedIn(app.url, who.userName, PASSWORD)
    const drawnAs = (Visual: string) => ({ Metric: 'Net', Dimension: 'Period', Visual })
    await ove.call('PUT', '/DashboardsConfig', { body: { Measures: [drawnAs('line'), drawnAs('bar')] } })
    const visit = await Visit.open(browser, app.url)
    await visit.signInUnseen(who.userName, PASSWORD)
    await visit.goto(`${HERE}?range=yesterday`)
    const { page } = visit
    for (const range of ['last7', 'last12', 'yesterday', 'last12', 'last7']) {
      await expect.poll(() => page.locator('main svg, main table').count()).toBeGreaterThanOrEqual(2)
      await visit.walkTo(`${HERE}?range=${range}`)
      await page.waitForTimeout(300)
    }
    await expect.poll(() => page.getByRole('group', { name: /^Net sales/ }).count()).toBe(2)
    expect(visit.trouble).toEqual([])
    await visit.close()
  }, 60_000)

  it('opens the report of a figure with the same days, and shows the number the report shows', async () => {
    const visit = await Visit.open(browser, app.url, { height: 1400 })
    await visit.signInAt(`${HERE}?range=lastweek`, 'owner')
    const { page } = visit
    const day = page.getByRole('group', { name: 'Day so far' })
    await day.getByRole('button', { name: 'Table' }).click()
    await expect.poll(() => day.locator('tbody tr').count()).toBe(24)
    const figure = page.getByRole('group', { name: 'Net sales', exact: true }).locator('.fig')
    await expect.poll(() => figure.innerText()).toMatch(/^\$[\d,]+\.\d\d$/)
    const shown = await figure.innerText()
    await figure.locator('xpath=..').getByRole('link').first().click()
    await page.waitForURL(/\/reports\/sales\?range=lastweek/)
    await expect.poll(() => page.locator('.hero .fig').first().innerText()).toBe(shown)
    await visit.close()
  }, 60_000)
})
