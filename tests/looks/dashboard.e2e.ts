import type { Page } from 'playwright-core'
import { SAMPLE_PASSWORD } from '#db/demo/cast.ts'
import { addDays, everyDay, tradingMoment } from '#shared/day.ts'
import { plainSale, storeTrade } from '../stored-trade.ts'
import { signedIn } from '../visitor.ts'
import { screenOf } from '../wall-screens.ts'
import { lookAt, type Tour } from './tour.ts'

const NOW = new Date()
const TODAY = tradingMoment(NOW, 'Australia/Sydney', '05:00').day
const MONTH = TODAY.slice(0, 7)
const HERE = '/membership/dashboard'
const CODE = /[CDFGHJKMNPQRTVWXY34679]{4} [CDFGHJKMNPQRTVWXY34679]{4}/

const figures = (page: Page) =>
  page.waitForFunction(
    () => /\d/.test(document.querySelector('[data-measure] .fig')?.textContent ?? '') && !document.querySelector('main .waiting, main [aria-busy=true]'),
  )
/** Scrolls down until everything is drawn, and back. */
const drawAll = async (page: Page) => {
  await figures(page)
  const far = page.locator('[data-near]')
  while ((await far.count()) > 0) {
    await far
      .first()
      .scrollIntoViewIfNeeded({ timeout: 1000 })
      .catch(() => undefined)
    await figures(page)
  }
  await page.evaluate(() => scrollTo(0, 0))
}

const dashboardTour: Tour = {
  title: 'the dashboard and its wall screens',
  who: 'owner',
  prepare: async (app) => {
    const { database, url } = app
    // A card used five times within minutes, on a day that is over, and two months of trade for the forecast.
    const first = Date.parse(`${addDays(TODAY, -1)}T02:00:00Z`)
    const uses = [0, 11, 22, 33, 44].map((minutes) =>
      plainSale(new Date(first + minutes * 60_000).toISOString(), 2345, { LoyaltyCard: '60004417', Points: { Accrued: 23, Redeemed: 0 } }),
    )
    const days = everyDay(addDays(TODAY, -80), addDays(TODAY, -15)).map((day, i) => plainSale(`${day}T01:00:00Z`, 40_000 + 900 * (i % 7), { Covers: 12 }))
    await storeTrade(database, 1, 1, [...days, ...uses], NOW)
    const owner = await signedIn(url, 'owner', SAMPLE_PASSWORD)
    const Targets = [1, 2, 3].map((LocationId) => ({ LocationId, Month: MONTH, Amount: LocationId * 100_000 }))
    await owner.call('PUT', '/targets', { body: { Targets } })
    await screenOf(app, owner, [1, 2, 3])
  },
  states: [
    { path: HERE, open: drawAll },
    { path: `${HERE}?range=thismonth&cmp=target`, open: drawAll },
    {
      name: 'the forecast as a table',
      path: HERE,
      open: async (page) => {
        await drawAll(page)
        const forecast = page.locator('section', { has: page.getByRole('heading', { name: /^(Next 14 days|今後14日間)/ }) })
        await forecast.getByRole('button', { name: /^(Table|表)$/ }).click()
        await forecast.getByRole('table').waitFor()
      },
    },
    {
      name: 'the dashboard while it is edited',
      path: HERE,
      open: async (page) => {
        await figures(page)
        await page.getByRole('button', { name: /^(Edit layout|レイアウトを編集)$/ }).click()
        await page.getByRole('button', { name: /^(Save layout|レイアウトを保存)$/ }).waitFor()
      },
    },
    { path: `/venue/targets?month=${MONTH}&days=${MONTH}`, open: (page) => page.getByRole('dialog').waitFor() },
    { name: 'the list of wall screens', path: '/venue/wall-screens', open: (page) => page.locator('main tbody tr').first().waitFor() },
    { path: '/venue/wall-screens?show=1', open: (page) => page.getByRole('dialog').waitFor() },
    // Last: until it is loaded again, the page goes on asking as a wall screen.
    {
      name: 'a wall screen with figures',
      path: '/wall',
      open: async (page) => {
        await page.waitForFunction(
          (code) => document.querySelector('[data-measure] .fig') || new RegExp(code).test(document.querySelector('main')?.innerText ?? ''),
          CODE.source,
        )
        const [Code] = CODE.exec(await page.locator('main').innerText()) ?? []
        if (Code) {
          const owner = await signedIn(new URL(page.url()).origin, 'owner', SAMPLE_PASSWORD)
          await owner.call('POST', '/boards', { body: { Code, Name: 'Kitchen', Locations: [1, 2, 3] } })
        }
        await figures(page)
      },
    },
  ],
}

lookAt([dashboardTour])
