import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { linkIn, MailServer } from '#tests/mail-server.ts'
import { employ, makePerson, makeVenue, PASSWORD } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'

let app: StartedApp
let browser: Browser
let visit: Visit
const mail = new MailServer()

beforeAll(async () => {
  const SMTP_URL = await mail.start()
  ;[app, browser] = await Promise.all([startApp({ environment: { SMTP_URL } }), launchBrowser()])
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
  await mail.stop()
})

it('a forgotten password is asked for at the door, set by the link in the mail, and used', async () => {
  const venue = await makeVenue(app.database, 'Password House')
  const lost = await makePerson(app.database, 'lost.larry')
  await employ(app.database, lost, venue.venueId, ['can_viewsales'])
  const { page } = visit
  await visit.goto('/membership/auth')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('User name or e-mail').fill('lost.larry')
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
  const { url } = linkIn(await mail.next(lost.email))
  await page.goto(url)
  await page.getByText('Choose a password for lost.larry.').waitFor()
  expect(page.url()).not.toContain('#')
  await page.getByLabel('New password').fill('short')
  await expect.poll(() => page.getByRole('button', { name: 'Set password' }).isDisabled()).toBe(true)
  await page.getByLabel('New password').fill('nine brass taps at dawn')
  await expect.poll(() => page.locator('.rules .met').count()).toBe(2)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('Your password is set.').waitFor()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await visit.signIn('lost.larry', 'nine brass taps at dawn')
  expect(visit.path()).toBe('/reports/sales')
  await page.goto(url)
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
})

it('a password is changed by whoever knows the one before; the toast that says so stays while it is pointed at, and goes five seconds after', async () => {
  const venue = await makeVenue(app.database, 'Change House')
  const carol = await makePerson(app.database, 'careful.carol')
  await employ(app.database, carol, venue.venueId, ['can_viewsales'])
  const { page } = visit
  await visit.signInAt('/membership/changepassword', 'careful.carol', PASSWORD)
  await page.getByLabel('Current password').fill('not the one I had')
  await page.getByLabel('New password').fill('seven quiet harbour gulls')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('This is not your current password.').waitFor()
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.clock.install()
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByRole('status').getByText('The changes have been saved.').waitFor()
  const toast = page.locator('.toast')
  await toast.hover()
  await page.clock.fastForward(5500)
  await expect.poll(() => toast.isVisible()).toBe(true)
  await page.mouse.move(10, 10)
  await page.clock.fastForward(5500)
  await toast.waitFor({ state: 'detached' })
})
