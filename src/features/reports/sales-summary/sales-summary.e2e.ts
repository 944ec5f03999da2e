import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, everyDay, isoWeekday, tradingMoment } from '#shared/day.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { LOOKS } from '#tests/looks.ts'
import { chosen, figuresFrom, type OracleSale, readSales } from '#tests/sales-oracle.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { sampleTrade, storeTrade } from '#tests/stored-trade.ts'

const NOW = new Date()
const TODAY = tradingMoment(NOW, 'Australia/Sydney', '05:00').day
/** Last week, by weeks that begin on Monday. */
const MONDAY = addDays(TODAY, -(isoWeekday(TODAY) - 1) - 7)
const SUNDAY = addDays(MONDAY, 6)

let app: StartedApp
let browser: Browser
let sales: OracleSale[]

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  for (const { locationId, sales: trade } of sampleTrade(everyDay(MONDAY, TODAY), NOW)) await storeTrade(app.database, 1, locationId, trade, NOW)
  sales = await readSales(app.databaseUrl, 1)
}, 180_000)
afterAll(async () => {
  await app.close()
})

const money = (value: number) => value.toLocaleString('en-AU', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).replace('-', '−')
const shown = async (page: Page) => {
  await page.locator('.figures, .state-page').first().waitFor()
  await page.locator('[data-report][aria-busy=false]').waitFor()
  // What lies below is drawn in turn.
  await page.locator('[data-report] > .rest').waitFor({ state: 'detached' })
}

describe('the Sales Summary, read by the owner', () => {
  let visit: Visit
  const page = () => visit.page
  const rowsBelow = () =>
    page()
      .getByRole('region', { name: /By location and day|By hour and location/ })
      .locator('tbody tr')
  beforeAll(async () => {
    visit = await Visit.open(browser, app.url, { height: 1100 })
    await visit.signInAt('/reports/sales?range=lastweek', 'owner')
    await shown(page())
  })
  afterAll(() => visit.close())

  it('shows the figures of the lines, to the cent', async () => {
    const { Net, Customers, Takings } = figuresFrom(chosen(sales, { from: MONDAY, to: SUNDAY }))
    await expect.poll(() => page().locator('.hero .fig').innerText()).toBe(`$${money(Net)}`)
    await expect.poll(() => page().locator('.figures .fig').nth(1).innerText()).toBe(Customers.toLocaleString('en-AU'))
    await expect.poll(() => page().locator('.scroll > table:not(.ledger-table) .sum td:nth-last-child(3)').innerText()).toBe(money(Net))
    const ends = page().locator('section:not(.scroll) > table .sum td')
    await expect.poll(() => ends.allInnerTexts()).toEqual([money(Takings), money(Takings)])
  })

  it('opens a figure to its receipts, which prove it', async () => {
    const cell = page().locator('.scroll > table:not(.ledger-table) tbody tr').nth(2).locator('td').nth(2)
    const figure = await cell.innerText()
    await cell.locator('a').click()
    const docket = page().locator('.docket')
    await docket.locator('.proof').waitFor()
    await expect.poll(() => docket.locator('.proof').getAttribute('class')).toBe('proof')
    await expect.poll(() => docket.locator('.proof').innerText()).toContain(`$${figure}, the figure you opened.`)
    await expect.poll(() => docket.locator('tfoot .num').last().innerText()).toBe(figure)
    await expect.poll(() => cell.locator('a').getAttribute('aria-current')).toBe('true')
    const rows = await docket.locator('tbody .num:last-child').allInnerTexts()
    const added = rows.reduce((sum, row) => sum + Math.round(Number(row.replace('−', '-').replaceAll(',', '')) * 100), 0)
    expect(money(added / 100)).toBe(figure)
  })

  it.each([1280, 1440])('stands each bar on the column of its day beside the open panel, %i pixels wide', async (width) => {
    await page().setViewportSize({ width, height: 1100 })
    const beyond = () =>
      page().evaluate(() => {
        const heads = [...document.querySelectorAll('.scroll > table:not(.ledger-table) thead th')].slice(1, 8).map((head) => head.getBoundingClientRect())
        const bars = [...document.querySelectorAll('.scroll > figure > a')].map((bar) => bar.getBoundingClientRect())
        return heads.map(({ left, right }, i) => Math.max(left - (bars[i]?.left ?? 0), (bars[i]?.right ?? Number.POSITIVE_INFINITY) - right))
      })
    await expect.poll(async () => Math.max(...(await beyond()))).toBeLessThan(1)
    expect(await beyond()).toHaveLength(7)
    await page().setViewportSize({ width: 1440, height: 1100 })
  })

  it('opens a receipt to its lines and tenders, and goes back', async () => {
    const docket = page().locator('.docket')
    await docket.locator('tbody a').first().click()
    await docket.locator('dl').waitFor()
    await expect.poll(() => docket.locator('tbody tr').count()).toBeGreaterThan(2)
    expect(page().url()).toMatch(/receipt=\d{15,19}/)
    await page().goBack()
    await docket.locator('.proof').waitFor()
    await page().keyboard.press('Escape')
    await docket.waitFor({ state: 'detached' })
  })

  it('every figure of the page that leads to receipts is proved by them', async () => {
    const drills = await page()
      .locator('[data-report] a[href*="drill="]')
      .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href') ?? ''))])
    expect(drills.length).toBeGreaterThan(60)
    // A spread over tiles, strip, dayparts, table, account and media; the API test goes through all figures.
    for (const href of drills.filter((_, i) => i % 7 === 0)) {
      await visit.walkTo(href)
      const verdict = page().locator('.docket :is(.proof, .meta:only-of-type)').first()
      await verdict.waitFor()
      expect([href, await page().locator('.docket .proof.off').count()]).toEqual([href, 0])
      await page().keyboard.press('Escape')
      await page().locator('.docket').waitFor({ state: 'detached' })
    }
    // Trend and best sellers lead to other days and to single items.
    await visit.goto('/reports/sales?range=lastweek')
    await shown(page())
  }, 120_000)

  it('puts the best sellers in the order of a column that is pressed', async () => {
    const best = page().getByRole('region', { name: 'Best sellers' })
    const names = () => best.locator('tbody th').allInnerTexts()
    const ranked = await names()
    const byName = [...ranked].sort((a, b) => a.localeCompare(b))
    expect(byName).not.toEqual(ranked)
    await best.getByRole('button', { name: 'Item' }).click()
    await expect.poll(names).toEqual(byName)
    await best.getByRole('button', { name: 'Item' }).click()
    await expect.poll(names).toEqual(byName.toReversed())
    expect(new URL(page().url()).searchParams.get('bestSort')).toBe('-Name')
    await visit.goto('/reports/sales?range=lastweek')
    await shown(page())
  })

  it('says how a figure is worked out, with the numbers of this screen', async () => {
    const { Gross, Promotions, Discounts, Refunds, Net } = figuresFrom(chosen(sales, { from: MONDAY, to: SUNDAY }))
    await page().getByRole('button', { name: 'What is Net sales?' }).first().click()
    const worked = page().locator('.popover dd')
    await worked.first().waitFor()
    await expect.poll(() => worked.allInnerTexts()).toEqual([Gross, Promotions, Discounts, Refunds, Net].map(money))
    await page().keyboard.press('Escape')
  })

  it('gives the rows of the screen as CSV', async () => {
    // The location, seven days and the total; changes have a sign and a word on screen.
    const told = 9
    const screen = await page()
      .locator('.scroll > table:not(.ledger-table) :is(tbody, tfoot) tr')
      .evaluateAll((rows, cells) => rows.map((row) => [...row.children].slice(0, cells).map((cell) => cell.textContent ?? '')), told)
    await page().getByRole('button', { name: 'Share' }).click()
    const [download] = await Promise.all([page().waitForEvent('download'), page().getByRole('menuitem', { name: 'CSV' }).click()])
    expect(download.suggestedFilename()).toMatch(/ – Sales Summary – .*\d{4}\.csv$/)
    const [header = '', ...rows] = readFileSync(await download.path(), 'utf8')
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n')
    expect(header).toBe(['Location', ...everyDay(MONDAY, SUNDAY), 'Total', 'Change', 'Change %'].join(','))
    const written = rows.map((row) =>
      row
        .split(',')
        .slice(0, told)
        .map((cell, i) => (i === 0 ? cell : money(Number(cell)))),
    )
    expect(written).toEqual(screen)
  })

  it('counts every step, also those pressed before the screen has drawn the last', async () => {
    await page().keyboard.press('[')
    await page().keyboard.press('[')
    await page().keyboard.press(']')
    await page().keyboard.press(']')
    await page().waitForURL((url) => url.searchParams.get('range') === 'lastweek')
    await shown(page())
  })

  it('steps by [ and ], and remembers everything in the address', async () => {
    await page().keyboard.press('[')
    await page().waitForURL((url) => url.searchParams.get('range') === `${addDays(MONDAY, -7)}..${addDays(SUNDAY, -7)}`)
    await page().keyboard.press(']')
    await page().waitForURL((url) => url.searchParams.get('range') === 'lastweek')
    await page().getByRole('button', { name: 'Detail' }).click()
    await page().waitForURL((url) => url.searchParams.get('view') === 'detail')
    await page().reload()
    await shown(page())
    await expect.poll(() => rowsBelow().count()).toBe(21)
    await page().getByRole('button', { name: 'Summary' }).click()
  })

  it('shows one day by the hour', async () => {
    await visit.goto(`/reports/sales?range=${SUNDAY}`)
    await shown(page())
    await expect.poll(() => rowsBelow().count()).toBe(24)
    await expect.poll(() => page().locator('.seg').getByRole('button', { name: 'Day', exact: true }).isDisabled()).toBe(true)
  })

  it('says what a link asked for that is not here', async () => {
    await visit.goto('/reports/sales?range=whenever&loc=1,77&cmp=easter')
    await shown(page())
    const strip = await page().locator('.callout.warn').innerText()
    for (const part of ['whenever', '77', 'easter']) expect(strip).toContain(part)
  })

  it('where nothing was sold, names the last sale and leads there', async () => {
    await visit.goto('/reports/sales?range=2020-01-01..2020-01-07')
    await shown(page())
    await expect.poll(() => page().locator('.state-page').innerText()).toContain('No sales')
    await page().locator('.state-page .btn').click()
    await page().locator('.figures').waitFor()
  })

  it('is drawn without an error and without anything the content policy refuses', () => {
    expect(visit.trouble).toEqual([])
  })
})

describe.each(LOOKS)('in $language, dark $dark, $width px wide', ({ language, dark, width }) => {
  it('the accessibility checker finds nothing, and nothing runs over the side', async () => {
    const visit = await Visit.open(browser, app.url, { language, dark, width, height: width < 600 ? 844 : 1250 })
    const { page } = visit
    const name = `sales-summary-${language}-${dark ? 'dark' : 'light'}-${width}`
    await visit.signInUnseen('owner')
    const usual = { report: '?range=thisweek', docket: `?range=lastweek&drill=loc:3/at:${addDays(MONDAY, 2)}` }
    const rarer = { detail: '?range=lastweek&view=detail', hours: `?range=${SUNDAY}`, empty: '?range=2020-01-01..2020-01-07' }
    for (const [state, query] of Object.entries({ ...usual, ...rarer })) {
      await visit.goto(`/reports/sales${query}`)
      await shown(page)
      if (state === 'docket') await page.locator('.docket .proof').waitFor()
      expect([state, await visit.axe()]).toEqual([state, []])
      expect([state, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([state, 0])
      if (state !== 'empty') await visit.shoot(`${name}-${state}`)
    }
    expect(visit.trouble).toEqual([])
    await visit.close()
  }, 120_000)
})

// The hour of the run must not decide what is looked at: these are the first and the last minutes of a trading day.
it.each(['2026-11-19T18:01:00Z', '2026-11-20T17:58:00Z'])('at %s the flag of the hour stays inside a narrow window', async (moment) => {
  const now = new Date(moment)
  const early = await startApp({ now: () => now })
  const visit = await Visit.open(browser, early.url, { width: 320, height: 844 })
  const day = tradingMoment(now, 'Australia/Sydney', '05:00').day
  for (const { locationId, sales: trade } of sampleTrade(everyDay(addDays(day, -1), day), now)) await storeTrade(early.database, 1, locationId, trade, now)
  await visit.page.clock.setFixedTime(now)
  await visit.signInAt(`/reports/sales?range=${addDays(day, -1)}..${day}`, 'owner')
  await shown(visit.page)
  const flag = await visit.page.locator('ol + p > span').boundingBox()
  expect(flag?.x).toBeGreaterThanOrEqual(0)
  expect((flag?.x ?? 0) + (flag?.width ?? 999)).toBeLessThanOrEqual(320)
  expect(await visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await visit.close()
  await early.close()
})

it('gives a finger nothing smaller than it can hit', async () => {
  const visit = await Visit.open(browser, app.url, { width: 390, height: 844 })
  await visit.signInAt('/reports/sales?range=lastweek', 'owner')
  await shown(visit.page)
  expect(await visit.axe(['target-size'])).toEqual([])
  await visit.close()
}, 60_000)

it('names days of several months under the chart by their month too', async () => {
  const visit = await Visit.open(browser, app.url, { width: 1440, height: 900 })
  await visit.signInAt(`/reports/sales?range=${addDays(SUNDAY.slice(0, 10), -364)}..${SUNDAY.slice(0, 10)}&by=day`, 'owner')
  await shown(visit.page)
  const named = () => visit.page.locator('figure small').allTextContents()
  await expect.poll(async () => (await named()).length).toBe(365)
  for (const name of await named()) expect(name).toMatch(/^\d+ [A-Z][a-z]{2,3}$/)
  expect(new Set(await named()).size).toBe(365)
  await visit.page.setViewportSize({ width: 390, height: 844 })
  const gaps = () =>
    visit.page.locator('figure small').evaluateAll((ticks) => {
      const boxes = ticks.map((tick) => tick.getBoundingClientRect()).filter(({ width }) => width > 0)
      return boxes.slice(1).map(({ left }, i) => left - (boxes[i]?.right ?? 0))
    })
  await expect.poll(async () => Math.min(...(await gaps()))).toBeGreaterThan(3)
  expect((await gaps()).length).toBeGreaterThan(3)
  // Weeks have their month as well.
  await visit.page.getByRole('button', { name: 'Week', exact: true }).click()
  await expect.poll(async () => (await named()).length).toBe(53)
  await expect.poll(async () => Math.min(...(await gaps()))).toBeGreaterThan(3)
  expect((await gaps()).length).toBeGreaterThan(3)
  await visit.close()
}, 60_000)

describe('a chart with more bars than a phone has room for', () => {
  let visit: Visit
  const reader = () => visit.page.getByRole('slider', { name: 'By hour and location' })
  const read = () => visit.page.locator('figure > p a')
  beforeAll(async () => {
    visit = await Visit.open(browser, app.url, { width: 390, height: 844 })
    await visit.signInAt(`/reports/sales?range=${SUNDAY}`, 'owner')
    await shown(visit.page)
  })
  afterAll(() => visit.close())

  it('has one thing to hit instead of many that are too small', async () => {
    await reader().scrollIntoViewIfNeeded()
    expect(await visit.page.locator('figure > a').count()).toBe(0)
    expect(await visit.axe()).toEqual([])
    expect(await visit.axe(['target-size'])).toEqual([])
  })

  it('says the bar under the finger', async () => {
    const box = await reader().boundingBox()
    const column = (box?.width ?? 0) / 24
    // The trading day begins at five: the fourteenth bar is 18:00.
    for (const [at, hour] of [
      [13.1, '18:00'],
      [13.9, '18:00'],
      [0.5, '05:00'],
      [23.5, '04:00'],
    ] as const) {
      await visit.page.touchscreen.tap((box?.x ?? 0) + at * column, (box?.y ?? 0) + 80)
      await expect.poll(() => reader().getAttribute('aria-valuetext')).toMatch(new RegExp(`^${hour}, `))
    }
  })

  it('is walked through by the keyboard, and leads to the receipts of what is picked', async () => {
    await reader().focus()
    await visit.page.keyboard.press('Home')
    for (let hours = 0; hours < 13; hours++) await visit.page.keyboard.press('ArrowRight')
    await expect.poll(() => reader().getAttribute('aria-valuetext')).toMatch(/^18:00, /)
    const said = (await reader().getAttribute('aria-valuetext')) ?? ''
    await visit.page.keyboard.press('Tab')
    expect(await read().evaluate((link) => link === document.activeElement)).toBe(true)
    expect(await read().getAttribute('aria-label')).toBe(`Receipts of ${said}`)
    await visit.page.keyboard.press('Enter')
    await visit.page.locator('.docket .proof').waitFor()
    await expect.poll(() => visit.page.locator('.docket tfoot .num').last().innerText()).toBe(said.slice('18:00, '.length))
    await visit.page.keyboard.press('Escape')
  })

  it('is many again where there is room', async () => {
    await visit.page.setViewportSize({ width: 1440, height: 900 })
    await expect.poll(() => visit.page.locator('figure > a').count()).toBe(24)
    expect(await reader().count()).toBe(0)
    expect(visit.trouble).toEqual([])
  })
})

it('leads the keyboard through the hours where they are too small for a finger', async () => {
  const visit = await Visit.open(browser, app.url, { width: 390, height: 844 })
  await visit.signInAt('/reports/sales?range=lastweek', 'owner')
  await shown(visit.page)
  const hour = visit.page.getByRole('link', { name: /^19:00, / })
  await visit.page.getByRole('link', { name: /^18:00, / }).focus()
  await visit.page.keyboard.press('ArrowRight')
  expect(await hour.evaluate((link) => link === document.activeElement && link.getBoundingClientRect().width > 60)).toBe(true)
  await visit.page.keyboard.press('Enter')
  await visit.page.getByRole('dialog', { name: /19:00/ }).waitFor()
  await visit.close()
}, 60_000)

it('keeps the header as tall as it was on a phone, however long the range is to write', async () => {
  const visit = await Visit.open(browser, app.url, { width: 390, height: 844 })
  await visit.signInUnseen('owner')
  const heights: number[] = []
  for (const range of ['2026-11-20', '2026-10-26..2026-11-01', '2025-12-29..2026-01-04']) {
    await visit.goto(`/reports/sales?range=${range}`)
    await visit.page.locator('.range .blank').waitFor()
    heights.push(await visit.page.locator('.head').evaluate((head) => head.getBoundingClientRect().height))
  }
  expect(new Set(heights).size).toBe(1)
  await visit.close()
}, 60_000)

it.each([
  ['en', 'Chosen items can be shown for a time of day, or by hour, for at most 92 days'],
  ['jp', '期間は、比較する期間も含めてそれぞれ最大92日です。'],
] as const)(
  'says in words (%s) that chosen items at a time of day want a shorter range, and shows them for one',
  async (language, words) => {
    const visit = await Visit.open(browser, app.url, { language })
    await visit.signInUnseen('owner')
    const asking = (range: string) => visit.goto(`/reports/sales?range=${range}&by=month&cmp=none&items=1001&part=Dinner`)
    await asking(`${addDays(SUNDAY, -92)}..${SUNDAY}`)
    await expect.poll(() => visit.page.locator('.state-page').innerText()).toContain(words)
    await asking(`${addDays(SUNDAY, -91)}..${SUNDAY}`)
    await shown(visit.page)
    await expect.poll(() => visit.page.locator('.state-page').count()).toBe(0)
    await visit.close()
  },
  60_000,
)

it('follows a link from where the screen is by now, also before the link has learned it', async () => {
  const visit = await Visit.open(browser, app.url, { width: 1440, height: 900 })
  await visit.signInAt('/reports/sales?range=lastweek', 'owner')
  await shown(visit.page)
  await visit.page.evaluate(() => {
    document.querySelector<HTMLButtonElement>('.range .step')?.click()
    document.querySelector<HTMLAnchorElement>('.figures h2 a')?.click()
  })
  await visit.page.waitForURL((url) => url.searchParams.get('drill') !== null)
  expect(new URL(visit.page.url()).searchParams.get('range')).toMatch(/^\d{4}-\d{2}-\d{2}\.\./)
  await visit.close()
}, 60_000)
