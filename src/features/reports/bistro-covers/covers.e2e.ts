import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectAsOwner } from '#platform/database/database.ts'
import { addDays, tradingMoment } from '#shared/day.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'

const NOW = new Date()
const DAY = addDays(tradingMoment(NOW, 'Australia/Sydney', '05:00').day, -2)
const at = (minutes: number) => new Date(Date.parse(`${DAY}T01:00:00Z`) + minutes * 60_000).toISOString()
const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Australia/Sydney', timeStyle: 'short' })
/** What the docket says of a sale. */
const seen = (minutes: number) => clock.format(new Date(at(minutes)))

let app: StartedApp
let visit: Visit

/** One place counts by items, the others by patrons. */
beforeAll(async () => {
  const [started, browser] = await Promise.all([startApp(), launchBrowser()])
  app = started
  const house = connectAsOwner(app.databaseUrl)
  await house`update location set cover_method = 'item' where venue_id = 1 and location_id = 2`
  await house.end()
  const platter = {
    LineId: '1',
    Kind: 'Sale' as const,
    Plu: 'PLATTER',
    Name: 'Share platter',
    Quantity: '2',
    CoverUnits: 1.5,
    Gross: 4400,
    Net: 4400,
    Tax: 400,
  }
  await storeTrade(app.database, 1, 2, [plainSale(at(10), 4400, { Covers: 9, Lines: [platter] }), plainSale(at(20), 1100)], NOW)
  await storeTrade(
    app.database,
    1,
    1,
    [plainSale(at(60), 8800, { Covers: 4, Table: '7' }), plainSale(at(65), 1100), plainSale(at(420), 5500, { Covers: 2, Table: '8' })],
    NOW,
  )
  visit = await Visit.open(browser, app.url, { height: 1100 })
  await visit.signInAt('/preferences', 'owner')
}, 120_000)
afterAll(async () => {
  await app.close()
})

it.each([
  ['items', 'loc:2/covers', '3', [10]],
  ['patrons', 'loc:1/covers', '6', [60, 420]],
  ['each place in its own way', 'covers', '9', [10, 60, 420]],
  ['items at lunch', 'loc:2/covers/meal:lunch', '3', [10]],
  ['patrons at dinner', 'loc:1/covers/meal:dinner', '2', [420]],
])('covers counted by %s lead to the receipts that add up to them', async (_how, opened, covers, times) => {
  const { page } = visit
  await visit.walkTo(`/reports/sales?range=${DAY}..${DAY}`)
  const drill = `${opened}/fig:Customers`
  const cell = page.locator(`a[href*="drill=${drill}"], a[href*="drill=${encodeURIComponent(drill)}"]`)
  // What lies below the window is not laid out before it is scrolled to.
  await cell.scrollIntoViewIfNeeded()
  await expect.poll(() => cell.innerText()).toBe(covers)
  // Of a single day as of many.
  expect(await page.getByText('This could not be loaded.').count()).toBe(0)
  await cell.click()
  const docket = page.locator('.docket')
  await docket.locator('.proof').waitFor()
  await expect.poll(() => docket.locator('.proof').getAttribute('class')).toBe('proof')
  await expect.poll(() => docket.locator('.proof').innerText()).toContain(`${covers}, the figure you opened.`)
  await expect.poll(() => docket.locator('tbody tr td:first-child').allInnerTexts()).toEqual(times.map(seen))
  await docket.locator('tbody a').first().click()
  await docket.locator('dl').waitFor()
  await expect.poll(() => docket.getByText('3 covers').count()).toBe(opened.startsWith('loc:1') ? 0 : 1)
  expect(visit.trouble).toEqual([])
})
