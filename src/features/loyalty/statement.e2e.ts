import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { SAMPLE_PASSWORD } from '#db/demo/cast.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import { signedIn } from '#tests/visitor.ts'

const NOW = new Date()
const CARD = '6031447100834417'
const LONG = '6031447100830001'

let app: StartedApp
let browser: Browser
let visit: Visit

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  const owner = await signedIn(app.url, 'owner', SAMPLE_PASSWORD)
  for (const [number, Name] of [
    [CARD, 'Aiko Brennan'],
    [LONG, 'Ruth Adeyemi'],
  ] as const)
    await owner.call('POST', `/loyalty/${number}/details`, { body: { Details: { Name } } })
  const sale = (LoyaltyCard: string, Accrued: number, Redeemed = 0) => plainSale(NOW.toISOString(), 6250, { LoyaltyCard, Points: { Accrued, Redeemed } })
  await storeTrade(app.database, 1, 1, [sale(CARD, 62)], NOW)
  await storeTrade(app.database, 1, 2, [sale(CARD, 30)], NOW)
  await storeTrade(app.database, 1, 1, [sale(CARD, 0, 12)], NOW)
  await storeTrade(
    app.database,
    1,
    1,
    Array.from({ length: 205 }, () => sale(LONG, 1)),
    NOW,
  )
  visit = await Visit.open(browser, app.url)
  await visit.signInAt('/loyalty/search', 'owner')
}, 120_000)
afterEach(() => expect(visit.trouble.splice(0)).toEqual([]))
afterAll(() => app.close())

const ledger = () => visit.page.getByRole('table', { name: /^Ledger of card/ })
const entries = () =>
  ledger()
    .getByRole('row')
    .filter({ hasText: /\d\d:\d\d/ })

it('a recent card says from which screen it was opened, and leads back to it as it was', async () => {
  const { page } = visit
  const title = () => page.getByRole('heading', { level: 1 }).innerText()
  await page.getByRole('searchbox').fill('brennan')
  await page.getByRole('searchbox').press('Enter')
  await page.getByRole('link', { name: 'Aiko Brennan' }).click()
  await expect.poll(title).toBe('Aiko Brennan')
  await page.getByRole('link', { name: 'Find another card' }).click()
  const recent = page.getByRole('table', { name: 'Recent cards' })
  await expect.poll(() => recent.getByRole('columnheader').allInnerTexts()).toContain('Opened from')
  await recent.getByRole('link', { name: 'Search' }).waitFor()
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('brennan')
  // Opened from the address bar there is no previous screen.
  await visit.goto(`/loyalty/cards/${LONG}`)
  await expect.poll(title).toBe('Ruth Adeyemi')
  await page.getByRole('link', { name: 'Find another card' }).click()
  await recent.getByText('opened directly').waitFor({ state: 'attached' })
  // To the fraud check with the range and the card that was open there.
  await visit.walkTo(`/loyalty/fraud-check?range=lastweek&threshold=2&card=${CARD}`)
  await expect.poll(title).toBe('Fraud check')
  await visit.walkTo(`/loyalty/cards/${CARD}`)
  await expect.poll(title).toBe('Aiko Brennan')
  await page.getByRole('link', { name: 'Find another card' }).click()
  await recent.getByRole('link', { name: 'Fraud check' }).click()
  await expect.poll(() => page.url()).toContain(`/loyalty/fraud-check?range=lastweek&threshold=2&card=${CARD}`)
})

it('the usage of a card shows the entries and uses of the locations chosen, the sum of the range stays that of all, and the rows on screen are saved', async () => {
  const { page } = visit
  await visit.walkTo(`/loyalty/cards/${CARD}`)
  await expect.poll(() => entries().count()).toBe(3)
  await page.getByRole('button', { name: 'Locations All 3' }).click()
  await page.getByRole('checkbox', { name: 'Vine Bistro' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => entries().count()).toBe(1)
  expect(await entries().innerText()).toContain('Vine Bistro')
  await expect.poll(() => page.getByRole('table', { name: 'Where it was used' }).getByRole('rowheader').allInnerTexts()).toHaveLength(2)
  await page.getByText('0 + 92 − 12 = 80, the balance at the top.').waitFor()
  await page.reload()
  await expect.poll(() => entries().count()).toBe(1)
  await page.getByRole('group', { name: 'Entries shown' }).getByText('Earned').click()
  for (const format of ['XLSX', 'CSV']) {
    await page.getByRole('button', { name: 'Export' }).click()
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: format }).click()])
    expect(saved.suggestedFilename()).toMatch(new RegExp(`^Harbour & Vine \\(sample\\) – Card statement – .*\\d{4}\\.${format.toLowerCase()}$`))
    if (format === 'XLSX') continue
    const [, ...rows] = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n')
    expect(rows.map((row) => row.split(',').slice(2, 6))).toEqual([
      ['Earned', 'Vine Bistro', expect.stringMatching(/^plain-/), '30'],
      ['', '', '', '30'],
    ])
  }
})

it('the usage of a card is printed as a statement of the member, with every entry of the range and nothing to press', async () => {
  const { page } = visit
  await visit.walkTo(`/loyalty/cards/${LONG}`)
  await expect.poll(() => entries().count()).toBe(200)
  const printed = page.evaluate(
    () =>
      new Promise<{ rows: number; line: string }>((done) => {
        window.print = () =>
          done({
            rows: [...document.querySelectorAll('main table tbody tr')].filter((row) => /\d\d:\d\d/.test(row.textContent ?? '')).length,
            line: document.querySelector('.print-line')?.textContent ?? '',
          })
      }),
  )
  await page.getByRole('button', { name: 'Print statement' }).click()
  const { rows, line } = await printed
  expect(rows).toBe(205)
  for (const part of ['Harbour & Vine', 'Card statement', '•••• 0001', 'All locations', 'by owner']) expect(line).toContain(part)
  await page.emulateMedia({ media: 'print' })
  const seen = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((one) => one.getClientRects().length > 0 && !one.closest('.sr'))
      .filter((one) => one.matches('input, select, nav, .rail, .btn, .blank, .text-btn') || one.getBoundingClientRect().right > window.innerWidth + 1)
      .map((one) => `${one.tagName} ${one.className} ${one.innerText?.slice(0, 40)}`),
  )
  expect(seen).toEqual([])
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Ruth Adeyemi')
})
