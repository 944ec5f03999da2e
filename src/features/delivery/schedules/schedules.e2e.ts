import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { mailInFolder } from '#tests/mail-folder.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { sampleTrade, storeTrade } from '#tests/stored-trade.ts'

let app: StartedApp
let browser: Browser
let visit: Visit

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  const days = [3, 2, 1, 0].map(dayAgo)
  for (const { locationId, sales } of sampleTrade(days, new Date())) await storeTrade(app.database, 1, locationId, sales, new Date())
  visit = await Visit.open(browser, app.url)
  await visit.signInAt('/reports/schedules', 'owner')
}, 120_000)
afterEach(() => expect(visit.trouble.splice(0)).toEqual([]))
afterAll(async () => {
  await app.close()
})

it('a view is kept, goes on from, is shared, opens at sign-in and is deleted', async () => {
  const { page } = visit
  await visit.walkTo('/reports/sales?range=last7&by=day&view=detail')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save this view…' }).click()
  await page.getByLabel('Name', { exact: true }).fill('The last seven days')
  await page.getByRole('checkbox', { name: 'Share it with the venue' }).check()
  await page.getByRole('checkbox', { name: 'Open it when I sign in' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const views = page.getByRole('button', { name: 'Views: The last seven days' })
  await views.waitFor()

  await page.getByRole('button', { name: 'Summary', exact: true }).click()
  await page.getByRole('button', { name: 'Views: The last seven days, changed' }).click()
  await page.getByRole('menuitem', { name: 'Save the changes to' }).click()
  await page.getByRole('button', { name: 'Views: The last seven days', exact: true }).waitFor()

  const later = await Visit.open(browser, app.url)
  await later.signIn('owner')
  await later.page.waitForURL((url) => url.pathname === '/reports/sales' && url.searchParams.get('range') === 'last7')
  expect(new URL(later.page.url()).searchParams.get('view')).not.toBe('detail')
  await later.close()

  const manager = await Visit.open(browser, app.url)
  await manager.signInAt('/reports/sales', 'manager')
  await manager.page.getByRole('button', { name: 'Views' }).click()
  await manager.page.getByRole('menuitem', { name: 'The last seven days' }).click()
  await manager.page.waitForURL((url) => url.searchParams.get('range') === 'last7')
  await manager.close()

  await page.getByRole('button', { name: 'Views: The last seven days' }).click()
  await page.getByRole('menuitem', { name: /^Delete/ }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Views', exact: true }).waitFor()
})

it('a report is scheduled with a look at its mail, tried out, and left by its link', async () => {
  const { page } = visit
  await visit.walkTo('/reports/schedules')
  await page.getByText('No scheduled reports yet').waitFor()
  await visit.walkTo('/reports/sales?range=yesterday&view=detail')
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('menuitem', { name: 'Send by e-mail…' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Every morning')
  await page.getByLabel('Attached').selectOption('xlsx')
  await page.getByLabel('Time of sending').fill('25')
  await page.getByLabel('Attached').focus()
  await page.getByText('Enter a time such as 17:30.').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByLabel('Time of sending').fill('9')
  await page.getByText(/^Enter a time such as|00:00 to 23:59/).waitFor({ state: 'detached' })
  await page.getByText('Sent every day at 09:00, once the trading day is over at every location.').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Choose at least one person.').waitFor()
  expect(await page.getByLabel('Time of sending').inputValue()).toBe('09:00')
  await page.getByRole('checkbox', { name: /\(you\)/ }).check()
  await page.getByText('Choose at least one person.').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('heading', { name: 'Every morning' }).waitFor()
  await page.getByRole('button', { name: 'As plain text' }).click()
  await page.getByText('Open in Daybook').waitFor()
  await page.getByRole('button', { name: 'Back to the schedule' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('“Every morning” was saved.').waitFor()

  await visit.walkTo('/reports/schedules')
  await page.getByRole('rowheader', { name: 'Every morning' }).waitFor()
  await page.getByText('Every day 09:00').waitFor()
  await page.getByRole('button', { name: 'More for “Every morning”' }).click()
  await page.getByRole('menuitem', { name: 'Send a test to me' }).click()
  const [owner] = await app.database.house`select email from app_user where user_name = 'owner'`
  const { mail, link } = await mailInFolder(app, owner?.email, '/reports/unsubscribe')
  expect(mail.subject).toMatch(/^Test: Every morning/)
  expect(mail.attachments).toHaveLength(1)
  await page.getByText('sent to 1 person').waitFor()
  await page.getByRole('button', { name: 'More for “Every morning”' }).click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  await page.getByRole('dialog').getByText('sent', { exact: true }).waitFor()

  const reader = await Visit.open(browser, app.url)
  await reader.goto(link)
  await reader.page.getByRole('heading', { name: 'Stop these e-mails' }).waitFor()
  await reader.page.getByRole('button', { name: 'Stop these e-mails' }).click()
  await reader.page.getByText(/You will no longer receive “Every morning”/).waitFor()
  expect(reader.trouble).toEqual([])
  await reader.close()
  await page.reload()
  await page.getByText('unsubscribed').first().waitFor()
})

it('a new schedule begins with the usual recipients; somebody outside is added where the venue allows it, and answers by the link of their mail', async () => {
  const { page } = visit
  const [owner] = await app.database.house`select email from app_user where user_name = 'owner'`
  await visit.walkTo('/venue/settings?tab=settings')
  const usual = page.getByLabel('Report recipients')
  const described = await usual.getAttribute('aria-describedby')
  await expect.poll(() => page.locator(`[id="${described}"]`).innerText()).toContain('New scheduled reports start with these recipients.')
  await usual.fill(String(owner?.email).toLowerCase())
  await page.getByRole('checkbox', { name: 'Reports may be mailed to people outside Daybook' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved').first().waitFor()
  await visit.walkTo('/reports/sales?range=lastweek')
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('menuitem', { name: 'Send by e-mail…' }).click()
  const dialog = page.getByRole('dialog')
  await expect.poll(() => dialog.getByRole('checkbox', { name: /\(you\)/ }).isChecked()).toBe(true)
  expect(await dialog.getByRole('group', { name: 'To', exact: true }).getByRole('checkbox', { checked: true }).count()).toBe(1)
  await page.getByLabel('Name', { exact: true }).fill('For the accountant')
  await page.getByLabel('E-mail address').fill('accountant')
  await page.getByRole('button', { name: 'Add address' }).click()
  await page.getByText('Enter an e-mail address.').waitFor()
  await page.getByLabel('E-mail address').fill('accountant@ledgers.example')
  await page.keyboard.press('Enter')
  await page.getByText('is asked when you save').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('“For the accountant” was saved.').waitFor()
  const { link } = await mailInFolder(app, 'accountant@ledgers.example', '/reports/recipients')
  const reader = await Visit.open(browser, app.url)
  await reader.goto(link)
  await reader.page.getByRole('heading', { name: /^May .* send you reports\?$/ }).waitFor()
  await reader.page.getByText('Sales Summary').waitFor()
  await reader.page.getByRole('button', { name: 'Agree to get these mails' }).click()
  await reader.page.getByRole('heading', { name: 'You have agreed' }).waitFor()
  expect(reader.trouble).toEqual([])
  await reader.close()
  await visit.walkTo('/reports/schedules')
  const row = page.getByRole('row', { name: /For the accountant/ })
  await row.getByText('accountant@ledgers.example').waitFor()
  await row.getByText(/^Sundays \d\d:\d\d$|^Every day \d\d:\d\d$/).waitFor()
  await row.getByText('Sales Summary · Last week').waitFor()
  expect(await row.getByText('has not answered yet').count()).toBe(0)
})
