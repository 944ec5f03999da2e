import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { codeNow } from '#tests/authenticator.ts'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { makePerson, makeVenue, PASSWORD } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'

let app: StartedApp
let browser: Browser
let visit: Visit | undefined
let steps = 0
let made = 0
const now = () => new Date(Date.now() + steps * 60_000)

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ environment: { SECOND_FACTOR: 'required' }, now }), launchBrowser()])
  await makeVenue(app.database, 'The Long Room')
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

const open = async (): Promise<Visit> => {
  visit = await Visit.open(browser, app.url)
  return visit
}

it('Admin sets it up on the way in, and is asked for it the next time, by the app or a recovery code', async () => {
  const keeper = `Keeper ${++made}`
  await makePerson(app.database, keeper, { isAdmin: true })
  const { page, ...at } = await open()
  await visit?.signIn(keeper, PASSWORD)
  await page.waitForURL(`${at.url}/membership/secondfactor`)
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('img').waitFor()
  const secret = await page.locator('form code').innerText()
  await page.getByLabel('Code from the app').fill('000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.locator('.wrong').waitFor()
  await page.getByLabel('Code from the app').fill(codeNow(secret, now()))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.locator('li code').nth(9).waitFor()
  const [recovery = ''] = await page.locator('li code').allInnerTexts()
  await page.getByRole('button', { name: 'I have saved the codes' }).click()
  await page.waitForURL(`${at.url}/admin/list`)
  steps += 1

  for (const answer of [() => codeNow(secret, now()), () => recovery]) {
    await visit?.goto('/membership/logout')
    await page.waitForFunction(() => localStorage.getItem('daybook.user') === null)
    await visit?.goto('/membership/auth')
    await visit?.fillDoor(keeper, PASSWORD)
    const field = page.locator('input[name=code]')
    await field.waitFor()
    await expect.poll(() => field.getAttribute('autocomplete')).toBe('one-time-code')
    await expect.poll(() => field.evaluate((input) => document.activeElement === input)).toBe(true)
    await field.fill('not a code')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.locator('.callout[role=alert]').waitFor()
    await field.fill(answer())
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(`${at.url}/admin/list`)
    steps += 1
  }
})

it('a person of the sample is let in without, and may set one up', async () => {
  const { page } = await open()
  await visit?.signIn('owner')
  await visit?.goto('/preferences')
  await page.getByRole('link', { name: 'Two-step sign-in' }).click()
  await page.getByText('Two-step sign-in is off.').waitFor()
})
