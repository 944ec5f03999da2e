import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_PASSWORD } from '#db/demo/cast.ts'
import type { SalesAnswer } from '#features/reports/sales-summary/sales-summary.contract.ts'
import { addDays, everyDay, tradingMoment } from '#shared/day.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { sampleTrade, storeTrade } from '#tests/stored-trade.ts'
import { signedIn } from '#tests/visitor.ts'
import type { TargetsAnswer } from './targets.contract.ts'
import { monthsLater } from './targets.rules.ts'

const NOW = new Date()
const TODAY = tradingMoment(NOW, 'Australia/Sydney', '05:00').day
const MONTH = TODAY.slice(0, 7)
/** A month that is over, and the same month a year later. */
const [LAST, NEXT] = [monthsLater(MONTH, -1), monthsLater(MONTH, 11)]
const HERE = `/venue/targets?month=${MONTH}`

let app: StartedApp
let visit: Visit

beforeAll(async () => {
  const [started, browser] = await Promise.all([startApp(), launchBrowser()])
  app = started
  for (const { locationId, sales } of sampleTrade([`${LAST}-10`, ...everyDay(addDays(TODAY, -3), TODAY)], NOW))
    await storeTrade(app.database, 1, locationId, sales, NOW)
  visit = await Visit.open(browser, app.url)
  await visit.signInAt(HERE, 'owner')
}, 120_000)
afterAll(() => app.close())

const cells = () =>
  visit.page.getByRole('textbox', { name: new RegExp(`, ${new Intl.DateTimeFormat('en-AU', { month: 'long' }).format(Date.parse(`${MONTH}-15`))} `) })

it('a manager enters targets, and the dashboard and the Sales Summary compare with the same numbers', async () => {
  const { page } = visit
  await expect.poll(() => cells().count()).toBe(3)
  const all = await cells().all()
  await all[0]?.fill('12.345')
  await page.getByText('Enter amounts from 0 to 1,000,000,000').waitFor()
  for (const [i, cell] of all.entries()) await cell.fill(`${(i + 1) * 100},000`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Targets saved.').waitFor()

  const owner = await signedIn(app.url, 'owner', SAMPLE_PASSWORD)
  const { Targets } = (await owner.call<TargetsAnswer>('GET', `/targets?FromMonth=${MONTH}&ToMonth=${MONTH}`)).body
  const today = Targets.reduce((sum, { Days }) => sum + Math.round((Days[Number(TODAY.slice(8)) - 1] ?? 0) * 100), 0) / 100
  const written = today.toLocaleString('en-AU', { minimumFractionDigits: 2 })
  expect(Targets.map(({ Amount }) => Amount)).toEqual([100_000, 200_000, 300_000])

  await page
    .getByRole('link', { name: /^Days of / })
    .first()
    .waitFor()
  await visit.walkTo(`${HERE}&days=${MONTH}`)
  await page.getByRole('dialog').getByText(written).first().waitFor()

  await visit.walkTo('/membership/dashboard?cmp=target')
  const tile = page.getByRole('group', { name: 'Net sales', exact: true })
  await tile.getByText('vs target for the whole day').waitFor()
  await page.getByRole('group', { name: 'Customers', exact: true }).getByText('no target').waitFor()
  await page.getByRole('group', { name: 'Net sales by location' }).getByText(written).first().waitFor()

  // Before a day's first sale the report has no table: the days of the month up to today always have one.
  await visit.walkTo('/reports/sales?range=thismonth')
  await page.getByRole('button', { name: /^Compare with/ }).click()
  await page.getByRole('menuitemradio', { name: 'Target', exact: true }).click()
  const monthSoFar =
    Targets.reduce((sum, { Days }) => sum + Days.slice(0, Number(TODAY.slice(8))).reduce((all, day) => all + Math.round(day * 100), 0), 0) / 100
  await page
    .getByRole('row', { name: /^Total/ })
    .first()
    .getByText(monthSoFar.toLocaleString('en-AU', { minimumFractionDigits: 2 }))
    .waitFor()
  expect(visit.trouble).toEqual([])
})

it("the year is filled in from last year's sales and kept only once it is saved", async () => {
  const { page } = visit
  await visit.walkTo(`/venue/targets?month=${NEXT}`)
  await page.getByLabel('Increase or decrease, %').fill('10')
  await page.getByRole('button', { name: 'Fill in', exact: true }).click()
  await page.getByText('3 amounts filled in.').waitFor()
  const owner = await signedIn(app.url, 'owner', SAMPLE_PASSWORD)
  const kept = async () => (await owner.call<TargetsAnswer>('GET', `/targets?FromMonth=${NEXT}&ToMonth=${NEXT}`)).body.Targets.map(({ Amount }) => Amount)
  expect(await kept()).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(async () => (await kept()).length).toBe(3)
  const sold = (await owner.call<SalesAnswer>('GET', `/sales/month?FromDate=${LAST}-01&ToDate=${LAST}-28`)).body.Locations.map(({ Net }) => Net)
  expect(await kept()).toEqual(sold.map((net) => Math.round((net * 110) / 100)))
  expect(visit.trouble).toEqual([])
})
