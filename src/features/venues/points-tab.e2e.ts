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
})
afterAll(() => app.close())

const configNow = async () => {
  const owner = await signedIn(app.url, 'owner', SAMPLE_PASSWORD)
  return (await owner.call<{ Config: Record<string, unknown> }>('GET', '/venue/1/config')).body.Config
}

it('a manager sets rates, months without use, the limit and what a voucher costs, and is told from when a changed rate counts', async () => {
  const visit = await Visit.open(browser, app.url)
  const { page } = visit
  await visit.signInAt('/venue/settings', 'owner')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Regulars points' }).click()
  const rate = page.getByLabel('Points per dollar')
  await rate.fill('1.00001')
  await page.getByText('Enter a number from 0 to 10,000 with at most four decimals.').waitFor()
  await rate.fill('1.5')
  await page.getByRole('status').filter({ hasText: 'A changed rate applies to sales that arrive after you save.' }).waitFor()
  for (const at of [0, 1]) {
    await page.getByRole('button', { name: 'Add rate' }).click()
    await page.getByLabel('Product group').nth(at).fill('Beer')
  }
  await page.getByText('This product group is already in the list.').waitFor()
  await page.getByRole('button', { name: 'Remove Beer' }).nth(1).click()
  await page
    .getByRole('group', { name: /^Product groups with their own/ })
    .getByLabel('Points per dollar')
    .fill('0.5')
  await page.getByLabel('Expire points after this many months without activity').fill('18')
  await page.getByLabel('Ask for a second person when an adjustment is more than (points)').fill('400')
  const price = page.getByLabel('Points for a voucher of $25.00')
  await price.fill('0')
  await page.getByText('Enter whole points from 1 to 10,000,000.').waitFor()
  await price.fill('2300')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The changes have been saved.').waitFor()
  expect(await configNow()).toMatchObject({
    PointsPerDollar: 1.5,
    PointsRates: [{ ProductGroup: 'Beer', PointsPerDollar: 0.5 }],
    PointsExpireMonths: 18,
    AdjustmentLimit: 400,
  })
  await page.reload()
  await expect.poll(() => page.getByLabel('Product group').inputValue()).toBe('Beer')
  await expect.poll(() => price.inputValue()).toBe('2300')
  expect(visit.trouble).toEqual([])
  await visit.close()
})
