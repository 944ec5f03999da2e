import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeDaysOfVenue } from '#features/sums/closed-days.job.ts'
import { everyDay } from '#shared/day.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import { signedIn } from '#tests/visitor.ts'

/** A Monday morning in Sydney, 09:00: the window is 26 October to 22 November. */
const NOW = new Date('2026-11-22T22:00:00Z')
const WINDOW = everyDay('2026-10-26', '2026-11-22')

let app: StartedApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ now: () => NOW }), launchBrowser()])
  const owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
  const send = async (method: string, path: string, body: object) => {
    const answer = await owner.call(method, path, { body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  }
  const product = (Plu: string, Name: string, PackCost: number) => ({
    Plu,
    Name,
    Unit: 'bottle',
    Supplier: 'Wharf Brewing',
    SupplierCode: `W-${Plu}`,
    PackSize: 24,
    LeadDays: 1,
    PackCost,
  })
  const tonic = { ...product('R-TONIC', 'Tonic, 200 ml', 28.8), VolumeMl: 200 }
  await send('PUT', '/stock/products', { Products: [tonic, product('R-GINGER', 'Ginger beer, 330 ml', 33.6)] })
  await send('PUT', '/stock/products', { Products: [{ Plu: 'R-GLASS', Name: 'Glass of tonic', Parts: [{ Plu: 'R-TONIC', VolumeMl: 100 }] }] })
  const sold = (Plu: string, day: string, units: number) =>
    plainSale(`${day}T09:00:00Z`, 1100, {
      Lines: [{ LineId: '1', Kind: 'Sale', Plu, Name: Plu, Quantity: String(units), Gross: 1100, DiscountTotal: 0, Net: 1100, Tax: 100 }],
      Tenders: [{ Method: 'Cash', Amount: 1100 }],
      Totals: { Total: 1100, Tax: 100 },
    })
  await storeTrade(
    app.database,
    1,
    1,
    WINDOW.flatMap((day) => [sold('R-TONIC', day, 24), sold('R-GINGER', day, 8)]),
    NOW,
  )
  await closeDaysOfVenue(app.database, 1, NOW)
  const Lines = [
    { Plu: 'R-TONIC', Quantity: 66 },
    { Plu: 'R-GINGER', Quantity: 20 },
  ]
  await send('POST', '/stock/counts', { LocationId: 1, Number: 'r1', CountedAt: '2026-11-22T12:40:00Z', Lines })
  await send('PUT', '/stock/suppliers/1', { Email: 'orders@example.com', LeadDays: 1, OrderBy: '17:00', OrderMinimum: 250 })
  await send('POST', '/stock/orders', { LocationId: 1, Lines: [{ Plu: 'R-TONIC', Packs: 1 }] })
}, 120_000)
afterAll(() => app.close())

const PATH = '/reports/plu-reorders?loc=1'

it('a manager lifts an order to its minimum, saves it for later, a colleague goes on with it and makes it, and it is printed on one sheet', async () => {
  const visit = await Visit.open(browser, app.url)
  const { page } = visit
  await visit.signInAt(PATH, 'owner')
  const packs = (name: string, on = page) => on.getByRole('textbox', { name: `Order ${name}, in packs of 24` })
  await page.getByText('This order is $38.80 below this supplier’s $250.00 minimum.').waitFor()
  // A bottle is also sold by the glass. On hand and sold a day are both in bottles.
  const tonic = page.getByRole('row', { name: 'Tonic, 200 ml' })
  expect(await tonic.getByRole('cell').allInnerTexts()).toEqual(expect.arrayContaining(['66 bottles', '24.0']))
  expect(await tonic.innerText()).toContain('Sells 24 bottles a day')
  await page.getByRole('button', { name: 'Add 2 packs of Ginger beer, 330 ml, $67.20' }).click()
  await expect.poll(() => packs('Ginger beer, 330 ml').inputValue()).toBe('4')
  expect(await page.getByText('minimum.').count()).toBe(0)
  await page.getByLabel('Note to Wharf Brewing').fill('By the back door')
  await page.getByRole('button', { name: 'Save for later' }).click()
  await page.getByText('The order list is saved. Your colleagues see it here too.').waitFor()
  await page.getByText('You are editing this list below.').waitFor()

  const colleague = await Visit.open(browser, app.url)
  await colleague.signInAt(PATH, 'manager')
  const other = colleague.page
  const list = other.getByRole('region', { name: 'Saved for later' })
  await list.getByText('Saved by Mia').waitFor()
  await list.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => packs('Ginger beer, 330 ml', other).inputValue()).toBe('4')
  await expect.poll(() => other.getByLabel('Note to Wharf Brewing').inputValue()).toBe('By the back door')
  await packs('Tonic, 200 ml', other).fill('7')
  await other.getByRole('button', { name: 'Save for later' }).click()
  await list.getByText('Saved by Leo').waitFor()

  await page.getByRole('button', { name: 'Save for later' }).click()
  await page.getByText('Leo Marsh has changed the list for Wharf Brewing.').waitFor()
  await visit.close()

  await other.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-asked-to-print', 'yes')
  })
  await other.getByRole('region', { name: 'Order', exact: true }).getByRole('button', { name: 'Make 1 order list' }).click()
  await other.getByText('1 order list made').waitFor()
  await list.waitFor({ state: 'detached' })
  await other.getByRole('status').getByRole('link', { name: 'Print' }).click()
  const paper = other.getByRole('article')
  await paper.getByText('By the back door').waitFor()
  await expect.poll(() => paper.innerText()).toMatch(/W-R-TONIC[\s\S]*Tonic, 200 ml[\s\S]*7[\s\S]*24 bottles[\s\S]*201\.60/)
  expect(await paper.innerText()).toContain('Harbour Bar')
  await expect.poll(() => other.evaluate(() => document.documentElement.getAttribute('data-asked-to-print'))).toBe('yes')
  const sheets = (await other.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(sheets.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)
  expect(sheets).toMatch(/\/MediaBox\s*\[0 0 59[45][\d.]* 84[12][\d.]*\]/)
  expect([...visit.trouble, ...colleague.trouble]).toEqual([])
  await colleague.close()
})
