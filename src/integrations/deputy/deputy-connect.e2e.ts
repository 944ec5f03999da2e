import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { LinkHouse } from '#tests/link-house.ts'

const HOST = 'harbourvine.au.deputy.com'
let house: LinkHouse
let browser: Browser

beforeAll(async () => {
  ;[house, browser] = await Promise.all([LinkHouse.open('Rostered in a Browser', { sample: true }), launchBrowser()])
  const { books } = house.deputy.install(HOST, 'Harbour & Vine')
  books.put('Company', { Id: 1, CompanyName: 'Harbour Bar', Active: true })
  books.put('Company', { Id: 2, CompanyName: 'Events Pty Ltd', Active: true })
  books.put('OperationalUnit', { Id: 11, Company: 1, OperationalUnitName: 'Functions', Active: true })
  books.put('OperationalUnit', { Id: 12, Company: 2, OperationalUnitName: 'Garden', Active: true })
  for (const [Id, DisplayName] of [
    [21, 'Tilda Moss'],
    [22, 'Ravi Shah'],
  ] as const) {
    books.put('Contact', { Id: Id + 100, Email1: `${DisplayName.split(' ')[0]?.toLowerCase()}@mail.example` })
    books.put('Employee', { Id, DisplayName, Active: true, Contact: Id + 100 })
    const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
    books.timesheet(11, Id, [`${day}T12:00:00+11:00`, `${day}T20:00:00+11:00`])
  }
})
afterAll(() => house.close())

it('Deputy is linked, its areas and people are said to be somebody, and its sales are switched on', async () => {
  const visit = await Visit.open(browser, house.app.url)
  const { page } = visit
  await visit.signInAt('/deputy/connect', 'owner')
  await page.getByRole('button', { name: 'Connect Harbour & Vine (sample) to Deputy' }).click()
  await page.getByRole('button', { name: 'Continue to Deputy' }).click()
  await page.getByRole('heading', { name: 'Deputy stand-in' }).waitFor()
  expect(await visit.pendingLink('Deputy')).toEqual([`${house.app.url}/deputy/connect`, 0])
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('heading', { name: 'Harbour & Vine (sample) was not linked' }).waitFor()
  expect(await visit.pendingLink('Deputy')).toEqual(['', 0])
  await page.getByRole('button', { name: 'Connect again' }).click()
  await page.getByRole('button', { name: 'Continue to Deputy' }).click()
  await page.getByRole('link', { name: 'Allow with Harbour & Vine' }).click()
  await page.getByRole('heading', { name: 'Harbour & Vine (sample) is linked' }).waitFor()
  expect(page.url()).toBe(`${house.app.url}/deputy/connect`)
  await house.work()

  await page.reload()
  const areas = page.getByRole('region', { name: 'Areas' })
  await areas.getByText('1 not matched, 1 suggested, 0 confirmed').waitFor()
  await areas.getByRole('button', { name: 'Confirm Functions' }).click()
  await areas.getByText('1 not matched, 0 suggested, 1 confirmed').waitFor()
  await areas.getByLabel('Garden', { exact: true }).selectOption({ label: 'Cellar Door' })
  await areas.getByRole('button', { name: 'Confirm Garden' }).click()
  await areas.getByText('0 not matched, 0 suggested, 2 confirmed').waitFor()

  const people = page.getByRole('region', { name: 'People' })
  await people.getByRole('row', { name: /Tilda Moss tilda@mail\.example 8 h/ }).waitFor()
  await people.getByLabel('Tilda Moss', { exact: true }).selectOption({ label: 'No employee account' })
  await people.getByRole('button', { name: 'Confirm Tilda Moss' }).click()
  await people.getByText('1 not matched, 0 suggested, 1 confirmed').waitFor()
  await people.getByRole('row', { name: /Tilda Moss.*Confirmed.*by Mia Tanaka, / }).waitFor()
  await areas.getByRole('row', { name: /Garden.*Confirmed.*by Mia Tanaka, / }).waitFor()

  const tell = page.getByLabel('Send the sales of the whole venue to Deputy')
  await tell.click()
  await expect.poll(() => tell.isChecked()).toBe(true)
  await house.work()
  expect(visit.trouble).toEqual([])
  await visit.close()
})
