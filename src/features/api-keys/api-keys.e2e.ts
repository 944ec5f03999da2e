import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'

let app: StartedApp
let browser: Browser
let visit: Visit

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
beforeEach(async () => {
  visit = await Visit.open(browser, app.url)
})
afterEach(async () => {
  await visit.close()
  expect(visit.trouble).toEqual([])
})
afterAll(async () => {
  await app.close()
})

const statusWith = async (key: string) => (await fetch(`${app.url}/api/patronapi2/v1/venues`, { headers: { authorization: `Bearer ${key}` } })).status

it('a key is created, shown once, rotated with an overlap and revoked by typing its name', async () => {
  const { page } = visit
  await visit.signInAt('/admin/apikeylist', 'admin')
  await page.getByRole('rowheader', { name: 'Wharf Brewing' }).waitFor()
  await page.getByRole('button', { name: 'Create key' }).click()
  // Nobody gives a permission by leaving the boxes alone.
  expect(await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).isDisabled()).toBe(true)
  for (const permission of ['Read sales of its products', 'Read stock of its products', 'Read its invoices', 'Send invoices'])
    await page.getByRole('checkbox', { name: permission }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
  await page.getByText('Enter a value.').or(page.locator('.wrong')).first().waitFor()
  await page.getByLabel('Supplier').last().fill('Vine & Cork')
  await page.getByLabel('Name', { exact: true }).fill('Reorder robot')
  await page.getByRole('checkbox', { name: /Harbour & Vine/ }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
  const shown = page.getByLabel('API key', { exact: true })
  await shown.waitFor()
  const key = await shown.inputValue()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect(readFileSync(await (await saving).path(), 'utf8').trim()).toBe(key)
  await page.keyboard.press('Escape')
  await expect.poll(() => shown.isVisible()).toBe(true)
  await page.getByRole('button', { name: 'I have saved the key' }).click()
  await page.getByRole('rowheader', { name: 'Vine & Cork' }).waitFor()
  expect(await page.content()).not.toContain(key)
  expect(await statusWith(key)).toBe(200)

  await page.getByRole('button', { name: 'Rotate the key of Reorder robot' }).click()
  await page.getByLabel('Old key keeps working for').selectOption('168')
  await page.getByRole('button', { name: 'Make new key' }).click()
  await shown.waitFor()
  const second = await shown.inputValue()
  await page.getByRole('button', { name: 'I have saved the key' }).click()
  await page.getByText(/works until/).waitFor()
  expect([await statusWith(key), await statusWith(second)]).toEqual([200, 200])

  await page.getByRole('button', { name: 'Change the venues of Reorder robot' }).click()
  await page.getByRole('checkbox', { name: /Harbour & Vine/ }).uncheck()
  await page.getByText(/will withdraw access/).waitFor()
  await page.getByRole('button', { name: 'Save venues' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const answer = await fetch(`${app.url}/api/patronapi2/v1/venues`, { headers: { authorization: `Bearer ${second}` } })
  expect(await answer.json()).toMatchObject({ Venues: [] })

  await page.getByRole('button', { name: 'Revoke the key of Reorder robot' }).click()
  const revoke = page.getByRole('button', { name: 'Revoke', exact: true }).last()
  await expect.poll(() => revoke.isDisabled()).toBe(true)
  await page.getByLabel('Type Reorder robot to confirm').fill('Reorder robot')
  await revoke.click()
  await page.getByText('The key of Reorder robot is revoked.').waitFor()
  expect([await statusWith(key), await statusWith(second)]).toEqual([401, 401])

  await page.getByRole('checkbox', { name: 'Unused for 90 days' }).click()
  await page.getByText('No key matches these filters.').waitFor()
})

it('on a small window each key is a slip with everything in sight', async () => {
  const { page } = visit
  await page.setViewportSize({ width: 390, height: 844 })
  await visit.signInAt('/admin/apikeylist', 'admin')
  const slip = page.locator('main tbody tr').first()
  await slip.waitFor()
  for (const width of [390, 768]) {
    await page.setViewportSize({ width, height: 1024 })
    for (const act of await slip.getByRole('button').all()) {
      const box = await act.boundingBox()
      expect(box && box.x >= 0 && box.x + box.width <= width).toBe(true)
    }
  }
})
