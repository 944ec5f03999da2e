import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { LOOKS } from '#tests/looks.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'

let app: StartedApp
let browser: Browser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(() => app.close())

const FILE = 'Employee,Date,Start,End\nTilda Moss,2026-11-18,09:00,17:00\nRavi Shah,2026-11-18,09:00,12:30\nRavi Shah,2026-11-40,09:00,12:00\n'

it.each(LOOKS)('timesheets of a file are checked with their hours, and imported, at %o', async (look) => {
  const visit = await Visit.open(browser, app.url, look)
  const { page } = visit
  await visit.signInAt('/venue/imports/rosters', 'owner')
  const year = look.dark ? 2025 : 2026
  const file = { name: 'hours.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE.replaceAll('2026', String(year))) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: /^Check the file$|^ファイルを確認$/ }).click()
  const counts = page.getByRole('table', { name: /^What will change$|^変更内容$/ })
  await counts.getByRole('row', { name: /^(Hours|時間) 11\.5$/ }).waitFor()
  await page
    .getByText(new RegExp(`${year}-11-40`))
    .first()
    .waitFor()
  expect(await visit.axe()).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  await visit.shoot(`import-rosters-${look.width}`)
  await page.getByRole('button', { name: /^Import 2 rows$|^2行を取り込む$/ }).click()
  await page.getByRole('heading', { name: /^What was imported$|^取り込み結果$/ }).waitFor()
  await page.getByRole('link', { name: /^Show T & A$|^勤怠を表示$/ }).waitFor()
  expect(visit.trouble).toEqual([])
  await visit.close()
})
