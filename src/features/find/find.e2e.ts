import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SAMPLE_PASSWORD } from '#db/demo/cast.ts'
import { addDays, isoWeekday, tradingMoment } from '#shared/day.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { employ, makePerson, PASSWORD } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import { signedIn } from '#tests/visitor.ts'

const NOW = new Date()
const TODAY = tradingMoment(NOW, 'Australia/Sydney', '05:00').day
const DAYS_SINCE_FRIDAY = (isoWeekday(TODAY) + 2) % 7
const FRIDAY = addDays(TODAY, -DAYS_SINCE_FRIDAY)
const CARD = '6031 4471 0083 4417'

const STOUT = {
  ...{ LineId: '1', Kind: 'Sale' as const, Plu: '77001', Name: 'Findable Stout', Quantity: '1' },
  ...{ UnitPrice: 15_840, Gross: 15_840, DiscountTotal: 0, Net: 15_840, Tax: 0 },
}

let app: StartedApp
let browser: Browser
let visit: Visit

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  const owner = await signedIn(app.url, 'owner', SAMPLE_PASSWORD)
  await owner.call('POST', `/loyalty/${encodeURIComponent(CARD)}/details`, { body: { Details: { Name: 'Aiko Brennan' } } })
  await storeTrade(app.database, 1, 3, [plainSale(NOW.toISOString(), 15_840, { SaleId: 'C1-20885', Lines: [STOUT] })], NOW)
  await employ(app.database, await makePerson(app.database, 'Marguerite'), 1)
})
afterEach(() => expect(visit.trouble.splice(0)).toEqual([]))
afterAll(() => app.close())

const box = () => visit.page.getByRole('combobox', { name: /^(Find anything|検索)$/ })
const options = () => visit.page.getByRole('option')
const selected = () => visit.page.getByRole('option', { selected: true })
const dialog = () => visit.page.getByRole('dialog', { name: /^(Find anything|検索)$/ })
const drawn = () => visit.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
/** The file of the palette is fetched once a hand is on the keys. */
const openBy = async (keys: string) => {
  await visit.page.keyboard.press(keys)
  await expect.poll(() => box().evaluate((element) => element === document.activeElement)).toBe(true)
}

describe('by keyboard alone', () => {
  beforeAll(async () => {
    visit = await Visit.open(browser, app.url)
    await visit.signInAt('/employees/list', 'owner')
  })
  beforeEach(async () => {
    await visit.walkTo('/employees/list')
    await visit.page.getByRole('heading', { level: 1, name: 'Employees' }).waitFor()
  })
  afterAll(() => visit.close())

  it('does things, remembers what was chosen, and Escape gives the focus back', async () => {
    const { page } = visit
    await openBy('Control+k')
    await page.getByRole('group', { name: 'Examples' }).waitFor()
    expect(await page.getByRole('group', { name: 'Recent' }).count()).toBe(0)
    await page.keyboard.type('dark th')
    await expect.poll(() => selected().innerText()).toContain('Dark theme')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    await expect.poll(() => dialog().count()).toBe(0)

    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Employees' }).first()
    await link.focus()
    await openBy('Control+k')
    await page.keyboard.type('takings yesterday')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/reports\/sales\?fig=Takings&range=yesterday$/)

    await openBy('Control+k')
    await expect.poll(() => page.getByRole('group', { name: 'Recent' }).getByRole('option').first().innerText()).toMatch(/^Takings, /)
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog().count()).toBe(0)
    await link.focus()
    await openBy('/')
    await page.keyboard.press('Escape')
    await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it('"best sel fri" and Enter land on what sold most on the last Friday', async () => {
    const { page } = visit
    await openBy('Control+k')
    await page.keyboard.type('best sel fri')
    await expect.poll(() => selected().innerText()).toMatch(/^Best sellers, /)
    await expect.poll(() => options().count()).toBeGreaterThan(2)
    expect(await selected().locator('mark').allInnerTexts()).toEqual(expect.arrayContaining(['Best', 'sel']))
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => selected().innerText()).toContain('Week before')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    const word = DAYS_SINCE_FRIDAY === 0 ? 'today' : DAYS_SINCE_FRIDAY === 1 ? 'yesterday' : FRIDAY
    await page.waitForURL((url) => url.pathname === '/reports/plu-sales' && url.searchParams.get('range') === word)
    expect(new URL(page.url()).searchParams.get('sort')).toBe('-Quantity')
    await page.getByRole('heading', { level: 1, name: 'PLU Sales' }).waitFor()
    await expect.poll(() => dialog().count()).toBe(0)
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
  })

  it('a card opens by its last four digits, a receipt by its number, a person by a part of the name', async () => {
    const { page } = visit
    await openBy('/')
    await page.keyboard.type('4417')
    await expect.poll(() => selected().innerText()).toMatch(/Aiko Brennan\s+•••• 4417/)
    expect(await dialog().innerText()).not.toContain('6031')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Aiko Brennan' }).waitFor()

    await openBy('Control+k')
    // Enter before the answer waits for it, as a reader of barcodes presses it.
    await page.keyboard.type('c1-20885')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/reports\/sales\?/)
    await page.getByRole('dialog', { name: 'C1-20885' }).getByText('$158.40').first().waitFor()

    await openBy('Control+k')
    await page.keyboard.type('marguer')
    await expect.poll(() => selected().innerText()).toContain('Marguerite')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/employees\/list\?open=\d+/)
    await page.getByRole('dialog', { name: 'Marguerite' }).waitFor()
  })

  it('says what the report that is marked comes to, asks for that one alone, and opens it by Enter', async () => {
    const { page } = visit
    const asked: string[] = []
    let under = 0
    let most = 0
    await page.route(/\/api\/sales\/(day|bestsellers|wastage)/, async (route) => {
      asked.push(new URL(route.request().url()).pathname)
      under += 1
      most = Math.max(most, under)
      await new Promise((resolve) => setTimeout(resolve, 150))
      await route.continue().catch(() => undefined)
      under -= 1
    })
    await openBy('Control+k')
    await page.keyboard.type('takings today')
    await expect.poll(() => selected().innerText(), { timeout: 10_000 }).toContain('$158.40')
    // Who types slowly asks after the first word too.
    expect([...new Set(asked)]).toEqual(['/api/sales/day'])
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('ArrowDown')
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('ArrowUp')
    await expect.poll(() => selected().innerText()).toContain('$158.40')
    expect(most).toBe(1)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/reports\/sales\?fig=Takings&range=today$/)
    await expect.poll(() => page.locator('.hero .fig').first().innerText()).toContain('158')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  it('a product opens PLU Sales of it by its name or its PLU', async () => {
    const { page } = visit
    await openBy('Control+k')
    await page.keyboard.type('findable st')
    await expect.poll(() => page.getByRole('group', { name: 'Products' }).getByRole('option').first().innerText()).toMatch(/Findable Stout\s+PLU 77001/)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/reports\/plu-sales\?q=77001&plu=77001$/)
    await page.getByRole('dialog', { name: /Findable Stout/ }).waitFor()
  })

  it('says what a text that finds nothing may be instead', async () => {
    await openBy('Control+k')
    await visit.page.keyboard.type('xylophone')
    await dialog().getByText('Nothing found for “xylophone”.').waitFor()
    expect(await box().getAttribute('aria-expanded')).toBe('false')
    await visit.page.keyboard.press('Escape')
    await expect.poll(() => dialog().count()).toBe(0)
  })

  it('stays closed while somebody types, and with single keys off only / is off', async () => {
    const { page } = visit
    const search = page.getByRole('searchbox').first()
    await search.focus()
    await page.keyboard.press('/')
    await expect.poll(() => search.inputValue()).toBe('/')
    await page.keyboard.press('Control+k')
    await drawn()
    expect(await dialog().count()).toBe(0)
    await page.evaluate(() => localStorage.setItem('daybook.shortcuts', 'off'))
    await page.reload()
    await visit.arrived()
    await page.locator('h1').click()
    await page.keyboard.press('/')
    await drawn()
    expect(await dialog().count()).toBe(0)
    await openBy('Control+k')
  })
})

describe('what is not for somebody', () => {
  it('is not found, and what was chosen before is gone with its tag', async () => {
    const who = await makePerson(app.database, 'piet')
    const employeeId = await employ(app.database, who, 1, ['can_viewdashboard', 'can_viewsales', 'can_viewloyalty'])
    visit = await Visit.open(browser, app.url)
    await visit.signInUnseen(who.userName, PASSWORD)
    await visit.goto('/membership/dashboard')
    await visit.arrived()
    const { page } = visit
    await openBy('Control+k')
    await page.keyboard.type('takings last week')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/reports\/sales/)
    await openBy('Control+k')
    await page.getByRole('group', { name: 'Recent' }).waitFor()
    await page.keyboard.type('4417')
    await options().filter({ hasText: 'Aiko' }).waitFor()

    await app.database.inVenue(
      1,
      (sql) => sql`update employee set tags = '{can_viewdashboard,can_viewsales}' where venue_id = 1 and employee_id = ${employeeId}`,
    )
    await page.reload()
    await visit.arrived()
    // The server may know the tags of a second before; each text is one that was not asked for yet.
    let letters = 3
    const found = async () => {
      await openBy('Control+k')
      await page.keyboard.type('Aiko Brennan'.slice(0, ++letters))
      await dialog()
        .getByRole('status')
        .filter({ hasText: /result/ })
        .waitFor()
      const shown = await options().count()
      await page.keyboard.press('Escape')
      return shown
    }
    await expect.poll(found, { timeout: 15_000 }).toBe(0)
    await openBy('Control+k')
    await page.getByRole('option', { name: /^Takings, / }).waitFor()
    await page.keyboard.type('points')
    await dialog().getByText('Nothing found for “points”.').waitFor()
  })
})

describe('on a phone in Japanese', () => {
  it('opens whole by touch, and opens what was found', async () => {
    const [width, height] = [390, 844]
    visit = await Visit.open(browser, app.url, { width, height, language: 'jp' })
    await visit.signInAt('/reports/sales', 'owner')
    const { page } = visit
    await page.getByRole('button', { name: '検索' }).click()
    await box().waitFor()
    await page.getByRole('group', { name: '例' }).waitFor()
    await box().fill('売れ筋 金曜')
    await expect.poll(() => options().first().innerText()).toMatch(/^売れ筋/)
    expect(await dialog().boundingBox()).toEqual({ x: 0, y: 0, width, height })
    await options().first().click()
    await page.waitForURL(/\/reports\/plu-sales\?/)
    await expect.poll(() => dialog().count()).toBe(0)
  })
})
