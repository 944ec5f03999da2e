import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_PASSWORD } from '#db/demo/cast.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { signedIn } from '#tests/visitor.ts'

let app: StartedApp
let browser: Browser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  const owner = await signedIn(app.url, 'owner', SAMPLE_PASSWORD)
  const { body } = await owner.call<{ FileId: string; Guess: { Mapping: object } }>('POST', '/attendance/imports/files?Name=hours.csv', {
    body: 'Employee,Date,Start,End\nTilda Moss,2026-11-18,09:00,17:00\nRavi Shah,2026-11-18,09:00,12:00\n',
    headers: { 'content-type': 'application/octet-stream' },
  })
  const run = { FileId: body.FileId, Kind: 'Timesheets', Mapping: body.Guess.Mapping, LocationId: 1 }
  expect((await owner.call('POST', '/attendance/imports/runs', { body: run })).status).toBe(200)
})
afterAll(() => app.close())

const FILE = 'Employee,From,Rate,Per\nTilda Moss,01/11/2026,31.50,hour\nRavi Shah,01/11/2026,29,\nNobody Known,01/11/2026,30,\n'

it('rates of a file are checked, imported and found unchanged after that', async () => {
  const visit = await Visit.open(browser, app.url)
  const { page } = visit
  await visit.signInAt('/venue/imports', 'owner')
  await page.getByRole('link', { name: 'Import pay rates' }).click()
  // The screen before it takes files too.
  await page.getByRole('heading', { name: 'Import pay rates', level: 1 }).waitFor()
  const handOver = async () => {
    await page.locator('input[type=file]').setInputFiles({ name: 'rates.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) })
    await page.getByRole('heading', { name: 'Columns' }).waitFor()
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.getByRole('heading', { name: 'What will change' }).waitFor()
  }
  await handOver()
  const changes = page.getByRole('table', { name: 'Rates' })
  await changes.getByRole('row', { name: /Tilda Moss Sun 1 Nov 2026 no rate from this day \$31\.50 an hour/ }).waitFor()
  await page.getByText(/There is nobody called "Nobody Known" in T & A/).waitFor()
  await page.getByRole('button', { name: 'Import 2 rates' }).click()
  await page.getByRole('heading', { name: 'What was imported' }).waitFor()
  await page.getByRole('button', { name: 'Import another file' }).click()
  await handOver()
  expect(await page.getByRole('button', { name: 'Import 0 rates' }).isDisabled()).toBe(true)
  expect(visit.trouble).toEqual([])
  await visit.close()
})
