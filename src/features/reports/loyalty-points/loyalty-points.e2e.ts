import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_PASSWORD } from '#db/demo/cast.ts'
import { addDays, everyDay, tradingMoment } from '#shared/day.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
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
  let points: { Closing: number; Difference: number; SalesReportPoints: number }
  beforeAll(async () => {
    const owner = await signedIn(app.url, 'owner', SAMPLE_PASSWORD)
    await owner.open(1, 1)
    const { body } = await owner.call<{ Totals: typeof points }>('GET', `/points?FromDate=${addDays(TODAY, -6)}&ToDate=${TODAY}`)
    points = body.Totals
    visit = await Visit.open(browser, app.url, { height: 1200 })
    await visit.signInAt(`/reports/loyalty-points?${RANGE}`, 'owner')
    await shown(visit)
  })
  afterAll(() => visit.close())
  const page = () => visit.page

  it('proves that what was held, what came and what went add up, says what it is worth, and shows it by location and over time', async () => {
    expect(points.Difference).toBe(-20 + 59 - 52)
    await expect.poll(() => page().locator('.proof').first().innerText()).toContain(`add up to ${points.Closing.toLocaleString('en-AU')}, the closing figure.`)
    expect(await page().locator('main .proof.off').count()).toBe(0)
    await expect.poll(() => page().locator('main .proof').nth(1).innerText()).toContain('the reasons explain the whole difference')
    // 2,000 points for a voucher of 20 dollars: a point is worth a cent.
    const worth = (points.Closing / 100).toLocaleString('en-AU', { minimumFractionDigits: 2 })
    await expect.poll(() => page().getByRole('region', { name: 'Figures' }).innerText()).toContain(`worth $${worth}`)
    // The programme has the venue's own name.
    expect((await page().locator('h1, .rail a').allInnerTexts()).join(' ')).not.toMatch(/loyalty/i)

    const table = page().locator('section[aria-label="Points by location"]')
    const headers = () => table.locator('thead tr').last().locator('th').count()
    await expect.poll(headers).toBe(11)
    await page().getByRole('button', { name: 'Detail' }).click()
    await expect.poll(headers).toBe(20)
    await page().getByRole('button', { name: 'Summary' }).click()
    await expect.poll(headers).toBe(11)
    // The points of one interval stay until those of the next are there.
    for (const [cut, least] of [
      ['Day', 21],
      ['Month', 3],
      ['Day', 21],
      ['Week', 3],
      ['Range', 3],
    ] as const) {
      await page().getByRole('button', { name: cut, exact: true }).click()
      await expect.poll(() => table.locator('tbody tr').count()).toBeGreaterThanOrEqual(least)
      await shown(visit)
    }
    await expect.poll(() => table.locator('tbody tr').count()).toBe(3)
  })

  it('lists the receipts of each difference beside the entries on the cards, adds both sides up, opens them, and lists only what is to do', async () => {
    const differences = page().getByRole('table', { name: 'Differences' })
    const row = (name: string) => differences.getByRole('row').filter({ hasText: name })
    await expect.poll(() => row('Refund not reversed').getByRole('cell').nth(2).innerText()).toMatch(/^−59\s+plain-/)
    expect(await row('Refund not reversed').getByRole('cell').nth(3).innerText()).toContain('No entry')
    expect(await row('Unknown or blocked card').getByRole('cell').nth(2).innerText()).toMatch(/^52\s+plain-/)
    expect(await row('Accrual reversed by hand').getByRole('cell').nth(3).innerText()).toMatch(/^−20\s+Entry …\d{6}$/)
    expect(await row('Replaced card').getByRole('cell').nth(2).innerText()).toMatch(/^12\s+plain-/)
    expect(await row('Replaced card').getByRole('cell').nth(3).innerText()).toMatch(/^12\s+Entry …\d{6}$/)
    expect(await differences.locator('tfoot').innerText()).toMatch(/All differences\s+5\s+−8\s+−13/)
    const others = (points.SalesReportPoints - 5).toLocaleString('en-AU')
    await page().getByText(`All other receipts agree: ${others} points on both sides.`).waitFor()

    const docket = page().locator('.docket')
    await page().getByRole('link', { name: 'Open: Refund not reversed, +59' }).click()
    await docket.locator('.proof').waitFor()
    await expect.poll(() => docket.locator('.proof').getAttribute('class')).toBe('proof')
    await expect.poll(() => docket.innerText()).toContain('No entry')
    await docket.locator('tbody a').first().click()
    await expect.poll(() => docket.innerText()).toContain('59.00')
    await page().getByRole('button', { name: 'Close' }).click()
    await page().getByRole('link', { name: 'Open: Accrual reversed by hand, −20' }).click()
    await expect.poll(() => docket.innerText()).toContain('Rung up on the wrong card')
    await expect.poll(() => docket.innerText()).not.toContain('555001')
    await page().keyboard.press('Escape')
    await docket.waitFor({ state: 'detached' })

    await page()
      .getByRole('button', { name: /^To resolve 1$/ })
      .click()
    await expect.poll(() => differences.locator('tbody th').allInnerTexts()).toEqual([expect.stringMatching(/^Refund not reversed/)])
    await expect.poll(() => differences.locator('tfoot').innerText()).toMatch(/Differences to resolve\s+−59\s+0\s+\+59/)
  })

  it('saves its rows as CSV, draws no long stroke where sales and cards agree, and says so where no points moved', async () => {
    const saved = page().waitForEvent('download')
    await page().getByRole('button', { name: 'Share' }).click()
    await page().getByRole('menuitem', { name: /CSV/ }).click()
    expect((await saved).suggestedFilename()).toMatch(/\.csv$/)
    await visit.walkTo(`/reports/loyalty-points?range=${addDays(TODAY, -6)}..${addDays(TODAY, -1)}`)
    await page().getByText('Sales and cards agree').first().waitFor()
    expect(await page().locator('table', { hasText: 'From sales to cards' }).locator('svg').count()).toBe(0)
    await visit.walkTo('/reports/loyalty-points?range=2020-01-06..2020-01-12')
    await page()
      .getByRole('heading', { name: /No points moved/ })
      .waitFor()
  })

  it('the usage summary shows the figures of its call, over time and by location', async () => {
    await visit.walkTo(`/loyalty/usage-summary?${RANGE}`)
    const owner = await signedIn(app.url, 'owner', SAMPLE_PASSWORD)
    await owner.open(1, 1)
    const { body } = await owner.call<{ Totals: { ActiveCards: number; PointsLiability: number } }>(
      'GET',
      `/loyaltyusage?FromDate=${addDays(TODAY, -6)}&ToDate=${TODAY}`,
    )
    const tiles = page().locator('.figures .fig')
    await expect.poll(() => tiles.first().innerText()).toBe(body.Totals.ActiveCards.toLocaleString('en-AU'))
    await expect.poll(() => tiles.last().innerText()).toBe(body.Totals.PointsLiability.toLocaleString('en-AU'))
    await page().getByRole('button', { name: 'Day', exact: true }).click()
    await expect.poll(() => page().locator('.ledger-table tbody tr').count()).toBe(21)
    await page()
      .getByRole('img', { name: /Active cards by day/ })
      .waitFor()
    expect(visit.trouble).toEqual([])
  })
})
