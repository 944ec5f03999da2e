import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_TILL_KEY } from '#db/demo/cast.ts'
import { closeDaysOfVenue } from '#features/sums/closed-days.job.ts'
import { addDays, everyDay, tradingMoment } from '#shared/day.ts'
import { launchBrowser } from '#tests/browser.ts'
import { type GuestSale, guestsIn, readGuests, visitsFrom } from '#tests/guest-oracle.ts'
import { Visit } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { sampleTrade, storeTrade } from '#tests/stored-trade.ts'

const NOW = new Date()
const TODAY = tradingMoment(NOW, 'Australia/Sydney', '05:00').day

let app: StartedApp
let browser: Browser
let sales: GuestSale[]
let visit: Visit

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  for (const { locationId, sales: trade } of sampleTrade(everyDay(addDays(TODAY, -8), TODAY), NOW))
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
  visit = await Visit.open(browser, app.url, { height: 1100 })
  await visit.signInAt('/membership/dashboard', 'owner')
}, 180_000)
afterAll(async () => {
  await app.close()
})

/** Scrolls down until everything is drawn, and back. What was come near may bring more that lies below, once it is there. */
const drawAll = async () => {
  const { page } = visit
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
    const { page } = visit
    // What lies below keeps its place until somebody comes near it, however much is there by then.
    await page.locator('[data-measure] .fig').first().waitFor()
    await expect.poll(() => page.locator('main [aria-busy=true], main .waiting').count()).toBe(0)
    expect(await page.locator('[data-near]').count()).toBeGreaterThan(0)
    await drawAll()
    await page.getByRole('region', { name: 'Reservations' }).waitFor()
    const today = guestsIn(sales, { from: TODAY, to: TODAY, locations: [1, 2, 3] })
    const net = today.reduce((sum, sale) => sum + sale.net, 0) / 100
    await expect.poll(() => page.locator('.hero .fig').innerText()).toBe(`$${net.toLocaleString('en-AU', { minimumFractionDigits: 2 })}`)
    await visit.walkTo('/membership/dashboard?range=thismonth')
    await drawAll()
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
    expect(visit.trouble).toEqual([])
  })

  it('asks on a phone for what lies far down only once somebody comes near it, however slowly the figures come', async () => {
    const page = await visit.tab()
    await page.setViewportSize({ width: 390, height: 844 })
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.route('**/api/sales/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700))
      await route.continue().catch(() => undefined)
    })
    await visit.goto('/membership/dashboard', page)
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
    await page.close()
  })

  it('leads from best sellers, members, reservations and the trend to the receipts that prove them, and so does the Sales Summary', async () => {
    const { page } = visit
    await visit.walkTo('/membership/dashboard?range=thismonth')
    interface Figure {
      of: string
      figure: string
      href: string
    }
    // Read in one step: the table may be replaced between two reads.
    const told = (of: string, link: Locator): Promise<Figure> =>
      link.evaluate((one, name) => ({ of: name, figure: (one as HTMLElement).innerText, href: one.getAttribute('href') ?? '' }), of)
    const inRegion = (name: string, at: number) => told(name, page.getByRole('region', { name, exact: true }).locator('tbody td a').nth(at))
    const prove = async (figures: readonly Figure[]) => {
      for (const { of, figure, href } of figures) {
        await visit.walkTo(href)
        const proof = page.locator('.docket .proof', { hasText: figure })
        await proof.waitFor()
        expect([of, await proof.getAttribute('class')]).toEqual([of, 'proof'])
        await page.locator('.docket tbody tr').first().waitFor()
        await page.keyboard.press('Escape')
        await page.locator('.docket').waitFor({ state: 'detached' })
      }
    }
    await drawAll()
    await expect.poll(() => page.locator('main section[aria-busy=true]').count()).toBe(0)
    // Sales are in a table above: this one has only what is not told there.
    await expect.poll(() => page.getByRole('region', { name: 'Best sellers: profit and rank' }).locator('thead').innerText()).not.toMatch(/Net sales|Quantity/)
    await prove([
      await inRegion('Best sellers', 0),
      await inRegion('Regulars visits', 0),
      await inRegion('Regulars visits', 1),
      // Of the first location: the week, and the month, which alone has surely begun to trade.
      await inRegion('Locations, to date', 1),
      await inRegion('Covers', 0),
      await inRegion('Covers', 1),
      await inRegion('Reservations', 0),
      await inRegion('Reservations', 1),
    ])

    await visit.walkTo(`/reports/sales?range=${addDays(TODAY, -8)}..${addDays(TODAY, -2)}`)
    const trend = page.locator('main section', { has: page.getByRole('heading', { name: /^Trend/ }) })
    const figures = [await inRegion('Covers', 0), await inRegion('Best sellers', 1), await inRegion('To date', 0)]
    await trend.getByRole('button', { name: 'Table' }).click()
    const cells = trend.getByRole('region', { name: 'Trend' }).locator('tbody td a')
    const first = () => cells.first().getAttribute('href')
    for (const span of ['52 weeks', '13 weeks', 'One day']) {
      const before = await first()
      await trend.getByRole('button', { name: span }).click()
      await expect.poll(first).not.toBe(before)
      // Some hours of the night sell nothing.
      figures.push(await told(span, cells.nth((await cells.allInnerTexts()).findLastIndex((figure) => Number(figure.replaceAll(',', '')) > 0))))
    }
    await prove(figures)
    expect(visit.trouble).toEqual([])
  })
})
