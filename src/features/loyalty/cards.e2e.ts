import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_PASSWORD } from '#db/demo/cast.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'

const NOW = new Date()
const AIKO = '6031 4471 0083 4417'
const TOM = '6031447100839032'

let app: StartedApp
let browser: Browser
let visit: Visit
let owner: Visitor

const path = (...parts: string[]) => `/loyalty/${parts.map(encodeURIComponent).join('/')}`
const describeCard = (number: string, Details: object) => owner.call('POST', path(number, 'details'), { body: { Details } })
const sell = (LoyaltyCard: string, Accrued: number, Redeemed = 0) =>
  storeTrade(app.database, 1, 1, [plainSale(NOW.toISOString(), 6250, { LoyaltyCard, Points: { Accrued, Redeemed } })], NOW)

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  owner = await signedIn(app.url, 'owner', SAMPLE_PASSWORD)
  await describeCard(AIKO, { Name: 'Aiko Brennan', Email: 'aiko.brennan@example.com', Phone: '0412 345 678' })
  await describeCard(TOM, { Name: 'Tom Brennan' })
  await sell(AIKO, 62)
  await owner.call('POST', path(AIKO, 'points'), { body: { Points: 100, LocationId: 1, Comments: 'Birthday points' } })
  visit = await Visit.open(browser, app.url)
  await visit.signInAt('/loyalty/search', 'owner')
})
afterEach(() => expect(visit.trouble.splice(0)).toEqual([]))
afterAll(async () => {
  await app.close()
})

const box = () => visit.page.getByRole('searchbox', { name: 'Find a Regulars card' })
const title = () => visit.page.getByRole('heading', { level: 1 })

describe('the search', () => {
  it('lists the cards opened on this device as they stand now, until the list is cleared', async () => {
    const { page } = visit
    await visit.walkTo(`/loyalty/cards/${TOM}`)
    await expect.poll(() => title().innerText()).toBe('Tom Brennan')
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Tom Brennan')
    await page.getByRole('link', { name: 'Find another card' }).click()
    const recent = page.getByRole('table', { name: 'Recent cards' })
    await expect.poll(() => recent.getByRole('rowheader').allInnerTexts()).toEqual(['Tom Brennan'])
    await page.getByRole('button', { name: 'Clear list' }).click()
    await page.getByText('No cards opened yet').waitFor()
  })

  it('opens a card at once for a card reader that types its number and Enter', async () => {
    await visit.walkTo('/preferences')
    await box().waitFor({ state: 'detached' })
    await visit.walkTo('/loyalty/search')
    await expect.poll(() => box().evaluate((element) => element === document.activeElement)).toBe(true)
    await visit.page.keyboard.type(';6031447100834417=2512101?\n')
    await expect.poll(() => title().innerText()).toBe('Aiko Brennan')
    expect(visit.path()).toBe(`/loyalty/cards/${encodeURIComponent(AIKO)}`)
    await visit.page.goBack()
    await box().waitFor()
    expect(visit.path()).toBe('/loyalty/search')
  })

  it('finds by part of a name, by the end of a number, by e-mail and by phone, masks the numbers, and opens one by the arrow keys and Enter', async () => {
    await visit.walkTo('/loyalty/search')
    await box().fill('brennan')
    await box().press('Enter')
    const found = visit.page.getByRole('table', { name: 'Cards found for brennan' })
    await expect.poll(() => found.getByRole('rowheader').allInnerTexts()).toEqual(['Aiko Brennan', 'Tom Brennan'])
    await expect.poll(() => found.locator('mark').allInnerTexts()).toContain('Brennan')
    expect(await found.innerText()).toContain('•••• 4417')
    expect(await visit.page.locator('main').innerText()).not.toContain('6031')
    for (const [text, field] of [
      ['4417', 'Number'],
      ['aiko.bren', 'E-mail'],
      ['345678', 'Phone'],
    ] as const) {
      await visit.page.getByText(field, { exact: true }).first().click()
      await box().fill(text)
      await box().press('Enter')
      const one = visit.page.getByRole('table', { name: `Cards found for ${text}` })
      await expect.poll(() => one.getByRole('rowheader').allInnerTexts()).toEqual(['Aiko Brennan'])
    }
    await visit.walkTo('/loyalty/search?q=brennan')
    await visit.page.getByRole('link', { name: 'Tom Brennan' }).waitFor()
    await box().press('ArrowDown')
    await visit.page.keyboard.press('ArrowDown')
    await visit.page.keyboard.press('Enter')
    await expect.poll(() => title().innerText()).toBe('Tom Brennan')
  })

  it('says what to try where nothing matches, makes an unused number a new card, and never writes a new holder over one that is there', async () => {
    const { page } = visit
    await visit.walkTo('/loyalty/search')
    await box().fill('nobody at all')
    await box().press('Enter')
    await page.getByText('No card matches nobody at all.').waitFor()
    await page.getByText('Check the last digit, or search by name or phone.').waitFor()
    await box().fill('ab')
    await box().press('Enter')
    await page.getByText('“ab” is too short to search for.').waitFor()
    await box().fill('7700 0001')
    await box().press('Enter')
    await page.getByText('7700 0001 is not in use.').waitFor()
    await page.getByRole('button', { name: 'Create this card' }).click()
    await page.getByLabel('Card holder').fill('Noor Haddad')
    await page.getByLabel('E-mail (optional)').fill('not an address')
    await page.getByRole('button', { name: 'Create card' }).click()
    await page.getByText('Enter an e-mail address like name@example.com.').waitFor()
    await page.getByLabel('E-mail (optional)').fill('noor@example.com')
    await page.getByRole('button', { name: 'Create card' }).click()
    await expect.poll(() => title().innerText()).toBe('Noor Haddad')
    await page.getByText('This card was not used in this range.').or(page.getByText('No activity yet.')).waitFor()
    await visit.walkTo('/loyalty/search')
    await page.getByRole('button', { name: 'New card' }).click()
    await page.getByLabel('Card number').fill('6031447100834417')
    await page.getByLabel('Card holder').fill('Somebody else')
    await page.getByRole('button', { name: 'Create card' }).click()
    await page.getByText('This number is already the card of Aiko Brennan.').waitFor()
    const { body } = await owner.call<{ Details: { Name: string } }>('GET', path(AIKO, 'details'))
    expect(body.Details.Name).toBe('Aiko Brennan')
  })

  it('says so where more cards match than it shows', async () => {
    await app.database.inVenue(1, async (sql) => {
      await sql`
        insert into loyalty_card (venue_id, card_id, number, number_key, number_reversed, name, name_key, member_id, joined)
        select 1, 1000 + i, 'many' || i, 'many' || i, reverse('many' || i), 'Popular Person', 'popular person', 1000 + i, '2026-01-01' from generate_series(1, 51) i`
      await sql`insert into loyalty_name_part select 1, 'popular person', 1000 + i from generate_series(1, 51) i`
    })
    await visit.walkTo('/loyalty/search?q=popular&by=Name')
    await visit.page.getByText('More than 50 cards match “popular”.').waitFor()
    expect(await visit.page.getByRole('table', { name: 'Cards found for popular' }).getByRole('rowheader').count()).toBe(50)
  })

  it('lists cards first seen at a till with their count, until somebody adds the holder', async () => {
    const { page } = visit
    await sell('8800 0007', 30)
    await visit.goto('/loyalty/search')
    await page.getByRole('heading', { name: '1 incomplete card' }).waitFor()
    await page.getByRole('table', { name: 'Incomplete cards' }).getByRole('link', { name: 'Card holder not known' }).click()
    await page.getByText('The holder of this card is not known yet.').waitFor()
    await page.getByLabel('Card holder').fill('Ruth Adeyemi')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('The changes have been saved.').waitFor()
    await expect.poll(() => title().innerText()).toBe('Ruth Adeyemi')
    await page.getByRole('link', { name: 'Find another card' }).click()
    await page.getByRole('table', { name: 'Recent cards' }).waitFor()
    await expect.poll(() => page.getByRole('heading', { name: /incomplete card/ }).count()).toBe(0)
  })
})

describe('a card', () => {
  it('shows its number whole only when somebody asks, its usage with the balance after each entry, a sum that proves it, and the receipt behind it', async () => {
    const { page } = visit
    await visit.walkTo(`/loyalty/cards/${encodeURIComponent(AIKO)}`)
    await page.getByText('•••• 4417').first().waitFor()
    expect(await page.locator('header.head').innerText()).not.toContain(AIKO)
    await page.getByRole('button', { name: 'Show whole number' }).click()
    await expect.poll(() => page.locator('header.head').innerText()).toContain(AIKO)
    const ledger = page.getByRole('table', { name: /^Ledger of card •••• 4417/ })
    await ledger.getByText('Birthday points · by hand · Mia Tanaka').waitFor()
    const balances = await ledger.locator('tbody tr td:last-child').allInnerTexts()
    expect(balances.filter(Boolean)).toEqual(['162', '62'])
    await page.getByText('0 + 62 + 100 = 162, the balance at the top.').waitFor()
    await expect.poll(() => page.getByText('This year').locator('..').innerText()).toMatch(/^This year\s+\+62\s+earned$/)
    await expect.poll(() => page.getByText('Last used').locator('..').innerText()).toMatch(/^Last used\s+Today\s+\d\d:\d\d, Harbour Bar$/)
    await ledger.getByRole('button', { name: /^plain-/ }).click()
    await page.getByText('This receipt earns 62 points.').waitFor()
    await page.getByText('62.50').first().waitFor()
    await page.getByRole('link', { name: 'Open receipt' }).click()
    await expect.poll(() => visit.path()).toBe('/reports/sales')
    await page.getByRole('dialog').getByText('+62 / −0').waitFor()
  })

  it('reverses a part of an entry after a look at it, and says why in the ledger', async () => {
    const { page } = visit
    const number = '6600 0001'
    await describeCard(number, { Name: 'Oskar Lund' })
    await owner.call('POST', path(number, 'points'), { body: { Points: 80, LocationId: 1, Comments: 'Quiz night' } })
    await visit.walkTo(`/loyalty/cards/${encodeURIComponent(number)}`)
    await page.getByRole('button', { name: /^Reverse Adjusted of / }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Points').fill('81')
    await dialog.getByRole('button', { name: 'Review' }).click()
    await dialog.getByText('At most 80 can be reversed.').waitFor()
    await dialog.getByLabel('Points').fill('30')
    await dialog.getByLabel('Reason').fill('Counted wrongly')
    await dialog.getByRole('button', { name: 'Review' }).click()
    await dialog.getByRole('heading', { name: 'Reverse 30 points?' }).waitFor()
    expect((await owner.call<{ Points: number }>('GET', path(number, 'points'))).body.Points).toBe(80)
    await dialog.getByRole('button', { name: 'Reverse 30 points' }).click()
    await page.getByText('30 points reversed.').waitFor()
    await page.getByText(/Counted wrongly/).waitFor()
    expect((await owner.call<{ Points: number }>('GET', path(number, 'points'))).body.Points).toBe(50)
  })

  it('is blocked after a question, says so, and is made active again', async () => {
    const { page } = visit
    await visit.walkTo(`/loyalty/cards/${TOM}?tab=details`)
    await page.getByRole('button', { name: 'Block this card' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Block this card' }).click()
    await page.getByText('This card is blocked.').first().waitFor()
    await page.getByRole('link', { name: 'Adjust', exact: true }).click()
    await page.getByText('Card •••• 9032 is blocked. Make it active first.').waitFor()
    await page.getByRole('link', { name: 'Details' }).first().click()
    await page.getByRole('button', { name: 'Make this card active' }).click()
    await page.getByText('The card is active again.').waitFor()
    await page.getByRole('button', { name: 'Block this card' }).waitFor()
  })

  it('that does not exist says so and leads back to the search', async () => {
    await visit.walkTo('/loyalty/cards/123454321')
    await visit.page.getByRole('heading', { name: 'There is no Regulars card with this number' }).waitFor()
    await visit.page.locator('main').getByRole('link', { name: 'Find another card' }).last().click()
    await box().waitFor()
  })
})

describe('somebody who may only see', () => {
  it('sees the card and gets nothing to press that would be refused', async () => {
    await visit.close()
    visit = await Visit.open(browser, app.url)
    const { page } = visit
    await visit.signInAt(`/loyalty/cards/${encodeURIComponent(AIKO)}`, 'staff')
    await page.getByText('Birthday points').first().waitFor()
    expect(await page.getByRole('navigation', { name: 'Card' }).getByRole('link').allInnerTexts()).toEqual(['Details', 'Usage'])
    expect(await page.getByRole('button', { name: /Reverse/ }).count()).toBe(0)
    expect(await page.getByRole('button', { name: /^plain-/ }).count()).toBe(0)
    await page.getByRole('link', { name: 'Details' }).click()
    await page.getByText('aiko.brennan@example.com').waitFor()
    expect(await page.locator('main').getByRole('textbox').count()).toBe(0)
    expect(await page.getByRole('button', { name: /Save|Block/ }).count()).toBe(0)
    await page.getByRole('link', { name: 'Find another card' }).click()
    await box().fill('7799 0001')
    await box().press('Enter')
    await page.getByText('7799 0001 is not in use.').waitFor()
    expect(await page.getByRole('button', { name: /card$/i }).count()).toBe(0)
  })
})
