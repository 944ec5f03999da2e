import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WireSale } from '#features/intake/sale.contract.ts'
import { addDays, everyDay, isoWeekday, tradingMoment } from '#shared/day.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { LOOKS } from '#tests/looks.ts'
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
/** What a till writes off: no sale, lines of wastage. */
const writtenOff = (at: string, Lines: ReturnType<typeof wastedLine>[], by: { ClerkId?: string; ClerkName?: string } = {}): WireSale =>
  plainSale(at, 0, { Type: 'NoSale', ClerkId: by.ClerkId, ClerkName: by.ClerkName, Lines, Tenders: [], Totals: { Total: 0 } })
const wasted = (name: string, cost: number, { WastageReason, ...by }: { WastageReason?: string; ClerkId?: string; ClerkName?: string }): WireSale =>
  writtenOff(`${addDays(MONDAY, 1)}T12:00:00Z`, [wastedLine(name, cost, WastageReason)], by)
const ASH = { ClerkId: 'w7', ClerkName: 'Ash Ito' }
const KIM = { ClerkId: 'w8', ClerkName: 'Kim Vale' }
const WASTED = [
  wasted('Spare keg', 600, { ...ASH, WastageReason: 'Spill' }),
  wasted('Old pie', 1250, { ...KIM, WastageReason: 'Expired' }),
  wasted('Spare keg', 310, ASH),
  wasted('Old pie', 1300, { WastageReason: 'Spill' }),
]

/** More items at two places than are told of single locations unasked. */
const CELLAR_DAY = '2024-03-05'
const CELLAR = Array.from({ length: 800 }, (_, i) => ({ name: `Cellar ${i}`, cost: i === 0 ? 900 : 100 }))
const cellarWasted = (more: number) =>
  [0, 200, 400, 600].map((from) =>
    writtenOff(
      `${CELLAR_DAY}T02:00:00Z`,
      CELLAR.slice(from, from + 200).map(({ name, cost }) => wastedLine(name, cost + more)),
    ),
  )

let app: StartedApp
let browser: Browser
let sales: OracleSale[]

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  for (const { locationId, sales: trade } of sampleTrade(everyDay(MONDAY, TODAY), NOW)) await storeTrade(app.database, 1, locationId, trade, NOW)
  await storeTrade(app.database, 1, 1, [...WASTED, ...cellarWasted(0)], NOW)
  await storeTrade(app.database, 1, 2, cellarWasted(50), NOW)
  sales = await readSales(app.databaseUrl, 1)
}, 180_000)
afterAll(async () => {
  await app.close()
})

const money = (value: number) => value.toLocaleString('en-AU', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).replace('-', '−')
/** The rows of a dimension stand below the whole. */
const ROWS = '[data-report] > section[aria-label] + section .ledger-table'

const shown = async (page: Page) => {
  await page.locator('[data-report] .bar-head, .state-page').first().waitFor()
  await page.locator('[data-report][aria-busy=false]').waitFor()
}
const DIMENSIONS = [
  'group',
  'department',
  'productgroup',
  'category',
  'employee',
  'ordertype',
  'till',
  'promotion',
  'discount',
  'surcharge',
  'wastage',
  'costs',
  'gpmargins',
]

describe('the Sales Breakdown, read by the owner', () => {
  let visit: Visit
  const page = () => visit.page
  beforeAll(async () => {
    visit = await Visit.open(browser, app.url, { height: 1000 })
    await visit.signInAt('/reports/breakdown?range=lastweek', 'owner')
    await shown(page())
  })
  afterAll(() => visit.close())

  it('adds up to the Sales Summary, and says so', async () => {
    const { Net } = figuresFrom(chosen(sales, { from: MONDAY, to: SUNDAY }))
    await expect.poll(() => page().locator('[data-report] > section[aria-label] .fig').innerText()).toBe(`$${money(Net)}`)
    await expect
      .poll(() => page().locator('[data-report] > section[aria-label] .proof').innerText())
      .toContain(`up to $${money(Net)}, the Net sales of the Sales Summary`)
    await expect.poll(() => page().locator('[data-report] > section[aria-label] .proof.off').count()).toBe(0)
  })

  it('goes down from group to department, product group and item, and on to its receipts; the address has the way', async () => {
    for (const dim of ['department', 'productgroup', 'productgroup']) {
      const row = page().locator(`${ROWS} tbody tr`).first()
      const name = await row.locator('th a').innerText()
      const figure = await row.locator('td').first().innerText()
      await row.locator('th a').click()
      await page().locator('main nav ol [aria-current]', { hasText: name }).waitFor()
      await shown(page())
      expect(new URL(page().url()).searchParams.get('dim')).toBe(dim)
      await expect.poll(() => page().locator(`${ROWS} tfoot td.num`).first().innerText()).toBe(figure)
    }
    const item = page().locator(`${ROWS} tbody tr`).first()
    const figure = await item.locator('td a').first().innerText()
    await item.locator('td a').first().click()
    const proof = page().locator('.docket .proof')
    await proof.waitFor()
    expect([await proof.getAttribute('class'), await proof.innerText()]).toEqual(['proof', expect.stringContaining(`$${figure}, the figure you opened.`)])
    await page().locator('.docket tbody a').first().click()
    await page().locator('.docket dl').waitFor()
    await page().keyboard.press('Escape')
    await page().locator('main nav ol a').first().click()
    await page().locator('main nav ol').waitFor({ state: 'detached' })
  })

  it.each(['category', 'employee', 'ordertype', 'till', 'promotion', 'discount', 'surcharge', 'wastage', 'gpmargins'])(
    'the receipts of every third row of %s prove it',
    async (dim) => {
      await visit.goto(`/reports/breakdown?range=lastweek&dim=${dim}`)
      await shown(page())
      const links = page().locator(`${ROWS} tbody td a`)
      for (let i = 0; i < Math.min(9, await links.count()); i += 3) {
        await links.nth(i).click()
        await page().locator('.docket .proof').waitFor()
        expect([dim, i, await page().locator('.docket .proof.off').count()]).toEqual([dim, i, 0])
        await page().keyboard.press('Escape')
        await page().locator('.docket').waitFor({ state: 'detached' })
      }
    },
  )

  it('the Sales Summary tells its order types, and each leads to the receipts that prove it', async () => {
    await visit.goto('/reports/sales?range=lastweek&by=week')
    const rows = page()
      .locator('main section', { has: page().getByRole('heading', { name: 'By order type' }) })
      .locator('tbody tr')
    await rows.first().waitFor({ state: 'attached' })
    await rows.first().scrollIntoViewIfNeeded()
    await expect.poll(() => rows.locator('th').first().innerText()).toBe('Dine-in')
    const figure = await rows.first().locator('td a').innerText()
    await rows.first().locator('td a').click()
    await page().locator('main nav [aria-current]', { hasText: 'Order type' }).waitFor()
    await page().locator('.docket .proof').waitFor()
    await expect.poll(() => page().locator('.docket .proof').innerText()).toContain(`$${figure}, the figure you opened.`)
    await expect.poll(() => page().locator('.docket .proof.off').count()).toBe(0)
  })

  it.each([
    ['discount', 'Type', 'type', 'Comp'],
    ['discount', 'Employee', 'employee', ''],
    ['surcharge', 'Type', 'type', ''],
  ])('%s by %s: the address has it, and the receipts of a row prove it', async (dim, label, step, name) => {
    await visit.goto(`/reports/breakdown?range=lastweek&dim=${dim}`)
    await shown(page())
    await page().getByRole('group', { name: 'Rows by' }).getByRole('button', { name: label }).click()
    await expect.poll(() => page().locator(`${ROWS} thead th`).first().innerText()).toBe(label)
    await shown(page())
    expect(new URL(page().url()).searchParams.get('step')).toBe(step)
    const row = page().locator(`${ROWS} tbody tr`, { hasText: name }).first()
    const figure = await row.locator('td a').first().innerText()
    await row.locator('td a').first().click()
    await expect.poll(() => page().locator('.docket .proof').innerText()).toContain(`$${figure}, the figure you opened.`)
    await expect.poll(() => page().locator('.docket .proof.off').count()).toBe(0)
  })

  it.each([
    ['Item', 'plu', { 'Old pie': '25.50', 'Spare keg': '9.10' }],
    ['Employee', 'employee', { Unassigned: '13.00', 'Kim Vale': '12.50', 'Ash Ito': '9.10' }],
    ['Reason', 'reason', { Spill: '19.00', Expired: '12.50', Unassigned: '3.10' }],
  ] as const)('wastage by %s: every row is what was written off, and leads to the receipts that prove it', async (label, step, rows) => {
    await visit.goto('/reports/breakdown?range=lastweek&dim=wastage')
    await shown(page())
    await page().getByRole('group', { name: 'Rows by' }).getByRole('button', { name: label }).click()
    await expect.poll(() => page().locator(`${ROWS} thead th`).first().innerText()).toBe(label)
    await shown(page())
    expect(new URL(page().url()).searchParams.get('step')).toBe(step)
    await expect.poll(() => page().locator('[data-report] > section[aria-label] .fig').innerText()).toBe('$34.60')
    await expect.poll(() => page().locator(`${ROWS} tbody tr`).count()).toBe(Object.keys(rows).length)
    for (const [name, figure] of Object.entries(rows)) {
      const row = page().locator(`${ROWS} tbody tr`, { has: page().getByRole('rowheader', { name }) })
      await expect.poll(() => row.locator('td a').first().innerText(), { message: name }).toBe(figure)
      await row.locator('td a').first().click()
      await expect.poll(() => page().locator('.docket .proof').innerText(), { message: name }).toContain(`$${figure}, the figure you opened.`)
      await expect.poll(() => page().locator('.docket .proof.off').count(), { message: name }).toBe(0)
      await page().keyboard.press('Escape')
      await page().locator('.docket').waitFor({ state: 'detached' })
    }
  })

  it('a receipt of wastage says why: the one reason of its row', async () => {
    await visit.goto('/reports/breakdown?range=lastweek&dim=wastage&step=reason')
    await shown(page())
    await page()
      .locator(`${ROWS} tbody tr`, { has: page().getByRole('rowheader', { name: 'Expired' }) })
      .locator('td a')
      .first()
      .click()
    await expect.poll(() => page().locator('.docket tbody a').count()).toBe(1)
    await page().locator('.docket tbody a').first().click()
    await page().locator('.docket dl').waitFor()
    await expect.poll(() => page().locator('.docket').innerText()).toContain('wastage: Expired')
    await page().keyboard.press('Escape')
  })

  it('wastage of a financial year is told by item, employee and reason, as of a week', async () => {
    await visit.goto('/reports/breakdown?range=thisfy&dim=wastage&step=plu')
    await shown(page())
    const pressed = page().getByRole('group', { name: 'Rows by' }).locator('[aria-pressed=true]')
    await expect.poll(() => pressed.innerText()).toBe('Item')
    for (const name of ['Employee', 'Reason']) {
      await page().getByRole('group', { name: 'Rows by' }).getByRole('button', { name }).click()
      await expect.poll(() => pressed.innerText()).toBe(name)
      await expect.poll(() => page().locator(`${ROWS} thead th`).first().innerText()).toBe(name)
    }
  })

  it('shows rows by period in detail, and costs that are not kept as such', async () => {
    await visit.goto('/reports/breakdown?range=lastweek&dim=category&view=detail&by=day')
    await shown(page())
    await expect.poll(() => page().locator(`${ROWS} thead th`).count()).toBe(9)
    await visit.goto('/reports/breakdown?range=lastweek&dim=costs')
    await shown(page())
    await expect.poll(() => page().locator('td[colspan]').count()).toBe(5)
    await expect.poll(() => page().locator('[data-report] > section > table .sum').innerText()).toContain('Contribution')
  })

  it('the account of costs is worked out with its own numbers, and each line opens the receipts that prove it', async () => {
    await visit.goto('/reports/breakdown?range=lastweek&dim=costs')
    await page().getByRole('button', { name: 'How costs are calculated' }).click()
    const told = page().locator('.popover')
    const numbers = async (pattern: RegExp) => (pattern.exec(await told.innerText()) ?? []).slice(1).map((text) => Number(text.replaceAll(',', '')))
    const [sold = 0, goods = 0, wasted = 0, left = 0] = await numbers(/Contribution: ([\d,.]+) − ([\d,.]+) of goods − ([\d,.]+) of wastage = ([\d,.]+)/)
    expect([sold > 0, Math.round((sold - goods - wasted) * 100)]).toEqual([true, Math.round(left * 100)])
    expect((await numbers(/Cost of goods: .* = ([\d.]+)\s%/))[0]).toBe(Math.round((goods / sold) * 1000) / 10)
    await page().keyboard.press('Escape')
    const proved = async (figure: string) => {
      await page().locator('.docket .proof').waitFor()
      expect([await page().locator('.docket .proof.off').count(), await page().locator('.docket .proof').innerText()]).toEqual([
        0,
        expect.stringContaining(`$${figure}, the figure you opened.`),
      ])
      await page().keyboard.press('Escape')
      await page().locator('.docket').waitFor({ state: 'detached' })
    }
    const links = page().locator('[data-report] > section > table td a')
    await expect.poll(() => links.count()).toBe(4)
    for (let i = 0; i < 4; i += 1) {
      const figure = await links.nth(i).innerText()
      await links.nth(i).click()
      if (figure === '0.00') await page().keyboard.press('Escape')
      else await proved(figure)
    }
    // Of one location on one day: its own account, with the receipts open.
    await visit.goto('/reports/breakdown?range=lastweek&dim=costs&view=detail&by=day')
    const cell = page().locator('.ledger-table tbody tr').first().locator('td a').nth(1)
    const figure = await cell.innerText()
    await cell.click()
    await proved(figure)
    await expect.poll(() => page().locator('[data-report] > section > table td a').nth(1).innerText()).toBe(figure)
    await visit.goto('/reports/breakdown?range=2020-01-01..2020-01-07&dim=costs')
    await expect.poll(() => page().locator('.state-page').innerText()).toContain('Nothing recorded for Costs')
  })

  it('puts rows in the order of a column, largest first and then smallest', async () => {
    await visit.goto('/reports/breakdown?range=lastweek&dim=productgroup')
    await shown(page())
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
  })

  it('tells how far a row has climbed or fallen against the comparison', async () => {
    await visit.goto(`/reports/breakdown?range=${MONDAY}..${SUNDAY}&dim=productgroup&cmp=custom&cmpRange=${SUNDAY}..${SUNDAY}&cols=all`)
    await shown(page())
    const moved = await page().locator(`${ROWS} tbody td span > span > .sr`).allInnerTexts()
    expect(moved.some((words) => /^ ?(up|down) \d+ from \d+$/.test(words))).toBe(true)
    for (const words of moved) expect(words.trim()).toMatch(/^(up|down) \d+ from \d+$|^no change$/)
    await visit.shoot('breakdown-rank-1440-en')
  })

  it('puts locations side by side; a figure of one leads to its own rows, with the receipts that prove it', async () => {
    await visit.goto('/reports/breakdown?range=lastweek')
    await shown(page())
    await page().getByRole('button', { name: 'Locations', exact: true }).last().click()
    await page().locator(`${ROWS} thead th`).nth(4).waitFor()
    const heads = await page().locator(`${ROWS} thead th`).allInnerTexts()
    expect([heads.length, heads.at(-1)]).toEqual([5, 'Total'])
    const row = page().locator(`${ROWS} tbody tr`).first()
    const cells = (await row.locator('td').allInnerTexts()).map((cell) => Math.round(Number(cell.replaceAll(',', '')) * 100))
    expect(cells.slice(0, 3).reduce((sum, value) => sum + value, 0)).toBe(cells[3])
    await visit.shoot('breakdown-locations-1440-en')
    const figure = await row.locator('td a').first().innerText()
    await row.locator('td a').first().click()
    await page().locator('.docket .proof').waitFor()
    expect(await page().locator('.docket .proof').innerText()).toContain(`$${figure}, the figure you opened.`)
    expect(new URL(page().url()).searchParams.get('loc')).toBe('1')
    await page().keyboard.press('Escape')
  })

  it('puts what was wasted by item side by side too, of more items and places than are told unasked', async () => {
    await visit.goto(`/reports/breakdown?range=${CELLAR_DAY}..${CELLAR_DAY}&dim=wastage&step=plu`)
    await shown(page())
    await page().getByRole('button', { name: 'Locations', exact: true }).last().click()
    const row = page().locator(`${ROWS} tbody tr`, { hasText: 'Cellar 0' })
    await expect.poll(async () => (await row.locator('td').allInnerTexts()).slice(-4)).toEqual(['9.00', '9.50', '0.00', '18.50'])
    expect(new URL(page().url()).searchParams.get('across')).toBe('locations')
  })

  it('says how margins are worked out, with the numbers of this screen', async () => {
    await visit.goto('/reports/breakdown?dim=gpmargins&range=lastweek')
    await page().getByRole('button', { name: 'How margins are calculated' }).click()
    const told = page().locator('.popover')
    await expect.poll(() => told.innerText()).toMatch(/GP %: [\d,.]+ ÷ [\d,.]+ of net sales ex GST with a cost = [\d.]+\s%/)
    const [profit = 0, sales = 0, percent = 0] = (/GP %: ([\d,.]+) ÷ ([\d,.]+) .* = ([\d.]+)\s%/.exec(await told.innerText()) ?? [])
      .slice(1)
      .map((text) => Number(text.replaceAll(',', '')))
    expect(Math.round((profit / sales) * 1000) / 10).toBe(percent)
    await page().keyboard.press('Escape')
  })

  it('takes wastage and stock loss off gross profit', async () => {
    const table = page().getByRole('table', { name: 'After wastage and stock loss' })
    await table.waitFor()
    const [profit = 0, wasted = 0, adjusted = 0, left = 0] = (await table.locator('td').allInnerTexts()).map(
      (text) => Number(text.replaceAll(/[^\d.−-]/g, '').replace('−', '-')) || 0,
    )
    expect(profit).toBeGreaterThan(0)
    expect(Math.round((profit - wasted - adjusted) * 100)).toBe(Math.round(left * 100))
  })

  it('says what records a thing where nothing is recorded', async () => {
    await visit.goto('/reports/breakdown?range=2020-01-01..2020-01-07&dim=wastage')
    await shown(page())
    await expect.poll(() => page().locator('.state-page').innerText()).toContain('when a till marks a line as wasted')
  })

  it('complains of nothing', () => expect(visit.trouble).toEqual([]))
})

it.each(LOOKS)(
  '$width pixels wide in $language, dark $dark: every dimension fits and is in order for axe',
  async ({ width, language, dark }) => {
    const visit = await Visit.open(browser, app.url, { width, height: 900, language, dark })
    await visit.signInUnseen('owner')
    for (const dim of [...DIMENSIONS, 'wastage&step=reason', 'department&across=locations']) {
      await visit.goto(`/reports/breakdown?range=lastweek&dim=${dim}`)
      await shown(visit.page)
      const wide = await visit.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect([dim, wide]).toEqual([dim, 0])
      expect([dim, await visit.axe()]).toEqual([dim, []])
      await visit.shoot(`breakdown-${dim.replace(/&\w+=/, '-')}-${width}-${language}${dark ? '-dark' : ''}`)
    }
    expect(visit.trouble).toEqual([])
    await visit.close()
  },
  120_000,
)
