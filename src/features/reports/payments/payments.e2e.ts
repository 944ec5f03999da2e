import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { SAMPLE_PASSWORD } from '#db/demo/cast.ts'
import type { Books } from '#integrations/stripe/stripe-books.fake.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { LinkHouse } from '#tests/link-house.ts'
import { DESK, overflow, PHONE, wear } from '#tests/looks/walk.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import { signedIn } from '#tests/visitor.ts'

const DAY = 86_400
const NOW = new Date()
const PAYMENTS = '/reports/payments?range=last28'
let house: LinkHouse
let visit: Visit

/** The day before yesterday at noon, so that till and provider agree on the trading day wherever the test runs. */
const noon = Math.floor(NOW.getTime() / 1000 / DAY) * DAY - 2 * DAY + 3600
const at = (minutes: number) => noon + minutes * 60

beforeAll(async () => {
  const [opened, browser] = await Promise.all([LinkHouse.open('Paid in a Browser', { sample: true }), launchBrowser()])
  house = opened
  house.stripe.account('acct_Bar')
  const { books } = house.stripe.accounts.get('acct_Bar') as { books: Books }
  const card = (minutes: number, Amount: number, Method: 'Card' | 'Account' = 'Card') =>
    plainSale(new Date(at(minutes) * 1000).toISOString(), Amount, { TerminalId: 'P1', Tenders: [{ Method, Amount }] })
  await storeTrade(house.app.database, 1, 1, [card(0, 4200), card(5, 4200), card(30, 8450), card(60, 15_840, 'Account'), card(90, 12_00)], NOW)
  for (const [minutes, amount] of [
    [0, 4200],
    [5, 4200],
    [61, 15_840],
    [90, 1200],
  ] as const)
    books.charge({ amount, at: at(minutes) - 20, ourFee: 30 })
  books.charge({ amount: 8450, at: at(29), status: 'failed' })
  Object.assign(books.payOut(at(600)), { status: 'paid', arrival_date: at(700) })
  const owner = await signedIn(house.app.url, 'owner', SAMPLE_PASSWORD)
  expect((await house.link(owner, 'acct_Bar', 1)).status).toBe(200)
  await house.work()
  visit = await Visit.open(browser, house.app.url)
  await visit.signInAt('/preferences', 'owner')
}, 120_000)
beforeEach(() => visit.walkTo(PAYMENTS))
afterEach(() => expect(visit.trouble.splice(0)).toEqual([]))
afterAll(() => house.close())

it('every figure opens its payments, which add up to it', async () => {
  const { page } = visit
  await page.getByRole('link', { name: 'Volume at Stripe' }).click()
  await page.locator('.docket .proof').waitFor()
  await expect.poll(() => page.locator('.docket').innerText()).toMatch(/4 rows add up to 254\.40, the figure you opened/)
  await page.getByRole('table', { name: 'Payouts' }).getByRole('link').first().click()
  await page.locator('.docket').getByText('All days of this payout').waitFor()
  await page.locator('.docket .proof').waitFor()
  await expect.poll(() => page.locator('.docket .proof').innerText()).toMatch(/4 rows add up to/)
})

it('what stands alone on either side is listed with what may explain it, and opens its receipt', async () => {
  const { page } = visit
  const alone = page.getByRole('table', { name: 'Not matched' })
  await alone.waitFor()
  expect(await alone.innerText()).toMatch(/A card was declined for this amount at/)
  expect(await alone.innerText()).toMatch(/has the same amount, paid as/)
  await page
    .getByRole('table', { name: 'Till compared with Stripe' })
    .locator('tfoot')
    .getByRole('link', { name: /^1 · 84\.50/ })
    .click()
  await page.locator('.docket .proof').waitFor()
  await expect.poll(() => page.locator('.docket .proof').innerText()).toMatch(/1 row adds up to 84\.50/)
  await page.locator('.docket tbody a').first().click()
  await page.locator('.docket').getByText('$84.50').waitFor()
})

it('a payment opens from what is not matched and from every list, with its fees, its payout and the till', async () => {
  const { page } = visit
  const docket = page.locator('.docket')
  await page
    .getByRole('table', { name: 'Not matched' })
    .getByRole('link', { name: /158\.40/ })
    .click()
  await docket.getByText('Paid by the customer').waitFor()
  await expect
    .poll(() => docket.innerText())
    .toMatch(/Daybook fee taken[\s\S]*Stripe's fee[\s\S]*No card tender at the till has this amount[\s\S]*paid as Account/)
  expect(await docket.innerText()).toMatch(/In the bank since[\s\S]*Stripe account acct_Bar/)
  await docket.getByRole('link', { name: 'Open the payout' }).click()
  await docket.getByText('All days of this payout').waitFor()
  await docket.getByRole('link', { name: /^ch_/ }).first().click()
  await docket.getByText('Matched with the receipt').waitFor()
  await docket.getByRole('link', { name: 'List' }).click()
  await docket.getByText('All days of this payout').waitFor()
})

it('a payment is matched by hand with a receipt, and explained, and either is taken back', async () => {
  const { page } = visit
  const docket = page.locator('.docket')
  const compared = page.getByRole('table', { name: 'Till compared with Stripe' }).locator('tfoot')
  await page
    .getByRole('table', { name: 'Not matched' })
    .getByRole('link', { name: /158\.40/ })
    .click()
  await docket.getByText('Receipts it may belong to').waitFor()
  await expect.poll(() => docket.innerText()).toMatch(/the same amount[\s\S]*73\.90 less than the payment/)
  await docket
    .getByRole('button', { name: /^Match with plain/ })
    .first()
    .click()
  await docket.getByText('Matched by hand with the receipt').waitFor()
  await expect.poll(() => compared.innerText()).toMatch(/4\s*1 by hand/)
  await docket.getByRole('button', { name: 'Undo the match' }).click()
  await docket.getByRole('button', { name: 'Explain instead…' }).click()
  await docket.getByRole('button', { name: 'Save the reason' }).click()
  await expect.poll(() => docket.getByLabel('Why is there no receipt?').getAttribute('aria-invalid')).toBe('true')
  await docket.getByLabel('Why is there no receipt?').fill('A deposit, rung up in the office')
  await docket.getByRole('button', { name: 'Save the reason' }).click()
  await docket.getByText('Explained: A deposit, rung up in the office').waitFor()
  await docket.getByRole('button', { name: 'Remove the reason' }).click()
  await docket.getByText('Receipts it may belong to').waitFor()
  await expect.poll(() => compared.innerText()).not.toMatch(/by hand/)
})

it('payments of one status are chosen above the page, and in a list that is open', async () => {
  const { page } = visit
  const docket = page.locator('.docket')
  const choose = async (within: typeof page | typeof docket, option: string) => {
    await within
      .getByRole('button', { name: /^Status/ })
      .first()
      .click()
    await page.getByRole('menuitemradio', { name: option }).click()
  }
  await choose(page, 'Failed')
  await docket.getByText('1 row', { exact: true }).waitFor()
  expect(await docket.innerText()).toMatch(/84\.50[\s\S]*Only payments with the status Failed are shown/)
  await choose(docket, 'All')
  await docket.getByText('5 rows', { exact: true }).waitFor()
  await choose(docket, 'Refunded')
  await docket.getByText('None of these payments has the status Refunded.').waitFor()
  await visit.walkTo(`/reports/payments?range=${NOW.getFullYear() - 1}-01-01..${NOW.getFullYear()}-12-31`)
  await page.getByText(/compared with Stripe for at most 92 days/).waitFor()
})

// `tests/looks` has no Stripe stand-in.
it.each([DESK, PHONE])('is in order in $language at $width pixels, $colorScheme', async (look) => {
  const { page } = visit
  await wear(visit, look)
  const isInOrder = async () => {
    expect(await visit.axe(look.rules)).toEqual([])
    await expect.poll(() => overflow(page)).toBe(0)
  }
  await page.locator('tfoot').first().waitFor()
  await page
    .locator('caption')
    .filter({ hasText: /Not matched|不一致/ })
    .waitFor({ state: 'attached' })
  await isInOrder()
  await visit.walkTo(`${PAYMENTS}&paid=Net`)
  await page.locator('.docket .proof').waitFor()
  await isInOrder()
  const [charge] = (house.stripe.accounts.get('acct_Bar') as { books: Books }).books.charges.filter(({ amount }) => amount === 15_840)
  await visit.walkTo(`${PAYMENTS}&payment=${charge?.id}`)
  await page.locator('.docket tfoot').waitFor()
  await isInOrder()
})
