import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { recordAudit } from '#platform/audit/audit.ts'
import { sealEverything } from '#platform/audit/audit-sealing.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'

let app: StartedApp
let browser: Browser
let visit: Visit | undefined

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  await app.database.inVenue(1, async (sql) => {
    for (let i = 1; i <= 60; i += 1)
      await recordAudit(sql, 1, { action: 'sales.imported', subject: `takings-${i}.csv`, detail: { Rows: i, Rejected: 0 }, actorUserId: 3, ip: '203.0.113.9' })
    await recordAudit(sql, 1, {
      action: 'report.exported',
      subject: '/sales/day',
      detail: { FromDate: '2026-11-01', ToDate: '2026-11-20', Format: 'csv' },
      actorUserId: 2,
      ip: '203.0.113.9',
    })
    await recordAudit(sql, 1, { action: 'something.new', subject: 'not in words yet', actorUserId: null })
  })
  // Otherwise the first to look may see a trail on which there is no seal yet.
  await sealEverything(app.database)
})
afterEach(async () => {
  const trouble = visit?.trouble ?? []
  await visit?.close()
  visit = undefined
  expect(trouble).toEqual([])
})
afterAll(async () => {
  await app.close()
})

it('who did what, day by day, with filters in the address and the proof', async () => {
  visit = await Visit.open(browser, app.url)
  const { page } = visit
  await visit.signInAt('/venue/activity', 'owner')
  await page.getByText('exported a report: Sales Summary by day').waitFor()
  await page.getByText('something.new: not in words yet').waitFor()
  await page.getByText(/Sealed: \d+ rows, unchanged up to/).waitFor()
  await page.getByRole('link', { name: 'Older' }).click()
  await page.getByText('takings-1.csv').waitFor()
  await visit.walkTo('/venue/activity?action=sales.imported&q=takings-17')
  await page.getByText('takings-17.csv').waitFor()
  await expect.poll(() => page.locator('main ol > li').count()).toBe(1)
  await page.locator('main ol > li a').click()
  await page.waitForURL(/person=3/)
  await expect.poll(() => page.locator('main ol > li').count()).toBe(1)
})

it('Admin sees what happened outside of any venue, in Japanese too', async () => {
  visit = await Visit.open(browser, app.url, { language: 'jp' })
  const { page } = visit
  await visit.signInAt('/admin/activity', 'admin')
  await page.getByRole('heading', { name: 'システムの操作履歴', level: 1 }).waitFor()
  await page.locator('main ol > li').getByText('サインインしました').first().waitFor()
  await page.getByText(/^(封印済み|まだ封印)/).waitFor()
  await page.getByRole('combobox').selectOption('sign-in.failed')
  await page.waitForURL(/action=sign-in\.failed/)
})
