import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { SAMPLE_TILL_KEY } from '#db/demo/cast.ts'
import { addDays, tradingMoment } from '#shared/day.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import { fullTillSession, tillSession } from '#tests/till-sessions.ts'

const NOW = new Date()
/** Yesterday, at hours that are its middle in Sydney, whatever the time of the test. */
const DAY = addDays(tradingMoment(NOW, 'Australia/Sydney', '05:00').day, -1)
const LIST = `/reports/control-sheets?range=${DAY}..${DAY}`
let app: StartedApp
let visit: Visit

beforeAll(async () => {
  const [started, browser] = await Promise.all([startApp(), launchBrowser()])
  app = started
  const closed = `${DAY}T02:00:00Z`
  const departments = Array.from({ length: 12 }, (_, i) => ({ ...line(i), LineId: String(i), Department: `Department ${i}`, Plu: `D${i}` }))
  const tenders = ['Cash', 'Card', 'GiftCard', 'Voucher', 'Points', 'Account', 'Online', 'Other'].map((Method) => ({ Method, Amount: 1500 }))
  await storeTrade(app.database, 1, 1, [{ ...plainSale(closed, 12_000, { TerminalId: 'E5' }), Lines: departments, Tenders: tenders } as never], NOW)
  for (const till of ['E3', 'E4']) await storeTrade(app.database, 1, 1, [plainSale(closed, 7000, { TerminalId: till })], NOW)
  for (const till of ['E1', 'E2']) await storeTrade(app.database, 1, 1, [plainSale(closed, 6000, { TerminalId: till })], NOW)
  const sent = await fetch(`${app.url}/api/pos/v1/control-sheets`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${SAMPLE_TILL_KEY}` },
    body: JSON.stringify({
      ControlSheets: [...['E1', 'E3', 'E4'].map((till) => tillSession(till, DAY)), fullTillSession('E5', DAY)],
    }),
  })
  expect(await sent.json()).toMatchObject({ Accepted: 4 })
  visit = await Visit.open(browser, app.url)
  await visit.signInAt('/preferences', 'owner')
})
afterEach(() => expect(visit.trouble.splice(0)).toEqual([]))
afterAll(() => app.close())

const line = (i: number) => ({ Kind: 'Sale', Name: `Item ${i}`, Quantity: '1', UnitPrice: 1000, Gross: 1000, DiscountTotal: 0, Net: 1000, Tax: 91 })

const row = (till: string) => visit.page.getByRole('row').filter({ hasText: `till ${till}` })
const tableOf = (name: string) => visit.page.getByRole('table', { name, exact: true })

it('a drawer is counted, signed and committed, and the list says so', async () => {
  const { page } = visit
  await visit.walkTo(LIST)
  await row('E1').first().getByRole('link').first().click()
  await page.getByLabel('How many: 100.00').fill('3')
  await page.getByLabel('How many: 50.00').fill('1')
  await page.getByLabel('How many: 10.00').fill('1')
  await page.getByRole('button', { name: 'Save the count' }).click()
  await page.getByRole('button', { name: 'Count again' }).waitFor()
  await expect.poll(() => tableOf('Expected and counted').getByRole('row').last().innerText()).toMatch(/60\.00\s+60\.00\s+0\.00/)
  await expect.poll(() => tableOf('Cash').innerText()).toMatch(/Expected in the drawer\s+360\.00/)
  await page.getByRole('button', { name: 'Sign off' }).click()
  await page.getByRole('button', { name: 'Commit', exact: true }).click()
  await page.getByRole('button', { name: 'Open again' }).waitFor()
  expect(await page.locator('main').innerText()).not.toContain('Save the count')
  await page.getByRole('link', { name: 'All control sheets' }).click()
  await page.waitForURL(/\/control-sheets(\?|$)/)
  // The list starts with this week. On a Monday, yesterday is in the previous week.
  await visit.walkTo(LIST)
  await expect.poll(() => row('E1').first().innerText()).toMatch(/\s41\s+Committed\s+60\.00\s+60\.00\s+0\.00/)
})

it('what a till sold outside any session is counted from the list; above the limit somebody else signs', async () => {
  const { page } = visit
  await visit.walkTo(LIST)
  await row('E2').first().getByRole('button', { name: 'Count drawer' }).last().click()
  await page.getByLabel('How many: 10.00').fill('x')
  await page.getByRole('button', { name: 'Save the count' }).click()
  await page.getByText('Enter a whole number of zero or more.').waitFor()
  await page.getByLabel('How many: 10.00').fill('2')
  await page.getByRole('button', { name: 'Save the count' }).click()
  await page.getByText('Somebody else has to sign.').waitFor()
  expect(await page.getByRole('button', { name: 'Sign off' }).count()).toBe(0)
})

const openSheet = async (till: string) => {
  await visit.walkTo(LIST)
  await visit.page.getByRole('row').filter({ hasText: till }).first().getByRole('link').first().click()
  await tableOf('Expected and counted').waitFor()
}

it('an expected figure opens its receipts and movements, which add up to it, and each its receipt', async () => {
  const { page } = visit
  await openSheet('E3')
  await page.getByRole('button', { name: 'Add cash movement' }).click()
  await page.getByLabel('Type').selectOption('Banking')
  await page.getByLabel('Amount', { exact: true }).fill('-5')
  await page.getByLabel('Reason', { exact: true }).fill('Ice')
  await page.getByRole('button', { name: 'Save movement' }).click()
  await page.getByRole('alert').getByText('total cannot be less than zero').waitFor()
  await page.getByLabel('Type').selectOption('PayOut')
  await page.getByLabel('Amount', { exact: true }).fill('5')
  await page.getByRole('button', { name: 'Save movement' }).click()
  await page.getByText('Paid out: Ice').first().waitFor()
  await tableOf('Expected and counted').getByRole('link', { name: '65.00' }).click()
  const docket = page.getByRole('dialog')
  await docket.getByText('The total of 2 entries is $65.00, the figure you opened.').waitFor()
  await expect.poll(() => docket.innerText()).toMatch(/70\.00[\s\S]*Paid out\s+Ice\s+−5\.00/)
  await docket.getByRole('row').nth(1).getByRole('link').click()
  await docket.getByText('$70.00').first().waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => docket.count()).toBe(0)
})

it('a photo is attached to a sheet, shown and deleted; a file that is none is refused in words', async () => {
  const { page } = visit
  await openSheet('E3')
  const file = page.getByLabel('Add photo of the banking slip')
  await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await page.getByText('Your browser cannot open this picture.').waitFor()
  await file.setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer: await page.screenshot() })
  await page.getByRole('img', { name: /^Banking slip/ }).waitFor()
  await page.getByRole('button', { name: 'Delete photo' }).click()
  await page.getByText('No photos.').waitFor()
})

it('even the longest sheet is printed on one upright page of A4 with lines to sign on, in either language', async () => {
  const { page } = visit
  await openSheet('E5')
  for (const [language, button, words] of [
    ['jp', 'シートを印刷', ['日次締めシート', '署名', 'うちGST', 'カード端末']],
    ['en', 'Print sheet', ['Control sheet: ', 'Signature', 'GST', 'Card terminals', 'Banking slip']],
  ] as const) {
    await visit.speak(language)
    await page.getByRole('button', { name: button }).waitFor()
    const written = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(written.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    expect(written).toMatch(/\/MediaBox\s*\[0 0 59[45]\.?\d* 84[12]\.?\d*\]/)
    await page.emulateMedia({ media: 'print' })
    const paper = await page.locator('article').innerText()
    for (const word of words) expect(paper).toContain(word)
    await page.emulateMedia({ media: null })
  }
})

it('a count on a phone stays through a lost connection and a reload, and is handed in by itself', async () => {
  const { page } = visit
  await page.setViewportSize({ width: 390, height: 844 })
  await openSheet('E4')
  await page.getByRole('link', { name: 'Count drawer' }).click()
  await page.getByRole('button', { name: '11 left to count' }).waitFor()
  expect(await page.locator('body').innerText()).not.toContain('370.00')
  await page.getByLabel('How many: $100').fill('3')
  await page.getByRole('button', { name: 'One $50 more' }).click()
  await page.reload()
  await page.getByRole('button', { name: '9 left to count' }).waitFor()
  await page.getByText('$350.00').waitFor()
  await page.context().setOffline(true)
  await page.getByText('No connection. You can keep counting.').waitFor()
  await page.getByRole('button', { name: 'Enter 0 for the rest' }).click()
  await page.getByRole('button', { name: 'Check the count' }).click()
  await page.getByRole('button', { name: 'Count again' }).click()
  await page.getByLabel('How many: $100').fill('3')
  await page.getByLabel('How many: $20').fill('3')
  await page.getByLabel('How many: $10', { exact: true }).fill('1')
  await page.getByRole('button', { name: 'Enter 0 for the rest' }).click()
  await page.getByRole('button', { name: 'Check the count' }).click()
  await expect.poll(() => page.getByRole('table', { name: 'Check your count' }).innerText()).toMatch(/\$50\s+1\s+0\s[\s\S]*350\.00\s+370\.00/)
  await page.getByRole('button', { name: 'Hand in $370.00' }).click()
  await page.getByRole('button', { name: 'Waiting for a connection' }).waitFor()
  await page.context().setOffline(false)
  await page.getByText('Your count is handed in').waitFor()
  await expect.poll(() => page.locator('body').innerText()).toMatch(/Earlier counts\s+2/)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('daybook.count')))).toEqual([])
  await page.getByRole('link', { name: 'Done' }).click()
  await expect.poll(() => tableOf('Expected and counted').innerText()).toMatch(/Cash\s+1\s+70\.00\s+70\.00\s+0\.00/)
})

it('on a phone every till that is not counted, open or closed, leads from the list to its count', async () => {
  const { day } = tradingMoment(NOW, 'Australia/Sydney', '05:00')
  await storeTrade(app.database, 1, 1, [plainSale(NOW.toISOString(), 4000, { TerminalId: 'E6' })], NOW)
  const open = { SessionId: 'E7-1', TerminalId: 'E7', ZNumber: 1, ClerkId: '9', ClerkName: 'Robin Vale', OpenedAt: NOW.toISOString(), OpeningFloat: 30_000 }
  await fetch(`${app.url}/api/pos/v1/control-sheets`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${SAMPLE_TILL_KEY}` },
    body: JSON.stringify({ ControlSheets: [open] }),
  })
  const { page } = visit
  await page.setViewportSize({ width: 390, height: 844 })
  await visit.walkTo(`/reports/control-sheets?range=${DAY}..${day}`)
  const notCounted = page.locator('tr', { has: page.locator('td', { hasText: /^(Open|Counting)/ }) })
  const ways = notCounted.getByRole('link', { name: 'Count drawer' }).or(notCounted.getByRole('button', { name: 'Count drawer' }))
  for (const till of ['E6', 'E7']) await row(till).first().waitFor()
  await expect
    .poll(async () => {
      const rows = await notCounted.count()
      return [rows > 1, (await ways.count()) - rows]
    })
    .toEqual([true, 0])
  const count = row('E6').getByRole('button', { name: 'Count drawer' })
  // The toast of a refusal closes; its message stays at the button until the next try.
  await page.route('**/api/controlsheets', (route) => route.abort(), { times: 1 })
  await page.clock.install()
  // After a failed request the app polls the server and refuses retries until it responds.
  await Promise.all([page.waitForResponse('**/api/health'), count.click()])
  await page.locator('.toast.error').waitFor()
  await page.clock.runFor(5500)
  await page.locator('.toast').waitFor({ state: 'detached' })
  const note = row('E6').locator('.control-note')
  expect(await note.innerText()).not.toBe('')
  await count.click()
  await note.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '11 left to count' }).waitFor()
  expect(visit.path()).toMatch(/\/count$/)
})
