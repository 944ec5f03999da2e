import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_PASSWORD } from '#db/demo/cast.ts'
import { addDays, everyDay, tradingMoment } from '#shared/day.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { LOOKS } from '#tests/looks.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, sampleTrade, storeTrade } from '#tests/stored-trade.ts'
import { signedIn } from '#tests/visitor.ts'

const NOW = new Date()
const TODAY = tradingMoment(NOW, 'Australia/Sydney', '05:00').day
const RANGE = `range=${addDays(TODAY, -6)}..${TODAY}`
const [BAR, BISTRO] = [1, 2]

let app: StartedApp
let browser: Browser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  for (const { locationId, sales } of sampleTrade(everyDay(addDays(TODAY, -6), TODAY), NOW)) await storeTrade(app.database, 1, locationId, sales, NOW)
  await movePoints()
}, 180_000)
afterAll(async () => {
  await app.close()
})

/** Points moved in every way, and two sales of which the cards do not know. */
const movePoints = async () => {
  const sell = async (locationId: number, changes: object) => {
    const sale = plainSale(NOW.toISOString(), 5900, changes)
    await storeTrade(app.database, 1, locationId, [sale], NOW)
    return sale.SaleId
  }
  const owner = await signedIn(app.url, 'owner', SAMPLE_PASSWORD)
  await owner.open(1, 1)
  const post = async <T>(path: string, body: object) => {
    const answer = await owner.call<T>('POST', `/loyalty/${path}`, { body })
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  await post('555001/details', { Details: { Name: 'Ruth Adeyemi' } })
  await post('555001/points', { Points: 900, LocationId: BAR })
  const given = await sell(BISTRO, { LoyaltyCard: '555001', Points: { Accrued: 59, Redeemed: 0 } })
  await sell(BAR, { LoyaltyCard: '555001', Points: { Accrued: 0, Redeemed: 200 } })
  await post('555001/transfer/555002', { Points: 120, LocationId: BAR }).catch(async () => {
    await post('555002/details', { Details: { Name: 'Cleo Marsh' } })
    await post('555001/transfer/555002', { Points: 120, LocationId: BAR })
  })
  await post('555001/replace/555003', { Comments: 'Lost', LocationId: BISTRO })
  await sell(BISTRO, { LoyaltyCard: '555001', Points: { Accrued: 12, Redeemed: 0 } })
  const { body } = await owner.call<{ Movements: { MovementId: string; Accrued: number }[] }>('GET', '/loyalty/555003/movements')
  const movement = body.Movements.find(({ Accrued }) => Accrued === 59)?.MovementId ?? given
  await post(`movements/${movement}/reverse`, { Points: 20, Comments: 'Rung up on the wrong card' })
  const refund = {
    Type: 'Refund',
    Lines: [{ Plu: 'P1', Quantity: '-1', Gross: -5900, Net: -5900 }],
    Tenders: [{ Method: 'Cash', Amount: -5900 }],
    Totals: { Total: -5900 },
  }
  await sell(BISTRO, { ...refund, Points: { Accrued: -59, Redeemed: 0 } })
  await sell(BAR, { Points: { Accrued: 52, Redeemed: 0 } })
}

const shown = (visit: Visit) => visit.page.locator('[data-report][aria-busy=false]').waitFor()

describe('Loyalty Points, read by the owner', () => {
  let visit: Visit
  beforeAll(async () => {
    visit = await Visit.open(browser, app.url, { height: 1200 })
    await visit.signInUnseen('owner')
  })
  afterAll(() => visit.close())
  const page = () => visit.page

  it('proves that what was held, what came and what went add up, and that the reasons explain the difference', async () => {
    await visit.goto(`/reports/loyalty-points?${RANGE}`)
    await shown(visit)
    const owner = await signedIn(app.url, 'owner', SAMPLE_PASSWORD)
    await owner.open(1, 1)
    const { body } = await owner.call<{ Totals: { Closing: number; Difference: number } }>('GET', `/points?FromDate=${addDays(TODAY, -6)}&ToDate=${TODAY}`)
    expect(body.Totals.Difference).toBe(-20 + 59 - 52)
    await expect
      .poll(() => page().locator('.proof').first().innerText())
      .toContain(`add up to ${body.Totals.Closing.toLocaleString('en-AU')}, the closing figure.`)
    await expect.poll(() => page().locator('main .proof.off').count()).toBe(0)
    await expect.poll(() => page().locator('main .proof').nth(1).innerText()).toContain('the reasons explain the whole difference')
  })

  it('shows the same points by location, in detail and by day', async () => {
    const headers = () => page().locator('section[aria-label="Points by location"] thead tr').last().locator('th').allInnerTexts()
    await expect.poll(async () => (await headers()).length).toBe(11)
    await page().getByRole('button', { name: 'Detail' }).click()
    await expect.poll(async () => (await headers()).length).toBe(20)
    await page().getByRole('button', { name: 'Day', exact: true }).click()
    await expect.poll(() => page().locator('section[aria-label="Points by location"] tbody tr').count()).toBe(21)
    await page().getByRole('button', { name: 'Summary' }).click()
    await page().getByRole('button', { name: 'Range', exact: true }).click()
    await expect.poll(() => page().locator('section[aria-label="Points by location"] tbody tr').count()).toBe(3)
  })

  it('goes from days to months and back while the points of the one stay until those of the other are there', async () => {
    await visit.goto(`/reports/loyalty-points?${RANGE}`)
    const rows = page().locator('section[aria-label="Points by location"] tbody tr')
    for (const [cut, least] of [
      ['Day', 21],
      ['Month', 3],
      ['Day', 21],
      ['Week', 3],
      ['Range', 3],
    ] as const) {
      await page().getByRole('button', { name: cut, exact: true }).click()
      await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(least)
      await shown(visit)
    }
    expect(visit.trouble).toEqual([])
  })

  it('opens the sale and the entry behind a reason side by side, with the receipt', async () => {
    await page().getByRole('link', { name: 'Open: Refund not reversed, +59' }).click()
    await page().locator('.docket .proof').waitFor()
    await expect.poll(() => page().locator('.docket .proof').getAttribute('class')).toBe('proof')
    await expect.poll(() => page().locator('.docket').innerText()).toContain('No entry')
    await page().locator('.docket tbody a').first().click()
    await expect.poll(() => page().locator('.docket').innerText()).toContain('59.00')
    await page().getByRole('button', { name: 'Close' }).click()
    await page().getByRole('link', { name: 'Open: Accrual reversed by hand, −20' }).click()
    await expect.poll(() => page().locator('.docket').innerText()).toContain('Rung up on the wrong card')
    await expect.poll(() => page().locator('.docket').innerText()).not.toContain('555001')
    await page().keyboard.press('Escape')
    await page().locator('.docket').waitFor({ state: 'detached' })
  })

  it('says what the points are worth by the price of a voucher, and lists only what is to do where that is chosen', async () => {
    await visit.goto(`/reports/loyalty-points?${RANGE}`)
    await shown(visit)
    const owner = await signedIn(app.url, 'owner', SAMPLE_PASSWORD)
    const { body } = await owner.call<{ Totals: { Closing: number } }>('GET', `/points?FromDate=${addDays(TODAY, -6)}&ToDate=${TODAY}`)
    // 2,000 points for a voucher of 20 dollars: a point is worth a cent.
    const worth = (body.Totals.Closing / 100).toLocaleString('en-AU', { minimumFractionDigits: 2 })
    await expect.poll(() => page().getByRole('region', { name: 'Figures' }).innerText()).toContain(`worth $${worth}`)
    const differences = page().getByRole('table', { name: 'Differences' })
    expect(await differences.locator('tbody tr').count()).toBeGreaterThan(1)
    await page()
      .getByRole('button', { name: /^To resolve 1$/ })
      .click()
    await expect.poll(() => differences.locator('tbody th').allInnerTexts()).toEqual([expect.stringMatching(/^Refund not reversed/)])
    await expect.poll(() => differences.locator('tfoot').innerText()).toMatch(/Differences to resolve\s+−59\s+0\s+\+59/)
  })

  it('lists the receipts of each difference beside the entries on the cards, adds both sides up, and says that all others agree', async () => {
    await visit.goto(`/reports/loyalty-points?${RANGE}`)
    await shown(visit)
    const differences = page().getByRole('table', { name: 'Differences' })
    const row = (name: string) => differences.getByRole('row').filter({ hasText: name })
    await expect.poll(() => row('Refund not reversed').getByRole('cell').nth(2).innerText()).toMatch(/^−59\s+plain-/)
    expect(await row('Refund not reversed').getByRole('cell').nth(3).innerText()).toContain('No entry')
    expect(await row('Unknown or blocked card').getByRole('cell').nth(2).innerText()).toMatch(/^52\s+plain-/)
    expect(await row('Accrual reversed by hand').getByRole('cell').nth(3).innerText()).toMatch(/^−20\s+Entry …\d{6}$/)
    expect(await row('Replaced card').getByRole('cell').nth(2).innerText()).toMatch(/^12\s+plain-/)
    expect(await row('Replaced card').getByRole('cell').nth(3).innerText()).toMatch(/^12\s+Entry …\d{6}$/)
    expect(await differences.locator('tfoot').innerText()).toMatch(/All differences\s+5\s+−8\s+−13/)
    const owner = await signedIn(app.url, 'owner', SAMPLE_PASSWORD)
    const { body } = await owner.call<{ Totals: { SalesReportPoints: number } }>('GET', `/points?FromDate=${addDays(TODAY, -6)}&ToDate=${TODAY}`)
    const others = (body.Totals.SalesReportPoints - 5).toLocaleString('en-AU')
    await page().getByText(`All other receipts agree: ${others} points on both sides.`).waitFor()
  })

  it('draws no long stroke where sales and cards agree', async () => {
    await visit.goto(`/reports/loyalty-points?range=${addDays(TODAY, -6)}..${addDays(TODAY, -1)}`)
    await shown(visit)
    await page().getByText('Sales and cards agree').first().waitFor()
    expect(await page().locator('table', { hasText: 'From sales to cards' }).locator('svg').count()).toBe(0)
  })

  it('saves the rows as CSV and XLSX', async () => {
    for (const [name, ending] of [
      ['CSV', 'csv'],
      ['XLSX', 'xlsx'],
    ] as const) {
      const saved = page().waitForEvent('download')
      await page().getByRole('button', { name: 'Share' }).click()
      await page()
        .getByRole('menuitem', { name: new RegExp(name) })
        .click()
      expect((await saved).suggestedFilename()).toMatch(new RegExp(`\\.${ending}$`))
    }
  })

  it('says so where no points moved', async () => {
    await visit.goto('/reports/loyalty-points?range=2020-01-06..2020-01-12')
    await page()
      .getByRole('heading', { name: /No points moved/ })
      .waitFor()
  })
})

describe('both screens', () => {
  for (const look of LOOKS)
    it(`are in order at ${look.width} pixels, ${look.dark ? 'dark' : 'light'}, ${look.language}`, async () => {
      const visit = await Visit.open(browser, app.url, look)
      await visit.signInUnseen('owner')
      for (const [name, address] of [
        ['loyalty-points', `/reports/loyalty-points?${RANGE}`],
        ['loyalty-points-docket', `/reports/loyalty-points?${RANGE}&why=all`],
        ['loyalty-points-detail', `/reports/loyalty-points?${RANGE}&view=detail&told=day`],
        ['usage-summary', `/loyalty/usage-summary?${RANGE}&told=day`],
      ] as const) {
        await visit.goto(address)
        await shown(visit)
        if (address.includes('why=')) await visit.page.locator('.docket .proof').waitFor()
        await visit.shoot(`${name}-${look.width}`)
        expect(await visit.axe()).toEqual([])
        expect(await visit.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
        // The programme has the venue's own name, whatever the language.
        expect(
          await visit.page
            .locator('h1, .rail a')
            .allInnerTexts()
            .then((texts) => texts.join(' ')),
        ).not.toMatch(/loyalty|ロイヤルティ/i)
      }
      expect(visit.trouble).toEqual([])
      await visit.close()
    })
})

describe('the usage summary', () => {
  it('shows the figures of its call, over time and by location', async () => {
    const visit = await Visit.open(browser, app.url)
    await visit.signInUnseen('owner')
    await visit.goto(`/loyalty/usage-summary?${RANGE}`)
    await shown(visit)
    const owner = await signedIn(app.url, 'owner', SAMPLE_PASSWORD)
    await owner.open(1, 1)
    const { body } = await owner.call<{ Totals: { ActiveCards: number; PointsLiability: number } }>(
      'GET',
      `/loyaltyusage?FromDate=${addDays(TODAY, -6)}&ToDate=${TODAY}`,
    )
    const tiles = visit.page.locator('.figures .fig')
    await expect.poll(() => tiles.first().innerText()).toBe(body.Totals.ActiveCards.toLocaleString('en-AU'))
    await expect.poll(() => tiles.last().innerText()).toBe(body.Totals.PointsLiability.toLocaleString('en-AU'))
    await visit.page.getByRole('button', { name: 'Day', exact: true }).click()
    await expect.poll(() => visit.page.locator('.ledger-table tbody tr').count()).toBe(21)
    await visit.page.getByRole('img', { name: /Active cards by day/ }).waitFor()
    await visit.close()
  })
})
