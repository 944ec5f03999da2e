import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_PASSWORD } from '#db/demo/cast.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { employ, makePerson, PASSWORD } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'

let app: StartedApp
let browser: Browser
let owner: Visitor

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  owner = await signedIn(app.url, 'owner', SAMPLE_PASSWORD)
  await unused('770001', 'Ruth Adeyemi', 300)
  await unused('770002', 'Colin Marr', 45)
})
afterAll(() => app.close())

/** A card with points that nobody has used for years. */
const unused = async (number: string, Name: string, Points: number) => {
  await owner.call('POST', `/loyalty/${number}/details`, { body: { Details: { Name } } })
  await owner.call('POST', `/loyalty/${number}/points`, { body: { Points, LocationId: 1, Comments: 'Start' } })
  await app.database.inVenue(1, (sql) => sql`update loyalty_card set joined = '2020-02-03', last_used = null where venue_id = 1 and number = ${number}`)
}
const expireAfter = (PointsExpireMonths: number) => owner.call('POST', '/venue/1/config', { body: { Config: { PointsExpireMonths } } })
const pointsOf = async (number: string) => (await owner.call<{ Points: number }>('GET', `/loyalty/${number}/points`)).body.Points

it('says that points never expire until the venue sets months, and then shows a preview before anything can expire', async () => {
  const visit = await Visit.open(browser, app.url)
  const { page } = visit
  await visit.signInAt('/loyalty/expiry', 'owner')
  await page.getByRole('heading', { name: 'Points do not expire here' }).waitFor()
  await page.getByRole('link', { name: 'Change the months' }).click()
  await page.getByLabel('Expire points after this many months without activity').fill('48')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The changes have been saved.').waitFor()
  await page.getByRole('link', { name: 'Show points that would expire now' }).click()
  await page.getByRole('heading', { name: '345 points on 2 cards may expire' }).waitFor()
  await page.getByRole('row', { name: 'February 2020 2 345' }).waitFor()
  await page.getByRole('table', { name: 'Largest balances' }).getByText('Ruth Adeyemi').waitFor()
  expect(await pointsOf('770001')).toBe(300)

  // Another member turns up between looking and confirming: nothing expires, and the new figures are asked about.
  await page.getByRole('button', { name: 'Expire 345 points' }).click()
  await unused('770003', 'Noor Haddad', 5)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Expire 345 points' }).click()
  await dialog.getByText('so nothing expired').waitFor()
  await dialog.getByRole('button', { name: 'Expire 350 points' }).waitFor()
  expect(await pointsOf('770001')).toBe(300)
  await dialog.getByRole('button', { name: 'Expire 350 points' }).click()
  await page.getByText('350 points expired.').waitFor()
  await expect.poll(() => page.getByRole('table', { name: 'Earlier expiries' }).locator('tbody').innerText()).toMatch(/Mia Tanaka\s+3\s+350/)
  expect([await pointsOf('770001'), await pointsOf('770003')]).toEqual([0, 0])
  expect(visit.trouble).toEqual([])
  await visit.close()
})

it('Loyalty Points announces what is due next, and leads to the preview', async () => {
  await expireAfter(48)
  await unused('770004', 'Lena Lund', 940)
  const visit = await Visit.open(browser, app.url)
  await visit.signInAt('/reports/loyalty-points?range=thisweek', 'owner')
  await visit.page.getByRole('link', { name: /^Expires on .*1 \w+ \d{4}: 940 points$/ }).click()
  await visit.page.getByRole('heading', { name: '940 points on 1 card may expire' }).waitFor()
  expect(visit.path()).toBe('/loyalty/expiry')
  await visit.close()
})

it('whoever may only see is offered no button, and is told who can', async () => {
  const looker = await makePerson(app.database, 'expiry.looker')
  await employ(app.database, looker, 1, ['can_viewloyalty'])
  const visit = await Visit.open(browser, app.url)
  await visit.signInAt('/loyalty/expiry', 'expiry.looker', PASSWORD)
  await visit.page.getByText('Someone who may change Regulars cards and works at every location can expire these points.').waitFor()
  expect(await visit.page.getByRole('button', { name: /^Expire/ }).count()).toBe(0)
  await visit.close()
})
