import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_TILL_KEY } from '#db/demo/cast.ts'
import { closeDaysOfVenue } from '#features/sums/closed-days.job.ts'
import { addDays, everyDay, tradingMoment } from '#shared/day.ts'
import { launchBrowser } from '#tests/browser.ts'
import { type GuestSale, guestsIn, readGuests, visitsFrom } from '#tests/guest-oracle.ts'
import { Visit } from '#tests/in-browser.ts'
import { LOOKS } from '#tests/looks.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { sampleTrade, storeTrade } from '#tests/stored-trade.ts'

const NOW = new Date()
const TODAY = tradingMoment(NOW, 'Australia/Sydney', '05:00').day

let app: StartedApp
let browser: Browser
let sales: GuestSale[]

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  for (const { locationId, sales: trade } of sampleTrade(everyDay(addDays(TODAY, -35), TODAY), NOW))
    await storeTrade(
      app.database,
      1,
      locationId,
      trade.map((sale, i) => ((sale.Covers ?? 0) > 0 && i % 3 === 0 ? { ...sale, ReservationId: `R${i}` } : sale)),
      NOW,
    )
  await closeDaysOfVenue(app.database, 1, NOW)
  const booked = (ReservationId: string, Status: string, back: number) => ({
    ReservationId,
    Status,
    DueAt: new Date(NOW.getTime() - back * 86_400_000).toISOString(),
    BookedAt: new Date(NOW.getTime() - (back + 3) * 86_400_000).toISOString(),
    Covers: 4,
  })
  await fetch(`${app.url}/api/pos/v1/reservations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${SAMPLE_TILL_KEY}` },
    body: JSON.stringify({ Reservations: [booked('R1', 'Seated', 0), booked('R2', 'NoShow', 0), booked('R3', 'Seated', 0), booked('R4', 'Seated', 7)] }),
  })
  sales = await readGuests(app.databaseUrl, 1)
}, 180_000)
afterAll(async () => {
  await app.close()
})

/** Scrolls down until everything is drawn, and back. What was come near may bring more that lies below, once it is there. */
const drawAll = async ({ page }: Visit) => {
  await page.locator('[data-measure] .fig').first().waitFor()
  const waiting = page.locator('[data-near], main .waiting')
  await expect
    .poll(
      async () => {
        const left = await waiting.count()
        if (left > 0)
          await waiting
            .last()
            .scrollIntoViewIfNeeded({ timeout: 1_000 })
            .catch(() => undefined)
        return left
      },
      { timeout: 20_000 },
    )
    .toBe(0)
  await page.evaluate(() => scrollTo(0, 0))
}

describe('the dashboard', () => {
  it('shows the day, who came and what was booked, to the cent, and saves each part', async () => {
    const visit = await Visit.open(browser, app.url, { height: 1100 })
    await visit.signInAt('/membership/dashboard', 'owner')
    const { page } = visit
    // What lies below keeps its place until somebody comes near it, however much is there by then.
    await page.locator('[data-measure] .fig').first().waitFor()
    await expect.poll(() => page.locator('main [aria-busy=true], main .waiting').count()).toBe(0)
    expect(await page.locator('[data-near]').count()).toBeGreaterThan(0)
    await drawAll(visit)
    await page.getByRole('region', { name: 'Reservations' }).waitFor()
    const today = guestsIn(sales, { from: TODAY, to: TODAY, locations: [1, 2, 3] })
    const net = today.reduce((sum, sale) => sum + sale.net, 0) / 100
    await expect.poll(() => page.locator('.hero .fig').innerText()).toBe(`$${net.toLocaleString('en-AU', { minimumFractionDigits: 2 })}`)
    await visit.goto('/membership/dashboard?range=thismonth')
    await drawAll(visit)
    const monthStart = `${TODAY.slice(0, 7)}-01`
    const month = visitsFrom(
      guestsIn(sales, { from: monthStart, to: TODAY, locations: [1, 2, 3] }),
      guestsIn(sales, { from: '2000-01-01', to: TODAY, locations: [1, 2, 3] }),
    )
    const totals = page.getByRole('region', { name: 'Regulars visits', exact: true }).last().locator('tfoot tr').first()
    await expect.poll(() => totals.locator('td').first().textContent()).toBe(month.Visits.toLocaleString('en-AU'))
    await expect.poll(() => totals.locator('td').nth(1).textContent()).toBe(month.UniqueMembers.toLocaleString('en-AU'))
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).last().click()])
    expect(download.suggestedFilename()).toMatch(/\.csv$/)
    await visit.shoot('dashboard')
    expect(visit.trouble).toEqual([])
    await visit.close()
  })

  it('asks on a phone for what lies far down only once somebody comes near it, however slowly the figures come', async () => {
    const visit = await Visit.open(browser, app.url, { width: 390, height: 844 })
    const { page } = visit
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.route('**/api/sales/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700))
      await route.continue().catch(() => undefined)
    })
    await visit.signInAt('/membership/dashboard', 'owner')
    await page.locator('[data-measure] .fig').first().waitFor()
    await expect.poll(() => page.locator('main [aria-busy=true], main .waiting').count()).toBe(0)
    const isAsked = () => asked.includes('/api/reports/forecast')
    expect(isAsked()).toBe(false)
    // Each that is come near to is drawn, and then the next one is farther down.
    const goesOn = () =>
      page
        .locator('[data-near]')
        .first()
        .scrollIntoViewIfNeeded({ timeout: 1000 })
        .catch(() => undefined)
    await expect.poll(() => goesOn().then(isAsked), { timeout: 20_000 }).toBe(true)
    await visit.close()
  })

  it('leads from best sellers, members, reservations and the trend to the receipts that prove them, and so does the Sales Summary', async () => {
    const visit = await Visit.open(browser, app.url)
    await visit.signIn('owner')
    const { page } = visit
    const HERE = '/membership/dashboard?range=thismonth'
    const proves = async (where: string, region: string, open: () => Promise<string>) => {
      await visit.goto(where)
      if (where === HERE) {
        await drawAll(visit)
        await expect.poll(() => page.locator('main section[aria-busy=true]').count()).toBe(0)
      }
      await page.getByRole('region', { name: region, exact: true }).locator('tbody tr').first().waitFor()
      const figure = await open()
      await page.locator('.docket .proof').waitFor()
      expect([region, await page.locator('.docket .proof').getAttribute('class')]).toEqual([region, 'proof'])
      expect(await page.locator('.docket .proof').innerText()).toContain(figure)
      await page.locator('.docket tbody tr').first().waitFor()
    }
    const follow = async (region: string, at: number) => {
      const link = page.getByRole('region', { name: region, exact: true }).locator('tbody td a').nth(at)
      const figure = await link.innerText()
      await link.click()
      return figure
    }
    const THERE = `/reports/sales?range=${addDays(TODAY, -8)}..${addDays(TODAY, -2)}`
    await proves(HERE, 'Best sellers', () => follow('Best sellers', 0))
    // Sales stand in a table above: below is what is not told there.
    const below = page.getByRole('region', { name: 'Best sellers: profit and rank' })
    await visit.goto(HERE)
    await drawAll(visit)
    await expect.poll(() => below.locator('thead').innerText()).not.toMatch(/Net sales|Quantity/)
    for (const at of [0, 1]) await proves(HERE, 'Regulars visits', () => follow('Regulars visits', at))
    // Of the first location: the week, and the month, which alone has surely begun to trade.
    await proves(HERE, 'Locations, to date', () => follow('Locations, to date', 1))
    for (const at of [0, 1]) await proves(HERE, 'Covers', () => follow('Covers', at))
    for (const at of [0, 1]) await proves(HERE, 'Reservations', () => follow('Reservations', at))
    await proves(THERE, 'Covers', () => follow('Covers', 0))
    await proves(THERE, 'Best sellers', () => follow('Best sellers', 1))
    await proves(THERE, 'To date', () => follow('To date', 0))
    const trend = page.locator('main section', { has: page.getByRole('heading', { name: /^Trend/ }) })
    for (const span of ['One day', '13 weeks', '52 weeks'])
      await proves(THERE, 'Best sellers', async () => {
        await trend.getByRole('button', { name: span }).click()
        await trend.getByRole('button', { name: 'Table' }).click()
        const cells = trend.getByRole('region', { name: 'Trend' }).locator('tbody td a')
        await expect.poll(() => cells.count()).toBeGreaterThan(3)
        // Some hours of the night sell nothing.
        const link = cells.nth((await cells.allInnerTexts()).findLastIndex((figure) => Number(figure.replaceAll(',', '')) > 0))
        const figure = await link.innerText()
        await link.click()
        return figure
      })
    expect(visit.trouble).toEqual([])
    await visit.close()
  }, 90_000)

  it.each(LOOKS)('at $width, dark $dark, in $language: nothing sticks out, and nobody is shut out', async (options) => {
    const visit = await Visit.open(browser, app.url, { ...options, height: 1600 })
    await visit.signInAt('/membership/dashboard', 'owner')
    await drawAll(visit)
    await visit.page.locator('main tfoot').nth(2).waitFor()
    expect(await visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    expect(await visit.axe()).toEqual([])
    await visit.shoot(`dashboard-${options.width}-${options.dark ? 'dark' : 'light'}-${options.language}`)
    await visit.goto('/reports/sales?range=lastweek')
    await visit.page.locator('main [role=img]').first().waitFor()
    await visit.page.locator('main tfoot').first().waitFor()
    expect(await visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    const best = visit.page.getByRole('table', { name: /^(Best|Worst) sellers|売れ筋/ })
    await best.locator('tbody tr').first().waitFor()
    await best.scrollIntoViewIfNeeded()
    await visit.shoot(`sales-beside-${options.width}-${options.dark ? 'dark' : 'light'}-${options.language}`)
    await visit.close()
  })
})
