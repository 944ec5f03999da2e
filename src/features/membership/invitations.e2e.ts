import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '#tests/browser.ts'
import { Visit } from '#tests/in-browser.ts'
import { linkIn, MailServer } from '#tests/mail-server.ts'
import { PASSWORD } from '#tests/people.ts'
import { type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import type { Visitor } from '#tests/visitor.ts'

let app: StartedApp
let browser: Browser
let visit: Visit | undefined
let home: StaffRoom
let room: StaffRoom
let owner: Visitor
let made = 0
const mail = new MailServer()

beforeAll(async () => {
  const SMTP_URL = await mail.start()
  ;[app, browser] = await Promise.all([startApp({ environment: { SMTP_URL } }), launchBrowser()])
  home = await staffRoom(app, 'The Home House')
  room = await staffRoom(app, 'The Copper Lantern')
  owner = await room.at('Olive Marsh', [], 'all', ['Owner'])
})
afterEach(async () => {
  const trouble = visit?.trouble ?? []
  await visit?.close()
  visit = undefined
  expect(trouble).toEqual([])
})
afterAll(async () => {
  await app.close()
  await mail.stop()
})

const open = async (): Promise<Visit> => {
  visit = await Visit.open(browser, app.url)
  return visit
}

/** Invites an address to The Copper Lantern, with the work of a supervisor at one of its bars. */
const enlist = async (email: string, by = owner, at = room) => {
  const { body } = await by.call<{ EmployeeId: number }>('POST', '/register', { body: { FirstName: 'Kim', Surname: 'Ito', Email: email } })
  const access = { Locations: at.locationIds.slice(0, 1), Permissions: [{ Tag: 'can_viewaudit' }], Roles: ['Supervisor'] }
  await by.call('POST', `/employees/${body.EmployeeId}/register`, { body: access })
  return body.EmployeeId
}
const somebody = () => home.hire(`kim.ito${++made}`, ['can_viewsales'])
const statusOf = async (id: number) =>
  (await owner.call<{ Employees: { Status: string }[] }>('GET', `/venue/${room.venueId}/employees/${id}`)).body.Employees[0]?.Status

describe('somebody invited', () => {
  it('who has one venue is shown it at sign-in, accepts, and chooses between two', async () => {
    const person = await somebody()
    const employeeId = await enlist(person.email)
    const { page, ...at } = await open()
    await visit?.goto('/membership/auth')
    await visit?.fillDoor(person.userName, PASSWORD)
    await page.waitForURL(`${at.url}/membership/invitations`)
    await page.getByRole('heading', { name: 'The Copper Lantern' }).waitFor()
    await page.getByText('Olive Marsh Tester').waitFor()
    await page.getByText('Supervisor', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Accept the invitation to The Copper Lantern' }).click()
    await page.getByText('You can now open The Copper Lantern.').waitFor()
    await page.getByRole('heading', { name: 'No invitations' }).waitFor()
    expect(await statusOf(employeeId)).toBe('Active')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(`${at.url}/membership/selectvenue`)
    await page.getByRole('button', { name: /The Copper Lantern/ }).click()
    await page.waitForURL((url) => !url.pathname.startsWith('/membership/selectvenue'))
  })

  it('decides later and opens the one venue there is; in the preferences and at the choice of venues it is there again, and can be declined', async () => {
    const person = await somebody()
    const employeeId = await enlist(person.email)
    const { page, ...at } = await open()
    await visit?.goto('/membership/auth?return=/reports/breakdown')
    await visit?.fillDoor(person.userName, PASSWORD)
    await page.getByRole('button', { name: 'Decide later' }).click()
    await page.waitForURL((url) => !url.pathname.startsWith('/membership/'))
    await visit?.goto('/preferences')
    await page.getByRole('link', { name: 'Invitations' }).click()
    await page.getByRole('heading', { name: 'The Copper Lantern' }).waitFor()
    await visit?.goto('/membership/selectvenue')
    await page.getByText('1 invitation is waiting for your answer.').waitFor()
    await page.getByRole('link', { name: 'Show' }).click()
    await page.waitForURL(`${at.url}/membership/invitations`)
    await page.getByRole('button', { name: 'Decline the invitation to The Copper Lantern' }).click()
    await page.getByRole('heading', { name: 'No invitations' }).waitFor()
    expect(await statusOf(employeeId)).toBe('Registered')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL((url) => !url.pathname.startsWith('/membership/'))
  })

  it('accepts or declines by the mailed link, signed in or not', async () => {
    const [yes, no] = [await somebody(), await somebody()]
    const [accepted, declined] = [await enlist(yes.email), await enlist(no.email)]
    const { page } = await open()
    await page.goto(linkIn(await mail.next(yes.email)).url)
    await page.getByRole('heading', { name: 'The Copper Lantern invites you' }).waitFor()
    expect(page.url()).not.toContain('#')
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    await page.getByRole('heading', { name: 'You now belong to The Copper Lantern' }).waitFor()
    await page.getByRole('link', { name: 'Sign in' }).waitFor()
    expect(await statusOf(accepted)).toBe('Active')
    const { url } = linkIn(await mail.next(no.email))
    await page.goto(url)
    await page.getByRole('button', { name: 'Decline', exact: true }).click()
    await page.getByRole('heading', { name: 'Declined' }).waitFor()
    expect(await statusOf(declined)).toBe('Registered')
    await page.goto(url)
    await page.reload()
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  })

  it('who has no login chooses one, seeing who invites', async () => {
    const employeeId = await enlist('new.nora@people.example')
    const { page } = await open()
    await page.goto(linkIn(await mail.next('new.nora@people.example')).url)
    await page.getByRole('heading', { name: 'The Copper Lantern invites you' }).waitFor()
    await page.getByText('Welcome, Kim Ito.').waitFor()
    await page.getByLabel('User name').fill('new.nora')
    await page.getByLabel('New password').fill('nine brass taps at dawn')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByText('Your password is set.').waitFor()
    expect(await statusOf(employeeId)).toBe('Active')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await visit?.signIn('new.nora', 'nine brass taps at dawn')
  })
})
