import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { linkIn, MailServer } from '#tests/mail-server.ts'
import { employ, makePerson, PASSWORD } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'

let app: StartedApp
let browser: Browser
const mail = new MailServer()

beforeAll(async () => {
  const SMTP_URL = await mail.start()
  ;[app, browser] = await Promise.all([startApp({ environment: { SMTP_URL } }), launchBrowser()])
})
afterAll(async () => {
  await app.close()
  await mail.stop()
})

it('Admin makes a venue with a location, its Owner is invited, and its fees are worked out', async () => {
  const visit = await Visit.open(browser, app.url)
  const { page } = visit
  await visit.signInAt('/admin/list', 'admin')
  await page.getByRole('button', { name: 'New venue' }).click()
  const form = page.getByRole('dialog', { name: 'New venue' })
  await form.getByRole('button', { name: 'Create venue' }).click()
  await form.getByText('Enter a name of 1 to 100 characters.').first().waitFor()
  await form.getByLabel('Name of the venue').fill('Copper Lantern')
  // Currency and time zone follow the country, and a country is found by a part of its name.
  const currency = () => form.getByRole('combobox', { name: 'Currency' }).inputValue()
  await form.getByRole('combobox', { name: 'Country' }).click()
  await page.keyboard.type('germ')
  await expect.poll(() => page.getByRole('listbox').getByRole('option').allInnerTexts()).toEqual(['Germany'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(currency).toBe('EUR – Euro')
  await form.getByRole('combobox', { name: 'Country' }).fill('japa')
  await page.getByRole('option', { name: 'Japan' }).click()
  await expect.poll(currency).toBe('JPY – Japanese Yen')
  await expect.poll(() => form.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('Asia/Tokyo')
  await form.getByRole('combobox', { name: 'Country' }).fill('Australia')
  await form.getByRole('combobox', { name: 'Country' }).press('Tab')
  await expect.poll(currency).toBe('AUD – Australian Dollar')
  await form.getByLabel('First location').fill('Front Bar')
  await form.getByLabel('E-mail').fill('mia@copper.example')
  await form.getByLabel('First name').fill('Mia')
  await form.getByRole('button', { name: 'Create venue' }).click()
  await page.getByRole('heading', { name: 'Copper Lantern' }).waitFor()
  expect(linkIn(await mail.next('mia@copper.example')).url).toContain('/membership/password#')
  await page.getByRole('heading', { name: 'Front Bar' }).waitFor()
  await page.getByRole('button', { name: 'Add location' }).click()
  const added = page.locator('main form')
  await added.getByLabel('Name').fill('Airport Kiosk')
  await added.getByRole('combobox', { name: 'Currency' }).fill('nzq')
  await added.getByRole('button', { name: 'Add location' }).click()
  await added.getByText('Must be a currency such as AUD.').waitFor()
  await added.getByRole('combobox', { name: 'Currency' }).fill('nzd')
  await added.getByRole('combobox', { name: 'Currency' }).press('Tab')
  await added.getByRole('combobox', { name: 'Time zone' }).fill('auckland')
  await added.getByRole('combobox', { name: 'Time zone' }).press('Tab')
  await added.getByRole('button', { name: 'Add location' }).click()
  await page.getByRole('heading', { name: 'Airport Kiosk' }).waitFor()
  // A list with one open at a time.
  const openPlace = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const currencies = () => page.getByRole('combobox', { name: 'Currency' }).evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
  await openPlace('Front Bar')
  await expect.poll(currencies).toEqual(['AUD – Australian Dollar'])
  await openPlace('Airport Kiosk')
  await expect.poll(currencies).toEqual(['NZD – New Zealand Dollar'])
  await page.getByRole('link', { name: 'General' }).click()
  const preview = page.getByRole('region', { name: 'Their menu will show' })
  await preview.getByText('Control Sheets').waitFor()
  await page.getByLabel('Control Sheets').uncheck()
  await expect.poll(() => preview.getByText('Control Sheets').count()).toBe(0)
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('link', { name: 'Payment fees' }).click()
  await page.getByLabel('Fee as a percentage of the payment (%)').fill('1.75')
  await page.getByLabel('Fixed fee per payment (AUD)').fill('0.3')
  await page.getByText('$48.82').waitFor()
  await page.getByRole('link', { name: 'Domains' }).click()
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Save' }).click()
  await page.getByLabel('Domain').fill('ftp://copper.com.au')
  await page.getByRole('button', { name: 'Register domain' }).click()
  await page.getByText('Enter a name, or an address that starts with https://.').waitFor()
  await page.getByLabel('Domain').fill('https://pay.copper.com.au/checkout')
  await page.getByRole('button', { name: 'Register domain' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Delete pay.copper.com.au' }).click()
  const question = page.getByRole('dialog', { name: 'Delete the domain pay.copper.com.au?' })
  await question.getByRole('button', { name: 'Delete pay.copper.com.au' }).click()
  await page.getByText('No domain yet.').waitFor()
  await visit.goto('/admin/list?q=copper')
  await page.getByRole('cell', { name: 'Sales Breakdown' }).first().waitFor()
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
  // Any venue is opened from here, and its people are those of it.
  await page.getByRole('link', { name: 'Copper Lantern' }).click()
  await page.getByRole('button', { name: 'People' }).click()
  await page.waitForURL(/\/admin\/employees\/list/)
  await expect.poll(() => page.locator('main tbody th').allInnerTexts()).toEqual([expect.stringContaining('Mia')])
  await visit.goto('/admin/list?q=copper')
  await page.getByRole('cell', { name: 'No till has sent sales yet' }).first().waitFor()
  // A till of the sample's that has not been heard for two days: the one venue that needs attention.
  const twoDaysAgo = new Date(Date.now() - 48 * 3_600_000)
  await storeTrade(app.database, 1, 1, [plainSale(twoDaysAgo.toISOString(), 1100)], twoDaysAgo)
  await visit.goto('/admin/list')
  await page.getByLabel('Only venues that need attention').click()
  await page.waitForURL(/health=bad/)
  await expect.poll(() => page.locator('tbody th').allInnerTexts()).toEqual([expect.stringContaining('Harbour & Vine')])
  await page.getByText(/^\d of \d locations sent no sales in the last 24 hours$/).waitFor()
  expect(visit.trouble).toEqual([])
  await visit.close()
})

it('a manager names the programme, hides a screen, and the menu follows at once; says which products are a supplier’s: found, ticked all at once, and saved together', async () => {
  await app.database.inVenue(
    1,
    (sql) => sql`
      insert into product (venue_id, plu, name, class_id)
      select 1, 'tab-' || n, case when n % 4 = 0 then 'Lager number ' || n else 'Pie number ' || n end, 0 from generate_series(1, 240) n
      on conflict (venue_id, plu) do nothing returning 1`,
  )
  const visit = await Visit.open(browser, app.url)
  const { page } = visit
  await visit.signInAt('/venue/settings', 'manager')
  const preview = page.getByRole('region', { name: 'Their menu will show' })
  await preview.getByText('Regulars', { exact: true }).waitFor()
  await page.getByLabel('Name of the programme').fill('x'.repeat(41))
  await page.getByText('Enter at most 40 characters, without line breaks or control characters.').waitFor()
  await page.getByLabel('Name of the programme').fill('Mates')
  await preview.getByText('Mates', { exact: true }).waitFor()
  await expect.poll(() => preview.getByText('Sales Breakdown').count()).toBe(1)
  await page.getByLabel('Sales Breakdown').uncheck()
  await expect.poll(() => preview.getByText('Sales Breakdown').count()).toBe(0)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The changes have been saved.').waitFor()
  await page.locator('nav').getByText('Mates', { exact: true }).first().waitFor()

  await visit.walkTo('/venue/settings?tab=suppliers')
  await page.getByLabel('Supplier', { exact: true }).waitFor()
  const offered = page.locator('main tbody tr')
  await offered.first().waitFor()
  const found = () => page.locator('main span[role=status]').innerText()
  const all = await found()
  await page.getByLabel('Find a product').fill('lager')
  await expect.poll(found).not.toBe(all)
  const lagers = await offered.count()
  expect(lagers).toBeGreaterThan(50)
  await page.getByRole('button', { name: /^Tick (all|it)/ }).click()
  await expect.poll(() => page.locator('main tbody :checked').count()).toBe(lagers)
  await page.getByLabel('Find a product').fill('')
  await page.getByLabel('Supplier of the products').selectOption('free')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
  await page.getByLabel('Supplier of the products').selectOption('own')
  await page.getByLabel('Find a product').fill('lager')
  await expect.poll(() => page.locator('main tbody :checked').count()).toBe(lagers)
  await page.locator('main tbody :checked').first().uncheck()
  await page.getByText('1 product will be removed.').waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  expect(visit.trouble).toEqual([])
  await visit.close()
})

it('what the server finds wrong with a location or a domain is told in Japanese to a Japanese reader, at the field', async () => {
  const visit = await Visit.open(browser, app.url, { language: 'jp' })
  const { page } = visit
  await visit.signInAt('/venue/settings?tab=locations', 'owner')
  await page.locator('main section h2 button').first().click()
  const names = page.locator('main section input').first()
  await names.waitFor()
  const taken = await page.locator('main section h2').nth(1).innerText()
  await names.fill(taken.toUpperCase())
  // What is wrong is shown even where another location was opened since.
  await page.locator('main section h2 button').nth(1).click()
  await page.getByRole('button', { name: '保存' }).scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.getByRole('button', { name: '保存' }).click()
  await page.locator('.wrong', { hasText: `「${taken.toUpperCase()}」という店舗はすでにあります。` }).waitFor()
  // Far up by now: one is led there.
  await expect.poll(() => names.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: '破棄' }).click()
  expect(visit.trouble).toEqual([])
  await visit.close()
})

it('a user without all locations cannot change settings of the venue, and a user who only links sees what is linked and where', async () => {
  const cook = await makePerson(app.database, 'some.places')
  await employ(app.database, cook, 1, ['can_editsettings'], [1])
  const linker = await makePerson(app.database, 'only.links')
  await employ(app.database, linker, 1, ['can_linkdeputy', 'can_linkpayment'], [1])
  const visit = await Visit.open(browser, app.url)
  const { page } = visit
  await visit.signInAt('/venue/settings?tab=locations', 'some.places', PASSWORD)
  await page.getByRole('heading', { name: 'Harbour Bar' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Add location' }).count()).toBe(0)
  await page.getByRole('link', { name: 'General' }).click()
  await expect.poll(() => page.getByText('These settings apply to the whole venue.').count()).toBe(1)
  await expect.poll(() => page.getByLabel('Name of the venue').isDisabled()).toBe(true)
  await visit.close()
  const other = await Visit.open(browser, app.url)
  await other.signInAt('/venue/connections', 'only.links', PASSWORD)
  const offered = other.page.getByRole('listitem').filter({ has: other.page.getByRole('heading', { level: 3 }) })
  await offered.first().waitFor()
  expect((await offered.allInnerTexts()).map((text) => text.split(/\s/)[0])).toEqual(['Stripe', 'Deputy', 'Deliverect', 'Tyro', 'Marketplace'])
  // A domain is the whole venue's, as its settings are.
  await expect.poll(() => other.page.getByRole('button', { name: 'Register domain' }).isDisabled()).toBe(true)
  await other.page.getByRole('link', { name: 'Connect Deputy' }).click()
  await other.page.waitForURL(/\/deputy\/connect/)
  expect(other.trouble).toEqual([])
  await other.close()
})

it('a list has what it makes in sight on a phone, and not behind its filters as well', async () => {
  const visit = await Visit.open(browser, app.url, { width: 390, height: 844 })
  const { page } = visit
  await visit.signInAt('/admin/apikeylist', 'admin')
  for (const [path, role, name] of [
    ['/admin/apikeylist', 'button', 'Create key'],
    ['/admin/employees/list', 'link', 'Create employee'],
  ] as const) {
    await visit.walkTo(path)
    const act = page.locator('.head').getByRole(role, { name })
    await act.waitFor()
    const { x, width } = (await act.boundingBox()) ?? { x: -1, width: 0 }
    expect([x >= 0, x + width <= 390, width >= 44]).toEqual([true, true, true])
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('dialog', { name: 'Filters' }).waitFor()
    expect(await page.getByRole('dialog', { name: 'Filters' }).getByRole(role, { name }).count()).toBe(0)
    await page.keyboard.press('Escape')
  }
  expect(visit.trouble).toEqual([])
  await visit.close()
})
