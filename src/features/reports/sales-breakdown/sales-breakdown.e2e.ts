import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WireSale } from '#features/intake/sale.contract.ts'
import { addDays, everyDay, isoWeekday, tradingMoment } from '#shared/day.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { chosen, figuresFrom, type OracleSale, readSales } from '#tests/sales-oracle.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, sampleTrade, storeTrade } from '#tests/stored-trade.ts'

const NOW = new Date()
const TODAY = tradingMoment(NOW, 'Australia/Sydney', '05:00').day
const MONDAY = addDays(TODAY, -(isoWeekday(TODAY) - 1) - 7)
const SUNDAY = addDays(MONDAY, 6)

const wastedLine = (Name: string, Cost: number, WastageReason?: string) => ({
  ...{ Plu: Name, Name, ProductGroup: 'Written off', Quantity: '1', Gross: 2 * Cost, DiscountTotal: 2 * Cost, Net: 0, Cost, Wastage: true, WastageReason },
})
/** What a till writes off: no sale, a line of wastage. */
const wasted = (name: string, cost: number, { WastageReason, ...by }: { WastageReason?: string; ClerkId?: string; ClerkName?: string }): WireSale =>
  plainSale(`${addDays(MONDAY, 1)}T12:00:00Z`, 0, {
    Type: 'NoSale',
    ClerkId: by.ClerkId,
    ClerkName: by.ClerkName,
    Lines: [wastedLine(name, cost, WastageReason)],
    Tenders: [],
    Totals: { Total: 0 },
  })
const ASH = { ClerkId: 'w7', ClerkName: 'Ash Ito' }
const KIM = { ClerkId: 'w8', ClerkName: 'Kim Vale' }
const WASTED = [
  wasted('Spare keg', 600, { ...ASH, WastageReason: 'Spill' }),
  wasted('Old pie', 1250, { ...KIM, WastageReason: 'Expired' }),
  wasted('Spare keg', 310, ASH),
  wasted('Old pie', 1300, { WastageReason: 'Spill' }),
]

let app: StartedApp
let browser: Browser
let sales: OracleSale[]

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  for (const { locationId, sales: trade } of sampleTrade(everyDay(MONDAY, SUNDAY), NOW)) await storeTrade(app.database, 1, locationId, trade, NOW)
  await storeTrade(app.database, 1, 1, WASTED, NOW)
  sales = await readSales(app.databaseUrl, 1)
}, 180_000)
afterAll(async () => {
  await app.close()
})

const money = (value: number) => value.toLocaleString('en-AU', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).replace('-', '−')
/** The rows of a dimension stand below the whole. */
const ROWS = '[data-report] > section[aria-label] + section .ledger-table'

describe('the Sales Breakdown, read by the owner', () => {
  let visit: Visit
  const page = () => visit.page
  beforeAll(async () => {
    visit = await Visit.open(browser, app.url, { height: 1000 })
    await visit.signInAt('/reports/breakdown?range=lastweek', 'owner')
    await shown()
  })
  afterAll(() => visit.close())

  const shown = async () => {
    await page().locator('[data-report] .bar-head, .state-page').first().waitFor()
    await page().locator('[data-report][aria-busy=false]').waitFor()
  }
  const goTo = async (query: string) => {
    await visit.walkTo(`/reports/breakdown?${query}`)
    await shown()
  }
  const rowsBy = async (label: string, step: string) => {
    await page().getByRole('group', { name: 'Rows by' }).getByRole('button', { name: label }).click()
    await expect.poll(() => page().locator(`${ROWS} thead th`).first().innerText()).toBe(label)
    await shown()
    expect(new URL(page().url()).searchParams.get('step')).toBe(step)
  }
  const rowOf = (name: string) => page().locator(`${ROWS} tbody tr`, { has: page().getByRole('rowheader', { name }) })
  const closeReceipts = async () => {
    await page().keyboard.press('Escape')
    await page().locator('.docket').waitFor({ state: 'detached' })
  }
  /** Opens a figure, whose receipts add up to it. */
  const proves = async (link: Locator) => {
    const figure = await link.innerText()
    await link.click()
    const proof = page().locator('.docket .proof')
    await proof.waitFor()
    expect([await proof.getAttribute('class'), await proof.innerText()]).toEqual(['proof', expect.stringContaining(`$${figure}, the figure you opened.`)])
  }

  it('adds up to the Sales Summary, and goes down from group to department, product group, item and receipt', async () => {
    const { Net } = figuresFrom(chosen(sales, { from: MONDAY, to: SUNDAY }))
    await expect.poll(() => page().locator('[data-report] > section[aria-label] .fig').innerText()).toBe(`$${money(Net)}`)
    await expect
      .poll(() => page().locator('[data-report] > section[aria-label] .proof').innerText())
      .toContain(`up to $${money(Net)}, the Net sales of the Sales Summary`)
    expect(await page().locator('[data-report] > section[aria-label] .proof.off').count()).toBe(0)
    for (const dim of ['department', 'productgroup', 'productgroup']) {
      const row = page().locator(`${ROWS} tbody tr`).first()
      const name = await row.locator('th a').innerText()
      const figure = await row.locator('td').first().innerText()
      await row.locator('th a').click()
      await page().locator('main nav ol [aria-current]', { hasText: name }).waitFor()
      await shown()
      expect(new URL(page().url()).searchParams.get('dim')).toBe(dim)
      await expect.poll(() => page().locator(`${ROWS} tfoot td.num`).first().innerText()).toBe(figure)
    }
    await proves(page().locator(`${ROWS} tbody tr`).first().locator('td a').first())
    await page().locator('.docket tbody a').first().click()
    await page().locator('.docket dl').waitFor()
    await closeReceipts()
    await page().locator('main nav ol a').first().click()
    await page().locator('main nav ol').waitFor({ state: 'detached' })
  })

  it('rows of every other dimension lead to the receipts that prove them', async () => {
    for (const dim of ['category', 'employee', 'ordertype', 'till', 'promotion', 'discount', 'surcharge', 'gpmargins']) {
      await goTo(`range=lastweek&dim=${dim}`)
      const links = page().locator(`${ROWS} tbody td a`)
      await links.first().waitFor()
      // Unassigned items come last.
      for (const link of dim === 'category' ? [links.first(), links.last()] : [links.first()]) {
        await link.click()
        await page().locator('.docket .proof').waitFor()
        expect([dim, await page().locator('.docket .proof.off').count()]).toEqual([dim, 0])
        await closeReceipts()
      }
    }
    for (const [dim, label, step, name] of [
      ['discount', 'Type', 'type', 'Comp'],
      ['discount', 'Employee', 'employee', ''],
      ['surcharge', 'Type', 'type', ''],
    ] as const) {
      await goTo(`range=lastweek&dim=${dim}`)
      await rowsBy(label, step)
      await proves(page().locator(`${ROWS} tbody tr`, { hasText: name }).first().locator('td a').first())
      await closeReceipts()
    }
  })

  it('wastage by item, employee and reason is what was written off, and a receipt says why', async () => {
    await goTo('range=lastweek&dim=wastage')
    for (const [label, step, rows] of [
      ['Item', 'plu', { 'Old pie': '25.50', 'Spare keg': '9.10' }],
      ['Employee', 'employee', { Unassigned: '13.00', 'Kim Vale': '12.50', 'Ash Ito': '9.10' }],
      ['Reason', 'reason', { Spill: '19.00', Unassigned: '3.10', Expired: '12.50' }],
    ] as const) {
      await rowsBy(label, step)
      await expect.poll(() => page().locator('[data-report] > section[aria-label] .fig').innerText()).toBe('$34.60')
      await expect.poll(() => page().locator(`${ROWS} tbody tr`).count()).toBe(Object.keys(rows).length)
      for (const [name, figure] of Object.entries(rows))
        await expect.poll(() => rowOf(name).locator('td a').first().innerText(), { message: name }).toBe(figure)
      await proves(
        rowOf(step === 'plu' ? 'Old pie' : 'Unassigned')
          .locator('td a')
          .first(),
      )
      await closeReceipts()
    }
    await rowOf('Expired').locator('td a').first().click()
    await expect.poll(() => page().locator('.docket tbody a').count()).toBe(1)
    await page().locator('.docket tbody a').first().click()
    await page().locator('.docket dl').waitFor()
    await expect.poll(() => page().locator('.docket').innerText()).toContain('wastage: Expired')
    await closeReceipts()
    await goTo('range=thisfy&dim=wastage')
    await rowsBy('Item', 'plu')
    await rowsBy('Employee', 'employee')
    await rowsBy('Reason', 'reason')
  })

  it('costs are worked out with their own numbers, and each line opens the receipts that prove it', async () => {
    await goTo('range=lastweek&dim=costs')
    await expect.poll(() => page().locator('td[colspan]').count()).toBe(5)
    await expect.poll(() => page().locator('[data-report] > section > table .sum').innerText()).toContain('Contribution')
    await page().getByRole('button', { name: 'How costs are calculated' }).click()
    const told = page().locator('.popover')
    const numbers = async (pattern: RegExp) => (pattern.exec(await told.innerText()) ?? []).slice(1).map((text) => Number(text.replaceAll(',', '')))
    const [sold = 0, goods = 0, wasted = 0, left = 0] = await numbers(/Contribution: ([\d,.]+) − ([\d,.]+) of goods − ([\d,.]+) of wastage = ([\d,.]+)/)
    expect([sold > 0, Math.round((sold - goods - wasted) * 100)]).toEqual([true, Math.round(left * 100)])
    expect((await numbers(/Cost of goods: .* = ([\d.]+)\s%/))[0]).toBe(Math.round((goods / sold) * 1000) / 10)
    await page().keyboard.press('Escape')
    const links = page().locator('[data-report] > section > table td a')
    await expect.poll(() => links.count()).toBe(4)
    for (let i = 0; i < 4; i += 1) {
      if ((await links.nth(i).innerText()) === '0.00') continue
      await proves(links.nth(i))
      await closeReceipts()
    }
    // Of one location on one day: its own account, with the receipts open.
    await goTo('range=lastweek&dim=costs&view=detail&by=day')
    const cell = page().locator('.ledger-table tbody tr').first().locator('td a').nth(1)
    const figure = await cell.innerText()
    await proves(cell)
    await closeReceipts()
    await expect.poll(() => page().locator('[data-report] > section > table td a').nth(1).innerText()).toBe(figure)
    await visit.walkTo('/reports/breakdown?range=2020-01-01..2020-01-07&dim=costs')
    await expect.poll(() => page().locator('.state-page').innerText()).toContain('Nothing recorded for Costs')
    await visit.walkTo('/reports/breakdown?range=2020-01-01..2020-01-07&dim=wastage')
    await expect.poll(() => page().locator('.state-page').innerText()).toContain('when a till marks a line as wasted')
  })

  it('margins are worked out with the numbers of this screen, and wastage and stock loss taken off gross profit', async () => {
    await goTo('range=lastweek&dim=gpmargins')
    await page().getByRole('button', { name: 'How margins are calculated' }).click()
    const told = page().locator('.popover')
    await expect.poll(() => told.innerText()).toMatch(/GP %: [\d,.]+ ÷ [\d,.]+ of net sales ex GST with a cost = [\d.]+\s%/)
    const [ratio = 0, base = 0, percent = 0] = (/GP %: ([\d,.]+) ÷ ([\d,.]+) .* = ([\d.]+)\s%/.exec(await told.innerText()) ?? [])
      .slice(1)
      .map((text) => Number(text.replaceAll(',', '')))
    expect(Math.round((ratio / base) * 1000) / 10).toBe(percent)
    await page().keyboard.press('Escape')
    const table = page().getByRole('table', { name: 'After wastage and stock loss' })
    await table.waitFor()
    const [profit = 0, wasted = 0, adjusted = 0, left = 0] = (await table.locator('td').allInnerTexts()).map(
      (text) => Number(text.replaceAll(/[^\d.−-]/g, '').replace('−', '-')) || 0,
    )
    expect(profit).toBeGreaterThan(0)
    expect(Math.round((profit - wasted - adjusted) * 100)).toBe(Math.round(left * 100))
  })

  it('rows are put in the order of a column, told by day, ranked against a comparison, and laid out by location', async () => {
    await goTo('range=lastweek&dim=productgroup')
    const head = page().locator(`${ROWS} thead th`, { hasText: 'Quantity' })
    const values = async () => {
      const at = await page()
        .locator(`${ROWS} thead th`)
        .evaluateAll((cells) => cells.findIndex((cell) => cell.textContent?.startsWith('Quantity')))
      return page()
        .locator(`${ROWS} tbody tr`)
        .evaluateAll((rows, i) => rows.map((row) => Number(row.children[i]?.textContent?.replaceAll(',', '').replace('−', '-'))), at)
    }
    await head.locator('button').click()
    await page().locator(`${ROWS} thead th[aria-sort=descending]`, { hasText: 'Quantity' }).waitFor()
    const down = await values()
    expect([down.length > 3, down]).toEqual([true, [...down].sort((a, b) => b - a)])
    await head.locator('button').click()
    await page().locator(`${ROWS} thead th[aria-sort=ascending]`, { hasText: 'Quantity' }).waitFor()
    expect(await values()).toEqual([...down].sort((a, b) => a - b))
    expect(new URL(page().url()).searchParams.get('sort')).toBe('Quantity')

    await goTo('range=lastweek&dim=category&view=detail&by=day')
    await expect.poll(() => page().locator(`${ROWS} thead th`).count()).toBe(9)

    await goTo(`range=${MONDAY}..${SUNDAY}&dim=productgroup&cmp=custom&cmpRange=${SUNDAY}..${SUNDAY}&cols=all`)
    const moved = page().locator(`${ROWS} tbody td span > span > .sr`)
    await expect.poll(async () => (await moved.allInnerTexts()).some((words) => /^ ?(up|down) \d+ from \d+$/.test(words))).toBe(true)
    for (const words of await moved.allInnerTexts()) expect(words.trim()).toMatch(/^(up|down) \d+ from \d+$|^no change$/)

    await goTo('range=lastweek')
    // Rows by location are sent only on request, because there may be too many.
    await Promise.all([
      page().waitForRequest((request) => new URL(request.url()).searchParams.get('View') === 'locations'),
      page().getByRole('button', { name: 'Locations', exact: true }).last().click(),
    ])
    await page().locator(`${ROWS} thead th`).nth(4).waitFor()
    expect(new URL(page().url()).searchParams.get('across')).toBe('locations')
    const heads = await page().locator(`${ROWS} thead th`).allInnerTexts()
    expect([heads.length, heads.at(-1)]).toEqual([5, 'Total'])
    const row = page().locator(`${ROWS} tbody tr`).first()
    const cells = (await row.locator('td').allInnerTexts()).map((cell) => Math.round(Number(cell.replaceAll(',', '')) * 100))
    expect(cells.slice(0, 3).reduce((sum, value) => sum + value, 0)).toBe(cells[3])
    await proves(row.locator('td a').first())
    expect(new URL(page().url()).searchParams.get('loc')).toBe('1')
    await closeReceipts()
  })

  it('the Sales Summary tells its order types, and each leads to the receipts that prove it', async () => {
    await visit.walkTo('/reports/sales?range=lastweek&by=week')
    const rows = page()
      .locator('main section', { has: page().getByRole('heading', { name: 'By order type' }) })
      .locator('tbody tr')
    await rows.first().waitFor({ state: 'attached' })
    await rows.first().scrollIntoViewIfNeeded()
    await expect.poll(() => rows.locator('th').first().innerText()).toBe('Dine-in')
    await proves(rows.first().locator('td a'))
    await page().locator('main nav [aria-current]', { hasText: 'Order type' }).waitFor()
  })

  it('complains of nothing', () => expect(visit.trouble).toEqual([]))
})
