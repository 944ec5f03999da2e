import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { employ, makePerson, PASSWORD } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'

let app: StartedApp
let browser: Browser
let visits: Visit[] = []

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterEach(async () => {
  const trouble = visits.flatMap((visit) => visit.trouble)
  for (const visit of visits) await visit.close()
  visits = []
  expect(trouble).toEqual([])
})
afterAll(() => app.close())

it('a token is made in Preferences, shown once, reads the report whose address Share shows, and is revoked', async () => {
  // Tried again, it is somebody else.
  const name = `Token Reader ${Date.now()}`
  await employ(app.database, await makePerson(app.database, name), 1, ['can_viewsales'])
  const visit = await Visit.open(browser, app.url)
  visits.push(visit)
  const { page } = visit
  await visit.signIn(name, PASSWORD)
  await visit.goto('/preferences')
  await page.getByRole('link', { name: 'Tokens' }).click()
  await page.getByText('You have no tokens at this venue').waitFor()
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog', { name: 'New token' })
  await dialog.getByLabel('Name', { exact: true }).fill('Weekly workbook')
  await dialog.getByRole('radio', { name: 'Only these reports' }).click()
  await dialog.getByRole('checkbox', { name: 'Sales Summary' }).click()
  await dialog.getByLabel('Your password').fill('not the password at all')
  await dialog.getByRole('button', { name: 'New token' }).click()
  await dialog.getByText('That is not your password.').waitFor()
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'New token' }).click()
  const shown = page.getByRole('alertdialog', { name: 'Token Weekly workbook' })
  const token = await shown.getByRole('textbox', { name: 'Token' }).inputValue()
  expect(token).toMatch(/^daybook_[0-9A-Za-z]{38}$/)
  await shown.getByRole('button', { name: 'I have copied it' }).click()
  const row = page.getByRole('row', { name: /Weekly workbook/ })
  await row.getByText('Sales Summary').waitFor()
  expect(await page.content()).not.toContain(token)

  await visit.goto('/reports/sales?range=lastweek')
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('menuitem', { name: /Read in a spreadsheet/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Sales Summary in a spreadsheet' })
  const address = await sheet.getByRole('textbox', { name: 'Address' }).inputValue()
  expect(address).toContain('Period=LastWeek')
  const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(await sheet.getByRole('textbox', { name: 'Excel (Power Query)' }).inputValue()).toContain(address)
  await page.keyboard.press('Escape')

  await visit.goto('/preferences/tokens')
  await page.getByRole('button', { name: 'Revoke Weekly workbook' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('You have no tokens at this venue').waitFor()
  expect((await fetch(address, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
})
