import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { linkIn, MailServer } from '#tests/mail-server.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'

let app: StartedApp
let browser: Browser
const mail = new MailServer()

beforeAll(async () => {
  const SMTP_URL = await mail.start()
  ;[app, browser] = await Promise.all([startApp({ environment: { SMTP_URL } }), launchBrowser()])
})
afterAll(async () => {
  await browser.close()
  await app.close()
  await mail.stop()
})

it('Admin makes a venue with a location, its Owner is invited, and its fees are worked out', async () => {
  const visit = await Visit.open(browser, app.url)
  const { page } = visit
  await visit.signIn('admin')
  await visit.goto('/admin/list')
  await page.getByRole('button', { name: 'New venue' }).click()
  const form = page.getByRole('dialog', { name: 'New venue' })
  await form.getByRole('button', { name: 'Make venue' }).click()
  await form.getByText('A name of 1 to 100 printable characters.').first().waitFor()
  await visit.shoot('venue-new-wrong')
  await form.getByLabel('Name of the venue').fill('Copper Lantern')
  await form.getByLabel('Its first location').fill('Front Bar')
  await form.getByLabel('E-mail').fill('mia@copper.example')
  await form.getByLabel('First name').fill('Mia')
  expect(await visit.axe()).toEqual([])
  await form.getByRole('button', { name: 'Make venue' }).click()
  await page.getByRole('heading', { name: 'Copper Lantern' }).waitFor()
  expect(linkIn(await mail.next('mia@copper.example')).url).toContain('/membership/password#')
  await page.getByRole('heading', { name: 'Front Bar' }).waitFor()
  await visit.shoot('venue-locations')
  await page.getByRole('link', { name: 'Payment info' }).click()
  await page.getByLabel('Percentage of the payment (%)').fill('1.75')
  await page.getByLabel('For each payment (AUD)').fill('0.3')
  await page.getByText('$48.82').waitFor()
  await visit.shoot('venue-payment')
  await page.getByRole('link', { name: 'Domains' }).click()
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Save' }).click()
  await page.getByLabel('Domain').fill('https://copper.com.au')
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByText('The name alone, without https:// before it.').waitFor()
  await page.getByLabel('Domain').fill('pay.copper.com.au')
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByText('Kept, not with the provider yet').waitFor()
  await visit.shoot('venue-domains')
  await visit.goto('/admin/list?q=copper')
  await page.getByRole('cell', { name: 'Sales Breakdown' }).first().waitFor()
  expect(await page.locator('tbody tr').count()).toBe(1)
  await visit.shoot('venue-list')
  expect(visit.trouble).toEqual([])
  await visit.close()
})

it('a manager names the programme, hides a screen, and the menu follows at once', async () => {
  const visit = await Visit.open(browser, app.url)
  const { page } = visit
  await visit.signIn('manager')
  await visit.goto('/venue/settings')
  const preview = page.getByRole('region', { name: 'The menu this gives' })
  await preview.getByText('Regulars', { exact: true }).waitFor()
  await page.getByLabel('Name of the programme').fill('x'.repeat(41))
  await page.getByText('At most 40 characters, all of them printable.').waitFor()
  await page.getByLabel('Name of the programme').fill('Mates')
  await preview.getByText('Mates', { exact: true }).waitFor()
  expect(await preview.getByText('Sales Breakdown').count()).toBe(1)
  await page.getByLabel('Sales Breakdown').uncheck()
  await expect.poll(() => preview.getByText('Sales Breakdown').count()).toBe(0)
  await visit.shoot('venue-general')
  expect(await visit.axe()).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The changes have been saved.').waitFor()
  await page.locator('nav').getByText('Mates', { exact: true }).first().waitFor()
  for (const tab of ['Locations', 'Connections', 'Settings']) {
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: tab }).click()
    await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'))
    expect(await visit.axe(), tab).toEqual([])
    await visit.shoot(`venue-tab-${tab.toLowerCase()}`)
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), tab).toBe(0)
    await visit.shoot(`venue-tab-${tab.toLowerCase()}-390`)
    await page.setViewportSize({ width: 1440, height: 900 })
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await visit.goto('/venue/settings')
  await preview.waitFor()
  expect(await visit.axe()).toEqual([])
  await visit.shoot('venue-general-dark')
  await page.setViewportSize({ width: 390, height: 844 })
  await visit.shoot('venue-general-390-dark')
  expect(visit.trouble).toEqual([])
  await visit.close()
})
