import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, everyDay, instantIn, isoWeekday, tradingMoment } from '#shared/day.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { chosen, figuresFrom, type OracleSale, readSales } from '#tests/sales-oracle.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, sampleTrade, storeTrade } from '#tests/stored-trade.ts'

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
  for (const { locationId, sales: trade } of sampleTrade(everyDay(MONDAY, SUNDAY), NOW)) await storeTrade(app.database, 1, locationId, trade, NOW)
  await storeTrade(app.database, 1, 1, [plainSale(NOW.toISOString(), 4200)], NOW)
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
const closeReceipts = async (page: Page) => {
  await page.keyboard.press('Escape')
  await page.locator('.docket').waitFor({ state: 'detached' })
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

  it('shows the figures of the lines to the cent, and opens one to the receipts that prove it and to their lines', async () => {
    const { Net, Customers, Takings } = figuresFrom(chosen(sales, { from: MONDAY, to: SUNDAY }))
    await expect.poll(() => page().locator('.hero .fig').innerText()).toBe(`$${money(Net)}`)
    await expect.poll(() => page().locator('.figures .fig').nth(1).innerText()).toBe(Customers.toLocaleString('en-AU'))
    await expect.poll(() => page().locator('.scroll > table:not(.ledger-table) .sum td:nth-last-child(3)').innerText()).toBe(money(Net))
    const ends = page().locator('section:not(.scroll) > table .sum td')
    await expect.poll(() => ends.allInnerTexts()).toEqual([money(Takings), money(Takings)])

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

    // Beside the open panel each bar of the chart stays on the column of its day.
    const beyond = () =>
      page().evaluate(() => {
        const heads = [...document.querySelectorAll('.scroll > table:not(.ledger-table) thead th')].slice(1, 8).map((head) => head.getBoundingClientRect())
        const bars = [...document.querySelectorAll('.scroll > figure > a')].map((bar) => bar.getBoundingClientRect())
        return heads.map(({ left, right }, i) => Math.max(left - (bars[i]?.left ?? 0), (bars[i]?.right ?? Number.POSITIVE_INFINITY) - right))
      })
    for (const width of [1280, 1440]) {
      await page().setViewportSize({ width, height: 1100 })
      await expect.poll(async () => Math.max(...(await beyond())), { message: `${width} pixels` }).toBeLessThan(1)
      expect(await beyond()).toHaveLength(7)
    }

    await docket.locator('tbody a').first().click()
    await docket.locator('dl').waitFor()
    await expect.poll(() => docket.locator('tbody tr').count()).toBeGreaterThan(2)
    expect(page().url()).toMatch(/receipt=\d{15,19}/)
    await page().goBack()
    await docket.locator('.proof').waitFor()
    await closeReceipts(page())
  })

  it('every kind of figure that leads to receipts is proved by them', async () => {
    const drills = await page()
      .locator('[data-report] a[href*="drill="]')
      .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href') ?? ''))])
    expect(drills.length).toBeGreaterThan(60)
    // One of the tiles, the strip, dayparts, table, account and payment types each; the API test goes through all figures, and covers have a test of their own.
    const kindOf = (href: string) =>
      new URL(href, app.url).searchParams
        .get('drill')
        ?.split('/')
        .map((part) => (part === 'fig:AverageSpend' ? part : part.replace(/:.*/, '')))
        .join('/')
    const kinds = new Map(drills.filter((href) => !href.includes('covers')).map((href) => [kindOf(href), href]))
    expect(kinds.size).toBeGreaterThan(7)
    for (const href of kinds.values()) {
      await visit.walkTo(href)
      await page().locator('.docket :is(.proof, .meta:only-of-type)').first().waitFor()
      expect([href, await page().locator('.docket .proof.off').count()]).toEqual([href, 0])
      await closeReceipts(page())
    }
    // Trend and best sellers lead to other days and to single items.
    await visit.walkTo('/reports/sales?range=lastweek')
    await page().waitForURL((url) => url.search === '?range=lastweek')
    await shown(page())
  })

  it('says how a figure is worked out, gives its rows as CSV, and orders the best sellers by a column that is pressed', async () => {
    const { Gross, Promotions, Discounts, Refunds, Net } = figuresFrom(chosen(sales, { from: MONDAY, to: SUNDAY }))
    await page().getByRole('button', { name: 'What is Net sales?' }).first().click()
    const worked = page().locator('.popover dd')
    await worked.first().waitFor()
    await expect.poll(() => worked.allInnerTexts()).toEqual([Gross, Promotions, Discounts, Refunds, Net].map(money))
    await page().keyboard.press('Escape')

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
  })

  it('steps by [ and ], also before the screen has drawn the last step, and remembers everything in the address', async () => {
    await page().keyboard.press('[')
    await page().waitForURL((url) => url.searchParams.get('range') === `${addDays(MONDAY, -7)}..${addDays(SUNDAY, -7)}`)
    await page().keyboard.press(']')
    await page().waitForURL((url) => url.searchParams.get('range') === 'lastweek')
    for (const key of ['[', '[', ']', ']']) await page().keyboard.press(key)
    await page().waitForURL((url) => url.searchParams.get('range') === 'lastweek')
    await page().getByRole('button', { name: 'Detail' }).click()
    await page().waitForURL((url) => url.searchParams.get('view') === 'detail')
    await page().reload()
    await shown(page())
    await expect.poll(() => rowsBelow().count()).toBe(21)
    // A link follows from where the screen is by now, also before the link has learned it.
    await page().evaluate(() => {
      document.querySelector<HTMLButtonElement>('.range .step')?.click()
      document.querySelector<HTMLAnchorElement>('.figures h2 a')?.click()
    })
    await page().waitForURL((url) => url.searchParams.get('drill') !== null)
    expect(new URL(page().url()).searchParams.get('range')).toMatch(/^\d{4}-\d{2}-\d{2}\.\./)
  })

  it('shows one day by the hour, names what a link requested that is not here, and leads from days without sales to the last sale', async () => {
    await visit.walkTo(`/reports/sales?range=${SUNDAY}`)
    await expect.poll(() => rowsBelow().count()).toBe(24)
    await expect.poll(() => page().locator('.seg').getByRole('button', { name: 'Day', exact: true }).isDisabled()).toBe(true)
    await visit.walkTo('/reports/sales?range=whenever&loc=1,77&cmp=easter')
    for (const part of ['whenever', '77', 'easter']) await expect.poll(() => page().locator('.callout.warn').innerText()).toContain(part)
    await visit.walkTo('/reports/sales?range=2020-01-01..2020-01-07')
    await expect.poll(() => page().locator('.state-page').innerText()).toContain('No sales')
    await page().locator('.state-page .btn').click()
    await page().locator('.figures').waitFor()
  })

  it('names days of several months under the chart by their month too', async () => {
    await visit.walkTo(`/reports/sales?range=${addDays(SUNDAY, -111)}..${SUNDAY}&by=day`)
    const named = () => page().locator('figure small').allTextContents()
    await expect.poll(async () => (await named()).length).toBe(112)
    for (const name of await named()) expect(name).toMatch(/^\d+ [A-Z][a-z]{2,3}$/)
    expect(new Set(await named()).size).toBe(112)
    await page().setViewportSize({ width: 390, height: 844 })
    const gaps = () =>
      page()
        .locator('figure small')
        .evaluateAll((ticks) => {
          const boxes = ticks.map((tick) => tick.getBoundingClientRect()).filter(({ width }) => width > 0)
          return boxes.slice(1).map(({ left }, i) => left - (boxes[i]?.right ?? 0))
        })
    await expect.poll(async () => Math.min(...(await gaps()))).toBeGreaterThan(3)
    expect((await gaps()).length).toBeGreaterThan(3)
    // Weeks have their month as well.
    await page().getByRole('button', { name: 'Week', exact: true }).click()
    await expect.poll(async () => (await named()).length).toBe(16)
    await expect.poll(async () => Math.min(...(await gaps()))).toBeGreaterThan(3)
    expect((await gaps()).length).toBeGreaterThan(2)
  })

  it('complains of nothing', () => expect(visit.trouble).toEqual([]))
})

describe('on a phone', () => {
  let visit: Visit
  const page = () => visit.page
  const reader = () => page().getByRole('slider', { name: 'By hour and location' })
  beforeAll(async () => {
    visit = await Visit.open(browser, app.url, { width: 390, height: 844 })
    await visit.signInAt(`/reports/sales?range=${SUNDAY}`, 'owner')
    await shown(page())
  })
  afterAll(() => visit.close())

  it('a chart with more bars than there is room for is one thing to press, by finger and by keyboard', async () => {
    await reader().scrollIntoViewIfNeeded()
    expect(await page().locator('figure > a').count()).toBe(0)
    const box = await reader().boundingBox()
    const column = (box?.width ?? 0) / 24
    // The trading day begins at five: the fourteenth bar is 18:00.
    for (const [at, hour] of [
      [13.1, '18:00'],
      [13.9, '18:00'],
      [0.5, '05:00'],
      [23.5, '04:00'],
    ] as const) {
      await page().touchscreen.tap((box?.x ?? 0) + at * column, (box?.y ?? 0) + 80)
      await expect.poll(() => reader().getAttribute('aria-valuetext')).toMatch(new RegExp(`^${hour}, `))
    }
    await reader().focus()
    await page().keyboard.press('Home')
    for (let hours = 0; hours < 13; hours++) await page().keyboard.press('ArrowRight')
    await expect.poll(() => reader().getAttribute('aria-valuetext')).toMatch(/^18:00, /)
    const said = (await reader().getAttribute('aria-valuetext')) ?? ''
    await page().keyboard.press('Tab')
    const read = page().locator('figure > p a')
    expect(await read.evaluate((link) => link === document.activeElement)).toBe(true)
    expect(await read.getAttribute('aria-label')).toBe(`Receipts of ${said}`)
    await page().keyboard.press('Enter')
    await page().locator('.docket .proof').waitFor()
    await expect.poll(() => page().locator('.docket tfoot .num').last().innerText()).toBe(said.slice('18:00, '.length))
    await closeReceipts(page())
    // Where there is room, each bar is a link again.
    await page().setViewportSize({ width: 1440, height: 900 })
    await expect.poll(() => page().locator('figure > a').count()).toBe(24)
    expect(await reader().count()).toBe(0)
    await page().setViewportSize({ width: 390, height: 844 })
    await reader().waitFor()
  })

  it('the keyboard goes through hours that are too small for a finger, and the header stays as tall however long the range is', async () => {
    await visit.walkTo('/reports/sales?range=lastweek')
    const at = (hour: RegExp) => page().getByRole('link', { name: hour })
    await at(/^18:00, /).focus()
    await page().keyboard.press('ArrowRight')
    await expect.poll(() => at(/^19:00, /).evaluate((link) => link === document.activeElement && link.getBoundingClientRect().width > 60)).toBe(true)
    await page().keyboard.press('Enter')
    await page().getByRole('dialog', { name: /19:00/ }).waitFor()
    await closeReceipts(page())
    const heights: number[] = []
    for (const [range, words] of [
      ['2026-11-20', '20 Nov'],
      ['2026-10-26..2026-11-01', '26 Oct'],
      ['2025-12-29..2026-01-04', '29 Dec'],
    ]) {
      await visit.walkTo(`/reports/sales?range=${range}`)
      await page().locator('.range .blank', { hasText: words }).waitFor()
      heights.push(
        await page()
          .locator('.head')
          .evaluate((head) => head.getBoundingClientRect().height),
      )
    }
    expect(new Set(heights).size).toBe(1)
  })

  it('the flag of the hour stays inside a narrow window from the first to the last minute of a trading day', async () => {
    await page().setViewportSize({ width: 320, height: 844 })
    const [hours = 0, minutes = 0] = instantIn(NOW, 'Australia/Sydney').slice(11, 16).split(':').map(Number)
    for (const [time, minute, from] of [
      ['05:01', 301, addDays(TODAY, -1)],
      ['04:58', 298, addDays(TODAY, -2)],
    ] as const) {
      // The hour of the run must not decide what is looked at.
      const AsAt = new Date(NOW.getTime() + (minute - hours * 60 - minutes) * 60_000).toISOString()
      await page().route('**/api/sales/day?*', async (route) => {
        const answer = await route.fetch()
        await route.fulfill({ response: answer, json: { ...(await answer.json()), AsAt } })
      })
      await visit.walkTo(`/reports/sales?range=${from}..${TODAY}`)
      const flag = page().locator('ol + p > span')
      await expect.poll(() => flag.textContent()).toContain(time)
      await shown(page())
      const { x, width } = (await flag.boundingBox()) ?? { x: -1, width: 0 }
      expect([time, x >= 0, x + width <= 320]).toEqual([time, true, true])
      expect(await page().evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      await page().unroute('**/api/sales/day?*')
    }
    expect(visit.trouble).toEqual([])
  })
})
