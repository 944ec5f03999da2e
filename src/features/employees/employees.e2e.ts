import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
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
afterEach(async () => {
  const { trouble } = visit
  await visit.close()
  expect(trouble).toEqual([])
})
afterAll(async () => {
  await app.close()
  await mail.stop()
})

const open = async (who: string, path: string, password?: string) => {
  visit = await Visit.open(browser, app.url)
  await visit.signInAt(path, who, password)
  return visit.page
}

/** The row of a person in the list. */
const row = (name: string) => visit.page.locator('main tbody tr', { hasText: name })

/** Does one thing from a person's row menu. */
const act = async (name: string, what: string) => {
  await visit.page.getByRole('button', { name: `Actions for ${name}` }).click()
  await visit.page.getByRole('menuitem', { name: what }).click()
}

describe('people', () => {
  it('a new person is created, given access step by step, sets a password by the mailed link, and signs in', async () => {
    const page = await open('owner', '/employees/list')
    await page.getByRole('link', { name: 'Create employee' }).click()
    await page.getByLabel('First name').fill('Oskar')
    await page.getByLabel('Surname').fill('Lund')
    await page.getByLabel('E-mail').fill('oskar@people.example, other@people.example')
    await page.getByRole('button', { name: 'Create and give access' }).click()
    await page.getByText('Enter one e-mail address.').waitFor()
    await page.getByLabel('E-mail').fill('oskar@people.example')
    await page.getByRole('button', { name: 'Create and give access' }).click()

    await page.getByRole('heading', { name: 'Where does Oskar Lund work?' }).waitFor()
    await page.getByLabel('Harbour Bar').check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'What may Oskar Lund do?' }).waitFor()
    const preview = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Their menu will show' }) })
    expect(await preview.innerText()).not.toContain('Sales Summary')
    await page.getByLabel('View sales', { exact: false }).first().check()
    await preview.getByText('Sales Summary').waitFor()
    await page.getByLabel('Staff').check()
    await expect.poll(() => page.getByLabel('View rosters').isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Is this right?' }).waitFor()
    await page.getByRole('button', { name: 'Send access link' }).click()
    await page.getByRole('heading', { name: 'The invitation is on its way' }).waitFor()
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await row('Oskar Lund').getByText('Invited').waitFor()

    const { url } = linkIn(await mail.next('oskar@people.example'))
    const theirs = await Visit.open(browser, app.url)
    await theirs.page.goto(url)
    await theirs.page.getByLabel('User name').fill('oskar')
    await theirs.page.getByLabel('New password').fill('nine brass taps at dawn')
    await theirs.page.getByRole('button', { name: 'Set password' }).click()
    await theirs.page.getByText('Your password is set.').waitFor()
    await theirs.signIn('oskar', 'nine brass taps at dawn')
    await theirs.page.getByRole('navigation', { name: 'Main' }).getByText('Sales Summary').waitFor()
    await expect.poll(() => theirs.page.locator('.rail .venue').innerText()).toContain('1 location')
    expect(theirs.trouble).toEqual([])
    await theirs.close()
    await page.reload()
    await row('Oskar Lund').getByText('Active').waitFor()
  })

  it('are searched, filtered and put in order by the address, and one is opened as a sheet with what they hold', async () => {
    const page = await open('owner', '/employees/list?q=marsh')
    await row('Leo Marsh').waitFor()
    await expect.poll(() => page.locator('main tbody tr').count()).toBe(1)
    await page.getByLabel('Find a person').fill('nobody like this')
    await page.getByRole('heading', { name: 'No one matches' }).waitFor()
    await page.getByRole('link', { name: 'Show everyone' }).click()
    await row('Mia Tanaka').waitFor()
    await page.getByRole('button', { name: 'Role Any' }).click()
    await page.getByRole('menuitemradio', { name: 'Manager' }).click()
    await page.waitForURL(/role=Manager/)
    await expect.poll(() => page.locator('main tbody tr').count()).toBe(1)
    await visit.walkTo('/employees/list?sort=name&desc=1')
    await expect.poll(() => page.locator('main tbody th').first().innerText()).toContain('Priya')
    await page.getByRole('link', { name: 'Leo Marsh' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByText('Last sign-in').waitFor()
    await sheet.getByRole('tab', { name: 'Details' }).press('ArrowRight')
    await sheet.getByText('Sales and reports').waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
  })

  it('somebody locked out is let in again, several are revoked at once after their number is typed, their sessions end, and access is enabled again with what they held', async () => {
    const venue = await makeVenue(app.database, 'Revoke House', ['Bar', 'Cellar'])
    const boss = await makePerson(app.database, 'revoke.boss')
    await employ(app.database, boss, venue.venueId, ['can_viewemp', 'can_register', 'can_revoke', 'can_viewsales', 'can_viewaudit'])
    for (const name of ['gone.gil', 'gone.gia']) {
      await employ(app.database, await makePerson(app.database, name), venue.venueId, ['can_viewsales'], venue.locationIds.slice(0, 1))
    }
    const lou = await makePerson(app.database, 'locked.lou')
    await employ(app.database, lou, venue.venueId)
    await app.database.house`update app_user set locked_until = now() + interval '10 minutes' where user_id = ${lou.userId}`
    const gil = await Visit.open(browser, app.url)
    await gil.signInAt('/preferences', 'gone.gil', PASSWORD)

    const page = await open('revoke.boss', '/employees/list?status=Locked', PASSWORD)
    await row('locked.lou').getByText('Locked', { exact: true }).waitFor()
    await act('locked.lou', 'Unlock')
    await page.getByText('locked.lou can sign in again.').waitFor()
    await page.getByRole('heading', { name: 'No one matches' }).waitFor()
    await page.getByRole('link', { name: 'Show everyone' }).click()
    await row('gone.gil').waitFor()
    await page.getByLabel('Select everyone shown').check()
    await page.getByRole('region', { name: 'Selected people' }).getByRole('button', { name: 'Revoke access' }).click()
    const dialog = page.getByRole('dialog')
    await expect.poll(() => dialog.getByText('of those selected are left out').innerText()).toContain('1 of those')
    const go = dialog.getByRole('button', { name: 'Revoke access of 3 people' })
    await expect.poll(() => go.isDisabled()).toBe(true)
    await dialog.getByLabel('Type 3').fill('3')
    await go.click()
    await page.getByText('3 people no longer have access.').waitFor()
    await row('gone.gil').getByText('Revoked').waitFor()
    await gil.page.reload()
    await gil.page.waitForURL(/membership\/auth/)
    await gil.close()

    await act('gone.gil', 'Enable access')
    await page.getByRole('heading', { name: 'Where does gone.gil work?' }).waitFor()
    await expect.poll(() => page.getByLabel('Bar', { exact: true }).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect.poll(() => page.getByRole('checkbox', { name: /^View sales Takings/ }).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Send access link' }).click()
    await page.getByText('gone.gil receives an e-mail. Access starts when they accept, within 14 days.').waitFor()
  })
})

describe('choosing people', () => {
  it('finds whoever is not among the first on the server, by keyboard alone, and keeps them chosen, to send a link, revoke and register', async () => {
    const venue = await makeVenue(app.database, 'Many People')
    const boss = await makePerson(app.database, 'big.boss')
    await employ(app.database, boss, venue.venueId, ['can_viewemp', 'can_register', 'can_revoke'])
    const zoe = await makePerson(app.database, 'zoe.zuber')
    await employ(app.database, zoe, venue.venueId, ['can_viewsales'])
    await app.database.inVenue(
      venue.venueId,
      (sql) => sql`
        insert into employee (venue_id, first_name, surname, display_name, registered)
        select ${venue.venueId}, 'Ann', 'Able ' || n, 'Ann Able ' || n, n <= 1100 from generate_series(1, 1300) n returning 1`,
    )
    const page = await open('big.boss', '/employees/revoke', PASSWORD)
    const field = page.getByRole('combobox', { name: 'Find a person' })
    await page.getByText('The first 100 of 1,101 people.').waitFor()
    await expect.poll(() => page.getByRole('option', { name: 'zoe.zuber' }).count()).toBe(0)
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('Search=') && asked.push(request.url()))
    await field.pressSequentially('ZOE.ZUB', { delay: 20 })
    await page.getByRole('option', { name: 'zoe.zuber' }).waitFor()
    // Asked when the typing rests, which on a slow machine it does now and then.
    expect(asked.length, 'asked less often than typed').toBeLessThan('ZOE.ZUB'.length)
    await field.press('ArrowDown')
    await expect.poll(() => page.locator('[data-active]').innerText()).toContain('zoe.zuber')
    await field.press('Enter')
    await page.waitForURL(/people=/)
    await field.press('Escape')
    await page.getByText('The first 100 of 1,101 people.').waitFor()
    await expect.poll(() => page.getByRole('option').first().getAttribute('aria-selected')).toBe('true')
    await expect.poll(() => page.getByRole('option').first().innerText()).toContain('zoe.zuber')
    await page.getByText('View sales').waitFor()
    await page.reload()
    await page.getByText('1 selected').waitFor()
    const { search } = new URL(page.url())
    await visit.walkTo(`/employees/requestpassword${search}`)
    await page.getByText('No link has been sent yet.').waitFor()
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send link' }).click()
    await page.getByText('1 link is on its way.').waitFor()
    expect(linkIn(await mail.next(zoe.email)).url).toContain('/membership/password#')
    await visit.walkTo(`/employees/revoke${search}`)
    await page.getByRole('button', { name: 'Revoke access' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke access' }).click()
    await page.getByText('The first 100 of 1,100 people.').waitFor()
    await visit.walkTo('/employees/register')
    await page.getByText('The first 100 of 201 people.').waitFor()
    await page.getByRole('combobox', { name: 'Find a person' }).fill('zuber')
    await page.getByRole('option', { name: 'zoe.zuber' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Where does zoe.zuber' }).waitFor()
  })
})

describe('permissions', () => {
  it('are changed in the grid, the difference read before it is saved; what someone else changed meanwhile is shown first, and who works elsewhere is out of reach', async () => {
    const venue = await makeVenue(app.database, 'Matrix House', ['Front Bar', 'Back Bar'])
    const [front = 0, back = 0] = venue.locationIds
    const holds = ['can_viewemp', 'can_register', 'can_viewsales', 'can_viewplu'] as const
    await employ(app.database, await makePerson(app.database, 'matrix.boss'), venue.venueId, holds, [front])
    const annId = await employ(app.database, await makePerson(app.database, 'matrix.ann'), venue.venueId, ['can_viewsales'], [front])
    await employ(app.database, await makePerson(app.database, 'both.ben'), venue.venueId, ['can_viewsales'], [front, back])
    await employ(app.database, await makePerson(app.database, 'every.eve'), venue.venueId, ['can_viewsales'])
    const page = await open('matrix.boss', '/employees/permissions', PASSWORD)
    const cell = (name: string, tag: string) => page.getByRole('checkbox', { name: `${name}: ${tag}` })
    await cell('matrix.ann', 'View sales').waitFor()
    // One's own row is locked, what one does not hold is out of reach, and so is who works where one does not.
    for (const [name, tag] of [
      ['matrix.boss', 'View sales'],
      ['matrix.ann', 'View stock'],
      ['both.ben', 'View sales'],
      ['every.eve', 'View PLU sales'],
    ] as const)
      await expect.poll(() => cell(name, tag).isDisabled(), { message: name }).toBe(true)
    await expect.poll(() => page.getByRole('row', { name: /^both.ben/ }).innerText()).toContain('this person also works at locations where you do not')
    await expect.poll(() => page.getByRole('row', { name: /^every.eve/ }).innerText()).toContain('this person works at all locations')
    await cell('matrix.ann', 'View PLU sales').check()
    await cell('matrix.ann', 'View sales').uncheck()
    await app.database.inVenue(venue.venueId, (sql) => sql`update employee set access_version = access_version + 1 where employee_id = ${annId}`)
    await page.getByRole('button', { name: 'Review changes' }).click()
    const dialog = page.getByRole('dialog')
    await expect.poll(() => dialog.getByRole('list').first().innerText()).toMatch(/gets: View PLU sales[\s\S]*loses: View sales/)
    await dialog.getByRole('button', { name: 'Save 2 changes' }).click()
    await dialog.getByText('Someone else changed matrix.ann in the meantime.').waitFor()
    await dialog.getByRole('button', { name: 'Save 2 changes' }).click()
    await page.getByText('The changes for 1 person have been saved.').waitFor()
    await expect.poll(() => cell('matrix.ann', 'View PLU sales').isChecked()).toBe(true)
    await expect.poll(() => cell('matrix.ann', 'View sales').isChecked()).toBe(false)
    await expect.poll(() => page.getByRole('region', { name: 'Changes' }).count()).toBe(0)
  })

  it('someone without can_register sees the list, and nothing to change access with', async () => {
    const venue = await makeVenue(app.database, 'Looking House')
    await employ(app.database, await makePerson(app.database, 'only.looks'), venue.venueId, ['can_viewemp'])
    await employ(app.database, await makePerson(app.database, 'some.body'), venue.venueId, [])
    const page = await open('only.looks', '/employees/list', PASSWORD)
    await row('some.body').waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Create employee' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Actions for some.body' }).click()
    await page.getByRole('menuitem').first().waitFor()
    await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(['Request password'])
    await page.keyboard.press('Escape')
    const rail = page.getByRole('navigation', { name: 'Main' })
    expect(await rail.innerText()).not.toMatch(/Register|Revoke|Permissions/)
    await visit.walkTo('/employees/permissions')
    await page.getByRole('heading', { name: "You don't have access" }).waitFor()
  })
})

describe('acting as somebody else', () => {
  it('asks why, is said on every screen and across reloads and tabs, and ends with Stop or when its time is over', async () => {
    const page = await open('owner', '/employees/list')
    await act('Leo Marsh', 'Impersonate')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('short')
    await expect.poll(() => dialog.getByRole('button', { name: 'Act as Leo Marsh' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Reason').fill('Checking what Leo sees on Sundays')
    await dialog.getByRole('button', { name: 'Act as Leo Marsh' }).click()
    const banner = page.locator('.ribbon.acting')
    await banner.waitFor()
    await expect.poll(() => banner.innerText()).toContain('Acting as Leo Marsh')
    await page.getByText('Hello, manager').waitFor()
    // The server knows whose seat it is, whatever the browser forgets.
    await page.evaluate(() => localStorage.removeItem('daybook.acting'))
    await page.reload()
    await banner.waitFor()
    const other = await visit.tab()
    await other.goto(`${app.url}/preferences`)
    await other.locator('.ribbon.acting').waitFor()
    await other.close()
    await banner.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Hello, owner').waitFor()
    await banner.waitFor({ state: 'detached' })
    // Impersonation ends by itself when its time is over.
    await visit.walkTo('/employees/list')
    await act('Leo Marsh', 'Impersonate')
    await dialog.getByLabel('Reason').fill('Checking once more what Leo sees')
    await dialog.getByRole('button', { name: 'Act as Leo Marsh' }).click()
    await banner.waitFor()
    await app.database.house`update session set absolute_until = now() - interval '1 second' where impersonator_session_id is not null`
    await visit.walkTo('/reports/sales')
    await page.waitForURL(/\/employees\/list/)
    await row('Leo Marsh').waitFor()
    await expect.poll(() => banner.count()).toBe(0)
  })
})

describe('Admin', () => {
  it('sees the people of any venue, chosen in the header', async () => {
    const venue = await makeVenue(app.database, 'Elsewhere Inn', ['Bar'])
    await employ(app.database, await makePerson(app.database, 'else.ella'), venue.venueId, ['can_viewsales'])
    const page = await open('admin', '/admin/employees/list')
    await page.getByRole('button', { name: /^Venue/ }).click()
    await page.getByRole('menuitemradio', { name: 'Elsewhere Inn' }).click()
    await row('else.ella').waitFor()
    await expect.poll(() => page.locator('main tbody tr').count()).toBe(1)
    await act('else.ella', 'Add to venue')
    await page
      .getByRole('dialog')
      .getByLabel(/Harbour/)
      .check()
    await page.getByRole('dialog').getByRole('button', { name: 'Add to 1 venue' }).click()
    await page.getByText('else.ella was invited.').waitFor()
    await act('else.ella', 'Delete from venue')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete from Elsewhere Inn' }).click()
    await page.getByText('else.ella no longer belongs to Elsewhere Inn.').waitFor()
  })
})
