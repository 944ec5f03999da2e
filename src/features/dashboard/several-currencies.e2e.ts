import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REPORT_TAGS } from '#features/reports/kit/report-tags.rules.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { overprints } from '#tests/overprints.ts'
import { employ, makePerson, makeVenue, PASSWORD } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'

const NOW = new Date()
/** A moment of today's trading day, wherever it stands, and one of the day before. */
const MOMENTS = [NOW.toISOString(), new Date(NOW.getTime() - 86_400_000).toISOString()]

let app: StartedApp
let browser: Browser

/** A venue that trades in AUD at one location, with another one in JPY. */
const venueWith = async (name: string, soldInYen: boolean): Promise<string> => {
  const { venueId, locationIds } = await makeVenue(app.database, name, ['Sydney', 'Tokyo'])
  const [aud = 0, yen = 0] = locationIds
  await app.database.inVenue(venueId, (sql) => sql`update location set currency = 'JPY' where venue_id = ${venueId} and location_id = ${yen}`)
  await storeTrade(
    app.database,
    venueId,
    aud,
    MOMENTS.map((at) => plainSale(at, 1250)),
    NOW,
  )
  if (soldInYen)
    await storeTrade(
      app.database,
      venueId,
      yen,
      MOMENTS.map((at) => plainSale(at, 900)),
      NOW,
    )
  const who = await makePerson(app.database, name.replace(/\W+/g, '-').toLowerCase())
  await employ(app.database, who, venueId, [...REPORT_TAGS, 'can_viewdashboard'])
  return who.userName
}

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ sample: false }), launchBrowser()])
})
afterAll(async () => {
  await app.close()
})

const DASHBOARD = '/membership/dashboard'
const SCREENS = [
  [DASHBOARD, '.hero .fig'],
  ['/reports/sales?range=today', '.hero .fig'],
  ['/reports/daily-sales?range=thismonth', '.hero .fig'],
] as const

describe('a venue whose locations have several currencies', () => {
  it('shows its figures as ever while only one of them trades', async () => {
    const userName = await venueWith('Empty Tokyo', false)
    const visit = await Visit.open(browser, app.url)
    await visit.signInAt('/preferences', userName, PASSWORD)
    for (const [screen, figure] of SCREENS) {
      await visit.walkTo(screen)
      await expect.poll(() => visit.page.locator(figure).first().innerText(), { timeout: 15_000 }).toMatch(/^\$(12|25)\.50|^\$25\.00/)
      expect(await visit.page.getByRole('group', { name: 'Currency' }).count(), screen).toBe(0)
    }
    expect(visit.trouble).toEqual([])
    await visit.close()
  })

  it('shows one at a time where both trade, and the other at a click', async () => {
    const userName = await venueWith('Busy Tokyo', true)
    const visit = await Visit.open(browser, app.url)
    await visit.signInAt('/preferences', userName, PASSWORD)
    for (const [screen, figure] of SCREENS) {
      await visit.walkTo(screen)
      const hero = visit.page.locator(figure).first()
      const currency = visit.page.getByRole('group', { name: 'Currency' })
      await currency.waitFor()
      await expect.poll(() => hero.innerText(), { timeout: 15_000 }).toMatch(/^\$/)
      await currency.getByRole('button', { name: 'JPY' }).click()
      await expect.poll(() => hero.innerText(), { timeout: 15_000 }).toMatch(/^¥(900|1,800)/)
      await currency.getByRole('button', { name: 'AUD' }).click()
      await expect.poll(() => hero.innerText(), { timeout: 15_000 }).toMatch(/^\$/)
    }
    expect(visit.trouble).toEqual([])
    await visit.close()
  })
})

describe('sums of twelve digits', () => {
  const CURRENCIES = ['AUD', 'JPY', 'KWD'] as const
  const REPORTS = [
    '/reports/sales?range=last7&drill=fig:Net',
    DASHBOARD,
    '/reports/sales?range=last7&view=detail',
    '/reports/breakdown?range=last7',
    '/reports/daily-sales?range=last28',
    '/reports/plu-sales?range=last7',
    '/reports/media-summary?range=last7',
    '/reports/weekly-summary?range=lastweek',
    '/reports/control-sheets?range=last7',
    '/reports/media-summary/bridge?range=last7',
  ]
  /** So many of them are looked at in every currency. */
  const EVERY_CURRENCY = 1
  let userName: string

  beforeAll(async () => {
    const { venueId, locationIds } = await makeVenue(app.database, 'Large sums', [...CURRENCIES])
    for (const [i, currency] of CURRENCIES.entries()) {
      const location = locationIds[i] ?? 0
      await app.database.inVenue(venueId, (sql) => sql`update location set currency = ${currency} where venue_id = ${venueId} and location_id = ${location}`)
      const minor = 123_456_789_012 * (currency === 'JPY' ? 1 : currency === 'KWD' ? 1000 : 100) + (currency === 'JPY' ? 0 : 34)
      const days = Array.from({ length: 15 }, (_, day) => new Date(NOW.getTime() - day * 86_400_000).toISOString())
      await storeTrade(
        app.database,
        venueId,
        location,
        days.map((at, day) => plainSale(at, Math.round(minor * (1 - (day % 4) / 10)))),
        NOW,
      )
    }
    const who = await makePerson(app.database, 'large-sums')
    await employ(app.database, who, venueId, [...REPORT_TAGS, 'can_viewdashboard'])
    userName = who.userName
  }, 60_000)

  it('are nowhere drawn over each other or cut off, in tiles, tables and side panels', async () => {
    const visit = await Visit.open(browser, app.url, { width: 1280, height: 2400 })
    const { page } = visit
    await visit.signInAt('/preferences', userName, PASSWORD)
    const found: string[] = []
    // Dinars have three decimals and three letters: what has room for them has room for the others.
    const all = REPORTS.flatMap((address, i) => (i < EVERY_CURRENCY ? CURRENCIES : ['KWD']).map((currency) => [address, currency] as const))
    for (const [address, currency] of all) {
      await visit.walkTo(`${address}${address.includes('?') ? '&' : '?'}cur=${currency}`)
      await page.waitForFunction(() => document.querySelector('h1') && document.querySelector('.page > *') && !document.querySelector('[aria-busy=true]'))
      for (const width of [1024, 1280]) {
        await page.setViewportSize({ width, height: 2400 })
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
        found.push(...(await overprints(page)).map((pair) => `${address} ${currency} at ${width}: ${pair}`))
        await visit.shoot(`large${address.replace(/\W+/g, '-')}-${currency}-${width}`)
      }
    }
    expect(found).toEqual([])
    expect(visit.trouble).toEqual([])
    await visit.close()
  }, 60_000)
})
