import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'

let app: StartedApp
let browser: Browser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(() => app.close())

const FILE = 'Employee,Date,Start,End\nTilda Moss,2026-11-18,09:00,17:00\nRavi Shah,2026-11-18,09:00,12:30\nRavi Shah,2026-11-40,09:00,12:00\n'

it('timesheets of a file are checked with their hours, and imported', async () => {
  const visit = await Visit.open(browser, app.url)
  const { page } = visit
  await visit.signInAt('/venue/imports/rosters', 'owner')
  await page.locator('input[type=file]').setInputFiles({ name: 'hours.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) })
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('table', { name: 'What will change' }).getByRole('row', { name: 'Hours 11.5', exact: true }).waitFor()
  await page
    .getByText(/2026-11-40/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await page.getByRole('heading', { name: 'What was imported' }).waitFor()
  await page.getByRole('link', { name: 'Show T & A' }).waitFor()
  expect(visit.trouble).toEqual([])
  await visit.close()
})
