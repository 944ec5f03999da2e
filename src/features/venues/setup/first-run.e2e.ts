import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { beginTexts } from '#features/membership/begin/begin.messages.ts'
import { linkToBegin } from '#features/membership/begin/begin.sql.ts'
import { membershipTexts } from '#features/membership/membership.messages.ts'
import { factorTexts } from '#features/membership/second-factor.messages.ts'
import { tillKeyWords } from '#features/venues/till-keys/till-keys.messages.ts'
import { venueWords } from '#features/venues/venues.messages.ts'
import { codeNow } from '#tests/authenticator.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { employ, makePerson, PASSWORD } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { setupWords } from './setup.messages.ts'

let app: StartedApp
let browser: Browser
let visit: Visit | undefined

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ sample: false, environment: { SECOND_FACTOR: 'required' } }), launchBrowser()])
})
afterEach(async () => {
  const trouble = visit?.trouble ?? []
  await visit?.close()
  visit = undefined
  expect(trouble).toEqual([])
})
afterAll(() => app.close())

/** What somebody does with their hands on the way, counted. */
const hands = (page: Page) => {
  let steps = 0
  return {
    steps: () => steps,
    press: async (role: 'button' | 'link', name: string, within: { getByRole: Page['getByRole'] } = page) => {
      steps += 1
      await within.getByRole(role, { name, exact: true }).click()
    },
    fill: async (label: string, value: string, within: { getByLabel: Page['getByLabel'] } = page) => {
      steps += 1
      await within.getByLabel(label, { exact: true }).fill(value)
    },
  }
}

/** The request that the command shown would send. */
const asCurl = async (command: string): Promise<{ status: number; body: unknown }> => {
  const [, address = ''] = /^curl (\S+)/.exec(command) ?? []
  const headers = Object.fromEntries([...command.matchAll(/-H "([^:]+): ([^"]+)"/g)].map(([, name, value]) => [name, value]))
  const [, body = ''] = /-d '([^']+)'/.exec(command) ?? []
  const answer = await fetch(address, { method: 'POST', headers, body })
  return { status: answer.status, body: await answer.json() }
}

// The one that needs an empty database comes first.
it('from an empty database to the first figure', { timeout: 180_000 }, async () => {
  const begun = beginTexts.en
  const door = membershipTexts.en
  const factor = factorTexts.en
  const venues = venueWords.en
  const keys = tillKeyWords.en
  const words = setupWords.en
  const said = (text: string, values: Record<string, string>) => text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

  const link = await linkToBegin(app.database.house, app.url, new Date())
  visit = await Visit.open(browser, app.url)
  const { page } = visit
  const { press, fill, steps } = hands(page)
  await page.goto(link ?? '')
  await page.getByRole('heading', { name: door.beginTitle }).waitFor()
  expect(new URL(page.url()).hash).toBe('')
  await fill(begun.firstName, 'Noa')
  await fill(begun.surname, 'Tide')
  await fill(begun.email, 'noa@tidewater.example')
  await fill(door.userName, 'noa')
  await fill(door.newPassword, PASSWORD)
  await fill(begun.venueName, 'Tidewater Kitchen')
  await press('button', begun.begin)

  await press('button', factor.setUp)
  const secret = await page.locator('form code').innerText()
  await page.locator('form input').last().fill(codeNow(secret))
  await press('button', factor.confirm)
  await press('button', factor.kept)

  await page.getByRole('heading', { level: 1, name: said(words.title, { venue: 'Tidewater Kitchen' }) }).waitFor()
  await page.getByText(said(words.ofFive, { n: '1', of: '5' }), { exact: true }).waitFor()
  await press('link', words.locationAdd)
  const place = page.locator('main form')
  await fill(venues.Name, 'Tidewater Kitchen', place)
  await fill(venues.Region, 'NSW', place)
  await press('button', venues.addLocation, place)
  await page.getByRole('heading', { name: 'Tidewater Kitchen' }).waitFor()
  await visit.goto('/membership/dashboard')
  await page.getByText(said(words.ofFive, { n: '2', of: '5' }), { exact: true }).waitFor()

  await press('button', words.tillAct)
  const dialog = page.getByRole('dialog')
  await press('button', keys.make, dialog)
  const slip = page.getByRole('alertdialog')
  const key = await slip.getByLabel(keys.key, { exact: true }).inputValue()
  expect(key).toMatch(/^dbk_/)
  await slip.getByText(keys.tryIt).click()
  const sell = await slip.getByLabel(keys.sell, { exact: true }).inputValue()
  const takeBack = await slip.getByLabel(keys.takeBack, { exact: true }).inputValue()
  await press('button', keys.kept, slip)
  await page.getByText(words.waiting).waitFor()

  expect(await asCurl(sell)).toMatchObject({ status: 200, body: { Accepted: 1, Rejected: 0 } })
  const figure = page.getByRole('region', { name: words.figure })
  await figure.getByText('$4.50').waitFor({ timeout: 15_000 })
  await page.getByText(said(words.ofFive, { n: '3', of: '5' }), { exact: true }).waitFor()
  await expect.poll(() => page.locator('main').innerText()).toContain('BY-HAND')
  console.log(`From the link of the console to the first figure: ${steps()} steps.`)
  expect(steps()).toBeLessThanOrEqual(20)

  await press('button', words.openDashboard)
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).not.toContain('Tidewater')
  await visit.goto('/venue/setup')
  await press('link', words.figureOpen)
  await expect.poll(() => page.locator('main').innerText()).toContain('4.50')

  expect(await asCurl(takeBack)).toMatchObject({ status: 200, body: { Accepted: 1, Rejected: 0 } })
  await visit.goto('/venue/setup')
  await figure.getByText('$0.00').waitFor()
})

it('the list is put aside and found again; whoever may not do the steps reads why there is nothing', { timeout: 120_000 }, async () => {
  const [venue] = await app.database.house<{ venue_id: number }[]>`insert into venue (name) values ('The Quiet House') returning venue_id`
  const venueId = venue?.venue_id ?? 0
  await employ(app.database, await makePerson(app.database, 'setter'), venueId, ['can_editsettings', 'can_viewdashboard', 'can_viewsales'])
  await employ(app.database, await makePerson(app.database, 'looker'), venueId, ['can_viewdashboard', 'can_viewsales'])
  visit = await Visit.open(browser, app.url)
  const { page } = visit
  await visit.signInAt('/membership/dashboard', 'looker', PASSWORD)
  await page.getByRole('heading', { name: 'Nothing has been sold yet' }).waitFor()
  await visit.signInAt('/membership/dashboard', 'setter', PASSWORD)
  await page.getByRole('button', { name: 'Hide this list' }).click()
  await page.getByText('The list is hidden. You find it under Venue as “Set-up”.').waitFor()
  await expect.poll(() => page.getByRole('heading', { name: 'Set up The Quiet House' }).count()).toBe(0)
  await visit.goto('/venue/setup')
  await page.getByRole('button', { name: 'Show it on the dashboard again' }).click()
  await page.getByRole('button', { name: 'Hide this list' }).waitFor()
  await visit.goto('/membership/dashboard')
  await page.getByRole('heading', { name: 'Set up The Quiet House' }).waitFor()

  await visit.goto('/venue/tillkeys')
  await page.getByRole('heading', { name: 'No till keys yet' }).waitFor()
  await page.getByRole('button', { name: 'Make till key' }).click()
  await page.getByText('A key belongs to a location, and there are no locations yet.').waitFor()
})

it('the way to a venue of one’s own is told without the link, and a link that is over says so', { timeout: 120_000 }, async () => {
  visit = await Visit.open(browser, app.url)
  const { page } = visit
  await visit.goto('/membership/begin')
  await page.getByText('DAYBOOK_DEMO=0 npm start').waitFor()
  // In the same tab only the fragment changes.
  await page.goto(`${app.url}/membership/begin#1.nonsense`)
  for (const [label, value] of Object.entries({ 'First name': 'Noa', 'E-mail': 'noa@x.example', 'User name': 'noa', 'Name of the venue': 'House' }))
    await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create venue' }).click()
  await page.getByText('This link no longer works').waitFor()
})
