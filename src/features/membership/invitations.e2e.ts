import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '#tests/browser.ts'
import { Visit, type WindowOptions } from '#tests/in-browser.ts'
import { LOOKS } from '#tests/looks.ts'
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

const open = async (options?: WindowOptions): Promise<Visit> => {
  visit = await Visit.open(browser, app.url, options)
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

  it('decides later and opens the one venue there is; at the choice of venues it is there again, and can be declined', async () => {
    const person = await somebody()
    const employeeId = await enlist(person.email)
    const { page, ...at } = await open()
    await visit?.goto('/membership/auth?return=/reports/breakdown')
    await visit?.fillDoor(person.userName, PASSWORD)
    await page.getByRole('button', { name: 'Decide later' }).click()
    await page.waitForURL((url) => !url.pathname.startsWith('/membership/'))
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

  it('finds it from the preferences as well', async () => {
    const person = await somebody()
    await enlist(person.email)
    const { page } = await open()
    await visit?.signInAt('/preferences', person.userName, PASSWORD)
    await page.getByRole('link', { name: 'Invitations' }).click()
    await page.getByRole('heading', { name: 'The Copper Lantern' }).waitFor()
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

describe('on every window', () => {
  it.each(LOOKS)('the screens are sound at %j', async (options) => {
    const person = await somebody()
    const third = await staffRoom(app, `The Anchor ${made}`)
    const giver = await third.at(`Ben Ono ${made}`, [], 'all', ['Owner'])
    await enlist(person.email, giver, third)
    const known = linkIn(await mail.next(person.email))
    await enlist(person.email)
    const second = linkIn(await mail.next(person.email))
    const newcomer = `nora${made}@people.example`
    const employeeId = await enlist(newcomer)
    const unknown = linkIn(await mail.next(newcomer))
    const { page } = await open(options)
    const sound = async (name: string) => {
      await page.waitForFunction(() => document.querySelector('h1') && !document.querySelector('[aria-busy=true]'))
      expect(await visit?.axe(), name).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), name).toBeLessThanOrEqual(0)
      await visit?.shoot(`${name}-${options.width}-${options.dark ? 'dark' : 'light'}-${options.language}`)
    }
    for (const [name, { url }] of [
      ['invitation-link', known],
      ['invitation-newcomer', unknown],
    ] as const) {
      await page.goto(url)
      await page.locator('dl').waitFor()
      await sound(name)
    }
    await page.goto(second.url)
    await page.locator('.slip .text-btn').click()
    await page.locator('.slip [role=status]').waitFor()
    await sound('invitation-declined')
    await enlist(`again${made}@people.example`)
    await visit?.goto('/membership/auth')
    await visit?.fillDoor(person.userName, PASSWORD)
    await page.locator('dl').first().waitFor()
    await sound('invitations')
    await visit?.goto('/membership/selectvenue')
    await page.locator('main [role=status]').waitFor()
    await sound('invitations-at-choice')
    await visit?.close()
    await open(options)
    await visit?.signInAt(`/employees/list?open=${employeeId}`, 'Olive Marsh', PASSWORD)
    const docket = visit?.page
    await docket?.locator('dl').waitFor()
    await visit?.shoot(`invited-docket-${options.width}-${options.dark ? 'dark' : 'light'}-${options.language}`)
  })
})
